//! A record of a game: how it was set up, who played, a tree of moves, and how it ended.
//!
//! As text it is an SGF file ([`Record::to_sgf`]) or one line for an address ([`Record::to_line`]).

mod cursor;
mod edit;
mod file_name;
mod line;
mod outcome;
mod plain;
mod read;
mod refusal;
mod sgf;
mod tree;

use std::time::Duration;

pub use cursor::Cursor;
#[cfg(debug_assertions)]
pub use cursor::replayed;
pub use line::{LineError, LineProblem, MAX_LINE_BYTES};
pub use outcome::{Contradiction, How, Outcome};
pub use plain::MAX_NAME_CHARS;
pub use read::ReadError;
pub use refusal::{AddError, Full, IllegalMove};
pub use sgf::{MAX_SGF_BYTES, SgfError, SgfProblem};
pub use tree::{Foreign, Node, NodeId};

use crate::{AnyPosition, Flaw, Level, Move, Setup, Side};
use tree::Tree;

/// The most nodes that a record takes, the root included.
pub const MAX_NODES: usize = 100_000;
/// The most bytes that its comments and foreign properties may take as they are written.
pub const MAX_TEXT_BYTES: usize = 3 << 20;
/// The longest time left on a clock, some 115 days; a longer one is cut to it.
pub const MAX_CLOCK: Duration = Duration::from_millis(9_999_999_999);

/// A record of a game.
///
/// It holds nothing but legal games: a move enters only by being played. Positions are not kept
/// but replayed. What it holds is bounded, so that it can always be written and read back.
///
/// ```
/// use konoba_rules::{Move, Record, Side, record::NodeId};
/// let setup = "konobi:5".parse().unwrap();
/// let mut record = Record::new(setup).with_players(["Ana", "Bo"]);
/// let play = |text| Move::read(text, setup.spec).unwrap();
/// let centre = record.play(NodeId::ROOT, play("c3")).unwrap();
/// record.play(centre, play("swap")).unwrap();
/// record.play(centre, play("b2")).unwrap();
/// record.annotate(centre, "A good one to take.").unwrap();
/// assert_eq!(record.moves().collect::<Vec<_>>(), [play("c3"), Move::Swap]);
/// assert_eq!(record.position_at(record.last()).to_move(), Side::Second);
/// assert_eq!(Record::from_sgf(record.to_sgf().as_bytes()).unwrap(), record);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    start: AnyPosition,
    players: [String; 2],
    engines: [Option<Level>; 2],
    date: String,
    event: String,
    application: Application,
    tree: Tree,
    outcome: Option<Outcome>,
    /// What counts towards [`MAX_TEXT_BYTES`].
    text_bytes: usize,
}

/// The program that made a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Application {
    name: String,
    version: String,
}

impl Application {
    fn new(name: &str, version: &str) -> Self {
        Self { name: plain::one_line(name), version: plain::one_line(version) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its version, as it writes it.
    pub fn version(&self) -> &str {
        &self.version
    }
}

impl Record {
    /// A record without moves, from the empty board.
    pub fn new(setup: Setup) -> Self {
        Self::starting(AnyPosition::start(setup))
    }

    /// A record without moves that starts in the middle of a game, without what came before:
    /// nothing but the pieces and whose turn it is. A swap that was offered is offered no more.
    pub fn from_position(position: &AnyPosition) -> Result<Self, Flaw> {
        let (setup, pieces) = (position.setup(), position.pieces());
        AnyPosition::standing(setup, pieces, position.to_move()).map(Self::starting)
    }

    fn starting(start: AnyPosition) -> Self {
        Self {
            start,
            players: Default::default(),
            engines: [None; 2],
            date: String::new(),
            event: String::new(),
            application: Application::new("Konoba", env!("CARGO_PKG_VERSION")),
            tree: Tree::new(),
            outcome: None,
            text_bytes: 0,
        }
    }

    /// The same with the names of those who sat at the first and the second side at the start.
    /// Like every line of text a name is cut to [`MAX_NAME_CHARS`] characters.
    pub fn with_players(self, names: [&str; 2]) -> Self {
        Self { players: names.map(plain::one_line), ..self }
    }

    /// The same with the levels of the engines that sat at the first and the second side at the
    /// start; none stands for a person.
    pub fn with_engines(self, engines: [Option<Level>; 2]) -> Self {
        Self { engines, ..self }
    }

    /// The same with the day of the game.
    pub fn with_date(self, date: &str) -> Self {
        Self { date: plain::one_line(date), ..self }
    }

    /// The same with the occasion of the game.
    pub fn with_event(self, event: &str) -> Self {
        Self { event: plain::one_line(event), ..self }
    }

    /// How the game was set up.
    pub fn setup(&self) -> Setup {
        self.start.setup()
    }

    /// The version of the game's rules by which the moves are legal.
    pub fn rules_version(&self) -> u16 {
        self.setup().spec.version
    }

    /// The position before the first move.
    pub const fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// Whether the game did not start from the empty board.
    pub fn has_own_start(&self) -> bool {
        self.start != AnyPosition::start(self.setup())
    }

    /// The name of who sat at a side at the start; empty if it is not known.
    pub fn player(&self, side: Side) -> &str {
        &self.players[side.index()]
    }

    /// The level of the engine that sat at a side at the start; none if it was a person or
    /// is not known.
    pub const fn engine(&self, side: Side) -> Option<Level> {
        self.engines[side.index()]
    }

    /// The day of the game; empty if it is not known.
    pub fn date(&self) -> &str {
        &self.date
    }

    /// The occasion of the game; empty if it is not known.
    pub fn event(&self) -> &str {
        &self.event
    }

    /// The program that made the record.
    pub const fn application(&self) -> &Application {
        &self.application
    }

    /// How the game ended, if it has.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// A node.
    ///
    /// # Panics
    /// If the number is that of a node in another, larger record; so do all that take a number.
    pub fn node(&self, id: NodeId) -> &Node {
        self.tree.node(id)
    }

    /// Every node, each before its children, and these in their order.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.tree.walk()
    }

    /// The nodes of the main line, which is the game as it was played, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.tree.main_line()
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.main_line().filter_map(|id| self.node(id).mv())
    }

