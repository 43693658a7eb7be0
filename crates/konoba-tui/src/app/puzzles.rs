//! Puzzles as a screen of the application.

use konoba_puzzles::{Choice, Series, Solved, collection, day_of};
use konoba_rules::Spec;
use konoba_table::Moment;

use super::{App, Screen};
use crate::input::Effect;
use crate::puzzle::Puzzles;

impl App {
    /// Which puzzles the person has solved, of whom that is kept from now on.
    pub fn remember(&mut self, solved: Solved) {
        self.solved = Some(solved);
    }

    /// Sets the puzzles that are wanted; tells whether there are any.
    pub fn set_puzzles(&mut self, choice: &Choice, now: Moment) -> bool {
        self.now = now;
        let Some(mut series) = Series::of(choice, day_of(now.as_millis())) else { return false };
        if let Some(solved) = &self.solved {
            series = series.remembering(solved.clone());
        }
        self.set_own_puzzles(series);
        true
    }

    /// Sets puzzles of the person's own.
    pub fn set_own_puzzles(&mut self, series: Series) {
        self.behind = None;
        self.screen = Screen::Puzzles(Box::new(Puzzles::of(series)));
    }

    /// Sets the missed win at the position on the screen as a puzzle, with the others of the game after it; tells whether there is
    /// one.
    pub(super) fn try_again(&mut self) -> bool {
        let Screen::Game(game) = &self.screen else { return false };
        let Some((place, found)) = game.missed_here() else { return false };
        let own = found.iter().map(|missed| (missed.called(), missed.puzzle.clone()));
        let Some(mut series) = Series::of_own(own, day_of(self.now.as_millis())) else {
            return false;
        };
        (0..place).for_each(|_| series.to_next());
        let puzzles = Screen::Puzzles(Box::new(Puzzles::of_game(series)));
        if let Screen::Game(game) = std::mem::replace(&mut self.screen, puzzles) {
            self.behind = Some(game);
        }
        true
    }

    /// Notes what was solved.
    pub(super) fn keep_solved(&mut self) -> Vec<Effect> {
        let Screen::Puzzles(puzzles) = &mut self.screen else { return Vec::new() };
        let Some(solved) = puzzles.take_news() else { return Vec::new() };
        let text = solved.to_text();
        self.solved = Some(solved);
        vec![Effect::KeepSolved(text)]
    }

    /// The puzzles of a game, that of the day first.
    pub(super) fn begin_puzzles(&mut self, spec: &'static Spec) -> Vec<Effect> {
        let today = day_of(self.now.as_millis());
        let number = collection(spec).and_then(|own| own.of_day(today));
        let choice = Choice { spec: Some(spec), number, ..Choice::default() };
        self.set_puzzles(&choice, self.now);
        Vec::new()
    }
}
