//! How far a long command has come, on a line of the terminal that goes away in the end. A file or a pipe gets none of it.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many steps of a kind, on standard error.
pub(crate) fn bar(steps: usize, kind: &str) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    let template = format!("[{{bar:10}}] {{pos}} of {{len}} {kind}{{msg}}, {{elapsed}}");
    let style = ProgressStyle::with_template(&template).expect("the template is a good one");
    bar.set_style(style.progress_chars("##."));
    bar.tick();
    bar
}
