//! Checks that a certificate proves who wins. It shares nothing with the search that wrote the
//! certificate but the rules, and is short enough to be read by whoever doubts it.
//!
//! A certificate is text. It says which game it is about, where that begins and who wins, and then,
//! for every position that can arise in which the winner is to move, the winner's reply:
//!
//! ```text
//! konoba-certificate 1
//! game konobi:2
//! start ../.. black
//! winner white
//! .B/.. white a2
//! ...
//! ```
//!
//! The check plays every move of the loser and the one reply of the winner to it, to the end of every
//! game. There is no swap.

use std::collections::HashMap;
use std::fmt;

use konoba_rules::{AnyPosition, Move, Setup, Side, text};

/// What every certificate begins with.
pub const HEADING: &str = "konoba-certificate 1";

/// What was found to be true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The game.
    pub setup: Setup,
    /// The position that it begins with, as text.
    pub start: String,
    /// Who wins it, whatever the other side plays.
    pub winner: Side,
    /// How many positions there are in which the winner replies.
    pub replies: u64,
    /// How many moves of the loser were played.
    pub moves: u64,
    /// How many games came to their end.
    pub endings: u64,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// A line, counted from 1, is not what it should be.
    Line {
        /// Its number.
        number: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// There is no reply in a position that can arise.
    NoReply(String),
    /// The reply in a position cannot be played.
    Illegal(String),
    /// The other side wins from this position by its move, or the winner's reply wins for it.
    Lost(String),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { number, expected } => write!(f, "line {number}: {expected} is expected"),
            Self::NoReply(position) => write!(f, "there is no reply in {position}"),
            Self::Illegal(position) => write!(f, "the reply in {position} is illegal"),
            Self::Lost(position) => write!(f, "the other side wins from {position}"),
        }
    }
}

impl std::error::Error for Wrong {}

/// Checks a certificate.
pub fn check(certificate: &str) -> Result<Checked, Wrong> {
    let mut lines = (1..).zip(certificate.lines());
    let heading = lines.next().map(|(_, line)| line.trim_end());
    if heading != Some(HEADING) {
        return Err(Wrong::Line { number: 1, expected: HEADING });
    }
    let mut field = |name: &'static str| {
        let (number, line) = lines.next().unwrap_or((1, ""));
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.map(str::trim_end).ok_or(Wrong::Line { number, expected: name })
    };
    let setup: Setup =
        field("game")?.parse().map_err(|_| Wrong::Line { number: 2, expected: "game" })?;
    let start = field("start")?;
    let position =
        text::read(setup, start).map_err(|_| Wrong::Line { number: 3, expected: "start" })?;
    let winner = field("winner")?;
    let winner =
        setup.spec.side_named(winner).ok_or(Wrong::Line { number: 4, expected: "winner" })?;
    let mut replies = HashMap::new();
    for (number, line) in lines {
        let wrong = Wrong::Line { number, expected: "a position and a reply" };
        let (position, reply) = line.trim_end().rsplit_once(' ').ok_or(wrong.clone())?;
        let reply = Move::read(reply, setup.spec).map_err(|_| wrong)?;
        replies.insert(position, Reply { mv: reply, is_played: false });
    }
    let checked =
        Checked { setup, start: start.to_owned(), winner, replies: 0, moves: 0, endings: 0 };
    play_all(position, replies, checked)
}

/// A reply, and whether what follows it has been looked at.
struct Reply {
    mv: Move,
    is_played: bool,
}

/// Plays every move of the loser against the replies.
fn play_all(
    start: AnyPosition,
    mut replies: HashMap<&str, Reply>,
    mut checked: Checked,
) -> Result<Checked, Wrong> {
    let winner = checked.winner;
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        let written = text::write(&position);
        if position.to_move() != winner {
            for mv in position.moves_of(position.to_move()) {
                let mut next = position;
                next.play(mv).map_err(|_| Wrong::Illegal(written.clone()))?;
                checked.moves += 1;
                add(next, winner, &written, &mut waiting, &mut checked)?;
            }
            continue;
        }
        let Some(reply) = replies.get_mut(written.as_str()) else {
            return Err(Wrong::NoReply(written));
        };
        // Many ways lead to a position; what follows from it is the same.
        if std::mem::replace(&mut reply.is_played, true) {
            continue;
        }
        let mut next = position;
        next.play(reply.mv).map_err(|_| Wrong::Illegal(written.clone()))?;
        checked.replies += 1;
        add(next, winner, &written, &mut waiting, &mut checked)?;
    }
    Ok(checked)
}

/// Looks at how the game ended, or goes on with it later.
fn add(
    next: AnyPosition,
    winner: Side,
    before: &str,
    waiting: &mut Vec<AnyPosition>,
    checked: &mut Checked,
) -> Result<(), Wrong> {
    match next.winner() {
        None => waiting.push(next),
        Some(side) if side == winner => checked.endings += 1,
        Some(_) => return Err(Wrong::Lost(before.to_owned())),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written by hand: on two by two points whoever moves second at Konobi wins.
    const KONOBI_2: &str = "\
konoba-certificate 1
game konobi:2
start ../.. black
winner white
../B. white a2
../.B white b2
B./.. white a1
.B/.. white b1
W./BB white b2
.W/BB white a2
BB/W. white b1
BB/.W white a1
W./B. white b2
";

    #[test]
    fn a_certificate_holds_or_says_why_not() {
        let checked = check(KONOBI_2).unwrap();
        assert_eq!((checked.winner, checked.replies > 4), (Side::Second, true), "{checked:?}");
        let other = KONOBI_2.replace("../B. white a2", "../B. white b2");
        let rows = [
            (KONOBI_2.replace("winner white", "winner black"), "there is no reply in ../.. black"),
            (KONOBI_2.replace("../B. white a2\n", ""), "there is no reply in ../B. white"),
            (
                KONOBI_2.replace("../B. white a2", "../B. white a1"),
                "the reply in ../B. white is illegal",
            ),
            (
                KONOBI_2.replace("../B. white a2", "../B. white swap"),
                "the reply in ../B. white is illegal",
            ),
            (other, "the other side wins from .W/B. black"),
            (KONOBI_2.replace("konobi:2", "konobi:20"), "line 2: game is expected"),
            (KONOBI_2.replace("start ", "start .."), "line 3: start is expected"),
            (KONOBI_2.replace("winner white", "winner order"), "line 4: winner is expected"),
            (
                KONOBI_2.replace("white b2", "white nowhere"),
                "line 6: a position and a reply is expected",
            ),
            (String::new(), "line 1: konoba-certificate 1 is expected"),
        ];
        for (certificate, reason) in rows {
            assert_eq!(check(&certificate).unwrap_err().to_string(), reason, "{certificate}");
        }
    }
}
