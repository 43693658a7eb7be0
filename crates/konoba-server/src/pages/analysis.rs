//! What the engine makes of a position in a record.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use konoba_engine::levels::Level;
use konoba_engine::{Config, Limits, Thought, Watch};
use konoba_rules::{Move, Side, Spec};
use konoba_scene::{Scene, View, classes_of_point};
use konoba_table::{Evaluation, Study};

use crate::view::Patch;

/// How long it thinks about one position.
const TIME: Duration = Duration::from_millis(700);
/// How many moves of the best line are written down.
const LONGEST_LINE: usize = 12;
/// How many shades of heat there are.
const SHADES: f32 = 5.0;

/// It thinks about one position at a time, so that those who play are not held up by those who look.
static TURN: Mutex<()> = Mutex::new(());

/// A clock for the engine.
struct Since(Instant);

impl Watch for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn must_stop(&self) -> bool {
        false
    }
}

/// What it makes of a position.
pub(super) struct Analysis {
    pub(super) evaluation: Evaluation,
    /// The same in a sentence or two.
    pub(super) says: String,
    /// Where it has looked, the more the hotter, as classes over those of the board.
    pub(super) heat: Vec<Patch>,
}

/// Thinks about the position at which a study stands; nothing comes of it if the game is over there,
/// or if the engine is busy.
pub(super) fn analyse(study: &Study) -> Option<Analysis> {
    let position = study.position();
    if position.winner().is_some() {
        return None;
    }
    let _turn = TURN.try_lock().ok()?;
    let setup = position.setup();
    let config = Config { threads: 1, ..Config::for_setup(setup) };
    let mut player = Level::STRONGEST.player_with(setup, config);
    let thought = player.think(&position, Limits::time(TIME), &Since(Instant::now()));
    let first = first_wins(&thought, position.to_move());
    let line =
        thought.candidates.first().map_or_else(|| vec![thought.best], |best| best.line.clone());
    let best_line = written(&line, setup.spec);
    Some(Analysis {
        says: sentence(&thought, first, &best_line, setup.spec),
        evaluation: Evaluation {
            first_wins: (first * f32::from(Evaluation::CERTAIN)) as u16,
            best_line,
        },
        heat: heat(&study.scene(&View::default()), &thought),
    })
}

/// How likely the first side is to win, from 0 to 1.
fn first_wins(thought: &Thought, to_move: Side) -> f32 {
    let of = |winner: Side| if winner == Side::First { 1.0 } else { 0.0 };
    let own = thought.win_rate.unwrap_or(0.5).clamp(0.0, 1.0);
    let guessed = if to_move == Side::First { own } else { 1.0 - own };
    thought.proof.map_or(guessed, |proof| of(proof.winner))
}

fn written(line: &[Move], spec: &'static Spec) -> String {
    let moves = line.iter().take(LONGEST_LINE).map(|mv| mv.written(spec).to_string());
    moves.collect::<Vec<_>>().join(" ")
}

fn sentence(thought: &Thought, first: f32, best_line: &str, spec: &'static Spec) -> String {
    let likely = |side: Side, share: f32| {
        format!("{} wins {:.0} times in 100.", spec.side(side).name, share * 100.0)
    };
    let verdict = match thought.proof {
        Some(proof) => {
            format!("{} wins with best play; this is proved.", spec.side(proof.winner).name)
        }
        None if first >= 0.5 => likely(Side::First, first),
        None => likely(Side::Second, 1.0 - first),
    };
    let idea = thought.idea.as_deref().map(|idea| format!(" {idea}")).unwrap_or_default();
    format!("{verdict} Best: {best_line}.{idea}")
}

fn heat(scene: &Scene, thought: &Thought) -> Vec<Patch> {
    let most = thought.candidates.iter().map(|one| one.visits).max().unwrap_or_default().max(1);
    let mut hot = Vec::new();
    for candidate in &thought.candidates {
        let spot = candidate.mv.point().and_then(|at| scene.spot(at));
        let shade = (candidate.visits as f32 / most as f32 * SHADES).ceil() as u8;
        let (Some(spot), 1..) = (spot, shade) else { continue };
        let point = spot.at.to_string();
        // Where either piece can be placed a point stands in the list twice, the better move first.
        if hot.iter().any(|patch: &Patch| patch.point == point) {
            continue;
        }
        let class = format!("{} heat-{shade}", classes_of_point(spot));
        let label = format!("{}, wins {:.0} times in 100", spot.spoken, candidate.win_rate * 100.0);
        hot.push(Patch { point, class, label });
    }
    hot
}
