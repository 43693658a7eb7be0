//! How a person comes to a table: by wanting to play, by being asked, by a code, or to watch.

use konoba_rules::{Level, games};
use konoba_store::{Guest, Standing, TableId};
use konoba_table::Name;

use crate::client::Client;
use crate::game_request::{Asking, GameRequest};
use crate::listing::Listing;
use crate::people::{Challenge, Letter, NotChallenged};
use crate::place::Place;
use crate::session::{Person, Session, Stage};
use crate::stopped::Stopped;
use crate::words;
use konoba_live::{
    Credentials, HouseError, Invitation, KeyId, Laid, Listed, Offering, SeatCode, With,
};

/// A place, and what is told on coming there.
type Arrival = (Place, String);

impl<C: Client> Session<C> {
    /// Plays against another person who wants the same. A person who wants nothing in particular joins
    /// any open game, and is asked what to play where there is none.
    pub(super) async fn seek(&mut self, text: &str) -> Result<(), Stopped> {
        self.check_free()?;
        if !text.is_empty() {
            return self.find_or_offer(request(text)?).await;
        }
        let guest = self.guest().await?;
        match self.house.sit_anywhere(&guest).await? {
            Some((table, seated)) => {
                let arrival = self.come(table, Some(seated.code)).await?;
                self.arrive(arrival).await
            }
            None => self.ask(Asking::Game).await,
        }
    }

    /// Joins an open game of the same kind, or else waits.
    pub(super) async fn find_or_offer(&mut self, request: GameRequest) -> Result<(), Stopped> {
        self.stage = Stage::Free;
        let guest = self.guest().await?;
        let (offering, first) = (offering(request, With::Anyone), request.wanted_first());
        let laid = self.house.seek(Some(self.from), &guest, offering, first).await?;
        let arrival = self.come_to_laid(laid).await?;
        let waiting = arrival.0.is_waiting().then(|| words::waiting(&request));
        self.arrive(arrival).await?;
        self.say(&waiting.unwrap_or_default()).await
    }

    /// Asks one person to play, or the engine.
    pub(super) async fn challenge(&mut self, text: &str) -> Result<(), Stopped> {
        self.check_free()?;
        if text.is_empty() {
            return Err(words::WHOM.into());
        }
        let own = self.person.as_ref().map(|person| person.signed_in.number());
        let (number, name, rest) = match self.people.named(text) {
            Ok((number, ..)) if Some(number) == own => return Err(words::YOURSELF.into()),
            Ok(found) => found,
            Err(NotChallenged::Unknown) if is_engine(text) => return self.play_engine(text).await,
            Err(why) => return Err(words::not_challenged(why).into()),
        };
        let arrival = self.offer_to(number, request(rest)?).await?;
        self.arrive(arrival).await?;
        self.say(&words::waiting_for(&name)).await
    }

    /// Sits down at a table that waits: one that was listed, or that of a person with this name.
    pub(super) async fn join(&mut self, which: &str) -> Result<(), Stopped> {
        self.check_free()?;
        let (table, invitation) = match self.invited(which) {
            Some((table, invitation)) => (table, Some(invitation)),
            None => (self.chosen(which, |lobby| &lobby.open).await?, None),
        };
        let arrival = self.sit(table, invitation.as_ref()).await?;
        self.arrive(arrival).await
    }

    /// Declines to play with a person who has asked, or with the last one who has.
    pub(super) async fn decline(&mut self, whom: &str) -> Result<(), Stopped> {
        let is_meant = |challenge: &Challenge| whom.is_empty() || is_called(&challenge.from, whom);
        let at = self.challenges.iter().position(is_meant).ok_or(words::NOT_ASKED)?;
        let challenge = self.challenges.remove(at);
        let by = self.person.as_ref().map(|person| person.name.clone());
        if let Some(by) = by {
            // A challenger who is gone or has too many messages waiting misses nothing.
            let _ =
                self.people.send(challenge.number, Letter::Declined { by, table: challenge.table });
        }
        self.say(&words::declined(&challenge.from)).await
    }

    /// Stops waiting for a person who declined.
    pub(super) async fn is_declined(&mut self, by: &Name, table: TableId) -> Result<(), Stopped> {
        let Stage::There(place) = &self.stage else { return Ok(()) };
        if place.entry().id != table || !place.is_waiting() {
            return Ok(());
        }
        place.withdraw(&self.house).await?;
        self.say(&words::is_declined(by)).await?;
        self.get_up().await
    }

    /// Watches a game: one that was listed, or one of a person with this name.
    pub(super) async fn observe(&mut self, which: &str) -> Result<(), Stopped> {
        self.check_free()?;
        let table = self.chosen(which, |lobby| &lobby.live).await?;
        let arrival = self.come(table, None).await?;
        self.arrive(arrival).await
    }

