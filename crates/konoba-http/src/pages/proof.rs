//! A game that is solved, as a lesson: the reader plays the side that loses, and the proof answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use konoba_advice::{Proved, Prover};
use konoba_engine::expert::{self, PairReply, Pairing, Proven};
use konoba_rules::{AnyPosition, Point, Record, Setup, Spec, games};
use konoba_scene::{Sentences, View};
use konoba_table::{CursorStep, Study};
use maud::{Markup, html};

use super::board::board;
use super::cells::{Cell, picture};
use super::frame::Frame;
use super::icon::{Icon, icon};
use super::pieces::{choice, hand};
use super::preview::Preview;

/// What knows the proofs, and remembers what it has found out.
static PROVER: LazyLock<Mutex<Prover>> = LazyLock::new(Mutex::default);

/// A game and its proof, once it is derived.
type Derived = (Setup, OnceLock<Option<Proven>>);

/// The proofs themselves, each derived on first use.
static PROOFS: LazyLock<Vec<Derived>> = LazyLock::new(|| {
    let setups = games().iter().copied().flat_map(proved);
    setups.map(|setup| (setup, OnceLock::new())).collect()
});

fn proof(setup: Setup) -> Option<&'static Proven> {
    let (_, proof) = PROOFS.iter().find(|(proved, _)| *proved == setup)?;
    proof.get_or_init(|| expert::prove(setup)?.ok()).as_ref()
}

/// Whether the proofs are still to be derived. True for the first caller only.
pub(super) fn is_to_be_prepared() -> bool {
    static IS_BEGUN: AtomicBool = AtomicBool::new(false);
    !IS_BEGUN.swap(true, Ordering::Relaxed)
}

/// Derives all proofs and plays a first move by each, which takes a moment, before a page waits for it.
pub(super) fn prepare() {
    for (setup, _) in PROOFS.iter() {
        let _ = (proof(*setup), answer(&AnyPosition::start(*setup)));
    }
}

/// What the side to move plays, which has won by the proof; none where that is not so.
pub(super) fn answer(position: &AnyPosition) -> Option<Proved> {
    PROVER.lock().unwrap_or_else(PoisonError::into_inner).answer(position)
}

/// The variants of a game that are proved to be won, as set-ups.
pub(super) fn proved(spec: &'static Spec) -> Vec<Setup> {
    let variants = 0..spec.variants.len().max(1);
    let setups = variants.filter_map(|variant| {
        let variant = u8::try_from(variant).ok()?;
        Some(Setup { variant, ..Setup::default_of(spec) })
    });
    setups.filter(|setup| expert::pairing(*setup).is_some()).collect()
}

/// The id of the variant of a set-up, for addresses; empty where there is none.
pub(super) fn variant(setup: Setup) -> &'static str {
    setup.spec.variants.get(usize::from(setup.variant)).map_or("", |variant| variant.id)
}

/// The name of the variant of a set-up, for people; empty where there is none.
pub(super) fn variant_name(setup: Setup) -> &'static str {
    setup.spec.variants.get(usize::from(setup.variant)).map_or("", |variant| variant.name)
}

