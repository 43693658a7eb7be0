//! Everything that is said of a game, in whole and plain sentences. What differs between games comes
//! from their [`Spec`]; what is said of the people at a table is added by `konoba-table`.

mod advising;
mod reading;
mod subject;
mod telling;

use konoba_rules::{
    AnyPosition, Flaw, Grid, Illegal, Lattice, Move, Piece, PieceChoice, Played, Point, Points,
    Role, Setup, Side, Spec, Variant,
};

pub use subject::Subject;

use crate::{Letters, Mark, Refusal, Spot};

/// More points than this are counted and not named, where a sentence has to be short.
const MOST_NAMED: u32 = 4;

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

    /// Which game it is, on which board and in which variant, without a full stop: `GAME on 11x11`. That is all where the
    /// swap does not matter any more.
    pub fn game(&self) -> String {
        let Setup { spec, size, .. } = self.setup;
        let variant = self.variant().map(|variant| format!(", {}", variant.name));
        format!("{} on {size}x{size}{}", spec.name, variant.unwrap_or_default())
    }

    /// The same in whole sentences, with what the variant means.
    pub fn game_explained(&self) -> String {
        self.explained(self.game())
    }

    /// Which game it is and how it was set up, as a title without a full stop: `GAME on 11x11, with
    /// the swap`.
    pub fn title(&self) -> String {
        let Setup { spec, pie, .. } = self.setup;
        let mut title = self.game();
        match (spec.has_pie, pie) {
            (true, true) => title.push_str(", with the swap"),
            (true, false) => title.push_str(", without the swap"),
            (false, _) => {}
        }
        title
    }

    /// The same in whole sentences, with what the variant means.
    pub fn setup(&self) -> String {
        self.explained(self.title())
    }

    fn explained(&self, title: String) -> String {
        match self.variant() {
            Some(variant) => format!("{title}. {}", variant.summary),
            None => format!("{title}."),
        }
    }

    /// What a side must do.
    pub fn goal(&self, side: Side) -> String {
        let side = self.spec().side(side);
        format!("{} must {}.", side.name, side.goal)
    }

    /// Whose turn it is and what can be done, or who has won.
    pub fn status(&self, position: &AnyPosition) -> String {
        match position.winner() {
            Some(winner) => self.outcome(winner),
            None => self.turn(&self.subject(position.to_move()), position),
        }
    }

    /// Whose turn it is and what can be done, said of the one who is to move.
    pub fn turn(&self, subject: &Subject, position: &AnyPosition) -> String {
        if position.must_pass() {
            return self.forced_pass(subject);
        }
        match (subject, position.swap_is_offered()) {
            (Subject::Named(name), true) => format!("{name} is to move and may swap."),
            (Subject::Named(name), false) => format!("{name} is to move."),
            (Subject::You, true) => "Your turn. You may swap.".to_owned(),
            (Subject::You, false) => "Your turn.".to_owned(),
        }
    }

    /// That the one who is to move can only pass.
    fn forced_pass(&self, subject: &Subject) -> String {
        format!("{} no legal move and must pass.", subject.does("has", "have"))
    }

    /// What a move did.
    pub fn played(&self, played: &Played<Points>) -> String {
        format!("{}.", self.played_by(&self.subject(played.side), played))
    }

    /// What a move did, said of the one who played it, without a full stop.
    pub fn played_by(&self, subject: &Subject, played: &Played<Points>) -> String {
        let plays = subject.does("plays", "play");
        let placed = match played.mv {
            Move::Place(at) => format!("{plays} {}", self.point(at)),
            Move::PlacePiece(piece, at) => {
                format!("{plays} {} on {}", self.spec().piece(piece).name, self.point(at))
            }
            Move::Swap => {
                let side = self.side(played.side);
                let swaps = subject.does("swaps", "swap");
                return format!("{swaps}: the players exchange sides, and {side} is still to move");
            }
            Move::Pass => {
                return format!(
                    "{} no legal move and {}",
                    subject.does("has", "have"),
                    match subject {
                        Subject::Named(_) => "passes",
                        Subject::You => "pass",
                    }
                );
            }
        };
        match self.fills(played.fills) {
            Some(fills) => format!("{placed}, which fills {fills}"),
            None => placed,
        }
    }

    /// What a learner is asked to try, after a comma.
    pub fn to_try(&self, mv: Move) -> String {
        match mv {
            Move::Place(at) => format!("try {}.", self.point(at)),
            Move::PlacePiece(piece, at) => {
                format!("try {} on {}.", self.spec().piece(piece).name, self.point(at))
            }
            Move::Swap => "try to swap.".to_owned(),
            Move::Pass => "try to pass.".to_owned(),
        }
    }

    /// Who has won, and how.
    pub fn outcome(&self, winner: Side) -> String {
        let side = self.spec().side(winner);
        format!("{} wins by {}.", side.name, side.won_by)
    }

    /// Why a move was refused in this position. It names every cell to blame.
    pub fn refusal(&self, position: &AnyPosition, refusal: &Refusal) -> String {
        let spec = self.spec();
        match refusal.why {
            Illegal::OffBoard(at) => self.off_board(at),
            Illegal::Occupied(at) => {
                format!("{} is occupied.", self.point(at))
            }
            Illegal::Rule(at, broken) => {
                let cells = broken.flaw.named_cells().chain([("p", at)]);
                let text = self.with_cells(broken.flaw.rule.text, cells);
                match self.fills_in_short(broken.fills) {
                    Some(fills) => format!("{} would fill {fills}; then {text}.", self.point(at)),
                    None => starting_sentence(broken.flaw.rule.text, text),
                }
            }
            Illegal::PieceNeeded(at) => {
                let [first, second] = [&spec.pieces[0], &spec.pieces[1]].map(|piece| piece.name);
                format!("Choose {first} or {second} for {}.", self.point(at))
            }
            Illegal::NoPieceChoice(at) => {
                format!("In {} you do not choose the piece. Play {}.", spec.name, self.point(at))
            }
            Illegal::NoSwap if !spec.has_pie => format!("There is no swap in {}.", spec.name),
            Illegal::NoSwap if !self.setup.pie => {
                "This game is played without the swap.".to_owned()
            }
            Illegal::NoSwap => {
                let second = self.side(Side::Second);
                format!("Only {second} may swap, and only on its first turn.")
            }
            Illegal::NoPass | Illegal::GameOver if position.winner().is_some() => {
                let winner = position.winner().map_or("", |winner| self.side(winner));
                format!("The game is over: {winner} has won.")
            }
            // Every point that is free can be taken, so nobody is ever without a move.
            Illegal::NoPass if spec.choice == PieceChoice::Either => {
                format!("There is no passing in {}.", spec.name)
            }
            Illegal::NoPass => {
                format!("{} may pass only without a legal move.", self.side(refusal.side))
            }
            Illegal::NotYourTurn => format!("It is {}'s turn.", self.side(position.to_move())),
            Illegal::GameOver => "The game is over.".to_owned(),
        }
    }

    /// That there is no such point, and which there are.
    fn off_board(&self, at: Point) -> String {
        let last = self.setup.size - 1;
        let corners = [Point::new(0, 0), Point::new(last, last)];
        let [first, last] = corners.map(|corner| self.point(corner));
        format!("{} is off the board, which goes from {first} to {last}.", self.point(at))
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
            let spec = self.spec().piece(piece);
            let name = if of(piece).nth(1).is_some() { spec.plural } else { spec.name };
            format!("{}: {points}.", capitalised(name))
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
                (Mark::Hinted, _) => words.push_str("hint"),
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
        if let Some(chances) = spot.weighed.and_then(|candidate| candidate.chances) {
            words.push_str(&format!(", {chances} %"));
        }
        words
    }

    const fn spec(&self) -> &'static Spec {
        self.setup.spec
    }

    fn variant(&self) -> Option<&'static Variant> {
        self.spec().variants.get(usize::from(self.setup.variant))
    }

    const fn side(&self, side: Side) -> &'static str {
        self.spec().side(side).name
    }

    /// A side as the subject of a sentence.
    fn subject(&self, side: Side) -> Subject {
        Subject::Named(self.side(side).to_owned())
    }

    /// What the rulebook of the game calls the places of its board.
    const fn place(&self) -> &'static str {
        match self.spec().lattice {
            Lattice::Lines => "point",
            Lattice::Squares => "cell",
        }
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

    /// The same where a sentence has to be short: many points are counted and not named.
    fn fills_in_short(&self, fills: [Points; 2]) -> Option<String> {
        self.fills_by(fills, |points| match points.count() {
            ..=MOST_NAMED => self.points(points.iter()),
            count => format!("{count} {}s", self.place()),
        })
    }

    /// The same with the points of each colour put into words by the caller.
    fn fills_by(&self, fills: [Points; 2], said: impl Fn(Points) -> String) -> Option<String> {
        let pieces = Piece::BOTH.into_iter().filter(|piece| !fills[piece.index()].is_empty());
        let filled =
            pieces.map(|piece| format!("{} {}", said(fills[piece.index()]), self.in_favour(piece)));
        let filled: Vec<_> = filled.collect();
        (!filled.is_empty()).then(|| filled.join(", and "))
    }

    /// For which side a point is filled, or with which piece where both sides place either.
    fn in_favour(&self, piece: Piece) -> String {
        match self.spec().choice {
            PieceChoice::Own => {
                let side = if piece == Piece::First { Side::First } else { Side::Second };
                format!("for {}", self.side(side))
            }
            PieceChoice::Either => format!("with {}", self.spec().piece(piece).name),
        }
    }

    /// A game's text with its holes filled, each by the cell with its role. A hole for which there is
    /// no cell stays as it is, and the tests find it.
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

/// The same text with a capital at its beginning.
pub fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
