//! What the agent hears: from the screens, from its socket, from those that it has asked.

use std::sync::mpsc::Sender;

use konoba_http::{HintView, ServerMessage};
use konoba_tui::{HouseNews, HouseRequest, ScreenOrder};

use crate::open_orders::OpenOrder;

/// Something that the agent hears.
pub(crate) enum Heard {
    /// The screens want something.
    Asked(HouseRequest),
    /// The person wants something done at the table.
    Ordered(ScreenOrder, OpenOrder),
    /// The socket of this number is open.
    Connected(u64),
    /// Something was said on it.
    Said(u64, Box<ServerMessage>),
    /// It has ended.
    Lost(u64),
    /// What the computer would play at a table in a version.
    Hinted((String, u64), Result<HintView, String>),
    /// What it thinks of a position of a finished game, or why it does not.
    Analysed(HouseNews),
    /// The missed wins of a finished game, or why they are not known.
    Missed(HouseNews),
    /// This machine may have slept, so that its clock is behind that of the house.
    Woken,
    /// The person leaves. Whether all orders were answered is told.
    Quit(Sender<bool>),
}
