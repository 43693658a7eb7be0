//! `konoba perft`: counts sequences of moves.

use std::io::{self, Write};

use clap::Args;
use konoba_rules::{Position, Rules, Visitor, perft};

use crate::number;
use crate::start::Start;

/// Count the sequences of moves of each length, to compare implementations of the rules
///
/// Prints one line `DEPTH COUNT` for each depth. A forced pass is a move, the swap is never
/// counted, and a finished game has no moves.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Perft {
    #[command(flatten)]
    start: Start,
    /// The length of the longest sequences
    #[arg(long, value_name = "D", value_parser = number::<u32, 1, { u64::MAX }>)]
    depth: u32,
}

const EXAMPLES: &str = "\
Examples:
  konoba perft konobi:3 --depth 3
  konoba perft quentin:5 --depth 4 --moves \"c3 b2\"
  konoba perft konobi:3 --depth 2 --position \"W.B/W.B/... black\"";

impl Perft {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let position = self.start.position()?;
        let mut output = io::stdout().lock();
        for depth in 1..=self.depth {
            writeln!(output, "{depth} {}", position.visit(Count { depth }))?;
        }
        Ok(())
    }
}

struct Count {
    depth: u32,
}

impl Visitor for Count {
    type Output = u64;

    fn visit<R: Rules>(self, position: &Position<R>) -> u64 {
        perft(position, self.depth)
    }
}
