//! The full screen: `konoba-tui` at the tables of the house, for one person with a terminal.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use crossterm::event::Event;
use konoba_live::{
    BoardsFeed, Credentials, House, HouseError, KeyId, Listed, LiveBoards, Offering, Order,
    RecognisedGuest, SeatCode, SignInTime, Update, With,
};
use konoba_session::{Config, Pace, Visitor};
use konoba_store::{Entry, Guest, Standing, TableId};
use konoba_table::Name;
use konoba_tui::{HouseApp, HouseEffect, HouseInput, HouseNews, HouseRequest, Look, ScreenOrder};
use ratatui::layout::Size;
use russh::{ChannelMsg, ChannelReadHalf};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

use crate::awaited::{Advising, next_advice};
use crate::keys::Keys;
use crate::output::Output;
use crate::place::Place;

/// How often clocks are drawn and the list of tables is looked at.
const TICK: Duration = Duration::from_secs(1);

/// What is known of a person's terminal.
#[derive(Clone, Debug)]
pub(super) struct Screen {
    pub(super) size: (u16, u16),
    pub(super) look: Look,
}

/// One person in front of the full screen.
pub(super) struct FullScreen {
    pub(super) house: House,
    config: Arc<Config>,
    pub(super) visitor: Visitor,
    pub(super) since: Option<SignInTime>,
    pub(super) guest: Option<RecognisedGuest>,
    app: HouseApp,
    output: Output,
    size: (u16, u16),
    keys: Keys,
    pace: Pace,
    reading: ChannelReadHalf,
    sending: mpsc::Sender<Bytes>,
    pub(super) place: Option<Place>,
    /// The hint or analysis that the screens wait for.
    pub(super) advising: Option<Advising>,
    pub(super) lobby: watch::Receiver<u64>,
    /// Follows the boards of the list, and what it told last.
    feed: BoardsFeed,
    pub(super) boards: Option<Arc<LiveBoards>>,
    /// The games that this person has finished; none before they were asked for, and after a game.
    pub(super) finished: Option<Vec<Entry>>,
    /// Whether something has changed that was not drawn yet.
    is_stale: bool,
}

/// Something that happens.
enum Happened {
    Typed(Option<ChannelMsg>),
    /// Something at the table; none if it has to be asked what.
    Told(Option<Arc<Update>>),
    Advised(HouseNews),
    /// The boards of the list have changed.
    Boards(Arc<LiveBoards>),
    /// There is room for another frame.
    Room,
    Tick,
    Closing,
    Silence,
}

/// Why the screens end.
enum End {
    /// With these words.
    Words(&'static str),
    /// The client is gone.
    Gone,
}

impl From<io::Error> for End {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

impl FullScreen {
    pub(super) async fn open(
        house: House,
        config: Arc<Config>,
        visitor: Visitor,
        screen: Screen,
        (reading, sending): (ChannelReadHalf, mpsc::Sender<Bytes>),
    ) -> io::Result<Self> {
        let since = visitor.key.map(|_| house.sign_in_time());
        // Where the store cannot be asked just now the person is not recognised, and is told so when it matters.
        let guest = match visitor.key {
            Some(key) => house.guest_with_key(key).await.unwrap_or_default(),
            None => None,
        };
        let guest = since.zip(guest).and_then(|(since, guest)| house.know(guest, since).ok());
        let name = match guest.as_ref().and_then(RecognisedGuest::get) {
            Some(guest) => guest.name.clone(),
            None => config.people.made_up_name(),
        };
        let Screen { size, look } = screen;
        let app = HouseApp::new(look, &name, Size::new(size.0, size.1));
        let (lobby, feed) = (house.lobby_watch(), house.follow_boards());
        Ok(Self {
            pace: Pace::new(&config.limits),
            house,
            config,
            visitor,
            since,
            guest,
            app,
            output: Output::new(size)?,
            size,
            keys: Keys::default(),
            reading,
            sending,
            place: None,
            advising: None,
            lobby,
            feed,
            boards: None,
            finished: None,
            is_stale: true,
        })
    }

    /// Runs until the person leaves or is disconnected.
    pub(super) async fn run(mut self) {
        let Err(end) = self.talk().await;
        // A person who has left does not wait any more. At a restart the offer stays.
        if !self.house.is_closing() {
            self.leave().await;
        }
        if let End::Words(words) = end {
            let last = self.output.give_back(words);
            // Frames may be on their way, behind which this has to wait: it gives the terminal back. A client that does
            // not take it goes without.
            let _ = timeout(self.config.slowness, self.sending.send(last.into())).await;
        }
    }

