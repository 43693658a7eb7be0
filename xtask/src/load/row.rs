//! What was measured in one step, as people and programs read it.

use std::fmt;

use serde_json::{Value, json};

/// An acknowledgement that takes longer than this, in milliseconds, one time in a hundred is too slow.
pub(super) const TOO_SLOW: f64 = 250.0;
/// The part of the rate that was asked for which has to be reached.
const ENOUGH: f64 = 0.95;

/// What was measured in one step.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) sockets: u64,
    /// Moves a second, asked for and acknowledged.
    pub(super) asked: u32,
    pub(super) reached: f64,
    /// How many moves that were, in all.
    pub(super) moves: u64,
    /// Milliseconds until the move was acknowledged to its player: p50, p99 and p99.9.
    pub(super) acknowledged: [f64; 3],
    /// Milliseconds until the other player was told of it.
    pub(super) told: [f64; 3],
    pub(super) refused: u64,
    pub(super) skipped: u64,
    pub(super) open: u64,
    pub(super) kb_a_socket: f64,
    /// What both players are sent for each move.
    pub(super) bytes_a_move: f64,
    pub(super) shares: Shares,
}

/// What each process took of the processors, in hundredths of a core.
#[derive(Clone, Debug)]
pub(super) struct Shares {
    /// All nodes together.
    pub(super) server: f64,
    /// Of that, the threads that write to SQLite.
    pub(super) writer: Option<f64>,
    pub(super) database: Option<f64>,
    pub(super) generator: f64,
    /// Idle time.
    pub(super) idle: f64,
    /// Idle time while something waited for the disk.
    pub(super) waiting: f64,
    /// What other machines on the same hardware took.
    pub(super) stolen: f64,
}

/// The heads of the columns.
pub(super) struct Head;

impl Row {
    /// Whether the rate was reached, and soon enough.
    pub(super) fn holds(&self) -> bool {
        self.acknowledged[1] <= TOO_SLOW && self.reached >= ENOUGH * f64::from(self.asked)
    }

    /// What keeps it from being faster on so many cores, as far as the figures say.
    pub(super) fn limit(&self, cores: f64) -> String {
        let Shares { server, writer, database, generator, idle, waiting, stolen } = self.shares;
        let free = idle + waiting;
        // The waiting for the last answers is part of a step, so that a little is always free.
        if free < 15.0 * cores {
            let database = database.unwrap_or_default();
            let others = 100.0 * cores - free - server - database - generator - stolen;
            return format!(
                "the processors: {free:.0} % of a core are left; server {server:.0} %, database \
                 {database:.0} %, generator {generator:.0} %, everything else {others:.0} %, other \
                 machines {stolen:.0} %"
            );
        }
        if let Some(writer) = writer.filter(|writer| *writer > 90.0) {
            return format!("the one thread that writes: {writer:.0} % of a core");
        }
        if writer.is_none() && server > 90.0 && server < 110.0 {
            return format!("the one thread of the server: {server:.0} % of a core");
        }
        if generator > 90.0 && generator < 110.0 {
            return format!("perhaps the generator: {generator:.0} % of a core");
        }
        format!(
            "waiting: {free:.0} % of a core are free, of which {waiting:.0} % while the disk works"
        )
    }

    /// Milliseconds of processor time that the nodes take for a move.
    pub(super) fn server_millis(&self) -> f64 {
        self.shares.server * 10.0 / self.reached.max(1.0)
    }

