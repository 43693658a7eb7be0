//! What makes a player weaker than full strength.
//!
//! From the weakest player to the strongest there is one line of players, of which [`ANCHORS`] are named and the others lie between:
//! [`Rung::at`]. Where on it a level stands depends on the board: `spacing.rs`.

use std::fmt;
use std::str::FromStr;

/// How a player below full strength plays, written as `huddles=0.5,visits=1,wavering=2,plausible=0.01`, or by its place on the line as
/// `at=12.5`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rung {
    /// In which part of its moves it only looks at its own stones and edges.
    pub(super) huddles: f32,
    /// In which part of these moves it sees a win at once. In all others it always does.
    pub(super) sees_wins: f32,
    /// How many positions it visits for any other move; with one, it goes by what the net says of the board as it
    /// stands.
    pub(super) visits: u64,
    /// How unsurely it chooses: moves are drawn by what was seen in them to the power of one by this.
    pub(super) wavering: f32,
    /// A move in which less than this part of the best move's worth was seen is out of the question.
    pub(super) plausible: f32,
    /// How many positions it solves near the end for each that it visits; with none it solves nothing.
    pub(super) solves: f32,
    /// In which part of its moves it weighs what it sees and chooses like full strength, and does not waver.
    pub(super) masterly: f32,
}

impl Rung {
    /// The weakest of all: it only ever looks at its own stones and edges.
    const WEAKEST: Self = Self {
        huddles: 1.0,
        sees_wins: 0.0,
        visits: 1,
        wavering: 8.0,
        plausible: 0.0,
        solves: 0.0,
        masterly: 0.0,
    };

    /// It huddles in this part of its moves, and sees this part of the wins at once in them. The other moves are nearly any
    /// that are legal.
    const fn huddling(huddles: f32, sees_wins: f32) -> Self {
        Self { huddles, sees_wins, ..Self::WEAKEST }
    }

    /// It plays what the net finds plausible at first sight.
    const fn at_first_sight(wavering: f32) -> Self {
        let plausible = if wavering > 1.2 { 0.0 } else { 0.01 };
        Self { wavering, plausible, ..Self::huddling(0.0, 1.0) }
    }

    /// It looks ahead, and mostly plays what it has visited most.
    const fn looking_ahead(visits: u64) -> Self {
        Self { visits, wavering: 0.3, plausible: 0.05, ..Self::huddling(0.0, 1.0) }
    }

    /// The place of the strongest.
    const HIGHEST: f32 = (ANCHORS.len() - 1) as f32;

    /// The player at a place of the line: 0 is the weakest, and whole numbers are the anchors.
    pub(super) fn at(place: f32) -> Self {
        let place = place.clamp(0.0, Self::HIGHEST);
        let below = ANCHORS[place as usize];
        let above = ANCHORS[(place as usize + 1).min(ANCHORS.len() - 1)];
        let part = place.fract();
        let straight = |from: f32, to: f32| from + (to - from) * part;
        let by_ratio = |from: f32, to: f32| from * libm::powf(to / from, part);
        Self {
            huddles: straight(below.huddles, above.huddles),
            sees_wins: straight(below.sees_wins, above.sees_wins),
            visits: by_ratio(below.visits as f32, above.visits as f32).round() as u64,
            wavering: by_ratio(below.wavering, above.wavering),
            plausible: straight(below.plausible, above.plausible),
            solves: straight(below.solves, above.solves),
            masterly: straight(below.masterly, above.masterly),
        }
    }
}

impl FromStr for Rung {
    type Err = NotARung;

    fn from_str(text: &str) -> Result<Self, NotARung> {
        let mut rung = Self::huddling(0.0, 1.0);
        for word in text.split(',') {
            let (name, value) = word.split_once('=').ok_or(NotARung)?;
            let number =
                value.parse::<f32>().ok().filter(|number| number.is_finite() && *number >= 0.0);
            let number = number.ok_or(NotARung)?;
            match name {
                "at" if number <= Self::HIGHEST => rung = Self::at(number),
                "huddles" if number <= 1.0 => rung.huddles = number,
                "sees" if number <= 1.0 => rung.sees_wins = number,
                "visits" if (1.0..=1e6).contains(&number) => rung.visits = number as u64,
                "wavering" if number >= 0.01 => rung.wavering = number,
                "plausible" if number <= 1.0 => rung.plausible = number,
                "solves" if number <= 1e6 => rung.solves = number,
                "masterly" if number <= 1.0 => rung.masterly = number,
                _ => return Err(NotARung),
            }
        }
        Ok(rung)
    }
}

