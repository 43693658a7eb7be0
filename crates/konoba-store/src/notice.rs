//! What a store tells of its own accord, where many machines write to it.

use konoba_table::Version;
use tokio::sync::mpsc;

use crate::TableId;

/// Something has been written, perhaps by another machine. A notice may come late, twice, or not at
/// all: it says where to look and nothing of what is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A table has come to a version; 0 where an offer was made or taken back.
    Written(TableId, Version),
    /// Somebody is wanted who thinks: there is a [`Job`](crate::Job) that nobody holds.
    Wanted,
    /// Notices may have been missed: whatever is kept in mind has to be looked at again.
    Missed,
}

/// Notices as they come.
#[derive(Debug)]
pub struct Notices(mpsc::Receiver<Notice>);

impl Notices {
    /// Those that come from here.
    pub const fn from(sent: mpsc::Receiver<Notice>) -> Self {
        Self(sent)
    }

    /// The next one; none when the store is closed.
    pub async fn next(&mut self) -> Option<Notice> {
        self.0.recv().await
    }
}

/// How a table and a version are written in a notice.
pub(crate) fn to_text(notices: &[(TableId, Version)]) -> String {
    let texts = notices.iter().map(|(table, version)| format!("{table} {version}"));
    texts.collect::<Vec<_>>().join(",")
}

/// What was written by [`to_text`]; what cannot be read is left out.
pub(crate) fn from_text(text: &str) -> impl Iterator<Item = Notice> {
    text.split(',').filter_map(|notice| {
        let (table, version) = notice.split_once(' ')?;
        Some(Notice::Written(table.parse().ok()?, version.parse().ok()?))
    })
}
