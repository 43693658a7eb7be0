//! The expert says what it follows, and what it claims is true.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

use konoba_engine::expert::{self, Skill};
use konoba_engine::levels;
use konoba_engine::{Limits, Player, Proof, Thought, Unwatched};
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Move, Setup, Side};

fn player(setup: Setup) -> Box<dyn Player> {
    expert::for_setup(setup, Skill::PERFECT).unwrap()
}

fn think(player: &mut dyn Player, position: &AnyPosition) -> Thought {
    player.think(position, Limits::visits(5_000), &Unwatched)
}

fn after(setup: Setup, moves: &str) -> AnyPosition {
    let mut position = AnyPosition::start(setup);
    for word in moves.split_whitespace() {
        position.play(Move::read(word, setup.spec).unwrap()).unwrap();
    }
    position
}

#[test]
fn each_move_follows_an_idea() {
    let rows = [
        ("exact-five", "", "Four:", Some(Side::First)),
        ("exact-five", "Xb2 Oa3", "Pair:", Some(Side::First)),
        ("five-or-six", "Xb2 Of6", "Pair:", Some(Side::First)),
        ("exact-five", "Xb2 Oa6 Xc2 Oa5 Xd2 Ob6 Xe2 Oc6", "Five:", Some(Side::First)),
        ("exact-five", "Xb2 Oa6 Xc2 Oa5 Xd2 Ob6", "Threat:", Some(Side::First)),
        ("exact-five", "Xc3", "Block:", Some(Side::First)),
        ("lasting-five", "Xc3", "Pair:", Some(Side::Second)),
        ("lasting-five", "", "Hope:", Some(Side::Second)),
    ];
    for (variant, moves, idea, winner) in rows {
        let setup = format!("order-and-chaos:{variant}").parse().unwrap();
        let thought = think(&mut *player(setup), &after(setup, moves));
        let said = thought.idea.as_deref().unwrap_or_default();
        assert!(said.starts_with(idea) && said.ends_with('.'), "{variant} {moves}: {said}");
        assert_eq!(thought.proof.map(|proof| proof.winner), winner, "{variant} {moves}: {said}");
    }
    assert!(expert::for_setup("konobi:5".parse().unwrap(), Skill::PERFECT).is_none());
}

/// Whatever Chaos plays, Order wins in as many moves as it said.
fn follow(player: &mut dyn Player, position: &AnyPosition, within: u16) {
    let thought = think(player, position);
    let Some(Proof { winner: Side::First, within: Some(now) }) = thought.proof else {
        panic!("a win within {within} moves was forgotten: {thought:?}");
    };
    assert!(now <= within, "{now} moves instead of {within}");
    let mut next = *position;
    next.play(thought.best).unwrap();
    for reply in next.moves_of(Side::Second) {
        let mut after = next;
        after.play(reply).unwrap();
        match after.winner() {
            Some(winner) => assert_eq!(winner, Side::First),
            None => follow(player, &after, within.checked_sub(2).expect("it was to be over")),
        }
    }
}

#[test]
fn a_win_that_is_announced_comes_true() {
    let setup: Setup = "order-and-chaos".parse().unwrap();
    let mut dice = WyRand::new(5);
    let mut lengths = Vec::new();
    while lengths.len() < 6 {
        let mut position = AnyPosition::start(setup);
        for _ in 0..8 + 2 * dice.below(3) {
            let moves = position.moves_of(position.to_move());
            if !moves.is_empty() {
                position.play(moves[dice.below(moves.len() as u32) as usize]).unwrap();
            }
        }
        if position.winner().is_some() {
            continue;
        }
        let mut player = player(setup);
        if let Some(Proof { winner: Side::First, within: Some(within @ 3..=5) }) =
            think(&mut *player, &position).proof
        {
            follow(&mut *player, &position, within);
            lengths.push(within);
        }
    }
    assert!(lengths.contains(&3), "{lengths:?}");
}

#[test]
fn the_levels_rise() {
    let mut before: Option<Skill> = None;
    for below in (0..=18).rev() {
        let skill = Skill::below_full_strength(below);
        assert!(below >= 14 || skill.sees == 100);
        if let Some(before) = before {
            assert!(skill.slips < before.slips && skill.punishes > before.punishes);
            assert!(skill.sees >= before.sees);
        }
        before = Some(skill);
    }
    assert_eq!(before, Some(Skill::PERFECT));
}

/// Otherwise a player who has won once would win again by the same moves.
#[test]
fn a_level_slips_elsewhere_in_another_game() {
    let setup: Setup = "order-and-chaos".parse().unwrap();
    let played = |seed| {
        let mut player = levels::player("3".parse().unwrap(), setup, seed);
        let mut position = AnyPosition::start(setup);
        let mut moves = Vec::new();
        for _ in 0..8 {
            let best = player.think(&position, Limits::visits(50), &Unwatched).best;
            position.play(best).unwrap();
            moves.push(best);
        }
        moves
    };
    assert_eq!(played(1), played(1));
    assert_ne!(played(1), played(2));
}
