//! A person who tries to solve a puzzle. The door that shows it has no texts of its own, so that every door says the same.

use std::borrow::Cow;

use konoba_rules::{AnyPosition, Move};
use konoba_scene::{Refusal, Scene, Sentences, View};

use crate::words::{Hint, Shows, Words};
use crate::{Puzzle, Step};

/// A puzzle and how far a person has come in it. A wrong move changes nothing but is counted.
#[derive(Clone, Debug)]
pub struct Attempt<'a> {
    puzzle: Cow<'a, Puzzle>,
    position: AnyPosition,
    view: View,
    step: usize,
    tries: Tries,
    /// How many hints were given for this step.
    hinted: usize,
    /// What the last of them shows on the board.
    shows: Shows,
    is_solved: bool,
}

/// What it took so far to solve a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tries {
    /// How many moves were wrong.
    pub mistakes: u32,
    /// How many hints were given; the solution counts as one.
    pub hints: usize,
}

/// What a move is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The rules refuse it.
    Illegal,
    /// It loses.
    Wrong,
    /// It wins, and there is more to find.
    Right,
    /// The puzzle is solved by it.
    Solved,
}

/// What is said to a move.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What it is worth.
    pub judgement: Judgement,
    /// Why the rules refuse it, if they do.
    pub refusal: Option<Refusal>,
    /// Of a move that loses: the move and what refutes it, to be shown on the board with [`Attempt::shown`].
    pub refutation: Vec<Move>,
    /// What is said, a sentence or more.
    pub says: String,
}

impl<'a> Attempt<'a> {
    /// A puzzle from its beginning.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Self::anew(Cow::Borrowed(puzzle), Tries::default())
    }

    /// A puzzle from its beginning, for a person who has tried it before.
    pub fn anew(puzzle: Cow<'a, Puzzle>, tries: Tries) -> Self {
        let mut position = AnyPosition::start(puzzle.setup);
        let mut last = None;
        for mv in &puzzle.moves {
            last = position.play(*mv).ok();
        }
        let view = View { last, ..View::default() };
        let (step, hinted, shows, is_solved) = (0, 0, Shows::Nothing, false);
        Self { puzzle, position, view, step, tries, hinted, shows, is_solved }
    }

    /// Goes back to the beginning. What went wrong before still counts.
    pub fn start_over(&mut self) {
        *self = Self::anew(self.puzzle.clone(), self.tries);
    }

    /// Gives up: goes back to the beginning and returns the solution, which counts as a hint.
    pub fn give_up(&mut self) -> Vec<Move> {
        self.tries.hints += usize::from(!self.is_solved);
        self.start_over();
        self.solution()
    }

    /// What is to be done.
    pub fn task(&self) -> String {
        self.words().task(&self.puzzle)
    }

    /// The position as it stands.
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The board as it stands, or with a move that was refused. The pieces that a hint has named are marked, and the move that
    /// one has named is shown where it would be placed.
    pub fn scene(&self, refusal: Option<Refusal>) -> Scene {
        let told = self.step_to_do().filter(|_| self.shows == Shows::TheMove);
        let preview = told.and_then(|step| { self.position }.play(step.wins[0]).ok());
        let hinted = match self.shows {
            Shows::Pieces(pieces) if !self.is_solved => Some(pieces),
            _ => None,
        };
        self.seen(&self.position, &View { refusal, preview, hinted, ..self.view })
    }

    /// The board as it would be after these moves.
    pub fn shown(&self, moves: &[Move]) -> Scene {
        let (mut position, mut last) = (self.position, None);
        for mv in moves {
            last = position.play(*mv).ok();
        }
        self.seen(&position, &View { last, ..View::default() })
    }

    /// The board as it stands, with what a move would do; `None` where the rules refuse it.
    pub fn considered(&self, mv: Move) -> Option<Scene> {
        let preview = { self.position }.play(mv).ok()?;
        Some(self.seen(&self.position, &View { preview: Some(preview), ..self.view }))
    }

    /// A puzzle has no swap, and so nothing is said of it.
    fn seen(&self, position: &AnyPosition, view: &View) -> Scene {
        let title = Sentences::of(self.puzzle.setup).game_explained();
        Scene { title, ..Scene::viewed(position, view) }
    }

    /// Whether it is solved.
    pub const fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// How many moves were wrong, and how many hints were given.
    pub const fn tries(&self) -> Tries {
        self.tries
    }

    /// Judges a move. What wins is played, and answered.
    pub fn hear(&mut self, mv: Move) -> Reply {
        let (words, side) = (self.words(), self.position.to_move());
        let reply =
            |judgement, says| Reply { judgement, refusal: None, refutation: Vec::new(), says };
        let Some(step) = self.step_to_do().cloned() else {
            return reply(Judgement::Solved, words.solved().to_owned());
        };
        if let Some(refusal) = Refusal::of(&self.position, side, mv) {
            let says = Sentences::of(self.puzzle.setup).refusal(&self.position, &refusal);
            return Reply { refusal: Some(refusal), ..reply(Judgement::Illegal, says) };
        }
        if !step.wins.contains(&mv) {
            self.tries.mistakes += 1;
            let refuted = step.refutations.iter().find(|known| known.wrong.contains(&mv));
            let line = refuted.map_or(&[][..], |refuted| &refuted.line);
            let refutation: Vec<Move> = [mv].into_iter().chain(line.iter().copied()).collect();
            let says = words.wrong(&self.position, &refutation);
            return Reply { refutation, ..reply(Judgement::Wrong, says) };
        }
        let is_main = step.wins[0] == mv;
        self.play(mv);
        let (mut said, answer) = (words.right(mv, is_main), step.answer);
        if !is_main {
            self.is_solved = true;
            return reply(Judgement::Solved, said + " " + &words.settled(&self.position, side));
        }
        if let Some(answer) = answer {
            let played = self.play(answer);
            said = said + " " + &played.map(|done| words.answered(&done)).unwrap_or_default();
        }
        (self.step, self.hinted, self.shows) = (self.step + 1, 0, Shows::Nothing);
        self.is_solved = self.step_to_do().is_none();
        if !self.is_solved {
            return reply(Judgement::Right, said + " " + words.go_on());
        }
        reply(Judgement::Solved, said + " " + &words.settled(&self.position, side))
    }

    /// The next hint for this move, each more than the one before: where to look, at which stones, the move.
    pub fn hint(&mut self) -> String {
        let Some(right) = self.step_to_do().map(|step| step.wins[0]) else {
            return self.words().solved().to_owned();
        };
        self.tries.hints += 1;
        self.hinted += 1;
        let Hint { says, shows } = self.words().hint(&self.position, right, self.hinted);
        self.shows = shows;
        says
    }

    /// The whole solution, one side's moves and the other's.
    pub fn solution(&self) -> Vec<Move> {
        let steps = self.puzzle.steps.iter();
        steps.flat_map(|step| step.wins.first().copied().into_iter().chain(step.answer)).collect()
    }

    /// The same in words.
    pub fn solution_in_words(&self) -> String {
        self.words().solution(&self.solution())
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    fn step_to_do(&self) -> Option<&Step> {
        self.puzzle.steps.get(self.step).filter(|_| !self.is_solved)
    }

    fn words(&self) -> Words {
        Words { setup: self.puzzle.setup }
    }

    fn play(&mut self, mv: Move) -> Option<konoba_rules::Played<konoba_rules::Points>> {
        let played = self.position.play(mv).ok();
        self.view = View { last: played, ..View::default() };
        played
    }
}
