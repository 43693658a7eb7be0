//! A net as a WebAssembly module of its own: the file of a net in, packed positions in, answers out.
//!
//! It is apart from the rules and the search because browsers differ in the instructions they take. This module is
//! compiled once for each kind, and is small; all else is compiled once.
//!
//! The caller writes into the buffer that [`room`] gives, of as many bytes as it asks for, and reads there.
//! Only the last net is kept.

// Functions that are exported by their own names, which is all that is unsafe here.
#![allow(unsafe_code)]

use std::cell::RefCell;

use konoba_net::file;
use konoba_net::quantised::Quantised;
use konoba_net::{Canvas, MAX_BYTES, NetOutput};

/// The largest board has fewer points.
const MOST_POINTS: usize = 1024;

thread_local! {
    static STATE: RefCell<State> = const { RefCell::new(State { room: Vec::new(), net: None }) };
}

#[derive(Default)]
struct State {
    room: Vec<u8>,
    net: Option<Box<Quantised>>,
}

/// 1 if the processor has instructions of its own for this module, and 0 if a module with fewer is faster.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn is_fast() -> u32 {
    u32::from(konoba_net::are_fast())
}

/// Room for so many bytes, at most those of a net; what was there before is lost.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.room = vec![0; bytes.min(MAX_BYTES)];
        state.room.as_mut_ptr()
    })
}

/// Takes the net whose file is in the room, after the id of its game and a zero. 1 if it can be used, else 0.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn load() -> u32 {
    STATE.with_borrow_mut(|state| {
        let room = std::mem::take(&mut state.room);
        state.net = read(&room);
        u32::from(state.net.is_some())
    })
}

fn read(room: &[u8]) -> Option<Box<Quantised>> {
    let end = room.iter().position(|byte| *byte == 0)?;
    let game = std::str::from_utf8(&room[..end]).ok()?;
    let weights = file::read(&room[end + 1..], game).ok()?;
    Some(Box::new(Quantised::new(&weights)))
}

/// Answers to the packed position in the room, on a board of this size: where the numbers are that the net says,
/// those of the points and then that of winning. Null without a net.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn answer(size: u8) -> *const u8 {
    STATE.with_borrow_mut(|State { room, net }| {
        let points = usize::from(size) * usize::from(size);
        let is_packed = points <= MOST_POINTS && room.len() >= 4 * points.div_ceil(8);
        let Some(net) = net.as_ref().filter(|_| is_packed) else { return std::ptr::null() };
        let NetOutput { policy, win } = net.answer(&Canvas::of_packed(room, size));
        room.clear();
        policy.iter().chain([&win]).for_each(|number| room.extend(number.to_le_bytes()));
        room.as_ptr()
    })
}
