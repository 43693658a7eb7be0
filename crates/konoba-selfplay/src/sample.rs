//! What the trainer learns from: positions with the policy and the outcome to be predicted.
//!
//! A sample of version 1 on a board of `n` points is: the packed position of
//! [`konoba_engine::net::view::View::pack`]; `n` bytes of policy, one a point, each the probability in 255ths
//! of the highest; the outcome for the side to move, a signed byte that is 1 or -1; and the
//! value that the search found, a signed byte in 127ths.

use konoba_rules::Rules;

use crate::planes::planes;
use crate::search::Search;
use konoba_engine::net::view::Views;

/// Grows when the bytes of a sample change their meaning.
pub const VERSION: u8 = 1;

/// How many bytes a sample takes.
pub const fn sample_bytes(views: &Views) -> usize {
    views.bytes() + views.points() + 2
}

/// Adds a finished search to the bytes as a sample whose outcome is not yet known.
pub fn write_sample<R: Rules>(
    search: &Search<R>,
    views: &Views,
    policy: &mut Vec<f32>,
    bytes: &mut Vec<u8>,
) {
    let position = search.position();
    let view = views.of(position.to_move(), 0);
    view.pack(planes(position, position.legal_points(position.to_move())), bytes);
    let policy_start = bytes.len();
    bytes.resize(policy_start + views.points(), 0);
    let mut highest = 0.0;
    search.improved_policy(policy, |_, probability| highest = probability.max(highest));
    search.improved_policy(policy, |at, probability| {
        bytes[policy_start + view.place(at)] = (probability / highest * 255.0).round() as u8;
    });
    let value = (search.value() * 127.0).round() as i8;
    bytes.extend([0, value as u8]);
}

/// Writes the outcome into the one sample that the bytes hold.
pub fn write_outcome(sample: &mut [u8], is_won: bool) {
    let place = sample.len() - 2;
    sample[place] = if is_won { 1 } else { -1_i8 as u8 };
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
