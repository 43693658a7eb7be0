//! Where each level stands on the line of players, so that on every board a level is as much stronger than the one below as any other.
//!
//! The same change in a player makes more of a difference on a large board than on a small one, and at one end of the line than at the
//! other, and not alike in both games. So the places were found board by board from matches between neighbours
//! (`train/levels.py`, `train/places.py`; docs/ENGINE.md has the results).

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
            0.0, 1.42, 2.63, 3.51, 4.33, 5.23, 5.97, 6.77, 7.53, 8.23, 8.85, 9.51, 10.2, 10.96,
            11.69, 12.6, 13.7, 14.82, 16.0, 17.11, 18.1, 19.16, 21.07, 22.34, 23.99, 26.57, 28.91,
        ],
    },
    Measured {
        game: "konobi",
        size: 9,
        places: [
            0.0, 1.93, 3.3, 4.33, 5.36, 6.25, 6.99, 7.93, 8.86, 9.74, 10.6, 11.56, 12.72, 14.07,
            15.48, 16.7, 17.82, 18.45, 19.83, 20.75, 21.82, 22.85, 23.89, 25.16, 27.0, 28.93,
            32.47,
        ],
    },
    Measured {
        game: "konobi",
        size: 11,
        places: [
            0.0, 2.18, 3.4, 4.35, 5.27, 6.15, 6.89, 7.73, 8.67, 9.59, 10.52, 11.53, 12.59, 13.61,
            14.68, 15.83, 17.1, 17.98, 18.54, 20.16, 21.26, 22.69, 23.83, 25.1, 26.66, 28.73, 32.6,
        ],
    },
    Measured {
        game: "quentin",
        size: 7,
        places: [
            0.0, 0.79, 1.64, 2.63, 3.65, 4.66, 5.81, 7.15, 8.49, 9.97, 11.15, 12.0, 13.21, 14.02,
            15.46, 16.45, 17.17, 17.86, 18.29, 18.78, 20.08, 20.81, 21.65, 22.58, 23.6, 25.53,
            28.1,
        ],
    },
    Measured {
        game: "quentin",
        size: 9,
        places: [
            0.0, 1.04, 2.14, 3.51, 4.85, 6.04, 7.39, 8.77, 9.99, 11.36, 12.73, 13.95, 15.58, 16.92,
            17.93, 18.43, 19.62, 20.89, 21.79, 22.52, 23.26, 24.09, 24.98, 25.85, 27.0, 28.79,
            32.6,
        ],
    },
    Measured {
        game: "quentin",
        size: 11,
        places: [
            0.0, 1.12, 2.12, 3.27, 4.35, 5.35, 6.35, 7.45, 8.67, 10.05, 11.14, 12.49, 13.8, 15.02,
            16.26, 17.29, 18.07, 18.56, 20.02, 20.9, 21.99, 22.88, 23.78, 24.69, 25.95, 28.02,
            32.0,
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
                    _ => 6400,
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
