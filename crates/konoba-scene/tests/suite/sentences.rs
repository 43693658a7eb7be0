//! The vocabulary: one file of examples a game, and no sentence with a hole in it.

use std::collections::{BTreeMap, BTreeSet};

use konoba_rules::{
    AnyPosition, Flaw, GAMES, Grid, Illegal, Move, Played, Point, Points, Setup, Side, Spec,
};
use konoba_scene::{Letters, Refusal, Scene, Sentences, View};

use crate::support::{Dice, Sample, forced_passes, refusals, setups, walk};

/// Sentences by what they are about, a few of each kind, in the order of their kinds.
#[derive(Default)]
struct Examples(BTreeMap<String, Vec<String>>);

impl Examples {
    const OF_A_KIND: usize = 3;

    fn add(&mut self, kind: String, sentence: impl FnOnce() -> String) {
        let examples = self.0.entry(kind).or_default();
        if examples.len() < Self::OF_A_KIND {
            let sentence = sentence();
            if !examples.contains(&sentence) {
                examples.push(sentence);
            }
        }
    }

    fn written(&self) -> String {
        let kinds = self.0.iter().map(|(kind, sentences)| {
            let sentences: String = sentences.iter().map(|line| format!("  {line}\n")).collect();
            format!("{kind}\n{sentences}")
        });
        kinds.collect()
    }
}

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
            let mut dice = Dice::new(seed);
            let density = 3 + dice.below(6);
            let mut pieces = [Points::EMPTY; 2];
            for at in Point::all(setup.size) {
                if let Some(of) = pieces.get_mut(dice.below(density)) {
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
        let mut examples = Examples::default();
        for setup in setups(spec) {
            let sentences = Sentences::of(setup);
            examples.0.entry("setup".to_owned()).or_default().push(sentences.setup());
            for side in Side::BOTH {
                examples.add("goal".to_owned(), || sentences.goal(side));
            }
            if setup.pie {
                let offer = || sentences.swap_offer(Side::Second);
                examples.add("swap offer".to_owned(), offer);
            }
        }
        let mut add = |position: &AnyPosition, last: Option<Played<Points>>| {
            let sentences = Sentences::of(position.setup());
            examples.add(kind_of_status(position, last), || sentences.status(position));
            if let Some(played) = last {
                examples.add(kind_of_played(&played), || sentences.played(&played));
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
            for spot in Scene::viewed(position, &view).spots {
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

fn check_sentence(sentence: &str) {
    let first = sentence.split(' ').next().unwrap_or_default();
    let is_point = first.bytes().any(|byte| byte.is_ascii_digit());
    let is_capital = first.starts_with(char::is_uppercase);
    assert!(is_point != is_capital, "begins with a point or a capital letter: {sentence}");
    assert!(sentence.ends_with('.') && !sentence.ends_with(".."), "full stop: {sentence}");
    assert!(!sentence.contains(['{', '}']), "a hole: {sentence}");
    assert!(!sentence.contains("  ") && !sentence.contains('\n'), "blanks: {sentence}");
}

#[test]
fn every_hole_is_filled() {
    for spec in GAMES {
        let mut rules_met = BTreeSet::new();
        walk(spec, Sample::MIDDLING, |position, last| {
            let sentences = Sentences::of(position.setup());
            last.iter().for_each(|played| check_sentence(&sentences.played(played)));
            check_sentence(&sentences.status(position));
            for refusal in refusals(position) {
                check_sentence(&sentences.refusal(position, &refusal));
                if let Illegal::Rule(_, broken) = refusal.why {
                    rules_met.insert(broken.flaw.rule.id);
                    let mut roles = broken.flaw.named_cells().map(|(role, _)| role);
                    for hole in holes(broken.flaw.rule.text) {
                        let is_supplied = hole == "p" || roles.clone().any(|role| role == hole);
                        assert!(is_supplied, "{}: nobody fills {{{hole}}}", broken.flaw.rule.id);
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
