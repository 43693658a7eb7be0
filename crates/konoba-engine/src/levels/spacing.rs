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
            0.0, 1.61, 2.8, 3.6, 4.4, 5.23, 5.97, 6.75, 7.51, 8.21, 8.81, 9.48, 10.2, 10.98, 11.69,
            12.63, 13.92, 14.92, 16.0, 17.03, 18.05, 19.16, 21.07, 22.38, 24.1, 26.77, 28.89,
        ],
    },
    Measured {
        game: "konobi",
        size: 9,
        places: [
            0.0, 1.95, 3.31, 4.36, 5.38, 6.26, 7.02, 7.92, 8.91, 9.76, 10.6, 11.55, 12.7, 14.06,
            15.63, 16.94, 17.96, 18.63, 19.64, 20.86, 22.03, 22.99, 24.04, 25.36, 27.0, 28.52,
            31.0,
        ],
    },
    Measured {
        game: "konobi",
        size: 11,
        places: [
            0.0, 2.1, 3.36, 4.33, 5.25, 6.07, 6.8, 7.62, 8.53, 9.44, 10.34, 11.32, 12.38, 13.43,
            14.49, 15.66, 17.0, 17.88, 18.64, 20.04, 21.05, 22.37, 23.54, 24.66, 25.91, 27.61,
            29.0,
        ],
    },
    Measured {
        game: "quentin",
        size: 7,
        places: [
            0.0, 0.65, 1.39, 2.28, 3.28, 4.25, 5.36, 6.62, 8.02, 9.25, 10.74, 11.67, 12.74, 13.67,
            15.14, 16.28, 17.09, 17.76, 18.27, 18.7, 19.33, 20.34, 21.19, 22.18, 23.5, 25.41,
            28.11,
        ],
    },
    Measured {
        game: "quentin",
        size: 9,
        places: [
            0.0, 1.04, 2.17, 3.49, 4.72, 5.95, 7.2, 8.5, 9.8, 11.21, 12.64, 13.96, 15.53, 16.92,
            17.96, 18.64, 19.73, 20.98, 21.83, 22.51, 23.23, 24.09, 25.02, 25.91, 27.0, 28.51,
            31.0,
        ],
    },
    Measured {
        game: "quentin",
        size: 11,
        places: [
            0.0, 1.2, 2.23, 3.36, 4.41, 5.4, 6.37, 7.45, 8.67, 10.05, 11.12, 12.38, 13.72, 15.0,
            16.17, 17.21, 18.04, 18.74, 19.86, 20.94, 21.87, 22.81, 23.77, 24.71, 26.08, 28.22,
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
