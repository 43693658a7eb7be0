//! The one vocabulary: whatever is said of a game, in whole and plain sentences. What differs
//! between games comes from their [`Spec`]; no other module makes words.

mod advising;
mod telling;

use konoba_rules::{
    AnyPosition, Flaw, Grid, Illegal, Move, Piece, PieceChoice, Played, Point, Points, Role, Setup,
    Side, Spec,
};

use crate::{Letters, Mark, Refusal, Spot};

/// Speaks of one game, with its points named as an interface names them.
///
/// Every sentence ends with a full stop and begins with a capital letter, unless it begins with
/// the name of a point, which is written as it is typed.
///
/// ```
/// use konoba_rules::{AnyPosition, GAMES, Move, Setup};
/// use konoba_scene::{Refusal, Sentences};
/// let mut position = AnyPosition::start(Setup::default_of(GAMES[0]));
/// let sentences = Sentences::of(position.setup());
/// assert_eq!(sentences.status(&position), "Black is to move.");
/// let played = position.play(Move::Place("e1".parse().unwrap())).unwrap();
/// assert_eq!(sentences.played(&played), "Black plays e1.");
/// let mv = Move::Place("e1".parse().unwrap());
/// let refusal = Refusal::of(&position, position.to_move(), mv).unwrap();
/// assert_eq!(sentences.refusal(&position, &refusal), "e1 is occupied.");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sentences {
    /// The game and how it was set up.
    pub setup: Setup,
    /// How the columns are lettered.
    pub letters: Letters,
}

impl Sentences {
    /// Speaks of a game with no letter skipped.
    pub const fn of(setup: Setup) -> Self {
        Self { setup, letters: Letters::Every }
    }

    /// Which game it is and how it was set up.
    pub fn setup(&self) -> String {
        let Setup { spec, size, pie, variant } = self.setup;
        let variant = spec.variants.get(usize::from(variant));
        let mut words = format!("{} on {size}x{size}", spec.name);
        if let Some(variant) = variant {
            words.push_str(&format!(", {}", variant.id));
        }
        match (spec.has_pie, pie) {
            (true, true) => words.push_str(", with the swap."),
            (true, false) => words.push_str(", without the swap."),
            (false, _) => words.push('.'),
        }
        if let Some(variant) = variant {
            words.push_str(&format!(" {}", variant.summary));
        }
        words
    }

    /// What a side must do.
    pub fn goal(&self, side: Side) -> String {
        let side = self.spec().side(side);
        format!("{} must {}.", side.name, side.goal)
    }

    /// Whose turn it is and what can be done, or who has won.
    pub fn status(&self, position: &AnyPosition) -> String {
        let side = position.to_move();
        match position.winner() {
            Some(winner) => self.outcome(winner),
            None if position.must_pass() => self.forced_pass(side),
            None if position.swap_is_offered() => {
                format!("{} is to move and may swap.", self.side(side))
            }
            None => format!("{} is to move.", self.side(side)),
        }
    }

    /// That a side can do nothing but pass.
    pub fn forced_pass(&self, side: Side) -> String {
        format!("{} has no legal point and must pass.", self.side(side))
    }

    /// What a move did.
    pub fn played(&self, played: &Played<Points>) -> String {
        let side = self.side(played.side);
        let placed = match played.mv {
            Move::Place(at) => format!("{side} plays {}", self.point(at)),
            Move::PlacePiece(piece, at) => {
                format!("{side} plays {} on {}", self.spec().piece(piece).name, self.point(at))
            }
            Move::Swap => {
                return format!(
                    "{side} swaps: the players exchange sides, and {side} is still to move."
                );
            }
            Move::Pass => return format!("{side} has no legal point and passes."),
        };
        match self.fills(played.fills) {
            Some(fills) => format!("{placed}, which fills {fills}."),
            None => format!("{placed}."),
        }
    }

    /// Who has won, and how.
    pub fn outcome(&self, winner: Side) -> String {
        let side = self.spec().side(winner);
        format!("{} wins by {}.", side.name, side.won_by)
    }

    /// Why a move was refused in this position.
    pub fn refusal(&self, position: &AnyPosition, refusal: &Refusal) -> String {
        let spec = self.spec();
        match refusal.why {
            Illegal::OffBoard(at) => {
                let last = self.setup.size - 1;
                let corners = [Point::new(0, 0), Point::new(last, last)];
                let [first, last] = corners.map(|corner| self.point(corner));
                format!("{} is off the board, which goes from {first} to {last}.", self.point(at))
            }
            Illegal::Occupied(at) => format!("{} is occupied.", self.point(at)),
            Illegal::Rule(at, broken) => {
                let cells = broken.flaw.named_cells().chain([("p", at)]);
                let text = self.with_cells(broken.flaw.rule.text, cells);
                match self.fills(broken.fills) {
                    Some(fills) => format!("{} would fill {fills}; then {text}.", self.point(at)),
                    None => starting_sentence(broken.flaw.rule.text, text),
                }
            }
            Illegal::PieceNeeded(at) => {
                let [first, second] = [&spec.pieces[0], &spec.pieces[1]].map(|piece| piece.name);
                format!("Say which piece goes on {}, {first} or {second}.", self.point(at))
            }
            Illegal::NoPieceChoice(at) => {
                let side = self.side(refusal.side);
                format!("{side} does not choose the piece: play just {}.", self.point(at))
            }
            Illegal::NoSwap if !spec.has_pie => format!("There is no swap in {}.", spec.name),
            Illegal::NoSwap if !self.setup.pie => "There is no swap in this game.".to_owned(),
            Illegal::NoSwap => {
                let second = self.side(Side::Second);
                format!("Only {second} may swap, and only on its first turn.")
            }
            Illegal::NoPass => "A side may pass only when it has no legal point.".to_owned(),
            Illegal::NotYourTurn => {
                let (to_move, side) = (self.side(position.to_move()), self.side(refusal.side));
                format!("{to_move} is to move, not {side}.")
            }
            Illegal::GameOver => match position.winner() {
                Some(winner) => format!("The game is over: {} has won.", self.side(winner)),
                None => "The game is over.".to_owned(),
            },
        }
    }

