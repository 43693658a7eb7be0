//! Writes the winner's reply to everything.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use konoba_checker::HEADING;
use konoba_engine::Limits;
use konoba_engine::solve::{Effort, Learned, Solver, Strategy};
use konoba_files::Replacement;
use konoba_rules::{AnyPosition, Grid, Position, Rules, Side, text};

use super::clock::Clock;
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
    solver: &Solver<R, Learned>,
    settled: impl Iterator<Item = (Task<R>, Side)>,
) -> anyhow::Result<()> {
    for (task, winner) in settled {
        // A move that ends the game at once proves itself.
        if let (Some(mv), None) = (task.moves.first(), task.position.winner()) {
            let name = format!("{}.txt.gz", mv.written(R::SPEC));
            write(&folder.join(name), solver, &task.position, winner)?;
        }
    }
    Ok(())
}

/// Writes a certificate that a side wins a position, whole or not at all: half of one proves nothing, and would lie in
/// the place of one that does.
pub(super) fn write<R: Rules>(
    path: &Path,
    solver: &Solver<R, Learned>,
    position: &Position<R>,
    winner: Side,
) -> anyhow::Result<()> {
    ensure!(position.winner().is_none(), "the game is over, so there is no certificate");
    let position = Position::standing(position.setup(), *position.rules(), position.to_move());
    let is_compressed = path.extension().is_some_and(|extension| extension == "gz");
    let name = || path.display().to_string();
    let mut file = Replacement::begin(path).with_context(name)?;
    let mut output = Output::into(&mut file, is_compressed);
    write_replies(&mut output, solver, position, winner)?;
    output.finish().and_then(|()| file.finish()).with_context(name)
}

fn write_replies<R: Rules>(
    output: &mut impl Write,
    solver: &Solver<R, Learned>,
    position: Position<R>,
    winner: Side,
) -> anyhow::Result<()> {
    let spec = R::SPEC;
    writeln!(output, "{HEADING}\ngame {}", position.setup())?;
    writeln!(output, "start {}\nwinner {}", written(&position), spec.side(winner).id)?;
    let clock = Clock::start();
    let mut effort = Effort::new(Limits::default(), u64::MAX, &clock);
    let mut strategy = Strategy::new(solver, position, winner);
    while let Some((_, mv)) = strategy.next(&mut effort) {
        writeln!(output, "{}", mv.written(spec))?;
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
