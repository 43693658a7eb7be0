//! What every screen draws.

use konoba_scene::TextStyle;
use ratatui::Frame;
use ratatui::symbols::border;
use ratatui::text::{Line, Text};

use super::words::wrapped;
use crate::look::Look;

/// A border without characters beyond ASCII.
const ASCII: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// The border of a box.
pub(super) const fn border_of(style: TextStyle) -> border::Set<'static> {
    match style {
        TextStyle::Unicode => border::ROUNDED,
        TextStyle::Ascii => ASCII,
    }
}

/// Says how large the terminal has to be.
pub(super) fn too_small(frame: &mut Frame<'_>, look: Look, (width, height): (u16, u16)) {
    let area = frame.area();
    let text = format!(
        "This terminal is too small: {}x{} where {width}x{height} are needed. Make it larger.",
        area.width, area.height
    );
    let lines = wrapped(&text, area.width.into()).into_iter();
    let lines = lines.map(|line| Line::styled(line, look.colours.warning()));
    frame.render_widget(Text::from_iter(lines), area);
}
