//! One person at this door, from the welcome to the goodbye.

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use konoba_line::Puzzling;
use konoba_line::dialogue::{Manner, Meaning, NO_HINTS, Showing};
use konoba_store::TableId;
use konoba_table::{NO_ENGINE, Name, Version};
use tokio::time::{Instant, sleep, sleep_until};

use crate::client::{Client, Heard};
use crate::config::Config;
use crate::game_request::{Asking, FollowUp};
use crate::listing::Listing;
use crate::people::{Challenge, Letter, People, SignedIn};
use crate::place::Place;
use crate::stopped::Stopped;
use crate::verb::{self, Verb};
use crate::visitor::Visitor;
use crate::words;
use konoba_live::{
    Hint, House, HouseError, KeyId, RecognisedGuest, Requester, SignInTime, Update, name_of_person,
};

/// One person at a door.
pub struct Session<C> {
    pub(super) house: House,
    pub(super) people: Arc<People>,
    /// From where this person comes.
    pub(super) from: IpAddr,
    /// The key by which this person is known again, where the door has proof of one.
    pub(super) key: Option<KeyId>,
    /// When this person was recognised, by it or by a code from another device.
    pub(super) since: Option<SignInTime>,
    /// What is said first.
    command: Option<String>,
    /// What the door tells the person first.
    notice: Option<&'static str>,
    client: C,
    config: Arc<Config>,
    pub(super) manner: Manner,
    /// Whether remarks of others are not told.
    pub(super) is_muting: bool,
    /// Who it is, once a name was given.
    pub(super) person: Option<Person>,
    pub(super) stage: Stage,
    /// What was last listed, so that a number means what was read.
    pub(super) listed: Option<Listing>,
    /// Who would like to play with this person.
    pub(super) challenges: Vec<Challenge>,
    /// The hint that this person waits for.
    hint: Option<Awaited>,
    /// Whether the last line asked for everything to be deleted, which has to be asked for twice.
    pub(super) is_about_to_forget: bool,
}

/// A hint that is awaited.
struct Awaited {
    hint: Hint,
    /// The table and its version when the hint was asked for; the hint is for that position alone.
    about: (TableId, Version),
}

/// A person with a name.
pub(super) struct Person {
    pub(super) name: Name,
    pub(super) signed_in: SignedIn,
    /// Known to the house only once it matters.
    pub(super) guest: Option<RecognisedGuest>,
}

/// Where a person is.
pub(super) enum Stage {
    /// At no table.
    Free,
    /// About to play, and asked for what is not known yet.
    Asked(Asking),
    /// At no table, solving puzzles.
    Solving(Box<Puzzling>),
    /// At a table.
    There(Box<Place>),
}

/// Something that happens in a session.
enum Happened {
    Heard(Heard),
    /// Something at the table; none if it has to be asked what.
    Told(Option<Arc<Update>>),
    Written(Box<Letter>),
    /// The hint that was asked for; none if nothing came of it.
    Hinted(Result<Option<String>, HouseError>),
    /// A player has little time left.
    TimeRunsShort,
    Closing,
    Silence,
}

/// How many challenges are remembered.
const MAX_CHALLENGES: usize = 8;

impl<C: Client> Session<C> {
    /// A session for a visitor who has just connected.
    pub fn new(house: House, client: C, visitor: Visitor, config: Arc<Config>) -> Self {
        let Visitor { from, key, command, notice, style, hears_words } = visitor;
        let showing = if hears_words { Showing::Words } else { Showing::Drawn };
        let manner = Manner { showing, style, asks_again: true };
        Self {
            house,
            people: config.people.clone(),
            from,
            key,
            since: None,
            command,
            notice,
            client,
            config,
            manner,
            is_muting: false,
            person: None,
            stage: Stage::Free,
            listed: None,
            challenges: Vec::new(),
            hint: None,
            is_about_to_forget: false,
        }
    }

    /// Runs the session until the client leaves or is disconnected.
    pub async fn run(mut self) {
        let Err(ended) = self.talk().await;
        // A person who has left does not wait any more. At a restart the offer stays.
        if let Stage::There(place) = &self.stage
            && place.is_withdrawn_on_leaving()
            && !self.house.is_closing()
        {
            // If an opponent has come in this very moment, the game has begun and the seat is kept.
            let _ = place.withdraw(&self.house).await;
        }
        match ended {
            Stopped::Gone(error) => {
                tracing::debug!(kind = ?error.kind(), "a client is gone")
            }
            _ => tracing::debug!("a client has left"),
        }
    }

    async fn talk(&mut self) -> Result<Infallible, Stopped> {
        let begun = self.begin().await;
        self.settle(begun).await?;
        let mut heard_at = Instant::now();
        loop {
            let happened = self.next(heard_at).await?;
            if matches!(happened, Happened::Heard(_)) {
                heard_at = Instant::now();
            }
            let done = self.happened(happened).await;
            self.settle(done).await?;
            self.forget_old_hint();
        }
    }

