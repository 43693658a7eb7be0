//! What the columns mean that both stores have in common.

use konoba_rules::{Level, SetupError, games};
use konoba_table::{Ending, Moment, Seat};

use crate::written::{seat_number, seat_numbered};
use crate::{Digest, GameResult, Opponent, Progress, Standing, Visibility};

/// The numbers of the stores have 63 bits, which is enough for moments and versions.
pub(crate) fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(crate) fn moment(at: Moment) -> i64 {
    integer(at.as_millis())
}

/// A condition on a table's set-up: it is of a game that this program knows. A later program, which has
/// one game more, may share the database, and its tables must not make whole lists unreadable here.
pub(crate) fn is_of_known_game(setup: &str) -> String {
    let is_of = |id: &str| format!("{setup} = '{id}' or {setup} like '{id}:%'");
    let games: Vec<_> = games().iter().map(|spec| is_of(spec.id)).collect();
    format!("({})", games.join(" or "))
}

/// Whether a set-up could not be read because a later program wrote it.
pub(crate) const fn is_newer(error: &SetupError) -> bool {
    matches!(error, SetupError::Game { .. })
}

const STANDINGS: [(Standing, &str); 4] = [
    (Standing::Waiting, "waiting"),
    (Standing::Playing, "playing"),
    (Standing::Over, "over"),
    (Standing::Withdrawn, "withdrawn"),
];

pub(crate) fn standing_word(standing: Standing) -> &'static str {
    let found = STANDINGS.iter().find(|(own, _)| *own == standing);
    found.expect("every standing has its word").1
}

pub(crate) fn standing(word: &str) -> Option<Standing> {
    STANDINGS.iter().find(|(_, own)| *own == word).map(|(standing, _)| *standing)
}

pub(crate) const fn visibility(is_listed: bool) -> Visibility {
    if is_listed { Visibility::Public } else { Visibility::Private }
}

/// An opponent takes three columns: the word, the invitation and the level, which is kept by its code: 4 for
/// level 4, 43 for level 4.3.
pub(crate) fn opponent_columns(opponent: &Opponent) -> (&'static str, Option<&Digest>, Option<u8>) {
    match opponent {
        Opponent::Friend(invitation) => ("friend", Some(invitation), None),
        Opponent::Anyone => ("anyone", None, None),
        Opponent::Engine { level } => ("engine", None, Some(level.code())),
        Opponent::SameScreen => ("same-screen", None, None),
    }
}

pub(crate) fn opponent(
    word: &str,
    invitation: Option<Digest>,
    level: Option<u8>,
) -> Option<Opponent> {
    match (word, invitation, level) {
        ("friend", Some(invitation), _) => Some(Opponent::Friend(invitation)),
        ("anyone", ..) => Some(Opponent::Anyone),
        ("engine", _, Some(code)) => Level::from_code(code).map(|level| Opponent::Engine { level }),
        ("same-screen", ..) => Some(Opponent::SameScreen),
        _ => None,
    }
}

const ENDINGS: [(Ending, &str); 3] =
    [(Ending::Board, "board"), (Ending::Resignation, "resignation"), (Ending::Time, "time")];

/// How a game stands takes four columns: the seat to move, the winner, the ending and when it ended.
pub(crate) struct ProgressColumns {
    pub(crate) to_move: Option<i64>,
    pub(crate) winner: Option<i64>,
    pub(crate) ending: Option<&'static str>,
    pub(crate) ended: Option<i64>,
}

impl From<Progress> for ProgressColumns {
    fn from(Progress { to_move, result }: Progress) -> Self {
        let number = |seat: Seat| i64::from(seat_number(seat));
        let word = |ending: Ending| ENDINGS.iter().find(|(own, _)| *own == ending);
        Self {
            to_move: to_move.map(number),
            winner: result.and_then(|result| result.winner).map(number),
            ending: result.and_then(|result| result.ending).and_then(word).map(|(_, word)| *word),
            ended: result.map(|result| moment(result.at)),
        }
    }
}

/// How a game stands. A word that only a later program knows is read as nothing.
pub(crate) fn progress(
    to_move: Option<i64>,
    winner: Option<i64>,
    ending: Option<&str>,
    ended: Option<i64>,
) -> Progress {
    let seat = |number: i64| u8::try_from(number).ok().and_then(|one| seat_numbered(one).ok());
    let known = |word: &str| ENDINGS.iter().find(|(_, own)| *own == word).map(|(own, _)| *own);
    let result = ended.map(|at| GameResult {
        winner: winner.and_then(seat),
        ending: ending.and_then(known),
        at: Moment::from_millis(at.cast_unsigned()),
    });
    Progress { to_move: to_move.and_then(seat), result }
}
