//! The home screen.

use crossterm::event::KeyEvent;
use konoba_rules::{Side, Spec};
use konoba_scene::{Scene, TextStyle};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::board::{Board, Form};
use super::frame::{border_of, too_small};
use super::words::{fitted, hint_at, hints, wrapped};
use crate::home::{Home, Opening, Row};
use crate::house::LobbyBoard;
use crate::keys::named;
use crate::look::Look;

/// The least that the form needs.
const LEAST: (u16, u16) = (40, 18);
/// How wide the form is where there is room for what the game is about.
const FORM: u16 = 44;
/// Where the first line of the form is.
const TOP: u16 = 4;

pub(crate) fn draw(frame: &mut Frame<'_>, look: Look, home: &Home) {
    let area = frame.area();
    if !fits(area) {
        return too_small(frame, look, LEAST);
    }
    let colours = look.colours;
    let title = vec![
        Line::styled("k o n o b a", colours.accent()),
        Line::styled("board games for two", colours.dim()),
    ];
    frame.render_widget(Text::from(title), Rect::new(2, 1, area.width - 2, 2));
    let foot = Rect::new(0, area.height - 1, area.width, 1);
    let keys = keys(look, home);
    frame.render_widget(hints(&keys, foot.width.into(), colours.accent(), colours.dim()), foot);
    if let Some(opening) = &home.opening {
        draw_opening(frame, look, home, opening);
    } else {
        draw_form(frame, look, home);
        if area.width >= FORM + 30 {
            let beside = Rect::new(FORM + 1, TOP - 1, area.width - FORM - 3, area.height - TOP - 1);
            draw_about(frame, beside, look, home.spec());
        }
    }
    let said = [Some(&home.warning), home.waiting.as_ref()].into_iter().flatten();
    let said: Vec<_> = said.filter(|said| !said.is_empty()).map(String::as_str).collect();
    draw_said(frame, look, &said.join(" "));
}

/// Whether there is room for the home screen.
pub(crate) const fn fits(area: Rect) -> bool {
    area.width >= LEAST.0 && area.height >= LEAST.1
}

/// What was said last, whole, above the keys. Where it takes more than its line it lies over the last lines of the form.
fn draw_said(frame: &mut Frame<'_>, look: Look, said: &str) {
    let (area, style) = (frame.area(), look.colours.warning());
    if said.is_empty() {
        return;
    }
    let lines = wrapped(said, usize::from(area.width).saturating_sub(2));
    let height = (lines.len() as u16).min(area.height - TOP);
    let rows = Rect::new(0, area.height - 1 - height, area.width, height);
    frame.render_widget(Clear, rows);
    frame.buffer_mut().set_style(rows, look.colours.text());
    let lines = lines.into_iter().map(|line| Line::styled(format!(" {line}"), style));
    frame.render_widget(Text::from_iter(lines), rows);
}

/// The keys that are told at the bottom.
fn keys(look: Look, home: &Home) -> Vec<(&'static str, &'static str)> {
    let arrows = match look.style {
        TextStyle::Unicode => ("↑↓", "←→"),
        TextStyle::Ascii => ("j k", "h l"),
    };
    match (&home.opening, home.current()) {
        (Some(opening), _) if opening.row > 0 && home.tables.is_none() => vec![
            (arrows.0, "line"),
            ("Enter", "open"),
            ("s", home.order.words()),
            ("d", "delete"),
            ("Esc", "back"),
        ],
        (Some(_), _) => vec![(arrows.0, "line"), ("Enter", "open"), ("Esc", "back")],
        (None, Row::Clock) => {
            vec![(arrows.0, "line"), (arrows.1, "choose"), ("5+3", "or"), ("3d", "type a clock")]
        }
        (None, Row::Name(_)) => {
            vec![(arrows.0, "line"), (arrows.1, "person or computer"), ("Enter", "next")]
        }
        (None, Row::Puzzles) => vec![(arrows.0, "line"), ("Enter", "solve"), ("Q", "quit")],
        (None, Row::Learn) => vec![(arrows.0, "line"), ("Enter", "learn"), ("Q", "quit")],
        (None, _) => vec![
            (arrows.0, "line"),
            (arrows.1, "choose"),
            ("Enter", "play"),
            ("?", "help"),
            ("Q", "quit"),
        ],
    }
}

/// The key that a click at a place of the screen stands for.
pub(crate) fn key_at(
    area: Rect,
    look: Look,
    home: &Home,
    (column, row): (u16, u16),
) -> Option<KeyEvent> {
    let key = hint_at(&keys(look, home), area.width.into(), column.into());
    key.filter(|_| row + 1 == area.height).and_then(named)
}

