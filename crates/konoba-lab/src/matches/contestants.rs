//! The two sides of a match: players of ours, and programs that speak GTP.

use std::str::FromStr;
use std::time::Duration;

use konoba_advice::Stopwatch;
use konoba_engine::arena::{Choice, Contestant, Fault};
use konoba_engine::roster::{Entrant, Unknown};
use konoba_engine::{Config, Limits, Player};
use konoba_line::gtp::{read_vertex, vertex};
use konoba_rules::{AnyPosition, Move, Setup, Side, Spec};

use crate::nets::NetSource;
use crate::program::{Program, wrong_answer};

/// A player as it was typed.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(super) name: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Ours(Entrant),
    Gtp(String),
}

impl FromStr for Entry {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let kind = match text.strip_prefix("gtp:") {
            Some(command) => Kind::Gtp(command.to_owned()),
            None => Kind::Ours(text.parse()?),
        };
        Ok(Self { name: text.to_owned(), kind })
    }
}

impl Entry {
    /// All that there is for it in a game, or why its net cannot be used. Programs have their own.
    pub(super) fn config(&self, setup: Setup) -> anyhow::Result<Config> {
        match &self.kind {
            Kind::Ours(entrant) => NetSource::of(entrant).required(setup),
            Kind::Gtp(_) => Ok(Config::default()),
        }
    }

    /// Has a program begin a game, so that one that cannot even do that is not found out game by game.
    pub(super) fn try_out(&self, setup: Setup, pace: Pace) -> Result<(), Fault> {
        match &self.kind {
            Kind::Ours(_) => Ok(()),
            Kind::Gtp(_) => self.contestant(pace, Config::default()).begin(setup),
        }
    }

    /// The contestant. Each of its games begins with chances of its own, from the seed on.
    pub(super) fn contestant(&self, pace: Pace, config: Config) -> Box<dyn Contestant + Send> {
        match &self.kind {
            Kind::Ours(entrant) => {
                let (entrant, limits) = (entrant.clone(), pace.limits);
                Box::new(Ours { entrant, limits, config, player: None })
            }
            Kind::Gtp(command) => {
                let command = command.clone();
                Box::new(Gtp { command, pace, program: None, spec: None, answer: String::new() })
            }
        }
    }
}

/// A player of ours.
struct Ours {
    entrant: Entrant,
    limits: Limits,
    config: Config,
    player: Option<Box<dyn Player>>,
}

impl Contestant for Ours {
    fn begin(&mut self, setup: Setup) -> Result<(), Fault> {
        let seed = &mut self.config.seed;
        *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        self.player = Some(self.entrant.player(setup, self.config.clone()));
        Ok(())
    }

    fn see(&mut self, _: Side, _: Move) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, position: &AnyPosition) -> Result<Choice, Fault> {
        let player = self.player.as_mut().expect("a game has begun");
        Ok(Choice::Play(player.think(position, self.limits, &Stopwatch::start()).best))
    }
}

/// How long the players may take.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// For a move.
    pub(super) limits: Limits,
    /// For anything but a move; and how much longer than its time a program may take for one.
    pub(super) patience: Duration,
}

/// A program that speaks GTP. Whatever it does wrong ends it; the next game starts it anew.
struct Gtp {
    command: String,
    pace: Pace,
    program: Option<Program>,
    spec: Option<&'static Spec>,
    /// The move that it answered last.
    answer: String,
}

impl Gtp {
    /// Asks for anything but a move.
    fn tell(&mut self, command: &str) -> Result<String, Fault> {
        self.ask(command, self.pace.patience)
    }

    fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        self.with_program(|program| program.ask(command, patience))
    }

    fn with_program<T>(
        &mut self,
        speak: impl FnOnce(&mut Program) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let mut program = match self.program.take() {
            Some(program) => program,
            None => Program::in_shell(&self.command)
                .map_err(|error| Fault::Wrong(format!("could not be started: {error}")))?,
        };
        let answer = speak(&mut program)?;
        self.program = Some(program);
        Ok(answer)
    }
}

impl Contestant for Gtp {
    fn begin(&mut self, setup: Setup) -> Result<(), Fault> {
        self.spec = Some(setup.spec);
        self.tell(&format!("boardsize {}", setup.size))?;
        self.tell("clear_board")?;
        // The standard knows whole seconds only; a shorter time is the business of the command line.
        if let Some(time) = self.pace.limits.time
            && time.subsec_nanos() == 0
        {
            let patience = self.pace.patience;
            let told = format!("time_settings 0 {} 1", time.as_secs());
            self.with_program(|program| program.suggest(&told, patience))?;
        }
        Ok(())
    }

    fn see(&mut self, side: Side, mv: Move) -> Result<(), Fault> {
        let spec = self.spec.expect("a game has begun");
        self.tell(&format!("play {} {}", colour(side), vertex(mv, spec))).map(|_| ())
    }

    fn choose(&mut self, position: &AnyPosition) -> Result<Choice, Fault> {
        let setup = position.setup();
        let colour = colour(position.to_move());
        // Programs overstep their time a little; those that hang must not hang the match.
        let Pace { limits, patience } = self.pace;
        let patience = limits.time.map_or(20 * patience, |time| time * 10 + patience);
        let answer = self.ask(&format!("genmove {colour}"), patience)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Choice::Resign);
        }
        let mv = read_vertex(&answer, setup.spec).map_err(|_| wrong_answer("genmove", &answer))?;
        self.answer = answer;
        Ok(Choice::Play(mv))
    }

    /// Its letters are not those of Konoba, and are what its own log has.
    fn written(&self, _: Move, _: &'static Spec) -> String {
        self.answer.clone()
    }
}

/// The colours by which GTP calls the sides, whatever they are called in the game: other programs know no others.
const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}
