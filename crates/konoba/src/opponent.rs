//! The engine as the interfaces use it, with the nets that were asked for.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use konoba_advice::Adviser;

use konoba_lab::nets::Nets;

/// How long a move of the engine takes at most, unless `--time` says otherwise.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

/// The engine beside one board: it remembers the game.
pub(crate) fn at_one_board(nets: &Nets) -> Adviser {
    with(Adviser::at_one_board(seed()), nets)
}

/// The engine for all tables of a server: it remembers none of them.
pub(crate) fn at_many_tables(nets: &Nets) -> Adviser {
    with(Adviser::at_many_tables(seed()), nets)
}

fn with(adviser: Adviser, nets: &Nets) -> Adviser {
    let nets = nets.clone();
    adviser.with_config(move |setup| nets.config(setup))
}

/// Another seed whenever the program is started.
fn seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
