//! The other kind of net, for one size of board: one wide layer, and hardly anything after it (NNUE).
//!
//! The layer is a sum of rows, one for each window of two by two points, chosen by what stands in it. A stone
//! changes four windows, so a sum that is known could be brought up to date by four rows. Here each sum
//! begins at the empty board's instead, so that the search need not carry sums along: that costs less than a
//! tenth of a visit (`train/LOG.md`).

use konoba_rules::MAX_SIZE;

use super::convolution::Group;
use super::file::GROUP;
use super::linear::{Dot, Linear, rectify};
use super::sealed::{self, Format, NetError};
use super::{Answer, Canvas};

/// What tells its file from others.
pub(super) const FORMAT: Format = Format { magic: *b"KNBI", version: 1 };

/// How many things can stand in a window: each of its points is empty, of the side to move or of its opponent.
const PATTERNS: usize = 81;
const MAX_WIDTH: usize = 1024;
const MAX_HIDDEN: usize = 256;

/// A net, ready to evaluate.
#[derive(Clone, Debug)]
pub struct Incremental {
    size: u8,
    /// What stands in each window of the empty board, which has stones at its border.
    quiet: Vec<u8>,
    /// The sum of the rows of the empty board.
    empty: Vec<Group>,
    /// By window and pattern, what the sum gains when the pattern stands there instead of the quiet one.
    rows: Vec<Group>,
    policy: Linear,
    value_hidden: Linear,
    value_out: Dot,
}

impl Incremental {
    /// Reads a net for the game with this id.
    pub fn read(bytes: &[u8], game: &str) -> Result<Self, NetError> {
        let mut reader = sealed::open(bytes, FORMAT, game)?;
        let [size, width, hidden] =
            [reader.number()?, reader.number()?, reader.number()?].map(usize::from);
        let is_usual =
            |width: usize, most: usize| width > 0 && width <= most && width.is_multiple_of(GROUP);
        let is_board = size > 0 && size <= usize::from(MAX_SIZE);
        if !is_board || !is_usual(width, MAX_WIDTH) || !is_usual(hidden, MAX_HIDDEN) {
            return Err(NetError::Width { size, width });
        }
        let windows = (size + 1) * (size + 1);
        let rows = reader.weights(windows * PATTERNS * width)?;
        let bias = reader.weights(width)?;
        let policy = reader.map(width, size * size, 1)?;
        let value_hidden = reader.map(width, hidden, 1)?;
        let value_out = reader.map(hidden, 1, 1)?;
        reader.end()?;

        let size = size as u8;
        let mut net = Self {
            size,
            quiet: patterns(&Canvas::of_empty(size)),
            empty: bias.as_chunks().0.to_vec(),
            rows: rows.as_chunks().0.to_vec(),
            policy: Linear::new(&policy),
            value_hidden: Linear::new(&value_hidden),
            value_out: Dot::new(&value_out),
        };
        net.begin_at_the_empty_board();
        Ok(net)
    }

    /// Moves the rows of the empty board into its sum.
    fn begin_at_the_empty_board(&mut self) {
        let groups = self.empty.len();
        let windows = self.rows.chunks_exact_mut(PATTERNS * groups);
        for (window, &quiet) in windows.zip(&self.quiet) {
            let base = window[usize::from(quiet) * groups..][..groups].to_vec();
            add(&mut self.empty, &base);
            for row in window.chunks_exact_mut(groups) {
                for (row, base) in row.as_flattened_mut().iter_mut().zip(base.as_flattened()) {
                    *row -= base;
                }
            }
        }
    }

    /// The size of the boards that it judges.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// What the net says of a canvas of its size.
    pub fn answer(&self, canvas: &Canvas) -> Answer {
        assert_eq!(canvas.size(), usize::from(self.size));
        konoba_kernels::run(Question { net: self, canvas })
    }
}

struct Question<'a> {
    net: &'a Incremental,
    canvas: &'a Canvas,
}

