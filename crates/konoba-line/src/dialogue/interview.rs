//! What is asked before the first move: the size, who plays, and who plays what.

use konoba_rules::{Level, Record, Setup, SetupError, Side};
use konoba_table::{Kind, Name, Opened, Player, Recorded, Seat, TimeControl};

use super::config::Config;
use super::loading;
use super::questions::{self, shown};

/// What is known already and what is still to be asked. The next question follows from what is not
/// known, so whatever is known beforehand is never asked.
#[derive(Clone, Debug)]
pub(super) struct Interview {
    pub(super) setup: Setup,
    size_is_known: bool,
    kinds: [Kind; 2],
    time: TimeControl,
    /// Who sits at seat one and at seat two: in the order in which they are named.
    names: [Option<Name>; 2],
    first: Seat,
    /// Whether the player has said that the game shall begin, where the rules can be read before.
    has_begun: bool,
}

enum InterviewPrompt {
    Size,
    RuleOrPlay,
    Name(Side),
    NameAndRole,
    OtherName(Side),
}

impl Interview {
    /// An interview about what is not settled yet. Names are given in the order of the sides.
    pub(super) fn about(config: &Config) -> Self {
        let recorded = config.record.as_ref();
        let setup = recorded.map_or(config.setup, Record::setup);
        let names = config.names.clone().or_else(|| recorded.and_then(loading::names));
        let mut names = names.map_or([None, None], |names| names.map(Some));
        let kinds = recorded.map_or_else(|| kinds(config.engine), |it| Recorded::of(it).kinds());
        for (name, kind) in names.iter_mut().zip(kinds) {
            if let Kind::Engine { level } = kind {
                name.get_or_insert_with(|| Name::of_engine(level));
            }
        }
        Self {
            setup,
            size_is_known: config.size_is_chosen
                || recorded.is_some()
                || setup.spec.sizes.is_fixed(),
            has_begun: names.iter().any(Option::is_some) || !setup.spec.has_roles,
            names,
            kinds,
            time: recorded.map_or(config.time, |record| Recorded::of(record).time()),
            first: Seat::One,
        }
    }

    /// How the table is opened, once nothing is left to ask.
    pub(super) fn opened(&self) -> Option<Opened> {
        let [Some(one), Some(two)] = &self.names else { return None };
        if !self.size_is_known || !self.has_begun {
            return None;
        }
        let [first, second] = self.kinds;
        let players = [(one, first), (two, second)];
        let players = players.map(|(name, kind)| Player { name: name.clone(), kind });
        Some(Opened { first: self.first, time: self.time, ..Opened::new(self.setup, players) })
    }

    /// What is asked next, in one line; nothing once all is known.
    pub(super) fn question(&self) -> String {
        let spec = self.setup.spec;
        let asked = match self.next() {
            None => return String::new(),
            Some(InterviewPrompt::Size) => questions::size(spec.sizes),
            Some(InterviewPrompt::RuleOrPlay) => questions::RULE_OR_PLAY.to_owned(),
            Some(InterviewPrompt::Name(side)) => questions::name(spec, side),
            Some(InterviewPrompt::NameAndRole) => questions::name_and_role(spec),
            Some(InterviewPrompt::OtherName(side)) => questions::other_name(spec, side),
        };
        format!("{asked}\n")
    }

    /// Takes an answer, and says what there is to say to it: the rules, or why it was refused.
    pub(super) fn hear(&mut self, line: &str) -> Option<String> {
        let line = line.trim();
        let taken = match self.next()? {
            InterviewPrompt::Size => self.hear_size(line),
            InterviewPrompt::RuleOrPlay => self.hear_rule_or_play(line),
            InterviewPrompt::Name(side) => self.hear_name(Seat::BOTH[side.index()], line),
            InterviewPrompt::NameAndRole => self.hear_name_and_role(line),
            InterviewPrompt::OtherName(_) => self.hear_name(Seat::Two, line),
        };
        taken.err()
    }

    fn next(&self) -> Option<InterviewPrompt> {
        // Against an engine the sides are already chosen.
        let has_roles = self.setup.spec.has_roles && self.kinds == [Kind::Person; 2];
        match &self.names {
            _ if !self.size_is_known => Some(InterviewPrompt::Size),
            _ if !self.has_begun => Some(InterviewPrompt::RuleOrPlay),
            [None, _] if has_roles => Some(InterviewPrompt::NameAndRole),
            [_, None] if has_roles => Some(InterviewPrompt::OtherName(match self.first {
                Seat::One => Side::Second,
                Seat::Two => Side::First,
            })),
            [None, _] => Some(InterviewPrompt::Name(Side::First)),
            [_, None] => Some(InterviewPrompt::Name(Side::Second)),
            _ => None,
        }
    }

    fn hear_size(&mut self, line: &str) -> Result<(), String> {
        let spec = self.setup.spec;
        let wrong = || SetupError::Size { spec, given: shown(line) };
        if !line.is_empty() {
            let is_number = line.bytes().all(|byte| byte.is_ascii_digit());
            let size = line.parse().ok().filter(|_| is_number);
            let setup = size.ok_or_else(wrong).and_then(|size| self.setup.with_size(size));
            self.setup = setup.map_err(|error| format!("{error}.\n"))?;
        }
        self.size_is_known = true;
        Ok(())
    }

    fn hear_rule_or_play(&mut self, line: &str) -> Result<(), String> {
        match line.to_ascii_lowercase().as_str() {
            "play" => {
                self.has_begun = true;
                Ok(())
            }
            "rule" => Err(questions::rules(self.setup.spec)),
            _ => Err(format!("{}\n", questions::NOT_RULE_OR_PLAY)),
        }
    }

    fn hear_name(&mut self, seat: Seat, line: &str) -> Result<(), String> {
        let name = line.parse().map_err(|error| format!("{error}\n"))?;
        self.names[seat.index()] = Some(name);
        Ok(())
    }

    /// The last word is the role, whatever the name is.
    fn hear_name_and_role(&mut self, line: &str) -> Result<(), String> {
        let spec = self.setup.spec;
        let has_role = |role: &str, side: &Side| role.eq_ignore_ascii_case(spec.side(*side).id);
        let said = line.rsplit_once(char::is_whitespace).and_then(|(name, role)| {
            let side = Side::BOTH.into_iter().find(|side| has_role(role, side))?;
            Some((name, side))
        });
        let (name, side) =
            said.ok_or_else(|| format!("{}\n", questions::not_name_and_role(spec)))?;
        self.hear_name(Seat::One, name)?;
        self.first = Seat::BOTH[side.index()];
        Ok(())
    }
}

/// People at both sides, but for an engine of this level at this one.
fn kinds(engine: Option<(Side, Level)>) -> [Kind; 2] {
    let mut kinds = [Kind::Person; 2];
    if let Some((side, level)) = engine {
        kinds[side.index()] = Kind::Engine { level };
    }
    kinds
}
