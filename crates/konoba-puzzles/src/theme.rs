//! What a puzzle is about, found by rules that look at nothing but the board.

use konoba_rules::{AnyPosition, Grid, Illegal, Move, Piece, PieceChoice, Point, Side};

use crate::Puzzle;
use crate::pairing::has_pairs;
use crate::template::is_template;

/// Something that can be said of a puzzle. Packed puzzles name it by its place, so a new one comes last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Theme {
    /// The first move ends the game.
    WinInOne,
    /// The other side threatens to win at once, and the first move does not win at once itself.
    OnlyDefence,
    /// After the first move, its side would win at once in two places or more.
    DoubleThreat,
    /// After the first move, its side would not win at once anywhere.
    QuietMove,
    /// After the first move, its side would win at once on a point where the other side may not place.
    ClosedPoint,
    /// The same, where what forbids it is a crosscut.
    Crosscut,
    /// The first move touches a stone of its own colour diagonally, and no stone of that colour is beside both.
    DiagonalStep,
    /// The first move is on an edge that its side connects.
    Edge,
    /// The first move is not connected to an edge that is two or three lines away, and cannot be kept off it: after any reply one move
    /// connects it.
    EdgeTemplate,
    /// A move of the solution fills points.
    Fill,
    /// A move of the solving side fills points for the other side.
    FillForOther,
    /// The other side has to pass.
    ForcedPass,
    /// The game ends by a move of the other side.
    OwnGoal,
    /// One line is open, and no other.
    LastLine,
    /// The side that breaks lines moves, and then each open line has two empty points of its own, of which it can answer one by the
    /// other. There are at least two such lines.
    Pairing,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::WinInOne,
        Self::OnlyDefence,
        Self::DoubleThreat,
        Self::QuietMove,
        Self::ClosedPoint,
        Self::Crosscut,
        Self::DiagonalStep,
        Self::Edge,
        Self::EdgeTemplate,
        Self::Fill,
        Self::FillForOther,
        Self::ForcedPass,
        Self::OwnGoal,
        Self::LastLine,
        Self::Pairing,
    ];

    /// The id that people type.
    pub const fn id(self) -> &'static str {
        match self {
            Self::WinInOne => "win-in-one",
            Self::OnlyDefence => "only-defence",
            Self::DoubleThreat => "double-threat",
            Self::QuietMove => "quiet-move",
            Self::ClosedPoint => "closed-point",
            Self::Crosscut => "crosscut",
            Self::DiagonalStep => "diagonal-step",
            Self::Edge => "edge",
            Self::EdgeTemplate => "edge-template",
            Self::Fill => "fill",
            Self::FillForOther => "fill-for-other",
            Self::ForcedPass => "forced-pass",
            Self::OwnGoal => "own-goal",
            Self::LastLine => "last-line",
            Self::Pairing => "pairing",
        }
    }

    /// The name that people read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WinInOne => "Win in one",
            Self::OnlyDefence => "Only defence",
            Self::DoubleThreat => "Double threat",
            Self::QuietMove => "Quiet move",
            Self::ClosedPoint => "A point closed to the other side",
            Self::Crosscut => "Crosscut",
            Self::DiagonalStep => "Diagonal step",
            Self::Edge => "Edge",
            Self::EdgeTemplate => "Edge template",
            Self::Fill => "Territory",
            Self::FillForOther => "Territory for the other side",
            Self::ForcedPass => "Forced pass",
            Self::OwnGoal => "Won by the other side's move",
            Self::LastLine => "Last open line",
            Self::Pairing => "Pairing",
        }
    }

    /// The theme with this id.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.id() == id)
    }
}

/// The themes of a puzzle, from its position and its main line.
pub fn themes(puzzle: &Puzzle) -> Vec<Theme> {
    let Some(look) = Look::at(puzzle) else { return Vec::new() };
    Theme::ALL.into_iter().filter(|theme| look.shows(*theme)).collect()
}

/// A puzzle whose main line was played.
struct Look {
    side: Side,
    start: AnyPosition,
    key: Move,
    /// After the first move.
    after: AnyPosition,
    /// Where the side that solves would win at once then, were it to move again.
    threats: Vec<Move>,
    /// Who moved in the main line, what was played, and what it filled by kind of piece.
    played: Vec<(Side, Move, [u32; 2])>,
    /// Who made the last move, if it won for the side that solves.
    won_by: Option<Side>,
}

