//! A place at a table: to play, to wait for an opponent, or to watch.

use std::sync::Arc;
use std::time::Duration;

use konoba_line::dialogue::{Manner, Meaning, Showing, Talk, Voice};
use konoba_scene::Sentences;
use konoba_store::{Entry, GuestId, MoveId, Opponent, Standing, StoreError, TableId};
use konoba_table::{Action, Event, Fact, Moment, Name, Seat, Table, Version, Wish};

use crate::data::{self, Data};
use crate::words;
use konoba_live::keeper::Seen;
use konoba_live::{
    Credentials, House, HouseError, Order, OtherPlayer, Remark, SeatCode, Seats, Token, Update,
    UpdateKind, Visit, is_between_people,
};

/// A place at a table. What happens there is told by [`Place::told`].
pub(super) struct Place {
    who: Credentials,
    /// The code of the seat, where there is one and it was shown here.
    code: Option<SeatCode>,
    visit: Visit,
    entry: Arc<Entry>,
    /// What was told last.
    told: Arc<Update>,
    /// The game, once both seats are taken.
    game: Option<Game>,
    other: OtherPlayer,
    /// Whether the table was opened in this conversation.
    is_laid_here: bool,
    /// Whether remarks of others are not told.
    is_muting: bool,
    manner: Manner,
    /// What the client's program was not told yet.
    data: Vec<NotTold>,
}

/// Something that a client's program is to be told.
enum NotTold {
    /// How the whole table stands.
    Table,
    /// What has happened.
    Event(Event),
}

/// The table as it was last told, and the conversation about it.
struct Game {
    table: Arc<Table>,
    talk: Talk,
}

impl Place {
    /// Comes to a table, and returns what is told there on coming in.
    pub(super) async fn at(
        house: &House,
        table: TableId,
        who: Credentials,
        code: Option<SeatCode>,
        manner: Manner,
    ) -> Result<(Self, String), HouseError> {
        let visit = house.visit(table, who, None).await?;
        let (entry, first) = (visit.first.entry.clone(), visit.first.table.clone());
        let told = visit.first.clone();
        let mut place = Self {
            who,
            code,
            visit,
            entry,
            told,
            game: None,
            other: OtherPlayer::default(),
            is_laid_here: false,
            is_muting: false,
            manner,
            data: Vec::new(),
        };
        let told = first.map(|table| place.show(table, house.now()));
        let told = told.unwrap_or_default() + &place.question();
        Ok((place, told))
    }

    /// What happens next; none if the house has to be asked what was missed, or the house
    /// closes.
    pub(super) async fn next(&mut self) -> Option<Arc<Update>> {
        let update = self.visit.next().await?;
        // By another seat the visitor is told other things.
        (self.who.seats_at(&update.entry) == self.visit.seats).then_some(update)
    }

    /// Comes again after having been too slow, and returns what was missed. What is to be answered
    /// then is told by [`Place::question`].
    pub(super) async fn again(&mut self, house: &House) -> Result<String, HouseError> {
        let seen = self.table().map(|table| Seen::of(table));
        house.visit_again(&mut self.visit, self.entry.id, &mut self.who, seen).await?;
        let (missed, first) = (self.visit.missed.take(), self.visit.first.clone());
        match (missed, first.table.clone()) {
            _ if first.has_lost(&self.told) => Ok(self.told(&first, house.now())),
            (None, Some(table)) => {
                self.told = first;
                Ok(self.show(table, house.now()))
            }
            (missed, _) => Ok(self.tell(&first, &missed.unwrap_or_default(), house.now())),
        }
    }

    /// Tells what has happened. What is to be answered then is told by [`Place::question`].
    pub(super) fn told(&mut self, update: &Arc<Update>, now: Moment) -> String {
        self.tell(update, &update.events, now)
    }

    fn tell(&mut self, update: &Arc<Update>, events: &[Event], now: Moment) -> String {
        let has_lost = update.has_lost(&self.told);
        self.entry = update.entry.clone();
        self.told = update.clone();
        if has_lost {
            return self.show_again(update, now);
        }
        let Some(table) = &update.table else { return String::new() };
        let said = self.remark(update);
        let gone = self.tell_of_other(update) + &said;
        let Some(game) = &mut self.game else {
            return self.begin(table.clone(), events, now);
        };
        let news = events.iter().filter(|event| event.version > game.table.version());
        let news: Vec<Event> = news.cloned().collect();
        game.table = table.clone();
        self.data.extend(news.iter().cloned().map(NotTold::Event));
        match news.is_empty() {
            true => gone,
            false => gone + &game.talk.tell(table, &news, now),
        }
    }

    /// Tells that the database has lost what was told before, and how the game stands now.
    fn show_again(&mut self, update: &Update, now: Moment) -> String {
        self.game = None;
        let lost = format!("{}\n", StoreError::Lost);
        match &update.table {
            Some(table) => lost + &self.show(table.clone(), now),
            None => lost + words::STILL_WAITING,
        }
    }

