//! The files that a dialogue or a GTP session may read and write.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use konoba_files::{expand_home, read, reason, replace};
use konoba_line::Files;
use konoba_tui::Library;

/// The files of the user who started the program, who may read and write them anyway. By default those of a script, which
/// has said what it wants: nothing is asked, and nothing kept that was not asked for.
#[derive(Default)]
pub(crate) struct Disk {
    /// The files that were written here before: they hold nothing else that would be lost.
    written: BTreeSet<PathBuf>,
    /// Where games are kept that the person has not saved, as those of the full screen are.
    kept: Option<KeptGames>,
}

struct KeptGames {
    library: Library,
    /// The file of the game that goes on, and the name under which it was kept the first time since.
    loaded: Option<(String, Option<String>)>,
}

impl Disk {
    /// For a person at a terminal, whose games are kept, or for a script. A game that was kept and goes on is kept in
    /// its file, unless it is open elsewhere: then this says so.
    pub(crate) fn of_input(loaded: Option<&Path>) -> Result<Self, String> {
        let mut disk = Self::default();
        let loaded = loaded.filter(|path| path.is_file());
        if io::stdin().is_terminal() {
            let mut library = Library::of_user();
            let file = loaded.map(|path| library.open(path)).transpose()?.and_then(|it| it.file);
            disk.kept = Some(KeptGames { library, loaded: file.map(|file| (file, None)) });
        }
        Ok(disk)
    }
}

impl Files for Disk {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        read(&expand_home(Path::new(name))).map_err(|error| reason(&error))
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        let path = expand_home(Path::new(name));
        replace(&path, text).map_err(|error| reason(&error))?;
        self.written.insert(path);
        Ok(())
    }

    fn asks_before(&mut self, name: &str) -> bool {
        let path = expand_home(Path::new(name));
        self.kept.is_some() && path.is_file() && !self.written.contains(&path)
    }

    fn keep(&mut self, name: &str, text: &str) -> Result<Option<String>, String> {
        let Some(KeptGames { library, loaded }) = &mut self.kept else { return Ok(None) };
        // The first game is the one that goes on.
        let goes_on = loaded
            .as_mut()
            .is_some_and(|(_, first)| first.get_or_insert_with(|| name.to_owned()) == name);
        let file = loaded.as_ref().filter(|_| goes_on).map_or(name, |(file, _)| file);
        library.keep(file, text)?;
        Ok(library.place_of(file).map(|path| path.display().to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a person reads has no numbers of the system's.
    #[test]
    fn what_fails_is_told_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let (folder, mut disk) = (folder.path(), Disk::default());
        let (own, gone) = (folder.display().to_string(), folder.join("none/a.sgf"));
        let gone = gone.display().to_string();
        let no_file = "there is no such file or folder";
        assert_eq!(disk.read(&gone).unwrap_err(), no_file);
        assert_eq!(disk.write(&gone, "").unwrap_err(), no_file);
        for why in [disk.read(&own).unwrap_err(), disk.write(&own, "").unwrap_err()] {
            assert!(!why.contains("os error"), "{why}");
        }
    }
}
