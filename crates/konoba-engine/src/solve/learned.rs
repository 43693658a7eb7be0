//! Estimates that learn while a solver works: from each position that it proves, who wins others like it.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use konoba_rules::grid::Grid;
use konoba_rules::{Piece, Point, Rules, Side, Symmetry};

use super::codes::place;
use super::estimate::{Estimate, HOPELESS, Lacking, Steps, lacking};

/// The chances of the side to move, as a sum of what is known of every three by three points of the board where they
/// lie, and of the points that each side lacks to join its edges. Each proved position corrects the sum, as it does
/// the three positions that mirrors make of it. All of Konobi 5x5 takes a sixth of the nodes that it takes with
/// [`Lacking`].
///
/// It learns where sides join edges and where the board is small; elsewhere it is [`Lacking`].
pub struct Learned {
    /// Each is a number with a fraction, kept as its bits: threads read and write it without asking one another, and
    /// a correction that is lost does no harm.
    weights: Vec<AtomicU32>,
    /// By symmetry and point: the windows in which the point lies, and what a piece of the first side there adds to
    /// the number of what is seen in it; a piece of the second side adds twice as much.
    windows: Vec<Vec<Vec<(usize, usize)>>>,
    /// The symmetries after which the side to move is the first, by whose turn it is.
    usable: [Vec<usize>; 2],
    points: usize,
}

/// The largest board for which it learns: the weights of one take some megabytes.
const MOST: u8 = 7;
/// How many ways there are to fill three by three points.
const FILLINGS: usize = 19_683;
/// How many numbers of points a side may lack, [`HOPELESS`] being the largest.
const LACKS: usize = HOPELESS as usize + 1;
/// How much a proved position corrects.
const RATE: f32 = 0.03;

/// What is known of a position: which weights it has.
struct Features {
    all: [usize; MOST as usize * MOST as usize + 2],
    count: usize,
}

impl Features {
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.all[..self.count].iter().copied()
    }
}

/// How many points the side to move and its opponent lack, by each kind of steps.
type Lacks = [[u32; 2]; 2];

impl Learned {
    /// Estimates for boards of this size, which know no more than [`Lacking`] does.
    pub fn new<R: Rules>(size: u8) -> Self {
        let symmetries = R::SPEC.symmetries;
        let usable = Side::BOTH.map(|side| {
            let is_usable = |symmetry: &Symmetry| symmetry.side(side) == Side::First;
            (0..symmetries.len()).filter(|number| is_usable(&symmetries[*number])).collect()
        });
        let points = usize::from(size) * usize::from(size);
        let learns = R::SPEC.has_edges && size <= MOST;
        let mut estimates = Self { weights: Vec::new(), windows: Vec::new(), usable, points };
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

    /// The features of a position as a symmetry shows it.
    fn features<R: Rules>(&self, rules: &R, symmetry: usize, lacks: Lacks) -> Features {
        let mut features = Features { all: [0; _], count: self.points + 2 };
        let windows = &self.windows[symmetry];
        for (window, number) in features.all[..self.points].iter_mut().enumerate() {
            *number = window * FILLINGS;
        }
        for piece in Piece::BOTH {
            let seen = R::SPEC.symmetries[symmetry].piece(piece).index() + 1;
            for at in rules.pieces()[piece.index()].iter() {
                for (window, digit) in &windows[place(at, rules.size())] {
                    features.all[*window] += seen * digit;
                }
            }
        }
        for (kind, steps) in [Steps::Any, Steps::Orthogonal].into_iter().enumerate() {
            features.all[self.points + kind] = self.lacks(lacks[kind], steps);
        }
        features
    }

    /// The logarithm of the odds for the side to move.
    fn chances(&self, features: &Features) -> f32 {
        features.iter().map(|number| self.get(number)).sum()
    }
}

impl<R: Rules> Estimate<R> for Learned {
    fn efforts(&self, rules: &R, to_move: Side) -> [u32; 2] {
        if self.weights.is_empty() {
            return Lacking.efforts(rules, to_move);
        }
        let lacks = lacks(rules, to_move);
        let symmetry = self.usable[to_move.index()][0];
        let chances = self.chances(&self.features(rules, symmetry, lacks));
        // The effort grows with what both sides lack, or the search would go from one position near the start to the
        // next and never come to an end of the game.
        let [own, other] = lacks[usize::from(Steps::of::<R>() == Steps::Orthogonal)];
        let both = (own.min(HALF) + other.min(HALF)) as f32;
        [both - chances, both + chances].map(|bits| libm::exp2f(bits.clamp(0.0, BITS)) as u32)
    }

    fn hear(&self, rules: &R, to_move: Side, wins: bool) {
        if self.weights.is_empty() {
            return;
        }
        let lacks = lacks(rules, to_move);
        for symmetry in &self.usable[to_move.index()] {
            let features = self.features(rules, *symmetry, lacks);
            let chance = 1.0 / (1.0 + libm::expf(-self.chances(&features)));
            let step = RATE * (f32::from(u8::from(wins)) - chance);
            features.iter().for_each(|number| self.set(number, self.get(number) + step));
        }
    }
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
fn windows(symmetry: Symmetry, size: u8) -> Vec<Vec<(usize, usize)>> {
    let seen = |at: Point| {
        let at = symmetry.point(at, size);
        let middles = (0..9u8).filter_map(|number| {
            let (dx, dy) = (number as i8 % 3 - 1, number as i8 / 3 - 1);
            let middle = at.offset(dx, dy, size)?;
            Some((place(middle, size), 3usize.pow(u32::from(number))))
        });
        middles.collect()
    };
    Point::all(size).map(seen).collect()
}
