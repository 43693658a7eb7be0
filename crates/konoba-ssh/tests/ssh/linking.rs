//! One person through ssh and the browser, by a code.

use konoba_live::{DeviceCode, Token};
use konoba_store::Guest;

use crate::openssh::Door;
use crate::screens::{DOWN, KILL_LINE, Person};
use crate::visitors::piped;

/// A guest of the browser, and a code for another device.
fn browser(door: &Door, name: &str) -> (Guest, DeviceCode) {
    let (guest, _, code) = browser_with_token(door, name);
    (guest, code)
}

fn browser_with_token(door: &Door, name: &str) -> (Guest, Token, DeviceCode) {
    door.runtime.block_on(async {
        let (guest, token) = door.house.welcome(name.parse().unwrap()).await.unwrap();
        let code = door.house.link_device(guest.id).await.unwrap();
        (guest, token, code)
    })
}

/// A key that has a game already is joined to the browser's guest: the game is the guest's, and so is the key from
/// the next login on.
#[test]
fn a_key_is_joined_to_the_browser() {
    let door = Door::open();
    let key = door.key("ana");
    let (ana, code) = browser(&door, "Ana");
    let mut keyed = piped(&door, Some(&key), "Ana of the key");
    keyed.say("seek konobi:3,nopie\n");
    keyed.see("Waiting for an opponent.");
    let mut luka = piped(&door, None, "Luka");
    luka.say("join 1\n");
    keyed.see("Your turn");
    keyed.say(&format!("link {}\n", code.grouped()));
    keyed.see("You are Ana here too, with all your games.");
    keyed.see("You play Black");
    keyed.say("b3\n");
    luka.see("plays b3");
    let games = door.runtime.block_on(door.house.unfinished_of(&ana)).unwrap();
    assert_eq!(games.len(), 1);
    drop(keyed);
    let mut again = door.pipe(Some(&key), &["-T"]);
    again.see("Welcome back, Ana.");
    again.see("Moves so far: b3");
}

/// A key that was joined to the browser stays known where only the browser logs out.
#[test]
fn a_key_stays_known_where_the_browser_logs_out() {
    let door = Door::open();
    let key = door.key("ana");
    let (ana, token, code) = browser_with_token(&door, "Ana");
    let mut keyed = piped(&door, Some(&key), "Ana of the key");
    keyed.say(&format!("link {}\n", code.grouped()));
    keyed.see("You are Ana here too");
    keyed.say("seek konobi:3,nopie\n");
    keyed.see("Waiting for an opponent.");
    door.runtime.block_on(door.house.sign_out(ana.id, &token)).unwrap();
    let mut luka = piped(&door, None, "Luka");
    luka.say("join 1\n");
    keyed.see("Your turn");
    keyed.say("b3\n");
    luka.see("plays b3");
    keyed.say("link\n");
    keyed.see("enter the code ");
    let code = DeviceCode::read(keyed.see(" ").trim()).unwrap();
    let found = door.runtime.block_on(door.house.continue_here(&code)).unwrap();
    assert_eq!(found.map(|(guest, _)| guest), Some(ana));
}

/// The same on the full screen, where a code is typed above the list of tables; and an empty one shows a code.
#[test]
fn codes_on_the_full_screen() {
    let door = Door::open();
    let key = door.key("ana");
    let (ana, code) = browser(&door, "Ana");
    let mut keyed = Person::at(&door, Some(&key));
    keyed.see("Online opponent");
    keyed.press(&format!("{}\r{}\r", DOWN.repeat(7), code.grouped()));
    keyed.see("Name Ana");
    keyed.see("You are Ana here too, with all your games.");
    // The list is opened again: the line stays where it was.
    keyed.press("\r");
    keyed.see("Enter: get one for another device");
    keyed.press(&format!("{KILL_LINE}\r"));
    keyed.see("On your other device, enter");
    let shown = keyed.screen.screen().contents();
    let (_, rest) = shown.split_once("device, enter ").unwrap();
    let code = DeviceCode::read(rest.split_whitespace().next().unwrap()).unwrap();
    let found = door.runtime.block_on(door.house.continue_here(&code)).unwrap();
    assert_eq!(found.map(|(guest, _)| guest), Some(ana));
}
