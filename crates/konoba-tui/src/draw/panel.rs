//! What stands beside the board: the players, their clocks, the moves.

use konoba_rules::{Piece, PieceChoice, Side};
use konoba_scene::{Sentences, TextStyle};
use konoba_table::{Moment, Moved, Seat, Wish};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use unicode_width::UnicodeWidthStr;

use super::words::{fitted, wrapped};
use crate::clocks;
use crate::game::{Dialog, Game, Message};
use crate::look::Look;

/// More lines of an engine's thoughts would push the moves out.
const MOST_THOUGHTS: usize = 4;

/// Draws the players, the moves, and what was said where it has no room below the board.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    look: Look,
    (game, said): (&Game, Option<Message>),
    now: Moment,
) {
    let panel = Panel { look, game, now, width: usize::from(area.width) };
    let mut lines = panel.title();
    lines.extend(panel.players());
    lines.extend(panel.result());
    lines.extend(panel.hand());
    lines.extend(panel.thoughts());
    lines.extend(said.map(|said| panel.said(&said)).unwrap_or_default());
    lines.push(Line::default());
    let room = usize::from(area.height).saturating_sub(lines.len());
    lines.extend(panel.moves(room));
    frame.render_widget(Text::from(lines), area);
}

/// One line with both players, for screens that have no room beside the board.
pub(super) fn line(look: Look, game: &Game, now: Moment, width: usize) -> Line<'static> {
    let panel = Panel { look, game, now, width };
    let text = Side::BOTH.map(|side| {
        let seat = game.seat_of(side);
        let left = game.table.left(seat, now).map(clocks::face).unwrap_or_default();
        let marker = if panel.is_to_move(seat) { ">" } else { " " };
        format!("{marker}{} {left}", game.table.words().player(seat, side))
    });
    Line::styled(fitted(&text.join("  "), width), look.colours.text())
}

/// What an engine thinks of the position on the screen, in few words; nothing where that is not
/// shown or there is nothing left to think about.
pub(super) fn thoughts(game: &Game) -> Option<String> {
    let position = game.position();
    if !game.advice_state.is_shown || !game.can_place(&position) {
        return None;
    }
    Some(match game.advice() {
        Some(advice) => Sentences::of(game.setup()).advice_in_short(position.to_move(), advice),
        None if game.is_awaiting_advice() => "is thinking".to_owned(),
        None => "is to move".to_owned(),
    })
}

/// Whether it is asked whether to play again, which says how the game ended.
pub(super) const fn asks_for_rematch(game: &Game) -> bool {
    matches!(game.dialog, Some(Dialog::Rematch | Dialog::Grant(Wish::Rematch)))
}

struct Panel<'a> {
    look: Look,
    game: &'a Game,
    now: Moment,
    width: usize,
}

