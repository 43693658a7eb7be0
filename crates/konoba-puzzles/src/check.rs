//! Proves a puzzle again, from the rules alone.

use std::fmt;

use konoba_rules::{Move, Position, Rules, Side, Spec, Visitor};

use crate::{
    HORIZON, MOST_SOLUTIONS, Plain, Plies, Puzzle, REFUTATION, Step, Theme, TooHard, themes,
};

/// How many positions a check may look at: about ten seconds' worth. What takes more is not shipped.
pub const MOST_POSITIONS: u64 = 3_000_000;

/// What it took to prove a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// How many positions were looked at.
    pub positions: u64,
}

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// A move cannot be played.
    Unplayable(Move),
    /// There is not exactly one move that wins at first, or nothing to choose from.
    NoChoice,
    /// A move wins and is not among the solutions.
    SecondSolution(Move),
    /// A move is among the solutions and loses.
    NoWin(Move),
    /// A move loses, and it is not said how; or it is said more than once.
    Unrefuted(Move),
    /// What is said to refute a move does not.
    NoRefutation(Move),
    /// Another reply than the given one lasts longer.
    LongerDefence(Move),
    /// It is won sooner or later than it says.
    OtherPlies(Option<u8>),
    /// It has other themes than it says.
    OtherThemes(Vec<Theme>),
    /// It ends too soon, or goes on after the end.
    Unfinished,
    /// Its proof takes more positions than a check may look at.
    TooHard,
}

impl Wrong {
    /// What is wrong, in words for people.
    pub fn sentence(&self, spec: &'static Spec) -> String {
        let mv = |mv: &Move| mv.written(spec).to_string();
        match self {
            Self::Unplayable(at) => format!("{} cannot be played", mv(at)),
            Self::NoChoice => "the first move is not the only one of several that wins".to_owned(),
            Self::SecondSolution(at) => format!("{} wins too", mv(at)),
            Self::NoWin(at) => format!("{} does not win", mv(at)),
            Self::Unrefuted(at) => format!("{} is not refuted once", mv(at)),
            Self::NoRefutation(at) => format!("what is said to refute {} does not", mv(at)),
            Self::LongerDefence(at) => format!("the reply {} lasts longer", mv(at)),
            Self::OtherPlies(Some(plies)) => format!("it is won in {plies} plies"),
            Self::OtherPlies(None) => format!("it is not won in {HORIZON} plies"),
            Self::OtherThemes(found) => {
                let ids: Vec<_> = found.iter().map(|theme| theme.id()).collect();
                format!("its themes are: {}", ids.join(" "))
            }
            Self::Unfinished => "it does not end where it is won or settled".to_owned(),
            Self::TooHard => {
                "it cannot be proved with as many positions as a check may take".to_owned()
            }
        }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "proved with {} positions", self.positions)
    }
}

impl From<TooHard> for Wrong {
    fn from(TooHard: TooHard) -> Self {
        Self::TooHard
    }
}

/// Proves everything that a puzzle says: that its solutions win and all else loses, that its refutations refute, that its
/// defence lasts longest, that it ends where it may, and that its themes are found in it.
pub fn check(puzzle: &Puzzle) -> Result<Checked, Wrong> {
    check_within(puzzle, MOST_POSITIONS)
}

/// The same with another number of positions at most.
pub fn check_within(puzzle: &Puzzle, most: u64) -> Result<Checked, Wrong> {
    let mut start = konoba_rules::AnyPosition::start(puzzle.setup);
    for mv in &puzzle.moves {
        start.play(*mv).map_err(|_| Wrong::Unplayable(*mv))?;
    }
    let checked = start.visit(Checking { puzzle, most })?;
    let found = themes(puzzle);
    if found != puzzle.themes {
        return Err(Wrong::OtherThemes(found));
    }
    Ok(checked)
}

struct Checking<'a> {
    puzzle: &'a Puzzle,
    most: u64,
}

impl Visitor for Checking<'_> {
    type Output = Result<Checked, Wrong>;

    fn visit<R: Rules>(self, start: &Position<R>) -> Self::Output {
        let puzzle = self.puzzle;
        let mut checker = Checker { plain: Plain::new(self.most), side: start.to_move() };
        if start.winner().is_some() || puzzle.steps.is_empty() {
            return Err(Wrong::Unfinished);
        }
        if puzzle.steps[0].wins.len() != 1 || start.moves().count() < 2 {
            return Err(Wrong::NoChoice);
        }
        let mut position = *start;
        for (index, step) in puzzle.steps.iter().enumerate() {
            if position.to_move() != checker.side || position.winner().is_some() {
                return Err(Wrong::Unfinished);
            }
            checker.check_choices(&position, step)?;
            checker.check_refutations(&position, step)?;
            let before = position;
            position = played(&position, step.wins[0])?;
            if index == 0 {
                checker.check_plies(&before, puzzle.plies)?;
            }
            match step.answer {
                Some(answer) => position = checker.check_answer(&position, answer)?,
                None if position.winner() == Some(checker.side) => {}
                None => return Err(Wrong::Unfinished),
            }
        }
        checker.check_end(&position)?;
        Ok(Checked { positions: checker.plain.looked_at() })
    }
}

