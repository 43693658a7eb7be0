//! Records on the disk: read no further than they may be long, written so that there is always a
//! whole one.

mod replacement;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use konoba_rules::record::MAX_SGF_BYTES;

pub use replacement::{Replacement, is_stream, remove_drafts, replace, replace_private};

/// A file, but no more of it than shows that it is too large for a record.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_all(File::open(path)?)
}

/// The same of anything that is read to its end.
pub fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_SGF_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file of no more than so many bytes: what has no end, such as `/dev/zero`, is refused too.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it has more than {most} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not text in UTF-8"))
}

/// Why a file could not be read or written, in words for a person, after a colon. What the system itself says of it has
/// numbers that tell a player nothing.
///
/// ```
/// use std::io;
/// let gone = io::Error::from_raw_os_error(2);
/// # #[cfg(unix)]
/// assert_eq!(konoba_files::reason(&gone), "there is no such file or folder");
/// assert_eq!(konoba_files::reason(&io::Error::other("it is locked")), "it is locked");
/// ```
pub fn reason(error: &io::Error) -> String {
    let words = match error.kind() {
        // Words that this program has found itself.
        _ if error.raw_os_error().is_none() && error.get_ref().is_some() => {
            return error.to_string();
        }
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "you may not read or write it",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of its path is no folder",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "the disk is full",
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        io::ErrorKind::InvalidFilename => "that is no name for a file here",
        _ => "the system could not do it",
    };
    words.to_owned()
}

/// A path as a person writes it: `~` at its beginning is the person's home folder.
pub fn expand_home(path: &Path) -> PathBuf {
    let home = || std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
    match path.strip_prefix("~").ok().and_then(|rest| Some(home()?.join(rest))) {
        Some(expanded) => expanded,
        None => path.to_owned(),
    }
}

/// Where games and settings are kept: `KONOBA_HOME`, or the folder in which this platform keeps the state of programs. There may be none.
pub fn state_folder() -> Option<PathBuf> {
    let home = std::env::var_os("KONOBA_HOME").filter(|home| !home.is_empty());
    home.map(PathBuf::from).or_else(|| {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("konoba"))
    })
}

/// Where a path leads, through whatever links, to a file that need not be there yet.
pub fn resolved(path: &Path) -> PathBuf {
    // As many links as systems follow at most.
    const MOST_LINKS: usize = 40;
    let mut path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for _ in 0..MOST_LINKS {
        if let Ok(whole) = fs::canonicalize(&path) {
            return whole;
        }
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let Ok(target) = fs::read_link(&path) else {
            let folder = fs::canonicalize(folder).ok();
            let whole = folder.zip(path.file_name()).map(|(folder, name)| folder.join(name));
            return whole.unwrap_or(path);
        };
        path = folder.join(target);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_no_further_than_allowed() {
        let folder = std::env::temp_dir().join(format!("konoba-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("text");
        fs::write(&file, "four").unwrap();
        assert_eq!(read_text(&file, 4).unwrap(), "four");
        let why = |path: &Path, most| read_text(path, most).unwrap_err().to_string();
        assert_eq!(why(&file, 3), "it has more than 3 bytes");
        #[cfg(unix)]
        assert_eq!(why(Path::new("/dev/zero"), 3), "it has more than 3 bytes");
        // The length is said even where it cuts a letter in two.
        fs::write(&file, "abč").unwrap();
        assert_eq!(why(&file, 2), "it has more than 2 bytes");
        fs::write(&file, b"\xff").unwrap();
        assert_eq!(why(&file, 3), "it is not text in UTF-8");
        let gone = read_text(&folder.join("none"), 3).unwrap_err();
        assert_eq!(gone.kind(), io::ErrorKind::NotFound);
        fs::remove_dir_all(&folder).unwrap();
    }

    /// A link whose file is still to come leads there, or two programs would take it for two files.
    #[cfg(unix)]
    #[test]
    fn links_lead_to_what_is_not_there_yet() {
        let folder = std::env::temp_dir().join(format!("konoba-links-{}", std::process::id()));
        fs::create_dir_all(folder.join("in")).unwrap();
        let folder = fs::canonicalize(&folder).unwrap();
        std::os::unix::fs::symlink("in/real", folder.join("link")).unwrap();
        std::os::unix::fs::symlink(folder.join("link"), folder.join("further")).unwrap();
        std::os::unix::fs::symlink("round", folder.join("round")).unwrap();
        for name in ["in/real", "link", "further", "in/../link"] {
            assert_eq!(resolved(&folder.join(name)), folder.join("in/real"), "{name}");
        }
        replace(&folder.join("further"), "text").unwrap();
        assert_eq!(fs::read_to_string(folder.join("in/real")).unwrap(), "text");
        assert!(fs::symlink_metadata(folder.join("link")).unwrap().is_symlink());
        assert_eq!(resolved(&folder.join("round")), folder.join("round"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
