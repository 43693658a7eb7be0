//! The win rates of a game as a picture.

use std::fmt::Write;

use konoba_rules::{Record, Side};
use konoba_table::Verdict;

use super::{ReviewedMove, Seen};

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 300.0;
const MARGIN: f32 = 40.0;

const STYLE: &str = "text{font:12px sans-serif;fill:#333}.axis{stroke:#999;fill:none}\
.half{stroke:#ccc;stroke-dasharray:4}.rate{stroke:#1a5fb4;stroke-width:2;stroke-linecap:round;fill:none}\
.mistake{fill:#e5a50a}.blunder{fill:#c01c28}";

/// A graph of how likely the first side was to win, with a mark at each mistake: a circle, and a
/// square for a blunder.
pub(super) fn paint(record: &Record, seen: &[Seen], turns: &[ReviewedMove]) -> String {
    let setup = record.setup();
    let last = (seen.len().max(2) - 1) as f32;
    let x = |number: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * number as f32 / last;
    let y = |share: f32| MARGIN + (HEIGHT - 2.0 * MARGIN) * (1.0 - share);
    let first = setup.spec.side(Side::First).name;
    let (right, bottom) = (WIDTH - MARGIN, HEIGHT - MARGIN);
    let title = format!("{setup}: how likely {first} was to win after each move");
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <path class=\"axis\" d=\"M{MARGIN} {MARGIN}V{bottom}H{right}\"/>\n\
         <path class=\"half\" d=\"M{MARGIN} {half}H{right}\"/>\n\
         <text x=\"4\" y=\"{MARGIN}\">100 %</text><text x=\"4\" y=\"{half}\">50 %</text>\
         <text x=\"4\" y=\"{bottom}\">0 %</text>\n\
         <text x=\"{MARGIN}\" y=\"20\">{title}</text>\n",
        half = y(0.5),
    );
    let points: Vec<_> = seen
        .iter()
        .enumerate()
        .map(|(number, seen)| Some(format!("{:.1},{:.1}", x(number), y(seen.first_wins?))))
        .collect();
    // Where nothing is known there is a gap.
    for known in points.split(Option::is_none).filter(|known| !known.is_empty()) {
        // A line from a point to itself is drawn as a dot.
        let itself = known.first().filter(|_| known.len() == 1);
        let line: Vec<_> = known.iter().chain(itself).flatten().map(String::as_str).collect();
        // A string takes whatever is written to it.
        let _ = writeln!(svg, "<polyline class=\"rate\" points=\"{}\"/>", line.join(" "));
    }
    for turn in turns {
        let known = turn.verdict.word().zip(seen[turn.number].first_wins);
        let Some((word, share)) = known else { continue };
        let (x, y) = (x(turn.number), y(share));
        let said = format!("{} {}: {word}", turn.number, turn.mv.written(setup.spec));
        let shape = match turn.verdict {
            Verdict::Blunder => {
                format!(
                    "<rect class=\"blunder\" x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\">",
                    x - 4.0,
                    y - 4.0
                )
            }
            _ => format!("<circle class=\"mistake\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\">"),
        };
        let end = if turn.verdict == Verdict::Blunder { "rect" } else { "circle" };
        let _ = writeln!(svg, "{shape}<title>{said}</title></{end}>");
    }
    svg.push_str("</svg>\n");
    svg
}