impl Panel<'_> {
    fn title(&self) -> Vec<Line<'static>> {
        let setup = self.game.setup();
        let title = format!("{} {size}x{size}", setup.spec.name, size = setup.size);
        let title = if self.game.is_reviewing { format!("{title}, earlier moves") } else { title };
        let variant = setup.spec.variants.get(usize::from(setup.variant));
        let mut lines = vec![self.line(&title, self.look.colours.accent())];
        lines.extend(variant.map(|variant| self.line(variant.name, self.look.colours.dim())));
        lines.push(Line::default());
        lines
    }

    fn players(&self) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for side in Side::BOTH {
            let seat = self.game.seat_of(side);
            let colours = self.look.colours;
            let is_to_move = self.is_to_move(seat);
            let style = if is_to_move { colours.chosen() } else { colours.text() };
            let marker = match (self.look.style, is_to_move) {
                (_, false) => " ",
                (TextStyle::Unicode, true) => "▸",
                (TextStyle::Ascii, true) => ">",
            };
            let spec = self.game.setup().spec;
            let name = &self.game.table.player(seat).name;
            let stone = self.stone(side);
            let room = self.width.saturating_sub(1 + stone.width());
            // A name that has no room beside the side's stands below it.
            let text = format!(" {} {name} ", spec.side(side).name);
            let (text, below) = match text.width() <= room + 1 {
                true => (text, None),
                false => (format!(" {} ", spec.side(side).name), Some(format!("    {name} "))),
            };
            lines.push(Line::from(vec![
                Span::styled(marker, colours.accent()),
                stone,
                Span::styled(fitted(text.trim_end(), room), style),
            ]));
            lines.extend(below.map(|name| self.line(&name, style)));
            if let Some(left) = self.game.table.left(seat, self.now) {
                lines.push(self.line(&format!("    {}", clocks::face(left)), colours.text()));
            }
        }
        lines
    }

    /// How a game ended that is looked back at, unless it is said below the board or in a question.
    fn result(&self) -> Vec<Line<'static>> {
        let (game, is_over) = (self.game, self.game.table.is_over());
        if !game.is_reviewing || !is_over || game.tells_status() || asks_for_rematch(game) {
            return Vec::new();
        }
        let lines = wrapped(&self.game.words().status(), self.width);
        lines.iter().map(|line| self.line(line, self.look.colours.dim())).collect()
    }

    /// The stone of a side where each has its own, on a piece of the board.
    fn stone(&self, side: Side) -> Span<'static> {
        let glyph = match (self.game.setup().spec.choice, self.look.style, side) {
            (PieceChoice::Either, ..) | (_, TextStyle::Ascii, _) => return Span::default(),
            (_, _, Side::Second) if !self.look.colours.fills_stones() => " ○ ",
            _ => " ● ",
        };
        Span::styled(glyph, self.look.colours.piece(side.piece()))
    }

    fn is_to_move(&self, seat: Seat) -> bool {
        self.game.seat_to_move() == Some(seat)
    }

    /// The piece in hand, where pieces are chosen.
    fn hand(&self) -> Vec<Line<'static>> {
        if !self.game.chooses_piece() {
            return Vec::new();
        }
        let spec = self.game.setup().spec;
        let mut spans = vec![Span::styled(" In hand: ", self.look.colours.text())];
        for piece in Piece::BOTH {
            let is_chosen = piece == self.game.piece;
            let letter = spec.piece(piece).letter;
            spans.push(if is_chosen {
                Span::styled(format!("[{letter}]"), self.look.colours.chosen())
            } else {
                Span::styled(format!(" {letter} "), self.look.colours.dim())
            });
        }
        vec![Line::default(), Line::from(spans)]
    }

    /// What an engine thinks, while that is shown.
    fn thoughts(&self) -> Vec<Line<'static>> {
        let Some(thoughts) = thoughts(self.game) else { return Vec::new() };
        let colours = self.look.colours;
        let mut lines = vec![Line::default(), self.line("Computer:", colours.accent())];
        let words = wrapped(&thoughts, self.width).into_iter().take(MOST_THOUGHTS);
        lines.extend(words.map(|line| self.line(&line, colours.text())));
        lines
    }

    /// What was said, where it has no room below the board.
    fn said(&self, said: &Message) -> Vec<Line<'static>> {
        let colours = self.look.colours;
        let style = if said.is_warning { colours.warning() } else { colours.text() };
        let lines = wrapped(&said.text, self.width).into_iter();
        std::iter::once(Line::default())
            .chain(lines.map(|line| Line::styled(line, style)))
            .collect()
    }

    /// The last moves that there is room for, two in a line.
    fn moves(&self, room: usize) -> Vec<Line<'static>> {
        let spec = self.game.setup().spec;
        let written = match self.game.studied() {
            Some(study) => study.record().moves_to(study.cursor()),
            None => self.game.table.history().iter().map(|moved: &Moved| moved.played.mv).collect(),
        };
        let written: Vec<_> = written.iter().map(|mv| mv.written(spec).to_string()).collect();
        let pairs: Vec<_> = written.chunks(2).enumerate().collect();
        let colours = self.look.colours;
        let variations = self.game.studied().map(|study| {
            let others = study.children().map(|(_, mv)| mv.written(spec).to_string());
            others.collect::<Vec<_>>().join(" ")
        });
        let next = variations.filter(|next| !next.is_empty());
        let next = next.map(|next| self.line(&format!(" next: {next}"), colours.dim()));
        let room = room.saturating_sub(usize::from(next.is_some()));
        let shown = pairs.iter().skip(pairs.len().saturating_sub(room));
        let lines = shown.map(|(number, pair)| {
            let is_last = number + 1 == pairs.len();
            let number = 2 * number + 1;
            let mut spans = vec![Span::styled(format!("{number:>4} "), colours.dim())];
            for (place, mv) in pair.iter().enumerate() {
                let is_latest = is_last && place + 1 == pair.len();
                let style = if is_latest { colours.accent() } else { colours.text() };
                spans.push(Span::styled(format!("{mv:<5} "), style));
            }
            Line::from(spans)
        });
        lines.chain(next).collect()
    }

    fn line(&self, text: &str, style: Style) -> Line<'static> {
        Line::styled(fitted(text, self.width), style)
    }
}