    /// Says why something failed, if it did; the session goes on unless the client is gone.
    async fn settle(&mut self, done: Result<(), Stopped>) -> Result<(), Stopped> {
        match done {
            Err(Stopped::Said(said)) => self.say(&said).await,
            Err(Stopped::Refused(why)) => self.refuse(&why).await,
            done => done,
        }
    }

    /// Greets a person. One who is known by a key goes on where the last conversation ended, or says something
    /// else first.
    async fn begin(&mut self) -> Result<(), Stopped> {
        let known = match self.key {
            Some(key) => {
                self.since = Some(self.house.sign_in_time());
                self.house.guest_with_key(key).await
            }
            None => Ok(None),
        };
        let (known, problem) = known.map_or_else(|why| (None, Some(why)), |known| (known, None));
        let command = self.command.take();
        let is_known = known.is_some();
        match &known {
            Some(guest) => {
                let name = self.enter(Some(guest.name.clone()));
                self.say(&words::welcome_back(&name)).await?;
            }
            None if command.is_some() => drop(self.enter(None)),
            None => {
                let notice = self.notice.map(|notice| format!("{notice}\n")).unwrap_or_default();
                self.say(&format!("{}{notice}{}", words::welcome(), words::NAME)).await?;
            }
        }
        if let (Some(person), Some(guest), Some(since)) = (&mut self.person, known, self.since) {
            person.guest = Some(self.house.know(guest, since)?);
        }
        match (problem, command) {
            (Some(why), _) => Err(why.into()),
            (None, Some(command)) => self.hear(&spoken(&command)).await,
            (None, None) if is_known => self.sit_again().await,
            (None, None) => Ok(()),
        }
    }

    /// Drops a hint for a position that is no longer there.
    fn forget_old_hint(&mut self) {
        let shown = match &self.stage {
            Stage::There(place) => place.shown(),
            Stage::Free | Stage::Asked(_) | Stage::Solving(_) => None,
        };
        self.hint.take_if(|awaited| shown != Some(awaited.about));
    }

    /// Waits for something to happen. What has happened is told before what is said is heard.
    async fn next(&mut self, heard_at: Instant) -> io::Result<Happened> {
        let patience = match self.stage {
            Stage::There(_) => self.config.silence_at_table,
            Stage::Free | Stage::Asked(_) | Stage::Solving(_) => self.config.silence,
        };
        let warns_in = match &self.stage {
            Stage::There(place) => place.warns_in(self.house.now()),
            Stage::Free | Stage::Asked(_) | Stage::Solving(_) => None,
        };
        Ok(tokio::select! {
            biased;
            told = next_told(&mut self.stage) => Happened::Told(told),
            letter = next_letter(&mut self.person) => Happened::Written(Box::new(letter)),
            hint = next_hint(&mut self.hint) => Happened::Hinted(hint),
            () = self.house.closing() => Happened::Closing,
            () = sleep(warns_in.unwrap_or_default()), if warns_in.is_some() => Happened::TimeRunsShort,
            heard = self.client.next() => Happened::Heard(heard?),
            () = sleep_until(heard_at + patience) => Happened::Silence,
        })
    }

    async fn happened(&mut self, happened: Happened) -> Result<(), Stopped> {
        match happened {
            Happened::Heard(Heard::Line(Ok(line))) => self.hear(line.trim()).await,
            Happened::Heard(Heard::Line(Err(why))) => self.say_between(&format!("{why}\n")).await,
            Happened::Heard(Heard::ScreenReader) => {
                self.hold(Manner { showing: Showing::Words, ..self.manner });
                Ok(())
            }
            Happened::Heard(Heard::Style(style)) => {
                self.hold(Manner { style, ..self.manner });
                Ok(())
            }
            Happened::Heard(Heard::AreYouThere) => self.say(words::HERE).await,
            Happened::Heard(Heard::End) => self.part(words::GOODBYE).await,
            Happened::Told(update) => self.told(update.as_ref()).await,
            Happened::Written(letter) => match *letter {
                Letter::Challenge(challenge) => self.is_challenged(challenge).await,
                Letter::Declined { by, table } => self.is_declined(&by, table).await,
            },
            Happened::Hinted(hint) => {
                self.hint = None;
                let busy = || words::ENGINE_IS_BUSY.to_owned();
                self.say_between(&hint?.map_or_else(busy, |hint| hint + "\n")).await
            }
            Happened::TimeRunsShort => {
                let Stage::There(place) = &mut self.stage else { return Ok(()) };
                let told = place.warn(self.house.now());
                self.say(&told).await
            }
            Happened::Closing => self.part(words::CLOSING).await,
            Happened::Silence => self.part(words::SILENT).await,
        }
    }

