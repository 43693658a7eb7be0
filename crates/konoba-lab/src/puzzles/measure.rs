//! How hard a puzzle is: which players of the engine find its solution.

use konoba_engine::roster::Entrant;
use konoba_engine::{Config, Limits, Unwatched};
use konoba_rules::{AnyPosition, Move};

/// What plain search with few playouts is called.
pub(super) const QUICK: &str = "uct:1000";
/// The same with many.
pub(super) const SLOW: &str = "uct:10000";
/// What sees one move ahead.
pub(super) const ONE_PLY: &str = "oneply";
/// What plays as the net says at first sight.
const AT_FIRST_SIGHT: &str = "rung,visits=1,wavering=0.01,plausible=1";

/// What a player would play here.
pub(super) fn choice(player: &str, position: &AnyPosition, seed: u64) -> Move {
    let setup = position.setup();
    let entrant: Entrant = player.parse().expect("it is a player");
    let mut player = entrant.player(setup, Config { seed, ..konoba_nets::config(setup) });
    player.think(position, Limits::visits(100_000), &Unwatched).best
}

/// How often a player misses the move, and in how many tries.
pub(super) fn misses(player: &str, position: &AnyPosition, right: Move, tries: u8) -> [u8; 2] {
    let seeds = (1..=u64::from(tries)).map(|seed| seed * 1_000_003);
    let missed = seeds.filter(|seed| choice(player, position, *seed) != right).count();
    [missed as u8, tries]
}

/// Whether the net sees the move at first sight, where there is a net.
pub(super) fn net_sees_it(position: &AnyPosition, right: Move) -> Option<bool> {
    konoba_nets::for_setup(&position.setup())?;
    Some(choice(AT_FIRST_SIGHT, position, 1) == right)
}
