//! Puzzles from text. What is read is what the text says: whether it is true is for [`check`](crate::check) to find out.

use std::fmt;

use konoba_rules::{AnyPosition, Move, Setup};

use crate::notation::{Notation, Packed, Readable};
use crate::writing::REST;
use crate::{Calendar, Era, Measured, Plies, Puzzle, Refutation, Source, Step, Theme, parse_date};

/// A line that is not one of a text of puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// Its number, from 1.
    pub line: usize,
    /// What was expected there.
    pub wanted: &'static str,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {} is expected here", self.line, self.wanted)
    }
}

impl std::error::Error for Unreadable {}

/// Reads puzzles and the calendar of the daily ones. Lines that begin with `#` are notes.
pub fn read(text: &str) -> Result<(Vec<Puzzle>, Calendar), Unreadable> {
    let (mut puzzles, mut eras) = (Vec::new(), Vec::new());
    let lines = numbered(text);
    for group in groups(&lines) {
        if group[0].1.starts_with("daily ") {
            for (line, text) in group {
                let wanted = "a day and a number of puzzles, `daily 2026-11-17 100`,";
                eras.push(era(text).ok_or(Unreadable { line: *line, wanted })?);
            }
        } else {
            let is_packed = group[0].1.find([Readable::MARK, Packed::MARK]);
            let is_packed =
                is_packed.is_some_and(|end| group[0].1[end..].starts_with(Packed::MARK));
            puzzles.push(if is_packed {
                puzzle::<Packed>(group)
            } else {
                puzzle::<Readable>(group)
            }?);
        }
    }
    let last = lines.last().map_or(1, |(line, _)| *line);
    let calendar = Calendar::new(eras, puzzles.len())
        .ok_or(Unreadable { line: last, wanted: "as many puzzles as the calendar has days" })?;
    Ok((puzzles, calendar))
}

/// Reads one puzzle that is written plainly, and nothing else.
pub fn read_one(text: &str) -> Result<Puzzle, Unreadable> {
    let lines = numbered(text);
    let mut groups = groups(&lines);
    match (groups.next(), groups.next()) {
        (Some(group), None) => puzzle::<Readable>(group),
        _ => Err(Unreadable { line: 1, wanted: "one puzzle" }),
    }
}

/// The lines with their numbers, without notes.
fn numbered(text: &str) -> Vec<(usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')).collect()
}

