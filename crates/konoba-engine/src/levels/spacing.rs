//! Where each level stands on the line of players, so that on every board a level is as much stronger than the one below as any other.
//!
//! The same change in a player makes more of a difference on a large board than on a small one, and at one end of the line than at the
//! other, and not alike in both games. So the places were found board by board from matches between neighbours
//! (`train/levels.py`; docs/ENGINE.md has the results).

use konoba_rules::{Level, Setup};

use super::rungs::Rung;

/// A board on which neighbours of the line have played.
struct Measured {
    game: &'static str,
    size: u8,
    /// For all levels below full strength, the weakest first.
    places: [f32; 27],
}

/// How a level plays on a board; `None` at full strength.
pub(super) fn rung(level: Level, setup: Setup) -> Option<Rung> {
    (level != Level::STRONGEST).then(|| Rung::at(place(level.place(), setup.spec.id, setup.size)))
}

/// The place of a level, which lies between those of the nearest boards of the game that were measured. In a game without any, levels stand at the anchors.
fn place(level: usize, game: &str, size: u8) -> f32 {
    let measured = || MEASURED.iter().filter(|one| one.game == game);
    let below = measured().rfind(|one| one.size <= size).or(measured().next());
    let above = measured().find(|one| one.size >= size).or(measured().next_back());
    match (below, above) {
        (Some(below), Some(above)) if below.size < above.size => {
            let part = f32::from(size - below.size) / f32::from(above.size - below.size);
            below.places[level] + (above.places[level] - below.places[level]) * part
        }
        (Some(nearest), _) => nearest.places[level],
        (None, _) => level as f32,
    }
}

/// By game and size.
const MEASURED: [Measured; 6] = [
    Measured {
        game: "konobi",
        size: 7,
        places: [
            0.0, 1.73, 2.93, 3.63, 4.46, 5.15, 5.97, 6.75, 7.48, 8.15, 8.82, 9.54, 10.33, 11.07,
            11.85, 12.89, 14.19, 15.34, 16.44, 17.55, 18.83, 20.21, 21.6, 22.99, 24.38, 26.47,
            29.0,
        ],
    },
    Measured {
        game: "konobi",
        size: 9,
        places: [
            0.0, 1.83, 3.32, 4.34, 5.28, 6.07, 6.82, 7.66, 8.58, 9.46, 10.17, 10.92, 11.9, 13.09,
            14.44, 15.84, 17.02, 17.95, 18.93, 19.99, 21.04, 22.09, 23.15, 24.2, 25.46, 27.32,
            29.0,
        ],
    },
    Measured {
        game: "konobi",
        size: 11,
        places: [
            0.0, 2.16, 3.4, 4.37, 5.31, 6.13, 6.89, 7.7, 8.61, 9.52, 10.41, 11.42, 12.47, 13.43,
            14.54, 15.75, 17.14, 17.97, 18.56, 19.79, 21.02, 22.25, 23.47, 24.7, 26.14, 27.6, 29.0,
        ],
    },
    Measured {
        game: "quentin",
        size: 7,
        places: [
            0.0, 0.62, 1.21, 1.88, 2.81, 4.04, 5.56, 6.97, 8.2, 9.34, 10.69, 11.61, 12.64, 13.54,
            15.08, 16.45, 17.39, 18.09, 18.43, 19.27, 20.27, 21.26, 22.25, 23.25, 24.24, 26.2,
            29.0,
        ],
    },
    Measured {
        game: "quentin",
        size: 9,
        places: [
            0.0, 1.0, 2.05, 3.31, 4.54, 5.6, 6.71, 7.94, 9.21, 10.52, 11.75, 12.96, 14.2, 15.72,
            16.9, 17.99, 18.37, 19.21, 20.46, 21.44, 22.42, 23.4, 24.37, 25.41, 26.57, 27.77, 29.0,
        ],
    },
    Measured {
        game: "quentin",
        size: 11,
        places: [
            0.0, 1.19, 2.19, 3.34, 4.44, 5.47, 6.47, 7.57, 8.96, 10.26, 11.34, 12.72, 14.07, 15.32,
            16.45, 17.49, 18.09, 18.77, 19.71, 20.64, 21.57, 22.49, 23.42, 24.35, 25.66, 27.56,
            29.0,
        ],
    },
];

#[cfg(test)]
mod tests {
    use konoba_rules::games::REGISTER;

    use super::*;

    fn boards() -> impl Iterator<Item = Setup> {
        REGISTER.iter().flat_map(|&spec| {
            let sizes = spec.sizes.min..=spec.sizes.max;
            sizes.filter_map(move |size| Setup::default_of(spec).with_size(size).ok())
        })
    }

    #[test]
    fn a_level_costs_no_more_than_a_phone_can_spend() {
        for setup in boards() {
            for level in Level::all().filter(|level| *level != Level::STRONGEST) {
                let most = match level {
                    level if level <= Level::new(5).unwrap() => 100,
                    level if level <= Level::new(9).unwrap() => 800,
                    _ => 3200,
                };
                assert!(rung(level, setup).unwrap().visits <= most, "level {level} of {setup}");
            }
        }
    }

    #[test]
    fn on_every_board_a_level_stands_above_the_one_below() {
        for setup in boards() {
            let places = (0..27).map(|level| place(level, setup.spec.id, setup.size));
            assert!(places.is_sorted_by(|below, above| below < above), "{setup}");
        }
    }

    #[test]
    fn a_board_between_two_that_were_measured_lies_between_them() {
        let level_five = |size| place(12, "quentin", size);
        let (seven, eight, nine) = (level_five(7), level_five(8), level_five(9));
        assert!(seven.min(nine) < eight && eight < seven.max(nine));
        assert_eq!((level_five(4), level_five(19)), (seven, level_five(11)));
        assert_eq!(place(12, "a game that was never measured", 9), 12.0);
    }
}
