//! The session of a page: one question after the other.

use std::time::Duration;

use konoba_advice::{Adviser, Budget, Prover};
use konoba_table::Moment;
use konoba_view::study::{StudyAct, StudyBody, StudyView, Unstudied, obey};
use konoba_view::{Analysis, lesson};
use serde::Serialize;

use crate::failed::Failed;
use crate::game;
use crate::page::{Page, PageClock};
use crate::question::{Drawn, Question, Said};
use crate::table::PageTable;
use crate::thinking::{self, Nets};

/// The session of a page. It keeps what the engine has found out from one question to the next, so that a page which asks
/// again about the same position is told more.
pub struct Session {
    page: &'static dyn Page,
    seed: u64,
    nets: Nets,
    adviser: Adviser,
    prover: Prover,
    /// The game in the page.
    table: Option<PageTable>,
}

impl Session {
    /// A session for this page.
    pub fn new(page: &'static dyn Page) -> Self {
        let (nets, seed) = (Nets::of(page), 1);
        let adviser = nets.adviser(seed);
        Self { page, seed, nets, adviser, prover: Prover::default(), table: None }
    }

    /// The answer to a question, both as JSON. What cannot be answered has a field `error` with an id and a sentence that
    /// says why.
    pub fn answer(&mut self, question: &[u8]) -> String {
        let answered = match serde_json::from_slice(question) {
            Ok(question) => self.obey(question),
            Err(_) => Err(Failed::new("body", "That is not understood.")),
        };
        answered.unwrap_or_else(|failed| json(&failed))
    }

    fn obey(&mut self, question: Question) -> Result<String, Failed> {
        match question {
            Question::Seed { seed } => {
                self.seed = seed;
                self.adviser = self.nets.adviser(seed);
                Ok(json(&()))
            }
            Question::Net { game } => {
                self.nets.load(&game);
                // Players that were hired before do not know the net.
                self.adviser = self.nets.adviser(self.seed);
                Ok(json(&()))
            }
            Question::Study { study, millis } => self.study(&study, millis).map(|view| json(&view)),
            Question::Lesson(asked) => Ok(json(&lesson::answer(&asked)?)),
            Question::Draw(drawing) => Ok(json(&Drawn { svg: drawing.svg()? })),
            Question::Board { setup } => Ok(json(&Drawn { svg: game::empty_board(&setup)? })),
            Question::Why { game, mv } => Ok(json(&game.why(&mv)?)),
            Question::Lines(game) => Ok(json(&game.lines()?)),
            Question::Begin(beginning) => {
                let table = PageTable::begin(&beginning, self.moment())?;
                let shown = table.shown(self.moment());
                self.table = Some(table);
                Ok(json(&shown))
            }
            Question::Resume { record } => {
                let table = PageTable::resume(&record, self.moment())?;
                let shown = table.shown(self.moment());
                self.table = Some(table);
                Ok(json(&shown))
            }
            Question::Order(order) => {
                let now = self.moment();
                let table = self.table.as_mut().ok_or_else(no_table)?;
                Ok(json(&table.order(&order, now)))
            }
            Question::Reply { millis, is_last } => {
                let (now, watch) = (self.moment(), PageClock::start(self.page));
                let budget = Budget::new(Duration::from_millis(millis), &watch);
                let table = self.table.as_mut().ok_or_else(no_table)?;
                Ok(json(&table.reply(&self.adviser, (budget, is_last), now)?))
            }
            Question::Hint { millis } => {
                let watch = PageClock::start(self.page);
                let budget = Budget::new(Duration::from_millis(millis), &watch);
                let table = self.table.as_ref().ok_or_else(no_table)?;
                Ok(json(&table.hint(&self.adviser, budget)?))
            }
            Question::TableWhy { mv } => {
                Ok(json(&self.table.as_ref().ok_or_else(no_table)?.why(&mv)?))
            }
            Question::TableLines => Ok(json(&self.table.as_ref().ok_or_else(no_table)?.lines())),
            Question::TableRead { question } => {
                let says = self.table.as_ref().ok_or_else(no_table)?.read(&question);
                Ok(json(&Said { says }))
            }
            Question::Think { game, how } => {
                thinking::think(&game, &how, &self.nets, self.page).map(|thoughts| json(&thoughts))
            }
        }
    }

    fn moment(&self) -> Moment {
        Moment::from_millis(self.page.now().max(0.0) as u64)
    }

    fn study(&mut self, asked: &StudyBody, millis: u64) -> Result<StudyView, Failed> {
        let analysis = match asked.what {
            Some(StudyAct::Analyse | StudyAct::Advise) => {
                let watch = PageClock::start(self.page);
                let budget = Budget::new(Duration::from_millis(millis), &watch);
                Analysis::by(&self.adviser, &asked.record, asked.at, budget)
            }
            _ => None,
        };
        let prover = &mut self.prover;
        obey(asked, analysis, |position| prover.answer(position), &|| false).map_err(
            |why| match why {
                Unstudied::Impossible(impossible) => impossible.into(),
                Unstudied::GivenUp => Failed::new("given-up", "It was given up."),
            },
        )
    }
}

fn no_table() -> Failed {
    Failed::new("no-table", "No game was begun.")
}

fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("an answer is plain data")
}
