//! Two people at two keyboards and one table, as somebody far away would keep it: each is told
//! everything and asked only for what is theirs.

use konoba_line::dialogue::{Manner, Meaning, Talk, Voice};
use konoba_rules::Setup;
use konoba_scene::TextStyle;
use konoba_table::{Keyboard, Moment, Opened, Player, Seat, Table};

struct Room {
    table: Table,
    talks: [Talk; 2],
}

impl Room {
    fn new(setup: &str) -> Self {
        let setup: Setup = setup.parse().expect("there is such a set-up");
        let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().expect("a name")));
        let opened = Opened { keyboard: Keyboard::Apart, ..Opened::new(setup, players) };
        let manner = Manner { style: TextStyle::Ascii, asks_again: true };
        let table = Table::opened(&opened, Moment::default());
        let talks = Seat::BOTH.map(|seat| Talk::new(Voice::One(seat), manner, &table));
        Self { table, talks }
    }

    /// What the two are asked; nothing for the one who is not.
    fn asked(&self) -> [String; 2] {
        [&self.talks[0], &self.talks[1]].map(|talk| talk.question(&self.table))
    }

    /// Says a line at a seat, and returns what is told to both, or to the one who said it.
    fn say(&mut self, seat: Seat, line: &str) -> String {
        match self.talks[seat.index()].hear(&self.table, line) {
            Meaning::Said(said) => said,
            Meaning::Act(by, action) => match self.table.decide(by, action, Moment::default()) {
                Err(refused) => self.table.words().refused(&refused),
                Ok(events) => {
                    events.iter().for_each(|event| self.table.apply(event));
                    let told = self.talks.each_mut().map(|talk| talk.tell(&self.table, &events));
                    assert_eq!(told[0], told[1]);
                    told.into_iter().next().expect("there are two")
                }
            },
            other => panic!("nobody here does {other:?}"),
        }
    }
}

#[test]
fn each_is_asked_only_for_what_is_theirs() {
    let mut room = Room::new("konobi:5");
    let check = |room: &Room, one: &str, two: &str| {
        for (asked, expected) in room.asked().iter().zip([one, two]) {
            let is_expected = asked.is_empty() == expected.is_empty() && asked.contains(expected);
            assert!(is_expected, "'{asked}' is not '{expected}'");
        }
    };
    check(&room, "Move", "");
    // Who is not to move may ask questions but not play.
    assert_eq!(room.say(Seat::Two, "c3"), "It is the turn of Ana (Black).");
    assert!(room.say(Seat::Two, "board").contains("empty"));
    check(&room, "Move", "");
    assert!(room.say(Seat::One, "c3").starts_with("Ana (Black) plays c3.\n"));
    check(&room, "", "swap?");
    assert!(room.say(Seat::Two, "y").starts_with("Luka swaps and takes Black;"));
    check(&room, "Move", "");
    room.say(Seat::One, "2");
    check(&room, "Row in column 2", "");
    room.say(Seat::One, "2");
    check(&room, "", "Move");
    // An undo is asked for, and the other one answers.
    assert!(room.say(Seat::One, "undo").starts_with("Ana asks to take "));
    check(&room, "", "agree?");
    assert_eq!(room.say(Seat::Two, "perhaps"), "Answer y or n.\n");
    assert_eq!(room.say(Seat::Two, "n"), "Luka does not agree to an undo.\n");
    check(&room, "", "Move");
    room.say(Seat::One, "undo");
    assert!(room.say(Seat::Two, "yes").starts_with("Ana took back move 3.\n"));
    check(&room, "Move", "");
    // It is Luka who resigns, though it is Ana's turn.
    let told = room.say(Seat::Two, "resign");
    assert!(told.ends_with("Winner: Ana (White), because Luka (Black) resigned\n"), "{told}");
    // Both are asked to play again; once one wants to, the other one answers.
    check(&room, "again?", "again?");
    assert_eq!(room.say(Seat::One, "perhaps"), "Answer y or n.\n");
    assert_eq!(room.say(Seat::One, "y"), "Ana would like to play again.\n");
    check(&room, "", "agree?");
    let told = room.say(Seat::Two, "y");
    assert!(told.starts_with("The players play again, and Luka now moves first."), "{told}");
    assert!(room.table.next().is_some());
    check(&room, "", "");
}
