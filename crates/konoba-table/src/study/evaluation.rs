//! How an engine sees a position, as it stands in a record.

use konoba_rules::Record;
use konoba_rules::record::{Full, NodeId};

/// The property in which Sabaki keeps a percentage for the first side, and draws its graph from.
const WIN_RATE: &str = "SBKV";
/// A property of our own: the best line, as an engine writes it.
const BEST_LINE: &str = "PV";

/// How an engine sees a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// How likely the first side is to win, in hundredths of a per cent: 0 to 10,000.
    pub first_wins: u16,
    /// The moves that it thinks best, one after the other, as text; empty if it does not say.
    pub best_line: String,
}

impl Evaluation {
    /// The most that [`Evaluation::first_wins`] can be.
    pub const CERTAIN: u16 = 10_000;

    pub(super) fn of(record: &Record, at: NodeId) -> Option<Self> {
        let first_wins = read_percent(record.noted(at, WIN_RATE)?.trim())?;
        let best_line = record.noted(at, BEST_LINE).unwrap_or_default();
        Some(Self { first_wins, best_line })
    }

    pub(super) fn note(
        record: &mut Record,
        at: NodeId,
        evaluation: Option<&Self>,
    ) -> Result<(), Full> {
        // Taking away needs no room, so that what is left after a failure is not half of another.
        record.note(at, WIN_RATE, None)?;
        record.note(at, BEST_LINE, None)?;
        let Some(Self { first_wins, best_line }) = evaluation else { return Ok(()) };
        let rate = first_wins.min(&Self::CERTAIN);
        record.note(at, WIN_RATE, Some(&format!("{}.{:02}", rate / 100, rate % 100)))?;
        record.note(at, BEST_LINE, (!best_line.is_empty()).then_some(best_line))
    }
}

/// Reads a percentage; what is beyond its hundredths is left out.
fn read_percent(text: &str) -> Option<u16> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 3 || !is_number(whole) || !is_number(part) {
        return None;
    }
    let hundredths: String = part.chars().chain("00".chars()).take(2).collect();
    let rate = whole.parse::<u16>().ok()? * 100 + hundredths.parse::<u16>().ok()?;
    (rate <= Evaluation::CERTAIN).then_some(rate)
}
