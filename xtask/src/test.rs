//! `cargo xtask test`: runs the parts, two at a time, and sums them up.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::packages::{Installer, Unavailable};
use crate::parts::{Part, Without};
use crate::workspace::Workspace;

/// How a part ended.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

#[derive(Debug)]
struct Report {
    part: &'static str,
    outcome: Outcome,
    took: Duration,
}

/// So many parts run at once: most wait more than they compute, and what Cargo compiles it compiles one after the other.
const AT_ONCE: usize = 2;
/// How a part's process ends if it lacks something from elsewhere.
const LACKS_SOMETHING: u8 = 3;

/// Runs every part, whatever became of the others, and ends with one line of counts.
pub(crate) fn run(workspace: &Workspace, parts: &[&'static Part]) -> Result<ExitCode> {
    let runs = Runs::new(workspace)?;
    let reports = match parts {
        [part] => vec![runs.here(part)],
        parts => runs.side_by_side(parts),
    };
    println!("\n{}", Summary(&reports));
    let has_failed = reports.iter().any(|report| matches!(report.outcome, Outcome::Failed(_)));
    Ok(if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Runs a part in this process, which another has started for it, and leaves in a file why it did not pass.
pub(crate) fn run_for_another(workspace: &Workspace, part: &Part, reason: &Path) -> ExitCode {
    let Err(error) = (part.run)(workspace) else { return ExitCode::SUCCESS };
    // If it cannot be written the other says that there is none.
    let _ = fs::write(reason, format!("{error:#}"));
    if error.is::<Unavailable>() { ExitCode::from(LACKS_SOMETHING) } else { ExitCode::FAILURE }
}

/// Runs parts.
struct Runs<'a> {
    workspace: &'a Workspace,
    installer: Mutex<Installer<'a>>,
    /// This program. Cargo may put another in its place while the tests run.
    program: PathBuf,
    /// Where the parts that run side by side leave what they print.
    folder: PathBuf,
    /// Where that is shown then.
    output: Mutex<Box<dyn Write + Send>>,
}

impl<'a> Runs<'a> {
    fn new(workspace: &'a Workspace) -> Result<Self> {
        let folder = workspace.target.join("parts");
        fs::create_dir_all(&folder).context("no folder for what the parts print")?;
        let program = std::env::current_exe()?;
        let installer = Mutex::new(Installer::new(workspace));
        let output = Mutex::new(Box::new(io::stdout()) as Box<dyn Write + Send>);
        Ok(Self { workspace, installer, program, folder, output })
    }

    /// Runs a part in this process: what it prints is seen at once.
    fn here(&self, part: &'static Part) -> Report {
        println!("\n=== {}: {}", part.name, part.about);
        let report = self.timed(part, |part| self.outcome(part));
        println!("=== {}: {}", part.name, report.outcome);
        report
    }

    /// Runs parts in processes of their own, and those alone that ask for it. What one prints is shown when it has ended.
    fn side_by_side(&self, parts: &[&'static Part]) -> Vec<Report> {
        let (alone, beside): (Vec<_>, Vec<_>) = parts.iter().partition(|part| part.is_alone());
        let next = AtomicUsize::new(0);
        let take = || beside.get(next.fetch_add(1, Ordering::Relaxed)).copied();
        let work = || std::iter::from_fn(take).map(|part| self.apart(part)).collect::<Vec<_>>();
        let mut reports = thread::scope(|scope| {
            let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                // Parts that are not counted would pass for parts that have passed.
                .flat_map(|worker| worker.join().unwrap_or_else(|cause| resume_unwind(cause)))
                .collect::<Vec<_>>()
        });
        reports.extend(alone.into_iter().map(|part| self.apart(part)));
        reports.sort_by_key(|report| parts.iter().position(|part| part.name == report.part));
        reports
    }

    fn apart(&self, part: &'static Part) -> Report {
        self.show(format!("=== {} begins: {}\n", part.name, part.about).as_bytes());
        let log = self.folder.join(format!("{}.log", part.name));
        let report = self.timed(part, |part| match self.provide(part) {
            Err(error) => without(part, format!("{error:#}")),
            Ok(()) => self
                .process(part, &log)
                .unwrap_or_else(|error| Outcome::Failed(format!("{error:#}"))),
        });
        let printed = fs::read(&log).unwrap_or_default();
        let ended = format!("=== {}: {}\n\n", part.name, report.outcome);
        self.show(&[b"\n", printed.as_slice(), ended.as_bytes()].concat());
        report
    }

    fn show(&self, text: &[u8]) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        // That standard output was closed is no fault of the tests.
        let _ = output.write_all(text).and_then(|()| output.flush());
    }

    /// Runs a part in a process of its own that prints into a file.
    fn process(&self, part: &Part, log: &Path) -> Result<Outcome> {
        let reason = log.with_extension("reason");
        // What is left of a run that was killed is not the reason of this one.
        let _ = fs::remove_file(&reason);
        let output = File::create(log)?;
        let mut process = Command::new(&self.program);
        process.args(["part", part.name]).arg(&reason).stdin(Stdio::null());
        let status = process.stderr(output.try_clone()?).stdout(output).status()?;
        if status.success() {
            return Ok(Outcome::Passed);
        }
        let told = fs::read_to_string(&reason).unwrap_or_else(|_| format!("no reason ({status})"));
        let _ = fs::remove_file(reason);
        let lacks_something = status.code() == Some(LACKS_SOMETHING.into());
        Ok(if lacks_something { without(part, told) } else { Outcome::Failed(told) })
    }

    fn timed(&self, part: &'static Part, run: impl FnOnce(&Part) -> Outcome) -> Report {
        let begin = Instant::now();
        let outcome = run(part);
        Report { part: part.name, outcome, took: begin.elapsed() }
    }

    /// One after the other, since apt works for one at a time.
    fn provide(&self, part: &Part) -> Result<()> {
        self.installer.lock().unwrap_or_else(PoisonError::into_inner).provide(part.packages)
    }

    fn outcome(&self, part: &Part) -> Outcome {
        if let Err(error) = self.provide(part) {
            return without(part, format!("{error:#}"));
        }
        match (part.run)(self.workspace) {
            Ok(()) => Outcome::Passed,
            Err(error) if error.is::<Unavailable>() => without(part, format!("{error:#}")),
            Err(error) => Outcome::Failed(format!("{error:#}")),
        }
    }
}

/// What becomes of a part that misses something.
fn without(part: &Part, reason: String) -> Outcome {
    match part.without {
        Without::Fail => Outcome::Failed(reason),
        Without::Skip => Outcome::Skipped(reason),
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("passed"),
            Self::Failed(reason) => write!(f, "FAILED: {reason}"),
            Self::Skipped(reason) => write!(f, "SKIPPED: {reason}"),
        }
    }
}

/// A line for each part, and the counts alone on the last line, where scripts look for them.
struct Summary<'a>(&'a [Report]);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mut passed, mut failed, mut skipped] = [0; 3];
        for Report { part, outcome, took } in self.0 {
            // A reason may run over many lines; the summary has room for the first.
            let outcome_in_full = outcome.to_string();
            let first_line = outcome_in_full.lines().next().unwrap_or_default();
            writeln!(f, "{part:8} {:7.1} s  {first_line}", took.as_secs_f64())?;
            *match outcome {
                Outcome::Passed => &mut passed,
                Outcome::Failed(_) => &mut failed,
                Outcome::Skipped(_) => &mut skipped,
            } += 1;
        }
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn a_part_that_cannot_fetch_what_it_needs_is_skipped_and_others_fail() {
        let workspace = Workspace::load().unwrap();
        let part = |without, run| Part { name: "one", about: "", packages: &[], without, run };
        let runs = Runs::new(&workspace).unwrap();
        let ended = |part: &Part| runs.outcome(part);
        let unreached: fn(&Workspace) -> Result<()> =
            |_| Err(anyhow!("refused").context(Unavailable("not reached")).context("no linter"));
        let skipped = Outcome::Skipped("no linter: not reached: refused".to_owned());
        assert_eq!(ended(&part(Without::Skip, unreached)), skipped);
        assert!(matches!(ended(&part(Without::Fail, unreached)), Outcome::Failed(_)));
        let wrong = part(Without::Skip, |_| Err(anyhow!("wrong")));
        assert!(matches!(ended(&wrong), Outcome::Failed(_)));
    }

    #[test]
    #[cfg(unix)]
    fn parts_run_in_processes_of_their_own_and_say_how_they_ended() {
        use std::os::unix::fs::PermissionsExt as _;

        static PARTS: [Part; 4] = {
            const fn part(name: &'static str) -> Part {
                Part { name, about: "", packages: &[], without: Without::Skip, run: |_| Ok(()) }
            }
            [part("passes"), part("fails"), part("lacks"), part("dies")]
        };
        let workspace = Workspace::load().unwrap();
        let folder = std::env::temp_dir().join(format!("konoba-parts-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let program = folder.join("program");
        let script = "#!/bin/sh\necho \"$1 $2\"; case $2 in passes) exit 0;; dies) kill -9 $$;; esac\n\
                      echo \"no $2\" > \"$3\"; test $2 = fails && exit 1; exit 3\n";
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let output = Mutex::new(Box::new(io::sink()) as Box<dyn Write + Send>);
        let runs = Runs::new(&workspace).unwrap();
        let runs = Runs { program, folder: folder.clone(), output, ..runs };
        let reports = runs.side_by_side(&PARTS.iter().collect::<Vec<_>>());
        let logs = PARTS
            .each_ref()
            .map(|part| fs::read_to_string(folder.join(format!("{}.log", part.name))));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            logs.map(Result::unwrap),
            ["part passes\n", "part fails\n", "part lacks\n", "part dies\n"]
        );
        let [passed, failed, skipped, died] = reports.try_into().map_err(|_| "four").unwrap();
        assert_eq!(passed.outcome, Outcome::Passed);
        assert_eq!(failed.outcome, Outcome::Failed("no fails\n".to_owned()));
        assert_eq!(skipped.outcome, Outcome::Skipped("no lacks\n".to_owned()));
        assert!(
            matches!(&died.outcome, Outcome::Failed(reason) if reason.contains("signal: 9")),
            "{:?}",
            died.outcome
        );
    }

    #[test]
    fn the_summary_ends_with_the_counts() {
        let report = |part, outcome| Report { part, outcome, took: Duration::from_millis(1250) };
        let reports = [
            report("format", Outcome::Passed),
            report("tests", Outcome::Failed("two\nlines".to_owned())),
            report("wasm32", Outcome::Skipped("no compiler".to_owned())),
        ];
        let lines = [
            "format       1.2 s  passed",
            "tests        1.2 s  FAILED: two",
            "wasm32       1.2 s  SKIPPED: no compiler",
            "1 passed, 1 failed, 1 skipped",
        ];
        assert_eq!(Summary(&reports).to_string(), lines.join("\n"));
    }
}
