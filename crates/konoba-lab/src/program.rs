//! A GTP program behind a pipe. It may answer late, wrongly, without end or not at all.

mod family;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use konoba_engine::arena::Fault;

use family::Family;

/// The longest line that is read at once; what is longer comes in pieces.
const MAX_LINE: u64 = 1 << 16;
/// The longest answer, in bytes and in lines; a program that writes longer ones is broken.
const MAX_ANSWER: usize = 1 << 16;
const MAX_LINES: usize = 1000;
/// How many lines wait to be read before the program itself has to wait.
const WAITING: usize = 16;
/// How many letters of a wrong answer are shown.
const SHOWN: usize = 80;

/// A running GTP program, and all that it has started. They end with it.
pub struct Program {
    child: Child,
    family: Family,
    input: ChildStdin,
    /// What it writes, line by line; the channel ends with it.
    output: Receiver<String>,
}

impl Program {
    /// Starts what a shell understands.
    pub fn in_shell(line: &str) -> io::Result<Self> {
        Self::start(&mut shell(line))
    }

    /// Starts a program.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let (mut child, family) = Family::start(command)?;
        let input = child.stdin.take().expect("its input was asked for");
        let output = child.stdout.take().expect("its output was asked for");
        let (sender, receiver) = sync_channel(WAITING);
        thread::spawn(move || listen(output, &sender));
        Ok(Self { child, family, input, output: receiver })
    }

    /// Sends a command and waits so long for the whole answer, which is given back without the mark
    /// of success before it.
    pub fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        let answer = self.say(command, patience)?;
        match answer.strip_prefix('=') {
            // A number there would be that of the command; ours have none.
            Some(text) => Ok(text.trim_start_matches(|c: char| c.is_ascii_digit()).trim().into()),
            None => Err(wrong_answer(name_of(command), &answer)),
        }
    }

    /// Tells the program something that it can play without, such as the time. Some do not know the command, and their
    /// refusal is no fault.
    pub fn suggest(&mut self, command: &str, patience: Duration) -> Result<(), Fault> {
        let answer = self.say(command, patience)?;
        match answer.starts_with(['=', '?']) {
            true => Ok(()),
            false => Err(wrong_answer(name_of(command), &answer)),
        }
    }

    /// By what another thread ends the program.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.family.clone())
    }

    /// Sends a command and waits so long for the whole answer, whatever it is.
    fn say(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        let name = name_of(command);
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        sent.map_err(|_| Fault::Wrong(format!("ended before `{name}`")))?;
        self.answer(name, patience)
    }

    /// Its lines up to an empty one.
    fn answer(&self, name: &str, patience: Duration) -> Result<String, Fault> {
        let start = Instant::now();
        let mut answer = String::new();
        for _ in 0..MAX_LINES {
            let left = patience.saturating_sub(start.elapsed());
            let line = self.output.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => {
                    let seconds = patience.as_secs_f64();
                    Fault::Silent(format!("did not answer `{name}` within {seconds} s"))
                }
                RecvTimeoutError::Disconnected => {
                    Fault::Wrong(format!("ended instead of answering `{name}`"))
                }
            })?;
            match line.is_empty() {
                // An answer ends with an empty line; one before it belongs to the answer before.
                true if answer.is_empty() => continue,
                true => return Ok(answer),
                false if !answer.is_empty() => answer.push('\n'),
                false => {}
            }
            answer.push_str(&line);
            if answer.len() > MAX_ANSWER {
                break;
            }
        }
        Err(Fault::Wrong(format!("answered `{name}` without end")))
    }
}

/// Ends a program while another thread waits for its answer. That thread must still own the program: the number of
/// one that was dropped may be that of another process.
pub struct Stopper(Family);

impl Stopper {
    /// Ends it, and all that it has started.
    pub fn stop(&self) {
        self.0.end();
    }
}

