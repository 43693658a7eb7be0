//! Estimates that learn while a solver works: from each position that it proves, who wins others like it.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use konoba_rules::grid::Grid;
use konoba_rules::{Piece, Point, Rules, Side, Symmetry};

use super::codes::place;
use super::estimate::{Estimate, HOPELESS, Lacking, Steps, lacking};
use super::table::scattered;

/// The chances of the side to move, as a sum of what is known of every three by three points of the board where they
/// lie, and of the points that each side lacks to join its edges. Each proved position corrects the sum, as it does
/// the three positions that mirrors make of it. Konobi 5x5 after b2, b3, c2 and c3 takes a quarter of the nodes that it
/// takes with [`Lacking`].
///
/// It learns where sides join edges and where the board is small; elsewhere it is [`Lacking`].
pub struct Learned {
    /// Each is a number with a fraction, kept as its bits: threads read and write it without asking one another, and
    /// a correction that is lost does no harm.
    weights: Vec<AtomicU32>,
    /// By symmetry and point: the windows in which the point lies, and what a piece of the first side there adds to
    /// the number of what is seen in it; a piece of the second side adds twice as much.
    windows: Vec<Vec<Vec<(usize, u32)>>>,
    /// The symmetries after which the side to move is the first, by whose turn it is.
    usable: [Vec<usize>; 2],
    points: usize,
    /// It learns from one proved position in so many.
    one_in: u64,
}

/// The largest board for which it learns: the weights of one take some megabytes.
const MOST: u8 = 7;
/// How many ways there are to fill three by three points.
const FILLINGS: usize = 19_683;
/// How many numbers of points a side may lack, [`HOPELESS`] being the largest.
const LACKS: usize = HOPELESS as usize + 1;
/// How much a proved position corrects.
const RATE: f32 = 0.03;
/// A position whose outcome was expected to within this chance teaches nothing. That spares most of the corrections.
const EXPECTED: f32 = 0.1;
/// So many threads correct as often as all of them do together: what one writes the others must fetch anew. With this and
/// [`EXPECTED`], 16 threads make twice as many nodes a second as without.
const MOST_WRITERS: usize = 4;
/// How much each point that the sides lack adds to the effort, as a power of two.
const LACKED: f32 = 1.25;

/// The weight of every window of a position, by its number.
type Windows = [u32; MOST as usize * MOST as usize];

/// What the windows of a position show to one side.
pub struct Seen<G> {
    pieces: [G; 2],
    windows: Windows,
    /// What their weights come to.
    sum: f32,
}

/// How many points the side to move and its opponent lack, by each kind of steps.
type Lacks = [[u32; 2]; 2];

impl Learned {
    /// Estimates for boards of this size and so many threads, which know no more than [`Lacking`] does.
    pub fn new<R: Rules>(size: u8, threads: usize) -> Self {
        let symmetries = R::SPEC.symmetries;
        let usable = Side::BOTH.map(|side| {
            let is_usable = |symmetry: &Symmetry| symmetry.side(side) == Side::First;
            (0..symmetries.len()).filter(|number| is_usable(&symmetries[*number])).collect()
        });
        let points = usize::from(size) * usize::from(size);
        let learns = R::SPEC.has_edges && size <= MOST;
        let one_in = threads.div_ceil(MOST_WRITERS).max(1) as u64;
        let mut estimates =
            Self { weights: Vec::new(), windows: Vec::new(), usable, points, one_in };
        if learns {
            estimates.windows =
                symmetries.iter().map(|symmetry| windows(*symmetry, size)).collect();
            let weights = points * FILLINGS + 2 * LACKS * LACKS;
            estimates.weights.resize_with(weights, AtomicU32::default);
            estimates.begin(Steps::of::<R>());
        }
        estimates
    }

    /// As long as nothing was learned, a point that is lacking counts as much as without learning.
    fn begin(&self, steps: Steps) {
        for own in 0..HOPELESS {
            for other in 0..HOPELESS {
                let number = self.lacks([own, other], steps);
                self.set(number, (other as f32 - own as f32) / 2.0);
            }
        }
    }

    fn get(&self, number: usize) -> f32 {
        f32::from_bits(self.weights[number].load(Relaxed))
    }

    fn set(&self, number: usize, weight: f32) {
        self.weights[number].store(weight.to_bits(), Relaxed);
    }

    fn lacks(&self, [own, other]: [u32; 2], steps: Steps) -> usize {
        let kind = usize::from(steps == Steps::Orthogonal);
        self.points * FILLINGS + (kind * LACKS + own as usize) * LACKS + other as usize
    }

    /// The weights of what both sides lack.
    fn lack_weights(&self, lacks: Lacks) -> [usize; 2] {
        let kinds = [(0, Steps::Any), (1, Steps::Orthogonal)];
        kinds.map(|(kind, steps)| self.lacks(lacks[kind], steps))
    }

