//! The token by which a house knows a person again, kept for its owner alone.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process;

use crate::Address;

/// Where the token for a house is kept.
#[derive(Clone, Debug)]
pub(crate) struct TokenFile(PathBuf);

impl TokenFile {
    /// The file for this house in the folder of the program's state.
    pub(crate) fn of(address: &Address, folder: &std::path::Path) -> Self {
        Self(folder.join("houses").join(address.file_name()))
    }

    /// The cookie that was kept, if there is one.
    pub(crate) fn read(&self) -> Option<String> {
        let text = fs::read_to_string(&self.0).ok()?;
        let cookie = text.trim();
        let is_cookie = cookie.contains('=') && cookie.chars().all(|c| c.is_ascii_graphic());
        is_cookie.then(|| cookie.to_owned())
    }

    /// Keeps a cookie. A whole file is put in place, so that whatever goes wrong there is never half of one.
    pub(crate) fn keep(&self, cookie: &str) -> io::Result<()> {
        let folder = self.0.parent().unwrap_or(&self.0);
        fs::create_dir_all(folder)?;
        let draft = folder.join(format!(".{}", process::id()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&draft)?;
        writeln!(file, "{cookie}")?;
        file.sync_all()?;
        fs::rename(&draft, &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_kept_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let address = "https://play.example.org".parse().unwrap();
        let file = TokenFile::of(&address, folder.path());
        assert_eq!(file.read(), None);
        file.keep("konoba=abc").unwrap();
        file.keep("konoba=def").unwrap();
        assert_eq!(file.read().as_deref(), Some("konoba=def"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&file.0).unwrap().permissions().mode() & 0o777, 0o600);
        }
        let other = TokenFile::of(&"http://play.example.org".parse().unwrap(), folder.path());
        assert_eq!(other.read(), None);
    }
}
