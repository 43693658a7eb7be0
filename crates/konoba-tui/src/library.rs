//! The state folder: games as they are played, and settings. Nothing here is done before the first
//! frame but reading the settings.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use konoba_rules::record::Outcome;
use konoba_rules::{Record, Side};
use konoba_table::{Recorded, Saving};

use crate::input::{Kept, Loaded};
use konoba_files::replace;

/// How many of the newest games are looked at.
const LISTED: usize = 40;

/// The state folder.
#[derive(Clone, Debug)]
pub struct Library {
    folder: Option<PathBuf>,
    /// Where a game is kept beside.
    save: Option<Save>,
}

/// A file of the person's own choice.
#[derive(Clone, Debug)]
struct Save {
    saving: Saving,
    /// The game that was kept last, and what is to be in the file of it.
    game: Option<(String, String)>,
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
    pub fn saving_to(self, file: Option<String>) -> Self {
        let save = file.map(|file| Save { saving: Saving::to(file), game: None });
        Self { save, ..self }
    }

    /// Keeps a game, in place of what was kept under this name, and says in a sentence what a person
    /// should know of that.
    pub fn keep(&mut self, file: &str, sgf: &str) -> Result<Option<String>, String> {
        let saved = self.save.as_mut().map_or(Ok(None), |save| save.keep(file, sgf));
        let games = self.games().and_then(|games| {
            fs::create_dir_all(&games)?;
            replace(&games.join(file), sgf)
        });
        let kept = games.map_err(|error| format!("This game is not being saved: {error}."));
        kept.and(saved)
    }

    /// Nothing more will be kept. Tries once more what failed the last time, and tells why a record
    /// is not in the file that the person chose, if that is so.
    pub fn close(&mut self) -> Result<(), String> {
        let Some(save) = &mut self.save else { return Ok(()) };
        if let Some((file, sgf)) = save.game.clone().filter(|_| save.saving.is_behind()) {
            // What came of it is asked for next.
            let _ = save.keep(&file, &sgf);
        }
        save.saving.failure().map_or(Ok(()), |failure| Err(failure.to_owned()))
    }

    /// Keeps the settings.
    pub fn keep_settings(&self, text: &str) -> io::Result<()> {
        let folder = self.folder()?;
        fs::create_dir_all(folder)?;
        replace(&folder.join("settings"), text)
    }

    /// The settings, or nothing.
    pub fn settings(&self) -> String {
        let read = || konoba_files::read(&self.folder().ok()?.join("settings")).ok();
        read().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
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
        let none = || {
            io::Error::new(
                io::ErrorKind::NotFound,
                "there is no folder to save to; set KONOBA_HOME",
            )
        };
        self.folder.as_ref().ok_or_else(none)
    }
}

impl Save {
    /// Writes a record into the file of its game, and tells what a person should know of that.
    fn keep(&mut self, game: &str, sgf: &str) -> Result<Option<String>, String> {
        let before = self.game.replace((game.to_owned(), sgf.to_owned()));
        if before.is_some_and(|(before, _)| before != game) {
            self.saving.next_game();
        }
        let file = self.saving.file();
        let written = replace(Path::new(&file), sgf);
        let result =
            written.map_err(|why| format!("The game could not be saved as {file}: {why}."));
        let is_news = self.saving.written(result.clone());
        result.map(|()| is_news.then(|| format!("The game is saved as {file}.")))
    }
}

fn read(path: &Path) -> Result<Record, String> {
    let bytes = konoba_files::read(path).map_err(|error| error.to_string())?;
    Record::from_sgf(&bytes).map_err(|error| error.to_string())
}

fn kept(record: &Record, path: PathBuf) -> Kept {
    let (setup, recorded) = (record.setup(), Recorded::of(record));
    let (name, size, count) = (setup.spec.name, setup.size, recorded.nodes().len());
    let [first, second] = Side::BOTH.map(|side| match record.player(side) {
        "" => setup.spec.side(side).name,
        name => name,
    });
    let moves = if count == 1 { "move" } else { "moves" };
    let end = match recorded.outcome() {
        Some(Outcome::Won { winner, .. }) => {
            format!(", {} won", setup.spec.side(*winner).name)
        }
        Some(other) => format!(", {other}"),
        None => String::new(),
    };
    let title = format!("{name} {size}x{size}, {first} - {second}, {count} {moves}{end}");
    Kept { path, title, is_unfinished: !recorded.is_over() && count > 0 }
}
