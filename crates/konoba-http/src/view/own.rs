//! Games of a guest in a list: whose turn it is, or how they ended.

use konoba_store::{Entry, GameResult, Opponent, Standing};
use konoba_table::{Ending, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{StandingView, listed, number, standing_of, time};
use konoba_live::{House, Seats};
use konoba_scene::Sentences;

/// Games of yours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GamesView {
    /// Games that go on and offers that wait: those at which it is your turn first. They are in the first
    /// list only.
    pub running: Vec<OwnGameView>,
    /// Games that are over, the last that ended first.
    pub finished: Vec<OwnGameView>,
    /// Where the next list begins, to be asked for as `before`; none after the last.
    pub more: Option<String>,
}

/// A game of yours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OwnGameView {
    /// The name of the table.
    pub table: String,
    /// How far it has come.
    pub standing: StandingView,
    /// Which game it is and how it is set up, as a short title.
    pub name: String,
    /// The set-up string.
    pub setup: String,
    /// How much time there is, in words.
    pub time: Option<String>,
    /// The seats that are yours: 1, 2, or both on one device.
    pub you: Vec<u8>,
    /// Who plays against you; none while the seat is empty.
    pub opponent: Option<String>,
    /// Whether your move is awaited.
    pub is_your_turn: bool,
    /// Whether you have won; none where there is no winner, or both seats are yours, or the game goes on.
    pub has_won: Option<bool>,
    /// Whose turn it is, or how the game ended, in a few words.
    pub says: String,
    /// When the game ended, in milliseconds since 1970.
    pub ended: Option<u64>,
    /// How many events have made the table.
    pub version: u64,
}

impl OwnGameView {
    /// A table of a house, as it is listed for the holder of these seats.
    pub fn of(house: &House, entry: &Entry, own: Seats) -> Self {
        let names = listed::names(house, entry);
        let only = own.only();
        let opponent = names[only.unwrap_or(Seat::One).other().index()].clone();
        let winner = entry.progress.result.and_then(|result| result.winner);
        Self {
            table: entry.id.to_string(),
            standing: standing_of(entry.standing),
            name: Sentences::of(entry.offer.setup).title(),
            setup: entry.offer.setup.to_string(),
            time: time(entry.offer.time),
            you: own.iter().map(number).collect(),
            is_your_turn: entry.progress.to_move.is_some_and(|to_move| own.contains(to_move)),
            has_won: only.zip(winner).map(|(own, winner)| own == winner),
            says: says(entry, only, &names),
            opponent,
            ended: entry.progress.result.map(|result| result.at.as_millis()),
            version: entry.version,
        }
    }
}

/// Whose turn it is, or how a game ended, to the player at a seat or, on one device, to both.
fn says(entry: &Entry, own: Option<Seat>, names: &[Option<String>; 2]) -> String {
    let name = |seat: Seat| names[seat.index()].as_deref().unwrap_or("Guest");
    match (entry.standing, entry.progress.result, entry.progress.to_move) {
        (Standing::Waiting, ..) => match entry.offer.opponent {
            Opponent::Friend(_) => "Waiting for your friend".to_owned(),
            _ => "Waiting for an opponent".to_owned(),
        },
        (Standing::Withdrawn, ..) => "Taken back".to_owned(),
        (_, Some(result), _) => result_in_short(result, own, name),
        (_, None, Some(to_move)) if own == Some(to_move) => "Your turn".to_owned(),
        (_, None, Some(to_move)) => format!("{}’s turn", name(to_move)),
        (_, None, None) => "Ended".to_owned(),
    }
}

fn result_in_short<'a>(
    result: GameResult,
    own: Option<Seat>,
    name: impl Fn(Seat) -> &'a str,
) -> String {
    let Some(winner) = result.winner else { return "No winner".to_owned() };
    let (won, loser) = (own == Some(winner), winner.other());
    match (own, result.ending) {
        (None, _) => format!("{} won", name(winner)),
        (Some(_), Some(Ending::Resignation)) if won => format!("You won: {} resigned", name(loser)),
        (Some(_), Some(Ending::Resignation)) => "You lost: you resigned".to_owned(),
        (Some(_), Some(Ending::Time)) if won => "You won on time".to_owned(),
        (Some(_), Some(Ending::Time)) => "You lost on time".to_owned(),
        (Some(_), Some(Ending::Board) | None) if won => "You won".to_owned(),
        (Some(_), Some(Ending::Board) | None) => "You lost".to_owned(),
    }
}
