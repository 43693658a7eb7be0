//! How people find each other, play, leave and come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use konoba_live::Clock;
use konoba_table::Moment;

use crate::client::{Door, unhurried};

/// The code in what was told on sitting down.
fn code(told: &str) -> String {
    let (_, code) = told.split_once("back ").expect("a code was told");
    code.lines().next().unwrap().to_owned()
}

#[test]
fn two_who_just_press_enter_sit_together() {
    let door = Door::open();
    let [mut ana, mut luka] = [door.connect(), door.connect()];
    for client in [&mut ana, &mut luka] {
        client.hear("Your name?");
        client.say("");
        client.hear("Press Enter");
    }
    ana.say("");
    let asked = ana.hear("Which game? 1 Konobi, 2 Quentin, ");
    assert!(asked.ends_with(" (empty: Konobi)\n"), "{asked}");
    ana.say("");
    ana.hear("Size of the board, from 1 to 19? (empty: 11)");
    ana.say("");
    ana.hear("Waiting for an opponent.");
    luka.say("");
    let told = luka.hear("Guest 1 (Black) is to move.\n");
    assert!(told.contains("You play White: connect left and right.\n"));
    let told = ana.hear("Move, such as c4?");
    assert!(told.contains("You play Black: connect top and bottom.\n"));
    ana.say("c3");
    ana.hear("You play c3.\n");
    luka.hear("Guest 1 (Black) plays c3.\n");
    luka.hear("swap? (y/n)");
    // What is no answer is answered, and the question stands last again.
    for between in ["help", "rules", "name Mara", "\0"] {
        luka.say(between);
        assert!(luka.hear_to_here().ends_with("swap? (y/n)\n"), "{between}");
    }
    luka.say("y");
    ana.hear("Guest 2 swaps and now plays Black. You play White. Your turn.\n");
    ana.hear("Guest 2 plays Black: connect top and bottom.\n");
    luka.hear("You swap and now play Black. Guest 1 plays White and is to move.\n");
    luka.hear("You play Black: connect top and bottom.\n");
    ana.hear("Move, such as");
    ana.say("resign");
    for client in [&mut ana, &mut luka] {
        client.hear("Winner: Guest 2 (Black), because Guest 1 (White) resigned\n");
        client.hear("again? (y/n)");
    }
}

/// The order does not matter: a player who is still choosing a game while another begins to wait
/// for it sits down there.
#[test]
fn two_who_are_asked_at_once_sit_together_too() {
    let door = Door::open();
    let [mut ana, mut luka] = [door.enter("Ana"), door.enter("Luka")];
    for client in [&mut ana, &mut luka] {
        client.say("");
        client.hear("Which game?");
        client.say("3");
        client.hear("Which side, order or chaos? (empty: order)");
    }
    ana.say("chaos");
    ana.hear("Waiting");
    luka.say("");
    luka.hear("You play Order");
    luka.hear("Move, such as Xc4?");
    ana.hear("Luka (Order) is to move.");
}

#[test]
fn a_player_who_wants_another_game_is_not_paired() {
    let door = Door::open();
    let [mut ana, mut luka, mut mara] = ["Ana", "Luka", "Mara"].map(|name| door.enter(name));
    ana.say("seek konobi:5 5+3 white");
    ana.hear("Clock: 5 min + 3 s.");
    ana.hear("Waiting");
    luka.say("seek konobi:5 white 5+3");
    luka.hear("Waiting");
    mara.say("games");
    let games = mara.hear("No games being played.");
    assert!(games.contains("  1. Luka: konobi:5, 5 min + 3 s\n  2. Ana: konobi:5"), "{games}");
    mara.say("seek konobi:5 5+3 black");
    // The player who has waited longest comes first.
    mara.hear("You play Black");
    mara.hear("Ana (White) has 5 minutes left.");
    mara.say("clock");
    mara.hear("Each player has 5 minutes for the game and 3 seconds more for each move.");
}

