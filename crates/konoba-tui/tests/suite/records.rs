//! Games that are looked back at, kept and opened again.

use std::time::Duration;

use konoba_rules::{Level, Move, Record};
use konoba_table::{Action, Kind, Moment, Name, Opened, Player, Seat, TimeControl};
use konoba_tui::{ChosenAction, Effect, Input, Library, Loaded};

use crate::person::Person;

/// A person who has opened a record.
fn opened(record: Record) -> Person {
    let mut person = Person::at_home((80, 24));
    person.input(Input::Opened(Ok(Box::new(Loaded { record, file: None }))));
    person
}

/// The record as it was written where the person wanted it.
fn written(person: &Person) -> (String, String) {
    let written = person.effects.iter().rev().find_map(|effect| match effect {
        Effect::Write { path, sgf, .. } => Some((path.display().to_string(), sgf.clone())),
        _ => None,
    });
    written.expect("something was written")
}

#[test]
fn a_recorded_result_is_shown_as_it_is() {
    let check = |result: &str, said: &str| {
        let sgf = format!("(;FF[4]SU[konobi:5]PB[Ana]PW[Luka]RE[{result}];B[c3];W[b2])");
        let mut person = opened(Record::from_sgf(sgf.as_bytes()).unwrap());
        // In the panel while looking back, and below the board at the end.
        let word = said.split_whitespace().last().unwrap();
        assert!(person.sees("earlier moves") && person.sees(word), "{}", person.screen());
        person.press("}");
        assert!(person.sees(said), "{}", person.screen());
        person.press("u");
        assert!(!person.sees("took back"), "{}", person.screen());
        // Nothing was kept, and what is written has the same result.
        person.press("w\n");
        assert!(written(&person).1.contains(&format!("RE[{result}]")));
    };
    check("W+T", "Luka (White) wins because Ana (Black) ran out of time.");
    check("B+R", "Ana (Black) wins because Luka (White) resigned.");
    check("B+Forfeit", "Ana (Black) wins. The result in the record is Forfeit.");
    check("Void", "No winner. The result in the record is Void.");
}

#[test]
fn looking_back_and_trying_something_else() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3 b2 c4").press("[[");
    assert!(person.sees("earlier moves"));
    assert!(person.sees("next: b2"), "{}", person.screen());
    person.play("a5");
    assert!(person.sees("A variation."));
    person.press("[");
    assert!(person.sees("next: b2 a5"));
    person.press("\x1b");
    assert!(person.sees("1 c3 b2") && person.sees("3 c4"));
    // The game was not touched, and the record has both.
    assert_eq!(person.moves(), "c3 b2 c4");
    person.press("w\n");
    let (path, sgf) = written(&person);
    assert_eq!(path, "konobi-Ana-Luka.sgf");
    assert!(sgf.contains("a5"), "{sgf}");
    let record = Record::from_sgf(sgf.as_bytes()).unwrap();
    assert_eq!(record.moves().count(), 3);
}

#[test]
fn the_line_is_copied_and_shown() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3").press("y");
    let copied = person.effects.iter().find_map(|effect| match effect {
        Effect::Copy(line) => Some(line.clone()),
        _ => None,
    });
    let line = copied.unwrap();
    assert_eq!(Record::from_line(&line).unwrap().moves().count(), 1);
    assert!(person.sees(&line));
}

#[test]
fn a_flag_falls_by_itself_and_clocks_survive_a_pause() {
    let time =
        TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::from_secs(2) };
    let mut person = Person::at_home((80, 24)).begin("konobi:5,nopie", time);
    person.play("c3");
    person.now = 10_000;
    person.play("b2");
    assert!(person.sees("0:52"), "{}", person.screen());
    let record = person.kept();
    // A day later the game goes on elsewhere.
    person.now += 86_400_000;
    person.input(Input::Opened(Ok(Box::new(Loaded { record, file: None }))));
    assert!(person.sees("0:52") && person.sees("1:00"), "{}", person.screen());
    assert!(person.app.is_ticking());
    person.now += 60_000;
    person.input(Input::Tick);
    assert!(person.sees("ran out of time"));
    assert!(!person.app.is_ticking());
}

