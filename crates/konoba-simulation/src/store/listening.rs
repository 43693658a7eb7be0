//! How nodes hear of what was written: in order, late, sometimes twice, and sometimes not at all. A node
//! whose connection was broken is told that it has missed something, and what log-outs it has missed.

use std::sync::Arc;
use std::time::Duration;

use konoba_store::Notice;
use tokio::sync::mpsc;

use super::Link;
use crate::Mistake;
use crate::world::World;

/// How long it takes at most to listen again after a connection has broken.
const RECONNECT: Duration = Duration::from_secs(5);
/// How many notices may wait for a node.
const MAX_WAITING: usize = 256;

/// The store's end of a connection on which a node listens.
pub(super) struct Listener {
    link: Arc<Link>,
    queue: mpsc::UnboundedSender<Notice>,
}

impl Listener {
    /// A listener, what carries its notices, and where they arrive.
    pub(super) fn new(
        world: Arc<World>,
        link: Arc<Link>,
    ) -> (Self, impl Future<Output = ()>, mpsc::Receiver<Notice>) {
        let (queue, queued) = mpsc::unbounded_channel();
        let (sender, notices) = mpsc::channel(MAX_WAITING);
        let carrying = carry(world, link.clone(), queued, sender);
        (Self { link, queue }, carrying, notices)
    }

    pub(super) fn is_open(&self) -> bool {
        !self.queue.is_closed()
    }

    /// Sends a notice on its way. A node that is cut off does not hear it, or hears it later.
    pub(super) fn tell(&self, notice: Notice) {
        if !self.link.is_cut() || is_kept(&notice) {
            // One that has been killed hears nothing any more.
            let _ = self.queue.send(notice);
        }
    }
}

/// Whether the store keeps a notice for nodes that have missed it.
const fn is_kept(notice: &Notice) -> bool {
    matches!(notice, Notice::Renewed(..))
}

async fn carry(
    world: Arc<World>,
    link: Arc<Link>,
    mut queued: mpsc::UnboundedReceiver<Notice>,
    sender: mpsc::Sender<Notice>,
) {
    let mut was_cut = false;
    let mut kept = Vec::new();
    let mut is_behind = sender.try_send(Notice::Missed).is_err();
    loop {
        let notice = tokio::select! {
            biased;
            () = sender.closed() => return,
            notice = queued.recv() => notice,
            // A connection that says nothing is looked at.
            () = tokio::time::sleep(RECONNECT) => Some(Notice::Missed).filter(|_| was_cut || is_behind),
        };
        if link.is_cut() {
            was_cut = true;
            kept.extend(notice.filter(is_kept));
            continue;
        }
        let Some(notice) = notice else { continue };
        let was_told = notice;
        let notice = match world.travel().await {
            0 => {
                world.pause(RECONNECT).await;
                Notice::Missed
            }
            2 => {
                is_behind |= sender.try_send(notice).is_err();
                notice
            }
            _ => notice,
        };
        // What was missed while the connection was cut is told first, and all at once.
        let notice = if was_cut || is_behind { Notice::Missed } else { notice };
        kept.extend(Some(was_told).filter(|told| is_kept(told) && *told != notice));
        link.hears(notice);
        (was_cut, is_behind) = (false, sender.try_send(notice).is_err());
        if world.has(Mistake::LogOutMissed) {
            kept.clear();
        }
        kept.retain(|notice| sender.try_send(*notice).is_err());
        is_behind |= !kept.is_empty();
    }
}