    /// Comes back to a seat by its code, no matter on which connection it was held.
    pub(super) async fn come_back(&mut self, code: &str) -> Result<(), Stopped> {
        self.check_free()?;
        let code = SeatCode::read(code).ok_or(words::NO_CODE)?;
        let (table, _) = self.house.come_back(&code).await?.ok_or(words::NO_CODE)?;
        self.come_by(table, code).await
    }

    /// Comes to a seat by its code.
    pub(super) async fn come_by(&mut self, table: TableId, code: SeatCode) -> Result<(), Stopped> {
        let arrival = self.come(table, Some(code)).await?;
        if self.person.is_none() {
            self.enter(arrival.0.holder());
        }
        self.arrive(arrival).await
    }

    /// Comes back to the newest game that this person has not finished, if there is one.
    pub(super) async fn sit_again(&mut self) -> Result<(), Stopped> {
        let Some(guest) = self.known().cloned() else { return Ok(()) };
        let unfinished = self.house.unfinished_of(&guest).await?;
        let is_played = |listed: &Listed| listed.entry.standing == Standing::Playing;
        let Some(listed) = unfinished.into_iter().find(is_played) else { return Ok(()) };
        let arrival = self.come(listed.entry.id, None).await?;
        self.arrive(arrival).await
    }

    /// Goes with the players to the table at which they play again.
    pub(super) async fn follow(&mut self) -> Result<(), Stopped> {
        let Stage::There(place) = &self.stage else { return Ok(()) };
        let Some((table, who, code)) = place.next_table() else {
            self.note();
            return Ok(());
        };
        match Place::at(&self.house, table, who, code, self.manner).await {
            Ok((mut place, told)) => {
                place.mute(self.is_muting);
                self.stage = Stage::There(Box::new(place));
                self.note();
                self.say(&told).await
            }
            Err(why) => self.lose_place(&why).await,
        }
    }

    /// Signs in under a name, or under one that is made up.
    pub(super) fn enter(&mut self, name: Option<Name>) -> Name {
        let (signed_in, name) = self.people.enter(name);
        self.person = Some(Person { name: name.clone(), signed_in, guest: None });
        name
    }

    /// Asks for what has to be known before a table is opened.
    pub(super) async fn ask(&mut self, asking: Asking) -> Result<(), Stopped> {
        let question = format!("{}\n", asking.question());
        self.stage = Stage::Asked(asking);
        self.say(&question).await
    }

    async fn sit(
        &mut self,
        table: TableId,
        invitation: Option<&Invitation>,
    ) -> Result<Arrival, HouseError> {
        let guest = self.guest().await?;
        let seated = self.house.sit(&guest, table, invitation).await?;
        self.come(table, Some(seated.code)).await
    }

    async fn offer(&mut self, request: GameRequest, with: With) -> Result<Arrival, HouseError> {
        let guest = self.guest().await?;
        let offering = offering(request, with);
        let laid = self.house.offer_from(Some(self.from), &guest, offering).await?;
        self.come_to_laid(laid).await
    }

    /// Opens a table for one person and tells them.
    async fn offer_to(&mut self, number: u64, request: GameRequest) -> Result<Arrival, Stopped> {
        let guest = self.guest().await?;
        let laid = self.house.offer(&guest, offering(request, With::Friend)).await?;
        let arrival = self.come_to_laid(laid.clone()).await?;
        let invitation = laid.invitation.expect("a table for a friend has an invitation");
        let own = self.person.as_ref().expect("a guest has a name").signed_in.number();
        let from = guest.name;
        let challenge = Challenge { from, number: own, request, table: laid.table, invitation };
        if let Err(why) = self.people.send(number, Letter::Challenge(challenge)) {
            // The invitation could not be delivered, so the offer is withdrawn.
            arrival.0.withdraw(&self.house).await?;
            return Err(words::not_challenged(why).into());
        }
        Ok(arrival)
    }

    async fn play_engine(&mut self, text: &str) -> Result<(), Stopped> {
        let mut rest = text.get(ENGINE.len()..).unwrap_or_default().trim_start();
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let weakest = self.house.thinker().map(|thinker| *thinker.levels().start());
        let mut level = weakest.unwrap_or(Level::WEAKEST);
        if let Ok(number) = word.parse() {
            level = Level::from_number(number).ok_or(HouseError::NoLevel)?;
            rest = after;
        }
        let arrival = self.offer(request(rest)?, With::Engine { level }).await?;
        self.arrive(arrival).await
    }

    /// Comes to a table: to a seat, if there is a code for it.
    async fn come(&self, table: TableId, code: Option<SeatCode>) -> Result<Arrival, HouseError> {
        let digest = code.as_ref().map(SeatCode::digest);
        let address = Some(self.from);
        // A person who was not recognised is a guest of this conversation alone, and the codes of the seats are the
        // proof.
        let guest = self.known().filter(|_| self.since.is_some()).map(|guest| guest.id);
        let device = self.key.map(KeyId::digest);
        let who = Credentials { guest, code: digest, address, since: self.since, device };
        Place::at(&self.house, table, who, code, self.manner).await
    }

