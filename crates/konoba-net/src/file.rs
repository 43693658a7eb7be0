//! A residual net's file. `train/README.md` describes the format.

use super::PLANES;
use super::sealed::{self, Format, NetError, Reader};

/// What tells its file from others.
pub(super) const FORMAT: Format = Format { magic: *b"KNBN", version: 2 };

const MAX_BLOCKS: usize = 64;
const MAX_CHANNELS: usize = 256;
/// Channels come in groups of so many, because sums are computed so many at once.
pub(super) const GROUP: usize = 16;

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
    let mut reader = sealed::open(bytes, FORMAT, game)?;
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
    reader.end().map(|()| weights)
}

impl Reader<'_> {
    /// A linear map of so many points.
    pub(super) fn map(
        &mut self,
        inputs: usize,
        outputs: usize,
        taps: usize,
    ) -> Result<Map, NetError> {
        let weights = self.weights(outputs * inputs * taps)?;
        Ok(Map { inputs, outputs, taps, weights, bias: self.weights(outputs)? })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sealed::tests::resealed;

    const KONOBI: &[u8] = include_bytes!("../../../train/weights/konobi-6x64.bin");

    #[test]
    fn a_file_that_is_no_net_is_refused_with_the_reason() {
        let with = |place: usize, byte: u8| resealed(KONOBI, place, byte);
        assert!(read(KONOBI, "konobi").is_ok());
        let cases = [
            (Vec::new(), NetError::NotANet),
            (b"GIF89a".to_vec(), NetError::NotANet),
            (b"KNBN".to_vec(), NetError::Damaged),
            (with(4, 1), NetError::Version(1)),
            (with(6, b'c'), NetError::Game("conobi".to_owned())),
            (with(22, 200), NetError::Shape { blocks: 200, channels: 64 }),
            (with(24, 65), NetError::Shape { blocks: 6, channels: 65 }),
            (with(KONOBI.len() - 5, 0x7c), NetError::NoNumber),
            (with(KONOBI.len() - 5, 0xfe), NetError::NoNumber),
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
