//! What a store tells of its own accord, where many nodes write to it.

use konoba_table::{Seat, Version};
use tokio::sync::mpsc;

use crate::{GuestId, TableId};

/// Something has been written, perhaps by another node. A notice may come late, twice, or not at
/// all: it says where to look and nothing of what is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A table has reached a version; 0 where an offer was made or withdrawn.
    Written(TableId, Version),
    /// The secrets of a guest were replaced: connections that signed in with the old ones no longer act
    /// for this guest. The number is that of [`Secrets::renewal`](crate::Secrets::renewal).
    Renewed(GuestId, u64),
    /// The holder of a seat has made a remark, which is known by its number. No more is known of it anywhere.
    Remarked {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
        /// Which remark.
        number: u8,
    },
    /// There is a [`Job`](crate::Job) that no node holds.
    JobsWaiting,
    /// Notices may have been missed: whatever a node keeps in memory has to be read again.
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

/// Tells notices to every node that listens.
pub(crate) const TELL: &str = "select pg_notify('konoba', $1)";

/// Keeps a notice for nodes that are cut off from the database at the moment, for a day.
pub(crate) const KEEP: &str = "
    with old as (
        select ctid from renewals where told < clock_timestamp() - interval '1 day' for update skip locked
    ), gone as (
        delete from renewals where ctid in (select ctid from old)
    )
    insert into renewals (notice) values ($1)";

/// The notices that were kept since a time. A transaction may have taken some seconds after it wrote the time.
pub(crate) const KEPT: &str = "
    select notice from renewals where told > $1::text::timestamptz - interval '20 seconds' order by told";

/// What stands before the number of a guest where otherwise a table is named. No table is called so.
const GUEST: &str = "guest";
/// The same before a remark.
const REMARK: &str = "remark";

/// Notices of writes as text for other nodes. Other notices have a channel of their own or concern this
/// node alone.
pub(crate) fn to_text(notices: &[Notice]) -> String {
    let texts = notices.iter().filter_map(|notice| match notice {
        Notice::Written(table, version) => Some(format!("{table} {version}")),
        Notice::Renewed(guest, renewal) => Some(format!("{GUEST} {} {renewal}", guest.0)),
        Notice::Remarked { table, seat, number } => {
            Some(format!("{REMARK} {table} {} {number}", seat.index()))
        }
        Notice::JobsWaiting | Notice::Missed => None,
    });
    texts.collect::<Vec<_>>().join(",")
}

/// Those of the notices that must reach every node, as text: a log-out holds everywhere. Tables are read again by a node
/// that may have missed something, and a remark is worth nothing later.
pub(crate) fn to_keep(notices: &[Notice]) -> Option<String> {
    let is_kept = |notice: &Notice| matches!(notice, Notice::Renewed(..));
    let kept: Vec<_> = notices.iter().copied().filter(is_kept).collect();
    (!kept.is_empty()).then(|| to_text(&kept))
}

/// What was written by [`to_text`]; what cannot be read is left out.
pub(crate) fn from_text(text: &str) -> impl Iterator<Item = Notice> {
    text.split(',').filter_map(|notice| match notice.split_once(' ')? {
        (GUEST, renewed) => {
            let (guest, renewal) = renewed.split_once(' ')?;
            Some(Notice::Renewed(GuestId(guest.parse().ok()?), renewal.parse().ok()?))
        }
        (REMARK, said) => {
            let mut parts = said.split(' ');
            let table = parts.next()?.parse().ok()?;
            let seat = *Seat::BOTH.get(parts.next()?.parse::<usize>().ok()?)?;
            Some(Notice::Remarked { table, seat, number: parts.next()?.parse().ok()? })
        }
        (table, version) => Some(Notice::Written(table.parse().ok()?, version.parse().ok()?)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_read_as_they_were_written() {
        let table = TableId::from_bytes([7; 10]);
        let notices = [
            Notice::Written(table, 3),
            Notice::Renewed(GuestId(12), u64::MAX),
            Notice::Written(table, 0),
            Notice::Remarked { table, seat: Seat::Two, number: 12 },
        ];
        assert_eq!(from_text(&to_text(&notices)).collect::<Vec<_>>(), notices);
        let kept = to_keep(&notices).unwrap();
        assert_eq!(from_text(&kept).collect::<Vec<_>>(), notices[1..2]);
        assert_eq!(to_keep(&notices[2..]), None);
        assert_eq!(from_text("later 1 2,,guest x,remark x 1 2,remark").next(), None);
    }
}