    /// Comes to a table that was opened in this conversation.
    async fn come_to_laid(&self, laid: Laid) -> Result<Arrival, HouseError> {
        let (mut place, told) = self.come(laid.table, Some(laid.code)).await?;
        place.set_laid_here(true);
        Ok((place, told))
    }

    /// Takes a place, and tells what there is to tell of it.
    pub(super) async fn arrive(&mut self, (mut place, told): Arrival) -> Result<(), Stopped> {
        place.mute(self.is_muting);
        let code = place.code().map(words::code).unwrap_or_default();
        self.stage = Stage::There(Box::new(place));
        self.say(&(code + &told)).await?;
        self.follow().await
    }

    /// The table to which this person was asked by a person of that name, or by a link, of which
    /// the name of the table and the secret are said.
    fn invited(&mut self, which: &str) -> Option<(TableId, Invitation)> {
        let is_from = |challenge: &Challenge| is_called(&challenge.from, which);
        if let Some(at) = self.challenges.iter().position(is_from) {
            let challenge = self.challenges.remove(at);
            return Some((challenge.table, challenge.invitation));
        }
        let (table, secret) = which.split_once(' ')?;
        Some((table.parse().ok()?, Invitation::read(secret)?))
    }

    /// The table that was meant: a number of the list that was read last, the name of a person who
    /// sits there, or the table's own name. Without a word it is the first of the list.
    async fn chosen(
        &mut self,
        which: &str,
        tables: impl Fn(&Listing) -> &Vec<Listed>,
    ) -> Result<TableId, Stopped> {
        let number = if which.is_empty() { Some(1) } else { which.parse::<usize>().ok() };
        if number.is_none() || self.listed.is_none() {
            self.listed = Some(Listing::of(&*self.house.lobby().await?));
        }
        let tables = self.listed.as_ref().map(tables);
        let is_there = |listed: &&Listed| {
            let mut holders = listed.entry.seats.iter().flatten();
            holders.any(|holder| is_called(&holder.name, which))
        };
        let listed = tables.and_then(|tables| match number {
            Some(number) => tables.get(number.checked_sub(1)?),
            None => tables.iter().find(is_there),
        });
        let table = listed.map(|listed| listed.entry.id).or_else(|| which.parse().ok());
        Ok(table.ok_or(words::NO_SUCH_TABLE)?)
    }

    /// The guest that this person is to the house already, unless the guest has logged out.
    pub(super) fn known(&self) -> Option<&Guest> {
        self.person.as_ref()?.guest.as_ref()?.get()
    }

    /// Recognises a person with a key again whose guest has logged out at another device.
    pub(super) async fn recognise_again(&mut self) -> Result<(), HouseError> {
        let is_known = self.known().is_some();
        let Some(person) = &mut self.person else { return Ok(()) };
        let was_known = person.guest.is_some() && !is_known;
        let Some(key) = self.key.filter(|_| was_known) else { return Ok(()) };
        let since = self.house.sign_in_time();
        if let Some(guest) = self.house.guest_with_key(key).await? {
            person.guest = Some(self.house.know(guest, since)?);
            self.since = Some(since);
        }
        Ok(())
    }

    /// The guest that this person is to the house. A person who has logged out through another door is told so once, and
    /// is another guest from then on; one with a key is recognised anew.
    pub(super) async fn guest(&mut self) -> Result<Guest, HouseError> {
        if let Some(guest) = self.known() {
            return Ok(guest.clone());
        }
        let person = self.person.as_mut().expect("a person who sits down has a name");
        let was_known = person.guest.take().is_some();
        let since = self.house.sign_in_time();
        let guest = match self.key {
            Some(key) => {
                self.since = Some(since);
                self.house.welcome_with_key(key, person.name.clone()).await?
            }
            None if was_known => {
                self.since = None;
                return Err(HouseError::SignedOut);
            }
            // A client has no place to keep a token: the codes of its seats are enough.
            None => self.house.welcome(person.name.clone()).await?.0,
        };
        person.guest = Some(self.house.know(guest.clone(), since)?);
        Ok(guest)
    }
}

/// What the engine is called where people have names.
const ENGINE: &str = "engine";

fn is_engine(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case(ENGINE))
}

fn is_called(name: &Name, which: &str) -> bool {
    name.as_str().to_lowercase() == which.to_lowercase()
}

/// The game that a person asks for; the default one where the text is empty.
fn request(text: &str) -> Result<GameRequest, String> {
    match text {
        "" => Ok(GameRequest::default_of(games()[0])),
        _ => GameRequest::read(text).map_err(|why| format!("{why}\n")),
    }
}

fn offering(request: GameRequest, with: With) -> Offering {
    let offering = Offering::new(request.setup, with);
    let visibility = request.visibility.unwrap_or(offering.visibility);
    Offering { time: request.time, first: Some(request.first()), visibility, ..offering }
}