    pub(super) fn to_json(&self) -> Value {
        let spread = |[p50, p99, p999]: [f64; 3]| json!({ "p50": p50, "p99": p99, "p999": p999 });
        let Shares { server, writer, database, generator, idle, waiting, stolen } = self.shares;
        json!({
            "name": self.name,
            "sockets": self.sockets,
            "asked": self.asked,
            "reached": self.reached,
            "moves": self.moves,
            "server_ms_a_move": self.server_millis(),
            "acknowledged_ms": spread(self.acknowledged),
            "told_ms": spread(self.told),
            "refused": self.refused,
            "skipped": self.skipped,
            "open": self.open,
            "kb_a_socket": self.kb_a_socket,
            "bytes_a_move": self.bytes_a_move,
            "percent_of_a_core": {
                "server": server, "writer": writer, "database": database, "generator": generator,
                "idle": idle, "waiting": waiting, "stolen": stolen,
            },
        })
    }
}

/// How many cores this machine has.
pub(super) fn cores() -> f64 {
    std::thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64)
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = format!("{:>6} {:>6} {:>6} {:>6}", "server", "writer", "base", "gener.");
        write!(
            f,
            "{:42} {:>7} {:>6} {:>7} {:>7} {:>7} {:>7} {:>8} {:>6} {last} {:>6} {:>8} {:>7} {:>7}",
            "",
            "sockets",
            "asked",
            "moves/s",
            "p50 ms",
            "p99 ms",
            "p99.9",
            "told p99",
            "lost",
            "idle",
            "kB/sock.",
            "kB/move",
            "ms/move"
        )
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [p50, p99, p999] = self.acknowledged;
        let lost = self.refused + self.skipped + self.open;
        let percent =
            |share: Option<f64>| share.map_or_else(String::new, |it| format!("{it:.0} %"));
        let Shares { server, writer, database, generator, idle, waiting, .. } = self.shares;
        write!(
            f,
            "{:42} {:7} {:6} {:7.0} {p50:7.1} {p99:7.1} {p999:7.1} {:8.1} {lost:6}",
            self.name, self.sockets, self.asked, self.reached, self.told[1],
        )?;
        for share in [Some(server), writer, database, Some(generator), Some(idle + waiting)] {
            write!(f, " {:>6}", percent(share))?;
        }
        let kb_a_move = self.bytes_a_move / 1000.0;
        write!(f, " {:8.1} {kb_a_move:7.2} {:7.3}", self.kb_a_socket, self.server_millis())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn row(asked: u32, reached: f64, p99: f64) -> Row {
        Row {
            name: "SQLite".to_owned(),
            sockets: 100,
            asked,
            reached,
            moves: 1000,
            acknowledged: [1.0, p99, 2.0 * p99],
            told: [2.0; 3],
            refused: 0,
            skipped: 0,
            open: 0,
            kb_a_socket: 19.0,
            bytes_a_move: 5000.0,
            shares: Shares {
                server: 70.0,
                writer: Some(30.0),
                database: None,
                generator: 50.0,
                idle: 60.0,
                waiting: 20.0,
                stolen: 0.0,
            },
        }
    }

    #[test]
    fn a_rate_holds_if_it_is_reached_soon_enough() {
        assert!(row(1000, 990.0, 249.0).holds());
        assert!(!row(1000, 990.0, 251.0).holds());
        assert!(!row(1000, 940.0, 10.0).holds());
    }

    #[test]
    fn what_limits_is_said_by_the_figures() {
        let with = |change: fn(&mut Shares)| {
            let mut row = row(1000, 900.0, 300.0);
            change(&mut row.shares);
            row.limit(2.0)
        };
        assert!(with(|_| ()).starts_with("waiting"));
        assert!(
            with(|shares| shares.writer = Some(95.0)).starts_with("the one thread that writes")
        );
        assert!(with(|shares| shares.generator = 98.0).starts_with("perhaps the generator"));
        let full = with(|shares| (shares.idle, shares.waiting) = (3.0, 1.0));
        assert!(full.starts_with("the processors: 4 %"), "{full}");
    }

    #[test]
    fn columns_stand_under_their_heads() {
        let (head, row) = (Head.to_string(), row(1000, 990.0, 9.0).to_string());
        assert_eq!(head.chars().count(), row.chars().count(), "\n{head}\n{row}");
    }
}