#[test]
fn a_dropped_player_comes_back_with_the_code() {
    let door = Door::open();
    let [mut ana, mut luka] = [door.enter("Ana"), door.enter("Luka")];
    ana.say("seek konobi:5");
    let code = code(&ana.hear("Waiting"));
    luka.say("");
    luka.hear("Ana (Black) is to move.");
    ana.say("c3");
    luka.hear("swap? (y/n)");
    drop(ana);
    luka.hear("Ana is not at the table now. The seat is kept.\n");
    let mut ana = door.connect();
    ana.say(&format!("BACK {}", code.to_uppercase().replace('-', "")));
    let told = ana.hear("Luka (White) is to move and may swap.");
    assert!(told.contains("Moves so far: c3\nBlack stone: c3.\n"), "{told}");
    luka.hear("Ana is back.\n");
    luka.say("n");
    luka.hear("Move, such as");
    luka.say("a1");
    ana.hear("Luka (White) plays a1.");
    ana.say("quit");
    let told = ana.hear_all();
    assert!(told.ends_with(&format!("type: back {code}\nGoodbye.\n")), "{told}");
    // A wrong code opens nothing.
    let mut thief = door.connect();
    for wrong in ["", "0000-0000-0000-0000", "nonsense"] {
        thief.say(&format!("back {wrong}"));
        thief.hear("That is not the code of a seat. Check it and try again.\n");
    }
}

#[test]
fn an_undo_is_asked_for_and_the_next_game_too() {
    let door = Door::open();
    let [mut ana, mut luka] = door.seat("konobi:5,nopie");
    ana.say("c3");
    luka.hear("Move, such as");
    ana.say("undo");
    ana.hear("You asked for an undo of move 1.\n");
    luka.hear("Do you agree? (y/n)");
    luka.say("c4");
    luka.hear("Answer y or n.\n");
    luka.say("y");
    ana.hear("You took back move 1.\n");
    ana.hear("Move, such as");
    luka.hear("Ana (Black) is to move.");
    luka.say("rematch");
    luka.hear("The game is not over yet.\n");
    luka.say("resign");
    ana.hear("Winner: Ana (Black), because Luka (White) resigned\n");
    ana.hear("again?");
    luka.hear("again?");
    ana.say("rematch");
    luka.hear("Ana asks for a rematch.\n");
    luka.say("y");
    ana.hear("Rematch: Luka moves first.\n");
    ana.hear("Luka plays Black");
    luka.hear("Rematch: you move first.\n");
    luka.hear("You play Black");
    luka.hear("Move, such as");
    luka.say("resign");
    ana.hear("again?");
    luka.hear("again?");
    ana.say("n");
    ana.hear("Press Enter to play");
    luka.hear("Ana has left the table. Type leave to go too.\n");
    luka.say("y");
    luka.hear("You asked for a rematch.\nAna is not at the table to answer. Type leave to go.\n");
    for answer in ["", "y"] {
        luka.say(answer);
        luka.hear("The game is over. Type help for a list of commands.\n");
    }
    luka.say("leave");
    luka.hear("Press Enter to play");
}

/// Clocks are not seen running here, so players hear it when little time is left; the others do not.
#[test]
fn little_time_is_told_to_the_player_whose_it_is() {
    let millis = Arc::new(AtomicU64::new(0));
    let read = millis.clone();
    let clock = Clock::of(move || Moment::from_millis(read.load(Ordering::SeqCst)));
    let house = konoba_live::Config { clock, ..konoba_live::Config::default() };
    let door = Door::open_to(tempfile::tempdir().unwrap(), house, unhurried());
    let [mut ana, mut luka] = door.seat("konobi:5,nopie 1+0");
    ana.say("c3");
    luka.hear("You have 1 minute left. Ana (Black) has 1 minute left.\nMove, such as");
    millis.store(40_300, Ordering::SeqCst);
    // What is typed wakes the session here: only the clock of the house was moved on.
    luka.say("moves");
    luka.hear("You have 20 seconds left.\n");
    luka.say("a1");
    let told = luka.hear("is to move.");
    assert!(!told.contains("left."), "it is told once: {told}");
    let told = ana.hear("Luka (White) plays a1.");
    assert!(!told.contains("You have 20 seconds"), "{told}");
}

