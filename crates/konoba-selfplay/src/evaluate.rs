//! The seam to the net: a batch of packed positions in, a policy and a value for each out.

use std::io;

use konoba_rules::playout::WyRand;

use konoba_engine::net::view::Views;

/// Positions of one size that wait for their evaluation.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Which of the evaluator's nets is asked.
    pub net: u32,
    /// How many positions there are.
    pub count: usize,
    /// The positions, packed one after another by [`konoba_engine::net::view::View::pack`].
    pub bytes: Vec<u8>,
}

impl Batch {
    /// No position yet.
    pub const fn for_net(net: u32) -> Self {
        Self { net, count: 0, bytes: Vec::new() }
    }

    /// Takes all positions out.
    pub fn clear(&mut self) {
        self.count = 0;
        self.bytes.clear();
    }
}

/// What a net says of a batch: for each position a logit for each point of the view, and the
/// value, from -1 (the side to move loses) to 1.
#[derive(Clone, Debug)]
pub struct NetOutputs {
    numbers: Vec<f32>,
    points: usize,
}

impl NetOutputs {
    /// Room for answers on boards of this many points.
    pub const fn new(points: usize) -> Self {
        Self { numbers: Vec::new(), points }
    }

    /// All numbers of so many answers, to be written by an evaluator: the logits of the first
    /// position, its value, the logits of the second position, and so on.
    pub fn numbers(&mut self, count: usize) -> &mut [f32] {
        self.numbers.resize(count * (self.points + 1), 0.0);
        &mut self.numbers
    }

    /// The logits and the value of a position.
    pub fn of(&self, index: usize) -> (&[f32], f32) {
        let answer = &self.numbers[index * (self.points + 1)..][..=self.points];
        (&answer[..self.points], answer[self.points])
    }
}

/// Evaluates positions in batches.
pub trait Evaluator {
    /// Evaluates the batch.
    fn evaluate(&mut self, batch: &Batch, answers: &mut NetOutputs) -> io::Result<()>;
}

/// Knows nothing: every point is as good as the next, every position even.
#[derive(Clone, Copy, Debug)]
pub struct Uniform;

impl Evaluator for Uniform {
    fn evaluate(&mut self, batch: &Batch, answers: &mut NetOutputs) -> io::Result<()> {
        answers.numbers(batch.count).fill(0.0);
        Ok(())
    }
}

/// Answers at random, but always the same of the same position: a stand-in for an untrained net.
#[derive(Clone, Debug)]
pub struct Hashed {
    views: Views,
}

impl Hashed {
    /// For boards of this size.
    pub fn new(size: u8) -> Self {
        Self { views: Views::new(size) }
    }
}

impl Evaluator for Hashed {
    fn evaluate(&mut self, batch: &Batch, answers: &mut NetOutputs) -> io::Result<()> {
        let row = self.views.points() + 1;
        let numbers = answers.numbers(batch.count).chunks_exact_mut(row);
        for (position, answer) in batch.bytes.chunks_exact(self.views.bytes()).zip(numbers) {
            // FNV-1a, which is enough to tell positions apart.
            let hash = position.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
            let mut dice = WyRand::new(hash);
            answer.fill_with(|| (dice.bits() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        }
        Ok(())
    }
}
