//! What a record holds of a game beside its moves: how much time there was, and where the game
//! stopped if variations go on from there.

use konoba_rules::record::{Full, NodeId, Outcome};
use konoba_rules::{Move, Record, Side};

use crate::{Kind, Name, TimeControl};

/// A property of our own: how much time the players had, as [`TimeControl`] is written.
const TIME: &str = "KONOBATIME";
/// A property of our own, on the last move of a game after which there are variations: its result.
/// Without it the first of them would be taken for the game.
const END: &str = "KONOBAEND";
/// The result of a game that is not over, as SGF writes it.
const UNKNOWN: &str = "?";

/// The game in a record, as opposed to the variations.
///
/// ```
/// use konoba_rules::{GAMES, Record, Setup};
/// use konoba_table::Recorded;
/// let record = Record::new(Setup::default_of(GAMES[0]));
/// assert!(!Recorded::of(&record).is_over());
/// ```
#[derive(Clone, Debug)]
pub struct Recorded<'a> {
    record: &'a Record,
    nodes: Vec<NodeId>,
    outcome: Option<Outcome>,
}

impl<'a> Recorded<'a> {
    /// The game in a record: its main line, or as much of it as was marked.
    pub fn of(record: &'a Record) -> Self {
        let mut nodes = vec![NodeId::ROOT];
        nodes.extend(record.main_line());
        let end =
            (0..nodes.len()).find_map(|place| Some((place, record.noted(nodes[place], END)?)));
        let outcome = match &end {
            Some((_, result)) => Outcome::read(result),
            None => record.outcome().cloned(),
        };
        nodes.truncate(end.map_or(usize::MAX, |(place, _)| place + 1));
        nodes.remove(0);
        Self { record, nodes, outcome }
    }

    /// The nodes of its moves.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Its moves, which are fewer than those of the main line where variations go on from its end.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.nodes.iter().filter_map(|id| self.record.node(*id).mv())
    }

    /// How it ended, if it has.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Whether it has ended.
    pub const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// The names of those who sat at the first and the second side, as far as they are names.
    pub fn names(&self) -> [Option<Name>; 2] {
        Side::BOTH.map(|side| self.record.player(side).parse().ok())
    }

    /// What kinds of players they were: people, unless the record says otherwise.
    pub fn kinds(&self) -> [Kind; 2] {
        Side::BOTH.map(|side| Kind::recorded(self.record.engine(side)))
    }

    /// How much time they had.
    pub fn time(&self) -> TimeControl {
        let noted = self.record.noted(NodeId::ROOT, TIME);
        noted.and_then(|text| text.parse().ok()).unwrap_or_default()
    }
}

/// Notes how much time the players of a record without comments have.
pub(crate) fn note_time(record: &mut Record, time: TimeControl) {
    let text = (time != TimeControl::None).then(|| time.to_string());
    let noted = record.note(NodeId::ROOT, TIME, text.as_deref());
    noted.expect("a record without comments has room");
}

/// Marks where the game in a record stopped and how it ended, where that cannot be seen from its
/// main line alone.
pub(crate) fn mark_end(
    record: &mut Record,
    last: NodeId,
    outcome: Option<&Outcome>,
) -> Result<(), Full> {
    let marked: Vec<_> = record.walk().filter(|id| record.noted(*id, END).is_some()).collect();
    for id in marked {
        record.note(id, END, None)?;
    }
    if record.node(last).children().is_empty() {
        return Ok(());
    }
    let result = outcome.map_or_else(|| UNKNOWN.to_owned(), Outcome::to_string);
    record.note(last, END, Some(&result))
}
