//! The commands that draw the board, set it up, load a record and save one.

use konoba_rules::text::{self, TextError};
use konoba_rules::{Record, Setup};
use konoba_scene::{Scene, TextStyle, View, paint_text};

use super::arguments::Arguments;
use super::commands::{DONE, Outcome};
use super::game::Game;
use super::vertex::LETTERS;
use super::{Failure, Files, Session};

impl<F: Files> Session<F> {
    pub(super) fn showboard(&mut self, arguments: Arguments<'_>) -> Outcome {
        arguments.end()?;
        let view = View { last: self.game.last().copied(), letters: LETTERS, ..View::default() };
        let scene = Scene::viewed(self.game.position(), &view);
        let captions = scene.captions().collect::<Vec<_>>().join("\n");
        Ok(format!("\n{}{captions}", paint_text(&scene, TextStyle::Ascii)))
    }

    pub(super) fn set_up(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let rows = arguments.rest()?;
        let position = text::read(self.setup, rows).map_err(|error| {
            Failure::NoSuchPosition(match error {
                TextError::Flaw(flaw) => self.sentences().flaw(&flaw),
                TextError::Letter { spec, letter, at } => {
                    let (letter, at) = (letter.escape_debug(), LETTERS.name(at));
                    format!("'{letter}' at {at} is no piece of {}", spec.name)
                }
                error => error.to_string(),
            })
        })?;
        self.begin(Game::from_position(position));
        DONE
    }

    pub(super) fn loadsgf(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let name = arguments.word()?;
        let number = match arguments.end() {
            Ok(()) => None,
            Err(_) => Some(arguments.count()?),
        };
        arguments.end()?;
        let file = self.files.read(name).map_err(Failure::CannotLoad)?;
        let record = Record::read(&file).map_err(|error| Failure::CannotLoad(error.to_string()))?;
        let Setup { spec, .. } = record.setup();
        if spec.id != self.setup.spec.id {
            return Err(Failure::CannotLoad(format!("it is a game of {}", spec.name)));
        }
        // As the standard has it, the number is that of the first move that is not played.
        let count = number.map(|number| (number as usize).saturating_sub(1));
        self.begin(Game::from_record(&record, count));
        DONE
    }

    pub(super) fn printsgf(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let name = arguments.optional_word();
        arguments.end()?;
        let text = self.game.to_record().to_sgf();
        match name {
            None => Ok(text),
            Some(name) => {
                self.files.write(name, &text).map_err(Failure::CannotSave)?;
                DONE
            }
        }
    }

    /// Goes on with another game. The next one will be set up alike; whether it will have a pie
    /// rule does not depend on a game that may have begun in its middle.
    pub(super) fn begin(&mut self, game: Game) {
        self.setup = Setup { pie: self.setup.pie, ..game.position().setup() };
        self.game = game;
        self.player.restart();
    }
}
