//! The full screen over ssh: the same screens as at home, at the tables of the house.

use std::path::Path;

use crate::openssh::{Door, Ssh};

const UP: &str = "\x1b[A";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const LEFT: &str = "\x1b[D";
pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const KILL_LINE: &str = "\x15";

/// A person in front of the full screen, and what it shows.
pub(crate) struct Person {
    ssh: Ssh,
    pub(crate) screen: vt100::Parser,
}

impl Person {
    pub(crate) fn at(door: &Door, key: Option<&Path>) -> Self {
        Self { ssh: door.terminal("xterm", key), screen: vt100::Parser::default() }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.ssh.say(keys);
    }

    /// Waits until the screen is as wanted.
    pub(crate) fn wait(&mut self, wanted: &str, is: impl Fn(&vt100::Screen) -> bool) {
        while !is(self.screen.screen()) {
            let shown = self.screen.screen().contents();
            let piece =
                self.ssh.next_piece(&format!("{wanted} was awaited; the screen shows:\n{shown}"));
            self.screen.process(&piece);
        }
    }

    /// Waits until a text is on the screen, which may be broken over lines there.
    pub(crate) fn see(&mut self, text: &str) {
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.wait(text, |screen| flat(&screen.contents()).contains(&flat(text)));
    }
}

/// Two people find each other on their screens and play; one is cut off in the middle of the game, and the key
/// finds the seat again.
#[test]
fn a_game_on_two_screens() {
    let door = Door::open();
    let key = door.key("ana");
    let mut ana = Person::at(&door, Some(&key));
    ana.see("Online opponent");
    // 3x3, without the swap, as Ana.
    ana.press(&format!("{DOWN}{}{}", LEFT.repeat(30), RIGHT.repeat(2)));
    ana.see("3x3");
    ana.press(&format!("{DOWN}{RIGHT}{DOWN}{KILL_LINE}Ana"));
    ana.see("Name     Ana");
    ana.press("\r\r\r");
    ana.see("Waiting for an opponent.");
    let mut luka = Person::at(&door, None);
    luka.see("Tables (1)");
    luka.press(&format!("{}{KILL_LINE}Luka", DOWN.repeat(3)));
    luka.see("Name     Luka");
    luka.press(&format!("{}\r", DOWN.repeat(4)));
    luka.see("Join: Konobi 3x3, Ana");
    luka.press(&format!("{DOWN}\r"));
    // Who is first is decided by lot.
    ana.wait("a game", |screen| {
        let shown = screen.contents();
        shown.contains("Your turn.") || shown.contains("to move.")
    });
    ana.press("S");
    ana.see("Say: a Hello, b Good luck");
    ana.press("b");
    ana.see("You say: Good luck");
    luka.see("Ana says: Good luck");
    let ana_begins = ana.screen.screen().contents().contains("Your turn.");
    let mut play = |ana: &mut Person, by_black: bool, mv: &str| {
        let (mover, other) =
            if by_black == ana_begins { (ana, &mut luka) } else { (&mut luka, ana) };
        mover.see("Your turn.");
        mover.press(&format!("{mv}\r"));
        other.see(&format!("plays {mv}"));
    };
    play(&mut ana, true, "b3");
    play(&mut ana, false, "a1");
    // The connection is cut.
    drop(ana);
    let mut ana = Person::at(&door, Some(&key));
    ana.see("1 b3 a1");
    play(&mut ana, true, "b2");
    play(&mut ana, false, "a2");
    play(&mut ana, true, "b1");
    luka.see("connecting top and bottom");
    ana.see("connecting top and bottom");
    ana.press("w");
    ana.see("Every game is saved on the server.");
    // The terminal is given back.
    ana.press("Q");
    ana.wait("the shell", |screen| {
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && screen.contents().contains("Goodbye.")
    });
}

/// Nothing can be saved or opened: the keys for it say so, and what is typed as a path is taken for a code.
#[test]
fn no_file_of_the_server_is_named() {
    let door = Door::open();
    let mut ana = Person::at(&door, None);
    ana.see("Online opponent");
    ana.press(&format!("{}\r/etc/passwd\r", DOWN.repeat(7)));
    ana.see("That is not the code of a seat");
    // Ctrl-C: letters are text here.
    ana.press("\x03");
    ana.wait("the shell", |screen| !screen.alternate_screen());
}

