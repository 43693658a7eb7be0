//! Records on the disk.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use konoba_line::Files;
use konoba_rules::Record;
use konoba_rules::record::MAX_SGF_BYTES;

/// A record from an SGF file.
pub(crate) fn read_record(path: &Path) -> anyhow::Result<Record> {
    let name = || path.display().to_string();
    let bytes = read(path).with_context(name)?;
    Record::from_sgf(&bytes).with_context(name)
}

/// A file, but no more of it than shows that it is too large for a record.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_SGF_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The files of whoever started the program, who may read and write them anyway.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        read(Path::new(name)).map_err(|error| error.to_string())
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        replace(Path::new(name), text).map_err(|error| error.to_string())
    }
}

/// Writes a whole file beside the one that is there and puts it in its place, so that whatever goes
/// wrong there is always a whole one. What is no plain file, such as a terminal, is written to.
fn replace(path: &Path, text: &str) -> io::Result<()> {
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
        // What is left of a failed attempt is of use to nobody.
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
