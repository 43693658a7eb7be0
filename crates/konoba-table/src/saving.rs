//! Where the records of several games go, and whether they have got there. Pure: the caller writes.

use std::path::Path;

/// The file in which the record of a game is wanted, written anew after everything that
/// happens, so that whatever ends the program, nothing is lost. Each rematch goes into a file of
/// its own beside the first.
///
/// ```
/// use konoba_table::Saving;
/// let mut saving = Saving::to("a.sgf");
/// saving.written(Err("the disk is full".to_owned()));
/// assert_eq!(saving.failure(), Some("the disk is full"));
/// saving.written(Ok(()));
/// assert_eq!((saving.failure(), saving.file().as_str()), (None, "a.sgf"));
/// saving.next_game(|file| file == "a-2.sgf");
/// assert_eq!(saving.file(), "a-3.sgf");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saving {
    name: String,
    /// The number in the name of its file, from 1.
    game: u32,
    /// Why the record of this game is not in its file as it is now.
    failure: Option<String>,
    /// Why that of an earlier game never came to be.
    lost: Option<String>,
}

impl Saving {
    /// The record of the first game goes into the file with this name.
    pub fn to(name: impl Into<String>) -> Self {
        Self { name: name.into(), game: 1, failure: None, lost: None }
    }

    /// The file of the game that is being played.
    pub fn file(&self) -> String {
        if self.game == 1 {
            return self.name.clone();
        }
        let path = Path::new(&self.name);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let numbered = match path.extension() {
            Some(extension) => format!("{stem}-{}.{}", self.game, extension.to_string_lossy()),
            None => format!("{stem}-{}", self.game),
        };
        path.with_file_name(numbered).to_string_lossy().into_owned()
    }

    /// Another game begins, and the file of the one before is left as it is, and so are those that hold something else: the person
    /// has named none of them.
    pub fn next_game(&mut self, mut is_taken: impl FnMut(&str) -> bool) {
        let failure = self.failure.take();
        self.lost = self.lost.take().or(failure);
        self.game += 1;
        while is_taken(&self.file()) {
            self.game += 1;
        }
    }

    /// The record was written as it is now, or could not be. Tells whether that is worth a word: it
    /// failed, or it did before.
    pub fn written(&mut self, result: Result<(), String>) -> bool {
        let failed_before = self.failure.is_some();
        self.failure = result.err();
        failed_before || self.failure.is_some()
    }

    /// Whether the record of the game that is being played is not in its file as it is now.
    pub const fn is_behind(&self) -> bool {
        self.failure.is_some()
    }

    /// Why a record is not where it should be, that of an earlier game first; none if all are.
    pub fn failure(&self) -> Option<&str> {
        self.lost.as_ref().or(self.failure.as_ref()).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_its_file() {
        let check = |name: &str, expected: &str| {
            let mut saving = Saving::to(name);
            assert_eq!(saving.file(), name);
            saving.next_game(|_| false);
            assert_eq!(saving.file(), expected);
        };
        check("a.sgf", "a-2.sgf");
        check("in.here/a", "in.here/a-2");
        check("../b.c.sgf", "../b.c-2.sgf");
    }

    #[test]
    fn what_counts_is_the_last_attempt_of_every_game() {
        let full = || Err("full".to_owned());
        let mut saving = Saving::to("a");
        assert!(!saving.written(Ok(())) && saving.failure().is_none());
        assert!(saving.written(full()) && saving.is_behind());
        assert!(saving.written(Ok(())) && saving.failure().is_none());
        assert!(!saving.written(Ok(())));
        // The first game never got into its file, however well the second one fares.
        saving.written(full());
        saving.next_game(|_| false);
        assert!(!saving.written(Ok(())) && !saving.is_behind());
        assert_eq!(saving.failure(), Some("full"));
    }
}
