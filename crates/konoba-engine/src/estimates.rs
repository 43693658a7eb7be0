//! How good each first move seems on boards that are not solved, kept as data: what the engine estimated, and how
//! much its estimates changed when it looked ten times as long.

use std::sync::LazyLock;

use konoba_rules::{Point, Setup};

/// A line for each board: the set-up; by how many per cent an estimate changed on average, and at most, when the
/// engine looked ten times as long; and rows from the top, for each point how likely the first side is to win
/// without a swap after it has begun there, in per cent.
const DATA: &str = include_str!("estimates.txt");

/// What is estimated of the first moves on a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimates {
    game: &'static str,
    size: u8,
    /// By how many per cent an estimate changed on average when the engine looked ten times as long.
    pub mean_change: f32,
    /// By how many at most.
    pub most_change: u8,
    rows: Vec<Vec<u8>>,
}

static BOARDS: LazyLock<Vec<Estimates>> =
    LazyLock::new(|| DATA.lines().filter(|line| !line.starts_with('#')).filter_map(read).collect());

fn read(line: &'static str) -> Option<Estimates> {
    let mut words = line.split(' ');
    let (game, size) = words.next()?.split_once(':')?;
    let (size, mean_change) = (size.parse().ok()?, words.next()?.parse().ok()?);
    let most_change = words.next()?.parse().ok()?;
    let row = |row: &str| row.split('.').map(|percent| percent.parse().ok()).collect();
    let rows = words.next()?.split('/').map(row).collect::<Option<_>>()?;
    Some(Estimates { game, size, mean_change, most_change, rows })
}

impl Estimates {
    /// What is estimated of a board; none where that was not done.
    pub fn of(setup: Setup) -> Option<&'static Self> {
        BOARDS.iter().find(|board| board.game == setup.spec.id && board.size == setup.size)
    }

    /// How likely the first side is to win, in per cent, when it begins at this point and keeps its side.
    pub fn first_wins(&self, at: Point) -> Option<u8> {
        let row = self.rows.get(usize::from(self.size.checked_sub(at.y + 1)?))?;
        row.get(usize::from(at.x)).copied()
    }

    /// Whether to swap after this first move; none where it is unclear, between 40 and 60 in a hundred.
    pub fn should_swap(&self, at: Point) -> Option<bool> {
        match self.first_wins(at)? {
            60.. => Some(true),
            ..=40 => Some(false),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use konoba_rules::games::REGISTER;

    use super::*;

    #[test]
    fn every_line_is_a_board_that_mirrors_do_not_change() {
        let lines = DATA.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(BOARDS.len(), lines);
        for board in BOARDS.iter() {
            let spec = REGISTER.iter().find(|spec| spec.id == board.game).unwrap();
            assert!(spec.has_pie, "{}", board.game);
            let setup = Setup::default_of(spec).with_size(board.size).unwrap();
            assert_eq!(Estimates::of(setup), Some(board));
            let mirrors = || spec.symmetries.iter().filter(|one| !one.exchanges_sides);
            for at in Point::all(board.size) {
                let own = board.first_wins(at).expect("every point has an estimate");
                assert!(own <= 100);
                let is_same = |one: &konoba_rules::Symmetry| {
                    board.first_wins(one.point(at, board.size)) == Some(own)
                };
                assert!(mirrors().all(is_same), "{} {at}", board.game);
            }
            assert_eq!(board.first_wins(Point::new(board.size, 0)), None);
            assert_eq!(board.first_wins(Point::new(0, board.size)), None);
        }
    }

    #[test]
    fn what_is_even_is_unclear() {
        let board = read("konobi:2 1.5 4 60.59/41.40").unwrap();
        let advice = Point::all(2).map(|at| board.should_swap(at)).collect::<Vec<_>>();
        assert_eq!(advice, [None, Some(false), Some(true), None]);
        assert_eq!((board.mean_change, board.most_change), (1.5, 4));
    }
}
