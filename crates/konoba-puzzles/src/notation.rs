//! The two ways in which puzzles are written: for people, and packed, which takes about half of the room.

use konoba_rules::{Move, Piece, PieceChoice, Point, Setup};

use crate::Theme;

/// How moves and themes are written. Each way is a type, so that a module for browsers, which reads plain puzzles alone, does not carry the
/// other.
pub(crate) trait Notation {
    /// What is between the set-up and the moves, by which the two are told apart.
    const MARK: char;

    /// Moves one after the other, without anything between them.
    fn moves(moves: &[Move], setup: Setup) -> String;

    /// Reads moves that stand one after the other. Readable ones may have spaces between them.
    fn read_moves(text: &str, setup: Setup) -> Option<Vec<Move>>;

    /// Themes, with a space before each or before all.
    fn themes(themes: &[Theme]) -> String;

    /// Reads themes.
    fn read_themes(text: &str) -> Option<Vec<Theme>>;

    /// One move.
    fn one(mv: Move, setup: Setup) -> String {
        Self::moves(&[mv], setup).trim().to_owned()
    }

    /// Reads one move.
    fn read_one(text: &str, setup: Setup) -> Option<Move> {
        match Self::read_moves(text, setup)?[..] {
            [mv] => Some(mv),
            _ => None,
        }
    }
}

/// As people write them.
pub(crate) struct Readable;

/// A letter for each move, or two on boards with more points than there are letters; a letter for each theme.
pub(crate) struct Packed;

/// The letters of packed moves: all that can be printed and mean nothing else in a text of puzzles.
const LETTERS: &[u8] =
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!$%&'()+,-.;<>?@[]^_{}~";

impl Notation for Readable {
    const MARK: char = ' ';

    fn moves(moves: &[Move], setup: Setup) -> String {
        let written = |mv: &Move| {
            let written = mv.written(setup.spec).to_string();
            // A pass has no number at its end, so it is set apart.
            if *mv == Move::Pass { format!(" {written} ") } else { written }
        };
        moves.iter().map(written).collect()
    }

    /// A move ends with its number, and a pass is set apart by spaces.
    fn read_moves(text: &str, setup: Setup) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        for mut run in text.split_ascii_whitespace() {
            while !run.is_empty() {
                let number = run.find(|letter: char| letter.is_ascii_digit()).unwrap_or(run.len());
                let after = run[number..].find(|letter: char| !letter.is_ascii_digit());
                let (mv, rest) = run.split_at(after.map_or(run.len(), |after| number + after));
                moves.push(Move::read(mv, setup.spec).ok()?);
                run = rest;
            }
        }
        Some(moves)
    }

    fn themes(themes: &[Theme]) -> String {
        themes.iter().map(|theme| format!(" {}", theme.id())).collect()
    }

    fn read_themes(text: &str) -> Option<Vec<Theme>> {
        text.split(' ').filter(|id| !id.is_empty()).map(Theme::named).collect()
    }
}

impl Notation for Packed {
    const MARK: char = '=';

    fn moves(moves: &[Move], setup: Setup) -> String {
        let packing = Packing::of(setup);
        moves.iter().map(|mv| packing.write(*mv)).collect()
    }

    fn read_moves(text: &str, setup: Setup) -> Option<Vec<Move>> {
        Packing::of(setup).read(text)
    }

    fn themes(themes: &[Theme]) -> String {
        if themes.is_empty() {
            return String::new();
        }
        let letter = |theme: &Theme| char::from(LETTERS[*theme as usize]);
        [' '].into_iter().chain(themes.iter().map(letter)).collect()
    }

    fn read_themes(text: &str) -> Option<Vec<Theme>> {
        text.bytes().map(|letter| Theme::ALL.get(place(letter)?).copied()).collect()
    }
}

/// The place of a letter among all.
fn place(letter: u8) -> Option<usize> {
    LETTERS.iter().position(|own| *own == letter)
}

/// Moves as numbers, and those as letters.
struct Packing {
    choice: PieceChoice,
    size: usize,
}

impl Packing {
    const fn of(setup: Setup) -> Self {
        Self { choice: setup.spec.choice, size: setup.size as usize }
    }

