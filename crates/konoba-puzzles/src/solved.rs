//! What a person has solved, as text that a program keeps for them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use konoba_rules::Spec;
use time::{Date, Duration};

use crate::{PuzzleName, parse_date};

/// The puzzles that a person has solved, and the days whose puzzle was.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Solved {
    puzzles: BTreeSet<(String, usize)>,
    /// The days by game, each with the day on which its puzzle was solved first.
    days: BTreeMap<(String, Date), Date>,
}

impl Solved {
    /// Reads what was written. A line that is not understood is left out, because a file that was edited by hand must not keep
    /// people from solving puzzles.
    pub fn from_text(text: &str) -> Self {
        let mut solved = Self::default();
        for line in text.lines() {
            solved.read_line(line);
        }
        solved
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let (game, what) = (words.next()?.to_owned(), words.next()?);
        if let Ok(number) = what.parse() {
            self.puzzles.insert((game, number));
        } else {
            self.days.insert((game, parse_date(what)?), parse_date(words.next()?)?);
        }
        Some(())
    }

    /// The same as text, a line for each puzzle and each day.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (game, number) in &self.puzzles {
            let _ = writeln!(text, "{game} {number}");
        }
        for ((game, day), on) in &self.days {
            let _ = writeln!(text, "{game} {day} {on}");
        }
        text
    }

    /// Notes that a puzzle was solved today, and whether it is that of a day. It keeps the day on which it was solved first.
    pub fn add(&mut self, name: PuzzleName, day: Option<Date>, today: Date) {
        self.puzzles.insert((name.spec.id.to_owned(), name.number));
        if let Some(day) = day {
            self.days.entry((name.spec.id.to_owned(), day)).or_insert(today);
        }
    }

    /// Adds all that another one knows.
    pub fn merge(&mut self, other: &Self) {
        self.puzzles.extend(other.puzzles.iter().cloned());
        for (day, on) in &other.days {
            let kept = self.days.entry(day.clone()).or_insert(*on);
            *kept = (*kept).min(*on);
        }
    }

    /// Whether a puzzle was solved.
    pub fn contains(&self, name: PuzzleName) -> bool {
        self.puzzles.contains(&(name.spec.id.to_owned(), name.number))
    }

    /// How many days in a row the puzzle of a game was solved on its day, up to today or yesterday.
    pub fn streak(&self, spec: &Spec, today: Date) -> usize {
        let is_solved =
            |day: &Date| self.days.get(&(spec.id.to_owned(), *day)).is_some_and(|on| on == day);
        let before = |day: Date| day.checked_sub(Duration::days(1));
        let last = if is_solved(&today) { Some(today) } else { before(today) };
        std::iter::successors(last, |day| before(*day)).take_while(is_solved).count()
    }

    /// The same in words; nothing where there is no streak.
    pub fn streak_in_words(&self, spec: &Spec, today: Date) -> Option<String> {
        match self.streak(spec, today) {
            0 => None,
            1 => Some("1 day in a row.".to_owned()),
            days => Some(format!("{days} days in a row.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use konoba_rules::games;

    use super::*;

    #[test]
    fn days_in_a_row_are_those_on_which_the_puzzle_was_solved() {
        let day = |text| parse_date(text).unwrap();
        let spec = games()[0];
        let name = PuzzleName { spec, number: 7 };
        let mut solved = Solved::default();
        for (of, on) in [
            ("2026-12-22", "2026-12-24"),
            ("2026-12-23", "2026-12-23"),
            ("2026-12-24", "2026-12-24"),
            ("2026-12-24", "2026-12-26"),
        ] {
            solved.add(name, Some(day(of)), day(on));
        }
        assert_eq!(solved.streak(spec, day("2026-12-24")), 2);
        assert_eq!(solved.streak(spec, day("2026-12-25")), 2, "today's can still be solved");
        assert_eq!(solved.streak(spec, day("2026-12-26")), 0);
        assert_eq!(solved.streak(games()[1], day("2026-12-24")), 0);
        assert_eq!(Solved::from_text(&solved.to_text()), solved);
        assert!(solved.contains(name) && !solved.contains(PuzzleName { number: 8, ..name }));
        let mut other = Solved::from_text("nonsense\n\nx y z\n");
        assert_eq!(other, Solved::default());
        other.merge(&solved);
        assert_eq!(other, solved);
    }
}
