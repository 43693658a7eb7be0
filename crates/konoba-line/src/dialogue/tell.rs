//! What is told of the things that happen at a table. It is all in words: who cannot see the drawn
//! board can keep one from the sentences alone.

use konoba_rules::{AnyPosition, Grid, Move, Point, Setup};
use konoba_scene::{Scene, Sentences, paint_text};
use konoba_table::{Event, Fact, Opened, Outcome, Seat, Table};

use super::talk::Talk;

impl Talk {
    /// Tells what has happened at a table, which is already up to these events: each event, who
    /// plays what where that is new, the board, and whose turn it is or who won. What is to be
    /// asked then is told by [`Talk::question`].
    pub fn tell(&mut self, table: &Table, events: &[Event]) -> String {
        self.look(table);
        let words = table.words();
        let mut lines: Vec<_> = events
            .iter()
            .map(|event| match &event.fact {
                Fact::Opened(opened) => opening(opened),
                _ => words.event(event),
            })
            .collect();
        if events.iter().any(|event| settles_sides(&event.fact, table.setup())) {
            lines.extend(Seat::BOTH.map(|seat| words.plays(seat)));
        }
        if events.iter().any(|event| changes_board(&event.fact)) {
            lines.extend(self.standing(table));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// How the game stands: the board, and whose turn it is or who won.
    fn standing(&self, table: &Table) -> Vec<String> {
        let board = paint_text(&table.scene(), self.manner.style);
        let mut lines = vec![format!("\n{board}")];
        match table.outcome() {
            Some(outcome) => {
                let points: Vec<_> = table.position().witness().iter().collect();
                if !points.is_empty() {
                    lines.insert(0, winning(&points));
                }
                lines.push(winner(table, &outcome));
            }
            None => {
                lines.push(table.words().status());
                let position = table.position();
                if position.swap_is_offered() {
                    let sentences = Sentences::of(table.setup());
                    lines.push(sentences.swap_offer(position.to_move()));
                }
            }
        }
        lines
    }
}

/// Which game it is, and what stands on the board if it did not begin empty.
fn opening(opened: &Opened) -> String {
    let start = opened.start.position();
    let sentences = Sentences::of(start.setup());
    let title = sentences.setup();
    if *start == AnyPosition::start(start.setup()) {
        return title;
    }
    format!("{title} It begins here: {}", sentences.pieces(&Scene::of(start).spots))
}

fn winning(points: &[Point]) -> String {
    let names: Vec<_> = points.iter().map(Point::to_string).collect();
    format!("The winning points: {}.", names.join(", "))
}

/// The one line that says who won.
fn winner(table: &Table, outcome: &Outcome) -> String {
    let words = table.words();
    let player = words.player(outcome.seat, outcome.winner);
    format!("Winner: {player}, {}", words.reason(outcome))
}

/// Whether people may now play other sides than they were last told. A swap is always the second
/// move, so it can have been taken back only with that one.
const fn settles_sides(fact: &Fact, setup: Setup) -> bool {
    match fact {
        Fact::Opened(_) => true,
        Fact::Moved(moved) => matches!(moved.played.mv, Move::Swap),
        Fact::Undone { from, to, .. } => setup.pie && *from >= 2 && *to <= 1,
        _ => false,
    }
}

const fn changes_board(fact: &Fact) -> bool {
    !matches!(fact, Fact::Asked { .. } | Fact::Declined { .. } | Fact::Rematched { .. })
}