    /// What the client's program was not told yet; nothing where it does not want to know.
    pub(super) fn take_data(&mut self, is_wanted: bool) -> Vec<Data> {
        let not_told = std::mem::take(&mut self.data);
        let Some(game) = self.game.as_ref().filter(|_| is_wanted) else { return Vec::new() };
        let (id, table) = (self.entry.id, &game.table);
        let data = not_told.iter().map(|not_told| match not_told {
            NotTold::Table => data::of_table(id, table, self.visit.seats.iter()),
            NotTold::Event(event) => data::of_event(id, table, event),
        });
        data.collect()
    }

    /// What a line means, where a game is played.
    pub(super) fn hear(&mut self, line: &str, now: Moment) -> Option<Meaning> {
        self.game.as_mut().map(|game| game.talk.hear(&game.table, line, now))
    }

    /// How long it is until [`Place::warn`] has something to tell.
    pub(super) fn warns_in(&self, now: Moment) -> Option<Duration> {
        self.game.as_ref().and_then(|game| game.talk.warns_in(&game.table, now))
    }

    /// Tells a player how little time is left, if that is due.
    pub(super) fn warn(&mut self, now: Moment) -> String {
        self.game.as_mut().map_or_else(String::new, |game| game.talk.warn(&game.table, now))
    }

    /// What is to be answered here, in one line; nothing where there is nothing.
    pub(super) fn question(&mut self) -> String {
        let gone = self.gone_after_end().is_some();
        match &mut self.game {
            // Nobody is there who could want to play again.
            Some(game) if gone && game.table.open_wish().is_none() => String::new(),
            Some(game) => game.talk.question(&game.table),
            None => String::new(),
        }
    }

    /// Has something done at the table, and returns what is told of it, all that came before it
    /// included: the next line is typed in knowledge of them.
    pub(super) async fn act(
        &mut self,
        house: &House,
        seat: Seat,
        action: Action,
    ) -> Result<String, HouseError> {
        if self.visit.is_signed_out() {
            return Err(HouseError::SignedOut);
        }
        let latest = self.table().map(|table| table.latest());
        let (seen, id) = (self.seen(), Some(move_id()));
        let order = Order { seen, latest, id, seat: Some(seat), action };
        let done = house.order(self.entry.id, self.who, order).await?;
        let mut told = String::new();
        // Once the database has lost something, the versions of what is told begin again from there.
        let rewinds = self.told.rewinds;
        while self.seen() < Some(done.version) && self.told.rewinds == rewinds {
            told += &match self.next().await {
                Some(update) => self.told(&update, house.now()),
                None => self.again(house).await?,
            };
        }
        if action == Action::Ask(Wish::Rematch) {
            told += &self.gone_after_end().map_or_else(String::new, words::will_not_hear);
        }
        Ok(told)
    }

    /// The other player of a game that is over, who has left the table.
    fn gone_after_end(&self) -> Option<&Name> {
        let table = self.table().filter(|table| table.is_over())?;
        let other = self.visit.seats.only()?.other();
        self.other.has_gone().then(|| &table.player(other).name)
    }

    /// Says something to all who are at the table. It is told like everything that happens there.
    pub(super) async fn say(&self, house: &House, remark: Remark) -> Result<(), HouseError> {
        if self.visit.is_signed_out() {
            return Err(HouseError::SignedOut);
        }
        house.remark(self.entry.id, self.who, remark).await
    }

    /// Tells remarks of others no more, or again.
    pub(super) const fn mute(&mut self, is_muting: bool) {
        self.is_muting = is_muting;
    }

    /// Takes back an offer that was not taken.
    pub(super) async fn withdraw(&self, house: &House) -> Result<(), HouseError> {
        house.withdraw(self.entry.id, self.who).await
    }

    /// The table at which the players play again or to which an offer has led, and who comes there from here.
    pub(super) fn next_table(&self) -> Option<(TableId, Credentials, Option<SeatCode>)> {
        self.entry.next.map(|next| (next, self.who, self.code.clone()))
    }

    /// What is known of the table.
    pub(super) fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The table as it was last told; none while a seat is empty.
    pub(super) fn table(&self) -> Option<&Arc<Table>> {
        self.game.as_ref().map(|game| &game.table)
    }

    /// Which table was last told, and in which version; none while a seat is empty.
    pub(super) fn shown(&self) -> Option<(TableId, Version)> {
        self.seen().map(|version| (self.entry.id, version))
    }

    /// The seats of this person; none for those who watch.
    pub(super) const fn seats(&self) -> Seats {
        self.visit.seats
    }

    /// Whether it is the engine's turn.
    pub(super) fn awaits_engine(&self) -> bool {
        let to_move = |table: &Arc<Table>| Some(table.player(table.seat_to_move()?).is_engine());
        self.table().and_then(to_move).unwrap_or_default()
    }

    /// Whether people play here against each other, and the game goes on.
    pub(super) fn is_between_people(&self) -> bool {
        let goes_on = self.table().is_some_and(|table| table.seat_to_move().is_some());
        goes_on && is_between_people(&self.entry)
    }

