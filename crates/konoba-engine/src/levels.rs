//! What each [`Level`] plays like.
//!
//! Level 1 sees nothing but its own stones and edges, and those up to 3 not much else. Above them a level plays what the
//! net finds plausible, the more surely the higher it is, and then looks ahead. From level 2.3 on none misses a win at once. Level 10
//! alone plays by the clock, with all that there is. `levels/rungs.rs` has the line of players from the weakest to the
//! strongest, `levels/spacing.rs` where on it a level stands; docs/ENGINE.md says how strong that is.

mod rungs;
mod spacing;
mod weakened;

use konoba_rules::{Level, Setup};

use crate::{Config, Engine, Player, expert};
pub use rungs::{NotARung, Rung};
use weakened::Weakened;

/// A player of a level without a net, with chance that begins here. It keeps to the limits it is given, and below full strength to
/// narrower ones of its own.
///
/// ```
/// let level = "4.3".parse().unwrap();
/// let player = konoba_engine::levels::player(level, "quentin:7".parse().unwrap(), 1);
/// assert_eq!(player.name(), "level 4.3");
/// ```
pub fn player(level: Level, setup: Setup, seed: u64) -> Box<dyn Player> {
    player_with(level, setup, Config { seed, ..Config::full() })
}

/// The same for callers that bring a net, or choose threads, which matter at full strength only, and memory, of which other levels take what they need.
pub fn player_with(level: Level, setup: Setup, config: Config) -> Box<dyn Player> {
    let skill = expert::Skill::below_full_strength(level.below_strongest());
    if let Some(expert) = expert::for_setup(setup, expert::Skill { seed: config.seed, ..skill }) {
        return expert;
    }
    match spacing::rung(level, setup) {
        Some(rung) => Box::new(Weakened::new(format!("level {level}"), rung, config)),
        None => Box::new(Engine::new(config)),
    }
}

/// A player between the levels, or beside them: how the levels were found.
pub fn player_on(rung: Rung, name: String, config: Config) -> Box<dyn Player> {
    Box::new(Weakened::new(name, rung, config))
}
