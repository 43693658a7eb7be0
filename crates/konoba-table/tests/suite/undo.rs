//! Undo, case by case.

use konoba_rules::Move;
use konoba_table::{Action, Keyboard, Moment, Opened, Seat, Wish};

use crate::support::Company::{Apart, Engine, Shared};
use crate::support::{COMPANIES, Company, Log, moves_before_forced_pass, opened};

fn check(company: Company, script: &str, expected: &str) {
    let mut log = Log::new(&opened("konobi:5", company));
    log.run(script);
    assert_eq!(log.summary(), expected, "{company:?}: {script}");
}

#[test]
fn undo_goes_to_the_last_decision_of_who_asks() {
    // One keyboard: the last decision of either person, and again further back.
    check(Shared, "1:c3 2:undo", " | first 1, to move 1");
    check(Shared, "1:c3 2:d4 1:undo", "1:c3 | first 1, to move 2");
    check(Shared, "1:c3 2:d4 1:undo 2:undo", " | first 1, to move 1");
    check(Shared, "1:undo!nothing-to-undo", " | first 1, to move 1");
    check(Shared, "1:c3 2:undo 1:undo!nothing-to-undo", " | first 1, to move 1");
    // Two keyboards: one's own last decision, with the reply that came after it.
    check(Apart, "1:c3 2:d4 1:undo 2:yes", " | first 1, to move 1");
    check(Apart, "1:c3 2:d4 2:undo 1:yes", "1:c3 | first 1, to move 2");
    check(Apart, "1:c3 1:undo 2:yes", " | first 1, to move 1");
    check(Apart, "1:c3 2:undo!nothing-to-undo", "1:c3 | first 1, to move 2");
    check(Apart, "1:c3 2:d4 1:b3 2:undo 1:yes", "1:c3 | first 1, to move 2");
    // An engine's replies go without asking it.
    check(Engine, "1:c3 2:d4 1:undo", " | first 1, to move 1");
    check(Engine, "1:c3 1:undo", " | first 1, to move 1");
    check(Engine, "1:c3 2:d4 1:b3 2:d2 1:undo", "1:c3 2:d4 | first 1, to move 1");
    check(Engine, "1:c3 2:undo!engine-has-no-wishes", "1:c3 | first 1, to move 2");
}

#[test]
fn an_engine_at_the_same_keyboard_is_skipped_too() {
    let opened = Opened { keyboard: Keyboard::Shared, ..opened("konobi:5", Engine) };
    let mut log = Log::new(&opened);
    log.run("1:c3 2:d4 1:b3 2:e4 1:undo");
    assert_eq!(log.summary(), "1:c3 2:d4 | first 1, to move 1");
}

#[test]
fn undo_of_a_swap_gives_the_sides_back() {
    check(Shared, "1:c3 2:swap", "1:c3 2:swap | first 2, to move 1");
    check(Shared, "1:c3 2:swap 1:undo", "1:c3 | first 1, to move 2");
    check(Apart, "1:c3 2:swap 2:undo 1:yes", "1:c3 | first 1, to move 2");
    check(Apart, "1:c3 2:swap 1:undo 2:yes", " | first 1, to move 1");
    check(Apart, "1:c3 2:swap 1:d4 1:undo 2:yes", "1:c3 2:swap | first 2, to move 1");
    check(Apart, "1:c3 2:swap 1:d4 2:undo 1:yes", "1:c3 | first 1, to move 2");
    // The person never decided to swap and goes back to the own first move.
    check(Engine, "1:c3 2:swap 1:undo", " | first 1, to move 1");
    // The swap is offered again, and can be taken again.
    check(Shared, "1:c3 2:swap 1:undo 2:swap", "1:c3 2:swap | first 2, to move 1");
}

/// A player who has said no is not asked the same again and again.
#[test]
fn an_undo_that_was_declined_is_asked_for_again_after_a_move() {
    let declined = "1:c3 2:d4 1:undo 2:no 1:undo 2:no 1:undo 2:no 1:undo!undo-declined";
    check(Apart, declined, "1:c3 2:d4 | first 1, to move 1");
    // The other seat may still ask.
    check(Apart, &format!("{declined} 2:undo 1:yes"), "1:c3 | first 1, to move 2");
    check(Apart, &format!("{declined} 1:b3 1:undo 2:yes"), "1:c3 2:d4 | first 1, to move 1");
}

/// What is kept of a game does not grow without end, and the game itself comes to its end.
#[test]
fn moves_are_taken_back_thousands_of_times_and_not_for_ever() {
    let mut log = Log::new(&opened("konobi:5", Shared));
    let often = "1:c3 2:undo ".repeat(2_499);
    log.run(&format!("{often} 1:c3 2:undo!undone-too-often 2:d4 1:undo!undone-too-often 1:b3"));
    assert_eq!(log.summary(), "1:c3 2:d4 1:b3 | first 1, to move 2");
}

