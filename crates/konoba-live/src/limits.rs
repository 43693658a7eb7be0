//! Limits, all in one place, and what counts by them: the gate of a door, and rates by address.

mod gate;
mod rates;

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

pub use gate::{Full, Gate, GateCounts, Pass};
pub use rates::Rates;

/// How much a client may ask of the doors.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections in all, through one door.
    pub connections: usize,
    /// Connections from one address, through one door.
    pub connections_of_address: usize,
    /// Requests a second from one address, and how many at once: orders, questions, sockets.
    pub requests: Rate,
    /// The same for pages and the files that belong to them, of which one visitor needs some thirty at
    /// once. Many people may share an address, and they may all come at the same time.
    pub pages: Rate,
    /// Messages a second on one socket, and how many at once. A client that sends more is disconnected.
    pub messages: Rate,
    /// Pieces of any length a second that one connection may send, and how many at once. Below the
    /// protocol everything counts, also what a library deals with by itself.
    pub reads: Rate,
    /// Bytes a second that one connection may send, and how many at once.
    pub bytes: Rate,
    /// The longest body of a request, and the longest message on a socket, in bytes.
    pub message_bytes: usize,
    /// How long the head of a request may take, and how long a connection may be idle.
    pub head: Duration,
    /// How long a request may take to be answered.
    pub answer: Duration,
    /// How long a client may read nothing of what it is sent.
    pub unread: Duration,
    /// After how long of silence a socket is pinged.
    pub ping: Duration,
    /// After how long of silence a client is taken to be gone.
    pub silence: Duration,
    /// Proxies that are believed when they say from where a request comes. As many connections may
    /// come from one of them as in all.
    pub proxies: Vec<IpAddr>,
}

/// So many a second, and so many at once.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// In the long run.
    pub per_second: u32,
    /// At once, after a pause.
    pub burst: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 20_000,
            connections_of_address: 200,
            requests: Rate { per_second: 50, burst: 200 },
            pages: Rate { per_second: 200, burst: 2000 },
            messages: Rate { per_second: 20, burst: 60 },
            reads: Rate { per_second: 60, burst: 600 },
            bytes: Rate { per_second: 64 << 10, burst: 1 << 20 },
            message_bytes: 16 << 10,
            head: Duration::from_secs(15),
            answer: Duration::from_secs(20),
            unread: Duration::from_secs(15),
            ping: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            proxies: Vec::new(),
        }
    }
}

impl Rate {
    /// The same for the limiter that counts.
    pub fn quota(self) -> governor::Quota {
        // The limiter needs at least 1; above a hundred million a second there is no limit in practice.
        let number =
            |number: u32| NonZeroU32::new(number.min(100_000_000)).unwrap_or(NonZeroU32::MIN);
        governor::Quota::per_second(number(self.per_second)).allow_burst(number(self.burst))
    }
}

/// An address as limits count it. A client with one IPv6 address has a network of them, 2^64 at least,
/// and the network counts as one.
///
/// ```
/// use konoba_live::counted;
/// let check = |one: &str, other: &str, expected: bool| {
///     assert_eq!(counted(one.parse().unwrap()) == counted(other.parse().unwrap()), expected);
/// };
/// check("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:ffff::1", true);
/// check("2001:db8:1:2::1", "2001:db8:1:3::1", false);
/// check("192.0.2.1", "192.0.2.2", false);
/// check("192.0.2.1", "::ffff:192.0.2.1", true);
/// ```
pub fn counted(address: IpAddr) -> IpAddr {
    const NETWORK: u128 = !0 << 64;
    match address.to_canonical() {
        IpAddr::V6(own) => Ipv6Addr::from_bits(own.to_bits() & NETWORK).into(),
        own @ IpAddr::V4(_) => own,
    }
}
