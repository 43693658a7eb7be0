//! A whole game in one line of characters that any address can hold (the "unreserved" ones of
//! RFC 3986: letters, digits and `-._~`): set-up, moves of the main line, outcome, players, start.
//!
//! ```text
//! 1~konobi~11.nopie~f6.c3.g8~white-resign~Ana~Luis_Bola.f1.os
//! ```
//! The fields, parted by `~`: the version of this form; the game; its options; the moves; the
//! outcome (`black`, `black-resign`, `black-time`, `black-` or `none-` and a text); the names of the
//! first and the second side at the start; the start, with `_` for the signs between its rows; the
//! levels of the engines that sat at the first and the second side, where engines did.
//! Empty fields at the end are left out.

mod error;
mod escape;

pub use error::{LineError, LineProblem};

use super::{AddError, How, NodeId, Outcome, Record, plain};
use crate::setup::shortened;
use crate::{AnyPosition, Move, Setup, Side, Spec, text};

/// Longer lines are refused unread. The longest that can be written has some 4 KB of moves, three
/// texts of 2 KB and half a KB for a start.
pub const MAX_LINE_BYTES: usize = 16 << 10;

/// The version of this form.
const VERSION: &str = "1";

impl Record {
    /// The game in one line: the set-up, the main line, the outcome and the players. The rest of
    /// the record is left out.
    ///
    /// ```
    /// use konoba_rules::Record;
    /// let line = "1~konobi~11.nopie~f6.c3.g8~white-resign~Ana~Luis_Bola.f1.os";
    /// assert_eq!(Record::from_line(line).unwrap().to_line(), line);
    /// ```
    pub fn to_line(&self) -> String {
        let Setup { spec, .. } = self.setup();
        let setup = self.setup().to_string();
        let options = setup.strip_prefix(spec.id).unwrap_or_default().trim_start_matches(':');
        let moves: Vec<_> = self.moves().map(|mv| mv.written(spec).to_string()).collect();
        let outcome = self.outcome().map(|outcome| write_outcome(outcome, spec));
        let start =
            self.has_own_start().then(|| text::write(self.start()).replace(['/', ' '], "_"));
        let level = |side| self.engine(side).map(|level| level.to_string()).unwrap_or_default();
        let fields = [
            VERSION.to_owned(),
            spec.id.to_owned(),
            options.replace(',', "."),
            moves.join("."),
            outcome.unwrap_or_default(),
            escape::escaped(self.player(Side::First)),
            escape::escaped(self.player(Side::Second)),
            start.unwrap_or_default(),
            level(Side::First),
            level(Side::Second),
        ];
        fields.join("~").trim_end_matches('~').to_owned()
    }

    /// Reads a game from one line.
    pub fn from_line(line: &str) -> Result<Self, LineError> {
        if line.len() > MAX_LINE_BYTES {
            return Err(LineError { at: 1, problem: LineProblem::TooLong { bytes: line.len() } });
        }
        let is_unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
        if let Some((at, sign)) = line.chars().enumerate().find(|(_, c)| !is_unreserved(*c)) {
            return Err(LineError { at: at + 1, problem: LineProblem::Sign { sign } });
        }
        Fields::new(line).read()
    }
}

/// A field, and the number of its first character, from 1.
#[derive(Clone, Copy)]
struct Field<'a> {
    at: usize,
    text: &'a str,
}

impl<'a> Field<'a> {
    fn error(self, problem: LineProblem) -> LineError {
        LineError { at: self.at, problem }
    }

    /// The parts between signs, each with its place.
    fn split(self, sign: char) -> impl Iterator<Item = Field<'a>> {
        let mut at = self.at;
        self.text.split(sign).map(move |text| {
            let field = Field { at, text };
            at += text.len() + 1;
            field
        })
    }

    fn unescaped(self) -> Result<String, LineError> {
        let wrong = || self.error(LineProblem::Text { given: shortened(self.text) });
        escape::unescaped(self.text).ok_or_else(wrong)
    }
}

/// The fields of a line, those left out being empty.
struct Fields<'a> {
    of: [Field<'a>; 10],
    /// The first field after the last one that is known.
    beyond: Option<Field<'a>>,
}