    async fn is_challenged(&mut self, challenge: Challenge) -> Result<(), Stopped> {
        let said = words::challenged(&challenge);
        self.challenges.retain(|earlier| earlier.from != challenge.from);
        self.challenges.truncate(MAX_CHALLENGES - 1);
        self.challenges.insert(0, challenge);
        self.say(&said).await
    }

    /// Tells what has happened at the table, and goes with its people to the next one.
    async fn told(&mut self, update: Option<&Arc<Update>>) -> Result<(), Stopped> {
        let Stage::There(place) = &mut self.stage else { return Ok(()) };
        let told = match update {
            Some(update) => Ok(place.told(update, self.house.now())),
            None if self.house.is_closing() => return self.part(words::CLOSING).await,
            None => place.again(&self.house).await,
        };
        match told {
            Ok(_) if place.entry().led_to().is_some() => self.follow().await,
            Ok(_) if place.is_withdrawn() => self.lose_place(&HouseError::Withdrawn).await,
            // Where nothing is told nothing new is asked.
            Ok(told) if told.is_empty() => Ok(()),
            Ok(told) => {
                let asked = place.question();
                // Who has read it may ask for `who` at once.
                self.note();
                self.say(&(told + &asked)).await?;
                self.follow().await
            }
            Err(why) => self.lose_place(&why).await,
        }
    }

    async fn hear(&mut self, line: &str) -> Result<(), Stopped> {
        self.recognise_again().await?;
        let verb = Verb::read(line);
        self.is_about_to_forget &= verb == Some(Verb::Forget);
        match (verb, &mut self.stage) {
            // Words that mean something else among puzzles.
            (None | Some(Verb::Back("") | Verb::Help | Verb::Quit), Stage::Solving(_)) => {
                self.solve(line).await
            }
            // What needs no name.
            (Some(verb @ (Verb::Back(_) | Verb::Help | Verb::Quit)), _) => self.obey(verb).await,
            (Some(Verb::Link(code)), _) if !code.is_empty() => self.link(code).await,
            // A command is no name, and its author is given one first.
            (Some(verb), _) if self.person.is_none() => {
                self.hear_name("").await?;
                self.obey(verb).await
            }
            (None, _) if self.person.is_none() => self.hear_name(line).await,
            (Some(verb), _) => self.obey(verb).await,
            (None, Stage::Free) if line.is_empty() => self.seek("").await,
            (None, Stage::Free) => self.say(words::NOT_UNDERSTOOD).await,
            (None, Stage::Asked(asking)) => match asking.hear(line) {
                Ok(FollowUp::Ask(next)) => self.ask(next).await,
                Ok(FollowUp::Known(request)) => self.find_or_offer(request).await,
                Err(why) => Err(format!("{why}\n{}\n", asking.question()).into()),
            },
            (None, Stage::There(place)) => match place.hear(line, self.house.now()) {
                Some(meaning) => self.mean(meaning).await,
                None => self.say(words::STILL_WAITING).await,
            },
        }
    }

    /// A person gives a name.
    async fn hear_name(&mut self, line: &str) -> Result<(), Stopped> {
        let name = match line {
            "" => None,
            _ => Some(name_of_person(line).map_err(|why| format!("{why}\n{}", words::NAME))?),
        };
        let name = self.enter(name);
        self.say(&words::hello(&name)).await
    }

    async fn obey(&mut self, verb: Verb<'_>) -> Result<(), Stopped> {
        match verb {
            Verb::Seek(request) => self.seek(request).await,
            Verb::Match(whom) => self.challenge(whom).await,
            Verb::Decline(whom) => self.decline(whom).await,
            Verb::Join(which) => self.join(which).await,
            Verb::Observe(which) => self.observe(which).await,
            Verb::Games => self.games().await,
            Verb::Who => self.who().await,
            Verb::Leave => self.leave().await,
            Verb::Rematch => self.ask_for_rematch().await,
            Verb::Say(what) => self.remark(what).await,
            Verb::Mute => self.mute(true).await,
            Verb::Unmute => self.mute(false).await,
            Verb::Rules(which) => self.rules(which).await,
            Verb::Puzzle(which) => self.begin_puzzles(which).await,
            Verb::Name(name) => self.rename(name).await,
            Verb::Link(code) => self.link(code).await,
            Verb::Revoke => self.revoke().await,
            Verb::Forget => self.forget().await,
            Verb::Style(style) => self.draw_in(style).await,
            Verb::Board(showing) => self.show_by(showing).await,
            Verb::Back(code) => self.come_back(code).await,
            Verb::Help => {
                let help = verb::help(matches!(self.stage, Stage::There(_)));
                self.say_between(&help).await
            }
            Verb::Quit => self.part(words::GOODBYE).await,
        }
    }

