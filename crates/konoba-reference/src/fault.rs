//! What is wrong with a move.

use konoba_rules::Point;

/// A rule that a move breaks, with the cells to blame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The board has no such point.
    OffBoard(Point),
    /// There is a piece already.
    Occupied(Point),
    /// The four stones, the placed one among them, would be a crosscut (K3).
    Crosscut([Point; 4]),
    /// The placed stone would be weakly connected to a stone that could do better (K2).
    WeakConnection {
        /// The stone to which the connection would be weak.
        stone: Point,
        /// An empty point beside it where a stone would have no weak connection at all.
        clean: Point,
    },
    /// The two like-coloured stones would be diagonally adjacent without a common neighbour of
    /// their colour (Q4).
    Diagonal([Point; 2]),
    /// There is a legal placement, so there is no pass.
    NoPass,
    /// The game is over.
    GameOver,
}

impl Fault {
    /// The id of the rule, the same for which the fast rules are known outside.
    pub fn id(&self) -> &'static str {
        match self {
            Self::OffBoard(_) => "off-board",
            Self::Occupied(_) => "occupied",
            Self::Crosscut(_) => "crosscut",
            Self::WeakConnection { .. } => "weak-connection",
            Self::Diagonal(_) => "diagonal",
            Self::NoPass => "no-pass",
            Self::GameOver => "game-over",
        }
    }

    /// The cells to blame: of a weak connection the stone and then the clean point, else in the
    /// order of points.
    pub fn cells(&self) -> Vec<Point> {
        match self {
            Self::OffBoard(at) | Self::Occupied(at) => vec![*at],
            Self::Crosscut(block) => block.to_vec(),
            Self::WeakConnection { stone, clean } => vec![*stone, *clean],
            Self::Diagonal(pair) => pair.to_vec(),
            Self::NoPass | Self::GameOver => Vec::new(),
        }
    }
}