/// Lines that belong together.
fn groups<'a>(lines: &'a [(usize, &'a str)]) -> impl Iterator<Item = &'a [(usize, &'a str)]> {
    lines.split(|(_, line)| line.is_empty()).filter(|group| !group.is_empty())
}

fn era(text: &str) -> Option<Era> {
    let mut words = text.strip_prefix("daily ")?.split(' ');
    let (from, count) = (parse_date(words.next()?)?, words.next()?.parse().ok()?);
    // People count from 1.
    let first = words.next().map_or(Some(1), |number| number.parse::<usize>().ok());
    let first = first?.checked_sub(1)?;
    words.next().is_none().then_some(Era { from, count, first })
}

fn puzzle<N: Notation>(lines: &[(usize, &str)]) -> Result<Puzzle, Unreadable> {
    let line = |index: usize| lines.get(index).copied().unwrap_or((lines[0].0, ""));
    let unfit = |index: usize, wanted| Unreadable { line: line(index).0, wanted };
    let (start, moves) = start::<N>(line(0).1).ok_or_else(|| unfit(0, "a game and its moves"))?;
    let setup = start.setup();
    let (plies, themes) =
        claim::<N>(line(1).1).ok_or_else(|| unfit(1, "how soon it is won, and themes"))?;
    let end = lines.len() - 1;
    let (measured, source) =
        measure(line(end).1).ok_or_else(|| unfit(end, "how hard it is, and its game"))?;
    let (mut steps, mut position) = (Vec::new(), Some(start));
    for index in 2..end {
        let step = step::<N>(line(index).1, setup, position.as_ref());
        let step = step.ok_or_else(|| unfit(index, "a step"))?;
        position = position.and_then(|before| {
            let mut next = before;
            let mut moves = step.wins.first().into_iter().chain(&step.answer);
            let is_legal = moves.all(|mv| next.play(*mv).is_ok());
            is_legal.then_some(next)
        });
        steps.push(step);
    }
    if steps.is_empty() {
        return Err(unfit(end, "a step"));
    }
    Ok(Puzzle { setup, moves, plies, steps, themes, measured, source })
}

/// The position of a puzzle, and the moves that led to it.
fn start<N: Notation>(text: &str) -> Option<(AnyPosition, Vec<Move>)> {
    let (setup, played) = text.split_once(N::MARK)?;
    let setup = setup.parse::<Setup>().ok()?.without_pie();
    let moves = N::read_moves(played, setup)?;
    let mut position = AnyPosition::start(setup);
    for mv in &moves {
        position.play(*mv).ok()?;
    }
    position.winner().is_none().then_some((position, moves))
}

fn claim<N: Notation>(text: &str) -> Option<(Plies, Vec<Theme>)> {
    let claim = text.strip_prefix("w ")?;
    let (plies, themes) = claim.split_once(' ').unwrap_or((claim, ""));
    let plies = match plies {
        "+" => Plies::Beyond,
        number => Plies::Exactly(number.parse().ok()?),
    };
    Some((plies, N::read_themes(themes)?))
}

/// Reads a step that is to be done in a position, where that is known.
fn step<N: Notation>(text: &str, setup: Setup, position: Option<&AnyPosition>) -> Option<Step> {
    let read_one = |mv| N::read_one(mv, setup);
    let mut parts = text.strip_prefix("s ")?.split('|');
    let mut turn = parts.next()?.trim_end().split(' ');
    let wins: Vec<Move> = turn.next()?.split('/').map(read_one).collect::<Option<_>>()?;
    let answer = turn.next().map(read_one).map_or(Some(None), |mv| mv.map(Some))?;
    if turn.next().is_some() {
        return None;
    }
    let mut rest = None;
    let mut refutations = Vec::new();
    for (place, part) in parts.enumerate() {
        let (wrong, line) = part.split_once(':')?;
        let wrong = match wrong.trim() {
            REST if rest.replace(place).is_some() => return None,
            REST => Vec::new(),
            named => N::read_moves(named, setup).filter(|wrong| !wrong.is_empty())?,
        };
        // A move may lose at once, and then nothing follows.
        refutations.push(Refutation { wrong, line: N::read_moves(line.trim(), setup)? });
    }
    if let Some(place) = rest {
        let mut others = position.map(|position| position.moves_of(position.to_move()))?;
        let is_named = |mv: &Move| refutations.iter().any(|known| known.wrong.contains(mv));
        others.retain(|mv| !wins.contains(mv) && !is_named(mv));
        others.sort();
        refutations[place].wrong = others;
    }
    Some(Step { wins, answer, refutations })
}

fn measure(text: &str) -> Option<(Measured, Source)> {
    let words: Vec<&str> = text.strip_prefix("m ")?.split(' ').collect();
    let [net, quick, slow, nodes, plain, source] = words[..] else { return None };
    let net_sees_it = match net {
        "-" => None,
        "0" => Some(false),
        "1" => Some(true),
        _ => return None,
    };
    let misses = |text: &str| -> Option<[u8; 2]> {
        let (missed, tries) = text.split_once('/')?;
        Some([missed.parse().ok()?, tries.parse().ok()?])
    };
    let (seed, game) = source.split_once('/')?;
    let measured = Measured {
        net_sees_it,
        quick_misses: misses(quick)?,
        slow_misses: misses(slow)?,
        nodes: nodes.parse().ok()?,
        plain_nodes: plain.parse().ok()?,
    };
    Some((measured, Source { seed: seed.parse().ok()?, game: game.parse().ok()? }))
}
