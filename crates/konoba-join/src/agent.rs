//! The agent: it asks the house for what the screens want, and tells them what happens there.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use konoba_http::view::{BoardView, GamesView, LobbyView, StandingView};
use konoba_http::{EventsView, Remark, ServerMessage};
use konoba_rules::Record;
use konoba_rules::record::NodeId;
use konoba_table::{Name, Seat};
use konoba_tui::{HouseNews, RemarkLine};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::clock::HouseClock;
use crate::game::{self, Place};
use crate::heard::Heard;
use crate::http::{self, Proof, Trouble};
use crate::sent_order::SentOrder;
use crate::setback::Setback;
use crate::socket::Socket;
use crate::stream::Connector;
use crate::tables;
use crate::token::TokenFile;

/// What is asked and told on a thread of its own.
pub(crate) struct Agent {
    pub(crate) connector: Connector,
    pub(crate) proof: Proof,
    pub(crate) file: TokenFile,
    pub(crate) clock: HouseClock,
    pub(crate) place: Option<Place>,
    /// The tables that there are.
    pub(crate) lobby: Option<LobbyView>,
    /// The boards of the first of them.
    boards: Vec<BoardView>,
    /// The order that was not answered yet.
    pub(crate) order: Option<SentOrder>,
    /// Whether the house was asked about a position of a finished game and has not answered, and about which it is asked next.
    pub(crate) is_analysing: bool,
    pub(crate) to_analyse: Option<(Box<Record>, NodeId)>,
    /// The code of another person that was entered while the one who is known here has games, and when that was told.
    pub(crate) replacing: Option<(String, Instant)>,
    pub(crate) own: Sender<Heard>,
    told: Sender<HouseNews>,
    socket: Option<Socket>,
    sockets: u64,
    setback: Option<Setback>,
}

impl Agent {
    pub(crate) fn new(
        (connector, proof, file): (Connector, Proof, TokenFile),
        clock: HouseClock,
        own: Sender<Heard>,
        told: Sender<HouseNews>,
    ) -> Self {
        Self {
            connector,
            proof,
            file,
            clock,
            place: None,
            lobby: None,
            boards: Vec::new(),
            order: None,
            is_analysing: false,
            to_analyse: None,
            replacing: None,
            own,
            told,
            socket: None,
            sockets: 0,
            setback: None,
        }
    }