/// The names of the computer and of the house are reserved at this door too. A refusal loses nothing: the next name is taken.
#[test]
fn no_guest_is_called_like_the_computer() {
    let door = Door::open();
    let key = door.key("ana");
    let mut ana = Person::at(&door, Some(&key));
    ana.see("Name     Guest 1");
    ana.press(&format!("{}{KILL_LINE}Engine 10", DOWN.repeat(3)));
    ana.see("Name     Engine 10");
    ana.press("\r\r\r");
    ana.see("This name is reserved.");
    ana.press(&format!("{}{KILL_LINE}Ana", UP.repeat(2)));
    ana.see("Name     Ana");
    ana.press("\r\r\r");
    ana.see("Waiting for an opponent.");
}

/// OpenSSH tells of the locale after it has told of the terminal.
#[test]
fn the_locale_of_the_client_counts() {
    let door = Door::open();
    let mut ana =
        Person { ssh: door.terminal_in("C", "xterm", None), screen: vt100::Parser::default() };
    ana.see("Online opponent");
    let shown = ana.screen.screen().contents();
    assert!(shown.is_ascii(), "{shown}");
}

/// Who looks at the list of tables sees the board of a game that goes on, and every move there. The game is found again
/// when it is over, and can be looked through.
#[test]
fn the_list_of_tables_shows_live_boards_and_finished_games() {
    let door = Door::open();
    let key = door.key("ana");
    let mut ana = Person::at(&door, Some(&key));
    ana.see("Online opponent");
    ana.press(&format!("{DOWN}{}{}", LEFT.repeat(30), RIGHT.repeat(2)));
    ana.see("3x3");
    ana.press(&format!("{DOWN}{RIGHT}{DOWN}{KILL_LINE}Ana"));
    ana.see("Name     Ana");
    ana.press("\r\r\r");
    ana.see("Waiting for an opponent.");
    let mut luka = Person::at(&door, None);
    luka.see("Tables (1)");
    luka.press(&format!("{}\r", DOWN.repeat(7)));
    luka.see("Join: Konobi 3x3, Ana");
    luka.press(&format!("{DOWN}\r"));
    ana.wait("a game", |screen| {
        let shown = screen.contents();
        shown.contains("Your turn.") || shown.contains("to move.")
    });
    let mut iva = Person::at(&door, None);
    iva.see("Tables (1)");
    iva.press(&format!("{}\r", DOWN.repeat(7)));
    iva.see("Watch: Konobi 3x3");
    iva.see("(Black) is to move.");
    let ana_begins = ana.screen.screen().contents().contains("Your turn.");
    let first = if ana_begins { &mut ana } else { &mut luka };
    first.see("Your turn.");
    first.press("b2\r");
    iva.see("(White) is to move.");
    let second = if ana_begins { &mut luka } else { &mut ana };
    second.see("Your turn.");
    second.press("R");
    second.see("y yes");
    second.press("y");
    ana.see("resigned");
    ana.press("\x1b");
    ana.see("Tables (0)");
    ana.press(&format!("{}\r", DOWN.repeat(7)));
    ana.see("Review: Konobi 3x3");
    ana.press(&format!("{DOWN}\r"));
    ana.see("resigned");
    ana.press("[");
    ana.see("This is an earlier position");
}

/// The lessons are the same as elsewhere, and a person who leaves them is at home again.
#[test]
fn lessons_are_learnt_over_ssh() {
    let door = Door::open();
    let mut ana = Person::at(&door, None);
    ana.see("Online opponent");
    ana.press(&format!("{}\r", DOWN.repeat(8)));
    ana.see("Lesson 1 of 8");
    ana.press("n");
    ana.see("Lesson 2 of 8");
    ana.press("\x1b");
    ana.see("Online opponent");
}

/// A person who does not see the board says so by the environment, and gets words alone.
#[test]
fn words_are_asked_for_by_the_environment() {
    let door = Door::open();
    let key = door.key("ana");
    let arrive =
        || door.terminal_with(&[("KONOBA_WORDS", "1"), ("LANG", "C.UTF-8")], "xterm", Some(&key));
    let mut ana = arrive();
    ana.see("Your name?");
    ana.say("Ana\r");
    ana.see("Hello, Ana");
    ana.say("seek konobi:3,nopie\r");
    ana.see("Waiting");
    let mut luka = door.pipe(None, &[]);
    luka.see("Your name?");
    luka.say("Luka\nseek konobi:3,nopie\n");
    // Who is first is decided by lot; the board is drawn for Luka alone.
    luka.see("a b c");
    ana.say("read row 1\r");
    let told = ana.see("Row 1 is empty.");
    assert!(!told.contains("a b c"), "{told}");
    // So it is from the first word on, where the game goes on.
    drop(ana);
    let told = arrive().see("You play");
    assert!(!told.contains("a b c"), "{told}");
}
