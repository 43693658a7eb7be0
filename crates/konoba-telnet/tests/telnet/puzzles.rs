//! Puzzles by telnet, beside the tables.

use crate::client::Door;

#[test]
fn a_puzzle_is_solved_with_hints_and_a_table_is_joined_afterwards() {
    let door = Door::open();
    let mut ana = door.enter("Ana");
    ana.say("puzzle nonsense");
    ana.hear("There are no puzzles called nonsense.");
    ana.say("puzzle 999999");
    ana.hear("There is no such puzzle.");
    ana.say("puzzle 1");
    ana.hear("Puzzle 1 of ");
    ana.hear("Every first move but one loses.\n");
    // As many moves as it takes, each told by the third hint.
    let mut said = String::new();
    for _ in 0..9 {
        for _ in 0..3 {
            ana.say("hint");
            said = ana.hear(".\n");
        }
        let mv = said.rsplit("The move is ").next().unwrap().trim_end_matches(".\n").to_owned();
        ana.say(&mv);
        said = ana.hear_to_here();
        if said.contains("Type next for another puzzle") {
            break;
        }
    }
    assert!(said.contains("Solved"), "{said}");
    // Among puzzles these words mean something else than at the tables.
    ana.say("back");
    ana.hear("Puzzle ");
    ana.say("help");
    ana.hear("stop solving puzzles\n");
    ana.say("style ascii");
    ana.hear("Every first move but one loses.\n");
    ana.say("quit");
    ana.hear("Press Enter to play against anyone");
    ana.say("puzzle daily");
    ana.hear(", the puzzle of 20");
    ana.say("seek");
    ana.hear("Which game?");
}
