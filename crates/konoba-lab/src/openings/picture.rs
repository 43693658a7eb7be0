//! The first moves as a picture of the board.

use std::fmt::Write;

use konoba_rules::{Setup, Side};

use super::Estimate;

const CELL: u32 = 44;
const MARGIN: u32 = 40;
const BELOW: u32 = 44;

const STYLE: &str = "text{font:12px sans-serif;fill:#222;text-anchor:middle}.cell{stroke:#777}\
.swap{font-weight:bold}.unclear{font-style:italic}.left{text-anchor:start}";

/// The board with the share of games, in a hundred, that the first side seems to win after each first
/// move. Points to swap after are blue and bold, points to keep after orange; in between they are pale
/// and slanted.
pub(super) fn paint(setup: Setup, visits: u64, estimates: &[Estimate]) -> String {
    let size = u32::from(setup.size);
    let width = 2 * MARGIN + size * CELL;
    let height = width + BELOW;
    let first = setup.spec.side(Side::First).name;
    let title =
        format!("{setup}: how often {first} seems to win after each first move, in a hundred");
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
    );
    // A string takes whatever is written to it.
    for estimate in estimates {
        let (x, y) = (u32::from(estimate.at.x), u32::from(estimate.at.y));
        let (left, top) = (MARGIN + x * CELL, MARGIN + (size - 1 - y) * CELL);
        let percent = (estimate.first_wins * 100.0).round();
        let advice = estimate.advice();
        let sign = if estimate.is_proven { "!" } else { "" };
        let _ = writeln!(
            svg,
            "<g><title>{} {percent} % {advice}</title><rect class=\"cell\" x=\"{left}\" y=\"{top}\" \
             width=\"{CELL}\" height=\"{CELL}\" fill=\"{}\"/><text class=\"{advice}\" x=\"{}\" \
             y=\"{}\">{percent}{sign}</text></g>",
            estimate.at,
            colour(estimate.first_wins),
            left + CELL / 2,
            top + CELL / 2 + 4,
        );
    }
    for index in 0..size {
        let middle = MARGIN + index * CELL + CELL / 2;
        let letter = char::from(b'a' + index as u8);
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{}\">{letter}</text><text x=\"{}\" y=\"{}\">{}</text>",
            MARGIN + size * CELL + 18,
            MARGIN / 2,
            middle + 4,
            size - index,
        );
    }
    let sure = if estimates.iter().any(|one| one.is_proven) { "; ! is proven" } else { "" };
    let _ = writeln!(
        svg,
        "<text class=\"left\" x=\"8\" y=\"20\">{setup}: {first} wins, %</text>\n\
         <text class=\"left\" x=\"8\" y=\"{}\">blue: swap; orange: keep; pale: unclear{sure}</text>\n\
         <text class=\"left\" x=\"8\" y=\"{}\">estimated, {visits} visits a move</text>\n</svg>",
        height - 26,
        height - 8,
    );
    svg
}

/// From orange (the first side loses) over white to blue (it wins).
fn colour(first_wins: f32) -> String {
    let away = ((first_wins - 0.5).abs() * 2.0).min(1.0);
    let full = if first_wins > 0.5 { [0x5b, 0x9b, 0xd5] } else { [0xf0, 0x9a, 0x4a] };
    let [red, green, blue] = full.map(|part: u8| 255.0 - (255.0 - f32::from(part)) * away);
    format!("#{:02x}{:02x}{:02x}", red as u8, green as u8, blue as u8)
}
