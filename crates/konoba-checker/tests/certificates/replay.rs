//! A second checker, from the description of the format and the literal rules alone.

use std::collections::{BTreeMap, HashSet};
use std::str::Lines;

use konoba_checker::HEADING;
use konoba_reference::Literal;
use konoba_rules::{Move, Piece, PieceChoice, Point, Setup, Side};

/// What a certificate proves: the game, the position and the winner as they are written, and the
/// number of replies.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Proved<'a> {
    pub(crate) game: &'a str,
    pub(crate) start: &'a str,
    pub(crate) winner: &'a str,
    pub(crate) replies: u64,
}

/// What is proved, if anything is. Whether the position can stand in a game is not looked at.
pub(crate) fn replay(certificate: &str) -> Option<Proved<'_>> {
    let mut lines = certificate.lines();
    if lines.next()? != HEADING {
        return None;
    }
    let game = lines.next()?.strip_prefix("game ")?;
    let start = lines.next()?.strip_prefix("start ")?;
    let winner = lines.next()?.strip_prefix("winner ")?;
    let setup = read_game(game)?;
    let start_position = read_start(&setup, start)?;
    let winner_side = read_side(&setup, winner)?;
    let mut replay = Replay { lines, setup, winner: winner_side, replied: HashSet::new() };
    if !replay.is_won(&start_position) || replay.lines.next().is_some() {
        return None;
    }
    Some(Proved { game, start, winner, replies: replay.replied.len() as u64 })
}

/// A game in the one way that it is written, without the pie rule.
fn read_game(text: &str) -> Option<Setup> {
    let setup: Setup = text.parse().ok()?;
    let variants =
        ["order-and-chaos", "order-and-chaos:five-or-six", "order-and-chaos:lasting-five"];
    let sized = |game: &str| {
        let size = text.strip_prefix(game)?.strip_prefix(':')?.strip_suffix(",nopie")?;
        (size == setup.size.to_string()).then_some(())
    };
    let is_plain = variants.contains(&text) || sized("konobi").or(sized("quentin")).is_some();
    is_plain.then_some(setup)
}

fn read_side(setup: &Setup, text: &str) -> Option<Side> {
    match (setup.spec.id, text) {
        ("konobi" | "quentin", "black") | ("order-and-chaos", "order") => Some(Side::First),
        ("konobi" | "quentin", "white") | ("order-and-chaos", "chaos") => Some(Side::Second),
        _ => None,
    }
}

fn letters(setup: &Setup) -> [char; 2] {
    if setup.spec.id == "order-and-chaos" { ['X', 'O'] } else { ['B', 'W'] }
}

fn read_start(setup: &Setup, text: &str) -> Option<Literal> {
    let (rows, side) = text.split_once(' ')?;
    let rows: Vec<&str> = rows.split('/').collect();
    let size = usize::from(setup.size);
    if rows.len() != size || rows.iter().any(|row| row.chars().count() != size) {
        return None;
    }
    let mut cells = BTreeMap::new();
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let at = Point::new(x as u8, y as u8);
            match letters(setup).iter().position(|known| *known == letter) {
                Some(piece) => _ = cells.insert(at, Piece::BOTH[piece]),
                None if letter == '.' => {}
                None => return None,
            }
        }
    }
    let position = Literal::with_cells(setup, cells, read_side(setup, side)?);
    position.winner().is_none().then_some(position)
}

struct Replay<'a> {
    lines: Lines<'a>,
    setup: Setup,
    winner: Side,
    replied: HashSet<Vec<String>>,
}

impl Replay<'_> {
    /// Whether the winner wins the position by the replies that come next.
    fn is_won(&mut self, position: &Literal) -> bool {
        if let Some(winner) = position.winner() {
            return winner == self.winner;
        }
        let side = position.to_move();
        let mut legal: Vec<Option<(Piece, Point)>> =
            position.legal(side).into_iter().map(|(at, piece)| Some((piece, at))).collect();
        legal.sort();
        if legal.is_empty() {
            legal.push(None);
        }
        if side != self.winner {
            return legal.into_iter().all(|mv| self.is_won(&after(position, mv)));
        }
        if !self.replied.insert(position.rows()) {
            return true;
        }
        let Some(line) = self.lines.next() else { return false };
        let reply = legal.into_iter().find(|mv| self.name(*mv) == line);
        reply.is_some_and(|mv| self.is_won(&after(position, mv)))
    }

    fn name(&self, mv: Option<(Piece, Point)>) -> String {
        let Some((piece, at)) = mv else { return "pass".to_owned() };
        let column = char::from(b'a' + at.x);
        match Move::placement(self.setup.spec.choice, piece, at) {
            Move::PlacePiece(piece, _) => {
                format!("{}{column}{}", letters(&self.setup)[piece.index()], at.y + 1)
            }
            _ => {
                assert_eq!(self.setup.spec.choice, PieceChoice::Own);
                format!("{column}{}", at.y + 1)
            }
        }
    }
}

fn after(position: &Literal, mv: Option<(Piece, Point)>) -> Literal {
    let mut next = position.clone();
    match mv {
        Some((piece, at)) => next.play(at, piece).unwrap(),
        None => next.pass().unwrap(),
    }
    next
}
