//! One game of a player against itself, played again and again.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{Move, Position, Rules, Side};

use crate::opening::{Opening, random_start};
use crate::sample::{Harvest, write_outcome, write_sample};
use crate::search::{Effort, Noise, Search};
use crate::tree::Leaf;
use konoba_engine::net::view::Views;

/// How softly the policy draws the moves of the opening.
const OPENING_TEMPERATURE: f32 = 1.4;

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

impl Efforts {
    /// So many simulations in a full search and in a fast one.
    pub const fn new(full: usize, fast: usize, full_percent: u32) -> Self {
        let noise = Noise::Gumbel;
        Self {
            full: Effort { simulations: full, considered: 16, noise },
            fast: Effort { simulations: fast, considered: 6, noise },
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
    dice: WyRand,
    search: Search<R>,
    purpose: Purpose,
    opening_left: u32,
    /// The samples of this game, and whose move it was in each.
    samples: Vec<u8>,
    movers: Vec<Side>,
    policy: Vec<f32>,
}

impl<R: Rules> Game<R> {
    /// Games from this empty board, which differ by their seed.
    pub fn new(empty: Position<R>, efforts: Efforts, seed: u64) -> Self {
        let mut game = Self {
            empty,
            efforts,
            dice: WyRand::new(seed),
            search: Search::new(),
            purpose: Purpose::Opening,
            opening_left: 0,
            samples: Vec::new(),
            movers: Vec::new(),
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
        let opening = Opening::draw(self.empty.rules().size(), &mut self.dice);
        let start = random_start(&self.empty, opening.random, &mut self.dice);
        self.samples.clear();
        self.movers.clear();
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
        if self.purpose == Purpose::Learning && winner != Some(mover.other()) {
            write_sample(&self.search, views, &mut self.policy, &mut self.samples);
            self.movers.push(mover);
        }
        // A game whose outcome is proven is as good as over.
        if let Some(winner) = winner {
            return self.end(winner, views, harvest);
        }
        let at = match self.purpose {
            Purpose::Opening => self.search.drawn_by_policy(OPENING_TEMPERATURE, &mut self.dice),
            Purpose::Learning | Purpose::GoingOn => self.search.choice(),
        };
        let mut position = *self.search.position();
        let played = position.try_play(Move::Place(at));
        debug_assert!(played.is_some(), "the search chooses legal moves");
        match position.winner() {
            Some(winner) => self.end(winner, views, harvest),
            None => self.think(position),
        }
    }

    fn end(&mut self, winner: Side, views: &Views, harvest: &mut Harvest) {
        let samples = self.samples.chunks_exact_mut(crate::sample::sample_bytes(views));
        for (sample, &mover) in samples.zip(&self.movers) {
            write_outcome(sample, mover == winner);
        }
        harvest.bytes.extend_from_slice(&self.samples);
        harvest.samples += self.movers.len() as u32;
        harvest.games += 1;
        harvest.moves += u32::from(self.search.position().ply());
        harvest.first_wins += u32::from(winner == Side::First);
        self.begin();
    }
}
