//! What the files of all nets have in common: a magic word, a version, the game, a header of numbers,
//! weights in half precision, and a checksum of all of it at the end. `train/README.md` describes them.

use std::fmt;

use super::half;

/// The most bytes that a file may have.
pub const MAX_BYTES: usize = 4 << 20;

const GAME_BYTES: usize = 16;
const CHECKSUM_BYTES: usize = 4;

/// What tells the files of one kind of net from others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Format {
    pub(super) magic: [u8; 4],
    pub(super) version: u16,
}

/// Why a file is no net that can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetError {
    /// It is something else.
    NotANet,
    /// It is in a version of the format that this program does not know.
    Version(u16),
    /// It is for another game, with this id.
    Game(String),
    /// The net is larger than this program allows, or of an unusual shape.
    Shape {
        /// How many residual blocks it has.
        blocks: usize,
        /// How many channels it has.
        channels: usize,
    },
    /// One of its weights is infinite or not a number.
    NoNumber,
    /// Some of its bytes are missing, or there are too many, or they have changed.
    Damaged,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANet => f.write_str("this is no net"),
            Self::Version(version) => {
                write!(f, "the net is in version {version} of its format, which is not known here")
            }
            Self::Game(game) => write!(f, "the net is for {game}"),
            Self::Shape { blocks, channels } => {
                write!(f, "a net of {blocks} blocks and {channels} channels cannot be used")
            }
            Self::NoNumber => f.write_str("a weight of the net is not a finite number"),
            Self::Damaged => f.write_str("the net is damaged"),
        }
    }
}

impl std::error::Error for NetError {}

/// Opens a file of a net for the game with this id. What is left to read begins with the header's numbers.
pub(super) fn open<'a>(
    bytes: &'a [u8],
    format: Format,
    game: &str,
) -> Result<Reader<'a>, NetError> {
    let mut reader = Reader { left: bytes };
    if reader.take(format.magic.len()) != Ok(&format.magic) {
        return Err(NetError::NotANet);
    }
    let version = reader.number()?;
    if version != format.version {
        return Err(NetError::Version(version));
    }
    let (body, checksum) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or(NetError::Damaged)?;
    if bytes.len() > MAX_BYTES || u32::from_le_bytes(*checksum) != crc32(body) {
        return Err(NetError::Damaged);
    }
    let written_for = reader.take(GAME_BYTES)?;
    let written_for = String::from_utf8_lossy(written_for).trim_end_matches('\0').to_owned();
    if written_for != game {
        return Err(NetError::Game(written_for));
    }
    Ok(reader)
}

/// Takes numbers from the front of a file.
pub(super) struct Reader<'a> {
    left: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetError> {
        let (taken, left) = self.left.split_at_checked(count).ok_or(NetError::Damaged)?;
        self.left = left;
        Ok(taken)
    }

    /// A number of the header.
    pub(super) fn number(&mut self) -> Result<u16, NetError> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// So many weights.
    pub(super) fn weights(&mut self, count: usize) -> Result<Vec<f32>, NetError> {
        let pairs = self.take(2 * count)?.chunks_exact(2);
        let bits = pairs.map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let weight = |bits| half::is_finite(bits).then(|| half::to_f32(bits));
        bits.map(|bits| weight(bits).ok_or(NetError::NoNumber)).collect()
    }

    /// Whether everything was read but the checksum.
    pub(super) fn end(self) -> Result<(), NetError> {
        if self.left.len() == CHECKSUM_BYTES { Ok(()) } else { Err(NetError::Damaged) }
    }
}

/// The checksum of zip and PNG files (ISO 3309), eight bits a step.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut rest = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                rest = if rest & 1 == 0 { rest >> 1 } else { rest >> 1 ^ 0xedb8_8320 };
                bit += 1;
            }
            table[byte] = rest;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc, &byte| crc >> 8 ^ TABLE[(crc as u8 ^ byte) as usize])
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A file with one byte changed and its checksum made right again.
    pub(crate) fn resealed(file: &[u8], place: usize, byte: u8) -> Vec<u8> {
        let mut body = file[..file.len() - CHECKSUM_BYTES].to_vec();
        body[place] = byte;
        sealed(body)
    }

    /// A file with its checksum.
    pub(crate) fn sealed(mut body: Vec<u8>) -> Vec<u8> {
        let checksum = crc32(&body);
        body.extend(checksum.to_le_bytes());
        body
    }

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
