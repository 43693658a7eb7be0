//! The screen of a lesson or a puzzle: the board, and beside or below it what is to be done.

use crossterm::event::KeyEvent;
use konoba_rules::Point;
use konoba_scene::Scene;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Text};

use super::board::{Board, Form};
use super::frame::too_small;
use super::words::{entry_line, fitted, hint_at, hints, wrapped};
use crate::exercise::Exercise;
use crate::keys::named;
use crate::look::Look;

/// The least room for what stands beside the board.
const BESIDE: u16 = 28;
/// The least room for what stands below the board.
const BELOW: u16 = 6;
/// Lines for the title and for the keys.
const AROUND: u16 = 3;

/// Where everything is.
struct Layout {
    board: Board,
    board_area: Rect,
    words: Rect,
}

impl Layout {
    /// The largest board that leaves room for the words, or how much room is needed.
    fn new(area: Rect, look: Look, scene: &Scene) -> Result<Self, (u16, u16)> {
        for form in Form::ALL {
            let board = Board::new(scene, look.style, form);
            let (width, height) = (board.width(), board.height());
            if height + AROUND > area.height || width + 2 > area.width {
                continue;
            }
            let board_area = Rect::new(area.x + 2, area.y + 2, width, height);
            if width + 2 + BESIDE <= area.width {
                let x = board_area.right() + 2;
                let words = Rect::new(x, board_area.y, area.right() - x - 1, area.height - AROUND);
                return Ok(Self { board, board_area, words });
            }
            if height + AROUND + BELOW <= area.height {
                let y = board_area.bottom() + 1;
                let words = Rect::new(area.x + 1, y, area.width - 2, area.bottom() - 1 - y);
                return Ok(Self { board, board_area, words });
            }
        }
        let least = Board::new(scene, look.style, Form::Narrow);
        Err((least.width() + 2, least.height() + AROUND + BELOW))
    }
}

pub(crate) fn draw(frame: &mut Frame<'_>, look: Look, exercise: &Exercise) {
    let (area, colours) = (frame.area(), look.colours);
    let layout = match Layout::new(area, look, &exercise.scene) {
        Ok(layout) => layout,
        Err(least) => return too_small(frame, look, least),
    };
    let title = fitted(&exercise.title, usize::from(area.width).saturating_sub(2));
    let title_area = Rect::new(1, 0, area.width - 1, 1);
    frame.render_widget(Line::styled(title, colours.accent()), title_area);
    layout.board.draw(
        frame.buffer_mut(),
        layout.board_area,
        look,
        &exercise.scene,
        exercise.cursor,
    );
    let width = usize::from(layout.words.width);
    let said = if exercise.is_warning { colours.warning() } else { colours.text() };
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut paragraph = |text: &str, style| {
        if !text.is_empty() {
            lines.extend(wrapped(text, width).into_iter().map(|line| Line::styled(line, style)));
            lines.push(Line::default());
        }
    };
    paragraph(&exercise.says, said);
    paragraph(&exercise.task, colours.accent());
    frame.render_widget(Text::from(lines), layout.words);
    let foot = Rect::new(0, area.height - 1, area.width, 1);
    let keys = || hints(&exercise.keys, foot.width.into(), colours.accent(), colours.dim());
    let typed = exercise.typed.as_ref();
    let typed = typed.map(|typed| entry_line(typed, foot.width.into(), colours.accent()));
    let keys = typed.unwrap_or_else(keys);
    frame.render_widget(keys, foot);
}

/// Whether there is room for the exercise, so that it is on the screen.
pub(crate) fn fits(area: Rect, look: Look, exercise: &Exercise) -> bool {
    Layout::new(area, look, &exercise.scene).is_ok()
}

/// The point that is drawn at a place of the screen.
pub(crate) fn point_at(
    area: Rect,
    look: Look,
    exercise: &Exercise,
    place: (u16, u16),
) -> Option<Point> {
    let layout = Layout::new(area, look, &exercise.scene).ok()?;
    layout.board.point_at(layout.board_area, Position::from(place))
}

/// The key that a click at a place of the screen stands for.
pub(crate) fn key_at(
    area: Rect,
    exercise: &Exercise,
    (column, row): (u16, u16),
) -> Option<KeyEvent> {
    let key = hint_at(&exercise.keys, area.width.into(), column.into());
    key.filter(|_| row + 1 == area.height && exercise.typed.is_none()).and_then(named)
}