/// What is kept has the variations too, and the game is told from them.
#[test]
fn variations_are_kept_like_games() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3 b2 c4").press("[[").play("a5");
    assert_eq!(person.moves(), "c3 b2 c4");
    assert!(person.kept().to_sgf().contains("W[a5]"));
    // A variation that goes on from the end of the game is none of its moves.
    person.press("\x1b[]").play("b5");
    assert_eq!(person.moves(), "c3 b2 c4");
    let mut other = opened(person.kept());
    assert!(other.sees("1 c3 b2") && other.sees("3 c4"), "{}", other.screen());
    assert!(!other.sees("b5") && other.sees("Luka (White) is to move."), "{}", other.screen());
    other.press("[");
    assert!(other.sees("next: c4"), "{}", other.screen());
    other.press("]").press("[[");
    assert!(other.sees("next: b2 a5"), "{}", other.screen());
    // Taking a variation out is kept too; the game itself cannot be taken out.
    other.play("a5").press("u");
    assert!(other.sees("Variation deleted."));
    let kept = other.kept().to_sgf();
    assert!(!kept.contains("W[a5]") && kept.contains("W[b5]"), "{kept}");
    other.press("]u");
    assert!(other.sees("This move is on the main line"), "{}", other.screen());
}

/// What was kept of a game against an engine goes on against it.
#[test]
fn a_kept_game_goes_on_against_its_engine() {
    let level = Level::new(3).unwrap();
    let engine = Player::engine(Name::of_engine(level), level);
    let players = [Player::person("Ana".parse().unwrap()), engine];
    let mut person = Person::at_home((80, 24));
    person.app.play(&Opened::new("konobi:5,nopie".parse().unwrap(), players), Moment::default());
    person.play("c3");
    // It was the engine's turn when the game was left.
    let mut person = opened(person.kept());
    assert!(person.app.is_awaiting_thought(), "{}", person.screen());
    let Some(Effect::Think(table)) = person.effects.last().cloned() else {
        panic!("the engine was not asked to think: {:?}", person.effects)
    };
    assert_eq!(table.player(Seat::Two).kind, Kind::Engine { level });
    let action = Action::Play(Move::Place("b2".parse().unwrap()));
    person.input(Input::Chosen(ChosenAction { seen: table.version(), action }));
    assert!(person.sees("Computer 3 (White) plays b2."), "{}", person.screen());
    // And so it does again, with variations and all.
    person.press("[").play("e5").press("\x1b");
    let again = opened(person.kept());
    assert!(again.sees("White Computer 3") && !again.app.is_awaiting_thought());
    assert_eq!(person.kept().engine(konoba_rules::Side::Second), Some(level));
}

/// A file that is there is left alone until the person says otherwise.
#[test]
fn no_file_is_overwritten_without_a_question() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3").press("w\n");
    let overwrites = |person: &Person| match person.effects.last() {
        Some(Effect::Write { overwrites, .. }) => *overwrites,
        other => panic!("nothing was written: {other:?}"),
    };
    assert!(!overwrites(&person));
    let exists = || Input::Exists("konobi-Ana-Luka.sgf".into());
    person.input(exists());
    assert!(
        person.sees("konobi-Ana-Luka.sgf exists already. Overwrite it?"),
        "{}",
        person.screen()
    );
    let effects = person.effects.len();
    person.press("n");
    assert_eq!(person.effects.len(), effects);
    assert!(person.sees("was left as it is"), "{}", person.screen());
    person.input(exists());
    person.press("y");
    assert!(overwrites(&person));
}

/// The panel tells whose move it was in the position that is looked at, and who played which side then.
#[test]
fn looking_back_tells_whose_move_it_was() {
    let mut person = Person::playing((80, 24), "konobi:5");
    person.play("c3").press("y").play("b2 e5");
    let to_move = |person: &Person| {
        let screen = person.screen();
        let marked = screen.lines().find_map(|line| line.split_once('▸'));
        marked.map(|(_, name)| name.replace(['●', '○'], "").trim().to_owned())
    };
    // Luka took Black over; White has moved after that, and then Black.
    assert_eq!(to_move(&person).as_deref(), Some("White Ana"), "{}", person.screen());
    person.press("[");
    assert_eq!(to_move(&person).as_deref(), Some("Black Luka"), "{}", person.screen());
    person.press("[[[");
    assert_eq!(to_move(&person).as_deref(), Some("Black Ana"), "{}", person.screen());
}

