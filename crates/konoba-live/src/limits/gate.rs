//! The gate of a door, at which connections are counted.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Limits, counted};

/// Counts the connections of a door, in all and from each address.
///
/// ```
/// use konoba_live::{Full, Gate, Limits};
/// let gate = Gate::new(&Limits { connections_of_address: 1, ..Limits::default() });
/// let address = "2001:db8::1".parse().unwrap();
/// let pass = gate.enter(address).unwrap();
/// assert_eq!(gate.enter("2001:db8::2".parse().unwrap()).err(), Some(Full::Address));
/// drop(pass);
/// assert!(gate.enter(address).is_ok());
/// assert_eq!(gate.counts().refused, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Gate(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    max: usize,
    max_of_address: usize,
    proxies: Vec<IpAddr>,
    there: Mutex<There>,
}

/// The open connections, and the counts of all.
#[derive(Default, Debug)]
struct There {
    counts: GateCounts,
    of_address: HashMap<IpAddr, usize>,
}

/// How many connections a gate has let in and refused.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GateCounts {
    /// Connections that are open.
    pub inside: usize,
    /// Connections that were let in since the start.
    pub let_in: u64,
    /// Connections that were refused since the start.
    pub refused: u64,
}

/// Why a connection is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// The door has as many connections as it may have.
    House,
    /// There are as many from this address as may be.
    Address,
}

/// A connection that was let in. Dropping it frees its place.
#[derive(Debug)]
pub struct Pass {
    gate: Gate,
    address: IpAddr,
}

impl Gate {
    /// A gate with these limits and no connections.
    pub fn new(limits: &Limits) -> Self {
        Self(Arc::new(Inner {
            max: limits.connections,
            max_of_address: limits.connections_of_address,
            proxies: limits.proxies.clone(),
            there: Mutex::default(),
        }))
    }

    /// Lets a connection in, unless there are too many.
    pub fn enter(&self, address: IpAddr) -> Result<Pass, Full> {
        let is_proxy = self.0.proxies.contains(&address.to_canonical());
        let address = counted(address);
        let mut there = self.lock();
        let of_address = there.of_address.get(&address).copied().unwrap_or_default();
        let full = if of_address >= self.0.max_of_address && !is_proxy {
            Some(Full::Address)
        } else if there.counts.inside >= self.0.max {
            Some(Full::House)
        } else {
            None
        };
        if let Some(full) = full {
            there.counts.refused += 1;
            return Err(full);
        }
        there.of_address.insert(address, of_address + 1);
        there.counts.inside += 1;
        there.counts.let_in += 1;
        Ok(Pass { gate: self.clone(), address })
    }

    /// How many have come through.
    pub fn counts(&self) -> GateCounts {
        self.lock().counts
    }

    fn lock(&self) -> MutexGuard<'_, There> {
        self.0.there.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut there = self.gate.lock();
        there.counts.inside -= 1;
        let of_address = there.of_address.get(&self.address).copied().unwrap_or_default();
        if of_address <= 1 {
            there.of_address.remove(&self.address);
        } else {
            there.of_address.insert(self.address, of_address - 1);
        }
    }
}
