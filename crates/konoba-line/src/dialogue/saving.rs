//! Keeping the record of the game in a file while it is played.

use std::path::Path;

use konoba_table::Table;

use super::questions::shown;
use crate::Files;

/// The file that records are kept in, written anew after everything that happens, so that whatever
/// ends the program, nothing is lost. A second game goes into a file of its own beside the first.
#[derive(Clone, Debug)]
pub(super) struct Saving {
    name: Option<String>,
    game: u32,
    failure: Option<String>,
}

impl Saving {
    /// Keeps records in this file, or in none.
    pub(super) const fn new(name: Option<String>) -> Self {
        Self { name, game: 0, failure: None }
    }

    /// Why the last writing failed, if it did.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Another game begins, and the file of the one before is left alone.
    pub(super) const fn next_game(&mut self) {
        self.game += 1;
    }

    /// Writes the record as it is now; says so only if it failed.
    pub(super) fn keep(&mut self, files: &mut impl Files, table: &Table) -> String {
        let Some(name) = self.name() else { return String::new() };
        self.failure = save(files, &name, table).err();
        self.failure.as_ref().map_or_else(String::new, |failure| format!("{failure}\n"))
    }

    /// Where the record is, once it is there.
    pub(super) fn kept(&self) -> String {
        match self.name() {
            Some(name) if self.failure.is_none() && self.game > 0 => saved(&name),
            _ => String::new(),
        }
    }

    /// The name of the file for this game: the second game beside `a.sgf` is in `a-2.sgf`.
    fn name(&self) -> Option<String> {
        let name = self.name.as_deref()?;
        if self.game < 2 {
            return Some(name.to_owned());
        }
        let path = Path::new(name);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let numbered = match path.extension() {
            Some(extension) => format!("{stem}-{}.{}", self.game, extension.to_string_lossy()),
            None => format!("{stem}-{}", self.game),
        };
        Some(path.with_file_name(numbered).to_string_lossy().into_owned())
    }
}

/// Writes the record of a table into a file, or says in a sentence why that failed.
pub(super) fn save(files: &mut impl Files, name: &str, table: &Table) -> Result<(), String> {
    let written = files.write(name, &table.record().to_sgf());
    written.map_err(|why| format!("The game could not be saved as {}: {why}.", shown(name)))
}

/// That it is there.
pub(super) fn saved(name: &str) -> String {
    format!("The game is saved as {}.\n", shown(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_its_file() {
        let check = |name: &str, expected: &str| {
            let mut saving = Saving::new(Some(name.to_owned()));
            saving.next_game();
            assert_eq!(saving.name().as_deref(), Some(name));
            saving.next_game();
            assert_eq!(saving.name().as_deref(), Some(expected));
        };
        check("a.sgf", "a-2.sgf");
        check("in.here/a", "in.here/a-2");
        check("../b.c.sgf", "../b.c-2.sgf");
    }
}
