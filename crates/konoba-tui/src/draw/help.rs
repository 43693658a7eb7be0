//! The help, made from the table of keys and from what the game says of itself.

use konoba_rules::Spec;
use konoba_scene::TextStyle;
use ratatui::Frame;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;

use super::words::wrapped;
use crate::look::Look;

/// What there is to know beside the keys.
const NOTES: [&str; 3] = [
    "Mouse: click a point to go there, click again to play. Letters and numbers type \
     a point: c4, or 3 4 for column 3 and row 4 from the bottom.",
    "In games with a choice of piece, its letter chooses it.",
    "Signs: (x) the last move, + filled or to be filled, ! the reason, ? not allowed, * winning, : on an \
     open line.",
];

/// Draws the help for a game, with keys and what they do.
pub(crate) fn draw(
    frame: &mut Frame<'_>,
    look: Look,
    (spec, keys): (&Spec, &[(&str, &str)]),
    scrolled: u16,
) {
    let (area, colours) = (frame.area(), look.colours);
    let width = usize::from(area.width.min(90)).saturating_sub(4);
    let mut lines = vec![Line::styled(" Keys", colours.accent()), Line::default()];
    for (shown, about) in keys {
        let shown = match look.style {
            TextStyle::Unicode => (*shown).to_owned(),
            TextStyle::Ascii => shown.replace(['←', '↓', '↑', '→'], "arrow"),
        };
        let about = wrapped(about, width.saturating_sub(16));
        for (place, about) in about.into_iter().enumerate() {
            let shown = if place == 0 { shown.as_str() } else { "" };
            lines.push(Line::from(vec![
                Span::styled(format!("  {shown:<14}"), colours.accent()),
                Span::styled(about, colours.text()),
            ]));
        }
    }
    let paragraph = |text: &str| {
        let lines = wrapped(text, width).into_iter();
        let lines = lines.map(|line| Line::styled(format!("  {line}"), colours.text()));
        std::iter::once(Line::default()).chain(lines).collect::<Vec<_>>()
    };
    lines.extend(NOTES.iter().flat_map(|note| paragraph(note)));
    lines.push(Line::default());
    lines.push(Line::styled(format!(" {} ({})", spec.name, spec.origin), colours.accent()));
    lines.extend(paragraph(spec.summary));
    lines.extend(spec.rulebook.iter().flat_map(|text| paragraph(text)));
    let page = area.height.saturating_sub(1);
    let furthest = (lines.len() as u16).saturating_sub(page);
    let is_more = furthest > 0;
    let help = Paragraph::new(Text::from(lines)).scroll((scrolled.min(furthest), 0));
    let [text, foot] = ratatui::layout::Layout::vertical([
        ratatui::layout::Constraint::Min(0),
        ratatui::layout::Constraint::Length(1),
    ])
    .areas(area);
    frame.render_widget(help, text);
    let keys = [("j k", "scroll"), ("Esc", "close")];
    let keys = if is_more { &keys[..] } else { &keys[1..] };
    frame.render_widget(
        super::words::hints(keys, foot.width.into(), colours.accent(), colours.dim()),
        foot,
    );
}
