//! Who can be asked to play, by the names that people type.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use konoba_rules::{Level, Setup};

use crate::baseline::{OnePly, Random, Uct};
use crate::levels::{self, NotARung, Rung};
use crate::search::{MOST_BYTES, Weights};
use crate::{Config, Player};

/// A player by name: a level from `1` to `10` (`4`, `4.3`, `4.7`), `random`, `oneply`, `uct`, `uct:VISITS`,
/// `engine[,OPTION=VALUE...]`, or `rung,NAME=NUMBER...` for one between the levels.
///
/// ```
/// use konoba_engine::Config;
/// use konoba_engine::roster::Entrant;
/// let entrant: Entrant = "uct:1000".parse().unwrap();
/// let setup = "konobi:5".parse().unwrap();
/// let player = entrant.player(setup, Config::full());
/// assert_eq!(player.name(), "uct:1000");
/// assert!("uct:many".parse::<Entrant>().is_err());
/// ```
#[derive(Clone, Debug)]
pub enum Entrant {
    /// A level of strength.
    Level(Level),
    /// What a level is made of, by its numbers.
    Rung(Rung),
    /// Any legal move.
    Random,
    /// Wins and blocks if it can, else any legal move.
    OnePly,
    /// Plain UCT with so many visits a move, or with whatever the limits allow.
    Uct(Option<u64>),
    /// Full strength, but for what is said of its net and its search.
    Engine {
        /// The net that it evaluates with.
        net: NetChoice,
        /// What is changed about the search.
        changes: Vec<Change>,
    },
}

impl Entrant {
    /// The file that its net is in, if it is to play by one. Files are not read here: the caller reads this one and
    /// puts its net into what [`Self::player`] is given.
    pub fn net_file(&self) -> Option<&Path> {
        match self {
            Self::Engine { net: NetChoice::File(path), .. } => Some(path),
            _ => None,
        }
    }

    /// The player, ready for a game, with all that there is for it. Chance begins where the configuration says.
    pub fn player(&self, setup: Setup, mut config: Config) -> Box<dyn Player> {
        match self {
            Self::Level(level) => levels::player_with(*level, setup, config),
            Self::Rung(rung) => levels::player_on(*rung, "rung".to_owned(), config),
            Self::Random => Box::new(Random::new(config.seed)),
            Self::OnePly => Box::new(OnePly::new(config.seed)),
            Self::Uct(visits) => Box::new(Uct::new(*visits, config.seed)),
            Self::Engine { net, changes } => {
                if *net == NetChoice::Off {
                    config.evaluator = None;
                }
                changes.iter().for_each(|change| change.apply(&mut config));
                levels::player_with(Level::STRONGEST, setup, config)
            }
        }
    }
}

/// The net that the engine evaluates with.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum NetChoice {
    /// The net that is built in, where there is one.
    #[default]
    BuiltIn,
    /// The net in this file, written `net=FILE`.
    File(PathBuf),
    /// None, written `net=off`.
    Off,
}

/// No player has that name.
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
            Unknown("a player is a level from 1 to 10 (4, 4.3 or 4.7), random, oneply, uct, uct:VISITS, engine[,OPTION=VALUE...] or rung,NAME=NUMBER...".to_owned())
        };
        if let Some(visits) = text.strip_prefix("uct:") {
            let visits = visits.parse().ok().filter(|visits| *visits > 0);
            return Ok(Self::Uct(Some(visits.ok_or_else(unknown)?)));
        }
        if let Some(rung) = text.strip_prefix("rung,") {
            return rung
                .parse()
                .map(Self::Rung)
                .map_err(|error: NotARung| Unknown(error.to_string()));
        }
        let mut words = text.split(',');
        match (words.next(), text) {
            (_, "random") => Ok(Self::Random),
            (_, "oneply") => Ok(Self::OnePly),
            (_, "uct") => Ok(Self::Uct(None)),
            (Some("engine"), _) => {
                let (mut net, mut changes) = (NetChoice::default(), Vec::new());
                for word in words {
                    match word.strip_prefix("net=") {
                        None | Some("") => changes.push(word.parse()?),
                        Some("off") => net = NetChoice::Off,
                        Some(path) => net = NetChoice::File(path.into()),
                    }
                }
                Ok(Self::Engine { net, changes })
            }
            _ => text.parse().map(Self::Level).map_err(|_| unknown()),
        }
    }
}

/// One thing about the search that is not as it usually is: `threads=2`, `solver=off`.
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
    Softness,
    Spread,
    Caution,
    Solver,
}

/// The options by the names that people type.
const OPTIONS: [(&str, Opt); 10] = [
    ("threads", Opt::Threads),
    ("memory", Opt::Memory),
    ("ripe", Opt::Ripe),
    ("amaf", Opt::Amaf),
    ("prior", Opt::Prior),
    ("untried", Opt::Untried),
    ("softness", Opt::Softness),
    ("spread", Opt::Spread),
    ("caution", Opt::Caution),
    ("solver", Opt::Solver),
];

const MIB: u64 = 1 << 20;

impl Opt {
    /// The values that it can have.
    const fn range(self) -> RangeInclusive<f32> {
        match self {
            Self::Threads => 1.0..=1024.0,
            Self::Memory => 1.0..=(MOST_BYTES / MIB) as f32,
            Self::Solver => 0.0..=65_536.0,
            Self::Softness => 0.01..=100.0,
            Self::Spread => 0.0..=1.0,
            Self::Ripe | Self::Amaf | Self::Prior | Self::Untried | Self::Caution => 0.0..=1e9,
        }
    }

    /// Whether there is nothing between two whole numbers.
    const fn is_whole(self) -> bool {
        matches!(self, Self::Threads | Self::Memory | Self::Solver | Self::Ripe)
    }

