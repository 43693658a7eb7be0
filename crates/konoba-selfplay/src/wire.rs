//! The net at the other end of a pipe.
//!
//! Every message to it begins with six numbers of 32 bits, little-endian, the first of which is
//! its kind. `train/README.md` describes them all.

use std::io::{self, Read, Write};

use crate::contest::{Reporter, Score};
use crate::evaluate::{Batch, Evaluator, NetOutputs};
use crate::sample::{self, Harvest};
use crate::selfplay::Reaper;
use konoba_engine::net::half;

/// Asks for the evaluation of a batch: net, count; then the positions.
const EVALUATE: u32 = 1;
/// Hands over finished games: samples, games, moves, first wins, version; then the samples.
const HARVEST: u32 = 2;
/// Tells the result of a contest: pairs won by the first player, shared, lost; games won, lost.
const RESULT: u32 = 3;

/// The end of the pipe that tells: whole messages are written at once, so that it needs no buffer.
#[derive(Debug)]
pub struct Outlet<O> {
    output: O,
    bytes: Vec<u8>,
}

/// Both ends of the pipe: questions go out and answers come in.
#[derive(Debug)]
pub struct Wire<I, O> {
    input: I,
    outlet: Outlet<O>,
    bytes: Vec<u8>,
}

impl<O: Write> Outlet<O> {
    /// Writes to `output`.
    pub const fn new(output: O) -> Self {
        Self { output, bytes: Vec::new() }
    }

    fn send(&mut self, header: [u32; 6], body: &[u8]) -> io::Result<()> {
        self.bytes.clear();
        header.iter().for_each(|number| self.bytes.extend(number.to_le_bytes()));
        self.bytes.extend_from_slice(body);
        self.output.write_all(&self.bytes)?;
        self.output.flush()
    }
}

impl<I: Read, O: Write> Wire<I, O> {
    /// Reads answers from `input` and writes questions to `output`.
    pub const fn new(input: I, output: O) -> Self {
        Self { input, outlet: Outlet::new(output), bytes: Vec::new() }
    }
}

impl<I: Read, O: Write> Evaluator for Wire<I, O> {
    fn evaluate(&mut self, batch: &Batch, answers: &mut NetOutputs) -> io::Result<()> {
        self.outlet.send([EVALUATE, batch.net, batch.count as u32, 0, 0, 0], &batch.bytes)?;
        let numbers = answers.numbers(batch.count);
        self.bytes.resize(numbers.len() * 2, 0);
        self.input.read_exact(&mut self.bytes)?;
        for (number, half) in numbers.iter_mut().zip(self.bytes.chunks_exact(2)) {
            *number = half::to_f32(u16::from_le_bytes([half[0], half[1]]));
        }
        Ok(())
    }
}

impl<O: Write> Reaper for Outlet<O> {
    fn reap(&mut self, harvest: &Harvest) -> io::Result<bool> {
        let Harvest { samples, games, moves, first_wins, .. } = *harvest;
        let version = u32::from(sample::VERSION);
        self.send([HARVEST, samples, games, moves, first_wins, version], &harvest.bytes)?;
        Ok(true)
    }
}

impl<O: Write> Reporter for Outlet<O> {
    fn report(&mut self, score: &Score) -> io::Result<()> {
        let Score { pairs: [won, shared, lost], games: [wins, losses] } = *score;
        self.send([RESULT, won, shared, lost, wins, losses], &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_goes_out_and_its_answers_come_in() {
        // Two positions on a board of one point: a logit and a value each.
        let input: &[u8] = &[0x00, 0x3c, 0x00, 0xc0, 0x00, 0x00, 0x00, 0x38];
        let mut output = Vec::new();
        let mut answers = NetOutputs::new(1);
        let batch = Batch { net: 7, count: 2, bytes: vec![1, 2, 3] };
        Wire::new(input, &mut output).evaluate(&batch, &mut answers).unwrap();
        assert_eq!(answers.of(0), (&[1.0][..], -2.0));
        assert_eq!(answers.of(1), (&[0.0][..], 0.5));
        let header = [1, 7, 2, 0, 0, 0].map(u32::to_le_bytes).concat();
        assert_eq!(output, [&header[..], &[1, 2, 3]].concat());
    }

    #[test]
    fn a_cut_wire_is_an_error() {
        let batch = Batch { net: 0, count: 1, bytes: Vec::new() };
        let mut wire = Wire::new(&[0_u8][..], Vec::new());
        assert!(wire.evaluate(&batch, &mut NetOutputs::new(1)).is_err());
    }
}
