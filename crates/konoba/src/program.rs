//! A GTP program behind a pipe. It may answer late, wrongly or not at all.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use konoba_engine::arena::Fault;

/// The longest line that is read of an answer; a program that writes longer ones is broken.
const MAX_LINE: u64 = 1 << 16;

/// A running GTP program.
pub(crate) struct Program {
    child: Child,
    input: ChildStdin,
    /// What it writes, line by line; the channel ends with it.
    output: Receiver<String>,
}

impl Program {
    /// Starts a program as a shell would.
    pub(crate) fn start(command: &str) -> Result<Self, Fault> {
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut child = Command::new(shell)
            .args([flag, command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Fault(format!("could not be started: {error}")))?;
        let input = child.stdin.take().expect("its input was asked for");
        let output = child.stdout.take().expect("its output was asked for");
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while let Ok(1..) = (&mut output).take(MAX_LINE).read_until(b'\n', &mut line) {
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                line.clear();
                if sender.send(text).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, output: receiver })
    }

    /// Sends a command and waits so long for its answer, without the mark of success before it.
    pub(crate) fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        let name = command.split(' ').next().unwrap_or_default();
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        sent.map_err(|_| Fault(format!("ended before `{name}`")))?;
        let mut answer = Vec::new();
        loop {
            let line = self.output.recv_timeout(patience).map_err(|error| match error {
                RecvTimeoutError::Timeout => {
                    Fault(format!("did not answer `{name}` within {} s", patience.as_secs()))
                }
                RecvTimeoutError::Disconnected => {
                    Fault(format!("ended instead of answering `{name}`"))
                }
            })?;
            match line.is_empty() {
                // An answer ends with an empty line; one before it belongs to the answer before.
                true if answer.is_empty() => {}
                true => break,
                false => answer.push(line),
            }
        }
        let answer = answer.join("\n");
        match answer.strip_prefix('=') {
            Some(text) => Ok(text.trim().to_owned()),
            None => {
                let short: String = answer.chars().take(80).collect();
                Err(Fault(format!("answered `{name}` with '{short}'")))
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already, and nobody waits for what it has to say.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
