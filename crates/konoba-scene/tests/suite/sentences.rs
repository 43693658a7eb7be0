//! The vocabulary: one file of examples a game, and no sentence with a hole in it.

use std::collections::{BTreeMap, BTreeSet};

use konoba_golden::{Examples, check_sentence};
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::record::Outcome;
use konoba_rules::{
    AnyPosition, Flaw, GAMES, Grid, Illegal, Move, Played, Point, Points, Setup, Side, Spec,
};
use konoba_scene::{Letters, Refusal, Scene, Sentences, View};

use crate::support::{Sample, filling, forced_passes, refusals, setups, walk};

/// How many points are filled of each colour, as far as it matters to a sentence.
fn kind_of_fills(fills: [Points; 2]) -> String {
    match fills.map(|points| points.count().min(2)) {
        [0, 0] => String::new(),
        [first, second] => format!(", fills {first}+{second}"),
    }
}

fn kind_of_played(played: &Played<Points>) -> String {
    let kind = match played.mv {
        Move::Place(_) | Move::PlacePiece(..) => "place",
        Move::Swap => "swap",
        Move::Pass => "pass",
    };
    format!("played: {kind}{}", kind_of_fills(played.fills))
}

fn kind_of_refusal(refusal: &Refusal) -> String {
    let fills = match refusal.why {
        Illegal::Rule(_, broken) => kind_of_fills(broken.fills),
        _ => String::new(),
    };
    format!("refused: {}{fills}", refusal.why.id())
}

fn kind_of_status(position: &AnyPosition, last: Option<Played<Points>>) -> String {
    let kind = match (position.winner(), last) {
        (Some(winner), Some(last)) if winner != last.side => "won by the side that did not move",
        (Some(_), _) => "won",
        _ if position.must_pass() => "must pass",
        _ if position.swap_is_offered() => "may swap",
        _ => "to move",
    };
    format!("status: {kind}")
}

/// Boards with random pieces, most of which could not stand in the middle of a game.
fn flaws(spec: &'static Spec) -> Vec<(Setup, Flaw)> {
    let mut flaws = Vec::new();
    for setup in setups(spec) {
        for seed in 0..200 {
            let mut dice = WyRand::new(seed);
            let density = 3 + dice.below(6);
            let mut pieces = [Points::EMPTY; 2];
            for at in Point::all(setup.size) {
                if let Some(of) = pieces.get_mut(dice.below(density) as usize) {
                    of.insert(at);
                }
            }
            flaws.extend(
                AnyPosition::standing(setup, pieces, Side::First).err().map(|f| (setup, f)),
            );
        }
    }
    flaws
}

#[test]
fn the_vocabulary_of_each_game() {
    for spec in GAMES {
        let mut examples = Examples::at_most(3);
        for setup in setups(spec) {
            let sentences = Sentences::of(setup);
            let options = setup.to_string().replace(&setup.size.to_string(), "SIZE");
            examples.add(format!("setup: {options}"), || sentences.setup());
            for side in Side::BOTH {
                examples.add("goal", || sentences.goal(side));
            }
            for result in ["B+R", "W+T", "B+", "W+Forfeit", "Void"] {
                let outcome = Outcome::read(result).expect("it is a result");
                examples.add(format!("recorded: {result}"), || sentences.recorded(&outcome));
            }
        }
        let mut add = |position: &AnyPosition, last: Option<Played<Points>>| {
            let sentences = Sentences::of(position.setup());
            examples.add(kind_of_status(position, last), || sentences.status(position));
            let lines = position.open_lines();
            let kind = format!("open lines: {}", lines.len().min(3));
            examples.add(kind, || sentences.open_lines(&lines));
            if let Some(winning) = sentences.winning(position.witness()) {
                examples.add("winning", || winning);
            }
            if let Some(played) = last {
                examples.add(kind_of_played(&played), || sentences.played(&played));
                let kind = kind_of_played(&played).replace("played", "considered");
                examples.add(kind, || sentences.considered(&played));
                let kind = kind_of_played(&played).replace("played", "confirmation");
                let kind = kind.split(", ").next().unwrap_or_default().to_owned();
                examples.add(kind, || sentences.confirmation(played.mv));
            }
        };
        walk(spec, Sample::LARGE, &mut add);
        for mut position in forced_passes(spec) {
            add(&position, None);
            let played = position.play(Move::Pass).expect("the pass is forced");
            add(&position, Some(played));
        }
        walk(spec, Sample::MIDDLING, |position, last| {
            let sentences = Sentences::of(position.setup());
            let mut refused = BTreeMap::new();
            for refusal in refusals(position) {
                refused.entry(kind_of_refusal(&refusal)).or_insert(refusal);
            }
            // One of each kind from each position, so that the examples differ.
            for (kind, refusal) in &refused {
                examples.add(kind.clone(), || sentences.refusal(position, refusal));
            }
            let refusal = refused.into_values().max_by_key(|refusal| refusal.why.cells().count());
            let view = View {
                last,
                refusal,
                shows_legal_points: position.ply().is_multiple_of(2),
                shows_open_lines: true,
                ..View::default()
            };
            let preview = View { preview: filling(position), ..View::default() };
            let scenes = [view, preview].map(|view| Scene::viewed(position, &view));
            for spot in scenes.into_iter().flat_map(|scene| scene.spots) {
                let marks: String =
                    spot.marks.iter().map(|mark| format!(", {}", mark.id())).collect();
                let kind = if spot.piece.is_some() { "piece" } else { "empty" };
                examples.add(format!("spoken: {kind}{marks}"), || spot.spoken);
            }
        });
        for (setup, flaw) in flaws(spec) {
            let flawed = || Sentences::of(setup).flaw(&flaw);
            examples.add(format!("flaw: {}", flaw.rule.text), flawed);
        }
        insta::with_settings!({ snapshot_suffix => spec.id, omit_expression => true }, {
            insta::assert_snapshot!("vocabulary", examples.written());
        });
    }
}