#[test]
fn any_client_can_watch() {
    let door = Door::open();
    let [mut ana, mut luka] = door.seat("konobi:5");
    let mut mara = door.enter("Mara");
    mara.say("observe Luka");
    mara.hear("Ana (Black) is to move.");
    mara.say("c3");
    mara.hear("You are watching this game; only its players can do that.\n");
    mara.say("resign");
    mara.hear("You are watching this game; only its players can do that.\n");
    mara.say("why c3");
    mara.hear("It is legal: Ana (Black) plays c3.\n");
    mara.say("who");
    let who = mara.hear("Mara watches Ana and Luka: konobi:5.\n");
    assert_eq!(
        who,
        "Ana plays konobi:5.\nLuka plays konobi:5.\nMara watches Ana and Luka: konobi:5.\n"
    );
    ana.say("c3");
    mara.hear("Ana (Black) plays c3.");
    mara.hear("Luka (White) is to move and may swap.");
    mara.say("games");
    mara.hear("Being played (observe 1):\n  1. Ana and Luka: konobi:5\n");
    ana.say("observe 1");
    ana.hear("You are in the middle of a game.");
    luka.hear("swap?");
    luka.say("n");
    luka.say("resign");
    mara.hear("Winner: Ana (Black)");
    ana.say("y");
    mara.hear("Ana asks for a rematch.");
    luka.say("y");
    // The watcher follows to the rematch.
    mara.hear("Luka (Black) is to move.");
    mara.say("leave");
    mara.hear("You stopped watching.\n");
    mara.say("observe 7");
    mara.hear("There is no such table.");
}

#[test]
fn one_person_asks_another() {
    let door = Door::open();
    let [mut ana, mut luka] = [door.enter("Ana"), door.enter("Luka")];
    ana.say("match");
    ana.hear("Add a name");
    ana.say("match Mara");
    ana.hear("No one here has that name");
    ana.say("match ana");
    ana.hear("You cannot play against yourself.");
    ana.say("match engine");
    ana.hear("This server has no computer opponent.");
    ana.say("match luka quentin:4 chess");
    ana.hear("'chess' is neither a clock, such as 5+3, nor a side, black or white.");
    ana.say("match luka quentin:4");
    ana.hear("You asked Luka.");
    luka.hear("Ana wants to play against you: Quentin on 4x4, with the swap.\n");
    // No other player is let in, and it is not listed.
    let mut mara = door.enter("Mara");
    mara.say("games");
    mara.hear("No open games.");
    mara.say("");
    mara.hear("Which game?");
    luka.say("join ana");
    luka.hear("Ana (Black) is to move.");
    ana.hear("Move, such as");
}

#[test]
fn a_player_who_stops_waiting_is_not_found() {
    let door = Door::open();
    let [mut ana, mut luka] = [door.enter("Ana"), door.enter("Luka")];
    ana.say("seek quentin:5");
    ana.hear("Waiting");
    ana.say("seek konobi");
    ana.hear("Still waiting for an opponent.");
    ana.say("leave");
    ana.hear("You stopped waiting.\n");
    luka.say("");
    luka.hear("Which game?");
    luka.say("leave");
    luka.hear("Press Enter");
    ana.say("seek quentin:5");
    ana.hear("Waiting");
    drop(ana);
    door.runtime.block_on(async {
        let mut news = door.house.lobby_watch();
        while !door.house.lobby().await.unwrap().open.is_empty() {
            news.changed().await.unwrap();
        }
    });
    luka.say("join");
    luka.hear("There is no such table.");
}

