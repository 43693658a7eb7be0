//! The list of tables, as the home screen shows it.

use konoba_http::view::{GamesView, ListedView, LobbyView, OwnGameView, StandingView};
use konoba_tui::TableLine;

/// More would not be looked through.
const MOST: usize = 100;

/// The person's own games first, then those that can be joined, then those that can be watched.
pub(crate) fn lines(own: Option<&GamesView>, lobby: &LobbyView) -> Vec<TableLine> {
    let own: Vec<&OwnGameView> = own.into_iter().flat_map(|games| &games.running).collect();
    let is_own = |table: &str| own.iter().any(|game| game.table == table);
    let others = |what: &str, tables: &[ListedView]| {
        let others = tables.iter().filter(|listed| !is_own(&listed.table));
        others.map(|listed| line(what, listed)).collect::<Vec<_>>()
    };
    let own_lines = own.iter().filter(|game| is_played(game)).map(|game| own_line(game));
    let (open, live) = (others("Join", &lobby.open), others("Watch", &lobby.live));
    own_lines.chain(open).chain(live).take(MOST).collect()
}

/// Whether the game goes on.
pub(crate) fn is_played(game: &OwnGameView) -> bool {
    game.standing == StandingView::Playing
}

fn own_line(game: &OwnGameView) -> TableLine {
    let against = game.opponent.as_ref().map(|name| format!(", against {name}"));
    let title = format!("Yours: {}{}{}", game.name, against.unwrap_or_default(), clock(&game.time));
    TableLine { id: game.table.clone(), title, is_unfinished: true }
}

fn line(what: &str, listed: &ListedView) -> TableLine {
    let names = listed.names.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" - ");
    let title = format!("{what}: {}, {names}{}", listed.name, clock(&listed.time));
    TableLine { id: listed.table.clone(), title, is_unfinished: false }
}

fn clock(time: &Option<String>) -> String {
    time.as_ref().map(|time| format!(", {time}")).unwrap_or_default()
}
