//! Ten levels of strength, for people.
//!
//! A weaker level looks at less, and chooses less surely among what it saw: it misses what is hard to see
//! before what is easy. From level [`Level::SEES_WINS`] on it never misses a win at once. How much stronger
//! each level is than the one below is measured with `konoba match`; see the README of this crate.

use std::fmt;
use std::str::FromStr;

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Grid, Move, Points, Setup, Side};

use crate::{Config, Engine, Limits, Player, Thought, Watch, expert};

/// A level from 1 to 10.
///
/// ```
/// use konoba_engine::levels::Level;
/// let level: Level = "4".parse().unwrap();
/// let player = level.player("quentin:7".parse().unwrap(), 1);
/// assert_eq!(player.name(), "level 4");
/// assert!("0".parse::<Level>().is_err() && "11".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const WEAKEST: Self = Self(1);
    /// The first that never misses a win at once.
    pub const SEES_WINS: Self = Self(4);
    /// Full strength.
    pub const STRONGEST: Self = Self(10);

    /// The level of this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=10 => Some(Self(number)),
            _ => None,
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=10).map(Self)
    }

    /// Its number, from 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// A player of this level, with chance that begins here. It keeps to the limits it is given, and below
    /// full strength to narrower ones of its own.
    pub fn player(self, setup: Setup, seed: u64) -> Box<dyn Player> {
        self.player_with(setup, Config { seed, ..Config::for_setup(setup) })
    }

    /// The same for who wants to choose threads and memory, which matter at full strength only.
    pub fn player_with(self, setup: Setup, config: Config) -> Box<dyn Player> {
        let skill = expert::Skill { seed: config.seed, ..expert::Skill::of_level(self.0) };
        if let Some(expert) = expert::for_setup(setup, skill) {
            return expert;
        }
        match RECIPES.get(usize::from(self.0) - 1) {
            Some(recipe) => Box::new(Weakened::new(self, *recipe, config)),
            None => Box::new(Engine::new(config)),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The text is not a number from 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotALevel;

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level is a number from 1 (weakest) to 10 (full strength)")
    }
}

impl std::error::Error for NotALevel {}

impl FromStr for Level {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Self, NotALevel> {
        text.parse().ok().and_then(Self::new).ok_or(NotALevel)
    }
}

/// What makes a level weaker than the next.
#[derive(Clone, Copy, Debug)]
struct Recipe {
    /// How many visits it may spend on a move; with none it only looks at its own stones and edges.
    visits: u64,
    /// How surely it takes the move it saw most in: moves are drawn by their visits to this power.
    sureness: f32,
}

/// The levels below full strength.
const RECIPES: [Recipe; 9] = [
    Recipe { visits: 0, sureness: 0.0 },
    Recipe { visits: 6, sureness: 1.0 },
    Recipe { visits: 24, sureness: 1.2 },
    Recipe { visits: 60, sureness: 1.5 },
    Recipe { visits: 120, sureness: 2.0 },
    Recipe { visits: 300, sureness: 3.0 },
    Recipe { visits: 800, sureness: 4.0 },
    Recipe { visits: 2_400, sureness: 6.0 },
    Recipe { visits: 8_000, sureness: 10.0 },
];

/// A player below full strength.
#[derive(Debug)]
struct Weakened {
    level: Level,
    recipe: Recipe,
    config: Config,
    dice: WyRand,
}

impl Weakened {
    fn new(level: Level, recipe: Recipe, config: Config) -> Self {
        let dice = WyRand::new(config.seed);
        // One thread, so that chance decides alone and not the machine.
        let config = Config { threads: 1, memory: 16 << 20, evaluator: None, solver: 0, ..config };
        Self { level, recipe, config, dice }
    }

    fn any(&mut self, count: usize) -> usize {
        self.dice.below(count as u32) as usize
    }

    /// Huddles: of a few moves it takes the one that is nearest to its own edges and stones, where there is
    /// the least to be won.
    fn huddle(&mut self, position: &AnyPosition) -> Move {
        let side = position.to_move();
        let moves = position.moves_of(side);
        let own = position.pieces()[side.piece().index()];
        let last = i16::from(position.setup().size) - 1;
        let comfort = |mv: Move| {
            let at = mv.point()?;
            let neighbours = (Points::single(at).beside_or_diagonal() & own).count();
            let along = if side == Side::First { at.y } else { at.x };
            let from_middle = (2 * i16::from(along) - last).unsigned_abs();
            Some(u32::from(from_middle) + neighbours)
        };
        let drawn: Vec<_> = (0..4).map(|_| moves[self.any(moves.len())]).collect();
        drawn.into_iter().max_by_key(|mv| comfort(*mv)).expect("some were drawn")
    }

    /// Draws one of the moves by how much it saw in them.
    fn draw(&mut self, thought: &Thought) -> Move {
        let sees_wins = self.level >= Level::SEES_WINS;
        if sees_wins && (thought.proof.is_some() || thought.candidates.is_empty()) {
            return thought.best;
        }
        // A move that loses at once is seen as soon as a win at once is.
        let choices = thought.candidates.iter().filter(|one| !sees_wins || one.winner.is_none());
        let weight = |visits: u64| (visits as f32).powf(self.recipe.sureness);
        let sum: f32 = choices.clone().map(|one| weight(one.visits)).sum();
        let mut left = sum * (self.dice.bits() >> 40) as f32 / (1 << 24) as f32;
        for one in choices {
            left -= weight(one.visits);
            if left < 0.0 {
                return one.mv;
            }
        }
        thought.best
    }
}

impl Player for Weakened {
    fn name(&self) -> String {
        format!("level {}", self.level)
    }

    fn think(&mut self, position: &AnyPosition, limits: Limits, watch: &dyn Watch) -> Thought {
        if self.recipe.visits == 0 {
            return Thought::only(self.huddle(position));
        }
        let visits = limits.visits.map_or(self.recipe.visits, |most| most.min(self.recipe.visits));
        let limits = Limits { visits: Some(visits), ..limits };
        // It remembers nothing from one move to the next, or it would be stronger than its level.
        let config = Config { seed: self.dice.bits(), ..self.config.clone() };
        let mut thought = Engine::new(config).think(position, limits, watch);
        thought.best = self.draw(&thought);
        thought
    }
}

#[cfg(test)]
mod tests {
    use konoba_rules::games::REGISTER;

    use super::*;
    use crate::Unwatched;

    /// A game needs no expert of its own, not even one in which either side places either piece.
    #[test]
    fn every_level_plays_every_game_to_its_end_without_an_expert() {
        for &spec in REGISTER {
            let size = spec.sizes.min.max(4).min(spec.sizes.max);
            let setup = Setup::default_of(spec).with_size(size).unwrap();
            for (number, recipe) in (1..).zip(RECIPES) {
                let recipe = Recipe { visits: recipe.visits.min(60), ..recipe };
                let level = Level::new(number).unwrap();
                let mut player = Weakened::new(level, recipe, Config::for_setup(setup));
                let mut position = AnyPosition::start(setup);
                while position.winner().is_none() {
                    let thought = player.think(&position, Limits::default(), &Unwatched);
                    position.play(thought.best).unwrap();
                }
            }
        }
    }
}
