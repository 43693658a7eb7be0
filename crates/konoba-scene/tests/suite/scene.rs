//! A scene shows what the position is and nothing else.

use konoba_rules::{GAMES, Grid, Illegal, Lattice, Point, Points, Side};
use konoba_scene::{Mark, Scene, View};

use crate::support::{Sample, after, filling, refusals, walk};

fn marked(scene: &Scene, mark: Mark) -> Points {
    let spots = scene.spots.iter().filter(|spot| spot.marks.contains(mark));
    spots.map(|spot| spot.at).collect()
}

#[test]
fn marks_are_those_of_the_position() {
    for spec in GAMES {
        walk(spec, Sample::MIDDLING, |position, last| {
            let view =
                View { last, shows_legal_points: true, shows_open_lines: true, ..View::default() };
            let scene = Scene::viewed(position, &view);
            let fills = last.map_or([Points::EMPTY; 2], |last| last.fills);
            let open =
                position.open_lines().into_iter().fold(Points::EMPTY, |all, line| all | line);
            let placed = last.and_then(|last| last.mv.point());
            assert_eq!(marked(&scene, Mark::Last), placed.into_iter().collect());
            assert_eq!(marked(&scene, Mark::Filled), fills[0] | fills[1]);
            assert_eq!(marked(&scene, Mark::Winning), position.witness());
            assert_eq!(marked(&scene, Mark::Legal), position.legal_points(position.to_move()));
            assert_eq!(marked(&scene, Mark::OpenLine), open);
            assert_eq!(marked(&scene, Mark::Blamed), Points::EMPTY);
            assert_eq!(marked(&scene, Mark::Tried), Points::EMPTY);
            let pieces = Side::BOTH.map(|side| {
                let of = scene.spots.iter().filter(|spot| spot.piece == Some(side.piece()));
                of.map(|spot| spot.at).collect::<Points>()
            });
            assert_eq!(pieces, position.pieces());
        });
    }
}

#[test]
fn what_was_not_asked_for_is_not_marked() {
    for spec in GAMES {
        walk(spec, Sample::SMALL, |position, _| {
            let scene = Scene::of(position);
            let marks = scene.spots.iter().flat_map(|spot| spot.marks.iter());
            assert!(marks.eq(position.witness().iter().map(|_| Mark::Winning)));
            assert!(scene.open_lines.is_empty());
            assert_eq!(scene.captions().collect::<Vec<_>>(), [scene.status.as_str()]);
            assert_eq!(scene.lattice, spec.lattice);
        });
    }
}

#[test]
fn a_preview_marks_the_move_and_what_it_would_fill() {
    let mut count = 0;
    for spec in GAMES {
        walk(spec, Sample::SMALL, |position, _| {
            let Some(preview) = filling(position) else { return };
            let view = View { preview: Some(preview), ..View::default() };
            let scene = Scene::viewed(position, &view);
            assert_eq!(marked(&scene, Mark::Considered), preview.mv.point().into_iter().collect());
            let [first, second] = preview.fills;
            assert_eq!(marked(&scene, Mark::WouldFill), first | second);
            let ghosts = Side::BOTH.map(|side| {
                let of = scene.spots.iter().filter(|spot| spot.ghost == Some(side.piece()));
                of.map(|spot| spot.at).collect::<Points>()
            });
            let mut expected = preview.fills;
            expected[preview.side.index()].insert(preview.mv.point().unwrap());
            assert_eq!(ghosts, expected);
            count += 1;
        });
    }
    assert!(count > 20, "{count}");
}

#[test]
fn refusals_are_blamed_on_their_cells() {
    for spec in GAMES {
        walk(spec, Sample::SMALL, |position, _| {
            let size = position.setup().size;
            let on_board = |at: &Point| at.is_on(size);
            for refusal in refusals(position) {
                let view = View { refusal: Some(refusal), ..View::default() };
                let scene = Scene::viewed(position, &view);
                let fills = match refusal.why {
                    Illegal::Rule(_, broken) => broken.fills,
                    _ => [Points::EMPTY; 2],
                };
                let tried = refusal.mv.point().into_iter().filter(on_board).collect();
                let blamed = refusal.why.cells().filter(on_board).collect();
                assert_eq!(marked(&scene, Mark::Tried), tried);
                assert_eq!(marked(&scene, Mark::Blamed), blamed);
                assert_eq!(marked(&scene, Mark::WouldFill), fills[0] | fills[1]);
                for spot in &scene.spots {
                    let filled =
                        Side::BOTH.into_iter().find(|side| fills[side.index()].contains(spot.at));
                    let ghost = match refusal.why {
                        Illegal::Rule(at, _) if at == spot.at => Some(refusal.side),
                        _ => filled,
                    };
                    assert_eq!(spot.ghost, ghost.map(Side::piece), "{}", spot.at);
                }
                assert_eq!(scene.captions().count(), 2);
            }
        });
    }
}

#[test]
fn every_point_has_a_spoken_name() {
    let (position, last) = after("konobi:5", "c3 b2 d3");
    let view = View { last, shows_legal_points: true, ..View::default() };
    let scene = Scene::viewed(&position, &view);
    let check = |at: &str, spoken: &str| {
        assert_eq!(scene.spot(at.parse().unwrap()).unwrap().spoken, spoken);
    };
    check("b2", "b2, white stone");
    check("d3", "d3, black stone, last move");
    check("a5", "a5, empty, legal");
    assert_eq!(scene.spot("f1".parse().unwrap()), None);
}

#[test]
fn the_lattice_can_be_chosen() {
    for spec in GAMES {
        for lattice in [Lattice::Lines, Lattice::Squares] {
            walk(spec, Sample::SMALL, |position, _| {
                let view = View { lattice: Some(lattice), ..View::default() };
                assert_eq!(Scene::viewed(position, &view).lattice, lattice);
            });
        }
    }
}
