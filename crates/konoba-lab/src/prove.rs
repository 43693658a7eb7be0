//! `konoba prove`: derives again who wins a game that is solved.

use anyhow::ensure;
use clap::Args;
use konoba_engine::expert;
use konoba_engine::expert::order_and_chaos::{Adversary, Trial, trial};
use konoba_rules::Setup;

use crate::{Report, number, usage_error};

/// Derive again, from the rules alone, who wins a game that is solved
///
/// Prints what was checked and in how many cases. The exit status is 0 only if the proof holds. With
/// `--games`, the player that knows the proof plays the side that wins against others that play at
/// random, greedily, and with search, and must not lose a game.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Prove {
    /// The game and its variant
    #[arg(value_name = "GAME[:VARIANT]")]
    setup: Setup,
    /// Play so many games too, a third of them against each adversary
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64, 0, { u64::MAX }>)]
    games: u64,
    /// Which games they are
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64, 0, { u64::MAX }>)]
    seed: u64,
}

const EXAMPLES: &str = "\
Examples:
  konoba prove order-and-chaos
  konoba prove order-and-chaos:lasting-five --games 300";

impl Prove {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let spec = self.setup.spec;
        let Some(proof) = expert::prove(self.setup) else {
            return Err(usage_error("prove", format!("{} has no proof of its own", spec.name)));
        };
        let proven = proof?;
        // The games are played to the end although the reader has gone: the exit status tells of all of them.
        let mut output = Report::new();
        for step in &proven.steps {
            output.line(format_args!("{:>9}  {}", step.cases, step.claim));
        }
        let winner = spec.side(proven.winner).name;
        output.line(format_args!("proved: {winner} wins {}", self.setup));
        if self.games > 0 {
            self.play(&mut output)?;
        }
        Ok(output.end()?)
    }

    /// Plays the proof.
    fn play(&self, output: &mut Report) -> anyhow::Result<()> {
        let mut losses = 0;
        for (number, adversary) in (0..).zip(Adversary::ALL) {
            let count = Adversary::ALL.len() as u64;
            let games = (self.games + count - 1 - number) / count;
            let trial = trial(self.setup, adversary, games, self.seed);
            let Trial { moves, longest, .. } = trial;
            let (adversary, lost) = (adversary.name(), trial.losses);
            output.line(format_args!(
                "{games:>9}  games against {adversary}: {lost} lost; {moves} moves, {longest} in the longest"
            ));
            losses += lost;
        }
        ensure!(losses == 0, "the side that wins lost {losses} of {} games", self.games);
        Ok(())
    }
}
