//! Hints and analyses for the full screen, by the engine of the house in its turn.

use konoba_live::{
    HouseError, Interrupt, Requester, WorkKind, fingerprints_of_record, is_between_people,
};
use konoba_rules::Record;
use konoba_rules::record::NodeId;
use konoba_table::NO_ENGINE;
use konoba_tui::HouseNews;

use crate::screen::FullScreen;

const BUSY: &str = "The computer is busy. Try again in a moment.";

impl FullScreen {
    /// Has the engine think about the position of the game that goes on, for the player to move against it.
    pub(super) fn want_hint(&mut self) -> Vec<HouseNews> {
        let refused = |why: &str| vec![HouseNews::NoAdvice(why.to_owned())];
        let Some(place) = &self.place else { return Vec::new() };
        let update = place.latest();
        let Some(table) = &update.table else { return Vec::new() };
        if is_between_people(&update.entry) {
            return refused(NO_ENGINE);
        }
        let against_engine = table
            .seat_to_move()
            .is_some_and(|seat| place.has_seat(seat) && table.player(seat.other()).is_engine());
        if !against_engine {
            return refused("There is no hint here.");
        }
        let (house, who) = (self.house.clone(), self.requester());
        let (record, position) = (table.record(), *table.position());
        self.advising = Some(Box::pin(async move {
            let (line, at) = (record.to_line(), record.main_line().count());
            let found = match house.analyse_for_hint(who, &line, at).await {
                Ok(found) => found.and_then(|found| found.advice?.advice(position.setup())),
                Err(why) => return HouseNews::NoAdvice(why.to_string()),
            };
            let busy = || HouseNews::NoAdvice(BUSY.to_owned());
            found.map_or_else(busy, |advice| HouseNews::Advice(Box::new(position), advice))
        }));
        Vec::new()
    }

    /// Has the engine think about a position of a finished game. The one before is given up: the person has gone on.
    pub(super) fn want_analysis(&mut self, record: Record, at: NodeId) {
        let (house, who) = (self.house.clone(), self.requester());
        self.advising = Some(Box::pin(async move {
            let analyse = async {
                let read = move |_: &Interrupt| {
                    let place = record.walk().position(|id| id == at).unwrap_or_default();
                    let positions = fingerprints_of_record(&record, at);
                    (record.position_at(at), positions, record.to_sgf(), place)
                };
                let (position, positions, sgf, place) =
                    house.work(who, WorkKind::Record, read).await?;
                house.check_fair_play(positions).await?;
                let found = house.analyse(who, &sgf, place).await?;
                let advice = found.and_then(|found| found.advice?.advice(position.setup()));
                Ok::<_, HouseError>(advice.map(|advice| (position, advice)))
            };
            match analyse.await {
                Ok(Some((position, advice))) => HouseNews::Advice(Box::new(position), advice),
                Ok(None) => HouseNews::NoAdvice(BUSY.to_owned()),
                Err(why) => HouseNews::NoAdvice(why.to_string()),
            }
        }));
    }

    /// Has the engine look for missed wins of a finished game.
    pub(super) fn want_missed(&mut self, record: Record) {
        let (house, who) = (self.house.clone(), self.requester());
        self.advising = Some(Box::pin(async move {
            let seek = async {
                let read = move |_: &Interrupt| {
                    (fingerprints_of_record(&record, record.last()), record.to_sgf())
                };
                let (positions, sgf) = house.work(who, WorkKind::Record, read).await?;
                house.check_fair_play(positions).await?;
                house.missed_wins(who, &sgf, None).await
            };
            match seek.await {
                Ok(Some(found)) => {
                    HouseNews::MissedWins(found.iter().filter_map(|own| own.missed()).collect())
                }
                Ok(None) => HouseNews::NoAdvice(BUSY.to_owned()),
                Err(why) => HouseNews::NoAdvice(why.to_string()),
            }
        }));
    }

    fn requester(&self) -> Requester {
        Requester::new(Some(self.visitor.from), self.known().map(|guest| guest.id))
    }
}
