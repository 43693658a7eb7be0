//! The screen of a game.

use crossterm::event::KeyEvent;
use konoba_rules::Point;
use konoba_scene::Scene;
use konoba_table::{Moment, OpenWish, Wish};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::board::{Board, Form};
use super::frame::{border_of, too_small};
use super::panel;
use super::words::{entry_line, fitted, hint_at, hints, packed, wrapped};
use crate::game::{Dialog, Game, Message};
use crate::keys::{Act, named};
use crate::look::Look;

/// The least room for what stands beside the board.
const PANEL: u16 = 17;
/// More of it would only part the board from its players.
const MAX_PANEL: u16 = 36;

/// Where everything is.
struct Layout {
    board: Board,
    board_area: Rect,
    panel: Option<Rect>,
    below: Rect,
}

impl Layout {
    /// The largest form of the board that leaves room for the rest, or how much room is needed.
    fn new(area: Rect, look: Look, scene: &Scene) -> Result<Self, (u16, u16)> {
        let forms = Form::ALL.map(|form| (form, PANEL));
        for (form, beside) in forms.into_iter().chain([(Form::Full, 0), (Form::Narrow, 0)]) {
            let mut board = Board::new(scene, look.style, form);
            // Without a panel the players need a line below.
            let below = if beside == 0 { 3 } else { 2 };
            if board.height() + below > area.height {
                board = board.cut();
            }
            let fits =
                board.width() + beside <= area.width && board.height() + below <= area.height;
            let is_roomy = form != Form::Large || board.height() + below < area.height;
            if fits && is_roomy {
                return Ok(Self::with(area, board, beside > 0));
            }
        }
        let least = Board::new(scene, look.style, Form::Narrow).cut();
        Err((least.width(), least.height() + 3))
    }

    fn with(area: Rect, board: Board, has_panel: bool) -> Self {
        let (width, height) = (board.width(), board.height());
        let panel_width = if has_panel { (area.width - width).min(MAX_PANEL) } else { 0 };
        let left = (area.width - width - panel_width) / 2;
        let spare = area.height - height;
        let top = if spare > 6 { 1 } else { 0 };
        let board_area = Rect::new(area.x + left, area.y + top, width, height);
        let below_top = board_area.bottom() + u16::from(spare > 5);
        let below = Rect::new(area.x, below_top, area.width, area.bottom() - below_top);
        let panel = has_panel.then(|| {
            let gap = if panel_width > PANEL + 4 { 3 } else { 1 };
            let x = board_area.right() + gap;
            Rect::new(x, board_area.y, panel_width - gap, height)
        });
        Self { board, board_area, panel, below }
    }
}

/// Whether there is room for the game, so that it is on the screen.
pub(crate) fn fits(area: Rect, look: Look, game: &Game) -> bool {
    Layout::new(area, look, &game.scene()).is_ok()
}

/// The point that is drawn at a place of the screen.
pub(crate) fn point_at(area: Rect, look: Look, game: &Game, place: (u16, u16)) -> Option<Point> {
    let layout = Layout::new(area, look, &game.scene()).ok()?;
    layout.board.point_at(layout.board_area, Position::from(place))
}

/// The key that a click at a place of the screen stands for: an answer to a question, or one of those below the board.
pub(crate) fn key_at(area: Rect, look: Look, game: &Game, place: (u16, u16)) -> Option<KeyEvent> {
    let (scene, place) = (game.scene(), Position::from(place));
    let layout = Layout::new(area, look, &scene).ok()?;
    if let Some(dialog) = &game.dialog {
        let answers = dialog_answers(game, dialog);
        let placed = DialogPlace::new(area, game, dialog, &layout);
        let row = placed.area.y + 1 + placed.lines.len() as u16;
        // The border is the first column.
        let column = usize::from(place.x.checked_sub(placed.area.x + 1)?);
        let key = hint_at(answers, placed.area.width.into(), column);
        return key.filter(|_| place.y == row).and_then(named);
    }
    let words = BelowWords::new(&layout, game, &scene);
    let row = layout.below.y + words.lines_before_keys(game) as u16;
    let width = usize::from(layout.below.width);
    let key = hint_at(&game_keys(game), width, usize::from(place.x.checked_sub(layout.below.x)?));
    key.filter(|_| place.y == row && !game.entry.is_open()).and_then(named)
}

pub(crate) fn draw(frame: &mut Frame<'_>, look: Look, game: &Game, now: Moment) {
    let (area, scene) = (frame.area(), game.scene());
    let layout = match Layout::new(area, look, &scene) {
        Ok(layout) => layout,
        Err(least) => return too_small(frame, look, least),
    };
    let cursor = Some(game.cursor);
    layout.board.draw(frame.buffer_mut(), layout.board_area, look, &scene, cursor);
    let words = BelowWords::new(&layout, game, &scene);
    if let Some(panel_area) = layout.panel {
        let said = words.said_beside().then(|| said(game));
        panel::draw(frame, panel_area, look, (game, said), now);
    }
    below(frame, &layout, look, game, &words, now);
    if let Some(dialog) = &game.dialog {
        draw_dialog(frame, look, game, dialog, &layout);
    }
}