#[test]
fn names_are_checked_at_the_door() {
    let door = Door::open();
    let mut client = door.connect();
    for (name, why) in [
        ("\u{202e}anA", "A name does not turn the direction of text"),
        ("A\u{9b}31m", "A name has no control characters"),
        ("A\u{200b}na", "A name has nothing invisible"),
        (&"x".repeat(33), "A name has at most 32 characters."),
    ] {
        client.hear("Your name?");
        client.say(name);
        client.hear(why);
    }
    // What a terminal would obey never comes so far.
    client.say("\x1b[31mŽeljka\x07\x1b]0;x");
    client.hear("Hello, Željka0;x. Press Enter");
    client.say("name \u{202e}x");
    client.hear("A name does not turn the direction of text");
    client.say("name Ana");
    client.hear("Hello, Ana.");
    client.say("who");
    client.hear("Ana is free.\n");
}

#[test]
fn a_command_is_no_name() {
    let door = Door::open();
    let mut client = door.connect();
    client.hear("Your name?");
    client.say("games");
    client.hear("Hello, Guest");
    client.hear("No open games.\n");
}

#[test]
fn help_is_everywhere() {
    let door = Door::open();
    let mut client = door.connect();
    client.say("help");
    client.hear("Commands:\n  seek:");
    client.hear("quit: disconnect;");
    client.hear("Your name?");
    client.say("Ana");
    client.hear("Hello, Ana.");
    client.say("dance");
    client.hear("Unknown command. Type help for a list.\n");
    client.say("rules");
    client.hear("Add a game: rules konobi, rules quentin, rules order-and-chaos.\n");
    client.say("rules quentin");
    client.hear("fill");
    client.say("style cubist");
    client.hear("Type style ascii or style unicode.\n");
    client.say("style ascii");
    client.hear("Board style changed.\n");
    client.say("rematch");
    client.hear("You are not at a table:");
    client.say("leave");
    client.hear("You are not at a table.\n");
    client.say("seek konobi:3");
    client.hear("Waiting");
    let mut luka = door.enter("Luka");
    luka.say("");
    let drawn = client.hear("Your turn, Ana (Black).");
    assert!(drawn.contains("3 | . . . | 3"), "{drawn}");
    client.say("style unicode");
    let drawn = client.hear("Your turn, Ana (Black).");
    assert!(!drawn.contains("| . . . |"), "{drawn}");
    client.say("help");
    client.hear("At a table, instead of a move:\n  undo:");
    client.hear("  quit: disconnect; your seat is kept, and its code brings you back\n");
    client.say("save game.sgf");
    client.hear("Files cannot be read or written here. Every game is saved on the server.\n");
    client.say("rules");
    client.hear("Black and White take turns");
    client.say("moves");
    client.hear("Moves so far: none");
    client.say("hint");
    client.hear(konoba_table::NO_ENGINE);
}

#[test]
fn the_house_says_when_it_closes() {
    let door = Door::open();
    let [mut ana, mut luka] = door.seat("konobi:5");
    let mut mara = door.enter("Mara");
    door.runtime.block_on(door.house.close());
    for client in [&mut ana, &mut luka] {
        let told = client.hear_all();
        assert!(told.contains("type: back "), "{told}");
        assert!(
            told.ends_with(
                "The server is restarting. Your games are safe; come back in a moment.\n"
            ),
            "{told}"
        );
    }
    assert_eq!(
        mara.hear_all(),
        "The server is restarting. Your games are safe; come back in a moment.\n"
    );
}

#[test]
fn players_who_come_at_once_are_all_paired() {
    let door = Door::open();
    let mut people: Vec<_> = (0..12).map(|number| door.enter(&format!("P{number}"))).collect();
    people.iter_mut().for_each(|person| person.say("seek konobi:3"));
    for person in &mut people {
        person.hear("(Black)");
    }
    let lobby = door.runtime.block_on(door.house.lobby()).unwrap();
    assert_eq!((lobby.open.len(), lobby.live.len()), (0, 6));
}
