//! Vertices: points and moves as GTP names them, with the column letter I skipped.

use konoba_rules::{Move, NotAMove, Point, Spec};
use konoba_scene::Letters;

/// How columns are lettered here.
pub(super) const LETTERS: Letters = Letters::SkippingI;

/// The column that is I where no letter is skipped.
const I: u8 = b'i' - b'a';

/// The move as the game writes it: `j4`, `Xc4`, `swap`, `pass`.
pub fn written(mv: Move, spec: &Spec) -> String {
    match mv {
        Move::Place(at) => LETTERS.name(at),
        Move::PlacePiece(piece, at) => format!("{}{}", spec.piece(piece).letter, LETTERS.name(at)),
        Move::Swap => "swap".to_owned(),
        Move::Pass => "pass".to_owned(),
    }
}

/// Reads a move in any form that [`Move::read`] takes, with the letters of GTP. A column that is a
/// number means the same as everywhere.
pub fn read(text: &str, spec: &Spec) -> Result<Move, NotAMove> {
    let mv = Move::read(text, spec)?;
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    if numbers.count() == 2 {
        return Ok(mv);
    }
    Ok(match mv {
        Move::Place(at) => Move::Place(unskipped(at)?),
        Move::PlacePiece(piece, at) => Move::PlacePiece(piece, unskipped(at)?),
        Move::Swap | Move::Pass => mv,
    })
}

/// The point that GTP means by the letter of another one.
fn unskipped(at: Point) -> Result<Point, NotAMove> {
    match at.x {
        ..I => Ok(at),
        I => Err(NotAMove),
        x => Ok(Point::new(x - 1, at.y)),
    }
}

#[cfg(test)]
mod tests {
    use konoba_rules::{GAMES, PieceChoice};

    use super::*;

    #[test]
    fn every_vertex_is_read_back() {
        for spec in GAMES {
            for at in Point::all(25) {
                for piece in konoba_rules::Piece::BOTH {
                    let mv = Move::placement(spec.choice, piece, at);
                    assert_eq!(read(&written(mv, spec), spec), Ok(mv));
                }
            }
            for mv in [Move::Swap, Move::Pass] {
                assert_eq!(read(&written(mv, spec), spec), Ok(mv));
            }
        }
    }

    #[test]
    fn letters_skip_i() {
        let own = GAMES.iter().find(|spec| spec.choice == PieceChoice::Own).expect("there is one");
        let check = |text: &str, expected: Result<(u8, u8), NotAMove>| {
            let expected = expected.map(|(x, y)| Move::Place(Point::new(x, y)));
            assert_eq!(read(text, own), expected, "{text}");
        };
        check("h1", Ok((7, 0)));
        check("J1", Ok((8, 0)));
        check("t19", Ok((18, 18)));
        check("j 10", Ok((8, 9)));
        check("9,10", Ok((8, 9)));
        check("9 10", Ok((8, 9)));
        check("i1", Err(NotAMove));
        check("I1", Err(NotAMove));
    }
}
