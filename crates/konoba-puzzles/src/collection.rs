//! The puzzles that come with Konoba.

use std::sync::LazyLock;

use konoba_rules::{Spec, games};
use time::Date;

use crate::{Calendar, Grade, Puzzle, PuzzleName, Theme, read};

/// The puzzles of a game, numbered from 1.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Collection {
    /// The puzzles, in the order of their numbers.
    pub puzzles: Vec<Puzzle>,
    /// Which one is that of a day.
    pub calendar: Calendar,
}

impl Collection {
    /// The puzzle with this number, from 1.
    pub fn numbered(&self, number: usize) -> Option<&Puzzle> {
        self.puzzles.get(number.checked_sub(1)?)
    }

    /// The number of the puzzle of a day.
    pub fn of_day(&self, day: Date) -> Option<usize> {
        self.calendar.puzzle_of(day).map(|index| index + 1)
    }

    /// The numbers of those with a theme, if one is given, and at least of a grade.
    pub fn chosen(&self, theme: Option<Theme>, least: Grade) -> impl Iterator<Item = usize> + '_ {
        let numbered = (1..).zip(&self.puzzles);
        let fits = move |puzzle: &Puzzle| {
            theme.is_none_or(|theme| puzzle.themes.contains(&theme)) && puzzle.grade() >= least
        };
        numbered.filter(move |(_, puzzle)| fits(puzzle)).map(|(number, _)| number)
    }

    /// The themes that its puzzles have.
    pub fn themes(&self) -> impl Iterator<Item = Theme> + '_ {
        let has = |theme: &Theme| self.puzzles.iter().any(|puzzle| puzzle.themes.contains(theme));
        Theme::ALL.into_iter().filter(has)
    }
}

/// Which puzzles a person wants.
#[derive(Clone, Copy, Default, Debug)]
pub struct Choice {
    /// Of this game; of all where none is named.
    pub spec: Option<&'static Spec>,
    /// With this theme.
    pub theme: Option<Theme>,
    /// Only hard ones.
    pub hard: bool,
    /// Only those of the day.
    pub daily: bool,
    /// Beginning with the one of this number.
    pub number: Option<usize>,
}

impl Choice {
    /// The puzzles. A person who does not say where to begin begins elsewhere each day.
    pub fn list(&self, today: Date) -> Vec<PuzzleName> {
        let least = if self.hard { Grade::HARD } else { Grade::EASIEST };
        let mut list = Vec::new();
        for spec in games().iter().copied().filter(|spec| self.is_wanted(spec)) {
            let Some(own) = collection(spec) else { continue };
            let is_of_day = |number: &usize| !self.daily || own.of_day(today) == Some(*number);
            let numbers: Vec<usize> = own.chosen(self.theme, least).filter(is_of_day).collect();
            let first = match self.number {
                Some(wanted) => numbers.iter().position(|number| *number == wanted),
                None => Some(today.to_julian_day().unsigned_abs() as usize % numbers.len().max(1)),
            };
            let Some(first) = first else { continue };
            let (before, after) = numbers.split_at(first.min(numbers.len()));
            let numbers = after.iter().chain(before).copied();
            list.extend(numbers.map(|number| PuzzleName { spec, number }));
        }
        list
    }

    fn is_wanted(&self, spec: &Spec) -> bool {
        self.spec.is_none_or(|wanted| wanted.id == spec.id)
    }

    /// Reads a choice from words: the id of a game, a theme, `daily`, `hard`, a number. The word that is none of these is
    /// returned.
    pub fn read(text: &str) -> Result<Self, &str> {
        let mut choice = Self::default();
        for word in text.split_whitespace() {
            let lower = word.to_ascii_lowercase();
            let game = games().iter().copied().find(|spec| spec.id == lower);
            match (lower.as_str(), game, Theme::named(&lower), lower.parse()) {
                (_, Some(spec), _, _) => choice.spec = Some(spec),
                (_, _, Some(theme), _) => choice.theme = Some(theme),
                (_, _, _, Ok(number)) => choice.number = Some(number),
                ("daily", ..) => choice.daily = true,
                ("hard", ..) => choice.hard = true,
                _ => return Err(word),
            }
        }
        Ok(choice)
    }
}

/// The texts by the id of their game.
const TEXTS: [(&str, &str); 3] = [
    ("konobi", include_str!("../data/konobi.txt")),
    ("quentin", include_str!("../data/quentin.txt")),
    ("order-and-chaos", include_str!("../data/order-and-chaos.txt")),
];

/// What was read of them.
static COLLECTIONS: [LazyLock<Collection>; 3] = [
    LazyLock::new(|| read_text(TEXTS[0].1)),
    LazyLock::new(|| read_text(TEXTS[1].1)),
    LazyLock::new(|| read_text(TEXTS[2].1)),
];

fn read_text(text: &str) -> Collection {
    let (puzzles, calendar) = read(text).expect("the tests have read them");
    Collection { puzzles, calendar }
}

/// The puzzles of a game that come with Konoba; `None` where it has none.
pub fn collection(spec: &Spec) -> Option<&'static Collection> {
    let index = TEXTS.iter().position(|(id, _)| *id == spec.id)?;
    let collection = &*COLLECTIONS[index];
    let is_on_offer = games().iter().any(|game| game.id == spec.id);
    (is_on_offer && !collection.puzzles.is_empty()).then_some(collection)
}

/// The puzzles of a game that go on from a lesson, which names their theme by its id: the theme, and the easiest of them.
pub fn after_lesson(spec: &'static Spec, theme: &str) -> Option<(Theme, PuzzleName)> {
    let (theme, own) = (Theme::named(theme)?, collection(spec)?);
    let numbers = own.chosen(Some(theme), Grade::EASIEST);
    let easiest = numbers.min_by_key(|number| {
        own.numbered(*number).map(|puzzle| (puzzle.grade(), puzzle.difficulty()))
    });
    easiest.map(|number| (theme, PuzzleName { spec, number }))
}
