//! What the screens ask for, as requests to the house.

use std::time::{Duration, Instant};

use konoba_http::{DeviceView, LaidView, MeView, SeatOfCode, SeatedView};
use konoba_rules::{Level, Setup};
use konoba_table::{Name, TimeControl};
use konoba_tui::{HouseNews, HouseRequest};
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::game::Place;
use crate::http::{self, Trouble};
use crate::tables::is_played;

/// What becomes of the games of a person who is replaced.
const REPLACES: &str = "Enter the code again to replace this player here. The games stay on the server, but you can no longer \
                        reach them from here.";
/// A key that is pressed before this could be read is no answer to it.
const TO_READ: Duration = Duration::from_secs(1);

impl Agent {
    /// Goes to the table that the address names, or on with the newest game that is not finished.
    pub(crate) fn begin(&mut self, name: &Name) -> Result<(), Trouble> {
        let address = self.connector.address.clone();
        let Some(table) = &address.table else { return self.sit_again() };
        self.come(table.clone(), None)?;
        if self.place.as_ref().is_some_and(Place::has_room) {
            self.rename(name)?;
            let body = json!({ "invitation": address.invitation });
            self.post::<SeatedView>(&format!("/api/tables/{table}/seat"), &body)?;
            self.come(table.clone(), None)?;
        }
        Ok(())
    }

    /// Comes back to the newest game that this person has not finished, if there is one.
    fn sit_again(&mut self) -> Result<(), Trouble> {
        if self.proof.cookie.is_none() {
            return Ok(());
        }
        let games = match self.own_games() {
            // The house does not know the cookie any more.
            Err(Trouble::Refused { status: 401, .. }) => return Ok(()),
            games => games?,
        };
        let newest = games.running.into_iter().find(is_played);
        newest.map_or(Ok(()), |game| self.come(game.table, None))
    }

    pub(crate) fn ask(&mut self, request: HouseRequest) -> Result<(), Trouble> {
        match request {
            HouseRequest::Offer { name, setup, time, level } => {
                self.rename(&name)?;
                self.leave();
                let laid: LaidView = self.post("/api/tables", &offer(setup, time, level))?;
                self.come(laid.table, None)
            }
            HouseRequest::Visit(table, name) => {
                self.leave();
                let open = self.lobby.iter().flat_map(|lobby| &lobby.open);
                if open.into_iter().any(|listed| listed.table == table) {
                    self.rename(&name)?;
                    self.post::<SeatedView>(&format!("/api/tables/{table}/seat"), &json!({}))?;
                }
                self.come(table, None)
            }
            HouseRequest::Code(code) => self.come_by_code(code),
            HouseRequest::Link(name) => {
                self.rename(&name)?;
                let DeviceView { code, minutes, .. } = self.post("/api/me/device", &json!({}))?;
                let says = format!("On your other device, enter {code} within {minutes} minutes.");
                self.tell(HouseNews::Said(Ok(says)));
                Ok(())
            }
            // They have a way of their own, on which they are counted.
            HouseRequest::Order(..) => Ok(()),
            HouseRequest::Hint => {
                self.want_hint();
                Ok(())
            }
            HouseRequest::Analyse { record, at } => {
                self.want_analysis(record, at);
                Ok(())
            }
            HouseRequest::MissedWins(record) => {
                self.want_missed(&record);
                Ok(())
            }
            HouseRequest::Say(remark) => {
                let Some(place) = &self.place else { return Ok(()) };
                let (proof, path) = (self.proof_at(place), place.path("remarks"));
                let body = json!({ "remark": remark });
                http::ask(&self.connector, &proof, "POST", &path, Some(&body)).map(drop)
            }
            HouseRequest::Leave => {
                self.leave();
                self.follow();
                self.tell_tables();
                Ok(())
            }
        }
    }

    /// Comes back to the seat of a code, or goes on as the person whose code for another device it is.
    fn come_by_code(&mut self, code: String) -> Result<(), Trouble> {
        let body = json!({ "code": code });
        match self.post::<SeatOfCode>("/api/seat", &body) {
            Ok(seat) => {
                self.leave();
                return self.come(seat.table, Some(code));
            }
            Err(Trouble::Refused { status: 404, .. }) => {}
            Err(trouble) => return Err(trouble),
        }
        let me = self.continue_as(code)?;
        self.leave();
        if let Some(name) = me.name.and_then(|name| name.parse::<Name>().ok()) {
            let says = format!("You are {name} here too, with all your games.");
            self.tell(HouseNews::Named(name));
            self.tell(HouseNews::Said(Ok(says)));
        }
        self.tell_tables();
        self.sit_again()?;
        if self.place.is_none() {
            self.follow();
        }
        Ok(())
    }

    /// Is the person from now on whose code for another device it is. A person who has games here is replaced only where
    /// the same code is entered again.
    fn continue_as(&mut self, code: String) -> Result<MeView, Trouble> {
        let asked = self.replacing.take();
        let replace = asked.is_some_and(|(asked, told)| asked == code && told.elapsed() >= TO_READ);
        match self.post("/api/continue", &json!({ "code": code, "replace": replace })) {
            Err(Trouble::Refused { status: 404, .. }) => {
                let says = "That is not the code of a seat, nor a new one of another device.";
                let (id, says) = ("no-code".to_owned(), says.to_owned());
                Err(Trouble::Refused { status: 404, id, says })
            }
            Err(Trouble::Refused { status, id, says }) if id == "has-games" => {
                self.replacing = Some((code, Instant::now()));
                let says = format!("{says} {REPLACES}");
                Err(Trouble::Refused { status, id, says })
            }
            me => me,
        }
    }

    /// Has the house know the person under a name.
    fn rename(&mut self, name: &Name) -> Result<(), Trouble> {
        let me: MeView = self.get("/api/me")?;
        if me.name.as_deref() == Some(name.as_str()) {
            return Ok(());
        }
        self.post::<MeView>("/api/me", &json!({ "name": name.as_str() })).map(drop)
    }

    /// Leaves the table: the seat of a game that goes on is kept, and an offer is taken back.
    pub(crate) fn leave(&mut self) {
        let Some(place) = self.place.take() else { return };
        if place.is_waiting() {
            let (proof, path) = (self.proof_at(&place), format!("/api/tables/{}", place.table));
            // If an opponent has come in this very moment, the game has begun and the seat is kept.
            let _ = http::ask(&self.connector, &proof, "DELETE", &path, None);
        }
    }
}

/// A game against the engine, or against another person who wants the same.
fn offer(setup: Setup, time: TimeControl, level: Option<Level>) -> Value {
    let (setup, time) = (setup.to_string(), time.to_string());
    match level {
        Some(level) => {
            json!({ "setup": setup, "time": time, "with": "engine", "level": level.number() })
        }
        None => json!({ "setup": setup, "time": time, "with": "anyone", "pair": true }),
    }
}
