//! A net's file. `train/README.md` describes the format.

use std::fmt;

use super::half;
use super::view::PLANES;

/// The most bytes that a file may have.
pub const MAX_BYTES: usize = 4 << 20;

const MAGIC: &[u8] = b"KNBN";
const VERSION: u16 = 2;
const GAME_BYTES: usize = 16;
const CHECKSUM_BYTES: usize = 4;
const MAX_BLOCKS: usize = 64;
const MAX_CHANNELS: usize = 256;
/// Channels come in groups of so many, because sums are computed so many at once.
pub(super) const GROUP: usize = 16;

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
    /// Some of its bytes are missing, or there are too many, or they have changed.
    Damaged,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANet => f.write_str("this is no net"),
            Self::Version(version) => {
                write!(
                    f,
                    "the net is in version {version} of the format, and only {VERSION} is known"
                )
            }
            Self::Game(game) => write!(f, "the net is for {game}"),
            Self::Shape { blocks, channels } => {
                write!(f, "a net of {blocks} blocks and {channels} channels cannot be used")
            }
            Self::Damaged => f.write_str("the net is damaged"),
        }
    }
}

impl std::error::Error for NetError {}

/// A linear map from channels to channels, of one point or of the three by three points around it.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    /// How many channels it reads.
    pub inputs: usize,
    /// How many channels it gives.
    pub outputs: usize,
    /// How many points it reads: 1, or 9 row by row.
    pub taps: usize,
    /// The weights by output, input and tap, the tap fastest.
    pub weights: Vec<f32>,
    /// What is added to each output.
    pub bias: Vec<f32>,
}

/// A residual block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The first convolution.
    pub first: Map,
    /// The second convolution.
    pub second: Map,
    /// What the whole board suggests for each channel, in every second block.
    pub pool: Option<Map>,
}

/// A net as it was trained.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// From the canvas to the channels.
    pub stem: Map,
    /// The residual blocks.
    pub blocks: Vec<Block>,
    /// From the channels to the policy's.
    pub policy: Map,
    /// What the whole board suggests for the policy's channels.
    pub policy_pool: Map,
    /// From the policy's channels to the logit of a point.
    pub policy_out: Map,
    /// From the channels to the value's.
    pub value: Map,
    /// From the value's channels, pooled, to hidden numbers.
    pub value_hidden: Map,
    /// From the hidden numbers to the logit of winning.
    pub value_out: Map,
}

/// Reads a net for the game with this id.
pub fn read(bytes: &[u8], game: &str) -> Result<Weights, NetError> {
    let mut reader = Reader { left: bytes };
    if reader.take(MAGIC.len()) != Ok(MAGIC) {
        return Err(NetError::NotANet);
    }
    let version = reader.number()?;
    if version != VERSION {
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
    let [blocks, channels, head] =
        [reader.number()?, reader.number()?, reader.number()?].map(usize::from);
    let is_usual = |channels| channels > 0 && channels <= MAX_CHANNELS && channels % GROUP == 0;
    if blocks > MAX_BLOCKS || !is_usual(channels) || !is_usual(head) {
        return Err(NetError::Shape { blocks, channels });
    }
    let weights = Weights {
        stem: reader.map(PLANES, channels, 9)?,
        blocks: (0..blocks)
            .map(|number| reader.block(number, channels))
            .collect::<Result<_, _>>()?,
        policy: reader.map(channels, head, 1)?,
        policy_pool: reader.map(2 * channels, head, 1)?,
        policy_out: reader.map(head, 1, 1)?,
        value: reader.map(channels, head, 1)?,
        value_hidden: reader.map(2 * head, channels, 1)?,
        value_out: reader.map(channels, 1, 1)?,
    };
    if reader.left.len() == CHECKSUM_BYTES { Ok(weights) } else { Err(NetError::Damaged) }
}

struct Reader<'a> {
    left: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetError> {
        let (taken, left) = self.left.split_at_checked(count).ok_or(NetError::Damaged)?;
        self.left = left;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u16, NetError> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<f32>, NetError> {
        let pairs = self.take(2 * count)?.chunks_exact(2);
        Ok(pairs.map(|pair| half::to_f32(u16::from_le_bytes([pair[0], pair[1]]))).collect())
    }

    fn map(&mut self, inputs: usize, outputs: usize, taps: usize) -> Result<Map, NetError> {
        let weights = self.numbers(outputs * inputs * taps)?;
        Ok(Map { inputs, outputs, taps, weights, bias: self.numbers(outputs)? })
    }

    fn block(&mut self, number: usize, channels: usize) -> Result<Block, NetError> {
        Ok(Block {
            first: self.map(channels, channels, 9)?,
            second: self.map(channels, channels, 9)?,
            pool: match number % 2 {
                0 => None,
                _ => Some(self.map(2 * channels, channels, 1)?),
            },
        })
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
mod tests {
    use super::*;

    const KONOBI: &[u8] = include_bytes!("../../../../train/weights/konobi-6x64.bin");

    /// The file with its checksum made right again.
    fn sealed(mut body: Vec<u8>) -> Vec<u8> {
        let checksum = crc32(&body);
        body.extend(checksum.to_le_bytes());
        body
    }

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_file_that_is_no_net_is_refused_with_the_reason() {
        let body = KONOBI[..KONOBI.len() - CHECKSUM_BYTES].to_vec();
        let with = |place: usize, byte: u8| {
            let mut changed = body.clone();
            changed[place] = byte;
            sealed(changed)
        };
        assert!(read(KONOBI, "konobi").is_ok());
        let cases = [
            (Vec::new(), NetError::NotANet),
            (b"GIF89a".to_vec(), NetError::NotANet),
            (b"KNBN".to_vec(), NetError::Damaged),
            (with(4, 1), NetError::Version(1)),
            (with(6, b'c'), NetError::Game("conobi".to_owned())),
            (with(22, 200), NetError::Shape { blocks: 200, channels: 64 }),
            (with(24, 65), NetError::Shape { blocks: 6, channels: 65 }),
            (with(22, 5), NetError::Damaged),
            (with(22, 7), NetError::Damaged),
            (KONOBI[..KONOBI.len() - 1].to_vec(), NetError::Damaged),
            ([KONOBI, &[0]].concat(), NetError::Damaged),
        ];
        for (bytes, reason) in cases {
            assert_eq!(read(&bytes, "konobi").unwrap_err(), reason);
        }
        assert_eq!(read(KONOBI, "quentin").unwrap_err(), NetError::Game("konobi".to_owned()));
    }

    #[test]
    fn any_changed_bit_is_noticed() {
        for place in (0..KONOBI.len()).step_by(9973) {
            let mut bytes = KONOBI.to_vec();
            bytes[place] ^= 1 << (place % 8);
            assert!(read(&bytes, "konobi").is_err(), "byte {place}");
        }
    }
}
