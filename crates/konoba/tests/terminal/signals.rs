//! Signals: the terminal is given back, whatever ends or stops the program.

use portable_pty::CommandBuilder;
use tempfile::tempdir;

use crate::pty::Terminal;

/// Nothing of the program is left on the terminal. Whether pastes are marked is for the shell to say, which may want
/// that too.
fn is_given_back(screen: &vt100::Screen) -> bool {
    !screen.alternate_screen()
        && !screen.hide_cursor()
        && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
}

#[test]
fn a_signal_gives_the_terminal_back() {
    for signal in ["TERM", "INT", "HUP"] {
        let home = tempdir().unwrap();
        let mut terminal =
            Terminal::konoba(home.path(), &["play", "konobi:5,nopie", "--names", "Ana,Luka"]);
        terminal.see("Konobi 5x5");
        terminal.press("c3\r");
        terminal.see("Ana (Black) plays c3.");
        terminal.signal(signal);
        assert_ne!(terminal.end(), 0, "{signal}");
        terminal.wait(signal, |screen| is_given_back(screen) && !screen.bracketed_paste());
        // The game is there.
        let mut terminal = Terminal::konoba(home.path(), &[]);
        terminal.see("Continue Konobi 5x5, Ana - Luka, 1 move");
        terminal.press([3]);
        terminal.end();
    }
}

#[test]
fn a_stopped_program_comes_back_as_it_was() {
    let home = tempdir().unwrap();
    let mut shell = CommandBuilder::new("bash");
    shell.args(["--norc", "--noprofile", "-i"]);
    shell.env("PS1", "ready> ");
    let mut terminal = Terminal::run(home.path(), shell);
    terminal.see("ready>");
    let program = env!("CARGO_BIN_EXE_konoba");
    terminal.press(format!("{program} play konobi:5,nopie --names Ana,Luka\r"));
    terminal.see("Konobi 5x5");
    terminal.press([26]);
    terminal
        .wait("the shell", |screen| is_given_back(screen) && screen.contents().contains("Stopped"));
    terminal.press("fg\r");
    terminal.wait("the board", |screen| {
        screen.alternate_screen() && screen.contents().contains("Black Ana")
    });
    terminal.press("c3\r");
    terminal.see("Ana (Black) plays c3.");
    terminal.press([3]);
    terminal.wait("the shell again", is_given_back);
    terminal.press("exit\r");
    terminal.end();
}
