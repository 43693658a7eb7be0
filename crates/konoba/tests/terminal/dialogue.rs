//! The line dialogue on a terminal: typed lines are read while the engine thinks.

use std::fs;

use tempfile::tempdir;

use crate::pty::Terminal;

/// The engine would think for ten minutes about each move: without the interruption the test would not end.
#[test]
fn a_typed_line_interrupts_the_engine() {
    let home = tempdir().unwrap();
    let game = ["play", "konobi:9,nopie", "--plain", "--save", "game.sgf"];
    let engine = ["--engine", "10", "--time", "600"];
    let mut terminal = Terminal::konoba(home.path(), &[game.as_slice(), &engine].concat());
    terminal.see("First player's name?");
    terminal.press("Ana\r");
    terminal.see("Move, such as");
    terminal.press("e5\r");
    terminal.see("Computer 10 (White) is to move.");
    terminal.press("undo\r");
    terminal.see("You took back move 1.");
    terminal.press("d4\r");
    terminal.see("You play d4.");
    terminal.press("\r");
    terminal.see("Computer 10 (White) plays");
    terminal.press("hint\r");
    terminal.press("stop\r");
    terminal.see("Hint:");
    terminal.press("resign\r");
    terminal.see("because Ana (Black) resigned");
    terminal.press("y\r");
    // Now it moves first, and quitting does not wait for that.
    terminal.see("Computer 10 (Black) is to move.");
    terminal.press("quit\r");
    assert_eq!(terminal.end(), 0);
    assert!(terminal.written().contains("Goodbye."));
    let saved = fs::read_to_string(home.path().join("game.sgf")).unwrap();
    assert!(saved.contains(";B[d4];W["), "{saved}");
}
