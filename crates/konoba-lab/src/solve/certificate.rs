//! Writes the winner's reply to everything.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, ensure};
use konoba_checker::HEADING;
use konoba_engine::Limits;
use konoba_engine::solve::{Effort, Solver, Strategy};
use konoba_rules::{AnyPosition, Grid, Position, Rules, Side, text};

use super::clock::Clock;

/// Writes a certificate that a side wins a position. How many replies there are.
pub(super) fn write<R: Rules>(
    path: &Path,
    solver: &Solver<R>,
    position: &Position<R>,
    winner: Side,
) -> anyhow::Result<u64> {
    let name = || path.display().to_string();
    ensure!(position.winner().is_none(), "the game is over, so there is no certificate");
    let position = Position::standing(position.setup(), *position.rules(), position.to_move());
    let mut output = BufWriter::new(File::create(path).with_context(name)?);
    let spec = R::SPEC;
    writeln!(output, "{HEADING}\ngame {}", position.setup())?;
    writeln!(output, "start {}\nwinner {}", written(&position), spec.side(winner).id)?;
    let clock = Clock::start();
    let mut effort = Effort::new(Limits::default(), u64::MAX, &clock);
    let mut strategy = Strategy::new(solver, position, winner);
    let mut replies = 0;
    while let Some((_, mv)) = strategy.next(&mut effort) {
        writeln!(output, "{}", mv.written(spec)).with_context(name)?;
        replies += 1;
    }
    ensure!(!effort.is_stopped(), "the search for replies was stopped");
    output.flush().with_context(name)?;
    Ok(replies)
}

fn written<R: Rules>(position: &Position<R>) -> String {
    let pieces = position.rules().pieces().map(Grid::to_points);
    let any = AnyPosition::standing(position.setup(), pieces, position.to_move());
    text::write(&any.expect("what arises in a game can stand"))
}
