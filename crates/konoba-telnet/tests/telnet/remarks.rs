//! What players say to each other.

use crate::client::Door;

#[test]
fn players_say_something_and_may_hear_nothing() {
    let door = Door::open();
    let [mut ana, mut luka] = door.seat("konobi:5");
    let mut mara = door.enter("Mara");
    mara.say("say hello");
    mara.hear("You are not at a table:");
    mara.say("observe Luka");
    mara.hear("Ana (Black) is to move.");
    mara.say("say hello");
    mara.hear("You have no seat at this table.");
    ana.say("say");
    ana.hear("Remarks for your opponent (say 1):\n  1. Hello\n");
    ana.say("say you cheat");
    ana.hear("There is no such remark. Type say for a list.\n");
    ana.say("say good luck");
    ana.hear("You say: Good luck\n");
    luka.hear("Ana says: Good luck\n");
    mara.hear("Ana says: Good luck\n");
    luka.say("mute");
    luka.hear("Remarks are hidden. To show them again, type: unmute\n");
    luka.say("say 11");
    luka.hear("You say: Thanks\n");
    ana.hear("Luka says: Thanks\n");
    for _ in 0..2 {
        ana.say("say 1");
        ana.hear("You say: Hello\n");
    }
    ana.say("say 1");
    ana.hear("You have said a lot just now. Wait a few seconds.\n");
    ana.say("c3");
    let heard = luka.hear("Ana (Black) plays c3.");
    assert!(!heard.contains("says"), "{heard}");
    luka.say("unmute");
    luka.hear("Remarks are shown.\n");
}
