//! Puzzles that say something untrue are found out, each in its own way.

use konoba_puzzles::check::check;
use konoba_puzzles::{Plies, Puzzle, Refutation, Theme, Wrong, collection, write};
use konoba_rules::{GAMES, Move};

/// Forges the first quickly proved puzzle that this can be done to.
fn forged(forge: impl Fn(&mut Puzzle) -> Option<Wrong>) {
    let all = GAMES.iter().filter_map(|spec| collection(spec)).flat_map(|own| &own.puzzles);
    for puzzle in all.filter(|puzzle| puzzle.measured.plain_nodes < 50_000) {
        let mut puzzle = puzzle.clone();
        if let Some(expected) = forge(&mut puzzle) {
            assert_eq!(check(&puzzle), Err(expected), "{}", write(&puzzle));
            return;
        }
    }
    panic!("no puzzle can be forged like this");
}

fn first_wrong(refutations: &[Refutation]) -> Option<Move> {
    refutations.first().map(|known| known.wrong[0])
}

#[test]
fn a_second_solution_is_found_out() {
    forged(|puzzle| {
        let step = puzzle.steps.iter_mut().find(|step| step.wins.len() > 1)?;
        Some(Wrong::SecondSolution(step.wins.pop()?))
    });
}

#[test]
fn a_solution_that_loses_is_found_out() {
    forged(|puzzle| {
        let step = puzzle.steps.iter_mut().skip(1).find(|step| !step.refutations.is_empty())?;
        step.wins.push(first_wrong(&step.refutations)?);
        // The moves are judged in their order on the board, and only one of them is false.
        step.wins.last().copied().map(Wrong::NoWin)
    });
}

#[test]
fn a_puzzle_with_two_first_moves_is_found_out() {
    forged(|puzzle| {
        let step = &mut puzzle.steps[0];
        step.wins.push(first_wrong(&step.refutations)?);
        Some(Wrong::NoChoice)
    });
}

#[test]
fn a_move_that_is_not_refuted_is_found_out() {
    forged(|puzzle| {
        let refutation = puzzle.steps[0].refutations.last_mut()?;
        refutation.wrong.pop().map(Wrong::Unrefuted)
    });
}

#[test]
fn a_refutation_that_is_cut_short_is_found_out() {
    forged(|puzzle| {
        let refutation = puzzle.steps[0].refutations.first_mut()?;
        refutation.line.pop()?;
        Some(Wrong::NoRefutation(refutation.wrong[0]))
    });
}

#[test]
fn a_defence_that_gives_in_is_found_out() {
    // A reply after which the game is won at once is never the longest where another holds out for three plies.
    forged(|puzzle| {
        let Plies::Exactly(5..) = puzzle.plies else { return None };
        let mut position = puzzle.position();
        let (side, best) = (position.to_move(), puzzle.steps[0].answer?);
        position.play(puzzle.steps[0].wins[0]).ok()?;
        let replies = position.moves_of(position.to_move());
        let silly = replies.into_iter().find(|reply| {
            let mut next = position;
            let is_played = next.play(*reply).is_ok() && next.winner().is_none();
            is_played
                && next.moves_of(side).into_iter().any(|mv| {
                    let mut won = next;
                    won.play(mv).is_ok() && won.winner() == Some(side)
                })
        })?;
        puzzle.steps[0].answer = Some(silly);
        puzzle.steps.truncate(1);
        // Which one is found depends on the order of the moves; here it is the only longer one that counts.
        let mut longer =
            position.moves_of(position.to_move()).into_iter().filter(|mv| *mv != silly);
        (longer.next() == Some(best)).then_some(Wrong::LongerDefence(best))
    });
}

#[test]
fn a_win_that_comes_sooner_or_later_is_found_out() {
    forged(|puzzle| {
        let Plies::Exactly(plies @ 3..) = puzzle.plies else { return None };
        puzzle.plies = Plies::Exactly(plies - 2);
        Some(Wrong::OtherPlies(Some(plies)))
    });
    forged(|puzzle| {
        let Plies::Exactly(plies) = puzzle.plies else { return None };
        puzzle.plies = Plies::Beyond;
        Some(Wrong::OtherPlies(Some(plies)))
    });
}

#[test]
fn a_puzzle_that_stops_too_soon_is_found_out() {
    forged(|puzzle| {
        let [.., before, _] = &puzzle.steps[..] else { return None };
        before.answer?;
        puzzle.steps.pop();
        (puzzle.steps.len() == 1).then_some(Wrong::Unfinished)
    });
}

#[test]
fn a_theme_that_does_not_hold_is_found_out() {
    forged(|puzzle| {
        let true_ones = puzzle.themes.clone();
        let untrue = Theme::ALL.into_iter().find(|theme| !true_ones.contains(theme))?;
        puzzle.themes.push(untrue);
        Some(Wrong::OtherThemes(true_ones))
    });
}