    async fn talk(&mut self) -> Result<std::convert::Infallible, End> {
        self.show_remarks();
        self.refresh().await;
        self.sit_again().await;
        if let Some(notice) = self.visitor.notice {
            self.show_all(vec![HouseNews::Noted(notice.to_owned())]);
        }
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut touched = Instant::now();
        loop {
            self.draw()?;
            let happened = self.next(&mut ticks, touched).await;
            match happened {
                Happened::Typed(Some(ChannelMsg::Data { data })) => {
                    touched = Instant::now();
                    self.pace.count(data.len());
                    for event in self.keys.take(&data) {
                        self.input(HouseInput::Terminal(event)).await?;
                    }
                }
                Happened::Typed(Some(ChannelMsg::WindowChange {
                    col_width, row_height, ..
                })) => {
                    self.size = size_of(col_width, row_height);
                    self.output.begin_anew(self.size)?;
                    let (width, height) = self.size;
                    self.input(HouseInput::Terminal(Event::Resize(width, height))).await?;
                }
                Happened::Typed(Some(ChannelMsg::Eof | ChannelMsg::Close) | None) => {
                    return Err(End::Gone);
                }
                Happened::Typed(Some(_)) | Happened::Room => {}
                Happened::Told(update) => self.told(update).await,
                Happened::Advised(advice) => {
                    self.advising = None;
                    self.show_all(vec![advice]);
                }
                Happened::Boards(boards) => {
                    self.boards = Some(boards);
                    self.refresh().await;
                }
                Happened::Tick => {
                    if self.app.is_ticking() {
                        self.input(HouseInput::Tick).await?;
                    }
                    if self.place.is_none() && self.lobby.has_changed().unwrap_or_default() {
                        self.refresh().await;
                    }
                }
                Happened::Closing => {
                    return Err(End::Words(
                        "The server is restarting. Your games are safe; come back in a moment.\n",
                    ));
                }
                Happened::Silence => {
                    return Err(End::Words("You have typed nothing for a long time. Goodbye.\n"));
                }
            }
        }
    }

    /// Draws what has changed, unless the client has not taken the last frames: then it gets the next one whole.
    fn draw(&mut self) -> Result<(), End> {
        if !self.is_stale {
            return Ok(());
        }
        match self.sending.try_reserve() {
            Ok(permit) => {
                let frame = self.output.show(&self.app)?;
                self.is_stale = false;
                if !frame.is_empty() {
                    permit.send(frame.into());
                }
                Ok(())
            }
            Err(mpsc::error::TrySendError::Full(())) => Ok(()),
            Err(mpsc::error::TrySendError::Closed(())) => Err(End::Gone),
        }
    }

    async fn next(&mut self, ticks: &mut tokio::time::Interval, touched: Instant) -> Happened {
        let patience = match self.place {
            Some(_) => self.config.silence_at_table,
            None => self.config.silence,
        };
        let is_stale = self.is_stale;
        let wants_boards = self.place.is_none() && self.app.shows_boards();
        let typed = async {
            self.pace.read().await;
            self.reading.wait().await
        };
        tokio::select! {
            biased;
            told = next_told(&mut self.place) => Happened::Told(told),
            advice = next_advice(&mut self.advising) => Happened::Advised(advice),
            () = self.house.closing() => Happened::Closing,
            (boards, _) = self.feed.next(), if wants_boards => Happened::Boards(boards),
            _ = self.sending.reserve(), if is_stale => Happened::Room,
            message = typed => Happened::Typed(message),
            _ = ticks.tick() => Happened::Tick,
            () = sleep_until(touched + patience) => Happened::Silence,
        }
    }

    /// Takes an input in, and does what the screens want done.
    async fn input(&mut self, input: HouseInput) -> Result<(), End> {
        self.is_stale = true;
        for effect in self.app.handle(input, self.house.now()) {
            match effect {
                HouseEffect::Quit => return Err(End::Words("Goodbye.\n")),
                HouseEffect::Repaint => self.output.begin_anew(self.size)?,
                HouseEffect::Copy(text) => self.output.copy(text)?,
                HouseEffect::Ask(request) => {
                    let told = match self.ask(request).await {
                        Ok(told) => told,
                        Err(why) => vec![HouseNews::Said(Err(why.to_string()))],
                    };
                    self.show_all(told);
                }
            }
        }
        Ok(())
    }

