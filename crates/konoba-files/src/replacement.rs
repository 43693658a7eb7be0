//! Files that are written beside what is there and then put in its place.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::resolved;

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
    /// Where it is written until it is whole; none where it is written to a stream.
    draft: Option<Draft>,
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
        if is_stream(path) {
            let (path, file) = (path.to_owned(), BufWriter::new(open_stream(path)?));
            return Ok(Self { path, draft: None, file });
        }
        // The file behind a link is replaced, and the link stays.
        let path = resolved(path);
        let draft = Draft::of(&path);
        let file = BufWriter::new(options.open(&draft.0)?);
        if let Ok(before) = fs::metadata(&path) {
            file.get_ref().set_permissions(before.permissions())?;
        }
        Ok(Self { path, draft: Some(draft), file })
    }

    /// Puts what was written in its place.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(draft) = &self.draft {
            self.file.get_ref().sync_all()?;
            fs::rename(&draft.0, &self.path)?;
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

/// The names of what this process writes to already.
const OUTPUTS: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
const ERRORS: [&str; 3] = ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"];

/// Whether a path leads to what is written to and not replaced: a pipe, a device, or what is open already. The last may be a
/// file too, in which more stands: the log that a shell writes.
pub fn is_stream(path: &Path) -> bool {
    let is_open = OUTPUTS.iter().chain(&ERRORS).any(|name| path == Path::new(name))
        || path.starts_with("/dev/fd")
        || path.starts_with("/proc/self/fd");
    (cfg!(unix) && is_open) || fs::metadata(path).is_ok_and(|there| !there.is_file())
}

/// What is written to instead of a file.
fn open_stream(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        if OUTPUTS.iter().any(|name| path == Path::new(name)) {
            return Ok(io::stdout().as_fd().try_clone_to_owned()?.into());
        }
        if ERRORS.iter().any(|name| path == Path::new(name)) {
            return Ok(io::stderr().as_fd().try_clone_to_owned()?.into());
        }
    }
    OpenOptions::new().append(true).open(path)
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

/// Where something is written until it is whole. Dropped, it is removed, unless it has come to its place: what is left of a
/// failed attempt is of no use.
#[derive(Debug)]
struct Draft(PathBuf);

/// Those that there are now.
static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Draft {
    /// A name in the same folder that no other program has. It begins with a dot, so that `*` does not stand for it.
    fn of(path: &Path) -> Self {
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}.draft", std::process::id()));
        let draft = path.with_file_name(name);
        drafts().push(draft.clone());
        Self(draft)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        drafts().retain(|draft| *draft != self.0);
        let _ = fs::remove_file(&self.0);
    }
}

/// Removes what was begun and will not be finished, for a program that is about to end in the middle.
pub fn remove_drafts() {
    for draft in drafts().drain(..) {
        let _ = fs::remove_file(draft);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