    /// How many moves there are: the pass, and each piece on each point.
    const fn count(&self) -> usize {
        let pieces = match self.choice {
            PieceChoice::Own => 1,
            PieceChoice::Either => 2,
        };
        1 + pieces * self.size * self.size
    }

    const fn is_wide(&self) -> bool {
        self.count() > LETTERS.len()
    }

    fn write(&self, mv: Move) -> String {
        let piece = match mv {
            Move::PlacePiece(piece, _) => piece.index(),
            _ => 0,
        };
        let number = mv.point().map_or(0, |at| {
            1 + (piece * self.size + usize::from(at.y)) * self.size + usize::from(at.x)
        });
        let letter = |place: usize| char::from(LETTERS[place]);
        match self.is_wide() {
            true => {
                [letter(number / LETTERS.len()), letter(number % LETTERS.len())].iter().collect()
            }
            false => letter(number).to_string(),
        }
    }

    fn read(&self, text: &str) -> Option<Vec<Move>> {
        let places: Vec<usize> = text.bytes().map(place).collect::<Option<_>>()?;
        let wide = if self.is_wide() { 2 } else { 1 };
        if !places.len().is_multiple_of(wide) {
            return None;
        }
        let number = |places: &[usize]| places.iter().fold(0, |all, one| all * LETTERS.len() + one);
        places.chunks(wide).map(|places| self.move_of(number(places))).collect()
    }

    fn move_of(&self, number: usize) -> Option<Move> {
        let Some(place) = number.checked_sub(1) else { return Some(Move::Pass) };
        if number >= self.count() {
            return None;
        }
        let (x, y) = (place % self.size, place / self.size % self.size);
        let at = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        let piece = *Piece::BOTH.get(place / self.size / self.size)?;
        Some(Move::placement(self.choice, piece, at))
    }
}

#[cfg(test)]
mod tests {
    use konoba_rules::{AnyPosition, GAMES};

    use super::*;

    fn moves_are_read_as_they_are_written<N: Notation>(moves: &[Move], setup: Setup) {
        let written = N::moves(moves, setup);
        assert_eq!(N::read_moves(&written, setup).as_deref(), Some(moves), "{setup}");
        for mv in moves {
            assert_eq!(N::read_one(&N::one(*mv, setup), setup), Some(*mv));
        }
        assert_eq!(N::read_one("", setup), None);
    }

    #[test]
    fn every_move_is_read_as_it_is_written_and_nothing_else_is_read() {
        for spec in GAMES {
            for size in spec.sizes.min..=spec.sizes.max {
                let Ok(setup) = Setup::default_of(spec).with_size(size) else { continue };
                let mut moves =
                    AnyPosition::start(setup.without_pie()).moves_of(konoba_rules::Side::First);
                moves.push(Move::Pass);
                moves_are_read_as_they_are_written::<Readable>(&moves, setup);
                moves_are_read_as_they_are_written::<Packed>(&moves, setup);
                let packed = Packed::moves(&moves, setup);
                let wide = 1 + usize::from(moves.len() > LETTERS.len());
                assert_eq!(packed.len(), wide * moves.len(), "{setup}");
                for text in ["|", "a b", "é", "=", "~~", "a~a"] {
                    let read = Packed::read_moves(text, setup);
                    let again = read.map(|moves| Packed::moves(&moves, setup));
                    assert!(again.is_none_or(|again| again == text), "{setup}: {text}");
                }
            }
        }
    }

    fn themes_of<N: Notation>() {
        for themes in [&[][..], &Theme::ALL[..1], &Theme::ALL] {
            assert_eq!(N::read_themes(N::themes(themes).trim_start()).as_deref(), Some(themes));
        }
        assert_eq!(N::read_themes("~"), None);
    }

    #[test]
    fn themes_are_read_as_they_are_written() {
        themes_of::<Readable>();
        themes_of::<Packed>();
    }

    #[test]
    fn no_letter_means_something_else() {
        for (place, letter) in LETTERS.iter().enumerate() {
            assert!(letter.is_ascii_graphic() && !b" |:/*#=".contains(letter));
            assert!(!LETTERS[..place].contains(letter));
        }
    }
}
