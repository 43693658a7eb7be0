//! How fast a client may talk.

use std::num::NonZeroU32;

use governor::DefaultDirectRateLimiter;
use konoba_live::Limits;

/// Keeps a client from talking faster than it may: it has to wait, and the others do not notice.
#[derive(Debug)]
pub struct Pace {
    lines: DefaultDirectRateLimiter,
    /// How much it may send in all: telnet's own commands make no line and must be limited too.
    reads: DefaultDirectRateLimiter,
    bytes: DefaultDirectRateLimiter,
    /// What was read and is not counted yet.
    uncounted: Option<NonZeroU32>,
}

impl Pace {
    /// As fast as these limits allow.
    pub fn new(limits: &Limits) -> Self {
        Self {
            lines: DefaultDirectRateLimiter::direct(limits.messages.quota()),
            reads: DefaultDirectRateLimiter::direct(limits.reads.quota()),
            bytes: DefaultDirectRateLimiter::direct(limits.bytes.quota()),
            uncounted: None,
        }
    }

    /// Waits until one more line may be heard.
    pub async fn line(&self) {
        self.lines.until_ready().await;
    }

    /// Waits until more may be read. Nothing is lost if this is given up while it waits.
    pub async fn read(&mut self) {
        if let Some(bytes) = self.uncounted {
            self.reads.until_ready().await;
            // A read is shorter than any sensible burst, so this does not fail.
            let _ = self.bytes.until_n_ready(bytes).await;
            self.uncounted = None;
        }
    }

    /// So many bytes were read.
    pub fn count(&mut self, bytes: usize) {
        self.uncounted = u32::try_from(bytes).ok().and_then(NonZeroU32::new);
    }
}