/// The line of the form at a place of the screen.
pub(crate) fn row_at(area: Rect, home: &Home, (column, row): (u16, u16)) -> Option<usize> {
    let is_beside = home.opening.is_none() && area.width >= FORM + 30 && column > FORM;
    let line = usize::from(row.checked_sub(TOP)?);
    match &home.opening {
        Some(opening) => {
            let row = line + usize::from(scrolled(area, opening));
            let is_there = line < usize::from(room(area)) && row <= home.count();
            is_there.then_some(row)
        }
        None => {
            let line = line + usize::from(form_scrolled(area, home));
            *lines(area, home).get(line).filter(|_| !is_beside)?
        }
    }
}

/// The lines of the form by their numbers, with empty lines between groups where there is room.
fn lines(area: Rect, home: &Home) -> Vec<Option<usize>> {
    let begins_group =
        |row: &Row| matches!(row, Row::Game | Row::Name(Side::First) | Row::Start | Row::Open);
    let rows = home.rows();
    let groups = rows.iter().skip(1).filter(|row| begins_group(row)).count();
    let is_roomy = rows.len() + groups <= usize::from(room(area));
    let mut lines = Vec::new();
    for (number, row) in rows.into_iter().enumerate() {
        let begins_group = begins_group(&row);
        if is_roomy && begins_group && number > 0 {
            lines.push(None);
        }
        lines.push(Some(number));
    }
    lines
}

fn draw_form(frame: &mut Frame<'_>, look: Look, home: &Home) {
    let colours = look.colours;
    let width = usize::from(frame.area().width.min(FORM)) - 2;
    let rows = home.rows();
    let lines = lines(frame.area(), home).into_iter().map(|line| {
        let Some(row) = line.map(|number| rows[number]) else { return Line::default() };
        let is_current = row == home.current();
        let style = if is_current { colours.chosen() } else { colours.text() };
        let text = format!(" {} ", row_text(look, home, row, is_current));
        Line::styled(format!("{:<width$}", fitted(&text, width)), style)
    });
    let area = Rect::new(1, TOP, width as u16, room(frame.area()));
    let scrolled = form_scrolled(frame.area(), home);
    frame.render_widget(Paragraph::new(Text::from_iter(lines)).scroll((scrolled, 0)), area);
}

/// How many lines of the form are above the screen, so that the current one is on it.
fn form_scrolled(area: Rect, home: &Home) -> u16 {
    let current = home.row.min(home.rows().len() - 1);
    let line = lines(area, home).iter().position(|line| *line == Some(current));
    (line.unwrap_or_default() as u16 + 1).saturating_sub(room(area))
}

fn row_text(look: Look, home: &Home, row: Row, is_current: bool) -> String {
    let setup = home.chosen.setup;
    let choice = |label: &str, value: &str| match (is_current, look.style) {
        (false, _) => format!("{label:<9}{value}"),
        (true, TextStyle::Unicode) => format!("{label:<9}‹ {value} ›"),
        (true, TextStyle::Ascii) => format!("{label:<9}< {value} >"),
    };
    match row {
        Row::Continue => {
            let title = home.unfinished_title().unwrap_or_default();
            format!("Continue {title}")
        }
        Row::Game => choice("Game", setup.spec.name),
        Row::Variant => {
            let variant = setup.spec.variants.get(usize::from(setup.variant));
            choice("Variant", variant.map_or("", |variant| variant.name))
        }
        Row::Size => choice("Size", &format!("{size}x{size}", size = setup.size)),
        Row::Swap => choice("Swap", if setup.pie { "yes, on turn 2" } else { "no" }),
        Row::Name(Side::First) if home.tables.is_some() => {
            let caret = if is_current { "_" } else { "" };
            format!("{:<9}{}{caret}", "Name", home.chosen.names[0])
        }
        Row::Name(Side::Second) if home.tables.is_some() => {
            let level = home.chosen.engines[Side::Second.index()];
            let against = level.map(|level| format!("Computer level {level}"));
            choice("Against", &against.unwrap_or_else(|| "Online opponent".to_owned()))
        }
        Row::Name(side) => {
            let (label, name) = (setup.spec.side(side).name, &home.chosen.names[side.index()]);
            match home.chosen.engines[side.index()] {
                Some(level) => choice(label, &format!("Computer level {level}")),
                None => format!("{label:<9}{name}{}", if is_current { "_" } else { "" }),
            }
        }
        Row::Clock => match &home.clock {
            Some(typed) => format!("{:<9}{typed}_", "Clock"),
            None => choice("Clock", &home.chosen.clock.to_string()),
        },
        Row::Start => "Start the game".to_owned(),
        Row::Open if home.tables.is_some() => format!("Tables ({})", home.open_tables()),
        Row::Open => "Open a game".to_owned(),
        Row::Learn => format!("Learn {}", setup.spec.name),
        Row::Puzzles => format!("{} puzzles", setup.spec.name),
        Row::Theme => choice("Theme", look.colours.theme.name()),
        Row::Confirm => choice(
            "Moves",
            if home.chosen.confirms { "are confirmed" } else { "are played at once" },
        ),
        Row::Quit => "Quit".to_owned(),
    }
}

