//! What looks different after a move. Two whole scenes would tell it too, but most of their work is to
//! name points that stay as they are.

use konoba_rules::{AnyPosition, Grid, Piece, Played, Point, Points};

use crate::{Mark, Marks, Sentences, Spot};

/// A position and the move that led to it, as they are shown.
pub type Shown<'a> = (&'a AnyPosition, Option<Played<Points>>);

/// What is different between two positions of one game.
///
/// ```
/// use konoba_rules::{AnyPosition, GAMES, Move, Setup};
/// use konoba_scene::BoardChange;
/// let before = AnyPosition::start(Setup::default_of(GAMES[0]));
/// let mut after = before;
/// let played = after.play(Move::Place("b2".parse().unwrap())).unwrap();
/// let change = BoardChange::between((&before, None), (&after, Some(played)));
/// assert_eq!(change.spots.len(), 1);
/// assert_eq!(change.spots[0].spoken, "b2, black stone, last move");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardChange {
    /// The points that look different, as they are now, row by row from a1.
    pub spots: Vec<Spot>,
    /// Whether the board as a whole looks different: there is a winning chain or line now and there was
    /// none, or the other way round.
    pub is_of_board: bool,
}

impl BoardChange {
    /// What has to be drawn anew to come from one position to the other.
    pub fn between(before: Shown<'_>, after: Shown<'_>) -> Self {
        let sentences = Sentences::of(after.0.setup());
        let (before, after) = (Layers::of(before), Layers::of(after));
        let changed = before.differences(&after);
        Self {
            spots: changed.iter().map(|at| after.spot(at, &sentences)).collect(),
            is_of_board: before.winning.is_empty() != after.winning.is_empty(),
        }
    }
}

/// Everything that can be seen of a position with its last move, as sets of points.
struct Layers {
    pieces: [Points; 2],
    last: Points,
    filled: Points,
    winning: Points,
}

impl Layers {
    fn of((position, last): Shown<'_>) -> Self {
        let [first, second] = last.map_or([Points::EMPTY; 2], |played| played.fills);
        Self {
            pieces: position.pieces(),
            last: last.and_then(|played| played.mv.point()).into_iter().collect(),
            filled: first | second,
            winning: position.witness(),
        }
    }

    fn differences(&self, other: &Self) -> Points {
        (self.pieces[0] ^ other.pieces[0])
            | (self.pieces[1] ^ other.pieces[1])
            | (self.last ^ other.last)
            | (self.filled ^ other.filled)
            | (self.winning ^ other.winning)
    }

    fn spot(&self, at: Point, sentences: &Sentences) -> Spot {
        let piece = Piece::BOTH.into_iter().find(|piece| self.pieces[piece.index()].contains(at));
        let mut marks = Marks::default();
        let layers =
            [(self.last, Mark::Last), (self.filled, Mark::Filled), (self.winning, Mark::Winning)];
        for (_, mark) in layers.into_iter().filter(|(points, _)| points.contains(at)) {
            marks.insert(mark);
        }
        let mut spot = Spot { at, piece, ghost: None, marks, weighed: None, spoken: String::new() };
        spot.spoken = sentences.spot(&spot);
        spot
    }
}