    /// Works until the person leaves.
    pub(crate) fn run(mut self, name: &Name, heard: &Receiver<Heard>) {
        let remarks = Remark::all()
            .map(|own| RemarkLine { id: own.id().to_owned(), words: own.words().to_owned() });
        self.tell(HouseNews::Remarks(remarks.collect()));
        let begun = self.begin(name);
        self.settle(begun);
        if self.place.is_none() {
            self.follow();
        }
        loop {
            let patience = self.setback.as_ref().and_then(Setback::patience);
            let next = match patience {
                Some(patience) => heard.recv_timeout(patience),
                None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match next {
                Ok(Heard::Quit(done)) => {
                    self.leave();
                    let _ = done.send(self.order.is_none());
                    return;
                }
                Ok(heard) => self.hear(heard),
                Err(RecvTimeoutError::Timeout) if self.socket.is_some() => self.resume(),
                Err(RecvTimeoutError::Timeout) => self.follow(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Says why something was not done, if it was not.
    pub(crate) fn settle(&mut self, done: Result<(), Trouble>) {
        if let Err(trouble) = done {
            self.tell(HouseNews::Said(Err(trouble.says())));
        }
    }

    fn hear(&mut self, heard: Heard) {
        let is_current =
            |number| self.socket.as_ref().is_some_and(|socket| socket.number == number);
        match heard {
            Heard::Asked(request) => {
                let done = self.ask(request);
                self.settle(done);
            }
            Heard::Ordered(order, open) => self.order(order, open),
            Heard::Connected(number) if is_current(number) => self.resume(),
            Heard::Said(number, message) if is_current(number) => self.told(*message),
            Heard::Lost(number) if is_current(number) => self.lose(),
            Heard::Hinted((table, version), hint) => {
                let game = self.place.as_ref().filter(|place| place.table == table);
                let game = game.and_then(Place::game);
                // A hint is for one position alone.
                if let Some(game) = game.filter(|game| game.version() == version) {
                    self.tell(game::hint(game, hint));
                }
            }
            Heard::Analysed(news) => {
                self.is_analysing = false;
                match self.to_analyse.take() {
                    // The person has gone on to another position.
                    Some((record, at)) => self.want_analysis(record, at),
                    None => self.tell(news),
                }
            }
            Heard::Missed(news) => self.tell(news),
            Heard::Woken if self.place.is_some() => self.resume(),
            Heard::Woken => {}
            Heard::Connected(_) | Heard::Said(..) | Heard::Lost(_) | Heard::Quit(_) => {}
        }
    }

    /// Something was said on the socket.
    fn told(&mut self, message: ServerMessage) {
        let version = match message {
            ServerMessage::Lobby(lobby) => {
                self.lobby = Some(lobby);
                return self.tell_tables();
            }
            ServerMessage::Boards { boards } => {
                // Only those that have changed are told after the first time.
                self.boards.retain(|known| boards.iter().all(|new| new.table != known.table));
                self.boards.extend(boards);
                return self.tell_tables();
            }
            ServerMessage::Presence(presence) => {
                let news = self.place.as_mut().and_then(|place| place.presence(&presence));
                return news.into_iter().for_each(|news| self.tell(news));
            }
            ServerMessage::Remark { seat, says, .. } => {
                let seat = if seat == 1 { Seat::One } else { Seat::Two };
                return self.tell(HouseNews::Remarked { seat, words: says });
            }
            // What is told is only that something has happened; what, the events say.
            ServerMessage::Table { table, .. } => Some(table.version),
            ServerMessage::News { .. } => None,
            _ => return,
        };
        let known = self.place.as_ref().and_then(Place::game).map(|game| game.version());
        if version.is_none() || version != known {
            self.catch_up();
        }
    }

    /// There is no connection: it is tried again after a while.
    pub(crate) fn lose(&mut self) {
        self.socket = None;
        let has_game = self.place.as_ref().and_then(Place::game).is_some();
        let says = match self.order {
            Some(_) => "No connection.",
            None if has_game => "No connection. Your game is safe; reconnecting…",
            None => "No connection. Reconnecting…",
        };
        self.try_later(says.to_owned());
        self.setback.iter_mut().for_each(|setback| setback.was_offline = true);
    }

    /// Tells once why something has failed, and tries it again after a while.
    pub(crate) fn try_later(&mut self, why: String) {
        let setback = match &mut self.setback {
            Some(setback) => {
                setback.wait_longer();
                setback
            }
            none => none.insert(Setback::new()),
        };
        let what = self.order.as_ref().map(|order| order.what);
        let says = match what {
            Some(what) => format!("{why} Your {what} is kept and is sent again by itself."),
            None => why,
        };
        if setback.note(&says) {
            self.tell(match what {
                Some(_) => HouseNews::Said(Err(says)),
                None => HouseNews::Noted(says),
            });
        }
    }

    /// Goes on with what has failed, or looks what has happened meanwhile.
    fn resume(&mut self) {
        match self.order {
            Some(_) => self.send_order(),
            None => self.catch_up(),
        }
    }

    /// The house has answered. While it has not answered the order, that one is still tried again.
    pub(crate) fn recover(&mut self) {
        if self.order.is_some() {
            return;
        }
        if let Some(setback) = self.setback.take() {
            let says = if setback.was_offline { "Connected again." } else { "It works again." };
            self.tell(HouseNews::Said(Ok(says.to_owned())));
        }
    }

    /// Listens to the table where the person is, or to the lobby.
    pub(crate) fn follow(&mut self) {
        if let Some(setback) = &mut self.setback {
            setback.next = None;
        }
        let (proof, path) = match &self.place {
            Some(place) => (self.proof_at(place), place.path_after("socket", "seen")),
            None => (self.proof.clone(), "/api/lobby/socket".to_owned()),
        };
        self.sockets += 1;
        let (connector, own) = (self.connector.clone(), self.own.clone());
        self.socket = Some(Socket::open(self.sockets, connector, proof, path, own));
    }

    /// Asks what has happened at the table, and tells it. Where the house cannot say it now, the person stays there.
    pub(crate) fn catch_up(&mut self) {
        if self.place.is_none() {
            return self.recover();
        }
        match self.take_events() {
            Ok(()) => {}
            Err(Trouble::Offline(_)) => self.lose(),
            Err(trouble) if trouble.is_passing() => self.try_later(trouble.says()),
            Err(Trouble::Refused { says, .. }) => {
                self.recover();
                self.place = None;
                self.tell(HouseNews::Left(says));
                self.follow();
            }
        }
    }

    fn take_events(&mut self) -> Result<(), Trouble> {
        let Some(place) = &self.place else { return Ok(()) };
        let (proof, path) = (self.proof_at(place), place.path_after("events", "after"));
        let view: EventsView = http::ask(&self.connector, &proof, "GET", &path, None)?.read()?;
        self.clock.set(view.now);
        let Some(place) = &mut self.place else { return Ok(()) };
        // An offer that leads to another table is left, whenever that is seen.
        let is_first_look = place.game().is_none() && view.standing != StandingView::Withdrawn;
        let news = place.take(&view)?;
        let next = place.next_table(is_first_look, view.next.as_deref());
        let has_left = news.iter().any(|news| matches!(news, HouseNews::Left(_)));
        let code = place.code.clone();
        // Where the game is at another table, that one has to answer too.
        if has_left || next.is_none() {
            self.recover();
        }
        news.into_iter().for_each(|news| self.tell(news));
        if has_left {
            self.place = None;
            self.follow();
        } else if let Some(next) = next {
            // The game is at another table, and so is this person.
            self.come(next, code)?;
        }
        Ok(())
    }

    /// Goes to a table.
    pub(crate) fn come(&mut self, table: String, code: Option<String>) -> Result<(), Trouble> {
        let before = self.place.replace(Place::at(table, code));
        match self.take_events() {
            Ok(()) => {
                if self.place.is_some() {
                    self.follow();
                }
                Ok(())
            }
            Err(trouble) => {
                self.place = before;
                Err(trouble)
            }
        }
    }

    /// Tells which tables there are.
    pub(crate) fn tell_tables(&mut self) {
        let Some(lobby) = &self.lobby else { return };
        let own = self.proof.cookie.is_some().then(|| self.own_games().ok()).flatten();
        let lines = tables::lines(own.as_ref(), lobby, &self.boards);
        self.tell(HouseNews::Tables(lines));
    }

    pub(crate) fn own_games(&self) -> Result<GamesView, Trouble> {
        self.get("/api/me/games")
    }

    pub(crate) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Trouble> {
        http::ask(&self.connector, &self.proof, "GET", path, None)?.read()
    }

    /// Has the house do something. A new cookie is kept.
    pub(crate) fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &Value,
    ) -> Result<T, Trouble> {
        let answer = http::ask(&self.connector, &self.proof, "POST", path, Some(body))?;
        if let Some(cookie) = &answer.cookie {
            self.proof.cookie = Some(cookie.clone());
            if let Err(error) = self.file.keep(cookie) {
                let says = format!(
                    "Your token could not be saved: {}. This server will not know you next time.",
                    konoba_files::reason(&error)
                );
                self.tell(HouseNews::Noted(says));
            }
        }
        answer.read()
    }

    /// By what the person may speak at a place.
    pub(crate) fn proof_at(&self, place: &Place) -> Proof {
        Proof { code: place.code.clone(), ..self.proof.clone() }
    }

    /// Screens that are gone miss nothing.
    pub(crate) fn tell(&self, news: HouseNews) {
        let _ = self.told.send(news);
    }
}
