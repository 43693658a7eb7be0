//! What is thought of the positions of a game.

use std::{io, iter};

use konoba_advice::chances;
use konoba_engine::Thought;
use konoba_rules::{AnyPosition, Move, Record, Side, Spec};
use konoba_table::{Evaluation, Recorded};

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
}

impl Seen {
    /// Has the engine think about every position of a game, the first and the last included. After each of them
    /// `tell` is called with all that is known by then.
    pub(super) fn all(
        record: &Record,
        mut think: impl FnMut(&AnyPosition) -> Thought,
        mut tell: impl FnMut(&[Self]) -> io::Result<()>,
    ) -> io::Result<Vec<Self>> {
        let mut position = *record.start();
        let mut seen = vec![Self::of(&position, &mut think)];
        tell(&seen)?;
        for mv in Recorded::of(record).moves() {
            position.play(mv).expect("a record holds legal moves only");
            let mut now = Self::of(&position, &mut think);
            let before = seen.last().expect("the start is there");
            if mv == Move::Swap && before.is_certain {
                // The board is the same, and what was certain about it still is.
                (now.first_wins, now.is_certain) = (before.first_wins, true);
            }
            seen.push(now);
            tell(&seen)?;
        }
        Ok(seen)
    }

    fn of(position: &AnyPosition, think: &mut impl FnMut(&AnyPosition) -> Thought) -> Self {
        if let Some(winner) = position.winner() {
            let first_wins = Some(f32::from(winner == Side::First));
            return Self { first_wins, line: Vec::new(), is_certain: true };
        }
        let thought = think(position);
        let mut next = *position;
        next.play(thought.best).expect("the engine plays legal moves");
        // A first move is worth what the board is worth on which the second player chooses a side, and a
        // forced pass what comes after it.
        if next.swap_is_offered() || (position.must_pass() && !next.must_pass()) {
            let after = Self::of(&next, think);
            let line = iter::once(thought.best).chain(after.line).collect();
            return Self { line, ..after };
        }
        let best = thought.candidates.iter().find(|one| one.mv == thought.best);
        let line = best.map_or_else(|| vec![thought.best], |best| best.line.clone());
        // A player who swaps wins on the other side.
        let is_first = (position.to_move() == Side::First) != (thought.best == Move::Swap);
        let chances = chances(position.to_move(), &thought);
        let first_wins = chances.map(|chances| if is_first { chances } else { 1.0 - chances });
        Self { first_wins, line, is_certain: thought.proof.is_some() }
    }

    /// The first moves of the best line.
    pub(super) fn written_line(&self, spec: &'static Spec) -> String {
        let moves = self.line.iter().take(5).map(|mv| mv.written(spec).to_string());
        moves.collect::<Vec<_>>().join(" ")
    }

    /// The same as it stands in a record.
    pub(super) fn evaluation(&self, spec: &'static Spec) -> Option<Evaluation> {
        let share = self.first_wins?;
        let first_wins = (share * f32::from(Evaluation::CERTAIN)).round() as u16;
        Some(Evaluation { first_wins, best_line: self.written_line(spec) })
    }
}
