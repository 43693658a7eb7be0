//! Files that one command at a time may write.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use konoba_files::resolved;

/// What keeps every other command from a file.
pub(crate) enum Lock {
    /// This file, until it is dropped.
    Held { _file: File },
    /// Nothing: the file system knows no locks.
    Unsupported,
    /// Nothing can be written there, so the file is only read.
    ReadOnly,
}

/// The file that is locked: whatever links lead to a file, there is one.
pub(crate) fn lock_of(path: &Path) -> PathBuf {
    resolved(path).with_added_extension("lock")
}

impl Lock {
    /// Keeps every other command from a file. The lock is a file beside it, since the file itself is another one whenever it
    /// was replaced. It stays there: a process that has opened it and one that makes it anew could both lock it.
    pub(crate) fn of(path: &Path, busy: &str) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        let beside = lock_of(path);
        let file = match OpenOptions::new().create(true).append(true).open(&beside) {
            Ok(file) => file,
            Err(error) if is_only_read(&error) => return Ok(Self::ReadOnly),
            Err(error) => return Err(error).with_context(|| beside.display().to_string()),
        };
        match file.try_lock() {
            Ok(()) => Ok(Self::Held { _file: file }),
            Err(TryLockError::WouldBlock) => {
                bail!("{}: {busy}; wait for it, or name another file", name())
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                Ok(Self::Unsupported)
            }
            Err(TryLockError::Error(error)) => Err(error).with_context(name),
        }
    }
}

/// Whether a file cannot be made there at all.
fn is_only_read(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}