    /// Why a position cannot stand in the middle of a game.
    pub fn flaw(&self, flaw: &Flaw) -> String {
        let filled = self.with_cells(flaw.rule.text, flaw.named_cells());
        starting_sentence(flaw.rule.text, filled)
    }

    /// What is on the board: each kind of piece with its points.
    pub fn pieces(&self, spots: &[Spot]) -> String {
        let of = |piece| spots.iter().filter(move |spot| spot.piece == Some(piece));
        let kinds = Piece::BOTH.into_iter().filter(|piece| of(*piece).next().is_some());
        let listed = kinds.map(|piece| {
            let points = self.points(of(piece).map(|spot| spot.at));
            format!("{}: {points}.", capitalised(self.spec().piece(piece).name))
        });
        let listed: Vec<_> = listed.collect();
        if listed.is_empty() { "The board is empty.".to_owned() } else { listed.join(" ") }
    }

    /// A point, what is on it and how it is marked: `c4, black stone, last move`.
    pub fn spot(&self, spot: &Spot) -> String {
        let piece = spot.piece.map_or("empty", |piece| self.spec().piece(piece).name);
        let mut words = format!("{}, {piece}", self.point(spot.at));
        for mark in spot.marks.iter() {
            words.push_str(", ");
            match (mark, spot.ghost) {
                (Mark::Tried, _) => words.push_str("refused"),
                (Mark::Blamed, _) => words.push_str("to blame"),
                (Mark::Considered, _) => words.push_str("considered"),
                (Mark::WouldFill, Some(piece)) => {
                    words.push_str("would be filled ");
                    words.push_str(&self.in_favour(piece));
                }
                (Mark::WouldFill, None) => words.push_str("would be filled"),
                (Mark::Last, _) => words.push_str("last move"),
                (Mark::Filled, _) => words.push_str("filled by the last move"),
                (Mark::Winning, _) => words.push_str("winning"),
                (Mark::Legal, _) => words.push_str("legal"),
                (Mark::OpenLine, _) => words.push_str("on an open line"),
            }
        }
        if let Some(candidate) = spot.weighed {
            words.push_str(&format!(", seems to win {} of 100 games", candidate.chances));
        }
        words
    }

    const fn spec(&self) -> &'static Spec {
        self.setup.spec
    }

    const fn side(&self, side: Side) -> &'static str {
        self.spec().side(side).name
    }

    fn point(&self, at: Point) -> String {
        self.letters.name(at)
    }

    /// `a1, b2 and c3`.
    fn points(&self, points: impl Iterator<Item = Point>) -> String {
        let names: Vec<_> = points.map(|at| self.point(at)).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }

    /// What is filled, after "fills": `a1 and b2 for Black, and c3 for White`.
    fn fills(&self, fills: [Points; 2]) -> Option<String> {
        self.fills_by(fills, |points| self.points(points.iter()))
    }

    /// The same with the points of each colour put into words by somebody else.
    fn fills_by(&self, fills: [Points; 2], said: impl Fn(Points) -> String) -> Option<String> {
        let pieces = Piece::BOTH.into_iter().filter(|piece| !fills[piece.index()].is_empty());
        let filled =
            pieces.map(|piece| format!("{} {}", said(fills[piece.index()]), self.in_favour(piece)));
        let filled: Vec<_> = filled.collect();
        (!filled.is_empty()).then(|| filled.join(", and "))
    }

    /// For whom a point is filled with a piece, or with what where a piece is nobody's.
    fn in_favour(&self, piece: Piece) -> String {
        match self.spec().choice {
            PieceChoice::Own => {
                let side = if piece == Piece::First { Side::First } else { Side::Second };
                format!("for {}", self.side(side))
            }
            PieceChoice::Either => format!("with {}", self.spec().piece(piece).name),
        }
    }

    /// A game's text with its holes filled, each by the cell with its role. A hole that nobody
    /// fills stays as it is, where the tests find it.
    fn with_cells(&self, text: &str, cells: impl Iterator<Item = (Role, Point)>) -> String {
        cells.fold(text.to_owned(), |text, (role, at)| {
            text.replace(&format!("{{{role}}}"), &self.point(at))
        })
    }
}

/// The filled text of a game as a sentence: with a capital letter, unless it begins with a hole,
/// and a full stop.
fn starting_sentence(text: &str, filled: String) -> String {
    if text.starts_with('{') { format!("{filled}.") } else { format!("{}.", capitalised(&filled)) }
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
