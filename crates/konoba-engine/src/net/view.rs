//! What the net sees of a position.
//!
//! The net always sees the side to move as the one that joins top and bottom, so one net serves
//! both sides: where the second side is to move, the board is transposed and the colours are
//! exchanged. Each of the four mirrorings of that is as good a view as the others.

use konoba_rules::{Grid, MAX_SIZE, Point, Side, Symmetry};

pub use konoba_net::PLANES;

/// How many views there are of a position.
pub const VIEWS: u32 = 4;

/// The views of the positions on boards of one size.
#[derive(Clone, Debug)]
pub struct Views {
    size: u8,
    /// For each symmetry, where each point goes: its place in a plane.
    places: Vec<[u16; MAX_SIZE as usize * MAX_SIZE as usize]>,
}

/// One way to look at a position.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    views: &'a Views,
    symmetry: usize,
}

impl Views {
    /// The views for this size of board.
    pub fn new(size: u8) -> Self {
        let places = Symmetry::OF_JOINING_EDGES.map(|symmetry| {
            let mut places = [0; MAX_SIZE as usize * MAX_SIZE as usize];
            for at in Point::all(size) {
                let seen = symmetry.point(at, size);
                places[at.index()] = u16::from(seen.y) * u16::from(size) + u16::from(seen.x);
            }
            places
        });
        Self { size, places: places.to_vec() }
    }

    /// The size of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// How many points the board has.
    pub const fn points(&self) -> usize {
        self.size as usize * self.size as usize
    }

    /// How many bytes a plane takes, each point a bit.
    pub const fn plane_bytes(&self) -> usize {
        self.points().div_ceil(8)
    }

    /// How many bytes a packed position takes.
    pub const fn bytes(&self) -> usize {
        PLANES * self.plane_bytes()
    }

    /// One of the [`VIEWS`] for a side to move.
    pub fn of(&self, to_move: Side, number: u32) -> View<'_> {
        let exchanges = to_move == Side::Second;
        let symmetry = (0..Symmetry::OF_JOINING_EDGES.len())
            .filter(|&symmetry| Symmetry::OF_JOINING_EDGES[symmetry].exchanges_sides == exchanges)
            .nth(number as usize)
            .expect("four symmetries exchange the sides, and four do not");
        View { views: self, symmetry }
    }
}

impl View<'_> {
    /// The place of a point in a plane, row by row.
    #[inline(always)]
    pub fn place(&self, at: Point) -> usize {
        usize::from(self.views.places[self.symmetry][at.index()])
    }

    /// Adds a position to the bytes, plane by plane, the first point in the lowest bit.
    pub fn pack<G: Grid>(&self, planes: [G; PLANES], bytes: &mut Vec<u8>) {
        let plane_bytes = self.views.plane_bytes();
        let start = bytes.len();
        bytes.resize(start + self.views.bytes(), 0);
        let packed = &mut bytes[start..];
        for (number, plane) in planes.into_iter().enumerate() {
            let plane_start = number * plane_bytes;
            for at in plane.iter() {
                let place = self.place(at);
                packed[plane_start + place / 8] |= 1 << (place % 8);
            }
        }
    }
}
