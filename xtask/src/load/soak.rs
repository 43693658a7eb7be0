//! A long run: clients come and go, and afterwards the server holds nothing of them.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::cluster::{Cluster, Node, Setting};
use super::generator::Generator;
use super::slope::Slope;
use crate::process::{memory, open_files, with_many_files};
use crate::workspace::Workspace;

/// How long tables may stay in memory after all clients have left, with some reserve for a busy machine.
const LINGER: Duration = Duration::from_secs(90);
/// The percentage of the memory by which it must surely not grow in an hour.
const FEW_PERCENT: f64 = 3.0;
/// In fewer seconds it cannot be said whether the memory grows.
const SHORT: u32 = 1200;

/// How long it is, and how busy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) seconds: u32,
    pub(super) pairs: u32,
    /// The longest that a player thinks, in milliseconds.
    pub(super) thinking: u32,
    /// How often it is measured.
    pub(super) every: u32,
    pub(super) is_json: bool,
}

/// What the nodes hold at a moment, all together.
struct Held {
    megabytes: f64,
    sockets: f64,
    awake: f64,
    /// Tasks of the runtime.
    tasks: f64,
    files: usize,
}

/// Lets people come and go, looks at the memory, and asks that nothing is left of them.
pub(super) fn run(workspace: &Workspace, setting: &Setting, plan: &Plan) -> Result<()> {
    let program = setting.build.program(workspace, "konoba-load")?;
    let cluster = Cluster::open(workspace, setting)?;
    let mut command = with_many_files(program);
    for node in &cluster.nodes {
        command.args(["--node", &node.address.to_string()]);
    }
    command.args(["churn", "--pairs", &plan.pairs.to_string()]);
    command.args(["--seconds", &plan.seconds.to_string(), "--every", &plan.every.to_string()]);
    command.args(["--thinking-ms", &plan.thinking.to_string()]);
    let empty = Held::now(&cluster.nodes)?;
    let mut generator = Generator::start(&mut command)?;
    let begin = Instant::now();
    let (mut line, mut moves, mut lost) = (Vec::new(), 0, 0);
    while let Some(counts) = generator.next()? {
        let (held, seconds) = (Held::now(&cluster.nodes)?, begin.elapsed().as_secs_f64());
        line.push((seconds / 3600.0, held.megabytes));
        let count = |what: &str| counts[what].as_u64().unwrap_or_default();
        (moves, lost) = (count("moves"), count("lost"));
        show(plan, seconds, &held, &counts);
    }
    generator.end()?;
    // The last line is printed while the clients are leaving.
    line.pop();
    let left = wait_until_empty(&cluster.nodes)?;
    show(plan, begin.elapsed().as_secs_f64(), &left, &json!({}));
    let is_little = grows_little(plan, &line);
    ensure!(moves > 0, "no move was made");
    ensure!(lost == 0, "{lost} games broke off");
    ensure!(left.sockets == 0.0, "{} sockets are left", left.sockets);
    ensure!(left.awake == 0.0, "{} tables are still awake", left.awake);
    // The listeners and the database have their own.
    ensure!(left.files <= empty.files + 4, "{} files are open, first {}", left.files, empty.files);
    ensure!(left.tasks <= empty.tasks + 4.0, "{} tasks, first {}", left.tasks, empty.tasks);
    ensure!(is_little, "the memory may grow by {FEW_PERCENT} % an hour");
    Ok(())
}

/// Whether the memory grows by less than is allowed, the first fifth aside, in which a server fills. In a
/// short run it cannot be said, and is not.
fn grows_little(plan: &Plan, line: &[(f64, f64)]) -> bool {
    let slope = Slope::of(&line[line.len() / 5..]).filter(|_| plan.seconds >= SHORT);
    let Some(slope) = slope else { return true };
    let is_little = slope.is_below(FEW_PERCENT / 100.0 * slope.mean);
    let Slope { mean, each, error } = slope;
    if plan.is_json {
        let said =
            json!({ "mb": mean, "mb_an_hour": each, "error": error, "is_little": is_little });
        println!("{said}");
        return is_little;
    }
    let verdict = if is_little { "grows less than" } else { "MAY GROW BY" };
    println!(
        "memory: {mean:.1} MB, {each:+.2} ± {:.2} MB an hour: {verdict} {FEW_PERCENT} % an hour",
        2.0 * error
    );
    is_little
}

fn show(plan: &Plan, seconds: f64, held: &Held, counts: &Value) {
    let Held { megabytes, sockets, awake, tasks, files } = held;
    if plan.is_json {
        println!(
            "{}",
            json!({
                "seconds": seconds, "mb": megabytes, "sockets": sockets, "tables_awake": awake,
                "tasks": tasks, "files": files, "people": counts,
            })
        );
        return;
    }
    let counts = counts.as_object().into_iter().flatten();
    let counts = counts.map(|(what, count)| format!("{what} {count}")).collect::<Vec<_>>();
    println!(
        "{:7.1} min {megabytes:7.1} MB {sockets:5} sockets {awake:5} tables awake {tasks:5} tasks \
         {files:5} files  {}",
        seconds / 60.0,
        counts.join(", ")
    );
}

fn wait_until_empty(nodes: &[Node]) -> Result<Held> {
    let begin = Instant::now();
    loop {
        let held = Held::now(nodes)?;
        if held.sockets + held.awake == 0.0 || begin.elapsed() > LINGER {
            return Ok(held);
        }
        sleep(Duration::from_secs(1));
    }
}

impl Held {
    fn now(nodes: &[Node]) -> Result<Self> {
        let nothing = Self { megabytes: 0.0, sockets: 0.0, awake: 0.0, tasks: 0.0, files: 0 };
        nodes.iter().try_fold(nothing, |sum, node| {
            let metrics = metrics(node.figures)?;
            Ok(Self {
                megabytes: sum.megabytes + memory(node.id())? / 1000.0,
                sockets: sum.sockets + gauge(&metrics, "konoba_sockets")?,
                awake: sum.awake + gauge(&metrics, "konoba_tables_awake")?,
                tasks: sum.tasks + gauge(&metrics, "konoba_tasks")?,
                files: sum.files + open_files(node.id())?,
            })
        })
    }
}

fn metrics(node: SocketAddr) -> Result<String> {
    let mut stream = TcpStream::connect(node)?;
    write!(stream, "GET /metrics HTTP/1.1\r\nHost: {node}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn gauge(metrics: &str, name: &str) -> Result<f64> {
    let value = |line: &str| line.strip_prefix(name)?.trim().parse::<f64>().ok();
    metrics.lines().find_map(value).with_context(|| format!("{name} is not measured"))
}
