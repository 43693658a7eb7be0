//! The engine with the net that the page has loaded.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use konoba_advice::Adviser;
use konoba_engine::net::Net;
use konoba_engine::{Config, Evaluator, Limits, levels};
use konoba_rules::{Level, Move, Setup};

use crate::failed::Failed;
use crate::game::Game;
use crate::page::{Page, PageClock, PageNet};
use crate::question::{How, Thoughts};

/// What a tree and the table of the solver may take: a page shares memory with others.
const TREE_BYTES: usize = 32 << 20;
const SOLVER_BYTES: usize = 16 << 20;

/// The net that the page has loaded, and its game.
#[derive(Clone, Debug)]
pub(crate) struct Nets {
    net: Arc<Net<PageNet>>,
    game: Arc<Mutex<String>>,
}

impl Nets {
    /// The nets of a page, which has loaded none.
    pub(crate) fn of(page: &'static dyn Page) -> Self {
        Self { net: Arc::new(Net::by(PageNet(page))), game: Arc::default() }
    }

    /// The page has loaded the net for the game with this id.
    pub(crate) fn load(&self, game: &str) {
        game.clone_into(&mut self.game.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The engine beside the board of the page.
    pub(crate) fn adviser(&self, seed: u64) -> Adviser {
        let nets = self.clone();
        Adviser::at_one_board(seed).with_config(move |setup| nets.config(setup))
    }

    /// All that the engine has for a game here.
    fn config(&self, setup: Setup) -> Config {
        let game = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        let net = (*game == setup.spec.id).then(|| self.net.clone() as Arc<dyn Evaluator>);
        Config { evaluator: net, memory: TREE_BYTES, solver: SOLVER_BYTES, ..Config::full() }
    }
}

/// The computer's move in a game.
pub(crate) fn think(
    game: &Game,
    how: &How,
    nets: &Nets,
    page: &'static dyn Page,
) -> Result<Thoughts, Failed> {
    let position = game.position()?;
    if position.winner().is_some() {
        return Err(Failed::new("over", "The game is over."));
    }
    let (setup, spec) = (position.setup(), position.setup().spec);
    let level = how.level.as_deref().map_or(Ok(Level::STRONGEST), str::parse);
    let level = level.map_err(|_| Failed::new("no-level", "There is no such level."))?;
    let config = Config { seed: how.seed, ..nets.config(setup) };
    let mut player = levels::player_with(level, setup, config);
    let limits = Limits { visits: how.visits, time: how.millis.map(Duration::from_millis) };
    let thought = player.think(&position, limits, &PageClock::start(page));
    let written = |mv: Move| mv.written(spec).to_string();
    let candidates = thought.candidates.iter();
    Ok(Thoughts {
        best: written(thought.best),
        visits: thought.visits,
        win_rate: thought.win_rate,
        candidates: candidates.map(|one| (written(one.mv), one.visits, one.win_rate)).collect(),
    })
}
