//! What is thought of the positions of a game.

use std::iter;

use konoba_advice::chances;
use konoba_engine::Thought;
use konoba_rules::{AnyPosition, Move, Record, Side};

/// What is thought of one position of a game.
#[derive(Clone)]
pub(super) struct Seen {
    /// How likely the first side is to win, from 0 to 1, no matter who sits there: a swap exchanges the people
    /// and changes nothing on the board. `None` where nothing is known.
    pub(super) first_wins: Option<f32>,
    /// What was best there, and what was expected to follow; empty after the end.
    pub(super) line: Vec<Move>,
    /// Whether it is certain how likely that is.
    is_certain: bool,
    /// Whether the second player may still choose between the sides.
    is_swap_ahead: bool,
}

impl Seen {
    /// Has the engine think about every position of a game, the first and the last included.
    pub(super) fn all(
        record: &Record,
        mut think: impl FnMut(&AnyPosition) -> Thought,
    ) -> Vec<Self> {
        let mut position = *record.start();
        let mut seen = vec![Self::of(&position, &mut think)];
        for mv in record.moves() {
            position.play(mv).expect("a record holds legal moves only");
            let mut now = Self::of(&position, &mut think);
            let before = seen.last().expect("the start is there");
            if mv == Move::Swap && before.is_certain {
                // The board is the same, and what was certain about it still is.
                (now.first_wins, now.is_certain) = (before.first_wins, true);
            }
            seen.push(now);
        }
        seen
    }

    fn of(position: &AnyPosition, think: &mut impl FnMut(&AnyPosition) -> Thought) -> Self {
        if let Some(winner) = position.winner() {
            let first_wins = Some(f32::from(winner == Side::First));
            return Self { first_wins, line: Vec::new(), is_certain: true, is_swap_ahead: false };
        }
        let thought = think(position);
        let mut next = *position;
        next.play(thought.best).expect("the engine plays legal moves");
        // A first move is worth what the board is worth on which the second player chooses a side, and a
        // forced pass what comes after it.
        let is_opening = next.swap_is_offered();
        if is_opening || (position.must_pass() && !next.must_pass()) {
            let after = Self::of(&next, think);
            let line = iter::once(thought.best).chain(after.line).collect();
            return Self { line, is_swap_ahead: is_opening, ..after };
        }
        let best = thought.candidates.iter().find(|one| one.mv == thought.best);
        let line = best.map_or_else(|| vec![thought.best], |best| best.line.clone());
        // A player who swaps wins on the other side.
        let is_first = (position.to_move() == Side::First) != (thought.best == Move::Swap);
        let chances = chances(position.to_move(), &thought);
        let first_wins = chances.map(|chances| if is_first { chances } else { 1.0 - chances });
        let (is_certain, is_swap_ahead) = (thought.proof.is_some(), position.swap_is_offered());
        Self { first_wins, line, is_certain, is_swap_ahead }
    }

    /// How likely the person who sits on a side now is to win. As long as the swap is ahead the second
    /// player gets the better side, and a first move is the better the nearer it is to even.
    pub(super) fn for_person_on(&self, side: Side) -> Option<f32> {
        let first = self.first_wins?;
        let first = if self.is_swap_ahead { first.min(1.0 - first) } else { first };
        Some(if side == Side::First { first } else { 1.0 - first })
    }
}
