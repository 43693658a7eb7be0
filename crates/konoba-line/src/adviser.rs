//! The engine beside the board: it plays for the seats that are not people's, and gives hints.

use std::time::Duration;

use konoba_engine::levels::Level;
use konoba_engine::{Limits, Player, Proof, Thought};
use konoba_rules::{Setup, Spec};
use konoba_table::{Action, Kind, Moment, Table};

use crate::Stopwatch;

/// The most that a move takes of the time that is left on a clock.
const SHARE_OF_CLOCK: u32 = 20;

/// The engine beside a board. It keeps what it has found out from one move to the next.
pub struct Adviser {
    time: Duration,
    seed: u64,
    /// Who plays, with what they were asked for.
    player: Option<(Setup, Level, Box<dyn Player>)>,
}

impl Adviser {
    /// An engine that takes at most so much time for a move, with chance that begins here.
    pub const fn new(time: Duration, seed: u64) -> Self {
        Self { time, seed, player: None }
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
        Action::Play(self.think(table, level, now, must_stop).best)
    }

    /// What it would play and why, in a sentence; the game is not over.
    pub fn hint(&mut self, table: &Table, now: Moment) -> String {
        if table.is_over() {
            return "The game is over.".to_owned();
        }
        let thought = self.think(table, Level::STRONGEST, now, &|| false);
        advice(&thought, table.setup().spec)
    }

    fn think(
        &mut self,
        table: &Table,
        level: Level,
        now: Moment,
        must_stop: &(dyn Fn() -> bool + Sync),
    ) -> Thought {
        let (setup, position) = (table.setup(), table.position());
        let is_right = |(of, at, _): &(Setup, Level, Box<dyn Player>)| *of == setup && *at == level;
        let kept = self.player.take().filter(is_right);
        self.seed = self.seed.wrapping_add(1);
        let mut player =
            kept.map_or_else(|| level.player(setup, self.seed), |(_, _, player)| player);
        let left = table.deadline().map(|deadline| deadline.since(now) / SHARE_OF_CLOCK);
        let time = left.map_or(self.time, |left| left.min(self.time));
        let watch = Stopwatch::until(must_stop);
        let thought = player.think(position, Limits::time(time), &watch);
        self.player = Some((setup, level, player));
        thought
    }
}

/// What a thought advises, in a sentence or two.
fn advice(thought: &Thought, spec: &'static Spec) -> String {
    let mv = thought.best.written(spec);
    let how = match (thought.proof, thought.win_rate) {
        (Some(Proof { winner, within: Some(moves) }), _) => {
            format!(": {} wins in at most {moves} moves", spec.side(winner).name)
        }
        (Some(Proof { winner, within: None }), _) => {
            format!(": {} wins with best play", spec.side(winner).name)
        }
        (None, Some(rate)) => format!(", which seems to win {:.0} of 100 games", rate * 100.0),
        (None, None) => String::new(),
    };
    let idea = thought.idea.as_ref().map(|idea| format!(" {idea}")).unwrap_or_default();
    format!("The engine would play {mv}{how}.{idea}")
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
            assert!(adviser.hint(&table, now).starts_with("The engine would play "));
        }
    }
}
