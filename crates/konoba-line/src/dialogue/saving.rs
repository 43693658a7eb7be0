//! Keeping the record of the game in a file while it is played.

use std::borrow::Cow;

use konoba_rules::{Record, Side};
use konoba_table::{Saving, Study, Table};

use super::questions::shown;
use crate::Files;

/// Writes the record as it is now. Says so if it failed, or did before, or if the game is over.
pub(super) fn keep(
    saving: &mut Saving,
    files: &mut impl Files,
    table: &Table,
    loaded: Option<&Record>,
) -> String {
    let file = saving.file();
    let result = save(files, &file, table, loaded);
    let failure = result.clone().err();
    match (failure, saving.written(result) || table.is_over()) {
        (Some(failure), _) => format!("{failure}\n"),
        (None, true) => saved(&file),
        (None, false) => String::new(),
    }
}

/// Tries once more what failed the last time, before it is too late. Says where the record of a
/// game is that was left; of one that is over it was said already.
pub(super) fn keep_at_last(
    saving: &mut Saving,
    files: &mut impl Files,
    table: &Table,
    loaded: Option<&Record>,
) -> String {
    match saving.is_behind() {
        true => keep(saving, files, table, loaded),
        false if table.is_over() => String::new(),
        false => saved(&saving.file()),
    }
}

/// Writes the record of a table into a file, or says in a sentence why that failed.
pub(super) fn save(
    files: &mut impl Files,
    name: &str,
    table: &Table,
    loaded: Option<&Record>,
) -> Result<(), String> {
    let written = files.write(name, &whole_record(table, loaded).to_sgf());
    written.map_err(|why| format!("The game could not be saved as {}: {why}.", shown(name)))
}

/// The game at a table and, where it goes on from a record that was loaded, the comments and variations of that record.
/// Moves of the record that were taken back stay as variations.
pub(super) fn whole_record(table: &Table, loaded: Option<&Record>) -> Record {
    let game = table.record();
    let Some(loaded) = loaded else { return game };
    // Those who go on with the game are not always those whom the record names.
    let players = Side::BOTH.map(|side| game.player(side).to_owned());
    let engines = Side::BOTH.map(|side| game.engine(side));
    let date = game.date().to_owned();
    let whole = Study::new(loaded.clone()).brought_up_to(game).into_record();
    let [first, second] = &players;
    whole.with_players([first, second]).with_engines(engines).with_date(&date)
}

/// That it is there.
pub(super) fn saved(name: &str) -> String {
    format!("The game is saved as {}.\n", shown(name))
}

/// The name under which a game is kept that has no file of the person's choice: by the moment of its beginning, so that
/// the newest comes last.
pub(super) fn kept_name(table: &Table) -> String {
    format!("{:013}-{}.sgf", table.began().as_millis(), table.setup().spec.id)
}

/// Whether to replace a file that is there.
pub(super) fn overwrite(name: &str) -> String {
    format!("{} exists already. Overwrite it? (y/n)\n", shown(name))
}

/// That a file was not replaced.
pub(super) fn left_alone(name: &str) -> String {
    format!("{} was left as it is.\n", shown(name))
}

/// How a game goes on that was kept in this file and is not over.
pub(super) fn to_go_on(file: &str, table: &Table) -> String {
    let (id, file) = (table.setup().spec.id, quoted(file));
    format!("Your game is kept. To go on: konoba play {id} --load {file}\n")
}

/// A path as it is typed at a shell, which takes it for one word. On Windows no path has a quotation mark in it.
fn quoted(path: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%=".contains(c);
    match cfg!(windows) {
        _ if !path.is_empty() && path.chars().all(is_plain) => path.into(),
        true if path.chars().all(|c| is_plain(c) || c == '\\') => path.into(),
        true => format!("\"{path}\"").into(),
        false => format!("'{}'", path.replace('\'', r"'\''")).into(),
    }
}

#[cfg(all(test, not(windows)))]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_word_of_a_shell() {
        let check = |path: &str, expected: &str| assert_eq!(quoted(path), expected);
        check("/home/ana/games/1.sgf", "/home/ana/games/1.sgf");
        check("/home/čiča/1.sgf", "/home/čiča/1.sgf");
        check("/my games/1.sgf", "'/my games/1.sgf'");
        check("/ana's/$HOME.sgf", r"'/ana'\''s/$HOME.sgf'");
        check("~/1.sgf", "'~/1.sgf'");
        check("", "''");
    }
}
