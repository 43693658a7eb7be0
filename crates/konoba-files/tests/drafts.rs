//! Drafts when the program ends in the middle. In a process of its own: it removes those of all.

use std::fs;
use std::io::Write;

use konoba_files::{Replacement, remove_drafts};

#[test]
fn nothing_is_left_of_what_was_begun() {
    let folder = std::env::temp_dir().join(format!("konoba-drafts-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let count = || fs::read_dir(&folder).unwrap().count();
    let mut finished = Replacement::begin(&folder.join("finished")).unwrap();
    finished.write_all(b"whole").unwrap();
    finished.finish().unwrap();
    std::mem::forget(Replacement::begin(&folder.join("other")).unwrap());
    assert_eq!(count(), 2);
    remove_drafts();
    assert_eq!((count(), fs::read(folder.join("finished")).unwrap()), (1, b"whole".to_vec()));
    fs::remove_dir_all(&folder).unwrap();
}