/// What there is to say below the board, in lines, and how many lines each part gets.
struct BelowWords {
    said: Vec<String>,
    said_room: usize,
    cursor: Vec<String>,
    cursor_room: usize,
    cursor_is_warning: bool,
    has_panel: bool,
}

impl BelowWords {
    /// Shares the lines out, the most urgent last to go: what was said, the point under the cursor, keys.
    fn new(layout: &Layout, game: &Game, scene: &Scene) -> Self {
        let width = usize::from(layout.below.width).saturating_sub(2);
        let under = game.under_cursor(scene);
        // A refusal says why already.
        let last = game.said();
        let is_said = last.is_warning && last.text == under.text;
        let cursor = if is_said { Vec::new() } else { wrapped(&under.text, width) };
        let said = wrapped(&said(game).text, width);
        let has_panel = layout.panel.is_some();
        let others = if has_panel { 1 } else { 2 + usize::from(panel::thoughts(game).is_some()) };
        let room = usize::from(layout.below.height).saturating_sub(others);
        let (said_room, cursor_room) = match room {
            _ if said.len() + cursor.len() <= room => (said.len(), cursor.len()),
            // What was said stands beside the board, whole.
            _ if has_panel => (0, room),
            0 => (0, 0),
            // One line for both: a refusal, a hint, or else the point under the cursor.
            1 if last.is_warning || game.table.is_over() || game.is_hinted() => (1, 0),
            1 => (0, 1),
            _ => {
                let for_cursor = cursor.len().min(room - 1);
                (said.len().min(room - for_cursor), for_cursor)
            }
        };
        let cursor_is_warning = under.is_warning;
        Self { said, said_room, cursor, cursor_room, cursor_is_warning, has_panel }
    }

    /// How many lines there are above that of the keys.
    fn lines_before_keys(&self, game: &Game) -> usize {
        let above = match self.has_panel {
            true => 0,
            false => 1 + usize::from(panel::thoughts(game).is_some()),
        };
        above + self.said_room.min(self.said.len()) + self.cursor_room.min(self.cursor.len())
    }

    /// Whether what was said has no room below the board.
    const fn said_beside(&self) -> bool {
        self.has_panel && self.said_room < self.said.len()
    }
}

/// What was said last, with whose turn it is unless that is said. How the game ended is read in the question that follows.
fn said(game: &Game) -> Message {
    let Message { text, is_warning } = game.said();
    let is_alone = is_warning || game.tells_status() || game.table.is_over() || game.is_reviewing;
    let is_result = game.tells_status() || text.is_empty() && !game.is_reviewing;
    let text = match text.as_str() {
        _ if is_result && panel::asks_for_rematch(game) => String::new(),
        "" => game.status(),
        text if is_alone => text.to_owned(),
        text => format!("{text} {}", game.status()),
    };
    Message { text, is_warning }
}

fn below(
    frame: &mut Frame<'_>,
    layout: &Layout,
    look: Look,
    game: &Game,
    words: &BelowWords,
    now: Moment,
) {
    let (colours, width) = (look.colours, usize::from(layout.below.width));
    let mut lines = Vec::new();
    if !words.has_panel {
        lines.push(panel::line(look, game, now, width));
        if let Some(thoughts) = panel::thoughts(game) {
            let text = fitted(&format!(" Computer: {thoughts}"), width);
            lines.push(Line::styled(text, colours.text()));
        }
    }
    let style = |is_warning| if is_warning { colours.warning() } else { colours.text() };
    let typed = game.entry.shown().map(|typed| entry_line(&typed, width, colours.accent()));
    let keys = typed.unwrap_or_else(|| hint_line(look, game, width));
    let said_style = style(game.said().is_warning);
    let indented = |line: &String, style| Line::styled(format!(" {line}"), style);
    lines.extend(words.said.iter().take(words.said_room).map(|line| indented(line, said_style)));
    let cursor_style = if words.cursor_is_warning { colours.warning() } else { colours.dim() };
    let cursor = words.cursor.iter().take(words.cursor_room);
    lines.extend(cursor.map(|line| indented(line, cursor_style)));
    lines.push(keys);
    frame.render_widget(Text::from(lines), layout.below);
}

fn hint_line(look: Look, game: &Game, width: usize) -> Line<'static> {
    hints(&game_keys(game), width, look.colours.accent(), look.colours.dim())
}

