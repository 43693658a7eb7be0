//! Reading what the root of an SGF file says of the whole game.

use super::error::SgfProblem;
use super::scan::{Fault, Property};
use super::{ENGINES, MOVES, PLAYERS, escape};
use crate::record::{Application, Outcome, Record, plain};
use crate::setup::shortened;
use crate::{Setup, Spec, text};

/// What the root says.
pub(super) struct Header<'a> {
    /// The record, without moves.
    pub(super) record: Record,
    /// The result, to be held against the board when the moves are known, and where it stands.
    pub(super) outcome: Option<(usize, Outcome)>,
    /// What is not about the game as a whole.
    pub(super) rest: Vec<Property<'a>>,
}

/// The properties of the root, as they are taken out one by one.
struct Root<'a>(Vec<Property<'a>>);

impl<'a> Root<'a> {
    fn take(&mut self, id: &str) -> Option<Property<'a>> {
        let index = self.0.iter().position(|property| property.id == id)?;
        Some(self.0.remove(index))
    }

    /// The text of a property in one line; empty if it is not there.
    fn line(&mut self, id: &str) -> Result<String, Fault> {
        self.take(id).map_or(Ok(String::new()), |property| Ok(plain::one_line(&property.text()?)))
    }
}

/// Reads the root, which begins at byte `at` of the text.
pub(super) fn read<'a>(
    at: usize,
    properties: Vec<Property<'a>>,
    whole_text: &str,
) -> Result<Header<'a>, Fault> {
    let mut root = Root(properties);
    if let Some(property) = root.take("CA") {
        let given = property.text()?;
        let is_utf8 = ["UTF-8", "UTF8"].iter().any(|name| given.trim().eq_ignore_ascii_case(name));
        if !is_utf8 && !whole_text.is_ascii() {
            return Err(property.fault(SgfProblem::Encoding { given: shortened(&given) }));
        }
    }
    if let Some(property) = root.take("FF") {
        let given = property.text()?;
        if given.trim() != "4" {
            return Err(property.unfit(&given, "4".to_owned()));
        }
    }
    // A game without a number of its own is written with 0; what others write there means nothing.
    root.take("GM");
    if let Some(property) = MOVES.iter().find_map(|id| root.take(id)) {
        return Err(property.fault(SgfProblem::MoveCount { is_root: true }));
    }

    let property = root.take("SU").ok_or(Fault { at, problem: SgfProblem::NoSetup })?;
    let setup: Setup = property
        .text()?
        .trim()
        .parse()
        .map_err(|error| property.fault(SgfProblem::Setup(error)))?;
    if let Some(property) = root.take("RU") {
        check_rules(&property, setup.spec)?;
    }
    let mut record = match root.take("PS") {
        Some(property) => read_start(&property, setup)?,
        None => Record::new(setup),
    };
    record.application = match root.take("AP") {
        Some(property) => {
            let [name, version] = escape::unescaped_composed(property.raw()?);
            Application::new(&name, &version)
        }
        None => Application::default(),
    };
    for (name, id) in record.players.iter_mut().zip(PLAYERS) {
        *name = root.line(id)?;
    }
    for (engine, id) in record.engines.iter_mut().zip(ENGINES) {
        *engine = plain::level(&root.line(id)?);
    }
    record.date = root.line("DT")?;
    record.event = root.line("EV")?;
    let outcome = match root.take("RE") {
        Some(property) => Outcome::read(&property.text()?).map(|outcome| (property.at, outcome)),
        None => None,
    };
    Ok(Header { record, outcome, rest: root.0 })
}

/// The rules must be those of the game, of this version or an earlier one. An earlier one is no
/// promise that the game is legal today; that is found out by playing it.
fn check_rules(property: &Property<'_>, spec: &Spec) -> Result<(), Fault> {
    let text = property.text()?;
    let version = text.trim().strip_prefix(spec.id).and_then(|version| version.strip_prefix(' '));
    match version.and_then(|version| version.parse::<u16>().ok()) {
        Some(given) if given > spec.version => {
            let known = spec.version;
            Err(property.fault(SgfProblem::LaterRules { given, known }))
        }
        Some(1..) => Ok(()),
        _ => Err(property.unfit(&text, format!("'{}' and a version", spec.id))),
    }
}

fn read_start(property: &Property<'_>, setup: Setup) -> Result<Record, Fault> {
    let text = property.text()?;
    let start = text::read(setup, &text)
        .map_err(|error| property.fault(SgfProblem::Start(error.into())))?;
    if start.setup().size != setup.size {
        return Err(property.unfit(&text, format!("a position on size {}", setup.size)));
    }
    Ok(Record::starting(start))
}
