//! Signals: the terminal is given back before the program ends or stops by one.

use std::io;
use std::sync::Once;
use std::sync::atomic::Ordering;
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, raise};

use super::{IS_LOST, give_back, hold, take};

/// Waits for signals on a thread of its own. Games are kept after every move, so nothing is left to be
/// done before the program ends.
pub(super) fn give_back_on_signals() -> io::Result<()> {
    static ONCE: Once = Once::new();
    let mut result = Ok(());
    ONCE.call_once(|| {
        result = Signals::new([SIGHUP, SIGINT, SIGTERM]).map(|mut signals| {
            thread::spawn(move || signals.forever().for_each(heed));
        });
    });
    result
}

fn heed(signal: i32) {
    let _holding = hold();
    give_back();
    // The parent process sees by which signal it ended.
    let _ = emulate_default_handler(signal);
}

/// Stops until the shell has the program go on, and takes the terminal again then. Where no shell could have it
/// go on, the system ignores the signal.
pub(super) fn suspend() {
    let holding = hold();
    give_back();
    let _ = raise(SIGTSTP);
    // A terminal that cannot be taken again fails at the next frame, where it is told.
    let _ = take();
    IS_LOST.store(true, Ordering::Relaxed);
    drop(holding);
    // The size may have changed meanwhile. This also wakes the loop, which waits for inputs.
    let _ = raise(SIGWINCH);
}
