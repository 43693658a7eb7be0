//! Clients that do not read.

use russh::client::{Config, Handle, Msg};
use russh::{Channel, ChannelMsg};

use crate::openssh::Door;
use crate::programs::{Trusting, visit};
use crate::visitors::piped;

/// A client that takes a few kB and then nothing more.
fn lazy() -> Config {
    Config {
        window_size: 4096,
        maximum_packet_size: 4096,
        channel_buffer_size: 1,
        ..Config::default()
    }
}

/// Watches the only game there is, reads until it is shown, asks for much more than it takes, and never reads again.
async fn watcher(door: &Door, on_screen: bool) -> (Handle<Trusting>, Channel<Msg>) {
    let (session, mut channel) = visit(door.address, lazy()).await;
    match on_screen {
        true => {
            channel.request_pty(true, "xterm", 80, 24, 0, 0, &[]).await.unwrap();
            channel.request_shell(true).await.unwrap();
            // The list of tables, and the first of them.
            let keys = "\x1b[B".repeat(7) + "\r\x1b[B\r";
            channel.data_bytes(keys.into_bytes()).await.unwrap();
        }
        false => {
            channel.exec(true, "observe 1").await.unwrap();
        }
    }
    let mut screen = vt100::Parser::default();
    while !screen.screen().contents().contains("to move") {
        match channel.wait().await.unwrap() {
            ChannelMsg::Data { data } => screen.process(&data),
            ChannelMsg::Eof | ChannelMsg::Close => panic!("{}", screen.screen().contents()),
            _ => {}
        }
    }
    // All at once: a client that does not read cannot even send for long.
    let again = if on_screen { "\x0c" } else { "board\n" };
    channel.data_bytes(again.repeat(200).into_bytes()).await.unwrap();
    (session, channel)
}

/// A watcher who does not read does not hold the table: the players go on as if there were no one else.
#[test]
fn slow_readers_do_not_hold_the_table() {
    let door = Door::open_patient();
    let mut ana = piped(&door, None, "Ana");
    ana.say("seek konobi:3,nopie\n");
    ana.see("Waiting for an opponent.");
    let mut luka = piped(&door, None, "Luka");
    luka.say("join 1\n");
    ana.see("Your turn");
    let _watching =
        door.runtime.block_on(async { [watcher(&door, true).await, watcher(&door, false).await] });
    for (by_ana, mv) in [(true, "b3"), (false, "a1"), (true, "b2"), (false, "a2"), (true, "b1")] {
        let (mover, other) = if by_ana { (&mut ana, &mut luka) } else { (&mut luka, &mut ana) };
        mover.say(&format!("{mv}\n"));
        other.see(&format!("plays {mv}"));
    }
    luka.see("Winner: Ana (Black)");
}
