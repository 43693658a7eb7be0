//! What is said about puzzles, at every door.

use konoba_rules::{AnyPosition, Grid, Move, Played, Point, Points, Setup, Side};
use konoba_scene::{Sentences, Subject};

use crate::{HORIZON, Plies, Puzzle, Tries};

/// A hint, and what of it is shown on the board.
pub(crate) struct Hint {
    pub(crate) says: String,
    pub(crate) shows: Shows,
}

/// What a hint shows on the board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Shows {
    /// Nothing.
    #[default]
    Nothing,
    /// The pieces that it names.
    Pieces(Points),
    /// The move.
    TheMove,
}

/// Speaks about the puzzles of a game.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    pub(crate) setup: Setup,
}

impl Words {
    /// What is to be done.
    pub(crate) fn task(self, puzzle: &Puzzle) -> String {
        let side = self.setup.spec.side(puzzle.side());
        let you = format!("You play {}: {}.", side.name, side.goal);
        let wins = match puzzle.plies {
            Plies::Exactly(1) => "Win with this move.".to_owned(),
            Plies::Exactly(plies) if plies % 2 == 0 => {
                let moves = count(plies / 2, "move");
                format!("Win in {moves}: a move of your opponent will complete it.")
            }
            Plies::Exactly(plies) => format!("Win in {}.", count(plies.div_ceil(2), "move")),
            Plies::Beyond => {
                format!("The win takes more than {}.", count(HORIZON.div_ceil(2), "move"))
            }
        };
        format!("{you} {wins} Every first move but one loses.")
    }

    /// Of a move that wins.
    pub(crate) fn right(self, mv: Move, is_main: bool) -> String {
        let mv = mv.written(self.setup.spec);
        if is_main { format!("{mv} is right.") } else { format!("{mv} wins too.") }
    }

    /// What the other side plays.
    pub(crate) fn answered(self, played: &Played<Points>) -> String {
        Sentences::of(self.setup).played(played)
    }

    pub(crate) const fn go_on(self) -> &'static str {
        "And now?"
    }

    pub(crate) const fn solved(self) -> &'static str {
        "This puzzle is solved."
    }

    /// How a puzzle ends.
    pub(crate) fn settled(self, position: &AnyPosition, side: Side) -> String {
        match position.winner() {
            Some(winner) => format!("{} Solved.", Sentences::of(self.setup).outcome(winner)),
            None => {
                let other = self.setup.spec.side(side.other()).name;
                format!("Solved: it is proved that {other} cannot stop you any more.")
            }
        }
    }

    /// Of a move that loses: the moves that follow, and who wins then.
    pub(crate) fn wrong(self, position: &AnyPosition, line: &[Move]) -> String {
        let (sentences, spec) = (Sentences::of(self.setup), self.setup.spec);
        let solver = position.to_move();
        let mut position = *position;
        let mut said = Vec::new();
        for (place, mv) in line.iter().enumerate() {
            let Ok(played) = position.play(*mv) else { break };
            let subject = match played.side == solver {
                true => Subject::You,
                false => Subject::Named(spec.side(played.side).name.to_owned()),
            };
            match place {
                0 => said.push(format!("{} loses.", mv.written(spec))),
                _ => said.push(format!("{}.", sentences.played_by(&subject, &played))),
            }
        }
        said.push(match position.winner() {
            Some(winner) => sentences.outcome(winner),
            None => format!("It is proved that {} wins.", spec.side(solver.other()).name),
        });
        said.push("Your move is taken back.".to_owned());
        said.join(" ")
    }

    /// Where to look, then at which pieces, then the move.
    pub(crate) fn hint(self, position: &AnyPosition, mv: Move, number: usize) -> Hint {
        let hint = |says, shows| Hint { says, shows };
        let Some(at) = mv.point() else {
            return hint("You can only pass.".to_owned(), Shows::TheMove);
        };
        let near = pieces_near(position, at);
        match number {
            1 => hint(format!("Look {}.", self.part_of_board(at)), Shows::Nothing),
            2 if !near.is_empty() => {
                let shown = Shows::Pieces(near.iter().copied().collect());
                hint(format!("Look beside {}.", list(&near)), shown)
            }
            _ => hint(format!("The move is {}.", mv.written(self.setup.spec)), Shows::TheMove),
        }
    }

    /// All moves of the solution.
    pub(crate) fn solution(self, moves: &[Move]) -> String {
        let written: Vec<_> =
            moves.iter().map(|mv| mv.written(self.setup.spec).to_string()).collect();
        format!("The solution is {}.", written.join(" "))
    }

    fn part_of_board(self, at: Point) -> &'static str {
        let third = |place: u8| usize::from(place) * 3 / usize::from(self.setup.size);
        match (third(at.x), third(at.y)) {
            (0, 0) => "at the bottom left",
            (1, 0) => "at the bottom, in the middle",
            (2, 0) => "at the bottom right",
            (0, 1) => "at the left, half way up",
            (1, 1) => "at the centre",
            (2, 1) => "at the right, half way up",
            (0, _) => "at the top left",
            (1, _) => "at the top, in the middle",
            _ => "at the top right",
        }
    }
}

/// The pieces that touch a point, orthogonally or diagonally; if there are none, those two points away.
fn pieces_near(position: &AnyPosition, at: Point) -> Vec<Point> {
    let [first, second] = position.pieces();
    let pieces: Vec<Point> = (first | second).iter().collect();
    let distance = |piece: &Point| piece.x.abs_diff(at.x).max(piece.y.abs_diff(at.y));
    let within = |most| pieces.iter().copied().filter(|piece| distance(piece) <= most).collect();
    let touching: Vec<Point> = within(1);
    if touching.is_empty() { within(2) } else { touching }
}

fn list(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(Point::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn count(number: u8, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// What a puzzle is about, for those who have solved it; empty where no rule finds a theme.
pub fn about(puzzle: &Puzzle) -> String {
    let themes: Vec<_> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    match themes.is_empty() {
        true => String::new(),
        false => format!("It is about: {}.", themes.join(", ").to_lowercase()),
    }
}

/// What a person tells others of a puzzle, which is called by its number or as that of a day: one line that gives nothing away.
pub fn share(puzzle: &Puzzle, called: &str, Tries { mistakes, hints }: Tries) -> String {
    let (name, grade) = (puzzle.setup.spec.name, puzzle.grade());
    let tries = |number: usize, what: &str| match number {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        more => format!("{more} {what}s"),
    };
    let (mistakes, hints) = (tries(mistakes as usize, "mistake"), tries(hints, "hint"));
    format!("Konoba {name} puzzle {called}, grade {grade} of 5: solved, {mistakes}, {hints}")
}

/// A number as people read it: `1,000`.
pub fn grouped(number: usize) -> String {
    let (before, last) = (number / 1000, number % 1000);
    if before == 0 { last.to_string() } else { format!("{},{last:03}", grouped(before)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        for (number, written) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (20_045, "20,045"), (1_000_000, "1,000,000")]
        {
            assert_eq!(grouped(number), written);
        }
    }
}
