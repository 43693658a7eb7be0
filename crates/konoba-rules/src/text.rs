//! Positions as text: rows from the top joined by `/`, then the side to move.

use std::fmt;

use crate::setup::shortened;
use crate::{
    AnyPosition, Flaw, Grid, Piece, Point, Points, Role, Setup, SetupError, Side, Spec, games,
};

/// Longer texts are refused unread: 19 rows of 19 points and a side take some 400 bytes.
pub const MAX_BYTES: usize = 1024;

/// Reads a position of a game, in which the swap is no longer offered. The rows say the size,
/// whatever that of the set-up; the letters of the pieces may be in either case.
///
/// ```
/// use konoba_rules::{Side, text};
/// let position = text::read("konobi".parse().unwrap(), "W.B/W.B/... black").unwrap();
/// assert_eq!((position.setup().size, position.to_move()), (3, Side::First));
/// assert_eq!(text::write(&position), "W.B/W.B/... black");
/// ```
pub fn read(setup: Setup, text: &str) -> Result<AnyPosition, TextError> {
    if text.len() > MAX_BYTES {
        return Err(TextError::TooLong { bytes: text.len() });
    }
    let spec = setup.spec;
    let text = text.trim();
    let (rows, side) = text.split_once(char::is_whitespace).ok_or(TextError::NoSide { spec })?;
    let to_move = spec
        .side_named(side.trim_start())
        .ok_or_else(|| TextError::Side { spec, given: shortened(side.trim_start()) })?;
    let rows: Vec<&str> = rows.split('/').collect();
    let size = rows.len();
    for (row, length) in rows.iter().map(|row| row.chars().count()).enumerate() {
        if length != size {
            return Err(TextError::Row { row: row + 1, length, rows: size });
        }
    }
    let pieces = read_pieces(spec, &rows)?;
    let setup = u8::try_from(size)
        .map_err(|_| SetupError::Size { spec, given: size.to_string() })
        .and_then(|size| setup.with_size(size))
        .map_err(TextError::Size)?;
    let pieces = pieces.map(|points| points.into_iter().collect::<Points>());
    AnyPosition::standing(setup, pieces, to_move).map_err(TextError::Flaw)
}

/// Reads a position of a game that is not named: the first in the register in which it can stand.
/// If it can stand in none, the reason is that of the game that came nearest.
///
/// ```
/// use konoba_rules::text;
/// assert_eq!(text::find_game("W.B/W.B/... black").unwrap().setup().spec.id, "konobi");
/// ```
pub fn find_game(text: &str) -> Result<AnyPosition, TextError> {
    let read = |spec: &&'static Spec| read(Setup::default_of(spec), text);
    games().iter().map(read).reduce(nearer).expect("there is a game")
}

/// Writes the pieces and the side to move. Reading gives them back, unless the game is over.
pub fn write(position: &AnyPosition) -> String {
    let Setup { spec, size, .. } = position.setup();
    let pieces = position.pieces();
    let mut text = String::with_capacity(MAX_BYTES / 2);
    for y in (0..size).rev() {
        for x in 0..size {
            let at = Point::new(x, y);
            let piece = Piece::BOTH.into_iter().find(|piece| pieces[piece.index()].contains(at));
            text.push(piece.map_or(EMPTY, |piece| spec.piece(piece).letter));
        }
        text.push(if y == 0 { ' ' } else { '/' });
    }
    text.push_str(spec.side(position.to_move()).id);
    text
}

/// The first that could be read, or else the first that came as far as any.
fn nearer(
    one: Result<AnyPosition, TextError>,
    next: Result<AnyPosition, TextError>,
) -> Result<AnyPosition, TextError> {
    match (&one, &next) {
        (Err(_), Ok(_)) => next,
        (Err(far), Err(farther)) if farther.progress() > far.progress() => next,
        _ => one,
    }
}

const EMPTY: char = '.';

/// The points of the two kinds of piece. The rows are as long as they are many, so few that every
/// point has a name: see [`MAX_BYTES`].
fn read_pieces(spec: &'static Spec, rows: &[&str]) -> Result<[Vec<Point>; 2], TextError> {
    let mut pieces = [Vec::new(), Vec::new()];
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, letter) in row.chars().enumerate().filter(|(_, letter)| *letter != EMPTY) {
            let at = Point::new(x as u8, y as u8);
            let unknown = TextError::Letter { spec, letter, at };
            pieces[spec.piece_lettered(letter).ok_or(unknown)?.index()].push(at);
        }
    }
    Ok(pieces)
}

/// Why a position text was refused.
#[derive(Clone, Debug)]
pub enum TextError {
    /// It is longer than any position.
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// It does not say whose turn it is.
    NoSide {
        /// The game.
        spec: &'static Spec,
    },
    /// The game has no such side.
    Side {
        /// The game.
        spec: &'static Spec,
        /// What was given, shortened.
        given: String,
    },
    /// A row is not as long as the rows are many.
    Row {
        /// The row, from the top, the first being 1.
        row: usize,
        /// How many points it has.
        length: usize,
        /// How many rows there are.
        rows: usize,
    },
    /// The game has no such piece.
    Letter {
        /// The game.
        spec: &'static Spec,
        /// What stands in the place of a piece.
        letter: char,
        /// Where.
        at: Point,
    },
    /// The game is not played on a board of this size.
    Size(SetupError),
    /// The position cannot stand in the middle of a game.
    Flaw(Flaw),
}

impl TextError {
    /// How far the reading came.
    const fn progress(&self) -> u8 {
        match self {
            Self::TooLong { .. } => 0,
            Self::NoSide { .. } => 1,
            Self::Side { .. } => 2,
            Self::Row { .. } => 3,
            Self::Letter { .. } => 4,
            Self::Size(_) => 5,
            Self::Flaw(_) => 6,
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = |spec: &Spec| Side::BOTH.map(|side| spec.side(side).id).join(" and ");
        match self {
            Self::TooLong { bytes } => {
                write!(f, "a position takes at most {MAX_BYTES} bytes, and this text has {bytes}")
            }
            Self::NoSide { spec } => {
                write!(f, "the side to move is missing; there are {}", sides(spec))
            }
            Self::Side { spec, given } => {
                write!(f, "there is no side '{given}'; there are {}", sides(spec))
            }
            Self::Row { row, length, rows } => {
                write!(f, "row {row} from the top has length {length}, and the rows number {rows}")
            }
            Self::Letter { spec, letter, at } => {
                let [first, second] = Piece::BOTH.map(|piece| spec.piece(piece).letter);
                let letter = letter.escape_debug();
                write!(f, "'{letter}' at {at} is no piece of {}: ", spec.name)?;
                write!(f, "there are {first} and {second}, and {EMPTY} for none")
            }
            Self::Size(error) => error.fmt(f),
            Self::Flaw(flaw) => write!(f, "the position cannot stand: {}", sentence(flaw)),
        }
    }
}

impl std::error::Error for TextError {}

/// The text of a flaw with the names of the cells in its holes.
fn sentence(flaw: &Flaw) -> String {
    let fill = |text: String, (role, at): (Role, Point)| {
        text.replace(&format!("{{{role}}}"), &at.to_string())
    };
    flaw.named_cells().fold(flaw.rule.text.to_owned(), fill)
}
