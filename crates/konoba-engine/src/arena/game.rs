//! One game of a match.

use std::fmt;

use konoba_rules::{AnyPosition, Move, Setup, Side, Spec};

/// One side of a match: a player of ours, or a program behind a pipe that can do anything.
pub trait Contestant {
    /// A new game begins on the empty board.
    fn begin(&mut self, setup: Setup) -> Result<(), Fault>;
    /// The opponent has played a move, or the opening has.
    fn see(&mut self, side: Side, mv: Move) -> Result<(), Fault>;
    /// Chooses what to do; a move has been played from here on.
    fn choose(&mut self, position: &AnyPosition) -> Result<Choice, Fault>;
    /// The move that it chose last, as it wrote it.
    fn written(&self, mv: Move, spec: &'static Spec) -> String {
        mv.written(spec).to_string()
    }
}

/// What a contestant does when it is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// It plays this move.
    Play(Move),
    /// It gives the game up.
    Resign,
}

/// What a contestant did wrong, which loses the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It did something that it must not, in words that follow its name.
    Wrong(String),
    /// It did not answer in time, in words that follow its name.
    Silent(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(words) | Self::Silent(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for Fault {}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// All moves, those of the opening first.
    pub moves: Vec<Move>,
    /// The place of the winner among the contestants, 0 or 1.
    pub winner: usize,
    /// The side by which it won.
    pub side: Side,
    /// How it came to its end.
    pub ending: Ending,
}

/// How a game came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game.
    Board,
    /// The loser gave it up.
    Resignation,
    /// The loser did something wrong.
    Fault(Fault),
}

impl Game {
    /// What the loser did wrong, if that is how it lost.
    pub const fn fault(&self) -> Option<&Fault> {
        match &self.ending {
            Ending::Fault(fault) => Some(fault),
            Ending::Board | Ending::Resignation => None,
        }
    }
}

/// Plays a game after an opening. The first contestant begins on the first side.
///
/// # Panics
/// If a move of the opening is illegal.
pub fn play(setup: Setup, opening: &[Move], contestants: [&mut dyn Contestant; 2]) -> Game {
    let mut table = Seats { contestants, is_swapped: false };
    let mut position = AnyPosition::start(setup);
    let mut moves = Vec::new();
    let lost = |table: &Seats<'_>, moves, seat: usize, ending| {
        let side = table.side_of(1 - seat);
        Game { moves, winner: 1 - seat, side, ending }
    };
    for seat in 0..2 {
        if let Err(fault) = table.contestants[seat].begin(setup) {
            return lost(&table, moves, seat, Ending::Fault(fault));
        }
    }
    for &mv in opening {
        let side = position.to_move();
        position.play(mv).expect("an opening is legal");
        moves.push(mv);
        for seat in 0..2 {
            let seen = table.contestants[seat].see(side, mv);
            if let (Err(fault), None) = (seen, position.winner()) {
                return lost(&table, moves, seat, Ending::Fault(fault));
            }
        }
    }
    loop {
        if let Some(side) = position.winner() {
            return Game { moves, winner: table.seat_of(side), side, ending: Ending::Board };
        }
        let side = position.to_move();
        let seat = table.seat_of(side);
        let mv = match table.contestants[seat].choose(&position) {
            Ok(Choice::Play(mv)) => mv,
            Ok(Choice::Resign) => return lost(&table, moves, seat, Ending::Resignation),
            Err(fault) => return lost(&table, moves, seat, Ending::Fault(fault)),
        };
        if let Err(why) = position.play(mv) {
            let written = table.contestants[seat].written(mv, setup.spec);
            let fault = Fault::Wrong(format!("played {written}, which is illegal ({})", why.id()));
            return lost(&table, moves, seat, Ending::Fault(fault));
        }
        moves.push(mv);
        // From the swap on each seat has the other side, also if that is refused and loses the game.
        table.is_swapped ^= mv == Move::Swap;
        let seen = table.contestants[1 - seat].see(side, mv);
        // What is over on the board is not lost by a fault any more.
        if let (Err(fault), None) = (seen, position.winner()) {
            return lost(&table, moves, 1 - seat, Ending::Fault(fault));
        }
    }
}

/// Who sits on which side: sides are not seats.
struct Seats<'a> {
    contestants: [&'a mut dyn Contestant; 2],
    is_swapped: bool,
}

