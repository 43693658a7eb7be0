//! The commands beside playing: lists, leaving, another name.

use konoba_line::dialogue::{self, BOARD_OFF, Manner, Showing};
use konoba_rules::games;
use konoba_scene::TextStyle;
use konoba_table::{Action, Name, Seat, Wish};

use crate::client::Client;
use crate::listing::Listing;
use crate::people::IS_FREE;
use crate::session::{Session, Stage};
use crate::stopped::Stopped;
use crate::words;
use konoba_live::{HouseError, Listed, Remark, name_of_person};

impl<C: Client> Session<C> {
    /// Lists the tables.
    pub(super) async fn games(&mut self) -> Result<(), Stopped> {
        let lobby = self.house.lobby().await?;
        let listing = Listing::of(&lobby);
        let listed = words::games(&listing);
        self.listed = Some(listing);
        self.say(&listed).await
    }

    /// Lists the people: those who talk by lines, and those who sit at a listed table through another door.
    pub(super) async fn who(&mut self) -> Result<(), Stopped> {
        let mut people = self.people.who();
        let lobby = self.house.lobby().await?;
        for Listed { entry, presence } in lobby.open.iter().chain(&lobby.live) {
            let there = entry.seats.iter().zip(presence.seats).filter(|(_, is_there)| *is_there);
            for holder in there.filter_map(|(holder, _)| holder.as_ref()) {
                if !self.people.is_there(&holder.name) {
                    people.push(format!("{} {}.", holder.name, words::doing(entry, false)));
                }
            }
        }
        people.dedup();
        self.say(&words::who(&people)).await
    }

    /// Stops waiting or watching, or leaves a game that is over.
    pub(super) async fn leave(&mut self) -> Result<(), Stopped> {
        match &self.stage {
            Stage::Free => return Err(words::NOTHING_TO_LEAVE.into()),
            Stage::Asked(_) | Stage::Solving(_) => {}
            Stage::There(place) if place.is_in_play() => return Err(words::STILL_PLAYING.into()),
            Stage::There(place) if place.is_withdrawn_on_leaving() => {
                place.withdraw(&self.house).await?;
                self.say(words::STOPPED_WAITING).await?;
            }
            Stage::There(place) if place.is_waiting() => {
                self.say(words::INVITATION_STANDS).await?;
            }
            Stage::There(place) if place.seats().is_empty() => {
                self.say(words::STOPPED_WATCHING).await?;
            }
            Stage::There(_) => {}
        }
        self.get_up().await
    }

    /// Leaves the table.
    pub(super) async fn get_up(&mut self) -> Result<(), Stopped> {
        self.stage = Stage::Free;
        self.note();
        self.say(words::FREE).await
    }

    /// Changes the person's name for the tables to come.
    pub(super) async fn rename(&mut self, name: &str) -> Result<(), Stopped> {
        let name: Name = name_of_person(name).map_err(|why| format!("{why}\n"))?;
        if let Some(guest) = self.known().cloned() {
            self.house.rename(&guest, name.clone()).await?;
        }
        let Some(person) = &mut self.person else { return Ok(()) };
        if let Some(known) = &mut person.guest {
            known.rename(name.clone());
        }
        person.signed_in.rename(name.clone());
        person.name = name.clone();
        match self.stage {
            Stage::Free => self.say(&words::hello(&name)).await,
            _ => self.say_between(&words::renamed(&name)).await,
        }
    }

    /// Says something to the opponent, or lists what can be said.
    pub(super) async fn remark(&mut self, what: &str) -> Result<(), Stopped> {
        if what.is_empty() {
            return self.say(&words::remarks()).await;
        }
        let remark = Remark::read(what).ok_or(words::NO_REMARK)?;
        let Stage::There(place) = &self.stage else { return Err(words::NO_TABLE.into()) };
        Ok(place.say(&self.house, remark).await?)
    }

    /// Hides the remarks of others from now on, or shows them again.
    pub(super) async fn mute(&mut self, is_muting: bool) -> Result<(), Stopped> {
        self.is_muting = is_muting;
        if let Stage::There(place) = &mut self.stage {
            place.mute(is_muting);
        }
        self.say(if is_muting { words::MUTED } else { words::UNMUTED }).await
    }

    /// Draws boards in other characters from now on.
    pub(super) async fn draw_in(&mut self, style: &str) -> Result<(), Stopped> {
        let style = match style.to_ascii_lowercase().as_str() {
            "ascii" => TextStyle::Ascii,
            "unicode" => TextStyle::Unicode,
            _ => return Err(words::NO_STYLE.into()),
        };
        self.hold(Manner { style, ..self.manner });
        match &mut self.stage {
            Stage::There(place) => {
                let drawn = place.draw_in(self.manner, self.house.now());
                self.say(&drawn).await
            }
            Stage::Solving(puzzling) => {
                let drawn = puzzling.board_and_task();
                self.say(&drawn).await
            }
            Stage::Free | Stage::Asked(_) => self.say(words::OTHER_STYLE).await,
        }
    }