impl<'a> Fields<'a> {
    fn new(line: &'a str) -> Self {
        let mut fields = Field { at: 1, text: line }.split('~');
        let end = Field { at: line.len() + 1, text: "" };
        Self { of: std::array::from_fn(|_| fields.next().unwrap_or(end)), beyond: fields.next() }
    }

    fn read(self) -> Result<Record, LineError> {
        let [version, game, options, moves, outcome, first, second, start, engines @ ..] = self.of;
        if version.text != VERSION {
            return Err(version.error(LineProblem::Version { given: shortened(version.text) }));
        }
        if let Some(field) = self.beyond {
            return Err(field.error(LineProblem::TooManyFields));
        }
        let setup = read_setup(game, options)?;
        let spec = setup.spec;
        let mut record = Record::starting(read_start(setup, start)?);
        let names = [first.unescaped()?, second.unescaped()?];
        record = record.with_players([&names[0], &names[1]]);
        record = record.with_engines(engines.map(|field| plain::level(field.text)));
        read_moves(&mut record, moves)?;
        if let Some(given) = read_outcome(outcome, spec)? {
            let contradicts = |error| outcome.error(LineProblem::Contradiction(error));
            record.conclude(given).map_err(contradicts)?;
        }
        Ok(record)
    }
}

fn read_setup(game: Field<'_>, options: Field<'_>) -> Result<Setup, LineError> {
    let text = match options.text {
        "" => game.text.to_owned(),
        options => format!("{}:{}", game.text, options.replace('.', ",")),
    };
    text.parse().map_err(|error| game.error(LineProblem::Setup(error)))
}

fn read_start(setup: Setup, start: Field<'_>) -> Result<AnyPosition, LineError> {
    if start.text.is_empty() {
        return Ok(AnyPosition::start(setup));
    }
    let text = match start.text.rsplit_once('_') {
        Some((rows, side)) => format!("{} {side}", rows.replace('_', "/")),
        None => start.text.to_owned(),
    };
    let position =
        text::read(setup, &text).map_err(|error| start.error(LineProblem::Start(error.into())))?;
    if position.setup().size != setup.size {
        return Err(start.error(LineProblem::StartSize { size: setup.size }));
    }
    Ok(position)
}

fn read_moves(record: &mut Record, moves: Field<'_>) -> Result<(), LineError> {
    let spec = record.setup().spec;
    let mut cursor = record.cursor_at(NodeId::ROOT);
    let moves = moves.split('.').filter(|_| !moves.text.is_empty());
    for (number, field) in (1..).zip(moves) {
        let given = || shortened(field.text);
        let mv = Move::read(field.text, spec)
            .map_err(|_| field.error(LineProblem::NotAMove { number, given: given() }))?;
        record.add(&mut cursor, mv).map_err(|error| match error {
            AddError::Illegal(illegal) => field.error(LineProblem::Illegal { number, illegal }),
            AddError::Full(_) => unreachable!("a line is too short to fill a record"),
        })?;
    }
    Ok(())
}

/// An outcome without a winner.
const NONE: &str = "none";
const RESIGN: &str = "resign";
const TIME: &str = "time";

fn write_outcome(outcome: &Outcome, spec: &Spec) -> String {
    let (winner, how) = match outcome {
        Outcome::Won { winner, how } => (spec.side(*winner).id, how),
        Outcome::Other(text) => return format!("{NONE}-{}", escape::escaped(text)),
    };
    match how {
        How::Board => winner.to_owned(),
        How::Resignation => format!("{winner}-{RESIGN}"),
        How::Time => format!("{winner}-{TIME}"),
        How::Other(text) => format!("{winner}-{}", escape::escaped(text)),
    }
}

fn read_outcome(field: Field<'_>, spec: &Spec) -> Result<Option<Outcome>, LineError> {
    if field.text.is_empty() {
        return Ok(None);
    }
    let (winner, how) = field.text.split_once('-').unwrap_or((field.text, ""));
    let how = Field { at: field.at + winner.len() + 1, text: how }.unescaped()?;
    let side = Side::BOTH.into_iter().find(|side| spec.side(*side).id == winner);
    match side {
        Some(winner) => Ok(Some(Outcome::Won { winner, how: How::read(&how) })),
        None if winner == NONE && !how.is_empty() => Ok(Some(Outcome::Other(how))),
        None => Err(field.error(LineProblem::Outcome { given: shortened(field.text) })),
    }
}
