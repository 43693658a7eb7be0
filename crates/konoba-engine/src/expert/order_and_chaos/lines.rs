//! The lines of the board, asked of the rules, and Order's hopes on them.

use std::sync::LazyLock;

use konoba_rules::games::OrderAndChaos;
use konoba_rules::grid::{Grid, Small};
use konoba_rules::{Move, Piece, Point, Rules, Setup};

/// The numbers of the variants, in the order in which the game lists them.
pub(super) const FIVE_OR_SIX: u8 = 1;
pub(super) const LASTING_FIVE: u8 = 2;

/// The eighteen lines, each from one end to the other.
pub(super) static LINES: LazyLock<Vec<Vec<Point>>> = LazyLock::new(|| {
    let empty = board(Setup::default_of(OrderAndChaos::SPEC), []);
    let mut lines = Vec::new();
    empty.open_lines(&mut |line| {
        let mut cells: Vec<Point> = line.iter().collect();
        // By column and then by row: the order of the cells along a line of any direction.
        cells.sort();
        lines.push(cells);
    });
    lines
});

/// Five cells in a line that may all come to hold one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hope {
    pub(super) piece: Piece,
    pub(super) window: Small,
    /// The sixth cell of the line; no cell where it has only five.
    pub(super) sixth: Small,
}

/// Every hope of an empty board.
pub(super) static HOPES: LazyLock<Vec<Hope>> = LazyLock::new(|| {
    let windows = LINES.iter().flat_map(|line| line.windows(5).map(move |five| (line, five)));
    let hopes = windows.flat_map(|(line, five)| {
        let window = set(five.iter().copied());
        let sixth = set(line.iter().copied()) & !window;
        Piece::BOTH.map(|piece| Hope { piece, window, sixth })
    });
    hopes.collect()
});

/// What one move can make of a hope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    /// The move by which Order would win at once.
    pub(super) wins: Move,
    /// The moves by which Chaos can end the hope. Whatever else Chaos plays, Order wins.
    pub(super) stops: [Option<Move>; 2],
}

impl Hope {
    /// Whether it can still come true (O3).
    #[inline(always)]
    pub(super) fn is_alive(&self, pieces: [Small; 2], variant: u8) -> bool {
        let [own, other] = self.own_and_other(pieces);
        (self.window & other).is_empty()
            && (variant == FIVE_OR_SIX || (self.sixth & own).is_empty())
    }

    /// The cells of the window that hold nothing yet, if the hope is alive.
    #[inline(always)]
    pub(super) fn missing(&self, pieces: [Small; 2]) -> Small {
        self.window & !self.own_and_other(pieces)[0]
    }

    /// How one more move of Order's would make it come true (O2), if it would.
    pub(super) fn threat(&self, pieces: [Small; 2], variant: u8) -> Option<Threat> {
        if !self.is_alive(pieces, variant) {
            return None;
        }
        let (own, other) = (self.piece, self.piece.other());
        let missing = self.missing(pieces);
        let sixth = self.sixth & !(pieces[0] | pieces[1]);
        let place = |piece, cells: Small| cells.iter().next().map(|at| Move::PlacePiece(piece, at));
        match missing.count() {
            // A five that lasts as soon as the other piece is on the sixth cell.
            0 => Some(Threat { wins: place(other, sixth)?, stops: [place(own, sixth), None] }),
            1 if variant == LASTING_FIVE && !sixth.is_empty() => None,
            1 => {
                let six = if variant == FIVE_OR_SIX { None } else { place(own, sixth) };
                let wins = place(own, missing).expect("one cell is missing");
                Some(Threat { wins, stops: [place(other, missing), six] })
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn own_and_other(&self, pieces: [Small; 2]) -> [Small; 2] {
        [pieces[self.piece.index()], pieces[self.piece.other().index()]]
    }
}

/// The board with these pieces and no others.
pub(super) fn board(
    setup: Setup,
    pieces: impl IntoIterator<Item = (Point, Piece)>,
) -> OrderAndChaos {
    let mut sets = [Small::EMPTY; 2];
    pieces.into_iter().for_each(|(at, piece)| sets[piece.index()].insert(at));
    OrderAndChaos::with_pieces(&setup, sets)
}

/// These cells as a set.
pub(super) fn set(cells: impl IntoIterator<Item = Point>) -> Small {
    let mut set = Small::EMPTY;
    cells.into_iter().for_each(|at| set.insert(at));
    set
}