/// The text does not say how a player below full strength plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotARung;

impl fmt::Display for NotARung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a rung has at (0 to 33), huddles (0 to 1), sees (0 to 1), visits (1 to 1000000), wavering (0.01 or more), plausible (0 to 1), solves (0 to 1000000) and \
             masterly (0 to 1), each with a number: rung,visits=13,wavering=0.3",
        )
    }
}

impl std::error::Error for NotARung {}

/// Players of the line from the weakest to the strongest that does not go by the clock.
const ANCHORS: [Rung; 34] = [
    Rung::WEAKEST,
    Rung::huddling(1.0, 0.4),
    Rung::huddling(0.95, 0.8),
    Rung::huddling(0.85, 1.0),
    Rung::huddling(0.68, 1.0),
    Rung::huddling(0.48, 1.0),
    Rung::huddling(0.25, 1.0),
    Rung::at_first_sight(7.5),
    Rung::at_first_sight(5.8),
    Rung::at_first_sight(4.7),
    Rung::at_first_sight(3.9),
    Rung::at_first_sight(3.3),
    Rung::at_first_sight(2.83),
    Rung::at_first_sight(2.43),
    Rung::at_first_sight(2.1),
    Rung::at_first_sight(1.82),
    Rung::at_first_sight(1.57),
    Rung::at_first_sight(1.32),
    Rung::at_first_sight(1.06),
    Rung::looking_ahead(1),
    Rung::looking_ahead(6),
    Rung::looking_ahead(16),
    Rung::looking_ahead(36),
    Rung::looking_ahead(82),
    Rung::looking_ahead(190),
    Rung::looking_ahead(420),
    Rung { wavering: 0.19, plausible: 0.125, ..Rung::looking_ahead(580) },
    Rung { wavering: 0.12, plausible: 0.2, ..Rung::looking_ahead(800) },
    Rung { wavering: 0.07, plausible: 0.4, ..Rung::looking_ahead(1600) },
    Rung { wavering: 0.04, plausible: 0.6, ..Rung::looking_ahead(3200) },
    Rung { wavering: 0.04, plausible: 0.6, solves: 4.0, ..Rung::looking_ahead(3200) },
    Rung { wavering: 0.02, plausible: 0.8, solves: 64.0, ..Rung::looking_ahead(3200) },
    Rung {
        wavering: 0.02,
        plausible: 0.8,
        solves: 64.0,
        masterly: 1.0,
        ..Rung::looking_ahead(3200)
    },
    Rung {
        wavering: 0.02,
        plausible: 0.8,
        solves: 64.0,
        masterly: 1.0,
        ..Rung::looking_ahead(6400)
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_stand_at_whole_places_and_others_lie_between() {
        for (place, anchor) in ANCHORS.into_iter().enumerate() {
            assert_eq!(Rung::at(place as f32), anchor);
        }
        assert_eq!(Rung::at(99.0), ANCHORS[33]);
        let between = Rung::at(24.5);
        assert!((191..420).contains(&between.visits), "{between:?}");
    }

    #[test]
    fn a_rung_is_read_by_its_numbers_or_refused() {
        assert_eq!("at=24.5".parse(), Ok(Rung::at(24.5)));
        assert_eq!("visits=13,wavering=0.3,plausible=0.05".parse(), Ok(Rung::looking_ahead(13)));
        for text in [
            "",
            "at=33.1",
            "visits",
            "visits=0",
            "visits=1e9",
            "wavering=0",
            "huddles=2",
            "plausible=nan",
            "x=1",
        ] {
            assert_eq!(text.parse::<Rung>(), Err(NotARung), "{text:?}");
        }
    }
}
