//! A picture of a screen, for readers who have not started the program yet.

mod film;

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

pub use film::film;

/// The size of a character cell.
const WIDTH: f32 = 9.0;
const HEIGHT: f32 = 19.0;
/// What is left free around the screen.
const MARGIN: f32 = 12.0;

/// The ground and the ink of a terminal that was not told otherwise.
const DEFAULT_GROUND: &str = "#16181d";
const DEFAULT_INK: &str = "#d8dee9";

/// A screen as an SVG picture. Lines and stones are drawn rather than written, as good terminals
/// do, because fonts leave gaps between them.
pub fn svg(buffer: &Buffer) -> String {
    let layers = layers(buffer).concat();
    format!("{}{layers}</svg>\n", begun(buffer, &paper_of(buffer)))
}

/// A picture with its ground and nothing on it.
fn begun(buffer: &Buffer, paper: &str) -> String {
    let area = buffer.area;
    let [width, height] = [f32::from(area.width) * WIDTH, f32::from(area.height) * HEIGHT]
        .map(|length| length + 2.0 * MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, \
         monospace\" font-size=\"14.5\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{paper}\"/>\n"
    )
}

fn paper_of(buffer: &Buffer) -> String {
    let paper = buffer.cell((buffer.area.x, buffer.area.y)).and_then(|cell| hex(cell.bg));
    paper.unwrap_or_else(|| DEFAULT_GROUND.to_owned())
}

/// What is drawn on the ground, an element a line. Later layers lie above: the colours of cells, then lines, then stones and
/// letters.
fn layers(buffer: &Buffer) -> [String; 4] {
    let paper = paper_of(buffer);
    [ground, lines, stones, letters].map(|draw| {
        let mut layer = String::new();
        for row in buffer.area.rows() {
            let cells: Vec<_> = row.positions().filter_map(|place| buffer.cell(place)).collect();
            draw(&mut layer, &cells, MARGIN + f32::from(row.y) * HEIGHT, &paper);
        }
        layer
    })
}

/// The runs of neighbours in a row that are alike in some way: where each begins, and its cells.
fn runs<'a, K: PartialEq>(
    cells: &'a [&'a Cell],
    key: impl Fn(&Cell) -> K + 'a,
) -> impl Iterator<Item = (f32, &'a [&'a Cell])> {
    let mut column = 0;
    cells.chunk_by(move |a, b| key(a) == key(b)).map(move |run| {
        let x = MARGIN + column as f32 * WIDTH;
        column += run.len();
        (x, run)
    })
}

fn ground(picture: &mut String, cells: &[&Cell], y: f32, paper: &str) {
    for (x, run) in runs(cells, |cell| cell.bg) {
        let Some(fill) = hex(run[0].bg).filter(|fill| fill != paper) else { continue };
        // A little more than the cells, so that no seam shows between two rows.
        let (width, height) = (run.len() as f32 * WIDTH, HEIGHT + 0.3);
        put(
            picture,
            format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
                 fill=\"{fill}\"/>"
            ),
        );
    }
}

/// The lines of a run in one ink: one path for all of them.
fn lines(picture: &mut String, cells: &[&Cell], y: f32, _: &str) {
    let thickness = |glyph| if matches!(glyph, '━' | '║') { 3.0_f32 } else { 1.2 };
    let key = |cell: &Cell| (cell.fg, thickness(glyph_of(cell)));
    for (x, run) in runs(cells, key) {
        let mut path = String::new();
        for (column, cell) in run.iter().enumerate() {
            let (left, middle) = (x + column as f32 * WIDTH, y + HEIGHT / 2.0);
            let centre = left + WIDTH / 2.0;
            let ends = [(left, middle), (left + WIDTH, middle), (centre, y), (centre, y + HEIGHT)];
            let arms = arms(glyph_of(cell)).into_iter().flatten().zip(ends);
            for (_, (end_x, end_y)) in arms.filter(|(is_drawn, _)| *is_drawn) {
                path.push_str(&format!("M{centre} {middle}L{end_x} {end_y}"));
            }
        }
        if !path.is_empty() {
            let (ink, width) = (ink_of(run[0]), thickness(glyph_of(run[0])));
            put(
                picture,
                format_args!(
                    "<path d=\"{path}\" stroke=\"{ink}\" stroke-width=\"{width}\" \
                     stroke-linecap=\"square\"/>"
                ),
            );
        }
    }
}

