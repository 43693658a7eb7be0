//! The list of tables, as the home screen shows it.

use konoba_http::view::{BoardView, GamesView, ListedView, LobbyView, OwnGameView, StandingView};
use konoba_rules::text;
use konoba_tui::{LobbyBoard, TableLine};

/// More would not be looked through.
const MOST: usize = 100;

/// The person's own games first, then those that can be joined, those that can be watched, and at last those that the
/// person has finished and can look at again.
pub(crate) fn lines(
    games: Option<&GamesView>,
    lobby: &LobbyView,
    boards: &[BoardView],
) -> Vec<TableLine> {
    let finished = games.into_iter().flat_map(|games| &games.finished);
    let own: Vec<&OwnGameView> = games.into_iter().flat_map(|games| &games.running).collect();
    let is_own = |table: &str| own.iter().any(|game| game.table == table);
    let others = |what: &str, tables: &[ListedView]| {
        let others = tables.iter().filter(|listed| !is_own(&listed.table));
        others.map(|listed| line(what, listed, boards)).collect::<Vec<_>>()
    };
    let own_lines = own.iter().filter(|game| is_played(game));
    let own_lines = own_lines.map(|game| own_line("Yours", game, true));
    let finished = finished.map(|game| own_line("Review", game, false));
    let (open, live) = (others("Join", &lobby.open), others("Watch", &lobby.live));
    own_lines.chain(open).chain(live).chain(finished).take(MOST).collect()
}

/// Whether the game goes on.
pub(crate) fn is_played(game: &OwnGameView) -> bool {
    game.standing == StandingView::Playing
}

fn own_line(what: &str, game: &OwnGameView, is_unfinished: bool) -> TableLine {
    let against = game.opponent.as_ref().map(|name| format!(", against {name}"));
    let against = against.unwrap_or_default();
    let title = format!("{what}: {}{against}{}", game.name, clock(&game.time));
    TableLine {
        id: game.table.clone(),
        title,
        is_unfinished,
        is_finished: !is_unfinished,
        board: None,
    }
}

fn line(what: &str, listed: &ListedView, boards: &[BoardView]) -> TableLine {
    let names = listed.names.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" - ");
    let title = format!("{what}: {}, {names}{}", listed.name, clock(&listed.time));
    let board = boards.iter().find(|board| board.table == listed.table);
    let board = board.and_then(|board| shown(board, &listed.setup)).map(Box::new);
    TableLine { id: listed.table.clone(), title, is_unfinished: false, is_finished: false, board }
}

/// A board of the lobby; none from a house that does not tell the position.
fn shown(board: &BoardView, setup: &str) -> Option<LobbyBoard> {
    let position = text::read(setup.parse().ok()?, &board.position).ok()?;
    Some(LobbyBoard { position, status: board.status.clone() })
}

fn clock(time: &Option<String>) -> String {
    time.as_ref().map(|time| format!(", {time}")).unwrap_or_default()
}
