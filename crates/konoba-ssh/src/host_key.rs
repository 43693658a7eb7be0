//! The key by which clients know the server again.

use std::io::Read as _;
use std::path::Path;
use std::{fmt, fs, io, process};

use russh::keys::ssh_key::LineEnding;
use russh::keys::ssh_key::private::Ed25519Keypair;
use russh::keys::{Algorithm, HashAlg, PrivateKey};

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
        Self::found_in(path)?.map_or_else(|| Self::made(path), Ok)
    }

    /// The key in this file; none where there is no file, and [`Self::kept_in`] would make one.
    pub fn found_in(path: &Path) -> Result<Option<Self>, HostKeyError> {
        match Self::read(path) {
            // A name that leads nowhere is there all the same, and no file can be put in its place.
            Err(HostKeyError::File(error))
                if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() =>
            {
                Ok(None)
            }
            read => read.map(Some),
        }
    }

    fn read(path: &Path) -> Result<Self, HostKeyError> {
        let mut text = Vec::new();
        let file = fs::File::open(path).map_err(HostKeyError::File)?;
        file.take(MOST_BYTES).read_to_end(&mut text).map_err(HostKeyError::File)?;
        let key = PrivateKey::from_openssh(text).map_err(HostKeyError::Unreadable)?;
        Self::usable(key)
    }

    /// Keys that cannot sign are refused: every client would be disconnected, and none would be told why.
    fn usable(key: PrivateKey) -> Result<Self, HostKeyError> {
        if key.is_encrypted() {
            return Err(HostKeyError::Passphrase);
        }
        match key.sign("konoba", HashAlg::Sha256, b"") {
            Ok(_) => Ok(Self(key)),
            Err(_) => Err(HostKeyError::Algorithm(key.algorithm())),
        }
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
    /// What is in the file is no private key in the format of OpenSSH.
    Unreadable(russh::keys::ssh_key::Error),
    /// The key needs a passphrase.
    Passphrase,
    /// Keys of this algorithm cannot be used here.
    Algorithm(Algorithm),
}

const WANTED: &str =
    "give an Ed25519 key without a passphrase: ssh-keygen -t ed25519 -N '' -f FILE";

impl fmt::Display for HostKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Unreadable(error) => {
                write!(f, "not a private key in the format of OpenSSH: {error}")
            }
            Self::Passphrase => write!(f, "this key needs a passphrase; {WANTED}"),
            Self::Algorithm(algorithm) => {
                write!(f, "a key of the kind {algorithm} cannot be used by this server; {WANTED}")
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

    /// Made for this test by ssh-keygen, with a passphrase.
    const LOCKED: &str = "\
-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAACmFlczI1Ni1jdHIAAAAGYmNyeXB0AAAAGAAAABDn+rgqzG
2Z/Cmdit3IqvCAAAAAEAAAAAEAAAAzAAAAC3NzaC1lZDI1NTE5AAAAIHbGEm7ZgfwwiWS9
qwNLhBPr8X8U1E9lZGlE8iF8Ty6nAAAAkGgJAxU37Zi16eqh668JBplTCYjrjLv633wK7/
SrfPuoPjSEQLrrfugwVgfUfPr6v3FpZNbOjmDFT5Qi8/t2oCMJv1G7tqX28fS5LgH6IcQW
m82Gv+q/gadIQxJpXRX8DhOsc2TbrYEcvINZVTeSvCvHnhOEUvi9lJZaLebGEksKc799pD
Tvkyj38sa7AEgKrg==
-----END OPENSSH PRIVATE KEY-----
";

    /// Made for this test by ssh-keygen.
    const RSA: &str = "\
-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAlwAAAAdzc2gtcn
NhAAAAAwEAAQAAAIEAodSlWs9twYNhmpa8VcmITAo6IbW/GbsP9ujDU4n64X278JtosUDZ
HDM1A032BZPnesoGHughCa5fEe+FXSJc1SKe9VLhNLJfYV44wx8jeAhrN54sgs8vPYIxkz
SbpFM56w6o55lxiQ3PFBuK3mhdGwgMh/hZI83er52Me2Seke8AAAIA80ofjfNKH40AAAAH
c3NoLXJzYQAAAIEAodSlWs9twYNhmpa8VcmITAo6IbW/GbsP9ujDU4n64X278JtosUDZHD
M1A032BZPnesoGHughCa5fEe+FXSJc1SKe9VLhNLJfYV44wx8jeAhrN54sgs8vPYIxkzSb
pFM56w6o55lxiQ3PFBuK3mhdGwgMh/hZI83er52Me2Seke8AAAADAQABAAAAgA3evOFgn+
aTDR2Dx9aOdFkYE01qV1usNb0SzBLv44nKDf6cQ0fV6AXLucJzvx9RQui6QfYKLTK4ODvA
TKzj0hLrg4f6AjaXXZY6/4fWN9ypKt/Exj2lmJXcnqhE/Vgb3p2CvV/IhD5A6S7tUCH8rl
tPHx790hc+4zOgIwlytv5ZAAAAQHPXZDW7r13DG1VJdXadyx7Hm6X9v9W/f/35zNliq6dn
9Ea9PGDVTA5O/Ro7BSqu0vjtZcIYArbDLkdvgtPseqUAAABBANAr8Q0AdQrr5x4mF9MbhX
kP0yEifS1QneS8YROUpNgVOKwydLlFhO2WM5MG1iBxj6R5IZRghQdMxc9EUbMVzDsAAABB
AMcDD1LEayzvU2SXEyFivYIdmDAD8PLBnchd3bFiSDXhaM8TTBh0/mBT3YxXZluvM9DY5e
okmRRkrbimEXVamd0AAAAEdGVzdAECAwQFBgc=
-----END OPENSSH PRIVATE KEY-----
";

    #[test]
    fn a_key_that_cannot_be_used_is_refused_with_what_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ssh_host_key");
        for (text, reason) in [(LOCKED, "needs a passphrase"), (RSA, "of the kind ssh-rsa")] {
            fs::write(&path, text).unwrap();
            let why = HostKey::kept_in(&path).unwrap_err().to_string();
            assert!(why.contains(reason) && why.contains("Ed25519"), "{why}");
        }
    }

    #[test]
    fn nothing_is_made_where_a_key_is_only_looked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ssh_host_key");
        assert!(HostKey::found_in(&path).unwrap().is_none() && !path.exists());
        HostKey::kept_in(&path).unwrap();
        assert!(HostKey::found_in(&path).unwrap().is_some());
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