    /// The end of the main line.
    pub fn last(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// The moves that lead to a node.
    pub fn moves_to(&self, id: NodeId) -> Vec<Move> {
        let mut moves: Vec<_> = self.tree.up_from(id).filter_map(|id| self.node(id).mv()).collect();
        moves.reverse();
        moves
    }

    /// The position at a node.
    pub fn position_at(&self, id: NodeId) -> AnyPosition {
        let mut position = self.start;
        let moves = self.moves_to(id);
        #[cfg(debug_assertions)]
        replayed::add(moves.len());
        for mv in moves {
            position.play(mv).expect("a record holds legal moves only");
        }
        position
    }

    /// Plays a move at a node: goes to the child that has it, or adds one as the last variation.
    /// A game won at the end of the main line has that outcome, whatever was said before. The game
    /// is replayed up to the node; many moves in a row are added by [`Record::play_on`].
    pub fn play(&mut self, at: NodeId, mv: Move) -> Result<NodeId, AddError> {
        match self.tree.child_by(at, mv) {
            Some(child) => Ok(child),
            None => self.add(&mut self.cursor_at(at), mv),
        }
    }

    /// Adds a child at the cursor, even if there is one with this move, and goes there.
    fn add(&mut self, cursor: &mut Cursor, mv: Move) -> Result<NodeId, AddError> {
        if self.tree.len() == MAX_NODES {
            return Err(AddError::Full(Full));
        }
        let spec = self.setup().spec;
        let played = cursor
            .position
            .play(mv)
            .map_err(|illegal| AddError::Illegal(Box::new(IllegalMove { spec, mv, illegal })))?;
        cursor.node = self.tree.add(cursor.node, played.side, mv);
        if let Some(winner) = cursor.position.winner()
            && self.tree.is_on_main_line(cursor.node)
        {
            self.outcome = Some(Outcome::on_board(winner));
        }
        Ok(cursor.node)
    }

    /// Says how the game ended, unless the board at the end of the main line says otherwise.
    pub fn conclude(&mut self, outcome: Outcome) -> Result<(), Contradiction> {
        // An outcome has several writings, and the record keeps the one that is read back.
        let Some(given) = Outcome::read(&outcome.to_string()) else {
            return Ok(());
        };
        let on_board = self.position_at(self.last()).winner();
        let agrees = match on_board {
            Some(winner) => given == Outcome::on_board(winner),
            None => !matches!(given, Outcome::Won { how: How::Board, .. }),
        };
        if !agrees {
            return Err(Contradiction { spec: self.setup().spec, given, on_board });
        }
        self.outcome = Some(given);
        Ok(())
    }

    /// Replaces what is said about a move.
    pub fn annotate(&mut self, at: NodeId, comment: &str) -> Result<(), Full> {
        let comment = plain::many_lines(comment);
        let node = self.tree.node_mut(at);
        let before = self.text_bytes - sgf::written_len(&node.comment);
        self.text_bytes = room_for(before, sgf::written_len(&comment))?;
        node.comment = comment;
        Ok(())
    }

    /// Notes the time that a side has left after a move, to the thousandth of a second.
    pub fn stamp(&mut self, at: NodeId, side: Side, left: Duration) {
        let millis = left.min(MAX_CLOCK).as_millis() as u64;
        self.tree.node_mut(at).clocks[side.index()] = Some(Duration::from_millis(millis));
    }

    /// Keeps a property that is not of our set.
    fn keep(&mut self, at: NodeId, foreign: Foreign) -> Result<(), Full> {
        self.text_bytes = room_for(self.text_bytes, edit::foreign_bytes(&foreign))?;
        self.tree.node_mut(at).foreign.push(foreign);
        Ok(())
    }
}

/// The sum of texts, unless it is too much.
fn room_for(bytes: usize, more: usize) -> Result<usize, Full> {
    Some(bytes + more).filter(|sum| *sum <= MAX_TEXT_BYTES).ok_or(Full)
}
