//! Records on the disk: read no further than they may be long, written so that there is always a
//! whole one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use konoba_rules::record::MAX_SGF_BYTES;

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

/// Writes a whole file beside the one that is there and puts it in its place, so that whatever goes
/// wrong there is always a whole one. What is no plain file, such as a terminal, is written to.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut replacement = Replacement::begin(path)?;
    replacement.write_all(text.as_bytes())?;
    replacement.finish()
}

/// The same, and a new file can be read by its owner alone: it says what not everybody may know.
pub fn replace_private(path: &Path, text: &str) -> io::Result<()> {
    let mut replacement = Replacement::begin_private(path)?;
    replacement.write_all(text.as_bytes())?;
    replacement.finish()
}

/// The same for what is written piece by piece. Dropped before it is finished, it leaves what was there.
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    /// Where it is written until it is whole; none where the path is no plain file.
    draft: Option<PathBuf>,
    file: BufWriter<File>,
}

impl Replacement {
    /// Begins to write what will be at a path.
    pub fn begin(path: &Path) -> io::Result<Self> {
        Self::begin_by(path, &create(false))
    }

    /// The same, and a new file can be read by its owner alone.
    pub fn begin_private(path: &Path) -> io::Result<Self> {
        Self::begin_by(path, &create(true))
    }

    fn begin_by(path: &Path, options: &OpenOptions) -> io::Result<Self> {
        // The file behind a link is replaced, and the link stays.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let before = fs::metadata(&path).ok();
        let is_plain = before.as_ref().is_none_or(fs::Metadata::is_file);
        let draft = is_plain.then(|| draft_of(&path));
        let file = BufWriter::new(options.open(draft.as_ref().unwrap_or(&path))?);
        let replacement = Self { path, draft, file };
        if let Some(before) = before.filter(|_| is_plain) {
            replacement.file.get_ref().set_permissions(before.permissions())?;
        }
        Ok(replacement)
    }

    /// Puts what was written in its place.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(draft) = &self.draft {
            self.file.get_ref().sync_all()?;
            fs::rename(draft, &self.path)?;
            self.draft = None;
        }
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// How a file is created. Where files have no modes, they take their permissions from the folder.
fn create(is_private: bool) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    if is_private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = is_private;
    options
}

/// What is left of a failed attempt is of no use.
impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(draft) = &self.draft {
            let _ = fs::remove_file(draft);
        }
    }
}

/// A name in the same folder that no other program has.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.draft", std::process::id()));
    path.with_file_name(name)
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

    #[test]
    #[cfg(unix)]
    fn a_private_file_is_for_its_owner_alone_unless_it_was_not_before() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("konoba-private-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("text");
        let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        replace_private(&file, "one").unwrap();
        assert_eq!(mode(), 0o600);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        replace_private(&file, "two").unwrap();
        assert_eq!((mode(), fs::read_to_string(&file).unwrap().as_str()), (0o640, "two"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_is_not_finished_leaves_what_was_there() {
        let folder = std::env::temp_dir().join(format!("konoba-replaced-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("text");
        let count = || fs::read_dir(&folder).unwrap().count();
        replace(&file, "one").unwrap();
        let mut replacement = Replacement::begin(&file).unwrap();
        replacement.write_all(b"two").unwrap();
        replacement.flush().unwrap();
        assert_eq!((fs::read_to_string(&file).unwrap(), count()), ("one".to_owned(), 2));
        drop(replacement);
        assert_eq!((fs::read_to_string(&file).unwrap(), count()), ("one".to_owned(), 1));
        let mut replacement = Replacement::begin(&file).unwrap();
        replacement.write_all(b"two").unwrap();
        replacement.finish().unwrap();
        assert_eq!((fs::read_to_string(&file).unwrap(), count()), ("two".to_owned(), 1));
        Replacement::begin(&folder).unwrap_err();
        fs::remove_dir_all(&folder).unwrap();
    }
}
