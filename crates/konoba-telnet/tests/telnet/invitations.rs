//! How people at this door ask one another to play, and say no.

use konoba_live::{Offering, With};
use konoba_rules::{GAMES, Setup};
use konoba_table::Seat;

use crate::client::Door;

#[test]
fn a_player_who_was_asked_sits_down() {
    let door = Door::open();
    let [mut ana, mut luka] = [door.enter("Ana"), door.enter("Luka")];
    ana.say("match Luka konobi:5");
    ana.hear("You asked Luka. Waiting for the answer; type leave to stop.\n");
    luka.hear("Ana wants to play against you: Konobi on 5x5, with the swap.");
    luka.hear("To play, type: join Ana. To decline, type: decline Ana\n");
    luka.say("join Ana");
    luka.hear("Ana (Black) is to move.");
    ana.hear("Move, such as");
}

#[test]
fn a_player_who_was_asked_says_no() {
    let door = Door::open();
    let [mut ana, mut luka] = [door.enter("Ana"), door.enter("Luka")];
    luka.say("decline");
    luka.hear("No one of that name has asked you to play.\n");
    ana.say("match Luka konobi:5");
    luka.hear("To play, type");
    luka.say("decline Mara");
    luka.hear("No one of that name has asked you to play.\n");
    luka.say("decline ana");
    luka.hear("You declined to play against Ana.\n");
    ana.hear("Luka declined.\n");
    // The table is gone, and both are free to do something else.
    luka.say("join Ana");
    luka.hear("There is no such table.");
    ana.say("seek konobi:3");
    ana.hear("Waiting for an opponent");
    luka.say("seek konobi:3");
    luka.hear("Ana (Black) is to move.");
}

/// A refusal that comes late takes nothing away from the player who has sat down meanwhile.
#[test]
fn a_late_no_does_no_harm() {
    let door = Door::open();
    let [mut ana, mut luka] = [door.enter("Ana"), door.enter("Luka")];
    ana.say("match Luka konobi:5");
    luka.hear("To play, type");
    ana.hear("You asked Luka.");
    ana.say("leave");
    ana.hear("You stopped waiting.\n");
    ana.say("seek konobi:3");
    ana.hear("Waiting for an opponent");
    luka.say("decline Ana");
    luka.hear("You declined to play against Ana");
    let told = ana.hear_to_here();
    assert!(!told.contains("declined"), "{told}");
    luka.say("");
    ana.hear("Your turn, Ana (Black).");
}

/// A player who got a link by mail may type the code in it.
#[test]
fn a_link_is_followed_by_hand() {
    let door = Door::open();
    let laid = door.runtime.block_on(async {
        let (guest, _) = door.house.welcome("Ana".parse().unwrap()).await.unwrap();
        let setup = Setup::default_of(GAMES[0]);
        let offering = Offering::new(setup, With::Friend);
        let offering = Offering { first: Some(Seat::One), ..offering };
        door.house.offer(&guest, offering).await.unwrap()
    });
    let secret = laid.invitation.unwrap().reveal();
    let mut luka = door.enter("Luka");
    luka.say(&format!("join {}", laid.table));
    luka.hear("This seat is kept for a friend with an invitation.\n");
    luka.say(&format!("join {} {}", laid.table, "0".repeat(secret.len())));
    luka.hear("This seat is kept for a friend with an invitation.\n");
    luka.say(&format!("join {} {secret}", laid.table));
    luka.hear("You play White");
}

/// An invitation stands although its maker has looked at it by telnet and left again.
#[test]
fn an_invitation_outlasts_a_look_at_it() {
    let door = Door::open();
    let laid = door.runtime.block_on(async {
        let (guest, _) = door.house.welcome("Ana".parse().unwrap()).await.unwrap();
        let offering = Offering::new(Setup::default_of(GAMES[0]), With::Friend);
        let offering = Offering { first: Some(Seat::One), ..offering };
        door.house.offer(&guest, offering).await.unwrap()
    });
    let back = format!("back {}", laid.code.grouped());
    let mut ana = door.connect();
    ana.say(&back);
    ana.hear("The code of your seat is");
    ana.say("leave");
    ana.hear("Your invitation stands");
    ana.say(&back);
    ana.hear("The code of your seat is");
    ana.say("quit");
    ana.hear_all();
    let secret = laid.invitation.unwrap().reveal();
    let mut luka = door.enter("Luka");
    luka.say(&format!("join {} {secret}", laid.table));
    luka.hear("You play White");
}