    /// Whether a game is played here that this person has not finished.
    pub(super) fn is_in_play(&self) -> bool {
        let goes_on = self.table().is_some_and(|table| table.seat_to_move().is_some());
        goes_on && !self.seats().is_empty()
    }

    /// Whether an opponent is waited for here.
    pub(super) fn is_waiting(&self) -> bool {
        self.game.is_none() && !self.seats().is_empty()
    }

    /// Whether an opponent is waited for who need not come once this person has left. An invitation to a friend that was
    /// made elsewhere stands: it may be followed a day later.
    pub(super) fn is_withdrawn_on_leaving(&self) -> bool {
        let is_open = self.entry.offer.opponent == Opponent::Anyone;
        self.is_waiting() && (self.is_laid_here || is_open)
    }

    /// Whether the table was opened in this conversation.
    pub(super) const fn is_laid_here(&self) -> bool {
        self.is_laid_here
    }

    /// Notes whether the table was opened in this conversation.
    pub(super) const fn set_laid_here(&mut self, is_laid_here: bool) {
        self.is_laid_here = is_laid_here;
    }

    /// Whether a seat of this person is that guest's.
    pub(super) fn is_held_by(&self, guest: GuestId) -> bool {
        let mut holders =
            self.seats().iter().filter_map(|seat| self.entry.seats[seat.index()].as_ref());
        holders.any(|holder| holder.guest == guest)
    }

    /// Whether the offer was taken back, through another door perhaps.
    pub(super) fn is_withdrawn(&self) -> bool {
        self.entry.standing == Standing::Withdrawn
    }

    /// How to come back to the seat, if it was told here.
    pub(super) const fn code(&self) -> Option<&SeatCode> {
        self.code.as_ref()
    }

    /// Speaks in another manner from now on.
    pub(super) fn hold(&mut self, manner: Manner) {
        self.manner = manner;
        if let Some(game) = &mut self.game {
            game.talk.hold(manner);
        }
    }

    /// Draws boards in another way from now on, and the one that stands here at once.
    pub(super) fn draw_in(&mut self, manner: Manner, now: Moment) -> String {
        self.manner = manner;
        let table = self.game.as_ref().map(|game| game.table.clone());
        let shown = table.map(|table| self.show(table, now));
        shown.unwrap_or_default() + &self.question()
    }

    /// The name of this person on sitting down.
    pub(super) fn holder(&self) -> Option<Name> {
        let seat = self.seats().iter().next()?;
        self.entry.seats[seat.index()].as_ref().map(|holder| holder.name.clone())
    }

    fn seen(&self) -> Option<Version> {
        self.table().map(|table| table.version())
    }

    const fn voice(&self) -> Voice {
        match self.visit.seats.only() {
            Some(seat) => Voice::One(seat),
            None if self.visit.seats.is_empty() => Voice::Watcher,
            None => Voice::Both,
        }
    }

    /// Tells of a game that begins.
    fn begin(&mut self, table: Arc<Table>, events: &[Event], now: Moment) -> String {
        let mut talk = Talk::new(self.voice(), self.manner, &table);
        self.data.push(NotTold::Table);
        let told = talk.tell(&table, events, now);
        self.game = Some(Game { table, talk });
        told
    }

    /// Tells how the game stands to a person who has not seen it before.
    fn show(&mut self, table: Arc<Table>, now: Moment) -> String {
        let standing = match table.history().is_empty() {
            true => String::new(),
            false => {
                let pieces = Sentences::of(table.setup()).pieces(&table.scene().spots);
                match self.manner.showing {
                    Showing::Drawn => format!("{}\n{pieces}\n", words::so_far(&table)),
                    // The moves would say the same once more.
                    Showing::Words => format!("{pieces}\n"),
                }
            }
        };
        let opened = Box::new(table.opening().clone());
        let opening = Event { version: 1, at: table.latest(), fact: Fact::Opened(opened) };
        standing + &self.begin(table, &[opening], now)
    }

    /// Tells what was said.
    fn remark(&self, update: &Update) -> String {
        let UpdateKind::Remark(seat, remark) = update.kind else { return String::new() };
        let is_own = self.visit.seats.contains(seat);
        match &self.entry.seats[seat.index()] {
            Some(_) if is_own => words::own_remark(remark),
            Some(holder) if !self.is_muting => words::remark(&holder.name, remark),
            _ => String::new(),
        }
    }

    /// Tells that the other player has gone from the table or is there again. While a game begins the
    /// other player may still be on the way to the table.
    fn tell_of_other(&mut self, update: &Update) -> String {
        let Some(game) = &self.game else { return String::new() };
        let change = self.other.change(self.visit.seats, &game.table, update.presence);
        let told = change.map(|(name, has_gone)| words::presence(&game.table, name, has_gone));
        told.unwrap_or_default()
    }
}

/// A name for an order that no other order has, not even after a restart.
fn move_id() -> MoveId {
    Token::random().reveal().parse().expect("what is revealed of a secret is letters and digits")
}
