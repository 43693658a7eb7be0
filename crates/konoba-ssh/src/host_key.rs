//! The key by which clients know the server again.

use std::io::Read as _;
use std::path::Path;
use std::{fmt, fs, io, process};

use russh::keys::PrivateKey;
use russh::keys::ssh_key::LineEnding;
use russh::keys::ssh_key::private::Ed25519Keypair;

/// More than any key has. What is longer is no key, and is not read on: it may have no end.
const MOST_BYTES: u64 = 65_536;

/// The key by which clients know the server again. It is made once and kept: clients refuse a server whose key
/// has changed.
#[derive(Clone)]
pub struct HostKey(pub(crate) PrivateKey);

impl HostKey {
    /// The key in this file; where there is no file, a new key is made and written there, for the owner's eyes
    /// alone.
    pub fn kept_in(path: &Path) -> Result<Self, HostKeyError> {
        match Self::read(path) {
            Err(HostKeyError::File(error)) if error.kind() == io::ErrorKind::NotFound => {
                Self::made(path)
            }
            read => read,
        }
    }

    fn read(path: &Path) -> Result<Self, HostKeyError> {
        let mut text = Vec::new();
        let file = fs::File::open(path).map_err(HostKeyError::File)?;
        file.take(MOST_BYTES).read_to_end(&mut text).map_err(HostKeyError::File)?;
        PrivateKey::from_openssh(text).map(Self).map_err(HostKeyError::Unreadable)
    }

    fn made(path: &Path) -> Result<Self, HostKeyError> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| HostKeyError::File(io::Error::other(error)))?;
        let key = PrivateKey::from(Ed25519Keypair::from_seed(&seed));
        // A whole file is put in place, so that whatever goes wrong there is never half a key.
        let draft = path.with_extension(format!("{}.draft", process::id()));
        let written = key.write_openssh_file(&draft, LineEnding::LF).map_err(io::Error::other);
        // Another server may have made one in this moment: the first stays.
        let linked = written.and_then(|()| fs::hard_link(&draft, path));
        let _ = fs::remove_file(&draft);
        match linked {
            Ok(()) => Ok(Self(key)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Self::read(path),
            Err(error) => Err(HostKeyError::File(error)),
        }
    }
}

/// A private key must not appear in a log.
impl fmt::Debug for HostKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HostKey(..)")
    }
}

/// Why there is no host key.
#[derive(Debug)]
pub enum HostKeyError {
    /// The file could not be read or written.
    File(io::Error),
    /// What is in the file is no private key in the format of OpenSSH, or it needs a passphrase.
    Unreadable(russh::keys::ssh_key::Error),
}

impl fmt::Display for HostKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Unreadable(error) => {
                write!(f, "not a private key in the format of OpenSSH: {error}")
            }
        }
    }
}

impl std::error::Error for HostKeyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ssh_host_key");
        let made = HostKey::kept_in(&path).unwrap();
        let again = HostKey::kept_in(&path).unwrap();
        assert_eq!(made.0.public_key(), again.0.public_key());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        // A file that is no key is left alone.
        fs::write(&path, "half a key").unwrap();
        assert!(matches!(HostKey::kept_in(&path), Err(HostKeyError::Unreadable(_))));
        assert_eq!(fs::read(&path).unwrap(), b"half a key");
    }
    #[test]
    #[cfg(unix)]
    fn a_name_that_leads_nowhere_and_a_file_without_an_end_are_no_keys() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ssh_host_key");
        std::os::unix::fs::symlink(folder.path().join("gone"), &path).unwrap();
        assert!(matches!(HostKey::kept_in(&path), Err(HostKeyError::File(_))));
        assert!(matches!(
            HostKey::kept_in(Path::new("/dev/zero")),
            Err(HostKeyError::Unreadable(_))
        ));
    }
}
