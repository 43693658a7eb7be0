//! Every game of the register, in every variant and on every size, obeys the laws.

mod suite;

use konoba_rules::games::REGISTER;
use konoba_rules::{AnyPosition, Position, Rules, Setup, Visitor};

struct Laws {
    games: u32,
}

impl Visitor for Laws {
    type Output = ();

    fn visit<R: Rules>(self, position: &Position<R>) {
        suite::obeys_the_laws::<R>(position.setup(), self.games);
    }
}

fn check(pie: bool) {
    for spec in REGISTER {
        for variant in 0..spec.variants.len().max(1) as u8 {
            for size in spec.sizes.min..=spec.sizes.max {
                // As many plies on each size, more or less, but on the largest at least one game.
                let games = (2000 / u32::from(size).pow(3)).clamp(1, 60);
                let pie = pie && spec.has_pie;
                let setup = Setup { size, variant, pie, ..Setup::default_of(spec) };
                AnyPosition::start(setup).visit(Laws { games });
            }
        }
    }
}

#[test]
fn every_game_obeys_the_laws() {
    check(false);
}

#[test]
fn every_game_with_a_pie_obeys_the_laws() {
    check(true);
}
