//! Reading a record from an SGF file: every node is played as it comes.

use std::time::Duration;

use super::error::{SgfError, SgfProblem};
use super::header::{self, Header};
use super::scan::{Fault, Property, Scanner};
use super::{CLOCKS, MAX_SGF_BYTES, MOVES, side_of};
use crate::Move;
use crate::record::{AddError, Cursor, Foreign, IllegalMove, MAX_CLOCK, NodeId, Record};
use crate::setup::shortened;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) fn read(bytes: &[u8]) -> Result<Record, SgfError> {
    if bytes.len() > MAX_SGF_BYTES {
        return Err(SgfError::at("", 0, SgfProblem::TooLarge));
    }
    let body = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let text = str::from_utf8(body).map_err(|error| {
        let (valid, _) = body.split_at(error.valid_up_to());
        let text = str::from_utf8(valid).expect("valid up to here");
        let byte = bytes.len() - body.len() + valid.len();
        SgfError::at(text, text.len(), SgfProblem::NotUtf8 { byte })
    })?;
    read_text(text).map_err(|fault| SgfError::at(text, fault.at, fault.problem))
}

/// Where a variation stands: its last node so far, and the position there.
#[derive(Clone, Copy)]
struct Variation {
    end: Cursor,
    /// Whether variations of its own have begun, after which it has no more nodes.
    is_parted: bool,
}

fn read_text(text: &str) -> Result<Record, Fault> {
    let mut scanner = Scanner::new(text);
    scanner.expect('(', "'(', with which saved games begin")?;
    let at = scanner.expect(';', "';' after '('")?;
    let Header { mut record, outcome, rest } = header::read(at, scanner.properties()?, text)?;
    read_remarks(&mut record, NodeId::ROOT, rest)?;

    // The variations that are open, each within the one before; a stack in place of recursion. It
    // is never higher than a game is long, because each of them begins with a legal move.
    let start = Variation { end: record.cursor_at(NodeId::ROOT), is_parted: false };
    let mut open = vec![start];
    while let Some(variation) = open.last_mut() {
        let (at, sign) = scanner.next();
        match sign {
            Some(';') if !variation.is_parted => {
                read_node(&mut record, variation, at, scanner.properties()?)?;
            }
            Some('(') => {
                variation.is_parted = true;
                let mut inner = Variation { is_parted: false, ..*variation };
                let at = scanner.expect(';', "';' after '('")?;
                read_node(&mut record, &mut inner, at, scanner.properties()?)?;
                open.push(inner);
            }
            Some(')') => {
                open.pop();
            }
            found => {
                let is_parted = variation.is_parted;
                let expected = if is_parted { "'(' or ')'" } else { "';', '(' or ')'" };
                return Err(Fault { at, problem: SgfProblem::Syntax { expected, found } });
            }
        }
    }
    match scanner.next() {
        (_, None) => {}
        (at, Some('(')) => return Err(Fault { at, problem: SgfProblem::SecondGame }),
        (at, found) => {
            let expected = "nothing after the last ')'";
            return Err(Fault { at, problem: SgfProblem::Syntax { expected, found } });
        }
    }
    if let Some((at, outcome)) = outcome {
        let contradicts = |error| Fault { at, problem: SgfProblem::Contradiction(error) };
        record.conclude(outcome).map_err(contradicts)?;
    }
    Ok(record)
}

/// Plays the move of a node and keeps what is said about it.
fn read_node(
    record: &mut Record,
    variation: &mut Variation,
    at: usize,
    properties: Vec<Property<'_>>,
) -> Result<(), Fault> {
    let (moves, rest): (Vec<_>, Vec<_>) =
        properties.into_iter().partition(|property| MOVES.contains(&property.id));
    let [property] = &moves[..] else {
        return Err(Fault { at, problem: SgfProblem::MoveCount { is_root: false } });
    };
    let side = side_of(MOVES, property.id).expect("it is one of these");
    let spec = record.setup().spec;
    let text = property.text()?;
    let mv = Move::read(&text, spec)
        .map_err(|_| property.fault(SgfProblem::NotAMove { given: shortened(&text) }))?;
    let position = variation.end.position();
    if side != position.to_move()
        && let Some(illegal) = position.why_not(side, mv)
    {
        let illegal = Box::new(IllegalMove { spec, mv, illegal });
        return Err(property.fault(SgfProblem::Illegal(illegal)));
    }
    let added = record.add(&mut variation.end, mv);
    let node = added.map_err(|error| match error {
        AddError::Illegal(illegal) => property.fault(SgfProblem::Illegal(illegal)),
        AddError::Full(full) => property.fault(SgfProblem::Full(full)),
    })?;
    read_remarks(record, node, rest)
}

/// What any node can have.
fn read_remarks(
    record: &mut Record,
    node: NodeId,
    properties: Vec<Property<'_>>,
) -> Result<(), Fault> {
    for property in properties {
        if let Some(side) = side_of(CLOCKS, property.id) {
            record.stamp(node, side, read_seconds(&property)?);
            continue;
        }
        let kept = if property.id == "C" {
            record.annotate(node, &property.text()?)
        } else {
            let values = property.values.iter().map(|raw| (*raw).to_owned()).collect();
            record.keep(node, Foreign { id: property.id.to_owned(), values })
        };
        kept.map_err(|full| property.fault(SgfProblem::Full(full)))?;
    }
    Ok(())
}

/// Seconds, with decimals or without; what is beyond the thousandth is left out.
fn read_seconds(property: &Property<'_>) -> Result<Duration, Fault> {
    let text = property.text()?;
    let millis = |text: &str| {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !is_number(whole) || !is_number(part) {
            return None;
        }
        let digits = whole.bytes().chain(part.bytes().chain(*b"000").take(3));
        digits
            .map(|digit| u64::from(digit - b'0'))
            .try_fold(0_u64, |sum, digit| sum.checked_mul(10)?.checked_add(digit))
    };
    let left = millis(text.trim()).map(Duration::from_millis).filter(|left| *left <= MAX_CLOCK);
    let wanted = || format!("a number of seconds up to {}", MAX_CLOCK.as_secs());
    left.ok_or_else(|| property.unfit(&text, wanted()))
}
