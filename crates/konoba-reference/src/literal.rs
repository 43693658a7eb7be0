//! A position of any game that has a literal implementation.

use std::collections::{BTreeMap, BTreeSet};

use konoba_rules::playout::{PlayoutRules, Verdict};
use konoba_rules::{Piece, PieceChoice, Point, Setup, Side, Spec};

use crate::order_and_chaos::Variant;
use crate::{Board, Fault, Fills, konobi, order_and_chaos, quentin};

/// A position, judged by the letter of the rules.
///
/// The swap of the pie rule changes neither the board nor the side to move, so there is nothing of
/// it here.
///
/// ```
/// use konoba_reference::{Fault, Literal};
/// use konoba_rules::{Piece, Point, Side};
///
/// let mut position = Literal::new(&"konobi:2".parse().unwrap());
/// let [b1, b2, a2] = ["b1", "b2", "a2"].map(|name| name.parse::<Point>().unwrap());
/// position.play(b1, Piece::First).unwrap();
/// position.play(b2, Piece::Second).unwrap();
/// let a1 = Point::new(0, 0);
/// let fault = Fault::WeakConnection { stone: b1, clean: a1 };
/// assert_eq!(position.play(a2, Piece::First), Err(vec![fault]));
/// assert_eq!(position.legal(Side::First), [(a1, Piece::First)]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Literal {
    setup: Setup,
    game: Game,
    board: Board,
    to_move: Side,
    fills: Fills,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Game {
    Konobi,
    Quentin,
    OrderAndChaos(Variant),
}

impl Game {
    fn from_setup(setup: &Setup) -> Option<Self> {
        match setup.spec.id {
            "konobi" => Some(Self::Konobi),
            "quentin" => Some(Self::Quentin),
            "order-and-chaos" => {
                let id = setup.spec.variants[usize::from(setup.variant)].id;
                Some(Self::OrderAndChaos(Variant::named(id).expect("O2 names every variant")))
            }
            _ => None,
        }
    }
}

impl Literal {
    /// Whether a game has a literal implementation. A game in the register need not.
    pub fn knows(spec: &'static Spec) -> bool {
        Game::from_setup(&Setup::default_of(spec)).is_some()
    }

    /// The empty board.
    ///
    /// # Panics
    /// If it does not know the game.
    pub fn new(setup: &Setup) -> Self {
        Self::with_cells(setup, BTreeMap::new(), Side::First)
    }

    /// The board with these pieces, taken as they are. All lie on the board.
    ///
    /// # Panics
    /// If it does not know the game.
    pub fn with_cells(setup: &Setup, cells: BTreeMap<Point, Piece>, to_move: Side) -> Self {
        let board = Board { size: setup.size, cells };
        let game = Game::from_setup(setup).expect("the game has a literal implementation");
        Self { setup: *setup, game, board, to_move, fills: Fills::default() }
    }

    /// The game, its size and its variant.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The board, for the functions of the games' modules.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The size of the board.
    pub fn size(&self) -> u8 {
        self.board.size
    }

    /// The pieces; a point that is not in the map is empty.
    pub fn cells(&self) -> &BTreeMap<Point, Piece> {
        &self.board.cells
    }

    /// The rows of the board, the top one first, in the game's letters: `W.B`.
    pub fn rows(&self) -> Vec<String> {
        let letter =
            |point| self.board.at(point).map_or('.', |at| self.setup.spec.piece(at).letter);
        let row = |y| (0..self.size()).map(|x| letter(Point::new(x, y))).collect();
        (0..self.size()).rev().map(row).collect()
    }

    /// Whose turn it is, or would be if the game were not over.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// What the last move filled; nothing after a pass or on a board that was set up.
    pub fn fills(&self) -> &Fills {
        &self.fills
    }

    /// The side that has won, no matter which one moved.
    pub fn winner(&self) -> Option<Side> {
        match self.game {
            Game::Konobi | Game::Quentin => {
                Side::BOTH.into_iter().find(|side| !self.winning_chains(*side).is_empty())
            }
            Game::OrderAndChaos(variant) => {
                if !order_and_chaos::winning_runs(&self.board, variant).is_empty() {
                    Some(Side::First)
                } else if order_and_chaos::open_lines(&self.board, variant).is_empty() {
                    // O4. Chaos wins at once when no line is open.
                    Some(Side::Second)
                } else {
                    None
                }
            }
        }
    }

    /// The chains or lines by which the winner has won, of which one turn may complete several;
    /// none before the end, or where Chaos has won.
    pub fn witnesses(&self) -> Vec<BTreeSet<Point>> {
        match self.game {
            Game::Konobi | Game::Quentin => {
                Side::BOTH.into_iter().flat_map(|side| self.winning_chains(side)).collect()
            }
            Game::OrderAndChaos(variant) => order_and_chaos::winning_runs(&self.board, variant)
                .into_iter()
                .map(BTreeSet::from_iter)
                .collect(),
        }
    }