struct Checker<R: Rules> {
    plain: Plain<R>,
    side: Side,
}

impl<R: Rules> Checker<R> {
    /// Each legal move wins if and only if it is among the solutions.
    fn check_choices(&mut self, position: &Position<R>, step: &Step) -> Result<(), Wrong> {
        if let Some(mv) = step.wins.iter().find(|mv| !position.moves().any(|legal| legal == **mv)) {
            return Err(Wrong::Unplayable(*mv));
        }
        for mv in position.moves() {
            let wins = self.plain.winner(&played(position, mv)?)? == self.side;
            match (wins, step.wins.iter().filter(|win| **win == mv).count()) {
                (true, 1) | (false, 0) => {}
                (true, _) => return Err(Wrong::SecondSolution(mv)),
                (false, _) => return Err(Wrong::NoWin(mv)),
            }
        }
        Ok(())
    }

    /// Each move that loses is refuted once, by a line in which the other side never lets go of its win.
    fn check_refutations(&mut self, position: &Position<R>, step: &Step) -> Result<(), Wrong> {
        let wrong = || step.refutations.iter().flat_map(|refutation| &refutation.wrong);
        for mv in position.moves().filter(|mv| !step.wins.contains(mv)) {
            if wrong().filter(|refuted| **refuted == mv).count() != 1 {
                return Err(Wrong::Unrefuted(mv));
            }
        }
        for refutation in &step.refutations {
            for mv in &refutation.wrong {
                if step.wins.contains(mv) {
                    return Err(Wrong::NoRefutation(*mv));
                }
                self.check_refutation(played(position, *mv)?, &refutation.line)?
                    .then_some(())
                    .ok_or(Wrong::NoRefutation(*mv))?;
            }
        }
        Ok(())
    }

    fn check_refutation(
        &mut self,
        mut position: Position<R>,
        line: &[Move],
    ) -> Result<bool, Wrong> {
        for mv in line {
            let is_refuter = position.to_move() != self.side;
            position = match played(&position, *mv) {
                Ok(next) => next,
                Err(_) => return Ok(false),
            };
            if is_refuter && self.plain.winner(&position)? == self.side {
                return Ok(false);
            }
        }
        let is_over = position.winner() == Some(self.side.other());
        let is_cut = position.winner().is_none() && line.len() == REFUTATION;
        Ok(line.len() <= REFUTATION && (is_over || is_cut))
    }

    fn check_plies(&mut self, position: &Position<R>, stated: Plies) -> Result<(), Wrong> {
        let found = self.plain.plies_to_win(position, self.side, HORIZON)?;
        let is_so = match stated {
            Plies::Exactly(plies) => found == Some(plies),
            Plies::Beyond => found.is_none(),
        };
        if is_so { Ok(()) } else { Err(Wrong::OtherPlies(found)) }
    }

    /// How many plies the other side holds out, all that are beyond the horizon being the same.
    fn lasts(&mut self, position: &Position<R>) -> Result<u8, TooHard> {
        Ok(self.plain.plies_to_win(position, self.side, HORIZON)?.unwrap_or(u8::MAX))
    }

    /// No other reply lasts longer.
    fn check_answer(&mut self, position: &Position<R>, answer: Move) -> Result<Position<R>, Wrong> {
        let answered = played(position, answer)?;
        let longest = self.lasts(&answered)?;
        for mv in position.moves() {
            if self.lasts(&played(position, mv)?)? > longest {
                return Err(Wrong::LongerDefence(mv));
            }
        }
        Ok(answered)
    }

    /// The game is won, or so many moves win that there is nothing left to find.
    fn check_end(&mut self, position: &Position<R>) -> Result<(), Wrong> {
        if position.winner() == Some(self.side) {
            return Ok(());
        }
        let mut wins = 0;
        if position.winner().is_none() && position.to_move() == self.side {
            for mv in position.moves() {
                wins += usize::from(self.plain.winner(&played(position, mv)?)? == self.side);
            }
        }
        if wins > MOST_SOLUTIONS { Ok(()) } else { Err(Wrong::Unfinished) }
    }
}

fn played<R: Rules>(position: &Position<R>, mv: Move) -> Result<Position<R>, Wrong> {
    let mut next = *position;
    next.try_play(mv).map(|_| next).ok_or(Wrong::Unplayable(mv))
}