/// The lesson about a variant, or about the first one that is proved.
pub(super) fn page(spec: &'static Spec, named: &str, preview: &Preview) -> Option<Markup> {
    let is_meant = |setup: &Setup| named.is_empty() || variant(*setup) == named;
    let proved = proved(spec);
    let setup = proved.iter().copied().find(is_meant)?;
    let proven = proof(setup)?;
    let pairing = expert::pairing(setup)?;
    let mut study = Study::new(Record::new(setup));
    let mut says = "Choose a piece and a cell.".to_owned();
    // Where the winner has the first move, the lesson begins after it.
    if let Some(first) = answer(&study.position()) {
        study.play(first.mv).ok()?;
        says = first.says;
    }
    study.go(CursorStep::End);
    let (winner, loser) = (spec.side(proven.winner).name, spec.side(proven.winner.other()).name);
    let sentences = Sentences::of(setup);
    let title = format!("{winner} wins · {} · Konoba", spec.name);
    let frame =
        Frame { title: &title, class: "learn", script: Some("js/proof.js"), here: "/learn" };
    Some(frame.previewed(preview, html! {
        nav class="trail" aria-label="Breadcrumb" {
            a href="/learn" { "Learn" } " / " a href={ "/learn/" (spec.id) } { (spec.name) } " / " span { (winner) " wins" }
        }
        div class="lesson proof" id="lesson" data-record=(study.record().to_line()) data-at=(study.record().main_line().count()) data-pieces=(choice(spec)) {
            div class="board-frame" id="board" { (board(&study.scene(&View::default()))) }
            section class="panel" aria-label="Lesson" {
                h1 { (winner) " wins, whatever you do" }
                p { "You play " (loser) ". " (sentences.goal(proven.winner.other())) " The proof answers every move and says why." }
                @if let Some(variant) = spec.variants.get(usize::from(setup.variant)) { p class="origin" { (variant.name) ": " (variant.summary) } }
                p class="status" id="status" { (sentences.status(&study.position())) }
                p class="message" id="message" { (says) }
                (hand(spec))
                div class="buttons" {
                    button class="button" type="button" data-do="back" disabled { (icon(Icon::Undo)) "Take back" }
                    button class="button quiet" type="button" data-do="again" disabled { "Begin again" }
                }
                @if proved.len() > 1 {
                    p class="others" {
                        "The other variants: "
                        @for other in proved.iter().filter(|other| **other != setup) {
                            a class="button quiet" href={ "/learn/" (spec.id) "/proof?variant=" (variant(*other)) } { (variant(*other)) }
                        }
                    }
                }
            }
        }
        section class="sheet reasons" {
            div {
                h2 { "Why" }
                p { "The cells with the same letter are a pair. When you play into one of them, " (winner) " answers in the other: " b { "=" } " with the same piece, " b { "≠" } " with the other one." }
                p { "This program derives it from the rules:" }
                ul class="claims" { @for step in &proven.steps { li { (step.claim) " (" (step.cases) " cases)" } } }
            }
            (pairs(setup, &pairing))
        }
    }))
}

fn pairs(setup: Setup, pairing: &Pairing) -> Markup {
    let letter = |index: usize| char::from(b'A' + (index % 26) as u8);
    let of = |at: Point| pairing.0.iter().position(|pair| pair.cells.contains(&at));
    let named = (0..).zip(&pairing.0).map(|(index, pair)| {
        let [one, other] = pair.cells;
        format!("{}: {one} and {other}, {}", letter(index), kind(pair.answer).1)
    });
    let says = format!("The pairs. {}.", named.collect::<Vec<_>>().join("; "));
    html! {
        figure {
            (picture(setup.size, &says, |at| match of(at) {
                Some(index) => {
                    let (sign, _) = kind(pairing.0[index].answer);
                    Cell { class: "paired", sign: format!("{}{sign}", letter(index)) }
                }
                None => Cell { class: "free", sign: String::new() },
            }))
        }
    }
}

const fn kind(answer: PairReply) -> (&'static str, &'static str) {
    match answer {
        PairReply::Alike => ("=", "the same piece"),
        PairReply::Unlike => ("≠", "the other piece"),
    }
}

#[cfg(test)]
mod tests {
    use konoba_rules::Side;

    use super::*;

    /// Whatever the side that loses plays, here always its first legal move, the proof has an answer
    /// and wins.
    #[test]
    fn the_proof_wins_every_lesson() {
        let setups: Vec<Setup> = games().iter().copied().flat_map(proved).collect();
        assert!(setups.len() >= 3, "{setups:?}");
        for setup in setups {
            let winner = expert::prove(setup).unwrap().unwrap().winner;
            let mut position = AnyPosition::start(setup);
            while position.winner().is_none() {
                let mv = if position.to_move() == winner {
                    let answer = answer(&position).expect("the proof holds");
                    assert!(answer.says.ends_with('.'), "{}", answer.says);
                    answer.mv
                } else {
                    position.moves_of(position.to_move())[0]
                };
                position.play(mv).expect("it is legal");
            }
            assert_eq!(position.winner(), Some(winner), "{setup}");
        }
    }

    #[test]
    fn only_the_winning_side_gets_an_answer() {
        let setup = games().iter().copied().flat_map(proved).next().unwrap();
        let start = AnyPosition::start(setup);
        assert_eq!(answer(&start).is_some(), start.to_move() == Side::First);
        assert!(answer(&AnyPosition::start(Setup::default_of(games()[0]))).is_none());
    }
}