/// The names between braces in a game's text.
fn holes(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or(rest))
}

#[test]
fn every_hole_is_filled() {
    for spec in GAMES {
        let mut rules_met = BTreeSet::new();
        walk(spec, Sample::MIDDLING, |position, last| {
            let sentences = Sentences::of(position.setup());
            if let Some(played) = &last {
                check_sentence(&sentences.played(played));
                check_sentence(&sentences.considered(played));
                check_sentence(&sentences.confirmation(played.mv));
            }
            check_sentence(&sentences.open_lines(&position.open_lines()));
            sentences.winning(position.witness()).iter().for_each(|said| check_sentence(said));
            check_sentence(&sentences.status(position));
            for refusal in refusals(position) {
                check_sentence(&sentences.refusal(position, &refusal));
                if let Illegal::Rule(_, broken) = refusal.why {
                    rules_met.insert(broken.flaw.rule.id);
                    let mut roles = broken.flaw.named_cells().map(|(role, _)| role);
                    for hole in holes(broken.flaw.rule.text) {
                        let is_supplied = hole == "p" || roles.clone().any(|role| role == hole);
                        assert!(
                            is_supplied,
                            "{}: there is no cell for {{{hole}}}",
                            broken.flaw.rule.id
                        );
                    }
                    let is_used =
                        roles.all(|role| broken.flaw.rule.text.contains(&format!("{{{role}}}")));
                    assert!(is_used, "{}: a cell to blame is not named", broken.flaw.rule.id);
                }
            }
        });
        let rules: BTreeSet<_> = spec.rules.iter().map(|rule| rule.id).collect();
        assert_eq!(rules_met, rules, "{}: every rule is broken by some move", spec.id);
        for (setup, flaw) in flaws(spec) {
            check_sentence(&Sentences::of(setup).flaw(&flaw));
        }
    }
}

#[test]
fn points_are_named_as_the_interface_names_them() {
    let check = |at: &str, skipping: &str| {
        let at: Point = at.parse().unwrap();
        assert_eq!(Letters::Every.name(at), at.to_string());
        assert_eq!(Letters::SkippingI.name(at), skipping);
        assert_eq!(Letters::Every.of_column(at.x), at.to_string().chars().next().unwrap());
    };
    check("a1", "a1");
    check("h8", "h8");
    check("i8", "j8");
    check("s19", "t19");
    check("y30", "z30");
    check("z30", "26,30");

    let setup: Setup = Setup::default_of(GAMES[0]).with_size(19).unwrap();
    let mut position = AnyPosition::start(setup);
    let played = position.play(Move::Place("i9".parse().unwrap())).unwrap();
    let sentences = Sentences { setup, letters: Letters::SkippingI };
    assert_eq!(sentences.played(&played), "Black plays j9.");
    let refusal = Refusal::of(&position, Side::Second, played.mv).unwrap();
    assert_eq!(sentences.refusal(&position, &refusal), "j9 is occupied.");
    let view = View { letters: Letters::SkippingI, ..View::default() };
    let scene = Scene::viewed(&position, &view);
    assert_eq!(scene.spot("i9".parse().unwrap()).unwrap().spoken, "j9, black stone");
}