    /// The chains of a side that touch both of its edges.
    fn winning_chains(&self, side: Side) -> Vec<BTreeSet<Point>> {
        let mut chains = match self.game {
            Game::Konobi => konobi::chains(&self.board, side),
            Game::Quentin => quentin::chains(&self.board, side),
            Game::OrderAndChaos(_) => Vec::new(),
        };
        chains.retain(|chain| self.board.touches_both_edges(chain, side));
        chains
    }

    /// The cells of each line that is open, in Order and Chaos; nothing in the other games.
    pub fn open_lines(&self) -> Vec<Vec<Point>> {
        match self.game {
            Game::Konobi | Game::Quentin => Vec::new(),
            Game::OrderAndChaos(variant) => order_and_chaos::open_lines(&self.board, variant),
        }
    }

    /// Every legal placement of a side, to move or not, in the order of points; none after the
    /// end of the game.
    pub fn legal(&self, side: Side) -> Vec<(Point, Piece)> {
        let mut legal = Vec::new();
        if self.winner().is_none() {
            for at in self.board.empty_points() {
                for piece in self.pieces_of(side) {
                    if self.faults(side, at, piece).is_empty() {
                        legal.push((at, piece));
                    }
                }
            }
        }
        legal
    }

    /// The pieces that a side may place.
    fn pieces_of(&self, side: Side) -> Vec<Piece> {
        match self.setup.spec.choice {
            PieceChoice::Own => vec![side.piece()],
            PieceChoice::Either => Piece::BOTH.to_vec(),
        }
    }

    /// Whether the side to move has no legal placement, though the game goes on.
    pub fn must_pass(&self) -> bool {
        self.winner().is_none() && self.legal(self.to_move).is_empty()
    }

    /// Everything that is wrong with a placement, the rules in the order in which a refusal names
    /// them; nothing if it is legal. Whether the game is over is not looked at.
    ///
    /// # Panics
    /// If the piece is not the side's own in a game where each side has a colour.
    pub fn faults(&self, side: Side, at: Point, piece: Piece) -> Vec<Fault> {
        self.after(side, at, piece).err().unwrap_or_default()
    }

    /// The board after a placement, with what it fills, if it is legal.
    fn after(&self, side: Side, at: Point, piece: Piece) -> Result<(Board, Fills), Vec<Fault>> {
        assert!(self.pieces_of(side).contains(&piece), "a side with a colour places that colour");
        if !at.is_on(self.size()) {
            return Err(vec![Fault::OffBoard(at)]);
        }
        if self.board.at(at).is_some() {
            return Err(vec![Fault::Occupied(at)]);
        }
        let (board, fills) = match self.game {
            Game::Quentin => quentin::turn(&self.board, side, at),
            Game::Konobi | Game::OrderAndChaos(_) => (self.board.with(at, piece), Fills::default()),
        };
        let faults = match self.game {
            Game::Konobi => konobi::faults(&self.board, at, piece),
            Game::Quentin => quentin::faults(&board),
            // O1. Both sides place either piece on any empty cell.
            Game::OrderAndChaos(_) => Vec::new(),
        };
        if faults.is_empty() { Ok((board, fills)) } else { Err(faults) }
    }

    /// Places for a side, to move or not, and even if the game is over; then the other side is
    /// to move. Returns what was filled, or all that is wrong, and then nothing has changed.
    ///
    /// # Panics
    /// If the piece is not the side's own in a game where each side has a colour.
    pub fn place(&mut self, side: Side, at: Point, piece: Piece) -> Result<&Fills, Vec<Fault>> {
        (self.board, self.fills) = self.after(side, at, piece)?;
        self.to_move = side.other();
        Ok(&self.fills)
    }

    /// Places for the side to move, unless the game is over.
    ///
    /// # Panics
    /// If the piece is not the side's own in a game where each side has a colour.
    pub fn play(&mut self, at: Point, piece: Piece) -> Result<(), Vec<Fault>> {
        if self.winner().is_some() {
            return Err(vec![Fault::GameOver]);
        }
        self.place(self.to_move, at, piece).map(|_| ())
    }

    /// Passes for the side to move, which it may only where it must.
    pub fn pass(&mut self) -> Result<(), Fault> {
        if self.winner().is_some() {
            return Err(Fault::GameOver);
        }
        if !self.must_pass() {
            return Err(Fault::NoPass);
        }
        self.fills = Fills::default();
        self.to_move = self.to_move.other();
        Ok(())
    }
}

impl PlayoutRules for Literal {
    fn judge(&mut self, side: Side, at: Point, piece: Piece) -> Verdict {
        match self.place(side, at, piece) {
            Err(_) => Verdict::Refused,
            Ok(_) => self.winner().map_or(Verdict::GoesOn, Verdict::Won),
        }
    }

    fn is_vacant(&self, at: Point) -> bool {
        self.board.at(at).is_none()
    }
}
