//! One game of a player against itself, played again and again.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{Move, Position, Rules, Side};

use crate::effort::{Effort, Noise, Root};
use crate::opening::{Opening, Openings, random_start};
use crate::sample::{Harvest, Hindsight, sample_bytes, write_sample};
use crate::search::Search;
use crate::tree::Leaf;
use konoba_engine::net::view::Views;

/// How softly the policy draws the moves of the opening.
const OPENING_TEMPERATURE: f32 = 1.4;

/// How much the next search weighs in the value that a sample foretells; some six moves count.
const SOON_RATE: f32 = 1.0 / 6.0;

/// How hard to search in self-play. Few moves are searched well, and only these are learned from;
/// the others are searched quickly, so that more games are finished (playout-cap randomisation:
/// Wu, "Accelerating self-play learning in Go", 2019).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Efforts {
    /// The search that is learned from.
    pub full: Effort,
    /// The quick one.
    pub fast: Effort,
    /// How many moves in a hundred are searched fully.
    pub full_percent: u32,
}

/// How the moves of the root are tried in self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Method {
    /// Gumbel AlphaZero's way.
    Gumbel,
    /// PUCT, which explores where the search is full.
    Puct,
}

impl Efforts {
    /// So many simulations in a full search and in a fast one.
    pub const fn new(method: Method, full: usize, fast: usize, full_percent: u32) -> Self {
        let noise = Noise::Gumbel;
        let (full_root, fast_root) = match method {
            Method::Gumbel => (Root::Gumbel { considered: 16 }, Root::Gumbel { considered: 6 }),
            Method::Puct => (Root::ExploringPuct, Root::Puct),
        };
        Self {
            full: Effort { simulations: full, root: full_root, noise },
            fast: Effort { simulations: fast, root: fast_root, noise },
            full_percent,
        }
    }
}

/// Why a search was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Opening,
    Learning,
    GoingOn,
}

/// A game that begins anew when it ends.
#[derive(Clone, Debug)]
pub struct Game<R: Rules> {
    empty: Position<R>,
    efforts: Efforts,
    openings: Openings,
    dice: WyRand,
    search: Search<R>,
    purpose: Purpose,
    opening_left: u32,
    /// What each search after the opening found, for the first side.
    found: Vec<f32>,
    /// The samples of this game.
    samples: Vec<u8>,
    /// For each sample, whose move it was and how many searches there had been, its own included.
    learned: Vec<(Side, usize)>,
    policy: Vec<f32>,
}

impl<R: Rules> Game<R> {
    /// Games from this empty board, which differ by their seed.
    pub fn new(empty: Position<R>, efforts: Efforts, openings: Openings, seed: u64) -> Self {
        let mut game = Self {
            empty,
            efforts,
            openings,
            dice: WyRand::new(seed),
            search: Search::new(),
            purpose: Purpose::Opening,
            opening_left: 0,
            found: Vec::new(),
            samples: Vec::new(),
            learned: Vec::new(),
            policy: Vec::new(),
        };
        game.begin();
        game
    }

    /// Plays until an evaluation is needed, and returns its position. Games that end on the way
    /// are added to the harvest.
    pub fn advance(&mut self, views: &Views, harvest: &mut Harvest) -> &Leaf<R> {
        while self.search.advance().is_none() {
            self.conclude(views, harvest);
        }
        self.search.advance().expect("the search has just asked for an evaluation")
    }

    /// Takes the evaluation that was needed, seen in a view of the position.
    pub fn answer(&mut self, value: f32, logit: impl Fn(konoba_rules::Point) -> f32) {
        self.search.answer(value, logit, &mut self.dice);
    }

    fn begin(&mut self) {
        let opening = Opening::draw(self.openings, self.empty.rules().size(), &mut self.dice);
        let start = random_start(&self.empty, opening.random, &mut self.dice);
        self.found.clear();
        self.samples.clear();
        self.learned.clear();
        self.opening_left = opening.by_policy;
        self.think(start);
    }

    fn think(&mut self, position: Position<R>) {
        let Efforts { full, fast, full_percent } = self.efforts;
        let (purpose, effort) = if self.opening_left > 0 {
            self.opening_left -= 1;
            (Purpose::Opening, Effort { simulations: 0, ..fast })
        } else if self.dice.below(100) < full_percent {
            (Purpose::Learning, full)
        } else {
            (Purpose::GoingOn, fast)
        };
        self.purpose = purpose;
        self.search.begin(position, effort);
    }

    /// A search has ended: learns from it, then moves or ends the game.
    fn conclude(&mut self, views: &Views, harvest: &mut Harvest) {
        let mover = self.search.to_move();
        let winner = self.search.winner();
        if self.purpose != Purpose::Opening {
            self.found.push(seen_by(mover, self.search.value()));
        }
        if self.purpose == Purpose::Learning && winner != Some(mover.other()) {
            write_sample(&self.search, views, &mut self.policy, &mut self.samples);
            self.learned.push((mover, self.found.len()));
        }
        let mut position = *self.search.position();
        // A game whose outcome is proven is as good as over.
        if let Some(winner) = winner {
            return self.end(&position, winner, views, harvest);
        }
        let at = match self.purpose {
            Purpose::Opening => self.search.drawn_by_policy(OPENING_TEMPERATURE, &mut self.dice),
            Purpose::Learning | Purpose::GoingOn => self.search.choice(),
        };
        let played = position.try_play(Move::Place(at));
        debug_assert!(played.is_some(), "the search chooses legal moves");
        match position.winner() {
            Some(winner) => self.end(&position, winner, views, harvest),
            None => self.think(position),
        }
    }

    fn end(&mut self, last: &Position<R>, winner: Side, views: &Views, harvest: &mut Harvest) {
        let outcome = seen_by(winner, 1.0);
        let samples = self.samples.chunks_exact_mut(sample_bytes(views));
        for (sample, &(mover, searches)) in samples.zip(&self.learned) {
            let soon = soon(&self.found[searches..], outcome);
            let hindsight = Hindsight {
                is_won: mover == winner,
                soon: seen_by(mover, soon),
                rules: last.rules(),
            };
            hindsight.write(mover, views, sample);
        }
        harvest.bytes.extend_from_slice(&self.samples);
        harvest.samples += self.learned.len() as u32;
        harvest.games += 1;
        harvest.moves += u32::from(self.search.position().ply());
        harvest.first_wins += u32::from(winner == Side::First);
        self.begin();
    }
}

/// What the searches to come find on average, the nearer the weightier, and at last the outcome.
fn soon(found: &[f32], outcome: f32) -> f32 {
    found.iter().rev().fold(outcome, |later, value| later + SOON_RATE * (value - later))
}

/// A value for a side as one for the first side, or the other way round.
const fn seen_by(side: Side, value: f32) -> f32 {
    match side {
        Side::First => value,
        Side::Second => -value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soon_looks_some_moves_ahead() {
        assert_eq!(soon(&[], -1.0), -1.0, "the game is over");
        assert!((soon(&[1.0], -1.0) - (-1.0 + SOON_RATE * 2.0)).abs() < 1e-6);
        assert!(soon(&[1.0, -1.0], 0.0) > 0.0, "what is nearer weighs more");
        assert!(soon(&[0.5; 100], -1.0) > 0.49, "what is far away is forgotten");
    }
}
