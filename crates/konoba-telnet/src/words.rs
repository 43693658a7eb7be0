//! What is said at the door beside what games and tables have to say: the one place for its words.

use konoba_scene::Sentences;
use konoba_store::{Entry, Standing, Visibility};
use konoba_table::{Name, Table, TimeControl};

use crate::game_request::GameRequest;
use crate::people::{Challenge, NotChallenged};
use konoba_live::{Listed, Lobby, SeatCode};

pub(super) const NAME: &str = "Your name? (empty: the house makes one up)\n";
pub(super) const FREE: &str = "Press Enter to play with whoever comes, or say help.\n";
pub(super) const NOT_UNDERSTOOD: &str = "That is nothing that is known here; say help.\n";
pub(super) const STILL_WAITING: &str = "Nobody has come yet. Say leave to stop waiting.\n";
pub(super) const STOPPED_WAITING: &str = "You no longer wait.\n";
pub(super) const STOPPED_WATCHING: &str = "You no longer watch.\n";
pub(super) const NOTHING_TO_LEAVE: &str = "You are at no table.\n";
pub(super) const ONLY_WATCHING: &str = "You only watch this game.\n";
pub(super) const STILL_PLAYING: &str = "You are in the middle of a game. Say resign to give it up, \
                                        or quit to come back to it later.\n";
pub(super) const NO_FILES: &str = "There are no files here; the house keeps every game.\n";
pub(super) const NO_SUCH_TABLE: &str =
    "There is no such table; games lists those that there are.\n";
pub(super) const NO_TABLE: &str = "You are at no table; that is said in a game.\n";
pub(super) const NO_SEAT: &str = "You have no seat, and so there is no code to replace.\n";
pub(super) const FORGOTTEN: &str =
    "Your name and your codes are deleted. Your games stay, as those of a guest.\n";
pub(super) const NO_CODE: &str = "That is not the code of a seat.\n";
pub(super) const WHOM: &str = "Say whom, as in: match Ana. The people are listed by who.\n";
pub(super) const YOURSELF: &str = "You cannot play against yourself.\n";
pub(super) const NOT_ASKED: &str = "Nobody of that name has asked you to play.\n";
pub(super) const THINKING: &str = "The engine is thinking about it.\n";
pub(super) const ENGINE_IS_TO_MOVE: &str = "The engine is to move.\n";
pub(super) const ONLY_HINTS: &str = "The engine gives hints here and draws nothing; say hint.\n";
pub(super) const ENGINE_IS_BUSY: &str = "The engine is busy.\n";
pub(super) const NO_STYLE: &str = "Say style ascii or style unicode.\n";
pub(super) const OTHER_STYLE: &str = "Boards will be drawn so.\n";
pub(super) const HERE: &str = "The house is here.\n";
pub(super) const GOODBYE: &str = "Goodbye.\n";
pub(super) const SILENT: &str = "You have said nothing for a long time. Goodbye.\n";
pub(super) const CLOSING: &str = "The house is closing; come back in a moment.\n";
pub(super) const FULL: &str = "There are too many connections just now; come back later.\n";

pub(super) fn welcome() -> String {
    let names: Vec<_> = konoba_rules::games().iter().map(|spec| spec.name).collect();
    let games = match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    };
    format!("Welcome to Konoba, where two people play {games}.\n{NAME}")
}

pub(super) fn hello(name: &Name) -> String {
    format!("Hello, {name}. {FREE}")
}

/// The code by which a seat is found again.
pub(super) fn code(code: &SeatCode) -> String {
    let code = code.grouped();
    format!("Your seat has the code {code}. Should you lose it, say: back {code}\n")
}

pub(super) fn revoked(code: &SeatCode) -> String {
    let code = code.grouped();
    format!("All codes from before are good for nothing. Your seats now have the code {code}.\n")
}

pub(super) fn kept(code: &SeatCode) -> String {
    format!("Your seat is kept. To come back to it, say: back {}\n", code.grouped())
}

