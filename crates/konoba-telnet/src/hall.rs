//! The hall behind the door: who is there, what they are doing, and what they want of one another.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use konoba_store::TableId;
use konoba_table::Name;
use tokio::sync::mpsc;

use crate::wanted::Wanted;
use konoba_live::Invitation;

/// How many letters may wait for somebody who does not look at them.
const MAILBOX: usize = 8;

/// Somebody wants to play with somebody.
#[derive(Clone, Debug)]
pub(super) struct Challenge {
    pub(super) from: Name,
    /// The number by which the hall knows who wants it.
    pub(super) number: u64,
    pub(super) wanted: Wanted,
    pub(super) table: TableId,
    pub(super) invitation: Invitation,
}

/// What one person at the door lets another know.
#[derive(Clone, Debug)]
pub(super) enum Letter {
    /// They would like to play.
    Challenge(Challenge),
    /// They would rather not, at the table that was laid for them.
    Declined { by: Name, table: TableId },
}

/// The people at the telnet door. It is touched for an instant only, never while waiting.
#[derive(Default, Debug)]
pub(super) struct Hall {
    people: Mutex<People>,
    /// Held while somebody looks for a table and lays one, so that two who want the same find each
    /// other.
    pub(super) seating: tokio::sync::Mutex<()>,
}

#[derive(Default, Debug)]
struct People {
    /// How many have come so far.
    count: u64,
    there: BTreeMap<u64, Person>,
}

#[derive(Debug)]
struct Person {
    name: Name,
    doing: String,
    mailbox: mpsc::Sender<Letter>,
}

/// Somebody's being in the hall, which ends when this is dropped.
#[derive(Debug)]
pub(super) struct Presence {
    hall: Arc<Hall>,
    number: u64,
    /// What others let this person know.
    pub(super) letters: mpsc::Receiver<Letter>,
}

/// Why nobody was challenged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotChallenged {
    /// Nobody there has this name.
    Nobody,
    /// Several have.
    Several,
    /// They have not answered those who asked before.
    Busy,
}

impl Hall {
    /// Somebody comes in under this name, or under one that the hall makes up.
    pub(super) fn enter(self: &Arc<Self>, name: Option<Name>) -> (Presence, Name) {
        let (mailbox, letters) = mpsc::channel(MAILBOX);
        let mut people = self.lock();
        people.count += 1;
        let number = people.count;
        let name = name.unwrap_or_else(|| {
            format!("Guest {number}").parse().expect("a word and a number are a name")
        });
        let doing = IS_FREE.to_owned();
        people.there.insert(number, Person { name: name.clone(), doing, mailbox });
        (Presence { hall: self.clone(), number, letters }, name)
    }

    /// Who is there and what they are doing, in the order in which they came.
    pub(super) fn who(&self) -> Vec<String> {
        let people = self.lock();
        people.there.values().map(|person| format!("{} {}.", person.name, person.doing)).collect()
    }

    /// The person whose name a text begins with, in any case, and what follows it.
    pub(super) fn named<'a>(&self, text: &'a str) -> Result<(u64, Name, &'a str), NotChallenged> {
        let people = self.lock();
        let begins = |person: &Person| {
            let name = person.name.as_str();
            let rest = text.get(name.len()..)?;
            let is_name = text.is_char_boundary(name.len())
                && text[..name.len()].to_lowercase() == name.to_lowercase();
            (is_name && (rest.is_empty() || rest.starts_with(' '))).then_some(rest.trim())
        };
        let found = people.there.iter();
        let found = found.filter_map(|(number, person)| Some((*number, person, begins(person)?)));
        let mut found: Vec<_> = found.collect();
        // "Ana Marija" is meant rather than "Ana".
        found.sort_by_key(|(_, _, rest)| rest.len());
        match found[..] {
            [] => Err(NotChallenged::Nobody),
            [(_, _, one), (_, _, two), ..] if one.len() == two.len() => Err(NotChallenged::Several),
            [(number, person, rest), ..] => Ok((number, person.name.clone(), rest)),
        }
    }

    /// Lets somebody know something.
    pub(super) fn send(&self, number: u64, letter: Letter) -> Result<(), NotChallenged> {
        let people = self.lock();
        let person = people.there.get(&number).ok_or(NotChallenged::Nobody)?;
        person.mailbox.try_send(letter).map_err(|_| NotChallenged::Busy)
    }

    fn lock(&self) -> MutexGuard<'_, People> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What somebody does who does nothing.
pub(super) const IS_FREE: &str = "is free";

impl Presence {
    /// The number by which the hall knows this person.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Says what this person is doing now, after the name.
    pub(super) fn is_doing(&self, doing: String) {
        self.change(|person| person.doing = doing);
    }

    /// Is called something else from now on.
    pub(super) fn is_called(&self, name: Name) {
        self.change(|person| person.name = name);
    }

    fn change(&self, change: impl FnOnce(&mut Person)) {
        if let Some(person) = self.hall.lock().there.get_mut(&self.number) {
            change(person);
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.hall.lock().there.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_found_by_name() {
        let hall = Arc::new(Hall::default());
        let enter = |name: &str| hall.enter(Some(name.parse().unwrap())).0;
        let people = ["Ana", "Ana Marija", "Luka", "Luka", "Željka"].map(enter);
        let check = |text, expected: Result<(usize, &str), NotChallenged>| {
            let found = hall.named(text).map(|(number, _, rest)| (number, rest));
            let expected = expected.map(|(index, rest)| (people[index].number(), rest));
            assert_eq!(found, expected, "{text}");
        };
        check("ana", Ok((0, "")));
        check("Ana konobi:9", Ok((0, "konobi:9")));
        check("ana marija konobi:9", Ok((1, "konobi:9")));
        check("željka", Ok((4, "")));
        check("Anabel", Err(NotChallenged::Nobody));
        check("Luka", Err(NotChallenged::Several));
        check("", Err(NotChallenged::Nobody));
    }

    #[test]
    fn whoever_leaves_is_gone() {
        let hall = Arc::new(Hall::default());
        let (ana, _) = hall.enter(Some("Ana".parse().unwrap()));
        let (luka, name) = hall.enter(None);
        assert_eq!(name.as_str(), "Guest 2");
        luka.is_called("Luka".parse().unwrap());
        luka.is_doing("watches".to_owned());
        assert_eq!(hall.who(), ["Ana is free.", "Luka watches."]);
        drop(ana);
        assert_eq!(hall.who(), ["Luka watches."]);
    }
}