    /// What is counted, where the name does not say it.
    const fn unit(self) -> &'static str {
        if matches!(self, Self::Memory | Self::Solver) { " MiB" } else { "" }
    }
}

impl Change {
    fn apply(self, config: &mut Config) {
        let Config { threads, memory, solver, ripe_after, weights, .. } = config;
        let Weights { amaf, prior, untried, softness, spread, caution } = weights;
        // A machine with less memory than this number can hold has no use for more.
        let bytes = |mib: f32| usize::try_from(mib as u64 * MIB).unwrap_or(usize::MAX);
        match self.option {
            Opt::Threads => *threads = self.value as usize,
            Opt::Memory => *memory = bytes(self.value),
            Opt::Ripe => *ripe_after = self.value as u32,
            Opt::Amaf => *amaf = self.value,
            Opt::Prior => *prior = self.value,
            Opt::Untried => *untried = self.value,
            Opt::Softness => *softness = self.value,
            Opt::Spread => *spread = self.value,
            Opt::Caution => *caution = self.value,
            Opt::Solver => *solver = bytes(self.value),
        }
    }
}

impl FromStr for Change {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let wrong = || {
            let names = OPTIONS.map(|(name, _)| name).join(", ");
            Unknown(format!(
                "the engine's options are {names}, each with a number or `off`, and net, with a file or `off`"
            ))
        };
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let (_, option) =
            OPTIONS.into_iter().find(|(known, _)| *known == name).ok_or_else(wrong)?;
        let value: f32 = if value == "off" { 0.0 } else { value.parse().map_err(|_| wrong())? };
        let range = option.range();
        if !range.contains(&value) || option.is_whole() && value.fract() != 0.0 {
            let number = if option.is_whole() { "whole number" } else { "number" };
            let (least, most, unit) = (range.start(), range.end(), option.unit());
            return Err(Unknown(format!("{name} is a {number} from {least} to {most}{unit}")));
        }
        Ok(Self { option, value })
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;

    use konoba_rules::AnyPosition;

    use super::*;
    use crate::{Evaluation, Evaluator, Limits, Seen, Unwatched};

    #[test]
    fn names_are_read_or_refused() {
        for name in [
            "1",
            "9.7",
            "rung,visits=1,wavering=2",
            "10",
            "random",
            "oneply",
            "uct",
            "uct:7",
            "engine",
            "engine,threads=2,net=off",
        ] {
            let entrant: Entrant = name.parse().unwrap();
            entrant.player("konobi:5".parse().unwrap(), Config::default());
        }
        for name in [
            "",
            "0",
            "11",
            "10.3",
            "4.5",
            "rung",
            "rung,x=1",
            "uct:0",
            "uct:x",
            "engine,",
            "engine,threads",
            "engine,threads=-1",
            "engine,x=1",
            "Random",
            "engine,amaf=nan",
            "engine,net=",
        ] {
            assert!(name.parse::<Entrant>().is_err(), "{name}");
        }
    }

    #[test]
    fn what_is_out_of_range_is_refused_with_the_range() {
        for (least, most, below, above, reason) in [
            ("threads=1", "threads=1024", "threads=0", "threads=1025", "from 1 to 1024"),
            ("memory=1", "memory=327677", "memory=off", "memory=327678", "from 1 to 327677 MiB"),
            ("solver=off", "solver=65536", "solver=-1", "solver=1e9", "from 0 to 65536 MiB"),
            ("amaf=0", "amaf=1e9", "amaf=-0.1", "amaf=inf", "from 0 to 1000000000"),
            ("threads=2", "memory=64", "threads=1.5", "threads=9999", "a whole number"),
        ] {
            for given in [least, most] {
                assert!(given.parse::<Change>().is_ok(), "{given}");
            }
            for given in [below, above] {
                let refused = given.parse::<Change>().unwrap_err().to_string();
                assert!(refused.contains(reason), "{given}: {refused}");
            }
        }
    }

    #[test]
    fn an_option_changes_the_search_by_what_was_said() {
        let mut config = Config::default();
        for given in ["threads=1024", "memory=131072", "solver=2"] {
            given.parse::<Change>().unwrap().apply(&mut config);
        }
        let Config { threads, memory, solver, .. } = config;
        assert_eq!([threads, memory, solver], [1024, 131_072 << 20, 2 << 20]);
    }

    #[test]
    fn the_last_net_that_was_named_is_wanted() {
        for (name, file) in [
            ("engine", None),
            ("engine,net=off", None),
            ("engine,net=kept/1.bin,solver=off", Some("kept/1.bin")),
            ("engine,net=off,net=1", Some("1")),
            ("engine,net=1,net=off", None),
        ] {
            let entrant: Entrant = name.parse().unwrap();
            assert_eq!(entrant.net_file(), file.map(Path::new), "{name}");
        }
    }

    /// Evaluates nothing, and panics when it is used.
    #[derive(Debug)]
    struct Broken;

    impl Evaluator for Broken {
        fn evaluate(&self, _: &[Seen]) -> Vec<Evaluation> {
            panic!("it was used")
        }
    }

    #[test]
    fn only_without_a_net_is_the_given_one_not_asked() {
        let setup: Setup = "konobi:5,nopie".parse().unwrap();
        for (name, is_asked) in
            [("engine", true), ("engine,net=x", true), ("engine,net=off", false)]
        {
            let config = Config { evaluator: Some(Arc::new(Broken)), ..Config::default() };
            let mut player = name.parse::<Entrant>().unwrap().player(setup, config);
            let position = AnyPosition::start(setup);
            let think = || player.think(&position, Limits::visits(8), &Unwatched);
            assert_eq!(catch_unwind(AssertUnwindSafe(think)).is_err(), is_asked, "{name}");
        }
    }
}