impl konoba_kernels::Batch for Question<'_> {
    type Output = Answer;

    #[inline(always)]
    fn run(self) -> Answer {
        let Self { net, canvas } = self;
        let groups = net.empty.len();
        let mut sums = net.empty.clone();
        let windows = net.rows.chunks_exact(PATTERNS * groups);
        for ((window, pattern), &quiet) in windows.zip(patterns(canvas)).zip(&net.quiet) {
            if pattern != quiet {
                add(&mut sums, &window[usize::from(pattern) * groups..][..groups]);
            }
        }
        rectify(&mut sums);
        let mut policy = net.policy.of(&sums).into_flattened();
        policy.truncate(canvas.size() * canvas.size());
        let mut hidden = net.value_hidden.of(&sums);
        rectify(&mut hidden);
        Answer { policy, win: net.value_out.of(&hidden) }
    }
}

#[inline(always)]
fn add(sums: &mut [Group], row: &[Group]) {
    for (sum, row) in sums.iter_mut().zip(row) {
        for i in 0..GROUP {
            sum[i] += row[i];
        }
    }
}

/// What stands in each window of two by two points, row by row, border included.
#[inline(always)]
fn patterns(canvas: &Canvas) -> Vec<u8> {
    let width = canvas.size() + 2;
    let states: Vec<u8> = canvas.points().iter().map(|[own, other, ..]| own + 2 * other).collect();
    let mut patterns = Vec::with_capacity((width - 1) * (width - 1));
    for (above, below) in states.chunks_exact(width).zip(states[width..].chunks_exact(width)) {
        let pairs = above.windows(2).zip(below.windows(2));
        patterns.extend(pairs.map(|(a, b)| a[0] + 3 * a[1] + 9 * b[0] + 27 * b[1]));
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::sealed::tests::resealed;
    use crate::net::{Net, file};

    const TINY: &[u8] = include_bytes!("../../../../tests-data/nets/konobi-incremental-5x16.bin");

    #[test]
    fn a_file_that_is_no_net_is_refused_with_the_reason() {
        let with = |place: usize, byte: u8| resealed(TINY, place, byte);
        assert!(Incremental::read(TINY, "konobi").is_ok());
        let cases = [
            (Vec::new(), NetError::NotANet),
            (b"KNBI".to_vec(), NetError::Damaged),
            (with(3, b'N'), NetError::NotANet),
            (with(4, 2), NetError::Version(2)),
            (with(6, b'c'), NetError::Game("conobi".to_owned())),
            (with(22, 0), NetError::Width { size: 0, width: 16 }),
            (with(22, 20), NetError::Width { size: 20, width: 16 }),
            (with(22, 4), NetError::Damaged),
            (with(22, 6), NetError::Damaged),
            (with(24, 17), NetError::Width { size: 5, width: 17 }),
            (with(25, 255), NetError::Width { size: 5, width: 0xff10 }),
            (with(26, 0), NetError::Width { size: 5, width: 16 }),
            (TINY[..TINY.len() - 1].to_vec(), NetError::Damaged),
        ];
        for (bytes, reason) in cases {
            assert_eq!(Incremental::read(&bytes, "konobi").unwrap_err(), reason);
        }
        assert_eq!(file::read(TINY, "konobi").unwrap_err(), NetError::NotANet);
        for place in (0..TINY.len()).step_by(997) {
            let mut bytes = TINY.to_vec();
            bytes[place] ^= 1 << (place % 8);
            assert!(Net::read(&bytes, "konobi").is_err(), "byte {place}");
        }
    }

    #[test]
    fn a_stone_changes_four_windows() {
        let mut packed = [0; 16];
        packed[4] = 1;
        let [empty, stone] =
            [Canvas::of_empty(5), Canvas::of_packed(&packed, 5)].map(|canvas| patterns(&canvas));
        assert_eq!([empty[0], empty[1], empty[6], empty[7]], [3 + 9 * 2, 1 + 3, 2 + 9 * 2, 0]);
        let changes = stone.iter().zip(&empty).map(|(after, before)| after - before);
        let changes: Vec<_> = changes.enumerate().filter(|(_, change)| *change != 0).collect();
        assert_eq!(changes, [(0, 27 * 2), (1, 9 * 2), (6, 3 * 2), (7, 2)]);
    }

    #[test]
    fn of_boards_of_another_size_it_knows_nothing() {
        let net = Net::read(TINY, "konobi").unwrap();
        assert_eq!(net.only_size(), Some(5));
        let [own, other] = [5, 6].map(|size| net.answer(&Canvas::of_empty(size)));
        assert_ne!(own.win, 0.0);
        assert_eq!(other, Answer { policy: vec![0.0; 36], win: 0.0 });
    }
}
