//! Who wins after each first move, where that has been found out: boards that `konoba solve` has
//! settled, kept as data.

use std::sync::LazyLock;

use konoba_rules::{AnyPosition, Grid, Piece, Point, Setup, Side};

/// A line for each board: the set-up, then rows from the top, for each point the side that wins, with
/// best play and without a swap, after the first side has begun there: 1 or 2, or `?` if unknown.
const DATA: &str = include_str!("maps.txt");

/// A board and its map.
struct Map {
    game: &'static str,
    size: u8,
    rows: Vec<&'static [u8]>,
}

static MAPS: LazyLock<Vec<Map>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let (setup, rows) = line.split_once(' ')?;
        let (game, size) = setup.split_once(':')?;
        let rows = rows.split('/').map(str::as_bytes).collect();
        Some(Map { game, size: size.parse().ok()?, rows })
    };
    DATA.lines().filter(|line| !line.starts_with('#')).filter_map(read).collect()
});

/// Who wins with best play and without a swap when the first side begins at this point, if that is
/// known.
pub fn first_move(setup: Setup, at: Point) -> Option<Side> {
    let is_of = |map: &&Map| map.game == setup.spec.id && map.size == setup.size;
    let map = MAPS.iter().find(is_of).filter(|_| at.is_on(setup.size))?;
    let row = map.rows.get(usize::from(setup.size - 1 - at.y))?;
    match row.get(usize::from(at.x))? {
        b'1' => Some(Side::First),
        b'2' => Some(Side::Second),
        _ => None,
    }
}

/// Who wins a board with best play and without a swap, if that is known.
pub fn winner(setup: Setup) -> Option<Side> {
    let values = || Point::all(setup.size).map(|at| first_move(setup, at));
    if values().any(|value| value == Some(Side::First)) {
        return Some(Side::First);
    }
    values().all(|value| value == Some(Side::Second)).then_some(Side::Second)
}

/// Whether to swap, if that is offered and the map says for certain. The player who swaps takes the
/// first side, so the swap is right where the first side wins.
pub fn should_swap(position: &AnyPosition) -> Option<bool> {
    if !position.swap_is_offered() {
        return None;
    }
    let at = position.pieces()[Piece::First.index()].iter().next()?;
    Some(first_move(position.setup(), at)? == Side::First)
}
