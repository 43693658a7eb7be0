//! The engine as interfaces use it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use konoba_engine::levels;
use konoba_engine::{Config, Player, Thought};
use konoba_rules::{AnyPosition, Level, Setup};
use konoba_scene::{Advice, Candidate, Certain};
use konoba_table::{Action, Kind, Table};

use crate::{Budget, Thinker, chances};

/// Where the chance of advice begins: the same position is thought about in the same way.
const SEED_OF_ADVICE: u64 = 1;

/// The engine as interfaces use it.
pub struct Adviser {
    /// The seed of the next player that is hired to play.
    seed: AtomicU64,
    /// All that the engine has for a game.
    config: Box<dyn Fn(Setup) -> Config + Send + Sync>,
    /// None where it plays at many tables, which would take each other's memory.
    memory: Option<Memory>,
}

/// What is kept from one move to the next. The opponent does not know what the adviser has found out
/// for the person against whom it plays, and the other way round.
#[derive(Default)]
struct Memory {
    opponent: Mutex<Option<Hired>>,
    adviser: Mutex<Option<Hired>>,
}

/// A player of the engine, with what it was hired for.
struct Hired {
    setup: Setup,
    level: Level,
    player: Box<dyn Player>,
}

impl Adviser {
    /// The engine beside one board, without nets and with chance that begins here. It keeps what it has found out from
    /// one move to the next.
    pub fn at_one_board(seed: u64) -> Self {
        Self { memory: Some(Memory::default()), ..Self::at_many_tables(seed) }
    }

    /// The engine for any number of tables at once, without nets and with chance that begins here. It remembers none of
    /// them.
    pub fn at_many_tables(seed: u64) -> Self {
        Self { seed: AtomicU64::new(seed), config: Box::new(|_| Config::full()), memory: None }
    }

    /// The same engine with this for each game, such as a net of one's own, instead of what it usually has.
    pub fn with_config(self, config: impl Fn(Setup) -> Config + Send + Sync + 'static) -> Self {
        Self { config: Box::new(config), ..self }
    }

    fn think(
        &self,
        position: &AnyPosition,
        (level, seed): (Level, u64),
        memory: Option<&Mutex<Option<Hired>>>,
        budget: Budget<'_>,
    ) -> Thought {
        let setup = position.setup();
        // What a thought that panicked has left behind is no worse than any other beginning.
        let mut memory = memory.map(|memory| memory.lock().unwrap_or_else(PoisonError::into_inner));
        let kept = memory.as_mut().and_then(|memory| memory.take());
        let kept = kept.filter(|hired| hired.setup == setup && hired.level == level);
        let mut hired = kept.unwrap_or_else(|| {
            let config = Config { seed, ..(self.config)(setup) };
            Hired { setup, level, player: levels::player_with(level, setup, config) }
        });
        let thought = hired.player.think(position, budget.limits(), budget.watch);
        if let Some(memory) = &mut memory {
            **memory = Some(hired);
        }
        thought
    }
}

impl Thinker for Adviser {
    fn choose(&self, table: &Table, budget: Budget<'_>) -> Action {
        let kind = table.seat_to_move().map(|seat| table.player(seat).kind);
        let level = match kind {
            Some(Kind::Engine { level }) => level,
            _ => Level::STRONGEST,
        };
        let seed = self.seed.fetch_add(1, Ordering::Relaxed);
        let memory = self.memory.as_ref().map(|memory| &memory.opponent);
        Action::Play(self.think(table.position(), (level, seed), memory, budget).best)
    }

    fn advise(&self, position: &AnyPosition, budget: Budget<'_>) -> Advice {
        let memory = self.memory.as_ref().map(|memory| &memory.adviser);
        let strength = (Level::STRONGEST, SEED_OF_ADVICE);
        advice(position, &self.think(position, strength, memory, budget))
    }
}

/// A thought about a position as interfaces show it.
fn advice(position: &AnyPosition, thought: &Thought) -> Advice {
    let percent = |rate: f32| (rate.clamp(0.0, 1.0) * 100.0).round() as u8;
    let seen = || thought.candidates.iter().filter(|one| one.visits > 0);
    let most = seen().map(|one| one.visits).max().unwrap_or_default();
    let candidates =
        seen().map(|one| Candidate::new(one.mv, one.win_rate.map(percent), (one.visits, most)));
    let best = seen().find(|one| one.mv == thought.best);
    Advice {
        best: thought.best,
        chances: chances(position.to_move(), thought).map(percent),
        certain: thought.proof.map(|proof| Certain { winner: proof.winner, within: proof.within }),
        line: best.map_or_else(|| vec![thought.best], |one| one.line.clone()),
        candidates: candidates.collect(),
        idea: thought.idea.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use konoba_engine::Unwatched;
    use konoba_rules::{GAMES, Move};
    use konoba_table::{Moment, Opened, Player as Seated};

    use super::*;
    use crate::Stopwatch;

    #[test]
    fn it_plays_and_advises_in_every_game() {
        for (&spec, remembers) in GAMES.iter().flat_map(|spec| [(spec, true), (spec, false)]) {
            let players = ["Ana", "Luka"].map(|name| Seated::person(name.parse().unwrap()));
            let setup = Setup::default_of(spec);
            let setup = setup.with_size(4).unwrap_or(setup);
            let now = Moment::from_millis(0);
            let mut table = Table::opened(&Opened::new(setup, players), now);
            let adviser =
                if remembers { Adviser::at_one_board(1) } else { Adviser::at_many_tables(1) };
            let watch = Stopwatch::start();
            let budget = Budget::new(Duration::from_millis(5), &watch);
            let Action::Play(mv) = adviser.choose(&table, budget) else { panic!("{}", spec.id) };
            assert_ne!(mv, Move::Pass);
            let seat = table.seat_to_move().unwrap();
            let events = table.decide(seat, Action::Play(mv), now).expect("it plays legal moves");
            events.iter().for_each(|event| table.apply(event));
            let position = *table.position();
            let watch = Stopwatch::start();
            let advice = adviser.advise(&position, Budget { watch: &watch, ..budget });
            assert_eq!(advice.line.first(), Some(&advice.best));
            let heats = || advice.candidates.iter().map(|one| one.heat);
            assert!(heats().all(|heat| (1..=Candidate::MAX_HEAT).contains(&heat)));
            assert!(heats().max().is_none_or(|most| most == Candidate::MAX_HEAT));
            // What is said to be the play expected can be played.
            advice.line.iter().fold(position, |mut position, mv| {
                position.play(*mv).expect("the engine expects legal moves");
                position
            });
        }
    }

    #[test]
    fn the_engine_remembers_beside_one_board_and_nowhere_else() {
        let setup: Setup = "konobi:4,nopie".parse().unwrap();
        let position = AnyPosition::start(setup);
        for (adviser, remembers) in
            [(Adviser::at_one_board(1), true), (Adviser::at_many_tables(1), false)]
        {
            adviser.advise(&position, Budget::new(Duration::ZERO, &Unwatched));
            let kept = adviser.memory.as_ref().map(|memory| memory.adviser.lock().unwrap());
            assert_eq!(kept.is_some_and(|kept| kept.is_some()), remembers);
            let played = adviser.memory.as_ref().map(|memory| memory.opponent.lock().unwrap());
            assert!(played.is_none_or(|played| played.is_none()), "the opponent has not thought");
        }
    }
}