fn name_of(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

#[cfg(unix)]
fn shell(line: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", line]);
    shell
}

/// The line goes to the shell of Windows as it was typed: its quotes are not those of other programs.
#[cfg(windows)]
fn shell(line: &str) -> Command {
    let mut shell = Command::new("cmd");
    std::os::windows::process::CommandExt::raw_arg(shell.arg("/C"), line);
    shell
}

/// Hands on what a program writes until it ends or the receiver is gone.
fn listen(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while let Ok(1..) = (&mut output).take(MAX_LINE).read_until(b'\n', &mut line) {
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        line.clear();
        if sender.send(text).is_err() {
            break;
        }
    }
}

/// What is said of an answer that is none: its beginning, with nothing in it that a terminal obeys.
pub fn wrong_answer(name: &str, answer: &str) -> Fault {
    let beginning: String = answer.chars().take(SHOWN).collect();
    Fault::Wrong(format!("answered `{name}` with '{}'", beginning.escape_debug()))
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already, and its output is not needed any more.
        let _ = writeln!(self.input, "quit");
        self.family.end();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn asked(line: &str, patience: Duration) -> String {
        let answer = Program::in_shell(line).unwrap().ask("name", patience);
        answer.unwrap_or_else(|fault| fault.to_string())
    }

    #[test]
    fn an_answer_is_read_up_to_its_empty_line() {
        assert_eq!(asked(r"printf '\n\n= a\nb\n\n= c\n\n'; cat", LONG), "a\nb");
        assert_eq!(asked(r"printf '=12 a\n\n'; cat", LONG), "a");
        assert!(asked("exit 3", LONG).starts_with("ended "));
    }

    #[test]
    fn what_is_only_suggested_may_be_refused() {
        let mut program = Program::in_shell(r"printf '? unknown command\n\n= a\n\n'; cat").unwrap();
        program.suggest("time_left black 9 0", LONG).unwrap();
        assert_eq!(program.ask("name", LONG).unwrap(), "a");
        let mut program = Program::in_shell(r"printf 'hello\n\n'; cat").unwrap();
        let fault = program.suggest("time_left black 9 0", LONG).unwrap_err();
        assert_eq!(fault.to_string(), "answered `time_left` with 'hello'");
    }

    #[test]
    fn a_program_can_be_ended_while_its_answer_is_awaited() {
        let mut program = Program::in_shell("sleep 600").unwrap();
        let stopper = program.stopper();
        let waiting = thread::spawn(move || program.ask("name", LONG));
        stopper.stop();
        let fault = waiting.join().unwrap().unwrap_err().to_string();
        assert!(fault.starts_with("ended "), "{fault}");
    }

    /// Lines, empty lines, one line, and one that is too long for its length alone.
    #[test]
    fn an_answer_without_end_is_a_fault() {
        for endless in [
            "yes",
            "yes ''",
            "cat /dev/zero",
            r"head -c 70000 /dev/zero | tr '\0' x; printf '\n\n'; cat",
        ] {
            assert_eq!(asked(endless, LONG), "answered `name` without end", "{endless}");
        }
    }

    /// What is still there when the program has ended shows in what is read from its standard error.
    #[test]
    fn what_a_program_has_started_ends_with_it() {
        let (mut complaints, writer) = io::pipe().unwrap();
        let line = r"(sleep 1; echo alive >&2) & printf '= a\n\n'; wait";
        let mut program =
            Program::start(Command::new("sh").args(["-c", line]).stderr(writer)).unwrap();
        assert_eq!(program.ask("name", LONG).unwrap(), "a");
        drop(program);
        let mut complained = String::new();
        complaints.read_to_string(&mut complained).unwrap();
        assert_eq!(complained, "");
    }

    /// Every line comes in time, but the answer does not.
    #[test]
    fn patience_is_for_the_whole_answer() {
        let slow = "while echo x; do sleep 0.05; done";
        let answer = asked(slow, Duration::from_millis(300));
        assert_eq!(answer, "did not answer `name` within 0.3 s");
    }

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        let answer = asked(r"printf '? \033[2J\n\n'; cat", LONG);
        assert_eq!(answer, r"answered `name` with '? \u{1b}[2J'");
        assert_eq!(
            wrong_answer("name", &"x".repeat(100)).to_string().len(),
            "answered `name` with ''".len() + SHOWN
        );
    }
}
