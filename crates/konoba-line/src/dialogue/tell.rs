//! What is told of the things that happen at a table. It is all in words: a player who cannot see
//! the drawn board can keep one from the sentences alone.

use konoba_rules::{AnyPosition, Move, Setup};
use konoba_scene::{Scene, Sentences, paint_text};
use konoba_table::{Event, Fact, Moment, Opened, Seat, Table};

use super::manner::Showing;
use super::talk::Talk;

impl Talk {
    /// Tells what has happened at a table, which is already up to these events: each event, who
    /// plays what where that is new, the board, whose turn it is or who won, and the clocks. What
    /// is to be asked then is told by [`Talk::question`].
    pub fn tell(&mut self, table: &Table, events: &[Event], now: Moment) -> String {
        self.look(table);
        let words = self.words(table);
        let mut lines: Vec<_> = events.iter().filter_map(|event| self.told(table, event)).collect();
        if events.iter().any(|event| settles_sides(&event.fact, table.setup())) {
            lines.extend(Seat::BOTH.map(|seat| words.plays(seat)));
        }
        if events.iter().any(|event| matches!(event.fact, Fact::Opened(_))) {
            lines.extend(words.time());
        }
        if events.iter().any(|event| changes_board(&event.fact)) {
            lines.extend(self.standing(table, now));
            let told = table.seat_to_move().and_then(|seat| table.left(seat, now));
            self.time_told = told.unwrap_or_default();
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// What is told of an event. Where boards are not drawn nothing is told here that comes in a moment anyway: who has
    /// won, and who plays what after a swap.
    fn told(&self, table: &Table, event: &Event) -> Option<String> {
        let words = self.words(table);
        match (&event.fact, self.manner.showing) {
            (Fact::Opened(opened), _) => Some(opening(opened)),
            (Fact::Moved(moved), Showing::Words) => Some(words.moved_alone(moved)),
            (Fact::Ended { .. } | Fact::Closed { .. }, Showing::Words) if table.is_over() => None,
            _ => Some(words.event(event)),
        }
    }

    /// How the game stands: the board, whose turn it is or who won, and the clocks. Of a game that
    /// is over the result comes last.
    fn standing(&self, table: &Table, now: Moment) -> Vec<String> {
        let (words, position) = (self.words(table), table.position());
        let board = match self.manner.showing {
            Showing::Drawn => Some(format!("\n{}", paint_text(&table.scene(), self.manner.style))),
            Showing::Words => None,
        };
        let clocks = words.clocks(now);
        // The result is one line that is the same for all clients, so that programs can read it.
        if let Some(result) = table.words().result() {
            let winning = Sentences::of(table.setup()).winning(position.witness());
            return winning.into_iter().chain(clocks).chain(board).chain([result]).collect();
        }
        let offer = position.swap_is_offered().then(|| words.swap_offer());
        board.into_iter().chain([self.turn(table)]).chain(offer).chain(clocks).collect()
    }

    /// Whose turn it is, always with the player's name and side.
    fn turn(&self, table: &Table) -> String {
        let words = self.words(table);
        match self.you(table) {
            you @ Some(seat) if you == table.seat_to_move() => {
                format!("Your turn, {}.", words.player(seat, table.side_of(seat)))
            }
            // What may be done instead of placing is said by the offer.
            _ if self.manner.showing == Showing::Words && table.seat_to_move().is_some() => {
                let to_move = table.position().to_move();
                format!("{} is to move.", words.player(table.seat_of(to_move), to_move))
            }
            _ => words.status(),
        }
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
