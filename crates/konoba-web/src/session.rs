//! The session of a page: one question after the other.

use std::time::Duration;

use konoba_advice::{Adviser, Budget, Prover};
use konoba_table::Moment;
use konoba_view::study::{StudyAct, StudyBody, StudyView, Unstudied, obey};
use konoba_view::{Analysis, Drawing, lesson, puzzle};
use serde::Serialize;

use crate::failed::Failed;
use crate::game::{self, Game};
use crate::page::{Page, PageClock};
use crate::question::{
    Ask, Asked, Board, Drawn, Kept, LoadedNet, Said, Seed, Time, Tried, Wondered, part,
};
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
        self.obey(question).unwrap_or_else(|failed| json(&failed))
    }

    fn obey(&mut self, question: &[u8]) -> Result<String, Failed> {
        match part::<Asked>(question)?.ask {
            Ask::Seed => {
                self.seed = part::<Seed>(question)?.seed;
                self.adviser = self.nets.adviser(self.seed);
                Ok(json(&()))
            }
            Ask::Net => {
                self.nets.load(&part::<LoadedNet>(question)?.game);
                // Players that were hired before do not know the net.
                self.adviser = self.nets.adviser(self.seed);
                Ok(json(&()))
            }
            Ask::Study => {
                let Time { millis, .. } = part(question)?;
                self.study(&part(question)?, millis).map(|view| json(&view))
            }
            Ask::Lesson => Ok(json(&lesson::answer(&part(question)?)?)),
            Ask::Puzzle => Ok(json(&puzzle::answer_alone(&part(question)?)?)),
            Ask::Draw => Ok(json(&Drawn { svg: part::<Drawing>(question)?.svg()? })),
            Ask::Board => {
                let Board { setup } = part(question)?;
                Ok(json(&Drawn { svg: game::empty_board(&setup)? }))
            }
            Ask::Why => Ok(json(&part::<Game>(question)?.why(&part::<Tried>(question)?.mv)?)),
            Ask::Lines => Ok(json(&part::<Game>(question)?.lines()?)),
            Ask::Begin => {
                let table = PageTable::begin(&part(question)?, self.moment())?;
                Ok(self.show(table))
            }
            Ask::Resume => {
                let kept: Kept = part(question)?;
                let table = PageTable::resume(&kept, self.moment())?;
                Ok(self.show(table))
            }
            Ask::Order => {
                let (order, now) = (part(question)?, self.moment());
                let table = self.table.as_mut().ok_or_else(no_table)?;
                Ok(json(&table.order(&order, now)))
            }
            Ask::Reply => {
                let Time { millis, is_last } = part(question)?;
                let (now, watch) = (self.moment(), PageClock::start(self.page));
                let budget = Budget::new(Duration::from_millis(millis), &watch);
                let table = self.table.as_mut().ok_or_else(no_table)?;
                Ok(json(&table.reply(&self.adviser, (budget, is_last), now)?))
            }
            Ask::Hint => {
                let Time { millis, .. } = part(question)?;
                let watch = PageClock::start(self.page);
                let budget = Budget::new(Duration::from_millis(millis), &watch);
                Ok(json(&self.table()?.hint(&self.adviser, budget)?))
            }
            Ask::TableWhy => Ok(json(&self.table()?.why(&part::<Tried>(question)?.mv)?)),
            Ask::TableLines => Ok(json(&self.table()?.lines())),
            Ask::TableRead => {
                let Wondered { question } = part(question)?;
                Ok(json(&Said { says: self.table()?.read(&question) }))
            }
            Ask::Think => {
                let (game, how) = (part(question)?, part(question)?);
                thinking::think(&game, &how, &self.nets, self.page).map(|thoughts| json(&thoughts))
            }
        }
    }

    /// Takes up a game in the page, and shows it.
    fn show(&mut self, table: PageTable) -> String {
        let now = self.moment();
        json(&self.table.insert(table).shown(now))
    }

    /// The game in the page.
    fn table(&self) -> Result<&PageTable, Failed> {
        self.table.as_ref().ok_or_else(no_table)
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

pub(crate) fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("an answer is plain data")
}
