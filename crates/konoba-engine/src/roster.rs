//! Who can be asked to play, by the names that people type.

use std::fmt;
use std::str::FromStr;

use konoba_rules::Setup;

use crate::baseline::{OnePly, Random, Uct};
use crate::levels::Level;
use crate::search::Weights;
use crate::{Config, Player};

/// Somebody who can be asked to play: a level from `1` to `10`, `random`, `oneply`, `uct`, `uct:VISITS`, or
/// `engine[,OPTION=VALUE...]`.
///
/// ```
/// use konoba_engine::roster::Entrant;
/// let entrant: Entrant = "uct:1000".parse().unwrap();
/// let player = entrant.player("konobi:5".parse().unwrap(), 1);
/// assert_eq!(player.name(), "uct:1000");
/// assert!("uct:many".parse::<Entrant>().is_err());
/// ```
#[derive(Clone, Debug)]
pub enum Entrant {
    /// A level of strength.
    Level(Level),
    /// Any legal move.
    Random,
    /// Wins and blocks if it can, else any legal move.
    OnePly,
    /// Plain UCT with so many visits a move, or with whatever the limits allow.
    Uct(Option<u64>),
    /// Full strength, with these things about the search changed.
    Engine(Vec<Change>),
}

impl Entrant {
    /// The player, ready for a game, with chance that begins here.
    pub fn player(&self, setup: Setup, seed: u64) -> Box<dyn Player> {
        match self {
            Self::Level(level) => level.player(setup, seed),
            Self::Random => Box::new(Random::new(seed)),
            Self::OnePly => Box::new(OnePly::new(seed)),
            Self::Uct(visits) => Box::new(Uct::new(*visits, seed)),
            Self::Engine(changes) => {
                let mut config = Config { seed, ..Config::for_setup(setup) };
                changes.iter().for_each(|change| change.apply(&mut config));
                Level::STRONGEST.player_with(setup, config)
            }
        }
    }
}

/// Nobody of that name plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown(String);

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unknown {}

impl FromStr for Entrant {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let unknown = || {
            Unknown("a player is a level from 1 to 10, random, oneply, uct, uct:VISITS or engine[,OPTION=VALUE...]".to_owned())
        };
        if let Some(visits) = text.strip_prefix("uct:") {
            let visits = visits.parse().ok().filter(|visits| *visits > 0);
            return Ok(Self::Uct(Some(visits.ok_or_else(unknown)?)));
        }
        let mut words = text.split(',');
        match (words.next(), text) {
            (_, "random") => Ok(Self::Random),
            (_, "oneply") => Ok(Self::OnePly),
            (_, "uct") => Ok(Self::Uct(None)),
            (Some("engine"), _) => {
                Ok(Self::Engine(words.map(str::parse).collect::<Result<_, _>>()?))
            }
            _ => text.parse().map(Self::Level).map_err(|_| unknown()),
        }
    }
}

/// One thing about the search that is not as it usually is: `threads=2`, `net=off`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    option: Opt,
    value: f32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Opt {
    Threads,
    Memory,
    Ripe,
    Amaf,
    Prior,
    Untried,
    Net,
    Solver,
}

/// The options by the names that people type.
const OPTIONS: [(&str, Opt); 8] = [
    ("threads", Opt::Threads),
    ("memory", Opt::Memory),
    ("ripe", Opt::Ripe),
    ("amaf", Opt::Amaf),
    ("prior", Opt::Prior),
    ("untried", Opt::Untried),
    ("net", Opt::Net),
    ("solver", Opt::Solver),
];

impl Change {
    fn apply(self, config: &mut Config) {
        let Config { threads, memory, solver, ripe_after, weights, evaluator, .. } = config;
        let Weights { amaf, prior, untried } = weights;
        match self.option {
            Opt::Threads => *threads = (self.value as usize).clamp(1, 256),
            Opt::Memory => *memory = (self.value as usize).clamp(1, 1 << 16) << 20,
            Opt::Ripe => *ripe_after = self.value as u32,
            Opt::Amaf => *amaf = self.value,
            Opt::Prior => *prior = self.value,
            Opt::Untried => *untried = self.value,
            Opt::Net if self.value == 0.0 => *evaluator = None,
            Opt::Net => {}
            Opt::Solver => *solver = (self.value as usize).min(1 << 16) << 20,
        }
    }
}

impl FromStr for Change {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let wrong = || {
            let names = OPTIONS.map(|(name, _)| name).join(", ");
            Unknown(format!("the engine's options are {names}, each with a number or `off`"))
        };
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let (_, option) =
            OPTIONS.into_iter().find(|(known, _)| *known == name).ok_or_else(wrong)?;
        let value = if value == "off" { 0.0 } else { value.parse().map_err(|_| wrong())? };
        if !(0.0..=1e9).contains(&value) {
            return Err(wrong());
        }
        Ok(Self { option, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_or_refused() {
        for name in
            ["1", "10", "random", "oneply", "uct", "uct:7", "engine", "engine,threads=2,net=off"]
        {
            let entrant: Entrant = name.parse().unwrap();
            entrant.player("konobi:5".parse().unwrap(), 0);
        }
        for name in [
            "",
            "0",
            "11",
            "uct:0",
            "uct:x",
            "engine,",
            "engine,threads",
            "engine,threads=-1",
            "engine,x=1",
            "Random",
            "engine,amaf=nan",
        ] {
            assert!(name.parse::<Entrant>().is_err(), "{name}");
        }
    }
}
