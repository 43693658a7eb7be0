//! The console matches of an older program, typed in unchanged.

use std::time::Duration;

use konoba_advice::Adviser;
use konoba_line::dialogue::{Config, Dialogue, converse};
use konoba_line::{Lines, NoFiles};
use konoba_rules::{Setup, text};
use konoba_table::Moment;

#[test]
fn recorded_matches_run_to_their_winner() {
    let Some(recorded) = konoba_golden::recorded() else { return };
    let mut count = 0;
    for game in recorded {
        let Some((side, name)) = &game.winner else { continue };
        let setup = Setup::default_of(game.setup.spec);
        let mut dialogue = Dialogue::new(Config::new(setup), NoFiles);
        let input: String = game.console_input.iter().map(|line| format!("{line}\n")).collect();
        let mut output = Vec::new();
        converse(
            &mut dialogue,
            Lines::new(input.as_bytes()),
            &mut output,
            Moment::default,
            &Adviser::at_one_board(0),
            Duration::ZERO,
        )
        .expect("memory does not fail");
        let output = String::from_utf8(output).expect("what is said is text");
        let side = setup.spec.side(*side).name;
        let expected = format!("\nWinner: {name} ({side}), by ");
        assert_eq!(output.matches(&expected).count(), 1, "{}: {output}", game.source);
        let table = dialogue.table().expect("a game was played");
        let rows = game.final_rows.join("/");
        assert!(text::write(table.position()).starts_with(&rows), "{}", game.source);
        count += 1;
    }
    assert_eq!(count, 5);
}
