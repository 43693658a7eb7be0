//! People by ssh at tables: what each of them takes of the server.

use std::fs;
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::cluster::{Build, Node};
use super::generator::Generator;
use crate::process::{memory, processor_time, with_many_files};
use crate::workspace::Workspace;

/// How many people there are, and how much they play.
pub(super) struct Plan {
    pub(super) sessions: u32,
    /// Moves a second, of all together.
    pub(super) rate: u32,
    pub(super) seconds: u32,
    pub(super) build: Build,
    pub(super) is_json: bool,
}

/// Seats people by ssh at tables, lets them play, and tells what each takes. Returns how many moves were played.
pub(super) fn run(workspace: &Workspace, plan: &Plan) -> Result<u64> {
    let Plan { sessions, rate, seconds, ref build, is_json } = *plan;
    let (server, people) =
        (build.program(workspace, "konoba")?, build.program(workspace, "konoba-load")?);
    let folder = std::env::temp_dir().join(format!("konoba-ssh-load-{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let unlimited = u32::MAX.to_string();
    let mut command = with_many_files(server);
    command.args(["serve", "--http", "0", "--telnet", "0", "--ssh", "127.0.0.1:0"]);
    command.args(["--per-address", &unlimited]).arg("--data").arg(&folder);
    let node = Node::start(command.env("KONOBA_LOG", "error"), &["http ", "telnet ", "ssh "])?;
    let empty = memory(node.id())?;
    let (begin, before) = (Instant::now(), processor_time(node.id())?);
    let mut command = with_many_files(people);
    // The last of the addresses is that of the ssh door.
    command.args(["--node", &node.figures.to_string(), "ssh"]);
    let mut generator = Generator::start(command.args(["--sessions", &sessions.to_string()]))?;
    generator.next()?.context("the people have not come")?;
    let each = |kilobytes: f64| kilobytes / f64::from(sessions);
    let arriving = begin.elapsed().as_secs_f64();
    let entering = processor_time(node.id())? - before;
    let seated = memory(node.id())?;
    let (begin, before) = (Instant::now(), processor_time(node.id())?);
    let played = generator.play(rate, seconds)?;
    let cpu = (processor_time(node.id())? - before) / begin.elapsed().as_secs_f64();
    let after = memory(node.id())?;
    generator.end()?;
    drop(node);
    let _ = fs::remove_dir_all(&folder);
    let result = json!({
        "sessions": sessions, "seated_kb_each": each(seated - empty), "kb_each": each(after - empty),
        "arriving_s": arriving, "cpu_ms_to_enter": 1000.0 * entering / f64::from(sessions),
        "moves": played["moves"], "bytes": played["bytes"], "shown": played["shown"], "cores": cpu,
    });
    match is_json {
        true => println!("{result}"),
        false => show(&result),
    }
    Ok(played["moves"].as_u64().unwrap_or_default())
}

fn show(result: &Value) {
    let number = |name: &str| result[name].as_f64().unwrap_or_default();
    println!(
        "{} sessions by ssh: {:.0} kB each when seated, {:.0} kB after {} moves; {:.1} ms of a core to come in; \
         {:.2} cores while they play; a move is shown after {} ms (p50), {} ms (p99)",
        result["sessions"],
        number("seated_kb_each"),
        number("kb_each"),
        result["moves"],
        number("cpu_ms_to_enter"),
        number("cores"),
        result["shown"]["p50"],
        result["shown"]["p99"],
    );
}