    /// What the windows of a position show, as a symmetry turns it.
    fn look<R: Rules>(&self, rules: &R, symmetry: usize) -> Seen<R::Grid> {
        let mut windows = [0; MOST as usize * MOST as usize];
        for (window, number) in windows[..self.points].iter_mut().enumerate() {
            *number = (window * FILLINGS) as u32;
        }
        let empty = Seen { pieces: [R::Grid::EMPTY; 2], windows, sum: 0.0 };
        let (windows, _) = self.changed(&empty, rules, symmetry);
        let sum = windows[..self.points].iter().map(|number| self.get(*number as usize)).sum();
        Seen { pieces: rules.pieces(), windows, sum }
    }

    /// The windows of a position that follows from one that was seen, and which of them have changed, a bit each.
    fn changed<R: Rules>(
        &self,
        seen: &Seen<R::Grid>,
        rules: &R,
        symmetry: usize,
    ) -> (Windows, u64) {
        let (mut windows, mut changed) = (seen.windows, 0);
        for piece in Piece::BOTH {
            let (before, now) = (seen.pieces[piece.index()], rules.pieces()[piece.index()]);
            let digit = R::SPEC.symmetries[symmetry].piece(piece).index() as u32 + 1;
            for at in (before ^ now).iter() {
                for (window, power) in &self.windows[symmetry][place(at, rules.size())] {
                    let number = &mut windows[*window];
                    *number = match now.contains(at) {
                        true => *number + digit * power,
                        false => *number - digit * power,
                    };
                    changed |= 1u64 << window;
                }
            }
        }
        (windows, changed)
    }
}

impl<R: Rules> Estimate<R> for Learned {
    type Seen = Option<Seen<R::Grid>>;

    fn see(&self, rules: &R, to_move: Side) -> Self::Seen {
        let learns = !self.weights.is_empty();
        learns.then(|| self.look(rules, self.usable[to_move.index()][0]))
    }

    fn efforts(&self, seen: &Self::Seen, rules: &R, to_move: Side) -> [u32; 2] {
        let Some(seen) = seen else { return Lacking.efforts(&(), rules, to_move) };
        let lacks = lacks(rules, to_move);
        let (windows, changed) = self.changed(seen, rules, self.usable[to_move.index()][0]);
        let mut chances = seen.sum;
        for window in bits(changed) {
            chances += self.get(windows[window] as usize) - self.get(seen.windows[window] as usize);
        }
        chances += self.lack_weights(lacks).map(|number| self.get(number)).iter().sum::<f32>();
        // The effort grows with what both sides lack, or the search would go from one position near the start to the
        // next and never come to an end of the game.
        let [own, other] = lacks[usize::from(Steps::of::<R>() == Steps::Orthogonal)];
        let both = LACKED * (own.min(HALF) + other.min(HALF)) as f32;
        [both - chances, both + chances].map(|bits| libm::exp2f(bits.clamp(0.0, BITS)) as u32)
    }

    fn hears_of(&self, code: u64) -> bool {
        !self.weights.is_empty() && scattered(code).is_multiple_of(self.one_in)
    }

    fn hear(&self, rules: &R, to_move: Side, wins: bool) {
        if self.weights.is_empty() {
            return;
        }
        let lacking = self.lack_weights(lacks(rules, to_move));
        for symmetry in &self.usable[to_move.index()] {
            let seen = self.look(rules, *symmetry);
            let windows = seen.windows[..self.points].iter().map(|number| *number as usize);
            let chances = seen.sum + lacking.iter().map(|number| self.get(*number)).sum::<f32>();
            let surprise = f32::from(u8::from(wins)) - 1.0 / (1.0 + libm::expf(-chances));
            if surprise.abs() < EXPECTED {
                break;
            }
            let step = RATE * surprise;
            windows.chain(lacking).for_each(|number| self.set(number, self.get(number) + step));
        }
    }
}

/// The places of the bits that are set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(place)
    })
}

/// What a side lacks counts no more than so many points for the effort.
const HALF: u32 = 12;
/// The most effort, as a power of two.
const BITS: f32 = 27.0;

fn lacks<R: Rules>(rules: &R, to_move: Side) -> Lacks {
    let sides = [to_move, to_move.other()];
    [Steps::Any, Steps::Orthogonal].map(|steps| sides.map(|side| lacking(rules, side, steps)))
}

/// For each point the windows that show it when this symmetry is applied, and its digit there.
fn windows(symmetry: Symmetry, size: u8) -> Vec<Vec<(usize, u32)>> {
    let seen = |at: Point| {
        let at = symmetry.point(at, size);
        let middles = (0..9u8).filter_map(|number| {
            let (dx, dy) = (number as i8 % 3 - 1, number as i8 / 3 - 1);
            let middle = at.offset(dx, dy, size)?;
            Some((place(middle, size), 3u32.pow(u32::from(number))))
        });
        middles.collect()
    };
    Point::all(size).map(seen).collect()
}
