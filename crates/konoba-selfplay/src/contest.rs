//! Contests between two players: pairs of games from the same opening with colours exchanged.

use std::io;

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{Move, Point, Position, Rules, Side, Visitor};

use crate::effort::{Effort, Noise, Root};
use crate::evaluate::{Batch, Evaluator, NetOutputs};
use crate::opening::{random_point, random_start};
use crate::planes::planes;
use crate::search::Search;
use konoba_engine::net::view::{VIEWS, Views};

/// A side of the contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Plays at random.
    Random,
    /// Searches with so many simulations; with none it plays by the policy alone.
    Searching {
        /// How many.
        simulations: usize,
        /// How the moves of the root are tried.
        root: Root,
    },
}

impl std::str::FromStr for Player {
    type Err = String;

    /// `random`, or a number of simulations, with `:puct` if the root is not Gumbel's.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "random" {
            return Ok(Self::Random);
        }
        let (number, root) = match text.strip_suffix(":puct") {
            Some(number) => (number, Root::Puct),
            None => (text, Root::Gumbel { considered: 16 }),
        };
        let simulations = number.parse().map_err(|_| format!("{text} is no player"))?;
        Ok(Self::Searching { simulations, root })
    }
}

/// What came of a contest, for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// How many pairs it won twice, shared, and lost twice.
    pub pairs: [u32; 3],
    /// How many games it won and lost.
    pub games: [u32; 2],
}

/// Whom the result is told.
pub trait Reporter {
    /// Tells the result.
    fn report(&mut self, score: &Score) -> io::Result<()>;
}

/// A contest from an empty board, to be run by [`konoba_rules::AnyPosition::visit`]. The first
/// player asks net 0 and the second net 1.
#[derive(Debug)]
pub struct Contest<'a, E> {
    /// The two.
    pub players: [Player; 2],
    /// How many pairs of games are played, all at once.
    pub pairs: u32,
    /// How many random moves come first.
    pub opening: u32,
    /// The same seed, evaluator and size give the same contest.
    pub seed: u64,
    /// Who evaluates.
    pub evaluator: &'a mut E,
}

/// A game of a contest.
struct Match<R: Rules> {
    search: Search<R>,
    /// The player, 0 or 1, that has the first side.
    first: usize,
    position: Position<R>,
    dice: WyRand,
}

impl<R: Rules> Match<R> {
    fn player_to_move(&self) -> usize {
        match self.position.to_move() {
            Side::First => self.first,
            Side::Second => 1 - self.first,
        }
    }

    /// Plays until an evaluation is needed (then true) or the game is over.
    fn advance(&mut self, players: [Player; 2]) -> bool {
        while self.position.winner().is_none() {
            let at = match players[self.player_to_move()] {
                Player::Random => random_point(&self.position, &mut self.dice),
                Player::Searching { .. } => {
                    if self.search.advance().is_some() {
                        return true;
                    }
                    Some(self.search.choice())
                }
            };
            self.play(at, players);
        }
        false
    }

    fn play(&mut self, at: Option<Point>, players: [Player; 2]) {
        let played = self.position.try_play(at.map_or(Move::Pass, Move::Place));
        debug_assert!(played.is_some(), "players play legal moves");
        if self.position.must_pass() {
            let passed = self.position.try_play(Move::Pass);
            debug_assert!(passed.is_some(), "who cannot place passes");
        }
        self.think(players);
    }

    fn think(&mut self, players: [Player; 2]) {
        if let Player::Searching { simulations, root } = players[self.player_to_move()]
            && self.position.winner().is_none()
        {
            let effort = Effort { simulations, root, noise: Noise::None };
            self.search.begin(self.position, effort);
        }
    }
}