impl Look {
    fn at(puzzle: &Puzzle) -> Option<Self> {
        let start = puzzle.position();
        let side = start.to_move();
        let mut position = start;
        let mut played = Vec::new();
        let mut after = None;
        for step in &puzzle.steps {
            for mv in step.wins.first().into_iter().chain(&step.answer) {
                let done = position.play(*mv).ok()?;
                played.push((done.side, *mv, done.fills.map(|fill| fill.count())));
                after.get_or_insert(position);
            }
        }
        let (after, key) = (after?, played.first()?.1);
        let won_by = (position.winner() == Some(side)).then(|| played.last()).flatten();
        let won_by = won_by.map(|(by, ..)| *by);
        Some(Self { side, start, key, after, threats: wins_at_once(&after, side), played, won_by })
    }

    fn shows(&self, theme: Theme) -> bool {
        let side = self.side;
        let is_over = self.after.winner().is_some();
        match theme {
            Theme::WinInOne => is_over,
            Theme::OnlyDefence => !is_over && !wins_at_once(&self.start, side.other()).is_empty(),
            Theme::DoubleThreat => {
                let mut points: Vec<_> = self.threats.iter().map(|mv| mv.point()).collect();
                points.sort();
                points.dedup();
                points.len() > 1
            }
            Theme::QuietMove => !is_over && self.threats.is_empty(),
            Theme::ClosedPoint => self.closed_by().next().is_some(),
            Theme::Crosscut => self.closed_by().any(|rule| rule == "crosscut"),
            Theme::DiagonalStep => self.has_lone_diagonal(),
            Theme::Edge => self.is_on_own_edge(),
            Theme::EdgeTemplate => self.has_template(),
            Theme::Fill => self.played.iter().any(|(by, _, fills)| *by == side && *fills != [0; 2]),
            Theme::FillForOther => {
                let other = side.other().piece().index();
                self.played.iter().any(|(by, _, fills)| *by == side && fills[other] > 0)
            }
            Theme::ForcedPass => {
                self.played.iter().any(|(by, mv, _)| *by != side && *mv == Move::Pass)
            }
            Theme::OwnGoal => self.won_by == Some(side.other()),
            Theme::LastLine => self.start.open_lines().len() == 1,
            Theme::Pairing => {
                let (lines, [first, second]) = (self.after.open_lines(), self.after.pieces());
                side == Side::Second && lines.len() > 1 && has_pairs(&lines, first | second)
            }
        }
    }

    /// The rules that keep the other side off a point where the side that solves would win at once.
    fn closed_by(&self) -> impl Iterator<Item = &'static str> + '_ {
        let other = self.side.other();
        self.threats.iter().filter_map(move |mv| match self.after.why_not(other, *mv)? {
            Illegal::Rule(_, broken) => Some(broken.flaw.rule.id),
            _ => None,
        })
    }

    fn own(&self) -> Option<(Point, Piece)> {
        let is_own = self.start.setup().spec.choice == PieceChoice::Own;
        self.key.point().filter(|_| is_own).map(|at| (at, self.side.piece()))
    }

    fn has_lone_diagonal(&self) -> bool {
        let Some((at, piece)) = self.own() else { return false };
        let stones = self.start.pieces()[piece.index()];
        let size = self.start.setup().size;
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|(dx, dy)| {
            at.offset(dx, dy, size).is_some_and(|stone| {
                let between = [Point::new(stone.x, at.y), Point::new(at.x, stone.y)];
                stones.contains(stone) && !between.iter().any(|point| stones.contains(*point))
            })
        })
    }

    fn has_template(&self) -> bool {
        let has_edges = self.start.setup().spec.has_edges;
        let own = self.own().filter(|_| has_edges);
        own.is_some_and(|(at, _)| is_template(&self.after, self.side, at))
    }

    fn is_on_own_edge(&self) -> bool {
        let setup = self.start.setup();
        let Some((at, _)) = self.own().filter(|_| setup.spec.has_edges) else { return false };
        let along = match self.side {
            Side::First => at.y,
            Side::Second => at.x,
        };
        along == 0 || along == setup.size - 1
    }
}

/// The moves by which a side would win at once, were it to move.
pub(crate) fn wins_at_once(position: &AnyPosition, side: Side) -> Vec<Move> {
    // What stands in the middle of a game can stand for either side to move.
    let Ok(turned) = AnyPosition::standing(position.setup(), position.pieces(), side) else {
        return Vec::new();
    };
    let mut moves = turned.moves_of(side);
    moves.retain(|mv| {
        let mut next = turned;
        next.play(*mv).is_ok() && next.winner() == Some(side)
    });
    moves
}
