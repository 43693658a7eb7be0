//! Puzzles in a session: the same conversation as that of `konoba puzzle`, until the person leaves it or plays.

use konoba_line::Puzzling;
use konoba_puzzles::{Choice, day_of};

use crate::client::Client;
use crate::session::{Session, Stage};
use crate::stopped::Stopped;
use crate::words;

impl<C: Client> Session<C> {
    /// Begins with the puzzles that are wanted.
    pub(super) async fn begin_puzzles(&mut self, which: &str) -> Result<(), Stopped> {
        self.check_free()?;
        let choice = Choice::read(which).map_err(words::no_puzzles)?;
        let today = day_of(self.house.now().as_millis());
        let puzzling = Puzzling::of(&choice, today, self.manner).ok_or(words::NO_PUZZLE)?;
        let said = puzzling.open();
        self.stage = Stage::Solving(Box::new(puzzling));
        self.note();
        self.say(&said).await
    }

    /// Takes a line of a person who solves puzzles.
    pub(super) async fn solve(&mut self, line: &str) -> Result<(), Stopped> {
        let Stage::Solving(puzzling) = &mut self.stage else { return Ok(()) };
        let said = puzzling.answer(line);
        match puzzling.is_over() {
            true => self.get_up().await,
            false => self.say(&said).await,
        }
    }
}
