//! The state folder: games as they are played, and settings. Nothing here is done before the first
//! frame but reading the settings.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use konoba_puzzles::Solved;
use konoba_rules::record::{Outcome, ReadError, SgfError, SgfProblem};
use konoba_rules::{Record, Side};
use konoba_table::{Moment, Recorded, Saving};

use crate::input::{Kept, Loaded};
use konoba_files::{reason, replace, state_folder};

/// How many of the newest games are looked at.
const LISTED: usize = 40;

/// The folder in which programs tell which games they have open.
const LOCKS: &str = "open";

/// The state folder.
#[derive(Debug)]
pub struct Library {
    folder: Option<PathBuf>,
    /// Where a game is kept beside.
    save: Option<Save>,
    /// The name of the game that this program keeps, and the lock that tells others so.
    held: Option<(String, File)>,
}

/// A file of the person's own choice.
#[derive(Clone, Debug)]
struct Save {
    saving: Saving,
    /// The game that was kept last, and what is to be in the file of it.
    game: Option<(String, String)>,
}

impl Library {
    /// The one of the user. Where there is none, nothing is kept.
    pub fn of_user() -> Self {
        Self { folder: state_folder(), save: None, held: None }
    }

    /// A folder of one's own.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), save: None, held: None }
    }

    /// The same with a file in which games are kept beside.
    pub fn saving_to(mut self, file: Option<String>) -> Self {
        self.save = file.map(|file| Save { saving: Saving::to(file), game: None });
        self
    }

    /// Keeps a game, in place of what was kept under this name, and says in a sentence what a person
    /// should know of that.
    pub fn keep(&mut self, file: &str, sgf: &str) -> Result<Option<String>, String> {
        let saved = self.save.as_mut().map_or(Ok(None), |save| save.keep(file, sgf));
        let games = self.games().and_then(|games| {
            fs::create_dir_all(&games)?;
            self.hold(&games, file)?;
            replace(&games.join(file), sgf)
        });
        let kept =
            games.map_err(|error| format!("This game is not being saved: {}.", reason(&error)));
        kept.and(saved)
    }

    /// Where a game of this name is kept.
    pub fn place_of(&self, file: &str) -> Option<PathBuf> {
        Some(self.games().ok()?.join(file))
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

    /// Keeps which puzzles were solved, beside what other programs have kept meanwhile.
    pub fn keep_solved(&self, solved: &Solved) -> io::Result<()> {
        let folder = self.folder()?;
        fs::create_dir_all(folder)?;
        let mut all = self.solved();
        all.merge(solved);
        replace(&folder.join("puzzles"), &all.to_text())
    }

    /// Which puzzles were solved.
    pub fn solved(&self) -> Solved {
        let read = || konoba_files::read(&self.folder().ok()?.join("puzzles")).ok();
        let text = read().and_then(|bytes| String::from_utf8(bytes).ok());
        text.map(|text| Solved::from_text(&text)).unwrap_or_default()
    }

    /// The games that were kept, the newest first, and what is to be said of files that are no records any
    /// more: they are put aside, so that nothing writes over what is left of them.
    pub fn list(&self) -> (Vec<Kept>, Option<String>) {
        let entries = self.games().and_then(fs::read_dir);
        let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
        let mut paths: Vec<_> =
            paths.filter(|path| path.extension().is_some_and(|end| end == "sgf")).collect();
        // Their names begin with the moment of their beginning.
        paths.sort_unstable();
        let newest = paths.into_iter().rev().take(LISTED);
        let (mut games, mut damaged) = (Vec::new(), None);
        for path in newest {
            match read(&path) {
                Ok(record) => games.push(kept(&record, path)),
                Err(Unread::NoRecord(reason)) => {
                    let aside = path.with_extension("sgf.damaged");
                    let name = aside.file_name().unwrap_or_default().display();
                    let said =
                        format!("A saved game is damaged and was put aside as {name}: {reason}");
                    damaged = fs::rename(&path, &aside).is_ok().then_some(said).or(damaged);
                }
                // It may be readable the next time, or by the version that wrote it.
                Err(Unread::Failed(_) | Unread::Later(_)) => {}
            }
        }
        (games, damaged)
    }

    /// Reads a record, from here or from anywhere.
    pub fn open(&mut self, path: &Path) -> Result<Loaded, String> {
        let record = read(path).map_err(|unread| {
            let path = path.display();
            match unread {
                Unread::Failed(error) => format!("{path} cannot be read: {}.", reason(&error)),
                Unread::NoRecord(error) | Unread::Later(error) => format!("{path}: {error}"),
            }
        })?;
        Ok(Loaded { record, file: self.claim(path)? })
    }

    /// The name of a game that is kept here, which this program goes on with; none of a file elsewhere.
    pub fn claim(&mut self, path: &Path) -> Result<Option<String>, String> {
        let Some(name) = self.own_name(path) else { return Ok(None) };
        let games = self.games().map_err(|error| reason(&error))?;
        match self.hold(&games, &name) {
            Ok(()) => Ok(Some(name)),
            Err(_) => Err("This game is open in another window. Close it there first.".to_owned()),
        }
    }

    /// The name of a file in the folder of games, however the way to it is written.
    fn own_name(&self, path: &Path) -> Option<String> {
        let games = self.games().ok()?.canonicalize().ok()?;
        let folder = std::path::absolute(path).ok()?.parent()?.canonicalize().ok()?;
        let name = path.file_name()?.to_str()?;
        (folder == games && path.is_file()).then(|| name.to_owned())
    }

    /// Deletes a game that was kept, unless another program has it open; or says why not.
    pub fn delete(&mut self, path: &Path) -> Result<(), String> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let games = self.games().map_err(|error| reason(&error))?;
        if path.parent() != Some(&games) {
            return Err("Only games that Konoba keeps itself are deleted here.".to_owned());
        }
        if self.hold(&games, name).is_err() {
            return Err("This game is open in another window. Close it there first.".to_owned());
        }
        let failed = |error| format!("{} cannot be deleted: {}.", path.display(), reason(&error));
        fs::remove_file(path).map_err(failed)
    }

    /// Makes sure that no other program keeps the same game: each would write over the moves of the other.
    fn hold(&mut self, games: &Path, file: &str) -> io::Result<()> {
        if self.held.as_ref().is_some_and(|(held, _)| held == file) {
            return Ok(());
        }
        // A file beside the record, because the record itself is another file after every move.
        let locks = games.join(LOCKS);
        fs::create_dir_all(&locks)?;
        let path = locks.join(file);
        let lock = File::create(&path)?;
        let busy = |_| io::Error::other("it is open in another window");
        lock.try_lock().map_err(busy)?;
        if let Some((before, _)) = self.held.replace((file.to_owned(), lock)) {
            // Only this program holds the lock, so no other program needs the file.
            let _ = fs::remove_file(locks.join(before));
        }
        Ok(())
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

impl Drop for Library {
    fn drop(&mut self) {
        if let (Some((file, _)), Ok(games)) = (&self.held, self.games()) {
            // A file that is left behind does no harm: only a lock on it counts.
            let _ = fs::remove_file(games.join(LOCKS).join(file));
        }
    }
}

impl Save {
    /// Writes a record into the file of its game, and tells what a person should know of that.
    fn keep(&mut self, game: &str, sgf: &str) -> Result<Option<String>, String> {
        let before = self.game.replace((game.to_owned(), sgf.to_owned()));
        if before.is_some_and(|(before, _)| before != game) {
            self.saving.next_game(|file| Path::new(file).exists());
        }
        let file = self.saving.file();
        let written = replace(Path::new(&file), sgf);
        let result = written
            .map_err(|error| format!("The game could not be saved as {file}: {}.", reason(&error)));
        let is_news = self.saving.written(result.clone());
        result.map(|()| is_news.then(|| format!("The game is saved as {file}.")))
    }
}

/// Why there is no record.
enum Unread {
    /// The file could not be read.
    Failed(io::Error),
    /// What is in the file is no record.
    NoRecord(ReadError),
    /// It is one of a game, or of rules, that this version does not know.
    Later(ReadError),
}

fn read(path: &Path) -> Result<Record, Unread> {
    let bytes = konoba_files::read(path).map_err(Unread::Failed)?;
    Record::read(&bytes).map_err(|error| match &error {
        ReadError::Sgf(SgfError {
            problem: SgfProblem::LaterRules { .. } | SgfProblem::Setup(_),
            ..
        }) => Unread::Later(error),
        _ => Unread::NoRecord(error),
    })
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
    let day = match record.date() {
        "" => day_of(&path),
        day => Some(day.to_owned()),
    };
    Kept { path, title, day, is_unfinished: !recorded.is_over() && count > 0 }
}

/// The day of a file that is named by the moment of its beginning.
fn day_of(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let millis = name.split('-').next()?.parse().ok()?;
    Moment::from_millis(millis).day()
}
