//! What has happened at a table: the fields of its view that are different now, and no others.

use konoba_table::{Event, Fact, Moment, Seat, Seats, Table};
use serde::{Deserialize, Deserializer, Serialize};

use super::can::{AsksView, SwapView, can, swaps};
use super::{
    ClocksView, MovesView, QuestionView, ResultView, SeatView, Sight, StandingView, TableView,
    legal, number, words_for,
};

/// The fields of a table's view that are different. One that is left out is as it was.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableChange {
    /// How many events have made the table.
    pub version: u64,
    /// When the last of them happened, in milliseconds since 1970.
    pub latest: u64,
    /// Whose turn it is or how the game ended, in a sentence.
    pub status: String,
    /// The seat that is to move; none after the game.
    pub to_move: Option<u8>,
    /// How far the table has come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<StandingView>,
    /// The moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<MovesView>,
    /// Where you may place now. It is left out for those who watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<String>,
    /// What you may do. It is left out for those who watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub can: Option<Vec<String>>,
    /// The clocks; left out where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksView>,
    /// The seats, when their sides have changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<SeatView>>,
    /// What to ask before something is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks: Option<AsksView>,
    /// The swap; null when it is offered no longer.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub swap: Option<Option<SwapView>>,
    /// What one seat has asked of the other; null when that is settled.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub question: Option<Option<QuestionView>>,
    /// How the game ended; null when it goes on again.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub result: Option<Option<ResultView>>,
    /// Why the game can only be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frozen: Option<String>,
    /// The table at which the players play again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A field that is given has changed, also if its new value is null.
fn given<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}

impl TableView {
    /// Brings a view up to date, as a client does it with news.
    pub fn apply(&mut self, change: TableChange) {
        let TableChange { version, latest, status, to_move, .. } = change;
        (self.version, self.latest, self.status, self.to_move) = (version, latest, status, to_move);
        if let Some(MovesView { keep, then }) = change.moves {
            self.moves.then.truncate(keep.saturating_sub(self.moves.keep));
            self.moves.keep = self.moves.keep.min(keep);
            self.moves.then.extend(then);
        }
        put(&mut self.standing, change.standing);
        put(&mut self.legal, change.legal);
        put(&mut self.can, change.can);
        put(&mut self.seats, change.seats);
        put(&mut self.asks, change.asks);
        put(&mut self.swap, change.swap);
        put(&mut self.question, change.question);
        put(&mut self.result, change.result);
        self.clocks = change.clocks.or(self.clocks.take());
        self.frozen = change.frozen.or(self.frozen.take());
        self.next = change.next.or(self.next.take());
    }
}

fn put<T>(field: &mut T, changed: Option<T>) {
    if let Some(value) = changed {
        *field = value;
    }
}

impl TableChange {
    /// What a client with these seats is told of an update that has led from one table to another.
    ///
    /// None where a difference does not tell it: the moves of one update are told by the sentences at
    /// the same places, so that either all its events are moves or there is only one. Other events come
    /// together where another node has written them; the whole table is looked at then.
    pub fn of(
        sight: &Sight<'_>,
        (before, events): (&Table, &[Event]),
        seats: Seats,
        now: Moment,
    ) -> Option<Self> {
        let table = sight.table?;
        let is_move = |event: &Event| matches!(event.fact, Fact::Moved(_));
        if events.len() > 1 && !events.iter().all(is_move) {
            return None;
        }
        let is_seated = !seats.is_empty();
        let speaks_for_both = seats.only().is_none();
        let is_swapped = before.side_of(Seat::One) != table.side_of(Seat::One);
        let ended = |table: &Table| (table.outcome(), table.closed().cloned());
        let is_played = |table: &Table| table.seat_to_move().is_some();
        let words = words_for(table, seats);
        let frozen = table.frozen().filter(|_| before.frozen().is_none());
        Some(Self {
            version: table.version(),
            latest: table.latest().as_millis(),
            status: words.status(),
            to_move: table.seat_to_move().map(number),
            standing: (is_played(before) != is_played(table)).then_some(sight.standing),
            moves: MovesView::since(before, table),
            legal: is_seated.then(|| legal(table, seats)),
            can: is_seated.then(|| can(table, seats, now)),
            clocks: ClocksView::of(table, now),
            seats: is_swapped.then(|| SeatView::both(sight, seats)),
            asks: (is_seated && (is_swapped || speaks_for_both))
                .then(|| AsksView::of(table, seats)),
            swap: (swaps(before, seats) != swaps(table, seats)).then(|| SwapView::of(table, seats)),
            question: (before.open_wish() != table.open_wish())
                .then(|| QuestionView::of(table, seats)),
            result: (ended(before) != ended(table)).then(|| ResultView::of(table, seats)),
            frozen: frozen.map(|_| words.status()),
            next: sight.next.clone().filter(|_| before.next() != table.next()),
        })
    }
}