#[test]
fn two_seats_ask_and_answer() {
    check(Apart, "1:c3 1:undo", "1:c3 | first 1, to move 2, Undo asked by 1");
    check(Apart, "1:c3 1:undo 2:no", "1:c3 | first 1, to move 2");
    check(Apart, "1:c3 1:undo 2:no 1:undo 2:yes", " | first 1, to move 1");
    // A move of either seat withdraws the question.
    check(Apart, "1:c3 1:undo 2:d4 2:yes!nothing-asked", "1:c3 2:d4 | first 1, to move 1");
    check(Apart, "1:c3 2:d4 1:undo 1:b3", "1:c3 2:d4 1:b3 | first 1, to move 2");
    // A seat cannot answer for the other, twice, or what was not asked.
    let asked = "1:c3 | first 1, to move 2, Undo asked by 1";
    check(Apart, "1:c3 1:undo 1:yes!own-question 1:no!own-question", asked);
    check(Apart, "1:c3 1:undo 1:undo!question-open", asked);
    check(Apart, "1:c3 2:d4 1:undo 2:undo!question-open 2:yes", " | first 1, to move 1");
    check(Apart, "1:c3 1:undo 2:again-yes!nothing-asked", asked);
    check(Apart, "1:c3 2:yes!nothing-asked 2:no!nothing-asked", "1:c3 | first 1, to move 2");
    // Resigning closes the question.
    let resigned = "1:c3 | first 1, won by 1 (resignation)";
    check(Apart, "1:c3 1:undo 2:resign 2:yes!nothing-asked", resigned);
}

#[test]
fn a_game_won_on_the_board_can_be_reopened_and_no_other() {
    let won = "1:c1 2:a5 1:c2 2:a4 1:c3 2:a2 1:c4 2:e2 1:c5";
    let moves = &won[..won.len() - "1:c5".len() - 1];
    check(Shared, won, &format!("{won} | first 1, won by 1 (board)"));
    check(Shared, &format!("{won} 2:undo"), &format!("{moves} | first 1, to move 1"));
    check(Apart, &format!("{won} 1:undo 2:yes"), &format!("{moves} | first 1, to move 1"));
    check(Engine, &format!("{won} 1:undo 1:c5"), &format!("{won} | first 1, won by 1 (board)"));
    // With the loser's last decision goes the winner's move.
    let back = &moves[..moves.len() - " 2:e2".len()];
    check(Apart, &format!("{won} 2:undo 1:yes"), &format!("{back} | first 1, to move 2"));
    // A question about it is no move, and does not reopen the game.
    let asked = format!("{won} | first 1, Undo asked by 2, won by 1 (board)");
    check(Apart, &format!("{won} 2:undo 1:d5!game-over 1:again!question-open"), &asked);

    for company in COMPANIES {
        check(company, "1:c3 1:resign 1:undo!final", "1:c3 | first 1, won by 2 (resignation)");
        // Once the next game is agreed, this one stays as it is.
        let again = if company == Apart { "1:again 2:again-yes" } else { "1:again" };
        let over = format!("{won} | first 1, won by 1 (board), rematch");
        check(company, &format!("{won} {again} 1:undo!already-rematched"), &over);
    }
}

#[test]
fn forced_passes_go_with_the_decision_before_them() {
    let moves = moves_before_forced_pass("konobi:4");
    for company in COMPANIES {
        let opened = opened("konobi:4", company);
        let log = Log::played(&opened, moves.iter().copied());
        let [.., own, pass] = log.table.history() else { panic!("a move and a pass") };
        assert_eq!(pass.played.mv, Move::Pass);
        assert_eq!(pass.seat, own.seat.other());
        assert_eq!(log.table.seat_to_move(), Some(own.seat));
        assert_eq!(log.table.view().last, Some(own.played), "what is seen is the last placement");
        for seat in Seat::BOTH {
            let Ok(to) = log.table.undo_to(seat) else {
                assert!(company == Engine && seat == Seat::Two, "only an engine may not");
                continue;
            };
            let mut log = Log::of(log.events.clone());
            let now = Moment::default();
            let asked = log.table.decide(seat, Action::Ask(Wish::Undo), now).unwrap();
            log.take(asked);
            if let Some(other) = log.table.must_agree(seat) {
                let agreed = log.table.decide(other, Action::Accept(Wish::Undo), now).unwrap();
                log.take(agreed);
            }
            let is_own = company == Shared || seat == own.seat;
            let taken = if is_own { 2 } else { 3 };
            assert_eq!(usize::from(to), moves.len() + 1 - taken, "{company:?}, {seat:?}");
            assert_eq!(log.table.history().len(), usize::from(to));
            let asker = if company == Shared { own.seat } else { seat };
            assert_eq!(log.table.seat_to_move(), Some(asker), "the decision can be made anew");
            assert!(!log.table.position().must_pass());
        }
    }
}
