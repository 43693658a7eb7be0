//! `cargo xtask test`: runs the parts and sums them up.

use std::fmt;
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

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

struct Report {
    part: &'static str,
    outcome: Outcome,
    took: Duration,
}

/// What people run, which several parts want. It takes minutes to compile, and is compiled while others run.
const RELEASE: [&str; 5] = ["build", "--quiet", "--release", "--package", "konoba"];

/// Runs every part, whatever became of those before it, and ends with one line of counts.
pub(crate) fn run(workspace: &Workspace, parts: &[&Part]) -> ExitCode {
    let installer = Installer::new(workspace);
    let wants_release = parts.len() > 1 && parts.iter().any(|part| part.name == "release");
    // Most tests wait more than they compute. Whether it compiles is told by the part that wants it, for which Cargo waits.
    let mut release = workspace.patient_cargo(&RELEASE);
    release.stdout(Stdio::null()).stderr(Stdio::null());
    let release = wants_release.then(|| release.spawn());
    let mut reports = Vec::new();
    for part in parts {
        println!("\n=== {}: {}", part.name, part.about);
        let begin = Instant::now();
        let outcome = outcome(workspace, &installer, part);
        println!("=== {}: {outcome}", part.name);
        reports.push(Report { part: part.name, outcome, took: begin.elapsed() });
    }
    if let Some(Ok(mut release)) = release {
        let _ = release.wait();
    }
    println!("\n{}", Summary(&reports));
    let has_failed = reports.iter().any(|report| matches!(report.outcome, Outcome::Failed(_)));
    if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn outcome(workspace: &Workspace, installer: &Installer<'_>, part: &Part) -> Outcome {
    if let Err(error) = installer.provide(part.packages) {
        return without(part, format!("{error:#}"));
    }
    match (part.run)(workspace) {
        Ok(()) => Outcome::Passed,
        Err(error) if error.is::<Unavailable>() => without(part, format!("{error:#}")),
        Err(error) => Outcome::Failed(format!("{error:#}")),
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
    use anyhow::{Result, anyhow};

    use super::*;

    #[test]
    fn a_part_that_cannot_fetch_what_it_needs_is_skipped_and_others_fail() {
        let workspace = Workspace::load().unwrap();
        let part = |without, run| Part { name: "one", about: "", packages: &[], without, run };
        let ended = |part: &Part| outcome(&workspace, &Installer::new(&workspace), part);
        let unreached: fn(&Workspace) -> Result<()> =
            |_| Err(anyhow!("refused").context(Unavailable("not reached")).context("no linter"));
        let skipped = Outcome::Skipped("no linter: not reached: refused".to_owned());
        assert_eq!(ended(&part(Without::Skip, unreached)), skipped);
        assert!(matches!(ended(&part(Without::Fail, unreached)), Outcome::Failed(_)));
        let wrong = part(Without::Skip, |_| Err(anyhow!("wrong")));
        assert!(matches!(ended(&wrong), Outcome::Failed(_)));
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