    /// Draws boards from now on, or says everything in words.
    pub(super) async fn show_by(&mut self, showing: Showing) -> Result<(), Stopped> {
        self.hold(Manner { showing, ..self.manner });
        let said = match (showing, &mut self.stage) {
            (Showing::Words, Stage::There(place)) => {
                format!("{BOARD_OFF}\n{}", place.question())
            }
            (Showing::Words, _) => format!("{BOARD_OFF}\n"),
            (Showing::Drawn, Stage::There(place)) => place.draw_in(self.manner, self.house.now()),
            (Showing::Drawn, Stage::Solving(puzzling)) => puzzling.board_and_task(),
            (Showing::Drawn, _) => words::OTHER_STYLE.to_owned(),
        };
        self.say(&said).await
    }

    /// Holds the conversation in another manner from now on, and says nothing of it.
    pub(super) fn hold(&mut self, manner: Manner) {
        self.manner = manner;
        match &mut self.stage {
            Stage::There(place) => place.hold(manner),
            Stage::Solving(puzzling) => puzzling.hold(manner),
            Stage::Free | Stage::Asked(_) => {}
        }
    }

    /// Reads the rules of the game that is played here, or of one that is named.
    pub(super) async fn rules(&mut self, which: &str) -> Result<(), Stopped> {
        let played = match &self.stage {
            Stage::There(place) if which.is_empty() => Some(place.entry().offer.setup.spec),
            _ => None,
        };
        let is_named = |name: &str| name.eq_ignore_ascii_case(which);
        let named = games().iter().copied().find(|spec| is_named(spec.id) || is_named(spec.name));
        let spec = named.or(played).ok_or_else(words::which_rules)?;
        self.say_between(&dialogue::rules(spec)).await
    }

    /// Asks to play again, or agrees to.
    pub(super) async fn ask_for_rematch(&mut self) -> Result<(), Stopped> {
        let Stage::There(place) = &self.stage else { return Err(words::NO_TABLE.into()) };
        if place.seats().is_empty() {
            return Err(words::ONLY_WATCHING.into());
        }
        let seat = place.seats().only().unwrap_or(Seat::One);
        self.act(seat, Action::Ask(Wish::Rematch)).await
    }

    /// Has something done at the table, and tells what came of it.
    pub(super) async fn act(&mut self, seat: Seat, action: Action) -> Result<(), Stopped> {
        let Stage::There(place) = &mut self.stage else { return Ok(()) };
        let told = place.act(&self.house, seat, action).await?;
        if action == Action::Decline(Wish::Rematch) {
            // A player who declines the rematch leaves the table.
            self.say(&told).await?;
            return self.get_up().await;
        }
        let asked = place.question();
        self.say(&(told + &asked)).await?;
        self.follow().await
    }

    /// Says why something was not done, and asks again for what is to be said here.
    pub(super) async fn refuse(&mut self, why: &HouseError) -> Result<(), Stopped> {
        let question = match &mut self.stage {
            Stage::There(place) => place.question(),
            Stage::Free | Stage::Asked(_) | Stage::Solving(_) => String::new(),
        };
        self.say(&format!("{why}\n{question}")).await
    }

    /// Says why there is no place at the table any more.
    pub(super) async fn lose_place(&mut self, why: &HouseError) -> Result<(), Stopped> {
        self.say(&format!("{why}\n")).await?;
        self.get_up().await
    }

    /// Whether this person may go to another table just now.
    pub(super) fn check_free(&self) -> Result<(), Stopped> {
        match &self.stage {
            Stage::There(place) if place.is_in_play() => Err(words::STILL_PLAYING.into()),
            Stage::There(place) if place.is_waiting() => Err(words::STILL_WAITING.into()),
            Stage::There(_) | Stage::Free | Stage::Asked(_) | Stage::Solving(_) => Ok(()),
        }
    }

    /// Lets the others know what this person is doing.
    pub(super) fn note(&self) {
        let doing = match &self.stage {
            Stage::Free | Stage::Asked(_) | Stage::Solving(_) => IS_FREE.to_owned(),
            Stage::There(place) => words::doing(place.entry(), place.seats().is_empty()),
        };
        if let Some(person) = &self.person {
            person.signed_in.set_doing(doing);
        }
    }
}
