//! The texts of line sessions, beside those of games and tables.

use konoba_scene::Sentences;
use konoba_store::{Entry, Standing, Visibility};
use konoba_table::{Name, Table, TimeControl};

use crate::game_request::GameRequest;
use crate::listing::{Listing, players};
use crate::people::{Challenge, NotChallenged};
use konoba_live::{DEVICE_CODE_LASTS, DeviceCode, Listed, Remark, SeatCode};

pub(super) const NAME: &str = "Your name? (empty: you get one)\n";
pub(super) const FREE: &str =
    "Press Enter to play against anyone, type match engine 3 to play the computer, or type help.\n";
pub(super) const NOT_UNDERSTOOD: &str = "Unknown command. Type help for a list.\n";
pub(super) const STILL_WAITING: &str = "Still waiting for an opponent. Type leave to stop.\n";
pub(super) const STOPPED_WAITING: &str = "You stopped waiting.\n";
pub(super) const INVITATION_STANDS: &str =
    "You left. Your invitation stands: your friend can still join.\n";
pub(super) const STOPPED_WATCHING: &str = "You stopped watching.\n";
pub(super) const NOTHING_TO_LEAVE: &str = "You are not at a table.\n";
pub(super) const ONLY_WATCHING: &str =
    "You are watching this game; only its players can do that.\n";
pub(super) const STILL_PLAYING: &str = "You are in the middle of a game. Type resign to end it, \
                                        or quit to come back to it later.\n";
pub(super) const NO_FILES: &str =
    "Files cannot be read or written here. Every game is saved on the server.\n";
pub(super) const NO_SUCH_TABLE: &str = "There is no such table. Type games for a list.\n";
pub(super) const NO_TABLE: &str = "You are not at a table: that works only in a game.\n";
pub(super) const NO_SEAT: &str = "You have no seat, and so there is no code to replace.\n";
pub(super) const ONLY_THE_SEAT: &str = "You came to this seat by its code, which is for this seat alone. Type that on the \
                                        device where you sat down. If that is gone, ask the operator of this server.\n";
pub(super) const FORGET: &str = "This deletes your name and your codes for good, and resigns your games that go on. If you \
                                 mean it, type once more: forget me\n";
pub(super) const FORGOTTEN: &str =
    "Your name and your codes are deleted. Your games stay, as those of a guest.\n";
pub(super) const NO_CODE: &str = "That is not the code of a seat. Check it and try again.\n";
pub(super) const NO_LINK: &str = "That is not the code of another device, or it was used already, or is too old. Nothing is \
                                  lost: make a new one there.\n";
pub(super) const WHOM: &str = "Add a name, as in: match Ana. Type who for a list of people.\n";
pub(super) const YOURSELF: &str = "You cannot play against yourself.\n";
pub(super) const NOT_ASKED: &str = "No one of that name has asked you to play.\n";
pub(super) const THINKING: &str = "The computer is thinking about it.\n";
pub(super) const ENGINE_IS_TO_MOVE: &str = "It is the computer's turn.\n";
pub(super) const ONLY_HINTS: &str = "That is not available here. Type hint for a move.\n";
pub(super) const ENGINE_IS_BUSY: &str = "The computer is busy. Try again in a moment.\n";
pub(super) const NO_STYLE: &str = "Type style ascii or style unicode.\n";
pub(super) const OTHER_STYLE: &str = "Board style changed.\n";
pub(super) const NO_REMARK: &str = "There is no such remark. Type say for a list.\n";
pub(super) const MUTED: &str = "Remarks are hidden. To show them again, type: unmute\n";
pub(super) const UNMUTED: &str = "Remarks are shown.\n";
pub(super) const NO_PUZZLE: &str = "There is no such puzzle. Type puzzle for all of them.\n";
pub(super) const HERE: &str = "Yes, connected.\n";
pub(super) const GOODBYE: &str = "Goodbye.\n";
pub(super) const SILENT: &str = "You have typed nothing for a long time. Goodbye.\n";
pub(super) const CLOSING: &str =
    "The server is restarting. Your games are safe; come back in a moment.\n";
