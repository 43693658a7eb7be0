//! A person who solves puzzles one after the other, at doors that show one at a time.

use std::borrow::Cow;
use std::collections::HashMap;

use konoba_rules::{Move, Spec};
use konoba_scene::Sentences;
use time::Date;

use crate::{
    Attempt, Choice, Puzzle, PuzzleName, Reply, Solved, Tries, about, collection, grouped, share,
};

/// The puzzles that a person wants, and the one that is tried.
#[derive(Clone, Debug)]
pub struct Series {
    list: Vec<Listed>,
    /// The place of the puzzle in the list.
    place: usize,
    attempt: Attempt<'static>,
    /// What it took so far to solve those that were tried, by their places.
    tries: HashMap<usize, Tries>,
    today: Date,
    /// What the person has solved, where that is kept.
    solved: Option<Solved>,
    /// Whether something was solved since it was kept.
    is_news: bool,
}

/// A puzzle of the list.
#[derive(Clone, Debug)]
enum Listed {
    /// One that comes with Konoba.
    Shipped(PuzzleName),
    /// One of the person's own, and what it is called.
    Own(String, Puzzle),
}

impl Listed {
    fn find(&self) -> Option<Cow<'static, Puzzle>> {
        match self {
            Self::Shipped(name) => name.find().map(Cow::Borrowed),
            Self::Own(_, puzzle) => Some(Cow::Owned(puzzle.clone())),
        }
    }
}

impl Series {
    /// The puzzles that are wanted, at the first one; `None` where there is none.
    pub fn of(choice: &Choice, today: Date) -> Option<Self> {
        Self::listed(choice.list(today).into_iter().map(Listed::Shipped).collect(), today)
    }

    /// Puzzles of the person's own, each with what it is called; `None` where there is none. That they were solved is
    /// not kept.
    pub fn of_own(
        puzzles: impl IntoIterator<Item = (String, Puzzle)>,
        today: Date,
    ) -> Option<Self> {
        let own = puzzles.into_iter().map(|(called, puzzle)| Listed::Own(called, puzzle));
        Self::listed(own.collect(), today)
    }

    fn listed(list: Vec<Listed>, today: Date) -> Option<Self> {
        let attempt = Attempt::anew(list.first()?.find()?, Tries::default());
        let tries = HashMap::new();
        Some(Self { list, place: 0, attempt, tries, today, solved: None, is_news: false })
    }

    /// The same for a person of whom it is kept what was solved.
    pub fn remembering(self, solved: Solved) -> Self {
        Self { solved: Some(solved), ..self }
    }

    /// What is to be kept, if a puzzle was solved since this was asked the last time.
    pub fn take_news(&mut self) -> Option<Solved> {
        let is_news = std::mem::take(&mut self.is_news);
        self.solved.clone().filter(|_| is_news)
    }

    /// How far the person has come in the puzzle.
    pub const fn attempt(&self) -> &Attempt<'static> {
        &self.attempt
    }

    /// Judges a move, and notes what is solved by it.
    pub fn hear(&mut self, mv: Move) -> Reply {
        let was_solved = self.attempt.is_solved();
        let reply = self.attempt.hear(mv);
        let is_new = self.attempt.is_solved() && !was_solved;
        if let Some(name) = self.name().filter(|_| is_new) {
            let (day, today) = (self.day(), self.today);
            self.is_news = true;
            self.solved.iter_mut().for_each(|solved| solved.add(name, day, today));
        }
        reply
    }

    /// The next hint.
    pub fn hint(&mut self) -> String {
        self.attempt.hint()
    }

    /// The game of the puzzle that is tried.
    pub fn spec(&self) -> &'static Spec {
        self.attempt.puzzle().setup.spec
    }

    /// The name of the puzzle that is tried, if it comes with Konoba.
    fn name(&self) -> Option<PuzzleName> {
        match &self.list[self.place] {
            Listed::Shipped(name) => Some(*name),
            Listed::Own(..) => None,
        }
    }

    /// The day, if the puzzle is the one of today.
    fn day(&self) -> Option<Date> {
        let PuzzleName { spec, number } = self.name()?;
        let of_today = collection(spec)?.of_day(self.today);
        (of_today == Some(number)).then_some(self.today)
    }

    /// Which puzzle it is.
    pub fn title(&self) -> String {
        let puzzle = self.attempt.puzzle();
        let game = Sentences::of(puzzle.setup).game();
        let PuzzleName { spec, number } = match &self.list[self.place] {
            Listed::Shipped(name) => *name,
            Listed::Own(called, _) => return format!("{called}: {game}"),
        };
        let of = collection(spec).map_or(0, |own| own.puzzles.len());
        let [number, of] = [number, of].map(grouped);
        let day = self.day().map(|day| format!(", the puzzle of {day}")).unwrap_or_default();
        format!("Puzzle {number} of {of}{day}, grade {} of 5: {game}", puzzle.grade())
    }

    /// What is told of a puzzle once it is solved: what it is about, and of today's a line for others and how many days in a
    /// row it was.
    pub fn afterwards(&self) -> Vec<String> {
        let told = Some(about(self.attempt.puzzle())).filter(|told| !told.is_empty());
        let shared = self.day().and_then(|_| self.share());
        let solved = self.solved.as_ref().filter(|_| self.day().is_some());
        let row = solved.and_then(|solved| solved.streak_in_words(self.spec(), self.today));
        [told, shared, row].into_iter().flatten().collect()
    }

    /// What a person tells others of the puzzle: one line that gives nothing away. None of a puzzle that others cannot find.
    pub fn share(&self) -> Option<String> {
        let called = self.name()?.called(self.day());
        Some(share(self.attempt.puzzle(), &called, self.attempt.tries()))
    }

    /// Begins with the same puzzle anew. What went wrong before still counts.
    pub fn start_over(&mut self) {
        self.attempt.start_over();
    }

    /// Gives up: begins with the same puzzle anew and returns its solution, which counts as a hint.
    pub fn give_up(&mut self) -> Vec<Move> {
        self.attempt.give_up()
    }

    /// Goes to the next puzzle; after the last one comes the first.
    pub fn to_next(&mut self) {
        self.go_to((self.place + 1) % self.list.len());
    }

    /// Goes back to the puzzle before.
    pub fn to_previous(&mut self) {
        self.go_to((self.place + self.list.len() - 1) % self.list.len());
    }

    fn go_to(&mut self, place: usize) {
        if let Some(puzzle) = self.list[place].find() {
            self.tries.insert(self.place, self.attempt.tries());
            let tries = self.tries.get(&place).copied().unwrap_or_default();
            (self.place, self.attempt) = (place, Attempt::anew(puzzle, tries));
        }
    }
}
