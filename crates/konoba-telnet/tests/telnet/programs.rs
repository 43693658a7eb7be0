//! Whole games by the programs that people have: Debian's telnet, netcat, and no program at all.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use konoba_table::Seat;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use crate::client::{Door, PATIENCE, some_move};

/// A telnet program with input from the test.
struct Program {
    keys: Box<dyn Write + Send>,
    pieces: Receiver<String>,
    seen: String,
    /// Ends the program.
    end: Box<dyn FnMut()>,
}

impl Program {
    /// Debian's telnet in a terminal.
    fn telnet(door: &Door) -> Self {
        let size = PtySize { rows: 50, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new("telnet");
        command.env("TERM", "xterm");
        command.args([door.address.ip().to_string(), door.address.port().to_string()]);
        let mut child = pair.slave.spawn_command(command).unwrap();
        let screen = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let end = move || {
            let _ = (child.kill(), child.wait(), &pair.master);
        };
        Self { keys, pieces: read(screen), seen: String::new(), end: Box::new(end) }
    }

    /// TinTin++, a client for games, in a terminal; as a screen reader where that is wanted.
    fn tintin(door: &Door, is_screen_reader: bool) -> Self {
        let size = PtySize { rows: 50, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(TINTIN);
        command.env("TERM", "xterm");
        command.env("LC_ALL", "C.UTF-8");
        command.env("HOME", door.folder.path());
        let (ip, port) = (door.address.ip(), door.address.port());
        let reader = if is_screen_reader { "#config {SCREEN READER} {ON};" } else { "" };
        // Whatever the server sends by itself is written into the output, which is what is looked at.
        let commands = format!("{reader}#session {{k}} {{{ip}}} {{{port}}}");
        command.args(["-G", "-e", &commands]);
        let mut child = pair.slave.spawn_command(command).unwrap();
        let screen = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let end = move || {
            let _ = (child.kill(), child.wait(), &pair.master);
        };
        Self { keys, pieces: read(screen), seen: String::new(), end: Box::new(end) }
    }

    fn netcat(door: &Door) -> Self {
        let mut command = Command::new("nc");
        command.args([door.address.ip().to_string(), door.address.port().to_string()]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (keys, screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let end = move || {
            let _ = (child.kill(), child.wait());
        };
        let (keys, pieces) = (Box::new(keys), read(screen));
        Self { keys, pieces, seen: String::new(), end: Box::new(end) }
    }

    fn type_in(&mut self, text: &str) {
        self.keys.write_all(text.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits until the program shows a text that it has not shown before.
    fn see(&mut self, text: &str) -> String {
        loop {
            if let Some(at) = self.seen.find(text) {
                let rest = self.seen.split_off(at + text.len());
                return std::mem::replace(&mut self.seen, rest);
            }
            match self.pieces.recv_timeout(PATIENCE) {
                Ok(piece) => self.seen.push_str(&piece),
                Err(error) => panic!("{error}: '{text}' was awaited after:\n{}", self.seen),
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        (self.end)();
    }
}

fn read(screen: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, pieces) = channel();
    thread::spawn(move || {
        let mut screen = BufReader::new(screen);
        let mut piece = Vec::new();
        // Whatever is shown ends with a line.
        while screen.read_until(b'\n', &mut piece).is_ok_and(|length| length > 0) {
            let shown = String::from_utf8_lossy(&piece).into_owned();
            piece.clear();
            if sender.send(shown).is_err() {
                break;
            }
        }
    });
    pieces
}

/// Whether a program is on this machine; where it is not, that is said aloud.
fn is_here(program: &str) -> bool {
    let is_here = Command::new(program).arg("-h").output().is_ok();
    if !is_here {
        eprintln!("SKIPPED: {program} is not on this machine, so no game was played with it");
    }
    is_here
}

/// Plays a game from the first Enter to the last word, the first player typing with one end of line
/// and the second with another.
fn play(door: &Door, players: &mut [Program; 2], ends: [&str; 2], answers: &[&str]) {
    let type_in = |players: &mut [Program; 2], seat: usize, line: &str| {
        players[seat].type_in(&format!("{line}{}", ends[seat]));
    };
    for (seat, name) in ["Ana", "Luka"].into_iter().enumerate() {
        players[seat].see("Your name?");
        type_in(players, seat, name);
        players[seat].see("Press Enter");
    }
    type_in(players, 0, "");
    for answer in answers {
        players[0].see("? ");
        type_in(players, 0, answer);
    }
    players[0].see("Waiting for an opponent");
    type_in(players, 1, "");
    players[1].see("is to move");
    let (id, mut table) = door.truth();
    while let Some(seat) = table.seat_to_move().map(|seat| seat.index()) {
        let mv = some_move(&table);
        if table.position().swap_is_offered() {
            players[seat].see("swap? (y/n)");
            type_in(players, seat, "n");
        }
        players[seat].see("Move, such as");
        type_in(players, seat, &mv);
        let (seat, side) = (Seat::BOTH[seat], table.position().to_move());
        players[seat.other().index()].see(&format!("{} plays ", table.words().player(seat, side)));
        let history = table.history().len();
        table = door.runtime.block_on(door.table(id));
        assert!(table.history().len() > history, "{mv} was not played");
    }
    let winner = table.words().winner(&table.outcome().unwrap());
    for (seat, player) in players.iter_mut().enumerate() {
        player.see(&winner);
        player.see("again? (y/n)");
        player.type_in(&format!("n{}", ends[seat]));
        player.see("Press Enter");
        player.type_in(&format!("quit{}", ends[seat]));
        player.see("Goodbye.");
    }
}

#[test]
fn games_by_telnet() {
    if !is_here("telnet") {
        return;
    }
    let door = Door::open();
    for answers in [&["1", "4"][..], &["2", "4"], &["3", ""]] {
        let mut players = [Program::telnet(&door), Program::telnet(&door)];
        play(&door, &mut players, ["\r", "\n"], answers);
    }
}

/// Where Debian has it.
const TINTIN: &str = "/usr/games/tt++";

/// A client for games negotiates everything and shows nothing but text; one for the blind is shown no board.
#[test]
fn a_game_by_tintin() {
    if !is_here(TINTIN) {
        return;
    }
    let door = Door::open();
    for is_screen_reader in [false, true] {
        let mut tintin = Program::tintin(&door, is_screen_reader);
        tintin.see("Your name?");
        tintin.type_in("Ana\r");
        tintin.see("or type help.");
        tintin.type_in("seek konobi:3,nopie\r");
        tintin.see("Waiting for an opponent");
        let mut luka = door.enter("Luka");
        luka.say("");
        luka.hear("is to move");
        let told = tintin.see("Move, such as");
        assert_eq!(told.contains('━'), !is_screen_reader, "{told}");
        tintin.type_in("b2\r");
        tintin.see("You play b2.");
        luka.hear("Ana (Black) plays b2.");
        luka.say("resign");
        tintin.see("Winner: Ana");
        tintin.see("again?");
        tintin.type_in("n\r");
        tintin.see("Press Enter");
        luka.say("quit");
        luka.hear("Goodbye.");
    }
}

#[test]
fn games_by_netcat_against_telnet() {
    if !is_here("nc") || !is_here("telnet") {
        return;
    }
    let door = Door::open();
    let mut players = [Program::netcat(&door), Program::telnet(&door)];
    play(&door, &mut players, ["\n", "\r"], &["1", "3"]);
}

/// The bytes that telnet sends by itself at an interrupt do not end up in the typed line.
#[test]
fn an_interrupt_in_telnet_takes_the_line_back() {
    if !is_here("telnet") {
        return;
    }
    let door = Door::open();
    let mut telnet = Program::telnet(&door);
    telnet.see("Your name?");
    telnet.type_in("Nobo\x03");
    telnet.type_in("Žarx\x7fko\r");
    telnet.see("Hello, Žarko.");
    telnet.type_in("who\r");
    telnet.see("Žarko is free.");
}