    /// Does what was meant by a line that was said at a table.
    async fn mean(&mut self, meaning: Meaning) -> Result<(), Stopped> {
        let Stage::There(place) = &mut self.stage else { return Ok(()) };
        match meaning {
            Meaning::Said(said) => {
                let said = said + &place.question();
                self.say(&said).await
            }
            Meaning::Act(..) if place.seats().is_empty() => self.say(words::ONLY_WATCHING).await,
            Meaning::Act(seat, action) => self.act(seat, action).await,
            Meaning::Hint | Meaning::Thoughts if place.is_between_people() => {
                self.say(&format!("{NO_ENGINE}\n")).await
            }
            Meaning::Hint if place.seats().is_empty() => self.say(words::ONLY_WATCHING).await,
            Meaning::Hint if place.awaits_engine() => self.say(words::ENGINE_IS_TO_MOVE).await,
            Meaning::Hint => {
                // After a second request only the new answer is waited for.
                self.hint = None;
                let guest = self.person.as_ref().and_then(|person| person.guest.as_ref()?.get());
                let who = Requester::new(Some(self.from), guest.map(|guest| guest.id));
                self.hint = place.shown().zip(place.table()).and_then(|(about, table)| {
                    let hint = self.house.hint(about.0, table, who)?;
                    Some(Awaited { hint, about })
                });
                let said = self.hint.as_ref().map_or_else(no_hint, |_| words::THINKING.to_owned());
                self.say(&said).await
            }
            Meaning::Thoughts => self.say(words::ONLY_HINTS).await,
            Meaning::Save(_) | Meaning::Load(_) => self.say(words::NO_FILES).await,
            // Quitting a table does not end the session.
            Meaning::Quit => self.get_up().await,
        }
    }

    /// Says something that is no answer to what is asked here, and asks it again.
    pub(super) async fn say_between(&mut self, text: &str) -> Result<(), Stopped> {
        let asked = match &mut self.stage {
            Stage::There(place) => place.question(),
            Stage::Asked(asking) => format!("{}\n", asking.question()),
            Stage::Free if self.person.is_none() => words::NAME.to_owned(),
            Stage::Free | Stage::Solving(_) => String::new(),
        };
        self.say(&format!("{text}{asked}")).await
    }

    /// Says something, which may be nothing.
    pub(super) async fn say(&mut self, text: &str) -> Result<(), Stopped> {
        if !text.is_empty() {
            self.client.say(text).await?;
        }
        self.tell_data().await
    }

    /// Tells the client's program what it has not been told yet of what happened at the table.
    async fn tell_data(&mut self) -> Result<(), Stopped> {
        let Stage::There(place) = &mut self.stage else { return Ok(()) };
        let data = place.take_data(self.client.wants_data());
        for (name, json) in data {
            self.client.tell_data(name, &json).await?;
        }
        Ok(())
    }

    /// Says goodbye, and how to come back to a game that goes on.
    async fn part(&mut self, goodbye: &str) -> Result<(), Stopped> {
        let code = match &self.stage {
            Stage::There(place) if place.is_in_play() => place.code().map(words::kept),
            _ => None,
        };
        self.say(&(code.unwrap_or_default() + goodbye)).await?;
        Err(Stopped::SaidGoodbye)
    }
}

/// What happens next at the table; nothing, ever, where there is none.
async fn next_told(stage: &mut Stage) -> Option<Arc<Update>> {
    match stage {
        Stage::There(place) => place.next().await,
        Stage::Free | Stage::Asked(_) | Stage::Solving(_) => std::future::pending().await,
    }
}

/// What another person wants next; nothing, ever, where there is no name to be asked by.
async fn next_letter(person: &mut Option<Person>) -> Letter {
    let letter = match person {
        Some(person) => person.signed_in.letters.recv().await,
        None => None,
    };
    match letter {
        Some(letter) => letter,
        None => std::future::pending().await,
    }
}

/// The hint, once it is there; nothing, ever, where none was asked for.
async fn next_hint(hint: &mut Option<Awaited>) -> Result<Option<String>, HouseError> {
    match hint {
        Some(awaited) => awaited.hint.said().await,
        None => std::future::pending().await,
    }
}

/// A command as it is said here: what is `play` to the program is `seek` at its tables.
fn spoken(command: &str) -> String {
    match command.trim().split_once(' ') {
        Some(("play", game)) => format!("seek {game}"),
        _ if command.trim() == "play" => "seek".to_owned(),
        _ => command.trim().to_owned(),
    }
}

fn no_hint() -> String {
    format!("{NO_HINTS}\n")
}