fn stones(picture: &mut String, cells: &[&Cell], y: f32, _: &str) {
    let middle = y + HEIGHT / 2.0;
    for (column, cell) in cells.iter().enumerate() {
        let (centre, ink) = (MARGIN + (column as f32 + 0.5) * WIDTH, ink_of(cell));
        let Some((radius, is_filled)) = disc(glyph_of(cell)) else { continue };
        let paint = match is_filled {
            true => format!("fill=\"{ink}\""),
            false => format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.8\""),
        };
        put(
            picture,
            format_args!("<circle cx=\"{centre}\" cy=\"{middle}\" r=\"{radius}\" {paint}/>"),
        );
    }
}

fn letters(picture: &mut String, cells: &[&Cell], y: f32, _: &str) {
    let is_drawn = |cell: &Cell| {
        let glyph = glyph_of(cell);
        glyph == ' ' || arms(glyph).is_some() || disc(glyph).is_some()
    };
    let baseline = y + 14.0;
    for (x, run) in runs(cells, |cell| (is_drawn(cell), cell.fg, cell.modifier)) {
        if is_drawn(run[0]) {
            continue;
        }
        let is_bold = run[0].modifier.contains(Modifier::BOLD);
        let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
        let text: String = run.iter().map(|cell| escaped(glyph_of(cell))).collect();
        let (ink, width) = (ink_of(run[0]), run.len() as f32 * WIDTH);
        put(
            picture,
            format_args!(
                "<text x=\"{x}\" y=\"{baseline}\" textLength=\"{width}\" \
                 fill=\"{ink}\"{weight}>{text}</text>"
            ),
        );
    }
}

fn escaped(glyph: char) -> String {
    match glyph {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        other => other.to_string(),
    }
}

fn glyph_of(cell: &Cell) -> char {
    cell.symbol().chars().next().unwrap_or(' ')
}

fn ink_of(cell: &Cell) -> String {
    hex(cell.fg).unwrap_or_else(|| DEFAULT_INK.to_owned())
}

/// The radius of a stone, and whether it is filled.
const fn disc(glyph: char) -> Option<(f32, bool)> {
    match glyph {
        '●' => Some((6.4, true)),
        '○' => Some((5.4, false)),
        '•' => Some((3.2, true)),
        '·' => Some((1.8, true)),
        _ => None,
    }
}

/// Which of left, right, up and down a line goes from the middle of its cell.
const fn arms(glyph: char) -> Option<[bool; 4]> {
    let (left, right, up, down) = match glyph {
        '─' | '━' => (true, true, false, false),
        '│' | '║' => (false, false, true, true),
        '┼' => (true, true, true, true),
        '├' => (false, true, true, true),
        '┤' => (true, false, true, true),
        '┬' => (true, true, false, true),
        '┴' => (true, true, true, false),
        '┌' | '╭' => (false, true, false, true),
        '┐' | '╮' => (true, false, false, true),
        '└' | '╰' => (false, true, true, false),
        '┘' | '╯' => (true, false, true, false),
        _ => return None,
    };
    Some([left, right, up, down])
}

fn hex(colour: Color) -> Option<String> {
    match colour {
        Color::White => Some("#ffffff".to_owned()),
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        _ => None,
    }
}

fn put(picture: &mut String, element: std::fmt::Arguments<'_>) {
    writeln!(picture, "{element}").expect("a string takes whatever is written to it");
}
