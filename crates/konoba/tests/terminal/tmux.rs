//! Once through a terminal that people use.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tempfile::tempdir;

struct Tmux(String);

impl Tmux {
    fn call(&self, arguments: &[&str]) -> Output {
        let mut tmux = Command::new("tmux");
        tmux.args(["-L", &self.0, "-f", "/dev/null"]).args(arguments).output().unwrap()
    }

    /// Looks at the pane until it shows a text. There is no way to be told of a change.
    fn see(&self, text: &str) -> String {
        let begin = Instant::now();
        loop {
            let pane = self.call(&["capture-pane", "-p", "-t", "game"]);
            let shown = String::from_utf8_lossy(&pane.stdout).into_owned();
            if shown.contains(text) {
                return shown;
            }
            let is_patient = begin.elapsed() < Duration::from_secs(60);
            assert!(is_patient, "{text} was awaited; the pane shows:\n{shown}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.call(&["kill-server"]);
    }
}

#[test]
fn a_game_in_tmux() {
    if Command::new("tmux").arg("-V").output().is_err() {
        eprintln!("SKIPPED: tmux is not on this machine, so no game was played in it");
        return;
    }
    let home = tempdir().unwrap();
    let tmux = Tmux(format!("konoba-test-{}", std::process::id()));
    let program = format!(
        "env LC_ALL=C.UTF-8 KONOBA_HOME='{}' '{}' play konobi:3,nopie --names Ana,Luka",
        home.path().display(),
        env!("CARGO_BIN_EXE_konoba"),
    );
    let size = ["-x", "80", "-y", "24"];
    let started = [&["-u", "new-session", "-d", "-s", "game"][..], &size, &[&program]].concat();
    let output = tmux.call(&started);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    tmux.see("Konobi 3x3");
    // Arrows and letters of the board, then the whole column: Black joins top and bottom.
    tmux.call(&["send-keys", "-t", "game", "Up", "Space"]);
    tmux.see("Ana (Black) plays b3.");
    for (mv, said) in [("a1", "plays a1"), ("b2", "plays b2"), ("a2", "plays a2")] {
        tmux.call(&["send-keys", "-t", "game", mv, "Enter"]);
        tmux.see(said);
    }
    tmux.call(&["send-keys", "-t", "game", "b1", "Enter"]);
    tmux.see("Ana (Black) plays b1 and wins by connecting top and bottom.");
}