/// Said to a client that is not let in.
pub const FULL: &str = "Too many connections. Try again later.\n";

pub(super) fn welcome() -> String {
    let names: Vec<_> = konoba_rules::games().iter().map(|spec| spec.name).collect();
    let games = match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    };
    format!("Welcome to Konoba: {games} for two players.\n")
}

pub(super) fn welcome_back(name: &Name) -> String {
    format!("Welcome back, {name}. {FREE}")
}

pub(super) fn hello(name: &Name) -> String {
    format!("Hello, {name}. {FREE}")
}

/// In the middle of something, where the name at this table stays.
pub(super) fn renamed(name: &Name) -> String {
    format!("From your next game on you are {name}.\n")
}

/// The code by which a seat is found again.
pub(super) fn code(code: &SeatCode) -> String {
    let code = code.grouped();
    format!("The code of your seat is {code}. If you lose the connection, type: back {code}\n")
}

/// The code by which another device goes on as this person.
pub(super) fn link_code(code: &DeviceCode) -> String {
    let (code, minutes) = (code.grouped(), DEVICE_CODE_LASTS.as_secs() / 60);
    format!(
        "On your other device, enter the code {code} within {minutes} minutes: in a browser on the home page, in a \
         terminal by typing: link {code}\nIt works once. Keep it to yourself.\n"
    )
}

pub(super) fn linked(name: &Name) -> String {
    format!("You are {name} here too, with all your games. {FREE}")
}

/// The same, at a seat of another guest that was reached by its code.
pub(super) fn linked_apart(name: &Name) -> String {
    format!(
        "You are {name} here too, with all your games. The game at this seat is not among them: its code is for this \
         seat alone.\n"
    )
}

pub(super) fn revoked(code: &SeatCode) -> String {
    let code = code.grouped();
    format!("Your old codes no longer work. Your seats now have the code {code}.\n")
}

pub(super) fn kept(code: &SeatCode) -> String {
    format!("Your seat is kept. To come back to it, type: back {}\n", code.grouped())
}

pub(super) fn waiting(request: &GameRequest) -> String {
    let setup = Sentences::of(request.setup).setup();
    format!("{setup}{}\nWaiting for an opponent. Type leave to stop.\n", with(request.time))
}

pub(super) fn waiting_for(name: &Name) -> String {
    format!("You asked {name}. Waiting for the answer; type leave to stop.\n")
}

pub(super) fn challenged(challenge: &Challenge) -> String {
    let Challenge { from, request, .. } = challenge;
    let setup = Sentences::of(request.setup).setup();
    format!("{from} wants to play against you: {setup}{}\n", with(request.time))
        + &format!("To play, type: join {from}. To decline, type: decline {from}\n")
}

pub(super) fn declined(name: &Name) -> String {
    format!("You declined to play against {name}.\n")
}

pub(super) fn is_declined(name: &Name) -> String {
    format!("{name} declined.\n")
}

pub(super) const fn not_challenged(why: NotChallenged) -> &'static str {
    match why {
        NotChallenged::Unknown => "No one here has that name. Type who for a list.\n",
        NotChallenged::Several => {
            "Several people have that name. One of them has to take another name first.\n"
        }
        NotChallenged::Busy => "They have not answered others yet. Try again later.\n",
    }
}

/// That a word is none of those by which puzzles are chosen.
pub(super) fn no_puzzles(word: &str) -> String {
    let games: Vec<_> = konoba_rules::games().iter().map(|spec| spec.id).collect();
    let themes = konoba_puzzles::Theme::ALL.map(konoba_puzzles::Theme::id);
    format!(
        "There are no puzzles called {word}. After puzzle you can type daily, hard, a number, a game ({}) or a theme ({}).\n",
        games.join(", "),
        themes.join(", ")
    )
}