/// What the chosen game is about.
fn draw_about(frame: &mut Frame<'_>, area: Rect, look: Look, spec: &Spec) {
    let colours = look.colours;
    let width = usize::from(area.width).saturating_sub(4);
    let paragraph = |text: &str, style| {
        let lines = wrapped(text, width).into_iter();
        let lines = lines.map(move |line| Line::styled(format!(" {line}"), style));
        lines.chain([Line::default()]).collect::<Vec<_>>()
    };
    let mut lines = paragraph(spec.summary, colours.text());
    for side in Side::BOTH {
        let side = spec.side(side);
        let goal = wrapped(side.goal, width.saturating_sub(8));
        for (place, line) in goal.into_iter().enumerate() {
            let name = if place == 0 { side.name } else { "" };
            lines.push(Line::from(vec![
                Span::styled(format!(" {name:<7} "), colours.accent()),
                Span::styled(line, colours.text()),
            ]));
        }
    }
    lines.push(Line::default());
    // As much of the rules as there is room for; the help has all of them.
    for text in spec.rulebook {
        let more = paragraph(text, colours.dim());
        if lines.len() + more.len() > usize::from(area.height) - 1 {
            break;
        }
        lines.extend(more);
    }
    let title = format!(" {} ({}) ", spec.name, spec.origin);
    let title = if title.width() <= width + 2 { title } else { format!(" {} ", spec.name) };
    let title = Line::styled(title, colours.accent());
    let block = Block::bordered()
        .border_set(border_of(look.style))
        .border_style(colours.dim())
        .title(title);
    frame.render_widget(Paragraph::new(Text::from(lines)).block(block), area);
}

fn draw_opening(frame: &mut Frame<'_>, look: Look, home: &Home, opening: &Opening) {
    let (area, colours) = (frame.area(), look.colours);
    let beside = home.board_beside().map_or(0, |board| draw_board_beside(frame, look, board));
    let width = usize::from(area.width - beside) - 2;
    let label = if home.tables.is_some() { "Code" } else { "File" };
    let path = match opening.row {
        0 if home.tables.is_some() && opening.path.value().is_empty() => {
            format!(" {label}: {} (Enter: get one for another device)", opening.path.shown())
        }
        0 => format!(" {label}: {}", opening.path.shown()),
        _ => format!(" {label}: {}", opening.path.value()),
    };
    let kept = home.titles().into_iter().map(|title| format!(" {title}"));
    let rows = std::iter::once(path).chain(kept).enumerate();
    let lines = rows.map(|(row, text)| {
        let style = if row == opening.row { colours.chosen() } else { colours.text() };
        Line::styled(format!("{:<width$}", fitted(&text, width)), style)
    });
    let list = Paragraph::new(Text::from_iter(lines)).scroll((scrolled(area, opening), 0));
    frame.render_widget(list, Rect::new(1, TOP, area.width - 1 - beside, room(area)));
}

/// The least room for the list beside a board.
const LIST: u16 = 34;

/// Draws a board of the list on the right, where there is room for it, and tells how many columns it takes.
fn draw_board_beside(frame: &mut Frame<'_>, look: Look, shown: &LobbyBoard) -> u16 {
    let (area, scene) = (frame.area(), Scene::of(&shown.position));
    let fits = |board: &Board| {
        board.width() + 3 + LIST <= area.width && board.height() < area.height.saturating_sub(TOP)
    };
    let forms = [Form::Full, Form::Narrow].map(|form| Board::new(&scene, look.style, form));
    let Some(board) = forms.into_iter().find(fits) else { return 0 };
    let (width, height) = (board.width(), board.height());
    let place = Rect::new(area.width - width - 1, TOP - 1, width, height);
    board.draw(frame.buffer_mut(), place, look, &scene, None);
    let status = fitted(&shown.status, width.into());
    let below = Rect::new(place.x, place.bottom(), width, 1);
    frame.render_widget(Line::styled(status, look.colours.dim()), below);
    width + 3
}

/// How many lines of a list there is room for.
const fn room(area: Rect) -> u16 {
    area.height.saturating_sub(TOP + 2)
}

/// How many lines of the list of records are above the screen, so that the chosen one is on it.
fn scrolled(area: Rect, opening: &Opening) -> u16 {
    (opening.row as u16 + 1).saturating_sub(room(area))
}