    /// News never want anything done.
    pub(super) fn show_all(&mut self, told: Vec<HouseNews>) {
        self.is_stale = true;
        for news in told {
            let _ = self.app.handle(HouseInput::House(news), self.house.now());
        }
    }

    async fn ask(&mut self, request: HouseRequest) -> Result<Vec<HouseNews>, HouseError> {
        self.recognise_again().await?;
        match request {
            HouseRequest::Offer { name, setup, time, level } => {
                let guest = self.guest(name).await?;
                let with = level.map_or(With::Anyone, |level| With::Engine { level });
                let offering = Offering { time, ..Offering::new(setup, with) };
                self.leave().await;
                let (from, first) = (Some(self.visitor.from), offering.first);
                let laid = self.house.seek(from, &guest, offering, first).await?;
                self.come(laid.table, Some(laid.code)).await
            }
            HouseRequest::Visit(id, name) => self.visit(&id, name).await,
            HouseRequest::Code(code) => {
                let seat = SeatCode::read(&code);
                let found = match &seat {
                    Some(seat) => self.house.come_back(seat).await?,
                    None => None,
                };
                match found {
                    Some((table, _)) => {
                        self.leave().await;
                        self.come(table, seat).await
                    }
                    None => self.link_by(&code).await,
                }
            }
            HouseRequest::Link(name) => self.link_code(name).await,
            HouseRequest::Order(order) => self.order(order).await,
            HouseRequest::Hint => Ok(self.want_hint()),
            HouseRequest::Analyse { record, at } => {
                self.want_analysis(*record, at);
                Ok(Vec::new())
            }
            HouseRequest::MissedWins(record) => {
                self.want_missed(*record);
                Ok(Vec::new())
            }
            HouseRequest::Say(id) => self.say(&id).await,
            HouseRequest::Leave => {
                self.leave().await;
                self.tables().await.map(|tables| vec![tables])
            }
        }
    }

    /// Goes to a table of the list: to the own seat, to the empty one, or to watch.
    async fn visit(&mut self, id: &str, name: Name) -> Result<Vec<HouseNews>, HouseError> {
        let table: TableId = id.parse().map_err(|_| HouseError::NoTable)?;
        // A visitor who waits at another table waits there no longer.
        self.leave().await;
        let lobby = self.house.lobby().await?;
        let is_open = lobby.open.iter().any(|listed| listed.entry.id == table);
        if !is_open {
            return self.come(table, None).await;
        }
        let guest = self.guest(name).await?;
        let seated = self.house.sit(&guest, table, None).await?;
        self.come(table, Some(seated.code)).await
    }

    async fn come(
        &mut self,
        table: TableId,
        code: Option<SeatCode>,
    ) -> Result<Vec<HouseNews>, HouseError> {
        let who = Credentials {
            guest: self.known().map(|guest| guest.id),
            code: code.as_ref().map(SeatCode::digest),
            address: Some(self.visitor.from),
            since: self.since,
            device: self.visitor.key.map(KeyId::digest),
        };
        let (place, mut told) = Place::at(&self.house, table, who, code).await?;
        // A visitor with a key needs no code.
        let shown = place.code.as_ref().filter(|_| self.visitor.key.is_none());
        if let (Some(code), Some(_)) = (shown, place.shown()) {
            let said = format!("The code of your seat is {}.", code.grouped());
            told.push(HouseNews::Noted(said));
        }
        self.advising = None;
        self.place = Some(place);
        Ok(told)
    }

    /// Comes back to the newest game that this person has not finished, if there is one.
    pub(super) async fn sit_again(&mut self) {
        let Some(guest) = self.known().cloned() else { return };
        let unfinished = self.house.unfinished_of(&guest).await.unwrap_or_default();
        let is_played = |listed: &Listed| listed.entry.standing == Standing::Playing;
        let Some(listed) = unfinished.into_iter().find(is_played) else { return };
        match self.come(listed.entry.id, None).await {
            Ok(told) => self.show_all(told),
            Err(why) => self.show_all(vec![HouseNews::Said(Err(why.to_string()))]),
        }
    }

