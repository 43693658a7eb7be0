//! What a client is shown of a table and of lists of them: plain data with every sentence, label and mark in it, so that
//! no client has to know a game. What is shown of one table is made by `konoba-view`.

mod boards;
mod level;
mod listed;
mod own;
mod presence;
mod spec;

use konoba_scene::Scene;
use konoba_store::Standing;
use konoba_table::Seat;

pub use boards::BoardView;
pub use konoba_view::table::{
    AsksView, ClocksView, MoveView, MovesView, PieceInfo, QuestionView, ResultView, SeatView,
    SideView, Sight, StandingView, SwapView, TableChange, TableView, number, seat_in_question,
    sentences_of,
};
pub(crate) use konoba_view::table::{time, words_for};
pub use konoba_view::{LinesView, MoveAnswer, Patch, all_points, patches};
pub(crate) use konoba_view::{patches_between, patches_of_refusal};
pub use level::LevelView;
pub(crate) use listed::names;
pub use listed::{ListedView, LobbyView};
pub use own::{GamesView, OwnGameView};
pub use presence::PresenceView;
pub use spec::{GameInfo, SideInfo, VariantInfo};

use konoba_live::Update;
use presence::{is_engine, is_present};

/// A table of the house as it is looked at.
pub(crate) fn sight_of(update: &Update) -> Sight<'_> {
    let Update { entry, table, presence, .. } = update;
    let name = |seat: Seat| entry.seats[seat.index()].as_ref().map(|holder| holder.name.as_str());
    Sight {
        id: entry.id.to_string(),
        standing: standing_of(entry.standing),
        setup: entry.offer.setup,
        time: entry.offer.time,
        first: entry.offer.first,
        table: table.as_deref(),
        names: Seat::BOTH.map(name),
        is_engine: Seat::BOTH.map(|seat| is_engine(entry, seat)),
        is_present: Seat::BOTH.map(|seat| is_present(entry, presence, seat)),
        watchers: presence.watchers,
        next: entry.next.map(|next| next.to_string()),
    }
}

/// How far a table has come.
pub(crate) const fn standing_of(standing: Standing) -> StandingView {
    match standing {
        Standing::Waiting => StandingView::Waiting,
        Standing::Playing => StandingView::Playing,
        Standing::Over => StandingView::Over,
        Standing::Withdrawn => StandingView::Withdrawn,
    }
}

/// The scene of a table; the empty board where the game has not begun.
pub fn scene_of(update: &Update) -> Scene {
    match &update.table {
        Some(table) => table.scene(),
        None => Scene::of(&konoba_rules::AnyPosition::start(update.entry.offer.setup)),
    }
}
