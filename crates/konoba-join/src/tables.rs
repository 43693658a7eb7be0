//! The list of tables, as the home screen shows it.

use konoba_http::view::{BoardView, GamesView, ListedView, LobbyView, OwnGameView, StandingView};
use konoba_rules::{Setup, text};
use konoba_tui::{LobbyBoard, OFFLINE, TableKind, TableLine};

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
    let others = |kind: TableKind, tables: &[ListedView]| {
        let others = tables.iter().filter(|listed| !is_own(&listed.table));
        others.filter_map(|listed| line(kind, listed, boards)).collect::<Vec<_>>()
    };
    let own_lines = own.iter().filter(|game| is_played(game));
    let own_lines = own_lines.filter_map(|game| own_line(TableKind::Yours, game));
    let finished = finished.filter_map(|game| own_line(TableKind::Review, game));
    let (open, live) =
        (others(TableKind::Join, &lobby.open), others(TableKind::Watch, &lobby.live));
    own_lines.chain(open).chain(live).chain(finished).take(MOST).collect()
}

/// Whether the game goes on.
pub(crate) fn is_played(game: &OwnGameView) -> bool {
    game.standing == StandingView::Playing
}

/// None where the house has a game that this program does not know. In one that has begun there is an opponent.
fn own_line(kind: TableKind, game: &OwnGameView) -> Option<TableLine> {
    let setup = game.setup.parse().ok()?;
    let players = format!("against {}", game.opponent.as_deref()?);
    Some(TableLine::new(game.table.clone(), kind, setup, &players, game.time.as_deref()))
}

fn line(kind: TableKind, listed: &ListedView, boards: &[BoardView]) -> Option<TableLine> {
    let setup = listed.setup.parse().ok()?;
    let mut players =
        listed.names.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" - ");
    if kind == TableKind::Join && !listed.is_present {
        players.push_str(OFFLINE);
    }
    let board = boards.iter().find(|board| board.table == listed.table);
    let board = board.and_then(|board| shown(board, setup)).map(Box::new);
    let time = listed.time.as_deref();
    Some(TableLine { board, ..TableLine::new(listed.table.clone(), kind, setup, &players, time) })
}

/// A board of the lobby; none from a house that does not tell the position.
fn shown(board: &BoardView, setup: Setup) -> Option<LobbyBoard> {
    let position = text::read(setup, &board.position).ok()?;
    Some(LobbyBoard { position, status: board.status.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(lobby: &LobbyView) -> Vec<String> {
        lines(None, lobby, &[]).into_iter().map(|line| line.title).collect()
    }

    #[test]
    fn who_plays_is_told_and_who_is_not_there() {
        let listed = |names: [Option<&str>; 2], is_present| ListedView {
            table: "one".to_owned(),
            standing: StandingView::Waiting,
            title: "Konobi on 11x11, with the swap.".to_owned(),
            name: "Konobi on 11x11, with the swap".to_owned(),
            setup: "konobi:11".to_owned(),
            time: Some("5 min".to_owned()),
            names: names.map(|name| name.map(str::to_owned)).to_vec(),
            first: None,
            to_move: None,
            is_present,
            watchers: 0,
            version: 0,
        };
        let open = |is_present| vec![listed([Some("Ana"), None], is_present)];
        let live = vec![listed([Some("Ana"), Some("Luka")], false)];
        let lobby = |open, live| LobbyView { open, live, levels: Vec::new() };
        assert_eq!(titles(&lobby(open(true), Vec::new())), ["Konobi 11x11, Ana, 5 min"]);
        assert_eq!(titles(&lobby(open(false), Vec::new())), ["Konobi 11x11, Ana (offline), 5 min"]);
        assert_eq!(titles(&lobby(Vec::new(), live)), ["Konobi 11x11, Ana - Luka, 5 min"]);
        let mut unknown = open(true);
        unknown[0].setup = "chess".to_owned();
        assert!(titles(&lobby(unknown, Vec::new())).is_empty());
    }
}
