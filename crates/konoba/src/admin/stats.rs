//! `konoba admin stats`: how much there is.

use clap::Args;
use konoba_lab::print_line;
use konoba_store::upkeep::{Stats, stats};

use super::Location;

/// Say how much is kept
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  konoba admin stats --data /srv/konoba --json")]
pub(crate) struct Counting {
    #[command(flatten)]
    location: Location,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Counting {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.location.log.begin();
        let Stats { guests, events, standings, games, bytes } = stats(&self.location.upkeep()?)?;
        tracing::info!(guests, events, bytes, "what is kept was counted");
        if self.json {
            let stats = serde_json::json!({
                "guests": guests, "events": events, "tables": standings, "games": games, "bytes": bytes,
            });
            return Ok(print_line(stats)?);
        }
        print_line(format_args!("guests {guests}\nevents {events}\nbytes {bytes}"))?;
        for (standing, count) in standings {
            print_line(format_args!("tables {standing} {count}"))?;
        }
        for (game, count) in games {
            print_line(format_args!("game {game} {count}"))?;
        }
        Ok(())
    }
}
