//! The session as a WebAssembly module.
//!
//! The page asks for [`room`], writes its question there and calls [`ask`]; the answer lies at [`answer`] until the next
//! question. What the page does for the session is imported from it under the name `page`.

// Functions that are exported by their own names and functions that are imported, which is all that is unsafe here.
#![allow(unsafe_code)]

use std::cell::RefCell;

use konoba_engine::net::NetOutput;

use crate::{Page, Session};

/// Longer questions are refused: a record has at most 256 kB.
const MOST_BYTES: usize = 1 << 20;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since 1970.
    safe fn now() -> f64;
    /// Has the net answer to a packed position, and writes its numbers, one for each point and that of winning.
    fn evaluate(packed: *const u8, bytes: usize, size: u32, numbers: *mut f32);
}

thread_local! {
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SESSION: RefCell<Session> = RefCell::new(Session::new(&Outside));
}

/// The page around the module.
#[derive(Debug)]
struct Outside;

impl Page for Outside {
    fn now(&self) -> f64 {
        now()
    }

    fn evaluate(&self, packed: &[u8], size: u8) -> NetOutput {
        let points = usize::from(size) * usize::from(size);
        let mut numbers = vec![0.0; points + 1];
        // SAFETY: the page reads as many bytes as it is told and writes as many numbers as there is room for.
        unsafe { evaluate(packed.as_ptr(), packed.len(), u32::from(size), numbers.as_mut_ptr()) };
        let win = numbers.pop().unwrap_or_default();
        NetOutput { policy: numbers, win }
    }
}

/// Room for a question of so many bytes; null where that is too long.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(bytes: usize) -> *mut u8 {
    if bytes > MOST_BYTES {
        return std::ptr::null_mut();
    }
    ROOM.with_borrow_mut(|room| {
        *room = vec![0; bytes];
        room.as_mut_ptr()
    })
}

/// Answers the question in the room and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn ask() -> usize {
    let question = ROOM.take();
    let answer = SESSION.with_borrow_mut(|session| session.answer(&question));
    ROOM.with_borrow_mut(|room| {
        *room = answer.into_bytes();
        room.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> *const u8 {
    ROOM.with_borrow(|room| room.as_ptr())
}
