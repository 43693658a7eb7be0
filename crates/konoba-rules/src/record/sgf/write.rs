//! Writing a record as an SGF file.

use std::fmt::Write;
use std::time::Duration;

use super::{CLOCKS, ENGINES, MOVES, PLAYERS, escape};
use crate::record::{Application, Node, NodeId, Record};
use crate::{Side, text};

/// Lines are broken before the node that would begin after this many bytes.
const LINE_BYTES: usize = 72;

/// What is still to be written. A stack of these takes the place of recursion.
enum ToWrite {
    /// A variation, in parentheses.
    Variation(NodeId),
    /// A node and what follows it.
    Node(NodeId),
    /// The end of a variation.
    Close,
}

pub(super) fn write(record: &Record) -> String {
    let mut out = String::new();
    let mut stack = vec![ToWrite::Variation(NodeId::ROOT)];
    while let Some(next) = stack.pop() {
        match next {
            ToWrite::Variation(id) => {
                break_line_after(&mut out, 0);
                out.push('(');
                stack.extend([ToWrite::Close, ToWrite::Node(id)]);
            }
            ToWrite::Node(id) => {
                let node = record.node(id);
                // The header has lines of its own.
                let is_first = node.parent() == Some(NodeId::ROOT) && !out.ends_with('(');
                break_line_after(&mut out, if is_first { 0 } else { LINE_BYTES });
                out.push(';');
                push_node(&mut out, record, node);
                match *node.children() {
                    [only] => stack.push(ToWrite::Node(only)),
                    ref several => {
                        stack.extend(several.iter().rev().copied().map(ToWrite::Variation))
                    }
                }
            }
            ToWrite::Close => out.push(')'),
        }
    }
    out.push('\n');
    out
}

/// Begins a new line if this one has more bytes than that.
fn break_line_after(out: &mut String, bytes: usize) {
    let line_start = out.rfind('\n').map_or(0, |end| end + 1);
    if out.len() - line_start > bytes {
        out.push('\n');
    }
}

fn push_node(out: &mut String, record: &Record, node: &Node) {
    match (node.side(), node.mv()) {
        (Some(side), Some(mv)) => {
            push(out, MOVES[side.index()], &mv.written(record.setup().spec).to_string());
        }
        _ => push_header(out, record),
    }
    push_remarks(out, node);
}

fn push_header(out: &mut String, record: &Record) {
    let spec = record.setup().spec;
    out.push_str("FF[4]GM[0]CA[UTF-8]");
    if *record.application() != Application::default() {
        out.push_str("AP[");
        escape::push_composed(out, [record.application().name(), record.application().version()]);
        out.push(']');
    }
    push(out, "RU", &format!("{} {}", spec.id, record.rules_version()));
    push(out, "SU", &record.setup().to_string());
    if record.has_own_start() {
        push(out, "PS", &text::write(record.start()));
    }
    for side in Side::BOTH {
        push_some(out, PLAYERS[side.index()], record.player(side));
    }
    for side in Side::BOTH {
        if let Some(level) = record.engine(side) {
            push(out, ENGINES[side.index()], &level.to_string());
        }
    }
    push_some(out, "DT", record.date());
    push_some(out, "EV", record.event());
    if let Some(outcome) = record.outcome() {
        push(out, "RE", &outcome.to_string());
    }
}

/// What any node can have.
fn push_remarks(out: &mut String, node: &Node) {
    for side in Side::BOTH {
        if let Some(left) = node.clock(side) {
            push(out, CLOCKS[side.index()], &seconds(left));
        }
    }
    push_some(out, "C", node.comment());
    for foreign in node.foreign() {
        out.push_str(&foreign.id);
        for raw in &foreign.values {
            write!(out, "[{raw}]").expect("a string takes all that is written");
        }
    }
}

fn push(out: &mut String, id: &str, text: &str) {
    out.push_str(id);
    out.push('[');
    escape::push(out, text);
    out.push(']');
}

fn push_some(out: &mut String, id: &str, text: &str) {
    if !text.is_empty() {
        push(out, id, text);
    }
}

/// Seconds with as many decimals as are needed.
fn seconds(left: Duration) -> String {
    let text = format!("{}.{:03}", left.as_secs(), left.subsec_millis());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
