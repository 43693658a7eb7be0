//! Order's wins by threats: each move threatens a five, until one threat too many.

use std::collections::HashMap;

use konoba_rules::games::OrderAndChaos;
use konoba_rules::grid::{Grid, Small};
use konoba_rules::{Move, Piece, Position, Rules, Side};

use super::lines::{HOPES, Threat};
use crate::solve::Effort;

/// A win that nothing prevents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Win {
    /// The move that begins it.
    pub(super) mv: Move,
    /// In at most so many moves of both sides together.
    pub(super) within: u16,
}

/// What is known of the positions met. Wins are never forgotten during a game, so that a win that
/// has been begun is also brought to its end.
#[derive(Default)]
pub(super) struct Hunt {
    wins: HashMap<u64, Win>,
    /// Positions without a win within so many moves.
    fails: HashMap<u64, u16>,
}

/// No chain of threats is followed further.
const LONGEST: u16 = 25;
/// When so much is remembered, what failed is forgotten, and no more wins are begun.
const MOST: usize = 1 << 20;

impl Hunt {
    /// The shortest win of Order, who is to move, that the effort suffices to find.
    pub(super) fn shortest(
        &mut self,
        position: &Position<OrderAndChaos>,
        effort: &mut Effort<'_>,
    ) -> Option<Win> {
        if let Some(win) = self.wins.get(&position.key()) {
            return Some(*win);
        }
        if self.fails.len() > MOST {
            self.fails.clear();
        }
        let lengths = (1..=LONGEST).step_by(2).take_while(|_| self.wins.len() < MOST);
        for within in lengths.collect::<Vec<_>>() {
            let win = self.attack(position, within, effort);
            if win.is_some() || effort.is_stopped() {
                return win;
            }
        }
        None
    }

    /// A win of Order, who is to move, within so many moves.
    fn attack(
        &mut self,
        position: &Position<OrderAndChaos>,
        within: u16,
        effort: &mut Effort<'_>,
    ) -> Option<Win> {
        if let Some(threat) = threats(position).next() {
            return Some(Win { mv: threat.wins, within: 1 });
        }
        let key = position.key();
        let known = self.wins.get(&key).filter(|win| win.within <= within);
        if within < 3 || known.is_some() {
            return known.copied();
        }
        if self.fails.get(&key).is_some_and(|failed| *failed >= within) || !effort.spend() {
            return None;
        }
        for mv in threatening(position) {
            let mut next = *position;
            if next.try_play(mv).is_none() || next.winner().is_some() {
                continue;
            }
            if let Some(rest) = self.forced(&next, within - 1, effort) {
                let win = Win { mv, within: rest + 1 };
                self.wins.insert(key, win);
                return Some(win);
            }
        }
        if !effort.is_stopped() {
            self.fails.insert(key, within);
        }
        None
    }

    /// Within how many moves, no more than given, Order wins whatever Chaos, who is to move, plays.
    fn forced(
        &mut self,
        position: &Position<OrderAndChaos>,
        within: u16,
        effort: &mut Effort<'_>,
    ) -> Option<u16> {
        let mut threats = threats(position);
        let first = threats.next()?;
        let others: Vec<Threat> = threats.collect();
        let stops_all = |mv: &Move| others.iter().all(|threat| threat.stops.contains(&Some(*mv)));
        let mut longest = 2;
        // What stops not every threat loses at once.
        for reply in first.stops.into_iter().flatten().filter(stops_all) {
            let mut next = *position;
            next.try_play(reply).expect("what stops a threat is legal");
            longest = longest.max(match next.winner() {
                Some(Side::First) => 1,
                Some(Side::Second) => return None,
                None => 1 + self.attack(&next, within.checked_sub(1)?, effort)?.within,
            });
        }
        (longest <= within).then_some(longest)
    }

    /// Within how many moves Order wins by threats after this move of Chaos's, as far as is seen.
    pub(super) fn lasts(
        &mut self,
        position: &Position<OrderAndChaos>,
        effort: &mut Effort<'_>,
    ) -> Option<u16> {
        match position.winner() {
            Some(Side::First) => Some(0),
            Some(Side::Second) => None,
            None => self.shortest(position, effort).map(|win| win.within),
        }
    }
}

/// What Order could do at once, were it to move.
pub(super) fn threats(position: &Position<OrderAndChaos>) -> impl Iterator<Item = Threat> {
    let (pieces, variant) = (position.rules().pieces(), position.setup().variant);
    HOPES.iter().filter_map(move |hope| hope.threat(pieces, variant))
}

/// The moves that leave one piece missing in some hope: those that threaten, the strongest first.
fn threatening(position: &Position<OrderAndChaos>) -> Vec<Move> {
    let (pieces, variant) = (position.rules().pieces(), position.setup().variant);
    let mut moves: Vec<(Move, u32)> = Vec::new();
    let mut add = |piece: Piece, cells: Small| {
        for at in cells.iter() {
            let mv = Move::PlacePiece(piece, at);
            match moves.iter_mut().find(|(other, _)| *other == mv) {
                Some((_, count)) => *count += 1,
                None => moves.push((mv, 1)),
            }
        }
    };
    for hope in HOPES.iter().filter(|hope| hope.is_alive(pieces, variant)) {
        let missing = hope.missing(pieces);
        if missing.count() == 2 {
            add(hope.piece, missing);
        } else if missing.count() == 1 {
            // Where a five must last, the other piece on the sixth cell makes a threat of a four.
            add(hope.piece, missing);
            add(hope.piece.other(), hope.sixth & !(pieces[0] | pieces[1]));
        }
    }
    moves.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    moves.into_iter().map(|(mv, _)| mv).collect()
}
