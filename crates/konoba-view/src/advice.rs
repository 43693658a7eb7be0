//! What an engine thinks of a position, as data that a program elsewhere can show by itself.

use konoba_rules::{Move, Setup, Side, Spec};
use konoba_scene::{Advice, Candidate, Certain};
use serde::{Deserialize, Serialize};

/// More than these are not told, the best first.
const MOST_CANDIDATES: usize = 40;
/// How many moves of the expected play are told.
const LONGEST_LINE: usize = 12;

/// What an engine thinks of a position. Moves are written as in records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AdviceView {
    /// The move that it would play.
    pub best: String,
    /// The chances of the side to move, in per cent, as far as the engine can tell.
    pub chances: Option<u8>,
    /// The side that wins with best play, where that is certain.
    pub winner: Option<String>,
    /// In at most this many moves of both sides together, where that is known.
    pub within: Option<u16>,
    /// The play that it expects, beginning with its move.
    pub line: Vec<String>,
    /// The moves that it looked at, the best first.
    pub candidates: Vec<CandidateView>,
    /// Which idea its move follows, in one sentence, where it has ideas.
    pub idea: Option<String>,
}

/// A move that an engine looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CandidateView {
    /// The move.
    pub mv: String,
    /// The chances of the player who plays it, in per cent, as far as the engine can tell.
    pub chances: Option<u8>,
    /// How much it was looked at, from 1 to 9.
    pub heat: u8,
}

impl AdviceView {
    /// Advice about a position of this game.
    pub fn of(advice: &Advice, spec: &'static Spec) -> Self {
        let written = |mv: Move| mv.written(spec).to_string();
        let candidates = advice.candidates.iter().take(MOST_CANDIDATES).map(|one| CandidateView {
            mv: written(one.mv),
            chances: one.chances,
            heat: one.heat,
        });
        Self {
            best: written(advice.best),
            chances: advice.chances,
            winner: advice.certain.map(|certain| spec.side(certain.winner).id.to_owned()),
            within: advice.certain.and_then(|certain| certain.within),
            line: advice.line.iter().take(LONGEST_LINE).map(|mv| written(*mv)).collect(),
            candidates: candidates.collect(),
            idea: advice.idea.clone(),
        }
    }

    /// The same as an interface shows it; none where it is not about such a game. It may come from another program.
    pub fn advice(&self, setup: Setup) -> Option<Advice> {
        let read = |text: &String| {
            let mv = Move::read(text, setup.spec).ok()?;
            mv.point().is_none_or(|at| at.is_on(setup.size)).then_some(mv)
        };
        let winner = match &self.winner {
            Some(id) => Some(Side::BOTH.into_iter().find(|side| setup.spec.side(*side).id == id)?),
            None => None,
        };
        let candidate = |one: &CandidateView| {
            Some(Candidate {
                mv: read(&one.mv)?,
                chances: one.chances.map(|percent| percent.min(100)),
                heat: one.heat.clamp(1, Candidate::MAX_HEAT),
            })
        };
        Some(Advice {
            best: read(&self.best)?,
            chances: self.chances.map(|percent| percent.min(100)),
            certain: winner.map(|winner| Certain { winner, within: self.within }),
            line: self.line.iter().map(read).collect::<Option<_>>()?,
            candidates: self.candidates.iter().map(candidate).collect::<Option<_>>()?,
            idea: self.idea.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use konoba_rules::GAMES;

    use super::*;

    #[test]
    fn advice_comes_back_as_it_was_written() {
        for spec in GAMES {
            let setup: Setup = spec.id.parse().unwrap();
            let position = konoba_rules::AnyPosition::start(setup);
            let moves = position.moves_of(position.to_move());
            let certain = Some(Certain { winner: Side::Second, within: Some(7) });
            let candidates = [(moves[0], 3), (moves[1], 1)];
            let candidates =
                candidates.map(|(mv, visits)| Candidate::new(mv, Some(51), (visits, 3))).to_vec();
            let (best, line, idea) = (moves[0], moves[..2].to_vec(), Some("An idea.".to_owned()));
            let advice = Advice { best, chances: Some(51), certain, line, candidates, idea };
            let view = AdviceView::of(&advice, spec);
            assert_eq!(view.advice(setup), Some(advice), "{}", spec.id);
            // What comes from elsewhere may be anything.
            let beyond = AdviceView { best: "z99".to_owned(), ..view.clone() };
            assert_eq!(beyond.advice(setup), None, "{}", spec.id);
            let other = AdviceView { winner: Some("red".to_owned()), ..view };
            assert_eq!(other.advice(setup), None, "{}", spec.id);
        }
    }
}
