//! Conversations as files: what is said and what must be answered, letter by letter. With
//! `SNAPSHOTS=overwrite` the answers are written anew; read the diff before committing it.

use std::fs;
use std::path::Path;

use snapbox::Data;

/// Holds every transcript of a folder again: `held_again` gives a transcript back with the answers
/// of now in place of those of then.
pub(crate) fn check_transcripts(folder: &str, least: usize, held_again: impl Fn(&str) -> String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = fs::read_dir(folder).expect("the transcripts are there");
    let mut count = 0;
    for path in entries.map(|entry| entry.expect("the folder is readable").path()) {
        let transcript = fs::read_to_string(&path).expect("a transcript is text");
        let expected = Data::read_from(&path, None).raw();
        snapbox::assert_data_eq!(held_again(&transcript), expected);
        count += 1;
    }
    assert!(count >= least, "transcripts are missing");
}
