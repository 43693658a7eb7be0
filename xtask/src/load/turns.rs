//! Two versions of the programs in turns, so that a better or worse hour of the machine befalls both.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use super::cluster::{Build, Setting};
use super::row::Row;
use super::stage::Stage;
use super::{Common, Steady};
use crate::workspace::Workspace;

/// What is compared.
pub(super) struct Plan<'a> {
    /// The folder with `konoba` and `konoba-load` of the other version.
    pub(super) other: PathBuf,
    /// How this version is compiled.
    pub(super) build: Build,
    pub(super) runs: usize,
    pub(super) steady: &'a Steady,
}

/// Measures both in turns, each on a fresh database, and tells what a move takes of the processors: the medians
/// of all runs of either version.
pub(super) fn run(workspace: &Workspace, plan: Plan<'_>) -> Result<()> {
    let Plan { other, build, runs, steady: &Steady { games, rate, seconds, common } } = plan;
    ensure!(runs > 0, "no run, no figure");
    let versions = [Build::Other(other), build].map(|build| Setting { build, ..common.setting() });
    let mut millis: [Vec<f64>; 2] = Default::default();
    for _ in 0..runs {
        for (setting, millis) in versions.iter().zip(&mut millis) {
            let row = Stage::open(workspace, setting, games)?.step(rate, seconds)?;
            common.show(&row);
            millis.push(Row::server_millis(&row));
        }
    }
    tell(common, millis.map(median));
    Ok(())
}

fn tell(common: Common, [other, own]: [f64; 2]) {
    let text =
        format!("{own:.3} ms a move, the other version {other:.3}: {:.2} times", own / other);
    common.say("takes", "this version", &text);
}

/// The middle one, or the lower one of the two in the middle.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() - 1) / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 3.0, 2.0]), 2.0);
        assert_eq!(median(vec![7.0]), 7.0);
    }
}
