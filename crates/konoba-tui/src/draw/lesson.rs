//! The screen of a lesson: the board, and beside or below it what is to be done.

use crossterm::event::KeyEvent;
use konoba_rules::Point;
use konoba_scene::Scene;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Text};

use super::board::{Board, Form};
use super::frame::too_small;
use super::words::{fitted, hint_at, hints, wrapped};
use crate::keys::{Act, named};
use crate::lesson::Lessons;
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

pub(crate) fn draw(frame: &mut Frame<'_>, look: Look, lessons: &Lessons) {
    let (area, scene, colours) = (frame.area(), lessons.scene(), look.colours);
    let layout = match Layout::new(area, look, &scene) {
        Ok(layout) => layout,
        Err(least) => return too_small(frame, look, least),
    };
    let title = fitted(&lessons.title(), usize::from(area.width).saturating_sub(2));
    let title_area = Rect::new(1, 0, area.width - 1, 1);
    frame.render_widget(Line::styled(title, colours.accent()), title_area);
    let cursor = Some(lessons.cursor);
    layout.board.draw(frame.buffer_mut(), layout.board_area, look, &scene, cursor);
    let width = usize::from(layout.words.width);
    let said = if lessons.is_warning { colours.warning() } else { colours.text() };
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut paragraph = |text: &str, style| {
        if !text.is_empty() {
            lines.extend(wrapped(text, width).into_iter().map(|line| Line::styled(line, style)));
            lines.push(Line::default());
        }
    };
    paragraph(&lessons.says, said);
    paragraph(&task(lessons), colours.accent());
    frame.render_widget(Text::from(lines), layout.words);
    let foot = Rect::new(0, area.height - 1, area.width, 1);
    let keys = hints(&keys(lessons), foot.width.into(), colours.accent(), colours.dim());
    frame.render_widget(keys, foot);
}

/// What is to be done now.
fn task(lessons: &Lessons) -> String {
    let task = match lessons.task() {
        Some(task) => task.to_owned(),
        None if lessons.is_last() => {
            format!("That was the last lesson of {}. Enter begins a first game.", lessons.spec.name)
        }
        None => "Enter goes on to the next lesson.".to_owned(),
    };
    match lessons.piece().filter(|_| lessons.task().is_some()) {
        Some(piece) => {
            let [in_hand, other] =
                [piece, piece.other()].map(|piece| lessons.spec.piece(piece).letter);
            format!("{task} You place {in_hand}; {} takes the other piece.", other.to_lowercase())
        }
        None => task,
    }
}

fn keys(lessons: &Lessons) -> Vec<(&'static str, &'static str)> {
    let enter = match (lessons.task(), lessons.is_last()) {
        (Some(_), _) => "place",
        (None, false) => "next lesson",
        (None, true) => "play",
    };
    let swap = lessons.may_swap().then_some(("S", "swap"));
    let others = [
        (Act::Undo.shown(), "start over"),
        ("p", "previous lesson"),
        ("n", "next lesson"),
        (Act::Leave.shown(), "home"),
    ];
    [(Act::Play.shown(), enter)].into_iter().chain(swap).chain(others).collect()
}

/// The point that is drawn at a place of the screen.
pub(crate) fn point_at(
    area: Rect,
    look: Look,
    lessons: &Lessons,
    place: (u16, u16),
) -> Option<Point> {
    let layout = Layout::new(area, look, &lessons.scene()).ok()?;
    layout.board.point_at(layout.board_area, Position::from(place))
}

/// The key that a click at a place of the screen stands for.
pub(crate) fn key_at(area: Rect, lessons: &Lessons, (column, row): (u16, u16)) -> Option<KeyEvent> {
    let key = hint_at(&keys(lessons), area.width.into(), column.into());
    key.filter(|_| row + 1 == area.height).and_then(named)
}
