//! The list of tables, as the home screen shows it.

use konoba_live::{GamesQuery, HouseError, Listed, LiveBoards, Lobby};
use konoba_store::{Entry, Standing};
use konoba_table::{Table, TimeControl};
use konoba_tui::{HouseNews, LobbyBoard, OFFLINE, TableKind, TableLine};

use crate::screen::FullScreen;

/// A longer list would not be read.
const MOST: usize = 100;

/// What a person sees of the tables.
struct Tables<'a> {
    /// The person's own games that are not finished.
    own: &'a [Listed],
    /// Those that are, the latest first.
    finished: &'a [Entry],
    lobby: &'a Lobby,
    /// The boards of the first games of the lobby, where they are known.
    boards: Option<&'a LiveBoards>,
}

impl Tables<'_> {
    /// The person's own games first, then those that can be joined, then those that can be watched, and at last those
    /// that the person has finished and can look at again.
    fn lines(&self) -> Vec<TableLine> {
        let is_played = |listed: &&Listed| listed.entry.standing == Standing::Playing;
        let own = self.own.iter().filter(is_played);
        let own = own.map(|listed| self.line(TableKind::Yours, &listed.entry, ""));
        let (open, live) = (
            self.others(TableKind::Join, &self.lobby.open),
            self.others(TableKind::Watch, &self.lobby.live),
        );
        let finished = self.finished.iter().map(|entry| self.line(TableKind::Review, entry, ""));
        own.chain(open).chain(live).chain(finished).take(MOST).collect()
    }

    fn others(&self, kind: TableKind, listed: &[Listed]) -> Vec<TableLine> {
        let is_own = |listed: &&Listed| self.own.iter().any(|own| own.entry.id == listed.entry.id);
        let others = listed.iter().filter(|listed| !is_own(listed));
        let line = |listed: &Listed| {
            let is_gone = kind == TableKind::Join && !listed.presence.seats[0];
            self.line(kind, &listed.entry, if is_gone { OFFLINE } else { "" })
        };
        others.map(line).collect()
    }

    fn line(&self, kind: TableKind, entry: &Entry, offline: &str) -> TableLine {
        let names = entry.seats.iter().flatten().map(|holder| holder.name.as_str());
        let players = names.collect::<Vec<_>>().join(" - ") + offline;
        let time = match entry.offer.time {
            TimeControl::None => None,
            time => Some(time.to_string()),
        };
        let board =
            self.boards.iter().flat_map(|known| &known.boards).find(|board| board.id == entry.id);
        let board = board.map(|board| Box::new(shown(&board.table)));
        let setup = entry.offer.setup;
        let id = entry.id.to_string();
        TableLine { board, ..TableLine::new(id, kind, setup, &players, time.as_deref()) }
    }
}

fn shown(table: &Table) -> LobbyBoard {
    LobbyBoard { position: *table.position(), status: table.words().status() }
}

impl FullScreen {
    /// Tells the screens which tables there are.
    pub(super) async fn refresh(&mut self) {
        let told = match self.tables().await {
            Ok(tables) => tables,
            Err(why) => HouseNews::Said(Err(why.to_string())),
        };
        self.show_all(vec![told]);
    }

    /// The tables that there are.
    pub(super) async fn tables(&mut self) -> Result<HouseNews, HouseError> {
        self.lobby.mark_unchanged();
        let own = match self.known() {
            Some(guest) => self.house.unfinished_of(guest).await?,
            None => Vec::new(),
        };
        if self.finished.is_none() {
            self.finished = Some(match self.known() {
                Some(guest) => self.house.finished_of(guest, GamesQuery::default()).await?.games,
                None => Vec::new(),
            });
        }
        let lobby = self.house.lobby().await?;
        let finished = self.finished.as_deref().unwrap_or_default();
        let tables = Tables { own: &own, finished, lobby: &lobby, boards: self.boards.as_deref() };
        Ok(HouseNews::Tables(tables.lines()))
    }
}
