//! Hints and analyses by the engine of the house, each asked for on a thread of its own: it may think for a while.

use std::thread;

use konoba_http::{AdviceView, MissedWinView};
use konoba_rules::Record;
use konoba_rules::record::NodeId;
use konoba_tui::HouseNews;
use serde::Deserialize;
use serde_json::json;

use crate::agent::Agent;
use crate::game::Place;
use crate::heard::Heard;
use crate::http;

const NOTHING: &str = "The computer has nothing to say about this position.";

/// What matters here of an answer about a record.
#[derive(Deserialize)]
struct Studied {
    advice: Option<AdviceView>,
}

impl Agent {
    /// Asks for a hint.
    pub(crate) fn want_hint(&mut self) {
        let Some(place) = &self.place else { return };
        let Some(version) = place.game().map(|game| game.version()) else { return };
        let (connector, proof, own) =
            (self.connector.patient(), self.proof_at(place), self.own.clone());
        let (table, path) = (place.table.clone(), Place::path(place, "hint"));
        thread::spawn(move || {
            let hint = http::ask(&connector, &proof, "GET", &path, None);
            let hint = hint.and_then(|answer| answer.read()).map_err(|trouble| trouble.says());
            let _ = own.send(Heard::Hinted((table, version), hint));
        });
    }

    /// Asks what the engine thinks of a position of a finished game. While one is thought about, only the last of those
    /// that are wanted meanwhile is remembered: a person who leafs through a game does not flood the house.
    pub(crate) fn want_analysis(&mut self, record: Box<Record>, at: NodeId) {
        if std::mem::replace(&mut self.is_analysing, true) {
            self.to_analyse = Some((record, at));
            return;
        }
        let (connector, proof, own) =
            (self.connector.patient(), self.proof.clone(), self.own.clone());
        thread::spawn(move || {
            let place = record.walk().position(|id| id == at).unwrap_or_default();
            let body = json!({ "record": record.to_sgf(), "at": place, "do": "advise" });
            let answer = http::ask(&connector, &proof, "POST", "/api/study", Some(&body));
            let position = record.position_at(at);
            let advice = answer.and_then(|answer| answer.read::<Studied>());
            let news = match advice.map(|studied| studied.advice?.advice(position.setup())) {
                Ok(Some(advice)) => HouseNews::Advice(Box::new(position), advice),
                Ok(None) => HouseNews::NoAdvice(NOTHING.to_owned()),
                Err(trouble) => HouseNews::NoAdvice(trouble.says()),
            };
            let _ = own.send(Heard::Analysed(news));
        });
    }

    /// Asks for the missed wins of a finished game.
    pub(crate) fn want_missed(&self, record: &Record) {
        let (connector, proof, own) =
            (self.connector.patient(), self.proof.clone(), self.own.clone());
        let body = json!({ "record": record.to_sgf() });
        thread::spawn(move || {
            let answer = http::ask(&connector, &proof, "POST", "/api/missed", Some(&body));
            let news = match answer.and_then(|answer| answer.read::<Vec<MissedWinView>>()) {
                Ok(found) => {
                    let found = found.iter().filter_map(MissedWinView::missed);
                    HouseNews::MissedWins(found.collect())
                }
                Err(trouble) => HouseNews::NoAdvice(trouble.says()),
            };
            let _ = own.send(Heard::Missed(news));
        });
    }
}
