//! Limits, all in one place, and the gate at which connections are counted.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How much anybody may ask of the doors.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections in all, through one door.
    pub connections: usize,
    /// Connections from one address, through one door.
    pub connections_of_address: usize,
    /// Requests a second from one address, and how many at once.
    pub requests: Rate,
    /// Messages a second on one socket, and how many at once. Who sends more is shown out.
    pub messages: Rate,
    /// The longest body of a request, and the longest message on a socket, in bytes.
    pub message_bytes: usize,
    /// How long the head of a request may take, and how long a connection may be idle.
    pub head: Duration,
    /// How long a request may take to be answered.
    pub answer: Duration,
    /// After how long of silence a socket is asked whether anybody is there.
    pub ping: Duration,
    /// After how long of silence nobody is taken to be there.
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
            messages: Rate { per_second: 20, burst: 60 },
            message_bytes: 16 << 10,
            head: Duration::from_secs(15),
            answer: Duration::from_secs(20),
            ping: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            proxies: Vec::new(),
        }
    }
}

impl Rate {
    /// The same for the limiter that counts.
    pub fn quota(self) -> governor::Quota {
        // More than a million a second is no limit, and less than one is none to live with.
        let number =
            |number: u32| NonZeroU32::new(number.min(1_000_000)).unwrap_or(NonZeroU32::MIN);
        governor::Quota::per_second(number(self.per_second)).allow_burst(number(self.burst))
    }
}

/// Counts the connections of a door, in all and from each address.
///
/// ```
/// use konoba_live::{Gate, Limits};
/// let gate = Gate::new(&Limits { connections_of_address: 1, ..Limits::default() });
/// let address = "127.0.0.1".parse().unwrap();
/// let pass = gate.enter(address).unwrap();
/// assert!(gate.enter(address).is_none());
/// drop(pass);
/// assert!(gate.enter(address).is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Gate(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    max: usize,
    max_of_address: usize,
    proxies: Vec<IpAddr>,
    there: Mutex<HashMap<IpAddr, usize>>,
}

/// Somebody who has been let in. Dropping it lets go.
#[derive(Debug)]
pub struct Pass {
    gate: Gate,
    address: IpAddr,
}

impl Gate {
    /// A gate with these limits and nobody inside.
    pub fn new(limits: &Limits) -> Self {
        Self(Arc::new(Counts {
            max: limits.connections,
            max_of_address: limits.connections_of_address,
            proxies: limits.proxies.clone(),
            there: Mutex::default(),
        }))
    }

    /// Lets somebody in, unless there are too many.
    pub fn enter(&self, address: IpAddr) -> Option<Pass> {
        let mut there = self.0.there.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = there.get(&address).copied().unwrap_or_default();
        let is_one_too_many =
            of_address >= self.0.max_of_address && !self.0.proxies.contains(&address);
        if is_one_too_many || there.values().sum::<usize>() >= self.0.max {
            return None;
        }
        there.insert(address, of_address + 1);
        Some(Pass { gate: self.clone(), address })
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut there = self.gate.0.there.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = there.get(&self.address).copied().unwrap_or_default();
        if of_address <= 1 {
            there.remove(&self.address);
        } else {
            there.insert(self.address, of_address - 1);
        }
    }
}
