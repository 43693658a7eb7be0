//! The lines of the form on the home screen.

use konoba_puzzles::collection;
use konoba_rules::Side;
use konoba_table::lessons;

use super::Home;

/// A line of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    Continue,
    Game,
    Variant,
    Size,
    Swap,
    Name(Side),
    Clock,
    Start,
    Open,
    Learn,
    Puzzles,
    Theme,
    Confirm,
    Quit,
}

impl Home {
    /// The lines that the game needs.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let spec = self.spec();
        let rows = [
            (self.unfinished_title().is_some(), Row::Continue),
            (true, Row::Game),
            (!spec.variants.is_empty(), Row::Variant),
            (!spec.sizes.is_fixed(), Row::Size),
            (spec.has_pie, Row::Swap),
            (true, Row::Name(Side::First)),
            (true, Row::Name(Side::Second)),
            (true, Row::Clock),
            (true, Row::Start),
            (true, Row::Open),
            (!lessons(spec).is_empty(), Row::Learn),
            (collection(spec).is_some(), Row::Puzzles),
            (true, Row::Theme),
            (true, Row::Confirm),
            (true, Row::Quit),
        ];
        rows.into_iter().filter(|(is_there, _)| *is_there).map(|(_, row)| row).collect()
    }

    /// The line that the keys are for.
    pub(crate) fn current(&self) -> Row {
        let rows = self.rows();
        rows[self.row.min(rows.len() - 1)]
    }
}
