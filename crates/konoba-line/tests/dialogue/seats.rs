//! Two people at two keyboards and one table, as a server keeps it: each is told everything and
//! asked only for their own moves.

use konoba_line::NoFiles;
use konoba_line::dialogue::{Config, Dialogue, Manner, Meaning, Talk, Voice};
use konoba_rules::{Level, Record, Setup, Side};
use konoba_scene::{Advice, TextStyle};
use konoba_table::{Action, Keyboard, Moment, Name, Opened, Player, Seat, Table};

use crate::memory_files::MemoryFiles;

struct Room {
    table: Table,
    talks: [Talk; 2],
}

impl Room {
    fn new(setup: &str) -> Self {
        let setup: Setup = setup.parse().expect("there is such a set-up");
        let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().expect("a name")));
        let opened = Opened { keyboard: Keyboard::Apart, ..Opened::new(setup, players) };
        let manner = Manner { style: TextStyle::Ascii, asks_again: true, ..Manner::default() };
        let table = Table::opened(&opened, Moment::default());
        let talks = Seat::BOTH.map(|seat| Talk::new(Voice::One(seat), manner, &table));
        Self { table, talks }
    }

    /// What the two are asked; nothing for the one who is not.
    fn asked(&self) -> [String; 2] {
        [&self.talks[0], &self.talks[1]].map(|talk| talk.clone().question(&self.table))
    }

    /// Says a line at a seat, and returns what is told there.
    fn say(&mut self, seat: Seat, line: &str) -> String {
        match self.talks[seat.index()].hear(&self.table, line, Moment::default()) {
            Meaning::Said(said) => said,
            Meaning::Act(by, action) => match self.table.decide(by, action, Moment::default()) {
                Err(refused) => self.table.words().refused(&refused),
                Ok(events) => {
                    events.iter().for_each(|event| self.table.apply(event));
                    let told = self
                        .talks
                        .each_mut()
                        .map(|talk| talk.tell(&self.table, &events, Moment::default()));
                    // Each is "you" to the own keyboard; the result is the same line for both.
                    let lines = told.each_ref().map(|told| told.lines().count());
                    assert_eq!(lines[0], lines[1], "{told:?}");
                    let [one, two] = told;
                    if seat == Seat::One { one } else { two }
                }
            },
            other => panic!("no test does {other:?}"),
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
    // The player who is not to move may ask questions but not play.
    assert_eq!(room.say(Seat::Two, "c3"), "It is not your turn: Ana (Black) is to move.");
    assert!(room.say(Seat::Two, "board").contains("empty"));
    check(&room, "Move", "");
    assert!(room.say(Seat::One, "c3").starts_with("You play c3.\n"));
    check(&room, "", "swap?");
    assert!(room.say(Seat::Two, "y").starts_with("You swap and now play Black."));
    check(&room, "Move", "");
    room.say(Seat::One, "2");
    check(&room, "Row in column 2", "");
    room.say(Seat::One, "2");
    check(&room, "", "Move");
    // An undo is asked for, and the other one answers.
    assert!(room.say(Seat::One, "undo").starts_with("You asked for an undo"));
    check(&room, "", "agree?");
    assert_eq!(room.say(Seat::Two, "perhaps"), "Answer y or n.\n");
    assert_eq!(room.say(Seat::Two, "n"), "You declined the undo.\n");
    check(&room, "", "Move");
    assert_eq!(room.say(Seat::One, "undo"), "You asked for an undo of move 3.\n");
    assert!(room.say(Seat::Two, "yes").starts_with("Ana took back move 3.\n"));
    check(&room, "Move", "");
    // It is Luka who resigns, though it is Ana's turn.
    let told = room.say(Seat::Two, "resign");
    assert!(told.ends_with("Winner: Ana (White), because Luka (Black) resigned\n"), "{told}");
    // Both are asked to play again; once one wants to, the other one answers.
    check(&room, "again?", "again?");
    assert_eq!(room.say(Seat::One, "perhaps"), "Answer y or n.\n");
    assert_eq!(room.say(Seat::One, "y"), "You asked for a rematch.\n");
    for answer in ["", "y", "n"] {
        let said = room.say(Seat::One, answer);
        assert_eq!(said, "The game is over. Type help for a list of commands.\n");
    }
    check(&room, "", "agree?");
    let told = room.say(Seat::Two, "y");
    assert!(told.starts_with("Rematch: you move first."), "{told}");
    assert!(room.table.next().is_some());
    check(&room, "", "");
}

/// A seat that is not a person's: the dialogue does not ask for its moves, which come from outside.
#[test]
fn an_engine_is_not_asked() {
    let now = Moment::default();
    for (setup, side) in [("konobi:3", Side::Second), ("order-and-chaos", Side::First)] {
        let setup: Setup = setup.parse().expect("there is such a set-up");
        let config = Config {
            size_is_chosen: true,
            engine: Some((side, Level::new(3).unwrap())),
            ..Config::new(setup)
        };
        let mut dialogue = Dialogue::new(config, NoFiles);
        let asked = dialogue.open(now);
        assert!(
            asked.ends_with(&format!(
                "({} moves {})\n",
                setup.spec.side(side.other()).name,
                ["second", "first"][side.index()]
            )),
            "{asked}"
        );
        let mut said = dialogue.answer("Ana", now);
        let mut replies = 0;
        while !dialogue.is_over() {
            let Some(table) = dialogue.thinking() else {
                let position = *dialogue.table().expect("a game").position();
                let mv = position.moves_of(position.to_move())[0];
                said = match said.ends_with("swap? (y/n)\n") {
                    true => dialogue.answer("n", now),
                    false => dialogue.answer(&mv.written(setup.spec).to_string(), now),
                };
                continue;
            };
            assert!(said.lines().last().is_some_and(|line| !line.ends_with('?')), "{said}");
            // A person can still speak, but not play.
            let mv = table.position().moves_of(side)[0];
            let refused = dialogue.answer("a1", now);
            assert!(!refused.contains("plays"), "{refused}");
            assert!(dialogue.answer("board", now).ends_with(".\n"));
            said = dialogue.reply(Action::Play(mv), now);
            assert!(said.starts_with("Computer 3 "), "{said}");
            replies += 1;
        }
        assert!(replies > 0 && said.contains("\nWinner: "), "{said}");
    }
}

#[test]
fn a_watcher_is_asked_nothing() {
    let mut room = Room::new("konobi:5");
    let mut watcher =
        Talk::new(Voice::Watcher, Manner { asks_again: true, ..Manner::default() }, &room.table);
    let asked = |watcher: &Talk, room: &Room| watcher.clone().question(&room.table);
    assert_eq!(asked(&watcher, &room), "");
    room.say(Seat::One, "c3");
    watcher.tell(&room.table, &[], Moment::default());
    assert_eq!(asked(&watcher, &room), "");
    let why = watcher.hear(&room.table, "why c3", Moment::default());
    assert_eq!(why, Meaning::Said("c3 is occupied.\n".to_owned()));
    room.say(Seat::Two, "y");
    room.say(Seat::Two, "resign");
    watcher.tell(&room.table, &[], Moment::default());
    assert_eq!(asked(&watcher, &room), "");
}

#[test]
fn a_person_takes_a_move_back_with_the_answer_of_the_engine() {
    let now = Moment::default();
    let setup = "konobi:5,nopie".parse().expect("there is such a set-up");
    let config = Config {
        size_is_chosen: true,
        engine: Level::new(3).map(|level| (Side::Second, level)),
        gives_hints: true,
        ..Config::new(setup)
    };
    let mut dialogue = Dialogue::new(config, NoFiles);
    dialogue.open(now);
    dialogue.answer("Ana", now);
    dialogue.answer("c3", now);
    let mv = dialogue.thinking().expect("it is its turn").position().moves_of(Side::Second)[0];
    dialogue.reply(Action::Play(mv), now);
    assert_eq!(dialogue.table().expect("a game").history().len(), 2);
    dialogue.answer("undo", now);
    assert_eq!(dialogue.table().expect("a game").history().len(), 0);
    assert_eq!(dialogue.answer("hint", now), "");
    assert!(dialogue.hinting().is_some());
    let line = vec![mv];
    let (chances, certain, candidates, idea) = (None, None, Vec::new(), None);
    let hint = dialogue.advise(&Advice { best: mv, chances, certain, line, candidates, idea });
    assert!(hint.starts_with("Hint: a1.\nMove, such as"), "{hint}");
    assert!(dialogue.hinting().is_none());
}

/// A record says where an engine sits, whether it is there from the beginning or loaded later.
#[test]
fn a_loaded_game_goes_on_against_its_engine() {
    let now = Moment::default();
    let sgf = "(;SU[konobi:5,nopie]PB[Ana]PW[Computer 4]EW[4];B[c3];W[b2])";
    let record = Record::from_sgf(sgf.as_bytes()).expect("a record");
    let files = MemoryFiles::default();
    files.put("game.sgf", sgf);
    let setup = record.setup();
    let names = Some(["Ana", "Luka"].map(|name| name.parse().expect("a name")));
    let bare = Config { size_is_chosen: true, names, ..Config::new(setup) };
    let begun = Config { record: Some(record), ..Config::new(setup) };
    for (config, line) in [(bare, "load game.sgf"), (begun, "board")] {
        let save = Some("kept.sgf".to_owned());
        let mut dialogue = Dialogue::new(Config { save, ..config }, files.clone());
        dialogue.open(now);
        dialogue.answer(line, now);
        assert!(dialogue.thinking().is_none());
        assert!(dialogue.answer("c4", now).starts_with("You play c4."));
        let table = dialogue.thinking().expect("it is the turn of the engine");
        let level = Level::new(4).unwrap();
        assert_eq!(table.player(Seat::Two), &Player::engine(Name::of_engine(level), level));
        let mv = table.position().moves_of(Side::Second)[0];
        assert!(dialogue.reply(Action::Play(mv), now).starts_with("Computer 4 (White) plays "));
        let kept =
            ["kept.sgf", "kept-2.sgf"].into_iter().filter_map(|name| files.get(name)).next_back();
        assert!(kept.expect("it is kept").contains("EW[4]"));
    }
}
