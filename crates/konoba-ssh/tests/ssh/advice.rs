//! The engine of the house, asked on the full screen.

use std::ops::RangeInclusive;
use std::sync::Arc;

use konoba_advice::{Budget, Thinker};
use konoba_rules::{AnyPosition, Level};
use konoba_scene::{Advice, Candidate};
use konoba_table::{Action, Name, Table};

use crate::openssh::Door;
use crate::screens::{DOWN, KILL_LINE, LEFT, Person, RIGHT};

/// Plays the first legal move that there is, and thinks highly of it.
struct Simple;

impl Thinker for Simple {
    fn levels(&self) -> RangeInclusive<Level> {
        Level::WEAKEST..=Level::new(3).unwrap()
    }

    fn name(&self, level: Level) -> Name {
        format!("Simple {level}").parse().unwrap()
    }

    fn choose(&self, table: &Table, budget: Budget<'_>) -> Action {
        Action::Play(self.advise(table.position(), budget).best)
    }

    fn advise(&self, position: &AnyPosition, _: Budget<'_>) -> Advice {
        let best = position.moves_of(position.to_move())[0];
        let candidates = vec![Candidate::new(best, Some(61), (9, 9))];
        Advice { chances: Some(61), candidates, ..Advice::only(best) }
    }
}

/// A hint is marked on the board of a game against the computer. Once the game is over its positions are analysed, one
/// after the other, and missed wins are looked for.
#[test]
fn hints_and_analysis_over_ssh() {
    let door = Door::open_with_engine(Arc::new(Simple));
    let key = door.key("ana");
    let mut ana = Person::at(&door, Some(&key));
    ana.see("Online opponent");
    ana.press(&format!("{DOWN}{}{}", LEFT.repeat(30), RIGHT.repeat(2)));
    ana.see("3x3");
    // Without the swap, as Ana, against the computer.
    ana.press(&format!("{DOWN}{RIGHT}{DOWN}{KILL_LINE}Ana{DOWN}{RIGHT}"));
    ana.see("Computer level 1");
    ana.press("\r\r");
    ana.see("Your turn.");
    ana.press("E");
    ana.see("Analysis is for finished games here.");
    ana.press("H");
    ana.see("61 %");
    ana.see("[9]");
    ana.press("R");
    ana.see("y yes");
    ana.press("y");
    ana.see("resigned");
    ana.press("E");
    ana.see("[ goes to the previous move.");
    // The first position: the game may have had no move at all.
    ana.press("{");
    ana.see("Black 61 %");
    ana.press("P");
    ana.see("No move of this game is proved");
}
