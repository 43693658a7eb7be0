//! The tables of a house on the home screen.

use konoba_rules::Side;
use konoba_table::{Name, NameError};

use super::Home;
use crate::house::{HouseRequest, LobbyBoard, TableKind, TableLine};

impl Home {
    pub(super) fn unfinished_table(&self) -> Option<&TableLine> {
        self.tables.iter().flatten().find(|table| table.kind == TableKind::Yours)
    }

    /// The board of the table that is chosen in the list, or else the first one that is known.
    pub(crate) fn board_beside(&self) -> Option<&LobbyBoard> {
        let tables = self.tables.as_ref()?;
        let chosen = self.opening.as_ref().and_then(|opening| opening.row.checked_sub(1));
        match chosen {
            Some(chosen) => tables.get(chosen)?.board.as_deref(),
            None => tables.iter().find_map(|table| table.board.as_deref()),
        }
    }

    /// The table that is chosen in the list.
    fn chosen_table(&self) -> Option<&TableLine> {
        let place = self.opening.as_ref()?.row.checked_sub(1)?;
        self.tables.as_ref()?.get(place)
    }

    fn place_of_table(&self, id: &str) -> Option<usize> {
        self.tables.as_ref()?.iter().position(|table| table.id == id)
    }

    /// An opponent is waited for, which is a sentence. The person stays on the same line.
    pub(crate) fn wait(&mut self, text: String) {
        self.opening = None;
        self.waiting = Some(text);
    }

    /// How many tables there are to play or to watch at.
    pub(crate) fn open_tables(&self) -> usize {
        self.tables.iter().flatten().filter(|table| table.kind != TableKind::Review).count()
    }

    /// The tables are known now. The one that is chosen in the list stays chosen while it is there.
    pub(crate) fn found_tables(&mut self, tables: Vec<TableLine>) {
        let (row, is_untouched) = (self.current(), self.row == 0);
        let chosen = self.chosen_table().map(|table| table.id.clone());
        self.tables = Some(tables);
        let place = self.rows().iter().position(|other| *other == row);
        self.row = if is_untouched { 0 } else { place.unwrap_or_default() };
        let chosen = chosen.and_then(|id| self.place_of_table(&id));
        let count = self.count();
        if let Some(opening) = &mut self.opening {
            opening.row = chosen.map_or(opening.row.min(count), |place| place + 1);
        }
    }

    /// The table that is chosen in the list, or the seat whose code is typed.
    pub(super) fn table_to_open(&mut self) -> Option<HouseRequest> {
        let opening = self.opening.as_ref()?;
        let code = opening.path.value().trim();
        match opening.row.checked_sub(1) {
            None if code.is_empty() => Some(HouseRequest::Link(self.own_name()?)),
            None => Some(HouseRequest::Code(code.to_owned())),
            Some(place) => {
                let id = self.tables.as_ref()?.get(place)?.id.clone();
                Some(HouseRequest::Visit(id, self.own_name()?))
            }
        }
    }

    /// What the person at a house is called; what is wrong with the name is said.
    pub(super) fn own_name(&mut self) -> Option<Name> {
        let name = self.chosen.names[Side::First.index()].parse();
        name.inspect_err(|error: &NameError| self.warning = error.to_string()).ok()
    }
}
