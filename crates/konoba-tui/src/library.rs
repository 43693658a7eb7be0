//! The state folder: games as they are played, and settings. Nothing here is done before the first
//! frame but reading the settings.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use konoba_rules::record::MAX_SGF_BYTES;
use konoba_rules::{Record, Side};

use crate::input::{Kept, Loaded};
use crate::saved;

/// How many of the newest games are looked at.
const LISTED: usize = 40;

/// The state folder.
#[derive(Clone, Debug)]
pub struct Library {
    folder: Option<PathBuf>,
    /// Where a game is kept beside.
    save: Option<PathBuf>,
}

impl Library {
    /// `KONOBA_HOME`, or the folder in which this platform keeps the state of programs. Where there
    /// is none, nothing is kept.
    pub fn of_user() -> Self {
        let home = std::env::var_os("KONOBA_HOME").filter(|home| !home.is_empty());
        let folder = home.map(PathBuf::from).or_else(|| {
            let base = etcetera::choose_base_strategy().ok()?;
            Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("konoba"))
        });
        Self { folder, save: None }
    }

    /// A folder of one's own.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), save: None }
    }

    /// The same with a file in which games are kept beside.
    pub fn saving_to(self, save: Option<PathBuf>) -> Self {
        Self { save, ..self }
    }

    /// Keeps a game, in place of what was kept under this name.
    pub fn keep(&self, file: &str, sgf: &str) -> io::Result<()> {
        if let Some(save) = &self.save {
            replace(save, sgf)?;
        }
        let games = self.games()?;
        fs::create_dir_all(&games)?;
        replace(&games.join(file), sgf)
    }

    /// Keeps the settings.
    pub fn keep_settings(&self, text: &str) -> io::Result<()> {
        let folder = self.folder()?;
        fs::create_dir_all(folder)?;
        replace(&folder.join("settings"), text)
    }

    /// The settings, or nothing.
    pub fn settings(&self) -> String {
        let read = || fs::read_to_string(self.folder().ok()?.join("settings")).ok();
        read().unwrap_or_default()
    }

    /// The games that were kept, the newest first. What cannot be read is left out.
    pub fn list(&self) -> Vec<Kept> {
        let entries = self.games().and_then(fs::read_dir);
        let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
        let mut paths: Vec<_> =
            paths.filter(|path| path.extension().is_some_and(|end| end == "sgf")).collect();
        // Their names begin with the moment of their beginning.
        paths.sort_unstable();
        let newest = paths.into_iter().rev().take(LISTED);
        newest.filter_map(|path| Some(kept(&read(&path).ok()?, path))).collect()
    }

    /// Reads a record, from here or from anywhere.
    pub fn open(&self, path: &Path) -> Result<Loaded, String> {
        let record = read(path).map_err(|reason| format!("{}: {reason}", path.display()))?;
        let is_own = self.games().is_ok_and(|games| path.parent() == Some(&games));
        let name = path.file_name().and_then(|name| name.to_str()).filter(|_| is_own);
        Ok(Loaded { record, file: name.map(str::to_owned) })
    }

    fn games(&self) -> io::Result<PathBuf> {
        Ok(self.folder()?.join("games"))
    }

    fn folder(&self) -> io::Result<&PathBuf> {
        let none = || io::Error::new(io::ErrorKind::NotFound, "there is no state folder");
        self.folder.as_ref().ok_or_else(none)
    }
}

/// Writes a file so that at any moment either the old text is there or the new one.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_data()?;
    file.persist(path)?;
    Ok(())
}

/// No more of a file is read than shows that it is too large for a record.
fn read(path: &Path) -> Result<Record, String> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(MAX_SGF_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    Record::from_sgf(&bytes).map_err(|error| error.to_string())
}

fn kept(record: &Record, path: PathBuf) -> Kept {
    let setup = record.setup();
    let (name, size, count) = (setup.spec.name, setup.size, record.moves().count());
    let [first, second] = Side::BOTH.map(|side| match record.player(side) {
        "" => setup.spec.side(side).name,
        name => name,
    });
    let moves = if count == 1 { "move" } else { "moves" };
    let title = format!("{name} {size}x{size}, {first} - {second}, {count} {moves}");
    Kept { path, title, is_unfinished: saved::is_unfinished(record) }
}
