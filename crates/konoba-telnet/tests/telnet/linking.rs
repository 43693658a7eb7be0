//! One person through telnet and the browser, by a code.

use konoba_live::{Credentials, DeviceCode, Token};
use konoba_store::Guest;

use crate::client::Door;

/// Ana at a browser, and a code for another device.
fn browser(door: &Door) -> (Guest, Token, DeviceCode) {
    door.runtime.block_on(async {
        let (guest, token) = door.house.welcome("Ana".parse().unwrap()).await.unwrap();
        let code = door.house.link_device(guest.id).await.unwrap();
        (guest, token, code)
    })
}

/// The games of a visitor are those of the browser once its code is typed, and the visitor goes on at the own seat.
#[test]
fn a_code_of_the_browser_is_typed() {
    let door = Door::open();
    let (ana, token, code) = browser(&door);
    let [mut visitor, mut luka] = [door.enter("Visitor"), door.enter("Luka")];
    visitor.say("seek konobi:3");
    visitor.hear("Waiting for an opponent");
    visitor.say(&format!("link {}", code.grouped()));
    visitor.hear("Still waiting for an opponent.");
    luka.say("join 1");
    visitor.hear("Move, such as");
    visitor.say(&format!("link {}", code.grouped()));
    visitor.hear("You are Ana here too, with all your games.");
    visitor.hear("You play Black");
    visitor.say("b2");
    luka.hear("plays b2");
    // The browser is as it was, and has the game now.
    door.runtime.block_on(async {
        let known = door.house.guest(&token).await.unwrap().unwrap();
        assert_eq!(known.id, ana.id);
        let games = door.house.unfinished_of(&known).await.unwrap();
        let who = Credentials::guest(known.id);
        assert!(who.seats_at(&games[0].entry).only().is_some());
    });
    visitor.say(&format!("link {}", code.grouped()));
    visitor.hear("or it was used already, or is too old.");
    // It is enough to type it instead of a name.
    let code = door.runtime.block_on(door.house.link_device(ana.id)).unwrap();
    let mut again = door.connect();
    again.say(&format!("link {}", code.grouped()));
    again.hear("You are Ana here too");
    again.hear("Moves so far: b2");
}

/// The other way round: the browser goes on as the visitor.
#[test]
fn a_code_is_shown_for_the_browser() {
    let door = Door::open();
    let mut mara = door.enter("Mara");
    mara.say("link");
    let shown = mara.hear("enter the code ");
    let (_, code) = shown.split_once("link ").unwrap();
    let code = DeviceCode::read(code.trim()).unwrap();
    mara.say("seek konobi:3");
    mara.hear("Waiting for an opponent");
    door.runtime.block_on(async {
        let (guest, _) = door.house.continue_here(&code).await.unwrap().unwrap();
        assert_eq!(guest.name.as_str(), "Mara");
        assert_eq!(door.house.unfinished_of(&guest).await.unwrap().len(), 1);
    });
}

/// A visitor who was linked is the person of the browser until that one logs out everywhere, also at no table.
#[test]
fn a_linked_visitor_is_no_one_after_the_log_out() {
    let door = Door::open();
    let (ana, _, code) = browser(&door);
    let [mut thief, mut other] = [door.enter("Visitor"), door.connect()];
    thief.say(&format!("link {}", code.grouped()));
    thief.hear("You are Ana here too");
    let code = door.runtime.block_on(door.house.link_device(ana.id)).unwrap();
    other.say(&format!("link {}", code.grouped()));
    other.hear("You are Ana here too");
    door.runtime.block_on(door.house.revoke(ana.id)).unwrap();
    thief.say("link");
    thief.hear("You were logged out here.");
    thief.say("link");
    let shown = thief.hear("enter the code ");
    let (_, code) = shown.split_once("link ").unwrap();
    let code = DeviceCode::read(code.trim()).unwrap();
    // The visitor is another guest from then on, with none of the games.
    let found = door.runtime.block_on(door.house.continue_here(&code)).unwrap();
    assert_ne!(found.unwrap().0.id, ana.id);
    // Nor does the visitor call the person by another name.
    other.say("name Mallory");
    other.hear("Mallory");
    let code = door.runtime.block_on(door.house.link_device(ana.id)).unwrap();
    let known = door.runtime.block_on(door.house.continue_here(&code)).unwrap().unwrap().0;
    assert_eq!(known.name.as_str(), "Ana");
}

/// A person who has the code of one seat can play there, and can do nothing to the guest whose seat it is.
#[test]
fn the_code_of_a_seat_is_for_this_seat_alone() {
    let door = Door::open();
    let (ana, _, code) = browser(&door);
    let [mut mia, mut luka] = [door.enter("Mia"), door.enter("Luka")];
    mia.say("seek konobi:3,nopie");
    let shown = mia.hear("Waiting for an opponent");
    let (_, seat) = shown.split_once("type: back ").unwrap();
    let seat = seat.lines().next().unwrap();
    luka.say("join 1");
    mia.hear("Move, such as");
    let mut other = door.connect();
    other.say(&format!("back {seat}"));
    other.hear("You play Black");
    for refused in ["revoke", "forget me"] {
        other.say(refused);
        other.hear("by its code, which is for this seat alone.");
    }
    other.say(&format!("link {}", code.grouped()));
    other.hear("The game at this seat is not among them");
    other.hear("You play Black");
    // Nor is it taken for the seat of the guest that the person is now.
    other.say("revoke");
    other.hear("Your old codes no longer work.");
    other.hear("You play Black");
    other.say("b3");
    luka.hear("plays b3");
    mia.hear("You play b3.");
    let games = door.runtime.block_on(door.house.unfinished_of(&ana)).unwrap();
    assert!(games.is_empty(), "the game is still Mia's");
    mia.say("link");
    mia.hear("enter the code ");
}

/// A visitor whose guest has become another by a code, at another device, is told so.
#[test]
fn a_visitor_whose_guest_is_gone_is_told_so() {
    let door = Door::open();
    let (_, _, code) = browser(&door);
    let [mut mia, mut luka] = [door.enter("Mia"), door.enter("Luka")];
    mia.say("seek konobi:3");
    mia.hear("Waiting for an opponent");
    luka.say("join 1");
    mia.hear("Move, such as");
    door.runtime.block_on(async {
        let live = door.house.lobby().await.unwrap().live.clone();
        let mut holders = live[0].entry.seats.iter().flatten();
        let holder = holders.find(|holder| holder.name.as_str() == "Mia").unwrap();
        door.house.link_person(&code, None, Some(holder.guest)).await.unwrap().unwrap();
    });
    mia.say("link");
    mia.hear("You were logged out here.");
}
