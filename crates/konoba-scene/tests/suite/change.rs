//! What has changed is what two whole scenes show differently.

use konoba_rules::{AnyPosition, GAMES, Played, Points};
use konoba_scene::{BoardChange, Mark, Scene, Shown, View};

use crate::support::{Sample, walk};

fn scene((position, last): Shown<'_>) -> Scene {
    Scene::viewed(position, &View { last, ..View::default() })
}

/// The same by drawing both boards.
fn literal(before: Shown<'_>, after: Shown<'_>) -> BoardChange {
    let (before, after) = (scene(before), scene(after));
    let is_won = |scene: &Scene| scene.spots.iter().any(|spot| spot.marks.contains(Mark::Winning));
    let spots = before.spots.iter().zip(&after.spots).filter(|(before, after)| before != after);
    BoardChange {
        spots: spots.map(|(_, after)| after.clone()).collect(),
        is_of_board: is_won(&before) != is_won(&after),
    }
}

#[test]
fn a_change_is_the_difference_of_two_scenes() {
    for spec in GAMES {
        let mut before: Option<(AnyPosition, Option<Played<Points>>)> = None;
        let (mut forward, mut won) = (0, 0);
        walk(spec, Sample::MIDDLING, |position, last| {
            let after = (position, last);
            let known = before.filter(|(known, _)| known.setup() == position.setup());
            if let Some((known, its_last)) = &known {
                let before = (known, *its_last);
                let change = BoardChange::between(before, after);
                assert_eq!(change, literal(before, after));
                // An undo goes the other way.
                assert_eq!(BoardChange::between(after, before), literal(after, before));
                forward += usize::from(!change.spots.is_empty());
                won += usize::from(change.is_of_board);
            }
            before = Some((*position, last));
        });
        assert!(forward > 100 && won > 3, "{}: {forward} moves, {won} games", spec.id);
    }
}
