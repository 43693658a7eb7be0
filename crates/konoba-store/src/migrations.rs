//! What is logged of a database that was created or brought up to date.

use std::path::Path;

/// Logs that a database was created, or brought up to date where it was not. The address of one that is no file is left
/// out, since it may hold a password.
pub(crate) fn tell_of_migrations(report: &refinery::Report, file: Option<&Path>) {
    let applied = report.applied_migrations();
    let (Some(first), Some(last)) = (applied.first(), applied.last()) else { return };
    let file = file.map(|file| tracing::field::display(file.display()));
    let version = last.version();
    match first.version() {
        1 => tracing::info!(file, version, "database created"),
        first => {
            let from = first - 1;
            tracing::info!(file, from, version, "the database was brought up to date");
        }
    }
}
