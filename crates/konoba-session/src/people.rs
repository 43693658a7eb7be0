//! The people who talk by lines: who is there, what they are doing, and what they want of one another.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use konoba_store::TableId;
use konoba_table::Name;
use tokio::sync::mpsc;

use crate::game_request::GameRequest;
use konoba_live::Invitation;

/// How many messages may wait for a person who does not read them.
const MAILBOX: usize = 8;

/// A person asks another to play.
#[derive(Clone, Debug)]
pub(super) struct Challenge {
    pub(super) from: Name,
    /// The number of the person who wants it.
    pub(super) number: u64,
    pub(super) request: GameRequest,
    pub(super) table: TableId,
    pub(super) invitation: Invitation,
}

/// What one person at the door lets another know.
#[derive(Clone, Debug)]
pub(super) enum Letter {
    /// They would like to play.
    Challenge(Challenge),
    /// They decline, and the table that was opened for them is not needed.
    Declined { by: Name, table: TableId },
}

/// All people in line sessions, through whatever door. Its lock is held for an instant only, never across an
/// await.
#[derive(Default, Debug)]
pub struct People {
    roster: Mutex<Roster>,
}

#[derive(Default, Debug)]
struct Roster {
    /// How many have come so far.
    count: u64,
    there: BTreeMap<u64, Person>,
}

impl Roster {
    /// The number of the next who comes.
    fn next(&mut self) -> u64 {
        self.count += 1;
        self.count
    }
}

fn made_up(number: u64) -> Name {
    format!("Guest {number}").parse().expect("a word and a number are a name")
}

#[derive(Debug)]
struct Person {
    name: Name,
    doing: String,
    mailbox: mpsc::Sender<Letter>,
}

/// One person's entry in the list of people, which goes when this is dropped.
#[derive(Debug)]
pub(super) struct SignedIn {
    people: Arc<People>,
    number: u64,
    /// What others let this person know.
    pub(super) letters: mpsc::Receiver<Letter>,
}

/// Why a person could not be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotChallenged {
    /// No one there has this name.
    Unknown,
    /// Several have.
    Several,
    /// They have not answered those who asked before.
    Busy,
}

impl People {
    /// A person comes in under this name, or under one that is made up.
    pub(super) fn enter(self: &Arc<Self>, name: Option<Name>) -> (SignedIn, Name) {
        let (mailbox, letters) = mpsc::channel(MAILBOX);
        let mut roster = self.lock();
        let number = roster.next();
        let name = name.unwrap_or_else(|| made_up(number));
        let doing = IS_FREE.to_owned();
        roster.there.insert(number, Person { name: name.clone(), doing, mailbox });
        (SignedIn { people: self.clone(), number, letters }, name)
    }

    /// A name for a person who has not said one, which no other person here has.
    pub fn made_up_name(&self) -> Name {
        made_up(self.lock().next())
    }

    /// Who is there and what they are doing, in the order in which they came.
    pub(super) fn who(&self) -> Vec<String> {
        let roster = self.lock();
        roster.there.values().map(|person| format!("{} {}.", person.name, person.doing)).collect()
    }

    /// How many are there.
    pub fn count(&self) -> usize {
        self.lock().there.len()
    }

    /// Whether a person of this name is there.
    pub(super) fn is_there(&self, name: &Name) -> bool {
        self.lock().there.values().any(|person| person.name == *name)
    }

    /// The person whose name a text begins with, in any case, and what follows it.
    pub(super) fn named<'a>(&self, text: &'a str) -> Result<(u64, Name, &'a str), NotChallenged> {
        let roster = self.lock();
        let begins = |person: &Person| {
            let name = person.name.as_str();
            let rest = text.get(name.len()..)?;
            let is_name = text.is_char_boundary(name.len())
                && text[..name.len()].to_lowercase() == name.to_lowercase();
            (is_name && (rest.is_empty() || rest.starts_with(' '))).then_some(rest.trim())
        };
        let found = roster.there.iter();
        let found = found.filter_map(|(number, person)| Some((*number, person, begins(person)?)));
        let mut found: Vec<_> = found.collect();
        // "Ana Marija" is meant rather than "Ana".
        found.sort_by_key(|(_, _, rest)| rest.len());
        match found[..] {
            [] => Err(NotChallenged::Unknown),
            [(_, _, one), (_, _, two), ..] if one.len() == two.len() => Err(NotChallenged::Several),
            [(number, person, rest), ..] => Ok((number, person.name.clone(), rest)),
        }
    }

    /// Leaves a message for a person.
    pub(super) fn send(&self, number: u64, letter: Letter) -> Result<(), NotChallenged> {
        let roster = self.lock();
        let person = roster.there.get(&number).ok_or(NotChallenged::Unknown)?;
        person.mailbox.try_send(letter).map_err(|_| NotChallenged::Busy)
    }

    fn lock(&self) -> MutexGuard<'_, Roster> {
        self.roster.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is said of a person at no table.
pub(super) const IS_FREE: &str = "is free";

impl SignedIn {
    /// The number of this person.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Says what this person is doing now, after the name.
    pub(super) fn set_doing(&self, doing: String) {
        self.change(|person| person.doing = doing);
    }

    /// Changes this person's name.
    pub(super) fn rename(&self, name: Name) {
        self.change(|person| person.name = name);
    }

    fn change(&self, change: impl FnOnce(&mut Person)) {
        if let Some(person) = self.people.lock().there.get_mut(&self.number) {
            change(person);
        }
    }
}

impl Drop for SignedIn {
    fn drop(&mut self) {
        self.people.lock().there.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_found_by_name() {
        let people = Arc::new(People::default());
        let enter = |name: &str| people.enter(Some(name.parse().unwrap())).0;
        let present = ["Ana", "Ana Marija", "Luka", "Luka", "Željka"].map(enter);
        let check = |text, expected: Result<(usize, &str), NotChallenged>| {
            let found = people.named(text).map(|(number, _, rest)| (number, rest));
            let expected = expected.map(|(index, rest)| (present[index].number(), rest));
            assert_eq!(found, expected, "{text}");
        };
        check("ana", Ok((0, "")));
        check("Ana konobi:9", Ok((0, "konobi:9")));
        check("ana marija konobi:9", Ok((1, "konobi:9")));
        check("željka", Ok((4, "")));
        check("Anabel", Err(NotChallenged::Unknown));
        check("Luka", Err(NotChallenged::Several));
        check("", Err(NotChallenged::Unknown));
    }

    #[test]
    fn a_person_who_leaves_is_gone() {
        let people = Arc::new(People::default());
        let (ana, _) = people.enter(Some("Ana".parse().unwrap()));
        let (luka, name) = people.enter(None);
        assert_eq!(name.as_str(), "Guest 2");
        luka.rename("Luka".parse().unwrap());
        luka.set_doing("watches".to_owned());
        assert_eq!(people.who(), ["Ana is free.", "Luka watches."]);
        drop(ana);
        assert_eq!(people.who(), ["Luka watches."]);
    }
}
