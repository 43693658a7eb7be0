//! How far a solve has come, for the user who waits.

use std::fmt;
use std::path::Path;

use indicatif::ProgressBar;
use serde::Serialize;

use crate::audience::{Audience, say};
use crate::bar::bar;

/// How many tasks are settled, of how many.
#[derive(Clone, Copy, Serialize)]
pub(super) struct TaskCounts {
    pub(super) settled: usize,
    pub(super) tasks: usize,
}

/// What has been done for a task so far.
#[derive(Clone, Copy, Serialize)]
pub(super) struct TaskReport<'a> {
    pub(super) task: &'a str,
    /// Who wins it, if that is known.
    pub(super) value: &'a str,
    pub(super) nodes: u64,
    /// Whether it is worth a line that stays.
    #[serde(skip)]
    pub(super) is_news: bool,
}

/// A step as programs read it.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    counts: TaskCounts,
    #[serde(flatten)]
    step: TaskReport<'a>,
}

/// Tells how it goes until it is dropped, which makes room for the result.
pub(super) struct SolveProgress {
    audience: Audience,
    bar: ProgressBar,
}

impl SolveProgress {
    /// Tells that it begins.
    pub(super) fn begin(audience: Audience, counts: TaskCounts) -> Self {
        let bar = match audience {
            Audience::Terminal => bar(counts.tasks, "settled"),
            Audience::Log | Audience::Program | Audience::NoOne => ProgressBar::hidden(),
        };
        bar.set_position(counts.settled as u64);
        Self { audience, bar }
    }

    /// Tells of a step.
    pub(super) fn hear(&self, counts: TaskCounts, step: TaskReport<'_>) {
        self.bar.set_position(counts.settled as u64);
        match self.audience {
            Audience::Terminal if step.is_news => self.bar.println(format!("{counts}; {step}")),
            Audience::Terminal => self.bar.set_message(format!("; {step}")),
            audience => say(&line(audience, counts, step)),
        }
    }
}

impl Drop for SolveProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Tells how many replies of a certificate there are, until it is dropped. How many there will be is not known before.
pub(super) struct CertificateProgress {
    audience: Audience,
    bar: ProgressBar,
    path: String,
}

impl CertificateProgress {
    /// Tells nothing yet: most certificates are done at once.
    pub(super) fn begin(audience: Audience, path: &Path) -> Self {
        let bar = match audience {
            Audience::Terminal => ProgressBar::new_spinner(),
            Audience::Log | Audience::Program | Audience::NoOne => ProgressBar::hidden(),
        };
        Self { audience, bar, path: path.display().to_string() }
    }

    /// Tells how many there are now.
    pub(super) fn hear(&self, replies: u64) {
        match self.audience {
            Audience::Terminal => {
                self.bar.set_message(format!("{}: {replies} replies", self.path));
                self.bar.tick();
            }
            audience => say(&certificate_line(audience, &self.path, replies)),
        }
    }
}

impl Drop for CertificateProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A certificate that is being written, as programs read of it.
#[derive(Serialize)]
struct CertificateObject<'a> {
    certificate: &'a str,
    replies: u64,
}

fn certificate_line(audience: Audience, path: &str, replies: u64) -> String {
    match audience {
        Audience::Log => format!("{path}: {replies} replies\n"),
        Audience::Program => {
            let object = serde_json::to_string(&CertificateObject { certificate: path, replies });
            object.expect("words and numbers can be written") + "\n"
        }
        Audience::Terminal | Audience::NoOne => String::new(),
    }
}

/// What is written where no bar is drawn.
fn line(audience: Audience, counts: TaskCounts, step: TaskReport<'_>) -> String {
    match audience {
        Audience::Log if step.is_news => format!("{counts}; {step}\n"),
        Audience::Program => {
            let object = serde_json::to_string(&Object { counts, step });
            object.expect("words and numbers can be written") + "\n"
        }
        Audience::Terminal | Audience::Log | Audience::NoOne => String::new(),
    }
}

impl fmt::Display for TaskCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} settled", self.settled, self.tasks)
    }
}

impl fmt::Display for TaskReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {} nodes", self.task, self.value, self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gets_the_news_alone_and_a_program_every_step() {
        let counts = TaskCounts { settled: 4, tasks: 9 };
        let step = TaskReport { task: "c2", value: "white", nodes: 70, is_news: true };
        let slice = TaskReport { value: "unknown", is_news: false, ..step };
        for (audience, step, expected) in [
            (Audience::Log, slice, ""),
            (Audience::Log, step, "4 of 9 settled; c2 white, 70 nodes\n"),
            (
                Audience::Program,
                slice,
                concat!(
                    r#"{"settled":4,"tasks":9,"task":"c2","value":"unknown","nodes":70}"#,
                    "\n"
                ),
            ),
            (Audience::NoOne, step, ""),
        ] {
            assert_eq!(line(audience, counts, step), expected);
        }
    }

    #[test]
    fn certificates_are_told_of_by_their_names() {
        for (audience, expected) in [
            (Audience::Log, "proofs/c3.txt.gz: 71 replies\n"),
            (
                Audience::Program,
                concat!(r#"{"certificate":"proofs/c3.txt.gz","replies":71}"#, "\n"),
            ),
            (Audience::NoOne, ""),
        ] {
            assert_eq!(certificate_line(audience, "proofs/c3.txt.gz", 71), expected);
        }
    }
}
