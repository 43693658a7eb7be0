//! What the screens ask for, as requests to the house.

use std::time::{Duration, Instant};

use konoba_http::{DeviceView, LaidView, MeView, SeatOfCode, SeatedView};
use konoba_rules::{Level, Setup};
use konoba_table::{Name, TimeControl};
use konoba_tui::{HouseNews, HouseRequest};
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::game::{self, Place};
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

    /// Asks for what the screens want. Where an offer was taken back for it and nothing has come in its place, they are
    /// told that the person waits no longer.
    pub(crate) fn ask(&mut self, request: HouseRequest) -> Result<(), Trouble> {
        let was_waiting = self.place.as_ref().is_some_and(Place::is_waiting);
        match self.request(request) {
            Err(trouble) if was_waiting && self.place.is_none() => {
                self.tell(HouseNews::Left(trouble.says()));
                self.follow();
                Ok(())
            }
            done => done,
        }
    }

    fn request(&mut self, request: HouseRequest) -> Result<(), Trouble> {
        match request {
            HouseRequest::Offer { name, setup, time, level } => {
                self.rename(&name)?;
                self.withdraw()?;
                let laid: LaidView = self.post("/api/tables", &offer(setup, time, level))?;
                self.come(laid.table, None)
            }
            HouseRequest::Visit(table, name) => {
                self.withdraw()?;
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
                if let Err(trouble) = self.withdraw() {
                    self.tell(game::waiting());
                    return Err(trouble);
                }
                self.place = None;
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
                self.withdraw()?;
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

    /// Takes the offer back at which an opponent is waited for, if there is one. Where the house cannot do it now, the
    /// offer stands and is still waited at: the game of an opponent who comes there would begin without this person.
    fn withdraw(&mut self) -> Result<(), Trouble> {
        let Some(place) = self.place.as_ref().filter(|place| place.is_waiting()) else {
            return Ok(());
        };
        let (proof, path) = (self.proof_at(place), format!("/api/tables/{}", place.table));
        match http::ask(&self.connector, &proof, "DELETE", &path, None) {
            Err(trouble @ Trouble::Offline(_)) => return Err(trouble),
            Err(trouble) if trouble.is_passing() => return Err(trouble),
            // If an opponent has come in this very moment, the game has begun and the seat is kept.
            _ => {}
        }
        self.place = None;
        Ok(())
    }

    /// Leaves the table for good: the seat of a game that goes on is kept, and an offer is taken back if the house can do it.
    pub(crate) fn leave(&mut self) {
        let _ = self.withdraw();
        self.place = None;
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
