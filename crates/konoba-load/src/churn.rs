//! People who come and go, for as long as one likes.

mod person;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use fastrand::Rng;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::http::{Guest, first_setup};
use crate::say;

use person::{Person, look_into_lobby};

/// How people come and go.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// How many pairs of people are there at once
    #[arg(long)]
    pairs: usize,
    /// For how long
    #[arg(long)]
    seconds: u64,
    /// How long a player thinks at most
    #[arg(long, default_value_t = 4000)]
    thinking_ms: u64,
    /// How often it is told what has happened
    #[arg(long, default_value_t = 60)]
    every: u64,
}

/// What has happened since the start.
#[derive(Default)]
struct Counts {
    games: AtomicU64,
    moves: AtomicU64,
    resigned: AtomicU64,
    reconnected: AtomicU64,
    watched: AtomicU64,
    left: AtomicU64,
    /// Games that broke off because the server failed.
    lost: AtomicU64,
}

struct Churn {
    nodes: Vec<SocketAddr>,
    setup: String,
    counts: Counts,
    thinking: Duration,
    end: Instant,
}

/// How the game of a pair ends.
enum End {
    OnTheBoard,
    Resigned,
    /// Both walk away in the midst of it.
    Left,
    /// The time of the run is over.
    Late,
}

/// Lets pairs of clients come and go until the time is over; then all of them leave.
pub(crate) async fn run(nodes: Vec<SocketAddr>, options: Options) -> anyhow::Result<()> {
    let setup = first_setup(nodes[0]).await?;
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let thinking = Duration::from_millis(options.thinking_ms.max(1));
    let churn = Arc::new(Churn { nodes, setup, counts: Counts::default(), thinking, end });
    let mut pairs = JoinSet::new();
    for number in 0..options.pairs {
        pairs.spawn(churn.clone().keep_coming(Rng::with_seed(number as u64)));
    }
    while Instant::now() < end {
        let left = end.saturating_duration_since(Instant::now());
        sleep(left.min(Duration::from_secs(options.every))).await;
        churn.counts.tell()?;
    }
    while let Some(pair) = pairs.join_next().await {
        pair?;
    }
    churn.counts.tell()
}

impl Churn {
    async fn keep_coming(self: Arc<Self>, mut dice: Rng) {
        // The clients do not all come at the same moment.
        sleep(self.think(&mut dice)).await;
        while !self.is_over() {
            let counter = match self.play(&mut dice).await {
                Ok(End::Resigned) => &self.counts.resigned,
                Ok(End::Left) => &self.counts.left,
                Ok(End::OnTheBoard | End::Late) => continue,
                Err(error) => {
                    eprintln!("a game broke off: {error:#}");
                    &self.counts.lost
                }
            };
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Two people come, play and go. Whatever holds a socket closes it on being dropped: some say
    /// goodbye, most do not.
    async fn play(&self, dice: &mut Rng) -> anyhow::Result<End> {
        if dice.usize(..4) == 0 {
            look_into_lobby(self.node(dice)).await?;
        }
        let ana = Guest::enter(self.node(dice), "Ana").await?;
        let luka = Guest::enter(self.node(dice), "Luka").await?;
        let table = ana.lay(&self.setup).await?;
        luka.sit(&table).await?;
        self.counts.games.fetch_add(1, Ordering::Relaxed);
        let mut players = [Person::come(ana, &table).await?, Person::come(luka, &table).await?];
        let mut watchers: Vec<Person> = Vec::new();
        loop {
            sleep(self.think(dice)).await;
            if self.is_over() {
                return Ok(End::Late);
            }
            let Some(seat) = players[0].to_move() else { break };
            let [one, two] = &mut players;
            let (mover, other) = if seat == 0 { (one, two) } else { (two, one) };
            let version = match dice.usize(..100) {
                0 => {
                    mover.order("resign", dice).await?;
                    return Ok(End::Resigned);
                }
                1 => return Ok(End::Left),
                2..6 => {
                    self.counts.reconnected.fetch_add(1, Ordering::Relaxed);
                    other.come_back(self.node(dice)).await?;
                    continue;
                }
                6..9 if watchers.len() < 3 => {
                    self.counts.watched.fetch_add(1, Ordering::Relaxed);
                    let node = self.node(dice);
                    let watcher = Guest { node, cookie: String::new() };
                    watchers.push(Person::come(watcher, &table).await?);
                    continue;
                }
                9..11 => {
                    watchers.pop();
                    continue;
                }
                _ => mover.order("play", dice).await?,
            };
            self.counts.moves.fetch_add(1, Ordering::Relaxed);
            other.follow(version).await?;
            for watcher in &mut watchers {
                watcher.follow(version).await?;
            }
        }
        for person in players.into_iter().chain(watchers) {
            person.say_goodbye().await?;
        }
        Ok(End::OnTheBoard)
    }

    fn node(&self, dice: &mut Rng) -> SocketAddr {
        self.nodes[dice.usize(..self.nodes.len())]
    }

    fn think(&self, dice: &mut Rng) -> Duration {
        self.thinking * (1 + dice.usize(..1000) as u32) / 1000
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }
}

impl Counts {
    fn tell(&self) -> anyhow::Result<()> {
        let now = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        say(&json!({
            "games": now(&self.games),
            "moves": now(&self.moves),
            "resigned": now(&self.resigned),
            "reconnected": now(&self.reconnected),
            "watched": now(&self.watched),
            "left": now(&self.left),
            "lost": now(&self.lost),
        }))
    }
}