pub(super) fn waiting(request: &GameRequest) -> String {
    let setup = Sentences::of(request.setup).setup();
    format!("{setup}{}\nWaiting for somebody to sit down. Say leave to stop.\n", with(request.time))
}

pub(super) fn waiting_for(name: &Name) -> String {
    format!("{name} has been asked. Waiting for the answer; say leave to stop.\n")
}

pub(super) fn challenged(challenge: &Challenge) -> String {
    let Challenge { from, request, .. } = challenge;
    let setup = Sentences::of(request.setup).setup();
    format!("{from} would like to play with you: {setup}{}\n", with(request.time))
        + &format!("To sit down, say: join {from}; if you would rather not: decline {from}\n")
}

pub(super) fn declined(name: &Name) -> String {
    format!("{name} is told that you would rather not.\n")
}

pub(super) fn is_declined(name: &Name) -> String {
    format!("{name} would rather not play.\n")
}

pub(super) const fn not_challenged(why: NotChallenged) -> &'static str {
    match why {
        NotChallenged::Nobody => "Nobody here has that name; who lists the people.\n",
        NotChallenged::Several => "There are several people of that name.\n",
        NotChallenged::Busy => "They have been asked by others and have not answered yet.\n",
    }
}

/// That somebody's connection is gone or there again.
pub(super) fn presence(name: &Name, has_gone: bool) -> String {
    match has_gone {
        true => format!("{name} is away; the seat is kept.\n"),
        false => format!("{name} is there again.\n"),
    }
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

/// The tables that wait for somebody, and those at which games go on.
pub(super) fn games(lobby: &Lobby) -> String {
    let listed = |title: &str, none: &str, tables: &[Listed]| {
        if tables.is_empty() {
            return format!("{none}\n");
        }
        let lines = (1..).zip(tables).map(|(number, listed)| {
            format!("  {number}. {}{}\n", table(&listed.entry), absent(listed))
        });
        format!("{title}\n{}", lines.collect::<String>())
    };
    let open = listed("Waiting for somebody (join 1):", "Nobody waits for a game.", &lobby.open);
    let live = listed("Played now (observe 1):", "No game is played now.", &lobby.live);
    open + &live
}

/// A table in a list: who sits there, and what is played in words that can be said back.
pub(super) fn table(entry: &Entry) -> String {
    let names = entry.seats.iter().flatten().map(|holder| holder.name.as_str());
    let names = names.collect::<Vec<_>>().join(" and ");
    let offer = &entry.offer;
    match offer.time {
        TimeControl::None => format!("{names}: {}", offer.setup),
        time => format!("{names}: {}, {time}", offer.setup),
    }
}

fn absent(listed: &Listed) -> &'static str {
    let is_waiting = listed.entry.version == 0;
    if is_waiting && !listed.presence.seats[0] { " (away)" } else { "" }
}

fn with(time: TimeControl) -> String {
    match time {
        TimeControl::None => String::new(),
        time => format!(" Clock: {time}."),
    }
}

/// What somebody does who is at a table, after the name.
pub(super) fn doing(entry: &Entry, only_watches: bool) -> String {
    let is_private = entry.offer.visibility == Visibility::Private;
    match entry.standing {
        Standing::Waiting if is_private => "waits for somebody".to_owned(),
        _ if is_private && only_watches => "watches a private game".to_owned(),
        _ if is_private => "plays a private game".to_owned(),
        _ if only_watches => format!("watches {}", table(entry)),
        Standing::Waiting => format!("waits for somebody: {}", entry.offer.setup),
        Standing::Playing | Standing::Over | Standing::Withdrawn => {
            format!("plays {}", entry.offer.setup)
        }
    }
}

pub(super) fn which_rules() -> String {
    let games: Vec<_> = konoba_rules::games().iter().map(|spec| spec.id).collect();
    format!("Say of which game: rules {}.\n", games.join(", rules "))
}
