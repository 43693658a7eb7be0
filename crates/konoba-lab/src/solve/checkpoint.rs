//! What a solve has found out so far, kept in a file, so that one that is killed goes on from there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use konoba_engine::solve::{Entry, Solved};
use konoba_files::{read_text, replace};
use konoba_rules::{Move, Side, Spec};

use crate::lock::Lock;

/// What is known at some time.
#[derive(Clone, Default)]
pub(super) struct Checkpoint {
    /// The tasks that are done, by number, and what is certain about them.
    pub(super) done: Vec<(usize, Solved)>,
    /// What the solvers found out at some cost.
    pub(super) findings: Vec<Entry>,
}

/// Where it is kept, and what it must be about.
pub(super) struct CheckpointFile {
    path: PathBuf,
    spec: &'static Spec,
    subject: String,
}

/// Beside the subject, the first line of every such file.
const HEADING: &str = "konoba-solve 1";

/// Several times what the most findings that are kept take.
const MOST_BYTES: u64 = 64 << 20;

impl CheckpointFile {
    /// A file about a subject of a game, which says what is being solved.
    pub(super) const fn new(path: PathBuf, spec: &'static Spec, subject: String) -> Self {
        Self { path, spec, subject }
    }

    /// Keeps every other solve from this file until what is returned is dropped: two would each write over what the other
    /// has found out.
    pub(super) fn lock(&self) -> anyhow::Result<Lock> {
        if self.path.exists() {
            self.ensure_regular().with_context(|| self.path.display().to_string())?;
        }
        Lock::of(&self.path, "another solve is using this checkpoint")
    }

    /// What the file holds; nothing if there is none yet.
    pub(super) fn read(&self) -> anyhow::Result<Checkpoint> {
        let name = || self.path.display().to_string();
        match self.content() {
            Ok(text) => self.parse(&text).with_context(name),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Checkpoint::default()),
            Err(error) => Err(error).with_context(name),
        }
    }

    fn content(&self) -> io::Result<String> {
        self.ensure_regular()?;
        read_text(&self.path, MOST_BYTES)
    }

    /// A device or a pipe cannot be replaced by the next checkpoint.
    fn ensure_regular(&self) -> io::Result<()> {
        match fs::metadata(&self.path)?.is_file() {
            true => Ok(()),
            false => Err(io::Error::other("it is not a regular file")),
        }
    }

    /// Replaces the file, which is whole at every moment.
    pub(super) fn write(&self, checkpoint: &Checkpoint) -> anyhow::Result<()> {
        let name = || self.path.display().to_string();
        replace(Path::new(&self.path), &self.text(checkpoint)).with_context(name)
    }

    fn text(&self, checkpoint: &Checkpoint) -> String {
        let mut text = format!("{HEADING} {}\n", self.subject);
        for (task, Solved { winner, within, best }) in &checkpoint.done {
            let best = best.map_or_else(String::new, |mv| format!(" {}", mv.written(self.spec)));
            text.push_str(&format!("done {task} {} {within}{best}\n", winner.index() + 1));
        }
        for entry in &checkpoint.findings {
            let [code, word] = entry.to_words();
            text.push_str(&format!("{code:016x} {word:016x}\n"));
        }
        let sum = checksum(&text);
        text.push_str(&format!("end {sum:016x}\n"));
        text
    }

    fn parse(&self, text: &str) -> anyhow::Result<Checkpoint> {
        let (body, last) = text.split_at(text.trim_end().rfind('\n').map_or(0, |end| end + 1));
        let sum = last.trim_end().strip_prefix("end ");
        let sum = sum.and_then(|sum| u64::from_str_radix(sum, 16).ok());
        ensure!(sum == Some(checksum(body)), "the file is damaged, or is no checkpoint");
        let mut lines = body.lines();
        let heading = lines.next().and_then(|line| line.strip_prefix(HEADING)).unwrap_or_default();
        if heading.trim_start() != self.subject {
            bail!("the checkpoint is about '{}', not '{}'", heading.trim_start(), self.subject);
        }
        let mut checkpoint = Checkpoint::default();
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let is_read = match words[..] {
                // Older files do not name the move, and there is none after the end.
                ["done", task, winner, within] => {
                    read_done(task, winner, within).map(|done| checkpoint.done.push(done))
                }
                ["done", task, winner, within, best] => {
                    let best = Move::read(best, self.spec).ok();
                    let done = best.and(read_done(task, winner, within));
                    done.map(|(task, solved)| {
                        checkpoint.done.push((task, Solved { best, ..solved }))
                    })
                }
                [code, word] => {
                    let read = |text| u64::from_str_radix(text, 16).ok();
                    let words = read(code).zip(read(word));
                    words.map(|(code, word)| {
                        checkpoint.findings.push(Entry::from_words([code, word]))
                    })
                }
                _ => None,
            };
            ensure!(is_read.is_some(), "the line '{line}' is not understood");
        }
        Ok(checkpoint)
    }
}

fn read_done(task: &str, winner: &str, within: &str) -> Option<(usize, Solved)> {
    let winner =
        Side::BOTH[winner.parse::<usize>().ok()?.checked_sub(1).filter(|side| *side < 2)?];
    Some((task.parse().ok()?, Solved { winner, within: within.parse().ok()?, best: None }))
}

/// FNV-1a (Fowler, Noll and Vo), against accidents.
fn checksum(text: &str) -> u64 {
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use konoba_rules::Setup;

    use super::*;

    fn about(path: &str, subject: &str) -> CheckpointFile {
        let spec = "konobi".parse::<Setup>().unwrap().spec;
        CheckpointFile::new(path.into(), spec, subject.to_owned())
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_checkpoint() {
        let endless = about("/dev/zero", "konobi:4 start");
        for why in [endless.read().err(), endless.lock().err()] {
            let why = why.map(|error| format!("{error:#}"));
            assert_eq!(why.as_deref(), Some("/dev/zero: it is not a regular file"));
        }
    }

    #[test]
    fn what_was_written_is_read_and_nothing_else() {
        let keeper = about("", "konobi:4 start");
        let findings = vec![Entry::from_words([1, 2]), Entry::from_words([u64::MAX, 3])];
        let best = Move::read("a2", keeper.spec).ok();
        let settled = Solved { winner: Side::Second, within: 15, best };
        let done = vec![(3, settled), (4, Solved { best: None, ..settled })];
        let text = keeper.text(&Checkpoint { done: done.clone(), findings });
        let read = keeper.parse(&text).unwrap();
        assert_eq!(read.done, done);
        assert_eq!(read.findings[1].to_words(), [u64::MAX, 3]);
        let other = about("", "konobi:5 start");
        assert!(other.parse(&text).is_err());
        for cut in 0..text.len() - 1 {
            assert!(keeper.parse(&text[..cut]).is_err(), "{cut}");
        }
        let changed = [text.replace("done 3", "done 4"), text.replace("15", "1x")];
        for wrong in ["", "\n", "end", "čaj", &changed[0], &changed[1]] {
            assert!(keeper.parse(wrong).is_err(), "{wrong}");
        }
    }
}
