//! A client that asks too much is slowed down or disconnected, and no other client notices.

use std::net::{Ipv4Addr, SocketAddrV4, TcpStream};
use std::time::Duration;

use konoba_line::MAX_LINE;
use konoba_live::{Limits, Rate};
use konoba_telnet::Config;
use socket2::{Domain, Socket, Type};

use crate::client::{Client, Door};

const MANY: Rate = Rate { per_second: u32::MAX, burst: u32::MAX };

fn with(limits: Limits) -> Door {
    Door::open_with(Config::new(limits))
}

#[test]
fn only_so_many_are_let_in() {
    for limits in [
        Limits { connections: 2, ..Limits::default() },
        Limits { connections_of_address: 2, ..Limits::default() },
    ] {
        let door = with(limits);
        let [_ana, mut luka] = [door.enter("Ana"), door.enter("Luka")];
        let mut mara = door.connect();
        let told = "Too many connections. Try again later.\n";
        assert_eq!(mara.hear_all(), told);
        luka.say("quit");
        luka.hear_all();
        // The place becomes free just after the goodbye.
        let is_let_in = |mut client: Client| client.hear("\n").starts_with("Welcome");
        while !is_let_in(door.connect()) {}
    }
}

#[test]
fn a_line_has_an_end() {
    let door = Door::open();
    let mut ana = door.enter("Ana");
    ana.say(&"x".repeat(MAX_LINE + 1));
    ana.hear("That line is too long.\n");
    ana.send(b"\xc3\x28\r\n");
    ana.hear("That line is not text.\n");
    ana.say("who");
    ana.hear("Ana is free.\n");
}

#[test]
fn a_client_that_types_too_fast_has_to_wait() {
    let door = with(Limits { messages: Rate { per_second: 1, burst: 20 }, ..Limits::default() });
    let mut flood = door.connect();
    flood.send("Ana\r\n".repeat(1000).as_bytes());
    let mut luka = door.enter("Luka");
    for _ in 0..15 {
        luka.say("who");
        luka.hear("Luka is free.\n");
    }
    // At the limited rate, answering everything would take a quarter of an hour. Without the limit
    // all of it would have been answered before this.
    flood.hear("Unknown command");
    let heard = flood.hear_for(Duration::from_millis(300));
    assert!(heard.lines().count() < 500, "{heard}");
}

/// A client with a small receive buffer that reads nothing.
fn deaf(door: &Door) -> Socket {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let address = SocketAddrV4::new(Ipv4Addr::LOCALHOST, door.address.port());
    socket.connect(&address.into()).unwrap();
    socket.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
    socket
}

#[test]
fn a_client_that_does_not_read_is_disconnected() {
    let limits = Limits { messages: MANY, reads: MANY, ..Limits::default() };
    let slowness = Duration::from_millis(200);
    let door = Door::open_with(Config { slowness, ..Config::new(limits) });
    let [mut ana, mut luka] = door.seat("konobi:5,nopie");
    let deaf = deaf(&door);
    deaf.send(b"Mara\r\nobserve\r\n").unwrap();
    luka.hear_to_here();
    while !{
        luka.say("who");
        luka.hear_to_here().contains("Mara watches")
    } {}
    // More help than any buffer holds. It is not all taken, because the house stops reading.
    let mut stream = TcpStream::from(deaf);
    let help = "help\r\n".repeat(40_000);
    let sent = std::io::Write::write_all(&mut stream, help.as_bytes());
    // The players go on meanwhile, and after a while the client that does not read is disconnected.
    ana.say("c3");
    luka.hear("Move, such as");
    luka.say("a1");
    ana.hear("Luka (White) plays a1.");
    while {
        luka.say("who");
        luka.hear_to_here().contains("Mara")
    } {}
    drop(sent);
}

/// What programs say to each other makes no line and counts all the same.
#[test]
fn bytes_that_make_no_line_are_limited_too() {
    let bytes = Rate { per_second: 1, burst: 2000 };
    let door = with(Limits { bytes, ..Limits::default() });
    let mut flood = TcpStream::from(deaf(&door));
    // IAC NOP, more often than fits into any buffer. It is not all taken.
    let nothing = [255, 241].repeat(16 << 20);
    let sent = std::io::Write::write_all(&mut flood, &nothing);
    assert!(sent.is_err(), "the house has listened to all of it");
    let mut luka = door.enter("Luka");
    luka.say("who");
    luka.hear("Luka is free.");
}

#[test]
fn a_client_that_types_nothing_is_disconnected() {
    let silence = Duration::from_secs(2);
    let door = Door::open_with(Config { silence, ..Config::default() });
    // A client at a table may be silent for longer.
    let [mut ana, mut luka] = door.seat("konobi:5,nopie");
    let told = door.connect().hear_all();
    assert!(told.ends_with("You have typed nothing for a long time. Goodbye.\n"), "{told}");
    ana.say("c3");
    luka.hear("Ana (Black) plays c3.");
    let silence_at_table = Duration::from_secs(2);
    let door = Door::open_with(Config { silence_at_table, ..Config::default() });
    let [mut ana, _luka] = door.seat("konobi:5,nopie");
    let told = ana.hear_all();
    assert!(told.contains("Your seat is kept. To come back to it, type: back "), "{told}");
}
