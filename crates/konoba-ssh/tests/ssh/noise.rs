//! Noise: whatever bytes come, before a client has proved who it is and after, nothing panics and others play on.
//!
//! So many bytes are sent in all, or as many as `KONOBA_NOISE_BYTES` says (`cargo xtask noise`).

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::task::{Context, Poll};
use std::time::Duration;
use std::{io, panic};

use fastrand::Rng;
use russh::client::Config;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::openssh::Door;
use crate::programs::{visit, visit_over};
use crate::visitors::piped;

/// Each of the two tests sends about as much, unless told otherwise.
const FEW: usize = 100_000;

/// How long a client tries to say something.
const GIVING_UP: Duration = Duration::from_secs(2);

fn wanted() -> usize {
    std::env::var("KONOBA_NOISE_BYTES").ok().and_then(|text| text.parse().ok()).unwrap_or(FEW)
}

/// How often anything has panicked, on whatever thread. The library runs connections in tasks of its own, whose
/// panics are heard of nowhere else.
fn panics() -> usize {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let speak = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            COUNT.fetch_add(1, Ordering::SeqCst);
            speak(info);
        }));
    });
    COUNT.load(Ordering::SeqCst)
}

/// Numbers that look like chance and are the same each time.
struct Dice(Rng);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0.usize(..below)
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.roll(256) as u8).collect()
    }
}

/// A connection that remembers what was sent over it.
struct Recorded {
    stream: TcpStream,
    sent: Arc<Mutex<Vec<u8>>>,
}

impl AsyncRead for Recorded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Recorded {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if let Poll::Ready(Ok(count)) = written {
            self.sent.lock().unwrap().extend_from_slice(&bytes[..count]);
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// What a real client says, with some of it changed, left out, or put in.
fn mutated(real: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = real[..1 + dice.roll(real.len())].to_vec();
    for _ in 0..1 + dice.roll(8) {
        let at = dice.roll(bytes.len());
        match dice.roll(3) {
            0 => bytes[at] = dice.roll(256) as u8,
            1 => {
                let count = dice.roll(64);
                bytes.splice(at..at, dice.bytes(count));
            }
            _ => drop(bytes.drain(at..bytes.len().min(at + dice.roll(16)))),
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
    bytes
}

/// Two people play as if nothing had happened.
fn check(door: &Door) {
    let mut ana = piped(door, None, "Ana");
    ana.say("seek konobi:1,nopie\n");
    ana.see("Waiting for an opponent.");
    let mut luka = piped(door, None, "Luka");
    luka.say("join Ana\n");
    ana.see("Your turn");
    ana.say("a1\n");
    luka.see("Winner: Ana");
}

#[test]
fn before_a_client_is_let_in() {
    let before = panics();
    let door = Door::open();
    let mut dice = Dice(Rng::with_seed(1));
    let sent = Arc::new(Mutex::new(Vec::new()));
    door.runtime.block_on(async {
        let stream = TcpStream::connect(door.address).await.unwrap();
        let recorded = Recorded { stream, sent: sent.clone() };
        let _known = visit_over(recorded, Config::default()).await;
        let real = sent.lock().unwrap().clone();
        let mut count = 0;
        while count < wanted() {
            let mut bytes = match dice.roll(4) {
                0 => {
                    let length = 1 + dice.roll(4096);
                    dice.bytes(length)
                }
                _ => mutated(&real, &mut dice),
            };
            if dice.roll(4) == 0 {
                let (begin, length) = (b"SSH-2.0-noise\r\n".to_vec(), dice.roll(2048));
                bytes = [begin, dice.bytes(length)].concat();
            }
            count += bytes.len();
            let Ok(mut stream) = TcpStream::connect(door.address).await else { continue };
            // The server may have hung up before it has read all.
            let _ = stream.write_all(&bytes).await;
            let _ = stream.shutdown().await;
            let _ = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
        }
    });
    check(&door);
    assert_eq!(panics(), before);
}

#[test]
fn after_a_client_is_let_in() {
    let before = panics();
    let door = Door::open();
    let mut dice = Dice(Rng::with_seed(2));
    door.runtime.block_on(async {
        let mut count = 0;
        while count < wanted() {
            let (session, channel) = visit(door.address, Config::default()).await;
            let (mut reading, channel) = channel.split();
            let reader = tokio::spawn(async move { while reading.wait().await.is_some() {} });
            let mut noise = |most: usize| {
                let length = 1 + dice.roll(most);
                count += length;
                // Much of it are keys that mean something.
                let keys = b"\x1b[ABCD\r\n0123456789;mM<~\x7f\t qQ?abcdefgijk\xc5\xbe";
                let bytes = (0..length).map(|_| match dice.roll(3) {
                    0 => dice.roll(256) as u8,
                    _ => keys[dice.roll(keys.len())],
                });
                bytes.collect::<Vec<u8>>()
            };
            let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
            let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[0], 0, bytes[0] & 1]);
            let (name, value, term) = (text(noise(40)), text(noise(100)), text(noise(40)));
            // What is refused, or said to a client that is gone, does not matter here.
            let _ = channel.set_env(false, name, value).await;
            let kind = noise(4);
            match kind[0] % 4 {
                0 => drop(channel.exec(false, noise(300)).await),
                1 => drop(channel.request_subsystem(false, text(noise(40))).await),
                kind => {
                    let term = if kind == 2 { "xterm" } else { &term };
                    let (width, height) = (number(&noise(1)), number(&noise(1)));
                    let modes = [(russh::Pty::ECHO, 1)];
                    let _ = channel.request_pty(false, term, width, height, 0, 0, &modes).await;
                    let _ = channel.request_shell(false).await;
                }
            }
            for _ in 0..20 {
                // A channel that the server has closed takes nothing more, and does not always say so.
                let sent = timeout(GIVING_UP, channel.data_bytes(noise(2000))).await;
                if !sent.is_ok_and(|sent| sent.is_ok()) {
                    break;
                }
                let (width, height) = (number(&noise(1)), number(&noise(1)));
                let _ = channel.window_change(width, height, 0, 0).await;
            }
            let _ = channel.eof().await;
            drop((channel, session));
            reader.abort();
        }
    });
    check(&door);
    assert_eq!(panics(), before);
}