/// What can be said to an opponent.
pub(super) fn remarks() -> String {
    let listed = Remark::all().map(|own| format!("  {}. {}\n", own.number(), own.words()));
    format!("Remarks for your opponent (say 1):\n{}", listed.collect::<String>())
}

/// What a player has said.
pub(super) fn remark(name: &Name, remark: Remark) -> String {
    format!("{name} says: {}\n", remark.words())
}

/// What this person has said.
pub(super) fn own_remark(remark: Remark) -> String {
    format!("You say: {}\n", remark.words())
}

/// That a player has gone from a table, or is there again.
pub(super) fn presence(table: &Table, name: &Name, has_gone: bool) -> String {
    match (has_gone, table.is_over()) {
        (true, false) => format!("{name} is not at the table now. The seat is kept.\n"),
        (true, true) => format!("{name} has left the table. Type leave to go too.\n"),
        (false, _) => format!("{name} is back.\n"),
    }
}

/// That a player who was asked for a rematch is not there.
pub(super) fn will_not_hear(name: &Name) -> String {
    format!("{name} is not at the table to answer. Type leave to go.\n")
}

/// The moves that led to a position.
pub(super) fn so_far(table: &Table) -> String {
    let spec = table.setup().spec;
    let moves = table.history().iter().map(|moved| moved.played.mv.written(spec).to_string());
    format!("Moves so far: {}", moves.collect::<Vec<_>>().join(" "))
}

/// Who is there.
pub(super) fn who(people: &[String]) -> String {
    people.iter().map(|person| format!("{person}\n")).collect()
}

/// The tables that wait for a player, and those at which games go on.
pub(super) fn games(listing: &Listing) -> String {
    let listed = |title: &str, none: &str, tables: &[Listed]| {
        if tables.is_empty() {
            return format!("{none}\n");
        }
        let lines = (1..).zip(tables).map(|(number, listed)| {
            format!("  {number}. {}{}\n", table(&listed.entry), absent(listed))
        });
        format!("{title}\n{}", lines.collect::<String>())
    };
    let open = listed("Waiting for an opponent (join 1):", "No open games.", &listing.open);
    let attended = listing.attended();
    let live = listed("Being played (observe 1):", "No games being played.", attended);
    open + &live + &unattended(listing.live.len() - attended.len())
}

/// Of games whose players are not there it is said how many there are.
fn unattended(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => "1 more game has no player online.\n".to_owned(),
        _ => format!("{count} more games have no player online.\n"),
    }
}

/// A table in a list: who sits there, and what is played in words that can be said back.
pub(super) fn table(entry: &Entry) -> String {
    let names = players(entry).join(" and ");
    let offer = &entry.offer;
    match offer.time {
        TimeControl::None => format!("{names}: {}", offer.setup),
        time => format!("{names}: {}, {time}", offer.setup),
    }
}

fn absent(listed: &Listed) -> &'static str {
    let is_waiting = listed.entry.version == 0;
    if is_waiting && !listed.presence.seats[0] { " (offline)" } else { "" }
}

fn with(time: TimeControl) -> String {
    match time {
        TimeControl::None => String::new(),
        time => format!(" Clock: {time}."),
    }
}

/// What a person at a table does, after the name.
pub(super) fn doing(entry: &Entry, only_watches: bool) -> String {
    let is_private = entry.offer.visibility == Visibility::Private;
    match entry.standing {
        Standing::Waiting if is_private => "waits for an opponent".to_owned(),
        _ if is_private && only_watches => "watches a private game".to_owned(),
        _ if is_private => "plays a private game".to_owned(),
        _ if only_watches => format!("watches {}", table(entry)),
        Standing::Waiting => format!("waits for an opponent: {}", entry.offer.setup),
        Standing::Playing | Standing::Over | Standing::Withdrawn => {
            format!("plays {}", entry.offer.setup)
        }
    }
}

pub(super) fn which_rules() -> String {
    let games: Vec<_> = konoba_rules::games().iter().map(|spec| spec.id).collect();
    format!("Add a game: rules {}.\n", games.join(", rules "))
}
