//! Records on the disk: read no further than they may be long, written so that there is always a
//! whole one.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

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

/// A path as a person writes it: `~` at its beginning is the person's home folder.
pub fn expand_home(path: &Path) -> PathBuf {
    let home = || std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
    match path.strip_prefix("~").ok().and_then(|rest| Some(home()?.join(rest))) {
        Some(expanded) => expanded,
        None => path.to_owned(),
    }
}

/// Writes a whole file beside the one that is there and puts it in its place, so that whatever goes
/// wrong there is always a whole one. What is no plain file, such as a terminal, is written to.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    // The file behind a link is replaced, and the link stays.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = fs::metadata(&path).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        return fs::write(&path, text);
    }
    let draft = draft_of(&path);
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        before.map_or(Ok(()), |before| file.set_permissions(before.permissions()))?;
        file.sync_all()?;
        fs::rename(&draft, &path)
    });
    if written.is_err() {
        // What is left of a failed attempt is of no use.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// A name in the same folder that no other program has.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.draft", std::process::id()));
    path.with_file_name(name)
}
