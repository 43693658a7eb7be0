//! Writes the winner's reply to everything.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use konoba_checker::HEADING;
use konoba_engine::Limits;
use konoba_engine::solve::{Effort, Learned, Solver, Strategy};
use konoba_files::Replacement;
use konoba_rules::{AnyPosition, Grid, Position, Rules, Side, text};

use super::clock::Clock;
use super::progress::CertificateProgress;
use super::run::{KEEP, Plan, Report, TELL};
use super::tasks::Task;
use crate::output::ensure_writable;

/// Fails where certificates could not be written into a folder, which is made if it is not there.
pub(super) fn ensure_writable_in(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    ensure_writable(&folder.join("certificate"))
}

/// Writes a certificate for each first move that is settled, into a folder, under its name. Those that are the
/// same by symmetry have one.
pub(super) fn write_each<R: Rules>(
    folder: &Path,
    plan: &Plan,
    report: &Report<R>,
    tasks: &[Task<R>],
) -> anyhow::Result<()> {
    for (task, solved) in tasks.iter().zip(&report.solved) {
        let Some(winner) = solved.map(|solved| solved.winner) else { continue };
        // A move that ends the game at once proves itself.
        if let (Some(mv), None) = (task.moves.first(), task.position.winner()) {
            let name = format!("{}.txt.gz", mv.written(R::SPEC));
            write(&folder.join(name), plan, report, &task.position, winner)?;
        }
    }
    Ok(())
}

/// Writes a certificate that a side wins a position, whole or not at all: half of one proves nothing, and would lie in
/// the place of one that does.
///
/// Meanwhile it tells how it goes, and what is found out anew comes into the checkpoint: this may take longer than solving did.
pub(super) fn write<R: Rules>(
    path: &Path,
    plan: &Plan,
    report: &Report<R>,
    position: &Position<R>,
    winner: Side,
) -> anyhow::Result<()> {
    ensure!(position.winner().is_none(), "the game is over, so there is no certificate");
    let position = Position::standing(position.setup(), *position.rules(), position.to_move());
    let is_compressed = path.extension().is_some_and(|extension| extension == "gz");
    let name = || path.display().to_string();
    let mut file = Replacement::begin(path).with_context(name)?;
    let mut output = Output::into(&mut file, is_compressed);
    let replies = AtomicU64::new(0);
    let (mut kept, mut last_kept) = (Ok(()), Instant::now());
    let progress = CertificateProgress::begin(plan.audience, path);
    thread::scope(|scope| {
        // Nothing is sent: the channel closes when the writing ends.
        let (open, closed) = mpsc::channel::<()>();
        let (output, replies) = (&mut output, &replies);
        let writing = scope.spawn(move || {
            let _open = open;
            write_replies(output, &report.solver, position, winner, replies)
        });
        while closed.recv_timeout(TELL) == Err(RecvTimeoutError::Timeout) {
            progress.hear(replies.load(Relaxed));
            if kept.is_ok() && last_kept.elapsed() >= KEEP {
                (kept, last_kept) = (report.keep(plan).map(drop), Instant::now());
            }
        }
        writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })?;
    output.finish().and_then(|()| file.finish()).with_context(name)?;
    kept
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
    while let Some((_, mv)) = strategy.next(&mut effort) {
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
