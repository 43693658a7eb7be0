//! Many games at once, at a rate that does not depend on how they are answered.

mod game;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use fastrand::Rng;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader, stdin};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

use crate::http::{first_setup, largest_setup};
use crate::say;
use crate::tally::{RateResult, Tally};

use game::{Game, TurnOutcome};

/// How many games are laid at once.
const AT_ONCE: usize = 32;
/// How long answers may be on their way after a step.
const DRAIN: Duration = Duration::from_secs(10);

pub(crate) type SharedTally = Arc<Mutex<Tally>>;

/// Where games are played and which.
#[derive(Clone)]
pub(crate) struct PlayConfig {
    nodes: Arc<[SocketAddr]>,
    setup: Arc<str>,
    /// How many watch each game.
    watchers: usize,
    tally: SharedTally,
}

/// All games that are played, and those that are laid anew in place of finished ones.
struct Field {
    config: PlayConfig,
    games: Vec<Game>,
    renewed: mpsc::UnboundedReceiver<(usize, Game)>,
    renew: mpsc::UnboundedSender<(usize, Game)>,
    /// Lets few games be laid at once: they tend to end at the same time.
    room: Arc<Semaphore>,
    dice: Rng,
    orders: u64,
    /// The game whose turn it was.
    place: usize,
}

/// Opens the games, and plays them at each rate that standard input names, for as long as it says.
pub(crate) async fn run(
    nodes: Vec<SocketAddr>,
    count: usize,
    watchers: usize,
) -> anyhow::Result<()> {
    let begin = Instant::now();
    // Watchers take long to connect, so the games they watch should not be over soon.
    let setup = match watchers {
        0 => first_setup(nodes[0]).await?,
        _ => largest_setup(nodes[0]).await?,
    };
    let setup = setup.into();
    let config = PlayConfig { nodes: nodes.into(), setup, watchers, tally: SharedTally::default() };
    let games = lay(&config, count).await?;
    let (renew, renewed) = mpsc::unbounded_channel();
    let (room, dice) = (Arc::new(Semaphore::new(AT_ONCE)), Rng::with_seed(1));
    let mut field = Field { config, games, renewed, renew, room, dice, orders: 0, place: 0 };
    let sockets = field.games.len() * (2 + watchers);
    say(&json!({ "sockets": sockets, "seconds": begin.elapsed().as_secs_f64() }))?;
    let mut lines = BufReader::new(stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let (rate, seconds) = line.split_once(' ').context("MOVES-A-SECOND SECONDS")?;
        say(&field.play(rate.parse()?, seconds.parse()?).await)?;
    }
    Ok(())
}

async fn lay(config: &PlayConfig, count: usize) -> anyhow::Result<Vec<Game>> {
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    for number in 0..count {
        let (config, room) = (config.clone(), room.clone());
        tasks.spawn(async move {
            let _room = room.acquire().await;
            Game::lay(&config, number).await
        });
    }
    let mut games = Vec::with_capacity(count);
    while let Some(game) = tasks.join_next().await {
        games.push(game??);
    }
    Ok(games)
}

impl Field {
    /// Gives so many turns a second, whatever becomes of them, to one game after the other.
    ///
    /// Each turn has its moment, from which its answer is measured: a server or a generator that falls
    /// behind is not spared the waiting.
    async fn play(&mut self, rate: f64, seconds: f64) -> RateResult {
        *lock(&self.config.tally) = Tally::default();
        let mut ticks = tokio::time::interval(Duration::from_millis(1));
        let (begin, first, mut skipped) = (Instant::now(), self.orders, 0);
        while begin.elapsed().as_secs_f64() < seconds {
            ticks.tick().await;
            while let Ok((place, game)) = self.renewed.try_recv() {
                self.games[place] = game;
            }
            let due = first + (begin.elapsed().as_secs_f64() * rate) as u64;
            while self.orders < due {
                self.orders += 1;
                let after = (self.orders - first) as f64 / rate;
                let is_taken = self.take_turn(begin + Duration::from_secs_f64(after));
                skipped += u64::from(!is_taken);
            }
        }
        let open = self.drain().await;
        std::mem::take(&mut *lock(&self.config.tally)).sum(begin, seconds, skipped, open)
    }

    /// Has the next game take its turn. Those that are over are laid anew, and the turn goes to the one after them.
    fn take_turn(&mut self, moment: Instant) -> bool {
        for _ in 0..self.games.len() {
            self.place = (self.place + 1) % self.games.len();
            match self.games[self.place].take_turn(self.orders, moment, &mut self.dice) {
                TurnOutcome::Taken => return true,
                TurnOutcome::Busy => return false,
                TurnOutcome::Over => self.lay_anew(self.place),
                TurnOutcome::Renewed => {}
            }
        }
        false
    }

    fn lay_anew(&self, place: usize) {
        let (config, renew, room) = (self.config.clone(), self.renew.clone(), self.room.clone());
        let number = self.orders as usize;
        tokio::spawn(async move {
            let _room = room.acquire().await;
            if let Ok(game) = Game::lay(&config, number).await {
                // At the end of the run the receiver is gone.
                let _ = renew.send((place, game));
            }
        });
    }

    /// Waits for the answers that are on their way, and counts those that do not come.
    async fn drain(&self) -> usize {
        let begin = Instant::now();
        loop {
            let open = self.games.iter().filter(|game| game.is_waiting()).count();
            if open == 0 || begin.elapsed() > DRAIN {
                return open;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// What is guarded is touched for an instant and left whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
