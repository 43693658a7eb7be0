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
            0.0, 1.51, 2.88, 3.81, 4.67, 5.43, 6.17, 6.87, 7.59, 8.47, 9.26, 9.95, 10.66, 11.53,
            12.58, 13.63, 14.59, 15.86, 17.26, 18.11, 18.69, 19.9, 21.12, 22.24, 23.33, 24.47,
            26.0,
        ],
    },
    Measured {
        game: "konobi",
        size: 9,
        places: [
            0.0, 1.67, 3.02, 4.03, 4.88, 5.61, 6.36, 7.03, 7.84, 8.62, 9.39, 10.11, 10.95, 11.91,
            12.85, 13.99, 15.18, 16.4, 17.47, 18.17, 19.25, 20.6, 21.7, 22.73, 23.66, 24.67, 26.0,
        ],
    },
    Measured {
        game: "konobi",
        size: 11,
        places: [
            0.0, 1.9, 3.15, 4.02, 4.89, 5.79, 6.54, 7.27, 8.21, 9.13, 9.97, 10.8, 11.67, 12.56,
            13.5, 14.64, 15.88, 17.04, 17.88, 18.4, 19.12, 20.56, 21.5, 22.65, 23.59, 24.67, 26.0,
        ],
    },
    Measured {
        game: "quentin",
        size: 7,
        places: [
            0.0, 0.74, 1.47, 2.37, 3.27, 4.05, 4.94, 6.02, 7.18, 8.36, 9.47, 10.52, 11.64, 12.54,
            13.71, 14.75, 15.91, 17.13, 17.97, 18.51, 19.97, 20.83, 21.92, 22.86, 23.8, 24.76,
            26.0,
        ],
    },
    Measured {
        game: "quentin",
        size: 9,
        places: [
            0.0, 0.84, 1.69, 2.69, 3.63, 4.47, 5.58, 6.82, 8.28, 9.66, 10.82, 12.02, 13.45, 14.73,
            15.93, 17.14, 17.94, 18.45, 19.29, 20.24, 21.02, 21.82, 22.57, 23.39, 24.19, 24.88,
            26.0,
        ],
    },
    Measured {
        game: "quentin",
        size: 11,
        places: [
            0.0, 1.06, 1.96, 2.95, 3.89, 4.95, 6.07, 7.19, 8.3, 9.37, 10.35, 11.37, 12.48, 13.65,
            14.72, 15.95, 17.11, 17.87, 18.27, 18.92, 20.38, 21.3, 22.2, 23.08, 23.96, 24.94, 26.0,
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
                    _ => 1000,
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
