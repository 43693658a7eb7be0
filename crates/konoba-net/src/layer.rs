//! A convolution by the way that is the faster one with the instructions at hand. Both give the same numbers.

use konoba_kernels::PAIRS_ARE_FAST;

use super::convolution::{Convolution, Group, Whole};
use super::file::Map;
use super::tiled::{TILE, TiledConvolution};

/// A convolution.
#[derive(Clone, Debug)]
pub(super) enum Layer {
    /// All products are added up.
    Direct(Convolution),
    /// Tiles of points have products in common.
    Tiled(TiledConvolution),
}

impl Layer {
    pub(super) fn new(map: &Map) -> Self {
        if PAIRS_ARE_FAST && TiledConvolution::takes(map) {
            Self::Tiled(TiledConvolution::new(map))
        } else {
            Self::Direct(Convolution::new(map))
        }
    }

    /// How many points a row must have for it with its border.
    pub(super) const fn width(size: usize) -> usize {
        if PAIRS_ARE_FAST { size.next_multiple_of(TILE) + 2 } else { size + 2 }
    }

    /// Computes the groups of every point of the board, row by row.
    pub(super) fn apply(&self, input: &Whole, output: &mut [Group]) {
        match self {
            Self::Direct(convolution) => convolution.apply(input, output),
            // The condition is known to the compiler, which leaves tiles out of what is never computed by them.
            Self::Tiled(convolution) if PAIRS_ARE_FAST => convolution.apply(input, output),
            Self::Tiled(_) => unreachable!("there are none"),
        }
    }
}
