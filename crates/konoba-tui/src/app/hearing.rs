//! What a house tells the application.

use super::{App, Screen};
use crate::game::Game;
use crate::house::HouseNews;
use crate::input::MissedNews;

impl App {
    /// Takes in what has happened at the house.
    pub(super) fn hear(&mut self, news: HouseNews) {
        match (news, &mut self.screen) {
            (HouseNews::Tables(tables), screen) => {
                if let Screen::Home(home) = screen {
                    home.found_tables(tables.clone());
                }
                self.tables = Some(tables);
            }
            (HouseNews::Seated { table, own }, _) => {
                self.waiting = None;
                let mut game = Game::at_house(*table, own);
                game.confirms = self.settings.confirms;
                game.remarks = self.remarks.clone();
                self.screen = Screen::Game(Box::new(game));
            }
            (HouseNews::Remarks(remarks), _) => self.remarks = remarks,
            (HouseNews::Remarked { seat, words }, Screen::Game(game)) => {
                game.take_remark(seat, &words, self.is_muting);
            }
            (HouseNews::Happened { table, events }, Screen::Game(game)) => {
                game.take_news(*table, &events);
            }
            (HouseNews::Happened { table, events }, Screen::Puzzles(_)) => {
                if let Some(game) = &mut self.behind {
                    game.take_news(*table, &events);
                }
            }
            (HouseNews::Named(name), screen) => {
                self.settings.names[0] = name.to_string();
                if let Screen::Home(home) = screen {
                    home.set_name(&name);
                }
            }
            (HouseNews::Advice(position, advice), Screen::Game(game)) => {
                game.take_advice(*position, advice);
            }
            (HouseNews::MissedWins(found), Screen::Game(game)) => {
                game.take_missed(MissedNews::Found(found));
            }
            (HouseNews::NoAdvice(why), Screen::Game(game)) => game.go_unadvised(why),
            (HouseNews::Noted(text), Screen::Game(game)) => game.tell_of_keeping(Ok(text)),
            (HouseNews::Noted(text), Screen::Home(home)) => home.warn(text),
            (HouseNews::Said(Ok(text)), Screen::Game(game)) => game.say(text),
            (HouseNews::Said(Err(text)), Screen::Game(game)) => game.warn(text),
            (HouseNews::Said(Ok(text) | Err(text)), Screen::Home(home)) => home.warn(text),
            // A learner goes on learning; what was asked for before is seen at home.
            (HouseNews::Noted(_) | HouseNews::Said(_), Screen::Lessons(_) | Screen::Puzzles(_)) => {
            }
            // A learner waits too, and sees it at home.
            (HouseNews::Waiting(text), Screen::Lessons(_) | Screen::Puzzles(_)) => {
                self.waiting = Some(text);
            }
            (HouseNews::Waiting(text), Screen::Home(home)) => {
                home.wait(text.clone());
                self.waiting = Some(text);
            }
            (HouseNews::Waiting(text), Screen::Game(_)) => {
                self.waiting = Some(text);
                self.screen = Screen::Home(Box::new(self.home()));
            }
            (HouseNews::Left(reason), Screen::Home(home)) => {
                (self.waiting, home.waiting) = (None, None);
                home.warn(reason);
            }
            (HouseNews::Left(reason), _) => {
                self.waiting = None;
                let mut home = self.home();
                home.warn(reason);
                self.screen = Screen::Home(Box::new(home));
            }
            (
                HouseNews::Happened { .. }
                | HouseNews::Remarked { .. }
                | HouseNews::Advice(..)
                | HouseNews::MissedWins(_)
                | HouseNews::NoAdvice(_),
                Screen::Home(_) | Screen::Lessons(_) | Screen::Puzzles(_),
            ) => {}
        }
    }
}