/// The keys that are told below the board.
fn game_keys(game: &Game) -> Vec<(&'static str, &'static str)> {
    // A question has its own, and takes the others for no answer.
    if game.dialog.is_some() {
        return vec![(Act::Help.shown(), "help")];
    }
    let play = match (game.table.is_over(), game.is_reviewing) {
        (_, true) => "try",
        (true, false) => "play again",
        (false, false) => "play",
    };
    let third = match (game.table.is_over(), game.missed_here()) {
        (_, Some(_)) => (Act::TryAgain.shown(), "try again"),
        (true, None) => (Act::MissedWins.shown(), "missed wins"),
        (false, None) => (Act::LegalPoints.shown(), "legal"),
    };
    // A person who watches can only try moves out.
    let plays = !game.is_watching() || game.is_reviewing;
    let is_final = game.table.is_over() && game.table.undo_to(game.speaker()).is_err();
    let undoes = plays && (game.is_reviewing || !is_final);
    let keys = plays.then_some((Act::Play.shown(), play));
    let undo = undoes.then_some((Act::Undo.shown(), "undo"));
    let keys = keys.into_iter().chain(undo).chain([third]);
    let hint = game.has_hints().then_some((Act::Hint.shown(), "hint"));
    let others = [
        (Act::Back.shown(), "previous"),
        (Act::Help.shown(), "help"),
        (Act::Leave.shown(), if game.is_reviewing { "back" } else { "home" }),
    ];
    keys.chain(hint).chain(others).collect()
}

/// Where a question is.
struct DialogPlace {
    /// The rows that are cleared for it.
    rows: Rect,
    /// Its box.
    area: Rect,
    lines: Vec<String>,
}

impl DialogPlace {
    /// At the bottom of the screen, where it hides as little of the board as possible; at the top where it would
    /// hide the last move, which it may be about.
    fn new(screen: Rect, game: &Game, dialog: &Dialog, layout: &Layout) -> Self {
        let width = screen.width.min(76);
        let lines = dialog_lines(game, dialog, usize::from(width).saturating_sub(4));
        let height = (lines.len() as u16 + 3).min(screen.height);
        let below = Rect::new(0, screen.height - height, screen.width, height);
        let last = game.table.history().last().and_then(|moved| moved.played.mv.point());
        let last = last.and_then(|last| layout.board.place_of(layout.board_area, last));
        let hides_last = last.is_some_and(|last| below.contains(last));
        let rows = if hides_last { Rect { y: 0, ..below } } else { below };
        Self { rows, area: Rect { x: (screen.width - width) / 2, width, ..rows }, lines }
    }
}

fn draw_dialog(frame: &mut Frame<'_>, look: Look, game: &Game, dialog: &Dialog, layout: &Layout) {
    let answers = dialog_answers(game, dialog);
    let DialogPlace { rows, area, lines } = DialogPlace::new(frame.area(), game, dialog, layout);
    let colours = look.colours;
    let mut text: Vec<_> =
        lines.into_iter().map(|line| Line::styled(format!(" {line}"), colours.text())).collect();
    text.push(hints(answers, area.width.into(), colours.accent(), colours.text()));
    let border = border_of(look.style);
    let block =
        Block::bordered().border_set(border).border_style(colours.accent()).style(colours.text());
    frame.render_widget(Clear, rows);
    frame.buffer_mut().set_style(rows, colours.text());
    frame.render_widget(Paragraph::new(text).block(block), area);
}

/// What is asked, below what was said meanwhile: the box may lie over the line where that stands.
fn dialog_lines(game: &Game, dialog: &Dialog, width: usize) -> Vec<String> {
    let words = game.words();
    let asked = match dialog {
        Dialog::Swap => {
            // A hint would be hidden by the question, so it is read there.
            let hint = if game.is_hinted() { game.said().text } else { String::new() };
            format!("{hint} {}", words.swap_offer())
        }
        Dialog::Grant(wish) => {
            let by = game.speaker().other();
            let other = &game.table.player(by).name;
            match wish {
                Wish::Undo => format!("{} Agree?", words.asked(OpenWish { by, wish: *wish })),
                Wish::Rematch => format!("{} {other} wants to play again. Agree?", words.status()),
            }
        }
        Dialog::Resign => words.resignation(game.speaker()),
        Dialog::Rematch => format!("{} {}", words.status(), words.rematch()),
        Dialog::Save(path) => format!("Save the game as: {}", path.shown()),
        Dialog::Say => {
            let mut listed: Vec<_> = ('a'..)
                .zip(&game.remarks)
                .map(|(key, own)| format!("{key} {},", own.words))
                .collect();
            if let Some(last) = listed.last_mut() {
                last.pop();
            }
            listed.insert(0, "Say:".to_owned());
            return packed(&listed, width);
        }
        Dialog::Overwrite(path) => format!("{} exists already. Overwrite it?", path.display()),
    };
    let noted = if game.is_hinted() { String::new() } else { game.noted() };
    let noted = Some(noted).filter(|noted| !noted.is_empty());
    noted.iter().chain([&asked]).flat_map(|words| wrapped(words, width)).collect()
}

fn dialog_answers(game: &Game, dialog: &Dialog) -> &'static [(&'static str, &'static str)] {
    match dialog {
        Dialog::Swap if game.has_hints() => &[("y", "swap"), ("n", "play on"), ("H", "hint")],
        Dialog::Swap => &[("y", "swap"), ("n", "play on")],
        Dialog::Save(_) => &[("Enter", "save"), ("Esc", "cancel")],
        Dialog::Say => &[("a-z", "say it"), ("Esc", "cancel")],
        Dialog::Grant(_) | Dialog::Resign | Dialog::Rematch | Dialog::Overwrite(_) => {
            &[("y", "yes"), ("n", "no")]
        }
    }
}
