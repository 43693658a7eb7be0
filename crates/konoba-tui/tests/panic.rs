//! A panic gives the terminal back before it speaks.

#![cfg(unix)]

use std::io::Read;
use std::time::Duration;

use konoba_tui::Session;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

#[test]
#[ignore = "run by the other test, in a terminal of its own"]
fn panics_with_the_terminal_taken() {
    let _session = Session::open(None, Duration::ZERO).unwrap();
    panic!("on purpose");
}

#[test]
fn the_terminal_is_given_back_before_a_panic_speaks() {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", "panics_with_the_terminal_taken", "--nocapture"]);
    command.env("TERM", "xterm");
    command.env("RUST_BACKTRACE", "0");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut bytes = Vec::new();
    // On Linux reading ends with an error when the other end is closed.
    let _ = pair.master.try_clone_reader().unwrap().read_to_end(&mut bytes);
    assert!(!child.wait().unwrap().success());

    let find = |text: &str| bytes.windows(text.len()).position(|part| part == text.as_bytes());
    let (taken, given) = (find("\x1b[?1049h").unwrap(), find("\x1b[?1049l").unwrap());
    let spoke = find("on purpose").unwrap();
    assert!(taken < given && given < spoke, "{taken} {given} {spoke}");
    let mut parser = vt100::Parser::default();
    parser.process(&bytes);
    assert!(!parser.screen().alternate_screen() && !parser.screen().hide_cursor());
    assert!(parser.screen().contents().contains("on purpose"));
}
