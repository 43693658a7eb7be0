//! What makes a level weaker than the next.
//!
//! The numbers were found by matches between neighbours on 7x7, 9x9 and 11x11 in both games with nets, so that each
//! level is about as much stronger than the one below as any other; the README of this crate has the figures.

/// How a player below full strength plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rung {
    /// In which part of its moves it only looks at its own stones and edges.
    pub(super) huddles: f32,
    /// How many positions it visits for any other move; with one, it goes by what the net says of the board as it
    /// stands.
    pub(super) visits: u64,
    /// How unsurely it chooses: moves are drawn by what was seen in them to the power of one by this.
    pub(super) wavering: f32,
    /// A move in which less than this part of the best move's worth was seen is out of the question.
    pub(super) plausible: f32,
}

impl Rung {
    /// It huddles in this part of its moves. The others are nearly any that are legal, but wins at once, which it sees
    /// then.
    const fn huddling(huddles: f32) -> Self {
        Self { huddles, visits: 1, wavering: 8.0, plausible: 0.0 }
    }

    /// It plays what the net finds plausible at first sight.
    const fn at_first_sight(wavering: f32) -> Self {
        let plausible = if wavering > 1.2 { 0.0 } else { 0.01 };
        Self { huddles: 0.0, visits: 1, wavering, plausible }
    }

    /// It looks ahead, and mostly plays what it has visited most.
    const fn looking_ahead(visits: u64) -> Self {
        Self { huddles: 0.0, visits, wavering: 0.3, plausible: 0.05 }
    }
}

/// The levels from 1 to 9.5 in halves. A level costs at most 100 evaluations up to 5, and 800 up to 9.5.
pub(super) const RUNGS: [Rung; 18] = [
    Rung::huddling(1.0),
    Rung::huddling(0.86),
    Rung::huddling(0.69),
    Rung::huddling(0.48),
    Rung::huddling(0.23),
    Rung::at_first_sight(7.0),
    Rung::at_first_sight(5.0),
    Rung::at_first_sight(3.9),
    Rung::at_first_sight(3.1),
    Rung::at_first_sight(2.5),
    Rung::at_first_sight(2.0),
    Rung::at_first_sight(1.5),
    Rung::at_first_sight(1.04),
    Rung::looking_ahead(3),
    Rung::looking_ahead(13),
    Rung::looking_ahead(45),
    Rung::looking_ahead(150),
    Rung::looking_ahead(525),
];

#[cfg(test)]
mod tests {
    use konoba_rules::Level;

    use super::*;

    #[test]
    fn a_level_costs_no_more_than_a_phone_can_spend() {
        assert_eq!(RUNGS.len() + 1, Level::all().len(), "full strength has no rung");
        for (level, rung) in Level::all().zip(RUNGS) {
            let most = if level <= Level::new(5).unwrap() { 100 } else { 800 };
            assert!(rung.visits <= most, "level {level}");
        }
    }
}
