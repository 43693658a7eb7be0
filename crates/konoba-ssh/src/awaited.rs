//! Advice that the full screen waits for while it goes on.

use std::pin::Pin;

use konoba_tui::HouseNews;

/// Advice that is waited for. It is given up when this is dropped.
pub(super) type Advising = Pin<Box<dyn Future<Output = HouseNews> + Send>>;

/// The advice, once it is there; nothing, ever, where none was asked for.
pub(super) async fn next_advice(advising: &mut Option<Advising>) -> HouseNews {
    match advising {
        Some(advising) => advising.await,
        None => std::future::pending().await,
    }
}
