//! What a terminal may do to a program, and that it gets itself back.

use fastrand::Rng;
use portable_pty::CommandBuilder;
use tempfile::tempdir;

use crate::pty::Terminal;

#[test]
fn a_terminal_may_change_its_size_at_any_moment() {
    let home = tempdir().unwrap();
    let mut terminal = Terminal::konoba(home.path(), &["play", "konobi:19,nopie"]);
    terminal.see("19x19");
    for round in 0..40_u16 {
        let (columns, rows) = (1 + round * 37 % 180, 1 + round * 23 % 70);
        terminal.resize(columns, rows);
        terminal.press("h");
    }
    terminal.resize(40, 12);
    // Only now is all of it answered, and what is seen afterwards is no earlier screen.
    terminal.see("This terminal is too small: 40x12");
    terminal.resize(80, 24);
    terminal.see("19x19");
    terminal.press(":d4\r");
    terminal.see("1 d4");
    terminal.quit();
}

#[test]
fn junk_does_no_harm() {
    for arguments in [&["play", "quentin:7"][..], &[]] {
        let home = tempdir().unwrap();
        let mut terminal = Terminal::konoba(home.path(), arguments);
        terminal.see("help");
        let mut dice = Rng::with_seed(7);
        // A slash could name a place outside the folder of the test; the rest would quit, or (Ctrl-Z) give the
        // terminal back for a moment, in which the next Ctrl-C or Ctrl-\ ends the program by a signal.
        let is_harmless = |byte: &u8| !matches!(byte, b'/' | b'Q' | 3 | 17 | 26 | 27);
        let bytes: Vec<_> = (0..20_000).map(|_| dice.u8(..)).filter(is_harmless).collect();
        bytes.chunks(512).for_each(|chunk| terminal.press(chunk));
        // Whatever sequence the junk has begun is ended first.
        terminal.press(b"~~~~\x03\x03\x03\x03\x03\x03\x03\x03");
        let status = terminal.end();
        let text = terminal.written();
        assert!(status == 0 && !text.contains("panicked"), "{status}: {text}");
    }
}

#[test]
fn the_terminal_is_given_back() {
    let home = tempdir().unwrap();
    let mut command = CommandBuilder::new("sh");
    let script = format!("'{}'; stty -a; echo done", env!("CARGO_BIN_EXE_konoba"));
    command.args(["-c", &script]);
    let mut terminal = Terminal::run(home.path(), command);
    terminal.see("Start the game");
    terminal.wait("the full screen", |screen| screen.alternate_screen());
    terminal.press([3]);
    let text = terminal.see("done");
    let modes: Vec<_> = text.split_whitespace().collect();
    assert!(modes.contains(&"icanon") && modes.contains(&"echo"), "{text}");
    terminal.wait("the screen of before", |screen| {
        let mouse = screen.mouse_protocol_mode();
        let has_mouse = mouse != vt100::MouseProtocolMode::None;
        !screen.alternate_screen() && !screen.hide_cursor() && !has_mouse
    });
    assert_eq!(terminal.end(), 0);
}