    async fn told(&mut self, update: Option<Arc<Update>>) {
        let Some(place) = &mut self.place else { return };
        let told = match &update {
            Some(update) => Ok(place.told(update)),
            None if self.house.is_closing() => return,
            None => place.again(&self.house).await,
        };
        let next = self.place.as_ref().and_then(Place::next_table);
        let told = match (told, next) {
            (Err(why), _) => {
                self.place = None;
                vec![HouseNews::Left(why.to_string())]
            }
            // The players play again at another table, or an opponent waits there.
            (Ok(mut told), Some(next)) => {
                let code = self.place.take().and_then(|place| place.code);
                // Without this, a person who has logged out at another device meanwhile would only watch there.
                let recognised = self.recognise_again().await;
                let there = match recognised {
                    Ok(()) => self.come(next, code).await,
                    Err(why) => Err(why),
                };
                told.extend(match there {
                    Ok(there) => there,
                    Err(why) => vec![HouseNews::Left(why.to_string())],
                });
                told
            }
            (Ok(told), None) => told,
        };
        if told.iter().any(|news| matches!(news, HouseNews::Left(_))) {
            self.place = None;
        }
        // Advice is for one position alone.
        if told.iter().any(|news| !matches!(news, HouseNews::Noted(_) | HouseNews::Remarked { .. }))
        {
            self.advising = None;
        }
        self.show_all(told);
    }

    async fn order(&mut self, order: ScreenOrder) -> Result<Vec<HouseNews>, HouseError> {
        let Some(place) = &self.place else { return Ok(Vec::new()) };
        place.check_signed_in()?;
        let ScreenOrder { seat, action, seen, latest } = order;
        let (seen, latest, seat) = (Some(seen), Some(latest), Some(seat));
        let order = Order { seen, latest, seat, ..Order::new(action) };
        // What comes of it is told like everything else that happens at the table.
        self.house.order(place.table, place.who, order).await.map(|_| Vec::new())
    }

    /// Leaves the table: the seat of a game that goes on is kept, an open offer is taken back, and an invitation to a friend
    /// stands.
    pub(super) async fn leave(&mut self) {
        (self.advising, self.finished) = (None, None);
        if let Some(place) = self.place.take()
            && place.is_withdrawn_on_leaving()
        {
            // If an opponent has come in this very moment, the game has begun and the seat is kept.
            let _ = self.house.withdraw(place.table, place.who).await;
        }
    }

    /// The guest that this person is to the house already, unless the guest has logged out.
    pub(super) fn known(&self) -> Option<&Guest> {
        self.guest.as_ref()?.get()
    }

    /// The guest that this person is to the house, under this name. A person who has logged out through another door is told
    /// so once, and is another guest from then on; one with a key is recognised anew.
    pub(super) async fn guest(&mut self, name: Name) -> Result<Guest, HouseError> {
        match self.known().cloned() {
            Some(guest) if guest.name == name => return Ok(guest),
            Some(guest) => {
                let renamed = self.house.rename(&guest, name.clone()).await?;
                self.guest.iter_mut().for_each(|known| known.rename(name.clone()));
                return Ok(renamed);
            }
            None => {}
        }
        let was_known = self.guest.take().is_some();
        let since = self.house.sign_in_time();
        let guest = match self.visitor.key {
            Some(key) => {
                self.since = Some(since);
                self.house.welcome_with_key(key, name).await?
            }
            None if was_known => {
                (self.since, self.finished) = (None, None);
                return Err(HouseError::SignedOut);
            }
            None => self.house.welcome(name).await?.0,
        };
        self.guest = Some(self.house.know(guest.clone(), since)?);
        Ok(guest)
    }
}

/// What happens next at the table; nothing, ever, where there is none.
async fn next_told(place: &mut Option<Place>) -> Option<Arc<Update>> {
    match place {
        Some(place) => place.next().await,
        None => std::future::pending().await,
    }
}

/// A size as terminals have it: what a client says of it is bounded, because every cell costs memory.
pub(super) fn size_of(columns: u32, rows: u32) -> (u16, u16) {
    let bounded = |length: u32, usual: u16, most: u16| match u16::try_from(length) {
        Ok(0) => usual,
        Ok(length) => length.min(most),
        Err(_) => most,
    };
    (bounded(columns, 80, 300), bounded(rows, 24, 120))
}
