//! The script in which the other tests are written checks what it runs.

use crate::support::{Company, Log, opened};

#[test]
fn a_script_runs_to_its_summary() {
    let mut log = Log::new(&opened("konobi:5", Company::Apart));
    log.run("1:c3 2:c3!occupied 1:d4!not-your-turn 2:d4");
    assert_eq!(log.summary(), "1:c3 2:d4 | first 1, to move 1");
}

#[test]
#[should_panic(expected = "at One d4")]
fn a_script_notices_what_it_did_not_expect() {
    Log::new(&opened("konobi:5", Company::Apart)).run("1:c3 1:d4");
}