/// What is no record any more is named and put aside, and a game is kept by one program at a time.
#[test]
fn no_game_is_lost_silently() {
    let folder = tempfile::tempdir().unwrap();
    let library = || Library::at(folder.path());
    let mut first = library();
    first.keep("1-good.sgf", "(;FF[4]SU[konobi:5];B[c3])").unwrap();
    let games = folder.path().join("games");
    std::fs::write(games.join("2-bad.sgf"), "(;FF[4]SU[kono").unwrap();
    let (kept, damaged) = first.list();
    assert_eq!(kept.len(), 1);
    assert!(damaged.unwrap().contains("2-bad.sgf.damaged"));
    assert_eq!(std::fs::read(games.join("2-bad.sgf.damaged")).unwrap(), b"(;FF[4]SU[kono");
    assert_eq!(first.list().1, None);
    // What a later version has written is whole, and left to it.
    for later in ["(;FF[4]SU[chess:8])", "(;FF[4]SU[konobi:5]RU[konobi 99];B[c3])"] {
        let path = games.join("9-later.sgf");
        std::fs::write(&path, later).unwrap();
        let (kept, damaged) = first.list();
        assert_eq!((kept.len(), damaged), (1, None), "{later}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), later);
    }

    let mut second = library();
    let refused = second.open(&kept[0].path).map(|_| ());
    assert!(refused.unwrap_err().contains("open in another window"));
    assert!(second.keep("1-good.sgf", "").is_err());
    drop(first);
    second.open(&kept[0].path).unwrap();
    // Going on to another game unlocks this one.
    second.keep("3-next.sgf", "(;FF[4]SU[konobi:5];B[c3])").unwrap();
    library().open(&kept[0].path).unwrap();
    // A game goes on in its file, however the way to it is written.
    let detour = games.join("..").join("games").join("1-good.sgf");
    assert_eq!(library().claim(&detour).unwrap().as_deref(), Some("1-good.sgf"));
    let elsewhere = folder.path().join("mine.sgf");
    std::fs::write(&elsewhere, "").unwrap();
    assert_eq!(library().claim(&elsewhere).unwrap(), None);
}

/// A kept game has the day of its record, or of its file; and is deleted unless it is open elsewhere.
#[test]
fn kept_games_have_days_and_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let library = || Library::at(folder.path());
    let mut first = library();
    first.keep("1700000000000-konobi.sgf", "(;FF[4]SU[konobi:5];B[c3])").unwrap();
    first.keep("1800000000000-konobi.sgf", "(;FF[4]SU[konobi:5]DT[2024-02-29];B[c3])").unwrap();
    let days = |library: &Library| {
        let days = library.list().0.into_iter().map(|kept| kept.day.unwrap_or_default());
        days.collect::<Vec<_>>()
    };
    assert_eq!(days(&first), ["2024-02-29", "2023-11-14"]);
    let paths: Vec<_> = first.list().0.into_iter().map(|kept| kept.path).collect();
    let mut second = library();
    assert!(second.delete(&paths[0]).unwrap_err().contains("open in another window"));
    second.delete(&paths[1]).unwrap();
    assert_eq!(days(&second), ["2024-02-29"]);
    let elsewhere = folder.path().join("mine.sgf");
    std::fs::write(&elsewhere, "").unwrap();
    assert!(second.delete(&elsewhere).is_err());
    assert!(elsewhere.exists());
}

/// A file that is not there is told in words.
#[test]
fn a_file_that_is_not_there_is_told_plainly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c3");
    let says = Library::at(folder.path()).open(&path).err().unwrap();
    let shown = path.display();
    assert_eq!(says, format!("{shown} cannot be read: there is no such file or folder."));
}
