//! Whose the files of a database are.

use std::io;
use std::path::Path;

/// Gives a file to the owner of another one. Only root can: what root makes in the folder of the server's user would
/// otherwise keep that user out.
#[cfg(unix)]
pub fn give_to_owner_of(like: &Path, file: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let (wanted, found) = (std::fs::metadata(like)?, std::fs::metadata(file)?);
    if wanted.uid() == found.uid() {
        return Ok(());
    }
    match chown(file, Some(wanted.uid()), Some(wanted.gid())) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        given => given,
    }
}

/// Elsewhere files take their permissions from the folder.
#[cfg(not(unix))]
pub fn give_to_owner_of(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}
