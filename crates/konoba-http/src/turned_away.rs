//! Connections over the limit. They are told so by an HTTP answer.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use konoba_live::Full;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::error::DoorError;

/// How many are waited for at once until they have read why. The others are told as far as that takes no
/// time.
const MAX_WAITED_FOR: usize = 64;
/// How long one of them is waited for.
const PATIENCE: Duration = Duration::from_secs(1);
/// How much of what they send is read. Closing with unread input would reset the connection, and the
/// client would not get the answer.
const MOST_READ: u64 = 64 << 10;

/// Turns connections away.
pub(super) struct TurnedAway {
    waited_for: Arc<Semaphore>,
    by_address: Vec<u8>,
    by_house: Vec<u8>,
}

impl TurnedAway {
    pub(super) fn new() -> Self {
        let says = "Too many connections come from your address. Close some of them and try again.";
        let by_address =
            DoorError::new(StatusCode::TOO_MANY_REQUESTS, "too-many-connections", says);
        let says = "Too many people are here just now. Try again in a moment.";
        let by_house =
            DoorError::new(StatusCode::SERVICE_UNAVAILABLE, "too-many-connections", says);
        Self {
            waited_for: Arc::new(Semaphore::new(MAX_WAITED_FOR)),
            by_address: by_address.into_bytes(),
            by_house: by_house.into_bytes(),
        }
    }

    /// Tells a connection why there is no room for it, and closes it.
    pub(super) fn turn_away(&self, mut stream: TcpStream, full: Full) {
        let answer = match full {
            Full::Address => &self.by_address,
            Full::House => &self.by_house,
        };
        // A connection that was just made takes this much at once.
        let is_told = stream.try_write(answer).is_ok();
        let Ok(room) = self.waited_for.clone().try_acquire_owned() else { return };
        if !is_told {
            return;
        }
        tokio::spawn(async move {
            let _ = timeout(PATIENCE, async {
                stream.shutdown().await?;
                let mut rest = stream.take(MOST_READ);
                tokio::io::copy(&mut rest, &mut tokio::io::sink()).await
            })
            .await;
            drop(room);
        });
    }
}
