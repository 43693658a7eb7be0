//! Whether a stone reaches an edge of its side whatever the other side does next.

use konoba_rules::{AnyPosition, Grid, Point, Side};

/// A stone on the second or third line from its edge is far enough to be cut off, and near enough for one move to reach the edge.
const FARTHEST: u8 = 2;

/// Whether the chain of a side's stone does not touch the edge that is near the stone, and yet cannot be kept off it: after any reply of
/// the other side, which is to move, one move connects it.
pub(crate) fn is_template(position: &AnyPosition, side: Side, at: Point) -> bool {
    let last = position.setup().size - 1;
    let place = along(side, at);
    [0, last].into_iter().any(|edge| {
        (1..=FARTHEST).contains(&place.abs_diff(edge))
            && !reaches(position, side, at, edge)
            && is_safe(position, side, at, edge)
    })
}

/// How far a point is along the way that a side connects.
fn along(side: Side, at: Point) -> u8 {
    match side {
        Side::First => at.y,
        Side::Second => at.x,
    }
}

fn reaches(position: &AnyPosition, side: Side, at: Point, edge: u8) -> bool {
    let chains = position.chains();
    let own = chains.iter().find(|chain| chain.contains(at));
    own.is_some_and(|chain| chain.iter().any(|point| along(side, point) == edge))
}

fn is_safe(position: &AnyPosition, side: Side, at: Point, edge: u8) -> bool {
    position.winner().is_none()
        && position.moves_of(side.other()).into_iter().all(|reply| {
            let mut replied = *position;
            replied.play(reply).is_ok()
                && (reaches(&replied, side, at, edge)
                    || replied.winner().is_none()
                        && replied.moves_of(side).into_iter().any(|mv| {
                            let mut next = replied;
                            next.play(mv).is_ok() && reaches(&next, side, at, edge)
                        }))
        })
}

#[cfg(test)]
mod tests {
    use konoba_rules::{Points, Setup};

    use super::*;

    fn points(text: &str) -> Points {
        text.split_whitespace().map(|at| at.parse::<Point>().unwrap()).collect()
    }

    #[test]
    fn what_one_reply_cannot_keep_off_the_edge_is_a_template() {
        let setup: Setup = "quentin:5".parse().unwrap();
        for (own, others, is_one) in [
            // Whichever of c1 and d1 the other side takes, the other one connects.
            ("c2 d2", "", true),
            ("c2 d2", "a5", true),
            ("c2", "", false),
            ("c2 d2", "c1", false),
            // It is connected already.
            ("c2 d2 d1", "c1", false),
            // It is too far away, from either edge.
            ("c3 d3", "c2", false),
        ] {
            let pieces = [points(own), points(others)];
            let position =
                AnyPosition::standing(setup.without_pie(), pieces, Side::Second).unwrap();
            let at = pieces[0].iter().next().unwrap();
            assert_eq!(is_template(&position, Side::First, at), is_one, "{own}, {others}");
        }
    }
}