impl<E: Evaluator> Visitor for Contest<'_, E> {
    type Output = io::Result<Score>;

    fn visit<R: Rules>(self, empty: &Position<R>) -> io::Result<Score> {
        let mut dice = WyRand::new(self.seed);
        let views = Views::new(empty.rules().size());
        let mut matches = Vec::new();
        for _ in 0..self.pairs {
            let position = random_start(empty, self.opening, &mut dice);
            for first in 0..2 {
                let dice = WyRand::new(dice.bits());
                let mut game = Match { search: Search::new(), first, position, dice };
                game.think(self.players);
                matches.push(game);
            }
        }
        let mut batches = [Batch::for_net(0), Batch::for_net(1)];
        let mut waiting = [Vec::new(), Vec::new()];
        let mut answers = NetOutputs::new(views.points());
        loop {
            batches.iter_mut().for_each(Batch::clear);
            waiting.iter_mut().for_each(Vec::clear);
            for (number, game) in matches.iter_mut().enumerate() {
                if game.advance(self.players) {
                    let player = game.player_to_move();
                    let leaf = game.search.advance().expect("the game waits for an evaluation");
                    let view = views.of(leaf.position.to_move(), dice.below(VIEWS));
                    view.pack(planes(&leaf.position, leaf.legal), &mut batches[player].bytes);
                    batches[player].count += 1;
                    waiting[player].push((number, view));
                }
            }
            if waiting.iter().all(Vec::is_empty) {
                return Ok(score(&matches));
            }
            for (batch, waiting) in
                batches.iter().zip(&waiting).filter(|(batch, _)| batch.count > 0)
            {
                self.evaluator.evaluate(batch, &mut answers)?;
                for (index, &(number, view)) in waiting.iter().enumerate() {
                    let (logits, value) = answers.of(index);
                    let Match { search, dice, .. } = &mut matches[number];
                    search.answer(value, |at| logits[view.place(at)], dice);
                }
            }
        }
    }
}

fn score<R: Rules>(matches: &[Match<R>]) -> Score {
    let mut score = Score::default();
    for pair in matches.chunks_exact(2) {
        let is_won = |game: &&Match<R>| {
            let side = if game.first == 0 { Side::First } else { Side::Second };
            game.position.winner() == Some(side)
        };
        let wins = pair.iter().filter(is_won).count();
        score.pairs[2 - wins] += 1;
        score.games[0] += wins as u32;
        score.games[1] += 2 - wins as u32;
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{Hashed, Uniform};
    use konoba_rules::AnyPosition;

    fn contest(setup: &str, players: [Player; 2], evaluator: &mut impl Evaluator) -> Score {
        let start = AnyPosition::start(setup.parse().unwrap());
        start.visit(Contest { players, pairs: 50, opening: 2, seed: 1, evaluator }).unwrap()
    }

    #[test]
    fn a_search_that_knows_nothing_but_wins_and_losses_beats_chance() {
        for setup in ["konobi:5,nopie", "quentin:5,nopie"] {
            for search in ["200", "200:puct"] {
                let [searching, random] = [search, "random"].map(|text| text.parse().unwrap());
                let score = contest(setup, [searching, random], &mut Uniform);
                assert_eq!(score.games.iter().sum::<u32>(), 100);
                assert!(score.games[0] > 65, "{setup}, {search}: {score:?}");
                let score = contest(setup, [random, searching], &mut Uniform);
                assert!(score.games[0] < 35, "{setup}, {search}: {score:?}");
            }
        }
    }

    #[test]
    fn a_player_that_never_draws_lots_shares_every_pair_with_itself() {
        for policy_alone in ["0", "0:puct"] {
            let players = [policy_alone.parse().unwrap(); 2];
            let score = contest("konobi:5,nopie", players, &mut Uniform);
            assert_eq!(score.pairs, [0, 50, 0]);
        }
        // An evaluator whose answers differ between the views brings chance back in.
        let players = ["4".parse().unwrap(); 2];
        let score = contest("konobi:5,nopie", players, &mut Hashed::new(5));
        assert_ne!(score.pairs, [0, 50, 0]);
    }
}
