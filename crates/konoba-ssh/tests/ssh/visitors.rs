//! Who comes, what they may do, and how they come back.

use std::path::Path;

use konoba_live::{Limits, SeatCode};

use crate::openssh::{Door, Ssh};
use crate::screens::Person;

/// A client without a terminal that has given a name.
pub(crate) fn piped(door: &Door, key: Option<&Path>, name: &str) -> Ssh {
    let mut ssh = door.pipe(key, &["-T"]);
    ssh.see("Your name?");
    ssh.say(&format!("{name}\n"));
    ssh.see("or type help.\n");
    ssh
}

/// A person in a terminal plays against one without: every key is shown once, and lines end as terminals
/// want them.
#[test]
fn a_game_between_a_terminal_and_a_pipe() {
    let door = Door::open();
    let mut ana = door.terminal("dumb", None);
    ana.see("Your name?");
    ana.say("Anx\x7fa\r");
    assert!(ana.see("Hello, Ana.").contains("Anx\x08 \x08a\r\n"));
    ana.say("seek konobi:3,nopie\r");
    ana.see("Waiting for an opponent.");
    let mut luka = piped(&door, None, "Luka");
    luka.say("join 1\n");
    let begun = luka.see("Ana (Black)");
    assert!(begun.contains('\n') && !begun.contains('\r'), "{begun:?}");
    for (by_ana, mv) in [(true, "b3"), (false, "a1"), (true, "b2"), (false, "a2"), (true, "b1")] {
        let (mover, other, end) =
            if by_ana { (&mut ana, &mut luka, "\r") } else { (&mut luka, &mut ana, "\n") };
        mover.say(&format!("{mv}{end}"));
        other.see(&format!("plays {mv}"));
    }
    ana.see("Winner: Ana (Black)");
    luka.see("Winner: Ana (Black)");
}

/// A disconnect loses nothing: the same key finds its seat again, and another key does not.
#[test]
fn a_key_finds_its_seat_again() {
    let door = Door::open();
    let (own, other) = (door.key("own"), door.key("other"));
    let mut luka = piped(&door, None, "Luka");
    let mut ana = piped(&door, Some(&own), "Ana");
    ana.say("seek konobi:3,nopie\n");
    ana.see("Waiting for an opponent.");
    luka.say("join 1\n");
    ana.see("Luka plays White");
    ana.say("b3\n");
    luka.see("plays b3");
    // The client is killed, and its person comes back in a terminal.
    drop(ana);
    luka.see("Ana is not at the table now.");
    luka.say("a1\n");
    let mut ana = door.terminal("dumb", Some(&own));
    ana.see("Welcome back, Ana.");
    ana.see("Moves so far: b3 a1");
    luka.see("Ana is back.");
    ana.say("b2\r");
    luka.see("plays b2");
    let mut stranger = door.pipe(Some(&other), &["-T"]);
    stranger.see("Your name?");
}

/// A command is what is said first; at the end of the input the conversation ends, with success.
#[test]
fn commands_and_input_from_files() {
    let door = Door::open();
    let listed = door.ask(None, &["games"]);
    let said = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.status.success() && said.contains("No open games."), "{said}");
    let mut waiting = door.pipe(None, &["play", "konobi:5"]);
    waiting.see("Waiting for an opponent.");
    let mut file = door.pipe(None, &["-T"]);
    file.say("Iva\njoin 1\n");
    file.see("You play White");
    file.say("quit\n");
    file.fall_silent();
    let last = file.see_all();
    assert!(last.contains("Your seat is kept.") && last.ends_with("Goodbye.\n"), "{last}");
}

/// There is no shell, no file transfer, no forwarding, and no way to have anything executed.
#[test]
fn nothing_but_the_conversation() {
    let door = Door::open();
    let sftp = door.ask(None, &["-s", "sftp"]);
    assert!(!sftp.status.success(), "{sftp:?}");
    let tunnel = door.ask(None, &["-W127.0.0.1:1"]);
    assert!(!tunnel.status.success() && tunnel.stdout.is_empty(), "{tunnel:?}");
    let remote = door.ask(None, &["-oExitOnForwardFailure=yes", "-R0:127.0.0.1:1", "games"]);
    assert!(!remote.status.success(), "{remote:?}");
    let shell = door.ask(None, &["cat", "/etc/passwd"]);
    let said = String::from_utf8(shell.stdout).unwrap();
    assert!(said.contains("Unknown command.") && !said.contains("root:"), "{said}");
}

/// Connections are limited by address, as at the other doors, and closing one makes room.
#[test]
fn an_address_has_so_many_connections() {
    let limits = Limits { connections_of_address: 2, ..Limits::default() };
    let door = Door::open_with(limits);
    let one = piped(&door, None, "One");
    let _two = piped(&door, None, "Two");
    assert_eq!(door.connections(), 2);
    assert!(!door.ask(None, &["games"]).status.success());
    drop(one);
    let mut asked = door.ask(None, &["games"]);
    // The server may not have noticed yet.
    while !asked.status.success() {
        asked = door.ask(None, &["games"]);
    }
    door.close();
    assert_eq!(door.connections(), 0);
}

/// A house that closes says so to all clients.
#[test]
fn a_restart_is_told() {
    let door = Door::open();
    let mut ana = piped(&door, None, "Ana");
    door.close();
    assert!(ana.see_all().contains("The server is restarting."));
}

/// A person who came to another guest's seat by its code gets new codes for the own seats alone, and stays known by the own
/// key.
#[test]
fn the_seat_of_another_guest_keeps_its_code() {
    let door = Door::open();
    let key = door.key("own");
    let mut ana = piped(&door, Some(&key), "Ana");
    ana.say("seek konobi:3\n");
    ana.see("Waiting for an opponent.");
    ana.say("leave\n");
    let mut luka = piped(&door, None, "Luka");
    luka.say("seek konobi:4\n");
    luka.see("type: back ");
    let code = luka.see("\n");
    ana.say(&format!("back {code}"));
    ana.see("type: back ");
    ana.say("revoke\n");
    ana.see("Your seats now have the code ");
    ana.see(&format!("type: back {}", code.trim()));
    let seat = SeatCode::read(code.trim()).unwrap();
    assert!(door.runtime.block_on(door.house.come_back(&seat)).unwrap().is_some());
    drop(ana);
    let mut ana = door.pipe(Some(&key), &["-T"]);
    ana.see("Welcome back, Ana.");
}

/// A key that cannot be verified keeps no person out, and they are told why they are not known by it, and what to do. Another
/// key that the client has is used as ever.
#[test]
fn an_rsa_key_lets_its_owner_in_without_a_key() {
    let door = Door::open();
    let rsa = door.key_of_kind("rsa", "old");
    let mut ana = door.pipe(Some(&rsa), &["-T"]);
    let said = ana.see("Your name?");
    assert!(
        said.contains("RSA keys do not work here") && said.contains("ssh-keygen -t ed25519"),
        "{said}"
    );
    // What a program reads is not disturbed.
    let listed = door.ask(Some(&rsa), &["games"]);
    let said = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.status.success() && !said.contains("RSA"), "{said}");
    let mut screen = Person::at(&door, Some(&rsa));
    screen.see("RSA keys do not work here");
    screen.see("ssh-keygen -t ed25519");
    let own = door.key("own");
    let both = format!("-oIdentityFile={}", own.display());
    let mut luka = door.pipe(Some(&rsa), &["-T", &both]);
    assert!(!luka.see("Your name?").contains("RSA"));
}
