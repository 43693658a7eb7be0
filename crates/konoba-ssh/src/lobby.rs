//! The list of tables, as the home screen shows it.

use konoba_live::{Listed, Lobby};
use konoba_store::{Entry, Standing};
use konoba_table::TimeControl;
use konoba_tui::TableLine;

/// A longer list would not be read.
const MOST: usize = 100;

/// The person's own games first, then those that can be joined, then those that can be watched.
pub(super) fn lines(own: &[Listed], lobby: &Lobby) -> Vec<TableLine> {
    let is_played = |listed: &&Listed| listed.entry.standing == Standing::Playing;
    let own_lines = own.iter().filter(is_played).map(|listed| line("Yours", &listed.entry, true));
    let is_own = |listed: &&Listed| own.iter().any(|own| own.entry.id == listed.entry.id);
    let others = |tables: &'static str, listed: &[Listed]| {
        let others = listed.iter().filter(|listed| !is_own(listed));
        others.map(|listed| line(tables, &listed.entry, false)).collect::<Vec<_>>()
    };
    let (open, live) = (others("Join", &lobby.open), others("Watch", &lobby.live));
    own_lines.chain(open).chain(live).take(MOST).collect()
}

fn line(what: &str, entry: &Entry, is_unfinished: bool) -> TableLine {
    let names = entry.seats.iter().flatten().map(|holder| holder.name.as_str());
    let names = names.collect::<Vec<_>>().join(" - ");
    let setup = entry.offer.setup;
    let (game, size) = (setup.spec.name, setup.size);
    let clock = match entry.offer.time {
        TimeControl::None => String::new(),
        time => format!(", {time}"),
    };
    let title = format!("{what}: {game} {size}x{size}, {names}{clock}");
    TableLine { id: entry.id.to_string(), title, is_unfinished }
}
