//! The table of all commands, and those of them that the standard describes.

use konoba_rules::Side;
use konoba_scene::Refusal;

use super::arguments::Arguments;
use super::game::Game;
use super::{Failure, Files, Session};

/// What becomes of a command.
pub(super) type Outcome = Result<String, Failure>;

/// A command: declared once, for finding, listing and refusing it.
pub(super) struct GtpCommand<F: Files> {
    /// What one types.
    pub(super) name: &'static str,
    /// The arguments that it takes, for people.
    takes: &'static str,
    /// Does it.
    pub(super) run: fn(&mut Session<F>, Arguments<'_>) -> Outcome,
}

impl<F: Files> GtpCommand<F> {
    const fn new(
        name: &'static str,
        takes: &'static str,
        run: fn(&mut Session<F>, Arguments<'_>) -> Outcome,
    ) -> Self {
        Self { name, takes, run }
    }

    /// How it is used.
    pub(super) fn usage(&self) -> String {
        format!("{} {}", self.name, self.takes).trim_end().to_owned()
    }
}

/// An answer that says nothing but that it is done.
pub(super) const DONE: Outcome = Ok(String::new());

impl<F: Files> Session<F> {
    /// Every command there is.
    pub(super) const COMMANDS: &'static [GtpCommand<F>] = &[
        GtpCommand::new("protocol_version", "", Self::protocol_version),
        GtpCommand::new("name", "", Self::name),
        GtpCommand::new("version", "", Self::version),
        GtpCommand::new("known_command", "NAME", Self::known_command),
        GtpCommand::new("list_commands", "", Self::list_commands),
        GtpCommand::new("quit", "", Self::quit),
        GtpCommand::new("boardsize", "SIZE", Self::boardsize),
        GtpCommand::new("clear_board", "", Self::clear_board),
        GtpCommand::new("komi", "NUMBER", Self::komi),
        GtpCommand::new("play", "SIDE MOVE", Self::play),
        GtpCommand::new("undo", "", Self::undo),
        GtpCommand::new("showboard", "", Self::showboard),
        GtpCommand::new("time_settings", "MAIN BYO-YOMI STONES", Self::time_settings),
        GtpCommand::new("time_left", "SIDE SECONDS STONES", Self::time_left),
        GtpCommand::new("final_score", "", Self::final_score),
        GtpCommand::new("loadsgf", "FILE [MOVE-NUMBER]", Self::loadsgf),
        GtpCommand::new("printsgf", "[FILE]", Self::printsgf),
        GtpCommand::new("konoba-legal", "[SIDE]", Self::legal),
        GtpCommand::new("konoba-winner", "", Self::winner),
        GtpCommand::new("konoba-why", "SIDE MOVE", Self::why),
        GtpCommand::new("konoba-fills", "", Self::fills),
        GtpCommand::new("konoba-setup", "ROWS SIDE", Self::set_up),
        GtpCommand::new("genmove", "SIDE", Self::genmove),
        GtpCommand::new("reg_genmove", "SIDE", Self::reg_genmove),
        GtpCommand::new("lz-analyze", "[SIDE] [CENTISECONDS]", Self::analyze),
    ];

    fn protocol_version(&mut self, arguments: Arguments<'_>) -> Outcome {
        arguments.end()?;
        Ok("2".to_owned())
    }

    fn name(&mut self, arguments: Arguments<'_>) -> Outcome {
        arguments.end()?;
        Ok("Konoba".to_owned())
    }

    fn version(&mut self, arguments: Arguments<'_>) -> Outcome {
        arguments.end()?;
        Ok(env!("CARGO_PKG_VERSION").to_owned())
    }

    fn known_command(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let name = arguments.word()?;
        arguments.end()?;
        let is_known = Self::known_commands().any(|known| known == name);
        Ok(is_known.to_string())
    }

    fn list_commands(&mut self, arguments: Arguments<'_>) -> Outcome {
        arguments.end()?;
        Ok(Self::known_commands().collect::<Vec<_>>().join("\n"))
    }

    fn known_commands() -> impl Iterator<Item = &'static str> {
        Self::COMMANDS.iter().map(|command| command.name)
    }

    fn quit(&mut self, arguments: Arguments<'_>) -> Outcome {
        arguments.end()?;
        self.has_quit = true;
        DONE
    }

    fn boardsize(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let size = arguments.word()?;
        arguments.end()?;
        let digits = size.strip_prefix('-').unwrap_or(size);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(arguments.misused());
        }
        // Any whole number is a size, if rarely an acceptable one.
        let setup = size.parse().ok().and_then(|size| self.setup.with_size(size).ok());
        self.setup = setup.ok_or(Failure::UnacceptableSize)?;
        self.begin(Game::new(self.setup));
        DONE
    }

    fn clear_board(&mut self, arguments: Arguments<'_>) -> Outcome {
        arguments.end()?;
        self.begin(Game::new(self.setup));
        DONE
    }

    /// Points are not counted in any of our games, so it is accepted and forgotten.
    fn komi(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let komi: Option<f64> = arguments.word()?.parse().ok();
        arguments.end()?;
        komi.filter(|komi| komi.is_finite()).ok_or_else(|| arguments.misused())?;
        DONE
    }

    fn play(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let side = arguments.side()?;
        let mv = arguments.mv()?;
        self.must_be_turn_of(side)?;
        match self.game.play(mv) {
            Ok(()) => DONE,
            Err(why) => Err(Failure::IllegalMove(self.reason(&Refusal { side, mv, why: *why }))),
        }
    }

    fn undo(&mut self, arguments: Arguments<'_>) -> Outcome {
        arguments.end()?;
        if self.game.undo() { DONE } else { Err(Failure::CannotUndo) }
    }

    fn final_score(&mut self, arguments: Arguments<'_>) -> Outcome {
        arguments.end()?;
        let score = match self.game.position().winner().ok_or(Failure::NotFinished)? {
            Side::First => "B+",
            Side::Second => "W+",
        };
        Ok(score.to_owned())
    }
}
