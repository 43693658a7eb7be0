//! The engine beside the board: it plays for the seats that are not people's, and gives hints.

use std::time::Duration;

use konoba_engine::levels::Level;
use konoba_engine::{Config, Limits, Player, Thought};
use konoba_rules::{AnyPosition, Setup};
use konoba_scene::{Advice, Candidate, Certain, Sentences};
use konoba_table::{Action, Kind, Moment, Table};

use crate::{Stopwatch, chances};

/// The most that a move takes of the time that is left on a clock.
const SHARE_OF_CLOCK: u32 = 20;

/// The engine beside a board. It keeps what it has found out from one move to the next.
pub struct Adviser {
    time: Duration,
    seed: u64,
    /// All that the engine has for a game.
    config: Box<dyn Fn(Setup) -> Config + Send + Sync>,
    /// Who plays, with what they were asked for.
    player: Option<(Setup, Level, Box<dyn Player>)>,
}

impl Adviser {
    /// An engine that takes at most so much time for a move, with chance that begins here.
    pub fn new(time: Duration, seed: u64) -> Self {
        Self { time, seed, config: Box::new(Config::for_setup), player: None }
    }

    /// The same engine with this for each game, such as a net of one's own, instead of what it usually has.
    pub fn with_config(self, config: impl Fn(Setup) -> Config + Send + Sync + 'static) -> Self {
        Self { config: Box::new(config), ..self }
    }

    /// What it does at a table where it is its turn. It looks often whether it must stop, and then
    /// plays what it has found so far.
    pub fn act(
        &mut self,
        table: &Table,
        now: Moment,
        must_stop: &(dyn Fn() -> bool + Sync),
    ) -> Action {
        let kind = table.seat_to_move().map(|seat| table.player(seat).kind);
        let level = match kind {
            Some(Kind::Engine { level }) => Level::new(level).unwrap_or(Level::STRONGEST),
            _ => Level::STRONGEST,
        };
        let time = self.time_at(table, now);
        Action::Play(self.think(table.position(), level, time, must_stop).best)
    }

    /// What it thinks of the position at a table, in sentences. It looks often whether it must stop,
    /// and then says what it has found so far.
    pub fn hint(
        &mut self,
        table: &Table,
        now: Moment,
        must_stop: &(dyn Fn() -> bool + Sync),
    ) -> String {
        if table.is_over() {
            return "The game is over.".to_owned();
        }
        Sentences::of(table.setup()).advice(&self.advise_at(table, now, must_stop))
    }

    /// What it thinks, at its full strength, at a table where the game is not over. It takes no more
    /// of the time on a clock than for a move.
    pub fn advise_at(
        &mut self,
        table: &Table,
        now: Moment,
        must_stop: &(dyn Fn() -> bool + Sync),
    ) -> Advice {
        let time = self.time_at(table, now);
        let thought = self.think(table.position(), Level::STRONGEST, time, must_stop);
        advice(table.position(), &thought)
    }

    /// What it thinks, at its full strength, of a position in which the game is not over.
    pub fn advise(
        &mut self,
        position: &AnyPosition,
        must_stop: &(dyn Fn() -> bool + Sync),
    ) -> Advice {
        advice(position, &self.think(position, Level::STRONGEST, self.time, must_stop))
    }

    /// How long it may think about a move: not much of what is left on a clock.
    fn time_at(&self, table: &Table, now: Moment) -> Duration {
        let left = table.deadline().map(|deadline| deadline.since(now) / SHARE_OF_CLOCK);
        left.map_or(self.time, |left| left.min(self.time))
    }

    fn think(
        &mut self,
        position: &AnyPosition,
        level: Level,
        time: Duration,
        must_stop: &(dyn Fn() -> bool + Sync),
    ) -> Thought {
        let setup = position.setup();
        let is_right = |(of, at, _): &(Setup, Level, Box<dyn Player>)| *of == setup && *at == level;
        let kept = self.player.take().filter(is_right);
        self.seed = self.seed.wrapping_add(1);
        let hired = || level.player_with(setup, Config { seed: self.seed, ..(self.config)(setup) });
        let mut player = kept.map_or_else(hired, |(_, _, player)| player);
        let watch = Stopwatch::until(must_stop);
        let thought = player.think(position, Limits::time(time), &watch);
        self.player = Some((setup, level, player));
        thought
    }
}

/// A thought about a position as interfaces show it.
fn advice(position: &AnyPosition, thought: &Thought) -> Advice {
    let percent = |rate: f32| (rate.clamp(0.0, 1.0) * 100.0).round() as u8;
    let seen = || thought.candidates.iter().filter(|one| one.visits > 0);
    let most = seen().map(|one| one.visits).max().unwrap_or_default();
    let candidates =
        seen().map(|one| Candidate::new(one.mv, percent(one.win_rate), (one.visits, most)));
    let best = seen().find(|one| one.mv == thought.best);
    Advice {
        best: thought.best,
        chances: chances(position.to_move(), thought).map(percent),
        certain: thought.proof.map(|proof| Certain { winner: proof.winner, within: proof.within }),
        line: best.map_or_else(|| vec![thought.best], |one| one.line.clone()),
        candidates: candidates.collect(),
        idea: thought.idea.clone(),
    }
}

#[cfg(test)]
mod tests {
    use konoba_rules::{GAMES, Move};
    use konoba_table::{Opened, Player as Seated};

    use super::*;

    #[test]
    fn it_plays_and_advises_in_every_game() {
        for &spec in GAMES {
            let players = ["Ana", "Luka"].map(|name| Seated::person(name.parse().unwrap()));
            let setup = Setup::default_of(spec);
            let setup = setup.with_size(4).unwrap_or(setup);
            let now = Moment::from_millis(0);
            let mut table = Table::opened(&Opened::new(setup, players), now);
            let mut adviser = Adviser::new(Duration::from_millis(5), 1);
            let Action::Play(mv) = adviser.act(&table, now, &|| false) else {
                panic!("{}", spec.id)
            };
            assert_ne!(mv, Move::Pass);
            let seat = table.seat_to_move().unwrap();
            let events = table.decide(seat, Action::Play(mv), now).expect("it plays legal moves");
            events.iter().for_each(|event| table.apply(event));
            assert!(adviser.hint(&table, now, &|| false).starts_with("The engine would play "));
            let position = *table.position();
            let advice = adviser.advise(&position, &|| false);
            assert_eq!(advice.line.first(), Some(&advice.best));
            let heats = || advice.candidates.iter().map(|one| one.heat);
            assert!(heats().all(|heat| (1..=Candidate::MAX_HEAT).contains(&heat)));
            assert!(heats().max().is_none_or(|most| most == Candidate::MAX_HEAT));
            // What is said to be the play expected can be played.
            advice.line.iter().fold(position, |mut position, mv| {
                position.play(*mv).expect("the engine expects legal moves");
                position
            });
        }
    }

    #[test]
    fn records_know_every_level() {
        assert_eq!(Level::STRONGEST.number(), Kind::MAX_LEVEL);
    }
}
