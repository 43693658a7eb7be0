//! Writes the winner's reply to everything.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, anyhow, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use konoba_checker::HEADING;
use konoba_engine::solve::{Effort, Learned, NotWon, Scout, Solver, Strategy};
use konoba_engine::{Limits, Watch};
use konoba_files::Replacement;
use konoba_rules::{AnyPosition, Grid, Move, Position, Rules, Side, Spec, text};

use super::clock::Clock;
use super::progress::CertificateProgress;
use super::run::{KEEP, Plan, Report, TELL};
use super::tasks::Task;
use crate::many;
use crate::output::ensure_writable;

/// Fails where certificates could not be written into a folder, which is made if it is not there.
pub(super) fn ensure_writable_in(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    ensure_writable(&folder.join("certificate"))
}

/// What the certificate of a first move is called in the folder that it is written into.
pub(super) fn name_of(mv: Move, spec: &'static Spec) -> String {
    format!("{}.txt.gz", mv.written(spec))
}

/// Writes the certificates that are asked for.
pub(super) struct Certifier<'a, R: Rules> {
    plan: &'a Plan,
    report: &'a Report<R>,
    /// Whether what was found out meanwhile could be kept. If not, certificates are written all the same.
    kept: anyhow::Result<()>,
}

impl<'a, R: Rules> Certifier<'a, R> {
    pub(super) const fn new(plan: &'a Plan, report: &'a Report<R>) -> Self {
        Self { plan, report, kept: Ok(()) }
    }

    /// Writes a certificate for each first move that is settled, into a folder, under its name. Those that are the
    /// same by symmetry have one.
    pub(super) fn write_each(&mut self, folder: &Path, tasks: &[Task<R>]) -> anyhow::Result<()> {
        let mut unknown = 0;
        for (task, solved) in tasks.iter().zip(&self.report.solved) {
            let Some(winner) = solved.map(|solved| solved.winner) else {
                unknown += 1;
                continue;
            };
            // A move that ends the game at once proves itself.
            if let (Some(mv), None) = (task.moves.first(), task.position.winner()) {
                self.write(&folder.join(name_of(*mv, R::SPEC)), &task.position, winner)?;
            }
        }
        let many = many(unknown, "first move");
        ensure!(unknown == 0, "there is no certificate for {many} of unknown value");
        Ok(())
    }

    /// Writes a certificate that a side wins a position, whole or not at all: half of one proves nothing, and would lie in
    /// the place of one that does.
    ///
    /// Meanwhile it tells how it goes, and what is found out anew comes into the checkpoint: this may take longer than
    /// solving did. One thread writes, the others go ahead and find what has to be found out again.
    pub(super) fn write(
        &mut self,
        path: &Path,
        position: &Position<R>,
        winner: Side,
    ) -> anyhow::Result<()> {
        ensure!(position.winner().is_none(), "the game is over, so there is no certificate");
        let position = Position::standing(position.setup(), *position.rules(), position.to_move());
        let is_compressed = path.extension().is_some_and(|extension| extension == "gz");
        let name = || path.display().to_string();
        let mut file = Replacement::begin(path).with_context(name)?;
        let mut output = Output::into(&mut file, is_compressed);
        let (replies, is_written) = (AtomicU64::new(0), AtomicBool::new(false));
        let mut last_kept = Instant::now();
        let progress = CertificateProgress::begin(self.plan.audience, path);
        thread::scope(|scope| {
            // Nothing is sent: the channel closes when the writing ends.
            let (open, closed) = mpsc::channel::<()>();
            let (solver, output, replies) = (&self.report.solver, &mut output, &replies);
            for number in 1..self.plan.threads as u64 {
                let written = Written(&is_written);
                scope.spawn(move || {
                    let mut effort = Effort::new(Limits::default(), u64::MAX, &written);
                    Scout::new(solver, position, winner, number).work(&mut effort);
                });
            }
            let writing = scope.spawn(|| {
                // Both are dropped whether replies can be written or not.
                let (_open, _written) = (open, Ends(&is_written));
                write_replies(output, solver, position, winner, replies)
            });
            while closed.recv_timeout(TELL) == Err(RecvTimeoutError::Timeout) {
                progress.hear(replies.load(Relaxed));
                if last_kept.elapsed() >= KEEP {
                    self.keep();
                    last_kept = Instant::now();
                }
            }
            writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })?;
        output.finish().and_then(|()| file.finish()).with_context(name)
    }

    fn keep(&mut self) {
        if self.kept.is_ok() && !self.report.is_read_only() {
            self.kept = self.report.keep(self.plan).map(drop);
        }
    }

    /// Whether what was found out meanwhile could be kept.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.kept
    }
}

/// A watch that stops what goes on until a certificate is written.
struct Written<'a>(&'a AtomicBool);

impl Watch for Written<'_> {
    fn must_stop(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Says when it is dropped that a certificate is written, or never will be.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

fn write_replies<R: Rules>(
    output: &mut impl Write,
    solver: &Solver<R, Learned>,
    position: Position<R>,
    winner: Side,
    replies: &AtomicU64,
) -> anyhow::Result<()> {
    let spec = R::SPEC;
    writeln!(output, "{HEADING}\ngame {}", position.setup())?;
    writeln!(output, "start {}\nwinner {}", written(&position), spec.side(winner).id)?;
    let clock = Clock::start();
    let mut effort = Effort::new(Limits::default(), u64::MAX, &clock);
    let mut strategy = Strategy::new(solver, position, winner);
    let wrong = |NotWon| {
        let name = spec.side(winner).name;
        anyhow!(
            "what was found out before says wrongly that {name} wins; solve without that checkpoint"
        )
    };
    while let Some((_, mv)) = strategy.next(&mut effort).map_err(wrong)? {
        writeln!(output, "{}", mv.written(spec))?;
        replies.fetch_add(1, Relaxed);
    }
    ensure!(!effort.is_stopped(), "the search for replies was stopped");
    Ok(())
}

/// Where a certificate is written: a file, compressed if its name says so.
enum Output<'a> {
    Plain(&'a mut Replacement),
    Compressed(GzEncoder<&'a mut Replacement>),
}

impl<'a> Output<'a> {
    fn into(file: &'a mut Replacement, is_compressed: bool) -> Self {
        match is_compressed {
            true => Self::Compressed(GzEncoder::new(file, Compression::default())),
            false => Self::Plain(file),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(_) => Ok(()),
            Self::Compressed(encoder) => encoder.finish().map(drop),
        }
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Compressed(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Compressed(encoder) => encoder.flush(),
        }
    }
}

fn written<R: Rules>(position: &Position<R>) -> String {
    let pieces = position.rules().pieces().map(Grid::to_points);
    let any = AnyPosition::standing(position.setup(), pieces, position.to_move());
    text::write(&any.expect("what arises in a game can stand"))
}
