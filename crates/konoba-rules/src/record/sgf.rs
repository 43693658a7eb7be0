//! Records as files in the syntax of SGF FF[4], with a property set of our own.
//!
//! | property | on | holds |
//! |---|---|---|
//! | `FF[4]` `CA[UTF-8]` `AP[Konoba:0.2.0]` | root | the format, the encoding, who wrote it |
//! | `GM[0]` | root | a game that SGF has no number for; without it, it would be Go |
//! | `RU[konobi 1]` | root | the id of the game and the version of its rules |
//! | `SU[konobi:11,nopie]` | root | the set-up string; the only property that must be there |
//! | `PS[W.B/W.B/... black]` | root | the start as position text, if the board was not empty |
//! | `PB` `PW` | root | who sat at the first and the second side at the start |
//! | `EB[4]` `EW[4.3]` | root | that an engine sat there, and its level; anything else means a person |
//! | `DT` `EV` | root | the day and the occasion |
//! | `RE[B+]` `RE[W+R]` `RE[B+T]` | root | the result: on the board, by resignation, on time |
//! | `B[c4]` `W[swap]` `B[pass]` `B[Xc4]` | all others | the move of the first or second side |
//! | `BL` `WL` | all | the seconds that the first or second side has left |
//! | `C` | all | the comment |
//!
//! Whatever else a file holds is kept where it stands. A file holds one game: a second one is an
//! error, because a reader that skips it would lose it unseen.

mod error;
mod escape;
mod header;
mod read;
mod scan;
mod write;

pub use error::{SgfError, SgfProblem};
pub(super) use escape::{escaped, unescaped, written_len};

use super::{MAX_NODES, MAX_TEXT_BYTES, Record};
use crate::Side;

/// Larger files are refused unread.
pub const MAX_SGF_BYTES: usize = 8 << 20;

// Every record can be read back, because the longest that can be written is within the bounds.
const _: () = {
    const HEADER_BYTES: usize = 16 << 10;
    let longest_node = "\n(\n;W[Xa19]BL[9999999.999]WL[9999999.999]C[])".len();
    assert!(HEADER_BYTES + MAX_NODES * longest_node + MAX_TEXT_BYTES <= MAX_SGF_BYTES);
};

/// Properties that each side has one of, the first side before the second.
const MOVES: [&str; 2] = ["B", "W"];
const CLOCKS: [&str; 2] = ["BL", "WL"];
const PLAYERS: [&str; 2] = ["PB", "PW"];
const ENGINES: [&str; 2] = ["EB", "EW"];

/// The side whose property this is.
fn side_of(ids: [&str; 2], id: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| ids[side.index()] == id)
}

/// Whether a property is of our set, in which every id has one meaning.
pub(super) fn is_own_property(id: &str) -> bool {
    const OTHERS: [&str; 11] = ["FF", "GM", "CA", "AP", "RU", "SU", "PS", "DT", "EV", "RE", "C"];
    OTHERS.contains(&id) || [MOVES, CLOCKS, PLAYERS, ENGINES].iter().any(|ids| ids.contains(&id))
}

impl Record {
    /// The whole record as an SGF file, which [`Record::from_sgf`] reads back to the same record.
    pub fn to_sgf(&self) -> String {
        write::write(self)
    }

    /// Reads an SGF file of ours. The text is UTF-8, with or without a byte order mark.
    ///
    /// ```
    /// use konoba_rules::Record;
    /// let error = Record::from_sgf(b"(;SU[konobi:3];B[b2];W[b2])").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 22: b2 is illegal: occupied b2");
    /// ```
    pub fn from_sgf(bytes: &[u8]) -> Result<Self, SgfError> {
        read::read(bytes)
    }
}
