//! Records that a client sends to be looked at: read within bounds, and counted through.

use konoba_rules::Record;
use konoba_rules::record::NodeId;
use konoba_table::Study;

/// Larger records are for the terminal.
const MOST_NODES: usize = 2000;

/// Why a record cannot be looked at.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot be read.
    #[error("The record cannot be read: {0}.")]
    Unreadable(String),
    /// It has no move at that place.
    #[error("The record has no such move.")]
    NoSuchMove,
}

/// Reads a record in either of its forms.
pub fn read(written: &str) -> Result<Record, String> {
    let record = Record::read(written.as_bytes()).map_err(|error| error.to_string())?;
    if record.walk().count() > MOST_NODES {
        return Err(format!("the page shows records of at most {MOST_NODES} moves"));
    }
    Ok(record)
}

/// The nodes of a record in the order in which the page counts them.
pub fn nodes(record: &Record) -> Vec<NodeId> {
    record.walk().collect()
}

/// A record, with the place of a move at which to stand.
pub fn study_at(record: &str, at: usize) -> Result<Study, RecordError> {
    let record = read(record).map_err(RecordError::Unreadable)?;
    let at = nodes(&record).get(at).copied().ok_or(RecordError::NoSuchMove)?;
    let mut study = Study::new(record);
    study.go_to(at);
    Ok(study)
}
