//! `konoba-load`: many people at a server at once, in a process of their own.
//!
//! `cargo xtask load` starts it beside the nodes of a server and steers it. It speaks to them as browsers
//! do and knows nothing else of them. Whatever it has to say is one JSON object a line.

mod churn;
mod http;
mod play;
mod socket;
mod ssh;
mod tally;

use std::io::Write;
use std::net::SocketAddr;

use clap::{Parser, Subcommand};
use serde::Serialize;

/// Many people at a server at once
#[derive(Parser, Debug)]
struct Options {
    /// A node; named several times, people are spread over all of them
    #[arg(long, required = true)]
    node: Vec<SocketAddr>,
    #[command(subcommand)]
    activity: Activity,
}

#[derive(Subcommand, Debug)]
enum Activity {
    /// Lay many games at once and play in them at a given rate
    ///
    /// Each line that is read, `MOVES-A-SECOND SECONDS`, is answered by what came of it.
    Play {
        /// How many games, each with two sockets
        #[arg(long)]
        games: usize,
        /// How many people watch each of them
        #[arg(long, default_value_t = 0)]
        watchers: usize,
    },
    /// Seat many people at tables by ssh, each in front of the full screen
    ///
    /// Once all are seated that is said. Each line that is read, `MOVES-A-SECOND SECONDS`, is answered by what came of it.
    Ssh {
        /// How many people, two at a table
        #[arg(long)]
        sessions: usize,
    },
    /// Come, look around, play, watch, break off, come back, resign and leave
    Churn(churn::Options),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let Options { node, activity } = Options::parse();
    match activity {
        Activity::Play { games, watchers } => play::run(node, games, watchers).await,
        Activity::Ssh { sessions } => ssh::run(node, sessions).await,
        Activity::Churn(options) => churn::run(node, options).await,
    }
}

/// Writes a line of JSON for the program that has started this one.
fn say(what: &impl Serialize) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(what)?)?;
    Ok(out.flush()?)
}
