//! Why a move is refused: data, never a bare string. The words are made elsewhere.

use crate::{Grid, Point, Points, Rule};

/// A rule that does not hold, with the cells to blame.
#[derive(Clone, Copy, Debug)]
pub struct Flaw {
    /// Which rule.
    pub rule: &'static Rule,
    /// The cells to blame, each in the place of its role in [`Rule::roles`], and after them those of
    /// [`Rule::helpers`].
    pub cells: [Option<Point>; 4],
}

/// The role of a cell in a rule's text: the name of the hole it goes into.
pub type Role = &'static str;

impl Flaw {
    /// The game has been won, so that the board cannot stand in the middle of a game.
    pub const WON: Self = {
        static WON: Rule =
            Rule { id: "won", roles: &[], helpers: &[], text: "the game is already won" };
        Self { rule: &WON, cells: [None; 4] }
    };

    /// A broken rule with its cells, in the order of the rule's roles and then of its helpers.
    pub fn new<const CELLS: usize>(rule: &'static Rule, named: [Point; CELLS]) -> Self {
        debug_assert_eq!(rule.roles.len() + rule.helpers.len(), CELLS, "each role has its cell");
        let mut cells = [None; 4];
        cells.iter_mut().zip(named).for_each(|(cell, at)| *cell = Some(at));
        Self { rule, cells }
    }

    /// The cells that the rule's text names, each with its role: those to blame, then the helpers.
    pub fn named_cells(&self) -> impl Iterator<Item = (Role, Point)> + Clone + use<> {
        let roles = self.rule.roles.iter().chain(self.rule.helpers).copied();
        roles.zip(self.cells.into_iter().flatten())
    }

    /// The cells to blame.
    pub fn blamed(&self) -> impl Iterator<Item = Point> + use<> {
        self.cells.into_iter().flatten().take(self.rule.roles.len())
    }
}

/// A rule of a game that a placement breaks.
#[derive(Clone, Copy, Debug)]
pub struct Broken<G> {
    /// The rule and the cells to blame.
    pub flaw: Flaw,
    /// What the placement would have filled, by kind of piece.
    pub fills: [G; 2],
}

impl<G: Grid> Broken<G> {
    /// A broken rule with its cells, where nothing would have been filled.
    pub fn new<const CELLS: usize>(rule: &'static Rule, named: [Point; CELLS]) -> Self {
        Self { flaw: Flaw::new(rule, named), fills: [G::EMPTY; 2] }
    }

    /// The same for the outside, free of widths.
    pub fn to_points(self) -> Broken<Points> {
        Broken { flaw: self.flaw, fills: self.fills.map(G::to_points) }
    }
}

/// Why a move cannot be played. The variants stand in the order in which they are looked for: of
/// several reasons the first one is given.
#[derive(Clone, Copy, Debug)]
pub enum Illegal {
    /// The board has no such point.
    OffBoard(Point),
    /// There is a piece already.
    Occupied(Point),
    /// A rule of the game is broken by placing at the point.
    Rule(Point, Broken<Points>),
    /// The game wants to know which piece.
    PieceNeeded(Point),
    /// Each side has its own colour in this game.
    NoPieceChoice(Point),
    /// There is no swap here, or not any more, or not yet.
    NoSwap,
    /// There is a legal placement, so there is no pass.
    NoPass,
    /// It is the opponent's turn.
    NotYourTurn,
    /// The game is over.
    GameOver,
}

impl Illegal {
    /// The stable id that scripts rely on.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::OffBoard(_) => "off-board",
            Self::Occupied(_) => "occupied",
            Self::Rule(_, broken) => broken.flaw.rule.id,
            Self::PieceNeeded(_) => "piece-needed",
            Self::NoPieceChoice(_) => "no-piece-choice",
            Self::NoSwap => "no-swap",
            Self::NoPass => "no-pass",
            Self::NotYourTurn => "not-your-turn",
            Self::GameOver => "game-over",
        }
    }

    /// The cells to blame, in the order in which a reason names them.
    pub fn cells(&self) -> impl Iterator<Item = Point> + use<> {
        let (point, flaw) = match *self {
            Self::OffBoard(at)
            | Self::Occupied(at)
            | Self::PieceNeeded(at)
            | Self::NoPieceChoice(at) => (Some(at), None),
            Self::Rule(_, broken) => (None, Some(broken.flaw)),
            Self::NoSwap | Self::NoPass | Self::NotYourTurn | Self::GameOver => (None, None),
        };
        point.into_iter().chain(flaw.into_iter().flat_map(|flaw| flaw.blamed()))
    }
}
