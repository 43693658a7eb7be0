//! How far a solve has come, for the user who waits.

use std::fmt;

use serde::Serialize;

use crate::audience::{Audience, CLEAR, say};

/// How many tasks are settled, of how many.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Standing {
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
    standing: Standing,
    #[serde(flatten)]
    step: TaskReport<'a>,
}

impl Audience {
    /// Tells that it begins.
    pub(super) fn begin(self, standing: Standing) {
        if let Self::Terminal = self {
            say(&format!("\r{} {standing}{CLEAR}", standing.bar()));
        }
    }

    /// Tells of a step.
    pub(super) fn hear(self, standing: Standing, step: TaskReport<'_>) {
        say(&self.line(standing, step));
    }

    /// Makes room for the result.
    pub(super) fn end(self) {
        if let Self::Terminal = self {
            say(&format!("\r{CLEAR}"));
        }
    }

    fn line(self, standing: Standing, step: TaskReport<'_>) -> String {
        let bar = standing.bar();
        match self {
            Self::Terminal if step.is_news => {
                format!("\r{standing}; {step}{CLEAR}\n{bar} {standing}{CLEAR}")
            }
            Self::Terminal => format!("\r{bar} {standing}; {step}{CLEAR}"),
            Self::Log if step.is_news => format!("{standing}; {step}\n"),
            Self::Program => {
                let object = serde_json::to_string(&Object { standing, step });
                object.expect("words and numbers can be written") + "\n"
            }
            Self::Log | Self::NoOne => String::new(),
        }
    }
}

impl Standing {
    /// The share that is settled, in plain characters.
    fn bar(self) -> String {
        const WIDTH: usize = 10;
        let filled = WIDTH * self.settled / self.tasks.max(1);
        format!("[{}{}]", "#".repeat(filled), ".".repeat(WIDTH - filled))
    }
}

impl fmt::Display for Standing {
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
    fn the_bar_grows_with_what_is_settled() {
        for (settled, tasks, bar) in [
            (0, 9, "[..........]"),
            (4, 9, "[####......]"),
            (8, 9, "[########..]"),
            (9, 9, "[##########]"),
            (0, 0, "[..........]"),
        ] {
            assert_eq!(Standing { settled, tasks }.bar(), bar, "{settled} of {tasks}");
        }
    }

    #[test]
    fn a_terminal_sees_the_bar_and_a_log_the_news_alone() {
        let standing = Standing { settled: 4, tasks: 9 };
        let step = TaskReport { task: "c2", value: "white", nodes: 70, is_news: true };
        let slice = TaskReport { value: "unknown", is_news: false, ..step };
        for (audience, step, line) in [
            (
                Audience::Terminal,
                slice,
                "\r[####......] 4 of 9 settled; c2 unknown, 70 nodes\x1b[K",
            ),
            (
                Audience::Terminal,
                step,
                "\r4 of 9 settled; c2 white, 70 nodes\x1b[K\n[####......] 4 of 9 settled\x1b[K",
            ),
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
            assert_eq!(audience.line(standing, step), line);
        }
    }

    /// The last of 80 columns stays empty, since some terminals begin a new line after it.
    #[test]
    fn the_longest_line_fits_eighty_columns() {
        let standing = Standing { settled: 361, tasks: 361 };
        let step =
            TaskReport { task: "position", value: "unknown", nodes: u64::MAX, is_news: false };
        let line = Audience::Terminal.line(standing, step);
        let shown = line.trim_start_matches('\r').trim_end_matches(CLEAR).chars().count();
        assert!(shown < 80, "{shown}: {line}");
    }
}