impl Seats<'_> {
    const fn seat_of(&self, side: Side) -> usize {
        if self.is_swapped { 1 - side.index() } else { side.index() }
    }

    const fn side_of(&self, seat: usize) -> Side {
        Side::BOTH[if self.is_swapped { 1 - seat } else { seat }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays what it was told to, then falls silent; it may be told to resign. It refuses one move of the other.
    struct Scripted {
        moves: Vec<&'static str>,
        seen: Vec<String>,
        refuses: Option<Move>,
    }

    impl Scripted {
        fn new(moves: &[&'static str]) -> Self {
            let moves = moves.iter().rev().copied().collect();
            Self { moves, seen: Vec::new(), refuses: None }
        }
    }

    impl Contestant for Scripted {
        fn begin(&mut self, _: Setup) -> Result<(), Fault> {
            Ok(())
        }
        fn see(&mut self, side: Side, mv: Move) -> Result<(), Fault> {
            self.seen.push(format!("{side:?} {mv:?}"));
            match self.refuses == Some(mv) {
                true => Err(Fault::Wrong("refused it".to_owned())),
                false => Ok(()),
            }
        }
        fn choose(&mut self, position: &AnyPosition) -> Result<Choice, Fault> {
            match self.moves.pop() {
                None => Err(Fault::Silent("fell silent".to_owned())),
                Some("resign") => Ok(Choice::Resign),
                Some(mv) => Ok(Choice::Play(Move::read(mv, position.setup().spec).unwrap())),
            }
        }
    }

    fn check(opening: &str, scripts: [&[&'static str]; 2]) -> Game {
        let setup: Setup = "konobi:3".parse().unwrap();
        let read = |word| Move::read(word, setup.spec).unwrap();
        let opening: Vec<_> = opening.split_whitespace().map(read).collect();
        let [mut a, mut b] = scripts.map(Scripted::new);
        let game = play(setup, &opening, [&mut a, &mut b]);
        let told = a.seen.len() + b.seen.len();
        assert!(told >= game.moves.len(), "each player is told what the other plays");
        game
    }

    #[test]
    fn a_swap_exchanges_the_contestants() {
        let game = check("", [&["b1", "b2", "b3"], &["a1", "c1"]]);
        assert_eq!((game.winner, game.side, game.ending), (0, Side::First, Ending::Board));
        // The second one swaps and now plays Black's stones; the first one goes on as White.
        let game = check("b1", [&["a1", "a2"], &["swap", "b2", "b3"]]);
        assert_eq!((game.winner, game.side, game.ending), (1, Side::First, Ending::Board));
    }

    #[test]
    fn resigning_loses_without_a_fault() {
        let game = check("", [&["b1", "resign"], &["a1"]]);
        assert_eq!((game.winner, game.side), (1, Side::Second));
        assert_eq!((game.fault(), &game.ending), (None, &Ending::Resignation));
        // After a swap it is the other side that loses.
        let game = check("b1", [&["a1"], &["swap", "resign"]]);
        assert_eq!((game.winner, game.side), (0, Side::Second));
        assert_eq!(game.ending, Ending::Resignation);
    }

    #[test]
    fn who_refuses_to_see_a_move_loses_unless_it_ends_the_game() {
        let setup: Setup = "konobi:3".parse().unwrap();
        let read = |word| Move::read(word, setup.spec).unwrap();
        let opening = [read("b1")];
        let [mut a, mut b] = [&["a1", "a2"][..], &["swap", "b2", "b3"]].map(Scripted::new);
        a.refuses = Some(read("b3"));
        let game = play(setup, &opening, [&mut a, &mut b]);
        assert_eq!((game.winner, game.side, game.ending), (1, Side::First, Ending::Board));
        // Who has swapped plays the first side, and wins by it.
        let [mut a, mut b] = [&["a1"][..], &["swap", "b2"]].map(Scripted::new);
        a.refuses = Some(Move::Swap);
        let game = play(setup, &opening, [&mut a, &mut b]);
        assert_eq!((game.winner, game.side), (1, Side::First));
        assert_eq!(game.fault().unwrap().to_string(), "refused it");
    }

    #[test]
    fn an_error_loses_and_is_explained() {
        let game = check("", [&["b1", "b1"], &["a1"]]);
        assert_eq!((game.winner, game.side), (1, Side::Second));
        assert_eq!(game.fault().unwrap().to_string(), "played b1, which is illegal (occupied)");
        let game = check("b1", [&["a1"], &["swap"]]);
        assert_eq!((game.winner, game.side), (0, Side::Second));
        assert_eq!(game.fault().unwrap().to_string(), "fell silent");
    }
}
