//! A person at a terminal: the real program on a pseudo-terminal, and what its screen shows.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Nothing takes this long unless it is broken.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program, its terminal, and the screen as far as it was read.
pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    screen: Arc<(Mutex<vt100::Parser>, Condvar)>,
    output: Arc<Mutex<Vec<u8>>>,
    /// Ends when there is nothing left to read.
    reading: Option<JoinHandle<()>>,
}

impl Terminal {
    /// `konoba` with these arguments, on a screen of 80x24, at home in a folder of the test.
    pub(crate) fn konoba(home: &Path, arguments: &[&str]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_konoba"));
        command.args(arguments);
        Self::run(home, command)
    }

    /// The same with the hidden games of the register on offer.
    pub(crate) fn with_hidden_games(home: &Path, arguments: &[&str]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_konoba"));
        command.args(arguments);
        command.env("KONOBA_HIDDEN_GAMES", "1");
        Self::run(home, command)
    }

    pub(crate) fn run(home: &Path, mut command: CommandBuilder) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        for (name, value) in [("TERM", "xterm"), ("LC_ALL", "C.UTF-8"), ("NO_COLOR", "1")] {
            command.env(name, value);
        }
        command.env("KONOBA_HOME", home.join("state"));
        command.cwd(home);
        let child = pair.slave.spawn_command(command).unwrap();
        let writer = pair.master.take_writer().unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let screen = Arc::new((Mutex::new(vt100::Parser::default()), Condvar::new()));
        let output = Arc::new(Mutex::new(Vec::new()));
        let (shared, kept) = (Arc::clone(&screen), Arc::clone(&output));
        let reading = thread::spawn(move || {
            let mut bytes = [0; 4096];
            // What the program writes is taken from it in any case, even when the emulator gives
            // up on it: a terminal that stopped reading would stop the program.
            let mut is_shown = true;
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                kept.lock().unwrap().extend_from_slice(&bytes[..count]);
                is_shown = is_shown
                    && catch_unwind(AssertUnwindSafe(|| {
                        shared.0.lock().unwrap().process(&bytes[..count]);
                    }))
                    .is_ok();
                shared.1.notify_all();
            }
        });
        let reading = Some(reading);
        Self { child, master: pair.master, writer, screen, output, reading }
    }

    pub(crate) fn press(&mut self, keys: impl AsRef<[u8]>) {
        // The program may have quit in the middle of it.
        let _ = self.writer.write_all(keys.as_ref());
        let _ = self.writer.flush();
    }

    /// Waits until the screen is as wanted, and returns its text.
    pub(crate) fn wait(&self, wanted: &str, is: impl Fn(&vt100::Screen) -> bool) -> String {
        let begin = Instant::now();
        let (parser, changed) = &*self.screen;
        let mut parser = parser.lock().unwrap();
        while !is(parser.screen()) {
            let left = PATIENCE.saturating_sub(begin.elapsed());
            let text = parser.screen().contents();
            assert!(!left.is_zero(), "{wanted} was awaited; the screen shows:\n{text}");
            parser = changed.wait_timeout(parser, left).unwrap().0;
        }
        parser.screen().contents()
    }

    /// Waits for a text on the screen, which may be broken over lines there.
    pub(crate) fn see(&self, text: &str) -> String {
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.wait(text, |screen| flat(&screen.contents()).contains(&flat(text)))
    }

    pub(crate) fn resize(&self, cols: u16, rows: u16) {
        let [height, width] = [rows, cols].map(|length| NonZeroU16::new(length).unwrap());
        self.screen.0.lock().unwrap().screen_mut().set_size(height, width);
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
    }

    /// Sends the program a signal.
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.process_id().unwrap().to_string();
        let kill = std::process::Command::new("kill").args(["-s", signal, &id]).status();
        assert!(kill.unwrap().success());
    }

    /// Ends the program without a chance to say good-bye.
    pub(crate) fn kill(mut self) {
        let id = self.child.process_id().unwrap().to_string();
        assert!(std::process::Command::new("kill").args(["-9", &id]).status().unwrap().success());
        self.child.wait().unwrap();
    }

    /// Waits for the end and for the last that was written, and returns the exit status.
    pub(crate) fn end(&mut self) -> u32 {
        let status = self.child.wait().unwrap();
        self.reading.take().into_iter().for_each(|reading| reading.join().unwrap());
        status.exit_code()
    }

    /// Everything that the program has written until it ended, as bytes.
    pub(crate) fn written(&self) -> String {
        String::from_utf8_lossy(&self.output.lock().unwrap()).into_owned()
    }

    /// Leaves as a person does.
    pub(crate) fn quit(mut self) {
        self.press([3]);
        assert_eq!(self.end(), 0);
    }
}
