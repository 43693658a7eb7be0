//! What is answered to a person who does not see the board.

use konoba_rules::grid::Edge;
use konoba_rules::{AnyPosition, Grid, Piece, PieceChoice, Point, Points, Side};

use super::{Sentences, capitalised};
use crate::Reading;

/// How many steps away "near" reaches, in every direction.
const NEAR: u8 = 2;

impl Sentences {
    /// The answer to a question about the board. What has happened is known to the table alone, which answers that
    /// itself.
    pub fn reading(&self, position: &AnyPosition, reading: Reading) -> String {
        let size = self.setup.size;
        match reading {
            Reading::Row(number) => match number.checked_sub(1).filter(|y| *y < size) {
                Some(y) => {
                    let row = (0..size).map(|x| Point::new(x, y));
                    self.line_of_points(position, &format!("Row {number}"), row)
                }
                None => format!("There is no row {number}. Choose 1 to {size}."),
            },
            Reading::Column(at) if !at.is_on(size) => {
                let column = |x| self.letters.of_column(x);
                let (wanted, last) = (column(at.x), column(size - 1));
                format!("There is no column {wanted}. Choose {} to {last}.", column(0))
            }
            Reading::Around(at) | Reading::LegalNear(at) if !at.is_on(size) => self.off_board(at),
            Reading::Column(at) => {
                let column = (0..size).map(|y| Point::new(at.x, y));
                let letter = self.letters.of_column(at.x);
                self.line_of_points(position, &format!("Column {letter}"), column)
            }
            Reading::Around(at) => self.around(position, at),
            Reading::LegalNear(at) => self.legal_near(position, at),
            Reading::Chains => self.chains(position),
            Reading::Changed | Reading::Unclear => Reading::USAGE.to_owned(),
        }
    }

    /// `Row 4: c4 black stone, f4 white stone; the rest is empty.`
    fn line_of_points(
        &self,
        position: &AnyPosition,
        title: &str,
        points: impl ExactSizeIterator<Item = Point>,
    ) -> String {
        let count = points.len();
        let taken = self.taken(position, points);
        match taken.len() {
            0 => format!("{title} is empty."),
            all if all == count => format!("{title}: {}.", taken.join(", ")),
            _ => format!("{title}: {}; the rest is empty.", taken.join(", ")),
        }
    }

    /// `c4: empty. Around it: b3 black stone; the rest is empty.`
    fn around(&self, position: &AnyPosition, at: Point) -> String {
        let around = near(at, 1, self.setup.size).filter(|point| *point != at);
        let around: Vec<_> = around.collect();
        let piece = self.piece_on(position, at).unwrap_or("empty");
        let lines = self.line_of_points(position, "Around it", around.into_iter());
        format!("{}: {piece}. {lines}", self.point(at))
    }

    /// `Legal for Black within 2 steps of c4: b3 and d5.`
    fn legal_near(&self, position: &AnyPosition, at: Point) -> String {
        if let Some(winner) = position.winner() {
            return format!("The game is over. {}", self.outcome(winner));
        }
        let legal = position.legal_points(position.to_move());
        let points = near(at, NEAR, self.setup.size).filter(|point| legal.contains(*point));
        let points: Vec<_> = points.collect();
        let (side, at) = (self.side(position.to_move()), self.point(at));
        match points.is_empty() {
            true => format!("{side} has no legal move within {NEAR} steps of {at}."),
            false => {
                let points = self.points(points.into_iter());
                format!("Legal for {side} within {NEAR} steps of {at}: {points}.")
            }
        }
    }

    /// `Black: a chain of 3, a1, a2 and b2, at the bottom edge; single stone on d4.`
    fn chains(&self, position: &AnyPosition) -> String {
        let chains = position.chains();
        let pieces = position.pieces();
        if chains.is_empty() && pieces.iter().any(|points| !points.is_empty()) {
            return format!("There are no chains in {}.", self.spec().name);
        }
        let of = |piece: Piece| {
            let own = move |chain: &&Points| !(**chain & pieces[piece.index()]).is_empty();
            let mut own: Vec<Points> = chains.iter().filter(own).copied().collect();
            // The longest matter most; those of one length stay in the order of the board.
            own.sort_by_key(|chain| std::cmp::Reverse(chain.count()));
            own
        };
        let said = Piece::BOTH.into_iter().filter_map(|piece| {
            let (long, single): (Vec<Points>, Vec<Points>) =
                of(piece).into_iter().partition(|chain| chain.count() > 1);
            let mut said: Vec<_> = long.iter().map(|chain| self.chain(piece, *chain)).collect();
            if !single.is_empty() {
                let points = single.iter().flat_map(|chain| chain.iter());
                let alone = if single.len() == 1 { "single stone on" } else { "single stones on" };
                said.push(format!("{alone} {}", self.points(points)));
            }
            let name = match self.spec().choice {
                PieceChoice::Own => self.side(side_of(piece)).to_owned(),
                PieceChoice::Either => capitalised(self.spec().piece(piece).name),
            };
            (!said.is_empty()).then(|| format!("{name}: {}.", said.join("; ")))
        });
        let said: Vec<_> = said.collect();
        if said.is_empty() { "The board is empty.".to_owned() } else { said.join(" ") }
    }

    fn chain(&self, piece: Piece, chain: Points) -> String {
        let size = self.setup.size;
        let own = match side_of(piece) {
            Side::First => [(Edge::Bottom, "bottom"), (Edge::Top, "top")],
            Side::Second => [(Edge::Left, "left"), (Edge::Right, "right")],
        };
        let touches = |edge: Edge| !(chain & Points::edge(edge, size)).is_empty();
        let edges = own.iter().filter(|(edge, _)| self.spec().has_edges && touches(*edge));
        let edges: Vec<_> = edges.map(|(_, name)| *name).collect();
        let mut said = format!("a chain of {}, {}", chain.count(), self.points(chain.iter()));
        match edges[..] {
            [] => {}
            [one] => said.push_str(&format!(", at the {one} edge")),
            _ => said.push_str(&format!(", at the {} edges", edges.join(" and "))),
        }
        said
    }

    /// Those points that are not empty, each with its piece.
    fn taken(&self, position: &AnyPosition, points: impl Iterator<Item = Point>) -> Vec<String> {
        let said = |at| Some(format!("{} {}", self.point(at), self.piece_on(position, at)?));
        points.filter_map(said).collect()
    }

    fn piece_on(&self, position: &AnyPosition, at: Point) -> Option<&'static str> {
        let pieces = position.pieces();
        let piece = Piece::BOTH.into_iter().find(|piece| pieces[piece.index()].contains(at))?;
        Some(self.spec().piece(piece).name)
    }
}

/// The side whose own this kind of piece is, where pieces belong to sides.
const fn side_of(piece: Piece) -> Side {
    match piece {
        Piece::First => Side::First,
        Piece::Second => Side::Second,
    }
}

/// The points of the board that are at most so many steps away in either direction, row by row.
fn near(at: Point, steps: u8, size: u8) -> impl Iterator<Item = Point> {
    let range = move |from: u8| from.saturating_sub(steps)..=(from + steps).min(size - 1);
    range(at.y).flat_map(move |y| range(at.x).map(move |x| Point::new(x, y)))
}
