//! A connection as it is counted below every protocol: how much it sends, and whether it reads.
//!
//! A library that speaks a protocol hides some of what a client sends. A WebSocket message may come in any
//! number of empty pieces, and the head of a request byte by byte: each costs a look at it, and none is a
//! message or a request that could be counted above.

use std::io;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use governor::DefaultDirectRateLimiter;
use konoba_live::Limits;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How much a connection may send.
pub(super) struct Meter {
    reads: DefaultDirectRateLimiter,
    bytes: DefaultDirectRateLimiter,
    is_counting: AtomicBool,
    is_over: AtomicBool,
}

impl Meter {
    /// Counts from now on, unless it belongs to a proxy, over whose connections many people speak.
    pub(super) fn new(limits: &Limits, is_proxy: bool) -> Self {
        Self {
            reads: DefaultDirectRateLimiter::direct(limits.reads.quota()),
            bytes: DefaultDirectRateLimiter::direct(limits.bytes.quota()),
            is_counting: AtomicBool::new(!is_proxy),
            is_over: AtomicBool::new(false),
        }
    }

    /// Counts from now on: over this connection one client alone speaks.
    pub(super) fn count(&self) {
        self.is_counting.store(true, Ordering::Relaxed);
    }

    /// Whether more was sent than may be.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn allows(&self, bytes: usize) -> bool {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let Some(bytes) = NonZeroU32::new(bytes) else { return true };
        if !self.is_counting.load(Ordering::Relaxed) {
            return true;
        }
        // The outer result is an error where one read holds more than the rate ever allows at once.
        let is_allowed = self.reads.check().is_ok()
            && self.bytes.check_n(bytes).is_ok_and(|checked| checked.is_ok());
        if !is_allowed {
            self.is_over.store(true, Ordering::Relaxed);
        }
        is_allowed
    }
}

/// A connection that ends when it sends too much, or when it reads nothing for too long.
pub(super) struct Wire<S> {
    inner: S,
    meter: Arc<Meter>,
    /// How long nothing may be read.
    unread: Duration,
    /// Until when something has to be read, where something waits.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> Wire<S> {
    pub(super) const fn new(inner: S, meter: Arc<Meter>, unread: Duration) -> Self {
        Self { inner, meter, unread, stalled: None }
    }

    /// The same, unless the client has read nothing for too long.
    fn in_time<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let unread = self.unread;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(unread)));
        ready!(stalled.as_mut().poll(context));
        let why = "the client does not read what it is sent";
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, why)))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Wire<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        let read = buffer.filled().len() - before;
        Poll::Ready(match self.meter.allows(read) {
            true => Ok(()),
            false => Err(io::Error::other("the client sends too much")),
        })
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Wire<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write_vectored(context, pieces);
        self.in_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.inner).poll_flush(context);
        self.in_time(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.inner).poll_shutdown(context);
        self.in_time(context, shut)
    }
}
