//! What the trainer learns from: positions with the policy and the outcome to be predicted.
//!
//! A sample of version 2 on a board of `n` points is:
//! - the packed position of [`konoba_engine::net::view::View::pack`];
//! - `n` bytes of policy, one a point, each the probability in 255ths of the highest;
//! - the stones at the end of the game as two planes of bits in the same view: first those of the
//!   side that is to move in the sample, then its opponent's;
//! - three signed bytes, all for the side to move: the outcome, 1 or -1; the value that the search
//!   found, in 127ths; and what the searches of the next moves found, in 127ths.
//!
//! Version 1 had neither the stones at the end nor the last byte.

use konoba_rules::{Grid, Rules, Side};

use crate::planes::planes;
use crate::search::Search;
use konoba_engine::net::view::Views;

/// Grows when the bytes of a sample change their meaning.
pub const VERSION: u8 = 2;

/// The bytes at the end of a sample: outcome, value, and value soon after.
const NUMBERS: usize = 3;

/// How many bytes a sample takes.
pub const fn sample_bytes(views: &Views) -> usize {
    views.bytes() + views.points() + 2 * views.plane_bytes() + NUMBERS
}

/// Adds a finished search to the bytes as a sample to which [`Hindsight`] is still to come.
pub fn write_sample<R: Rules>(
    search: &Search<R>,
    views: &Views,
    policy: &mut Vec<f32>,
    bytes: &mut Vec<u8>,
) {
    let start = bytes.len();
    let position = search.position();
    let view = views.of(position.to_move(), 0);
    view.pack(planes(position, position.legal_points(position.to_move())), bytes);
    let policy_start = bytes.len();
    bytes.resize(start + sample_bytes(views), 0);
    let mut highest = 0.0;
    search.improved_policy(policy, |_, probability| highest = probability.max(highest));
    search.improved_policy(policy, |at, probability| {
        bytes[policy_start + view.place(at)] = (probability / highest * 255.0).round() as u8;
    });
    let value_place = bytes.len() - NUMBERS + 1;
    bytes[value_place] = in_127ths(search.value());
}

/// What is known of a sample when its game is over.
#[derive(Clone, Copy, Debug)]
pub struct Hindsight<'a, R> {
    /// Whether the side to move won.
    pub is_won: bool,
    /// What the searches after it found, for the side to move.
    pub soon: f32,
    /// The board at the end.
    pub rules: &'a R,
}

impl<R: Rules> Hindsight<'_, R> {
    /// Completes the one sample that the bytes hold, in which it is this side's move.
    pub fn write(&self, mover: Side, views: &Views, sample: &mut [u8]) {
        let view = views.of(mover, 0);
        let numbers_place = sample.len() - NUMBERS;
        let (rest, numbers) = sample.split_at_mut(numbers_place);
        numbers[0] = if self.is_won { 1 } else { -1_i8 as u8 };
        numbers[2] = in_127ths(self.soon);
        let planes = rest[views.bytes() + views.points()..].chunks_exact_mut(views.plane_bytes());
        for (plane, side) in planes.zip([mover, mover.other()]) {
            for at in self.rules.pieces()[side.piece().index()].iter() {
                let place = view.place(at);
                plane[place / 8] |= 1 << (place % 8);
            }
        }
    }
}

fn in_127ths(value: f32) -> u8 {
    (value * 127.0).round() as i8 as u8
}

/// Finished games, as they go to the trainer.
#[derive(Clone, Debug, Default)]
pub struct Harvest {
    /// How many samples there are.
    pub samples: u32,
    /// The samples, one after another.
    pub bytes: Vec<u8>,
    /// How many games they are from.
    pub games: u32,
    /// How many moves these games had.
    pub moves: u32,
    /// How many of these games the first side won.
    pub first_wins: u32,
}

impl Harvest {
    /// Takes everything out; the memory stays.
    pub fn clear(&mut self) {
        self.bytes.clear();
        (self.samples, self.games, self.moves, self.first_wins) = (0, 0, 0, 0);
    }
}
