//! The board with a border of one point around it, as the net's first layer reads it.

/// How many planes of bits a view of a position has: the stones of the side to move, the stones of its opponent,
/// the points where the side to move may place, and those where its opponent could.
pub const PLANES: usize = 4;

/// The planes of each point of a board and its border, row by row. Above and below are stones of the
/// side to move, which joins these edges; left and right are stones of its opponent; the corners are
/// empty.
#[derive(Clone, Debug)]
pub struct Canvas {
    size: usize,
    points: Vec<[u8; PLANES]>,
}

impl Canvas {
    /// The canvas of a position that `View::pack` of the engine has packed.
    ///
    /// # Panics
    /// If the bytes are too few.
    pub fn of_packed(packed: &[u8], size: u8) -> Self {
        let size = usize::from(size);
        let width = size + 2;
        let plane_bytes = (size * size).div_ceil(8);
        let mut points = vec![[0; PLANES]; width * width];
        for place in 0..size * size {
            let point = &mut points[(place / size + 1) * width + place % size + 1];
            for (plane, bit) in point.iter_mut().enumerate() {
                let byte = packed[plane * plane_bytes + place / 8];
                *bit = byte >> (place % 8) & 1;
            }
        }
        for along in 1..=size {
            points[along][0] = 1;
            points[(width - 1) * width + along][0] = 1;
            points[along * width][1] = 1;
            points[along * width + width - 1][1] = 1;
        }
        Self { size, points }
    }

    /// The size of the board.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The planes of each point, border included.
    pub fn points(&self) -> &[[u8; PLANES]] {
        &self.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_points_row_by_row_and_edges_belong_to_their_sides() {
        let mut packed = [0; 4 * 4];
        packed[0] = 0b1000_0010;
        packed[4 + 3] = 1;
        let canvas = Canvas::of_packed(&packed, 5);
        let drawn = |plane: usize| {
            let marks = canvas.points().chunks(7).map(|row| {
                row.iter()
                    .map(|point| if point[plane] == 1 { 'x' } else { '.' })
                    .collect::<String>()
            });
            marks.collect::<Vec<_>>().join("\n")
        };
        assert_eq!(drawn(0), ".xxxxx.\n..x....\n...x...\n.......\n.......\n.......\n.xxxxx.");
        assert_eq!(drawn(1), ".......\nx.....x\nx.....x\nx.....x\nx.....x\nx....xx\n.......");
        assert_eq!(canvas.size(), 5);
    }
}
