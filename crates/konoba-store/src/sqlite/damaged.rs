//! The table that could not be read because the file is damaged, for as long as that is so.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::database_file::is_damage;
use crate::TableId;

/// The table that could not be read last because the file is damaged. A file may be damaged in one place and be written in
/// another, and so a health check has to look there.
#[derive(Clone, Default, Debug)]
pub(super) struct DamagedTable(Arc<Mutex<Option<TableId>>>);

impl DamagedTable {
    pub(super) fn get(&self) -> Option<TableId> {
        *self.lock()
    }

    /// Keeps in mind what came of reading a table.
    pub(super) fn noted<T>(
        &self,
        table: TableId,
        read: rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        match &read {
            Err(error) if is_damage(error) => *self.lock() = Some(table),
            Ok(_) if self.get() == Some(table) => *self.lock() = None,
            _ => {}
        }
        read
    }

    fn lock(&self) -> MutexGuard<'_, Option<TableId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
