//! Many games of self-play at once, their evaluations in one batch.

use std::io;

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{Position, Rules, Visitor};

use crate::evaluate::{Batch, Evaluator, NetOutputs};
use crate::game::{Efforts, Game};
use crate::opening::Openings;
use crate::planes::planes;
use crate::sample::Harvest;
use konoba_engine::net::view::{VIEWS, Views};

/// Where finished games go.
pub trait Reaper {
    /// Takes the games; says whether more are wanted.
    fn reap(&mut self, harvest: &Harvest) -> io::Result<bool>;
}

/// Self-play from an empty board, to be run by [`konoba_rules::AnyPosition::visit`].
#[derive(Debug)]
pub struct SelfPlay<'a, E, H> {
    /// How many games are played at once.
    pub games: usize,
    /// How many samples are gathered before they are handed on.
    pub harvest_samples: u32,
    /// How hard to search.
    pub efforts: Efforts,
    /// From where games begin.
    pub openings: Openings,
    /// The same seed, evaluator and size give the same games.
    pub seed: u64,
    /// Who evaluates.
    pub evaluator: &'a mut E,
    /// Who takes the finished games.
    pub reaper: &'a mut H,
}

impl<E: Evaluator, H: Reaper> Visitor for SelfPlay<'_, E, H> {
    type Output = io::Result<()>;

    fn visit<R: Rules>(self, empty: &Position<R>) -> io::Result<()> {
        let mut dice = WyRand::new(self.seed);
        let views = Views::new(empty.rules().size());
        let mut games = (0..self.games)
            .map(|_| Game::new(*empty, self.efforts, self.openings, dice.bits()))
            .collect::<Vec<_>>();
        let mut seen_as = Vec::with_capacity(games.len());
        let mut batch = Batch::for_net(0);
        let mut answers = NetOutputs::new(views.points());
        let mut harvest = Harvest::default();
        loop {
            batch.clear();
            seen_as.clear();
            for game in &mut games {
                let leaf = game.advance(&views, &mut harvest);
                let view = views.of(leaf.position.to_move(), dice.below(VIEWS));
                view.pack(planes(&leaf.position, leaf.legal), &mut batch.bytes);
                batch.count += 1;
                seen_as.push(view);
            }
            if harvest.samples >= self.harvest_samples {
                if !self.reaper.reap(&harvest)? {
                    return Ok(());
                }
                harvest.clear();
            }
            self.evaluator.evaluate(&batch, &mut answers)?;
            for (index, game) in games.iter_mut().enumerate() {
                let (logits, value) = answers.of(index);
                let view = seen_as[index];
                game.answer(value, |at| logits[view.place(at)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Hashed;
    use crate::game::Method;
    use crate::sample::sample_bytes;
    use konoba_rules::AnyPosition;

    /// Keeps the games of a few harvests.
    struct Barn(Vec<Harvest>);

    impl Reaper for Barn {
        fn reap(&mut self, harvest: &Harvest) -> io::Result<bool> {
            self.0.push(harvest.clone());
            Ok(self.0.len() < 3)
        }
    }

    fn harvests(setup: &str, method: Method, openings: Openings, seed: u64) -> Vec<Harvest> {
        let setup = setup.parse::<konoba_rules::Setup>().unwrap();
        let mut barn = Barn(Vec::new());
        let play = SelfPlay {
            games: 16,
            harvest_samples: 40,
            efforts: Efforts::new(method, 16, 4, 50),
            openings,
            seed,
            evaluator: &mut Hashed::new(setup.size),
            reaper: &mut barn,
        };
        AnyPosition::start(setup.without_pie()).visit(play).unwrap();
        barn.0
    }

    #[test]
    fn the_same_seed_gives_the_same_games() {
        let rows = [
            ("konobi:5", Method::Gumbel, Openings::Mixed),
            ("quentin:5", Method::Puct, Openings::Mixed),
            ("konobi:8", Method::Puct, Openings::Empty),
            ("quentin:8", Method::Gumbel, Openings::Empty),
        ];
        for (setup, method, openings) in rows {
            let bytes = |seed| harvests(setup, method, openings, seed).concat_bytes();
            assert_eq!(bytes(1), bytes(1), "{setup}");
            assert_ne!(bytes(1), bytes(2), "{setup}");
        }
    }

    #[test]
    fn samples_can_be_learned_from() {
        for (setup, method) in [
            ("konobi:5", Method::Gumbel),
            ("konobi:5", Method::Puct),
            ("quentin:5", Method::Gumbel),
        ] {
            let views = Views::new(5);
            let harvests = harvests(setup, method, Openings::Mixed, 1);
            let bytes = harvests.concat_bytes();
            let samples = harvests.iter().map(|harvest| harvest.samples).sum::<u32>();
            assert_eq!(bytes.len(), samples as usize * sample_bytes(&views));
            let (mut won, mut proven) = (0, 0);
            for sample in bytes.chunks_exact(sample_bytes(&views)) {
                let (packed, rest) = sample.split_at(views.bytes());
                let (policy, rest) = rest.split_at(views.points());
                let (last, numbers) = rest.split_at(2 * views.plane_bytes());
                let legal = &packed[2 * views.plane_bytes()..];
                let is_legal = |place: usize| legal[place / 8] >> (place % 8) & 1 == 1;
                let probable = (0..views.points()).filter(|&place| policy[place] > 0);
                assert!(probable.clone().all(is_legal), "{setup}");
                assert_eq!(policy.iter().max(), Some(&255), "{setup}");
                assert!([1, u8::MAX].contains(&numbers[0]), "{setup}: no outcome");
                won += u32::from(numbers[0] == 1);
                // A search that found a win for certain is the last of its game.
                proven += u32::from(numbers[1] == 127);
                assert!(numbers == [1, 127, 127] || numbers[1] != 127, "{setup}: a win not won");
                // Stones stay where they are, and no point has two.
                for (now, last) in packed.iter().zip(last) {
                    assert_eq!(now & last, *now, "{setup}");
                }
                let (own, others) = last.split_at(views.plane_bytes());
                assert!(own.iter().zip(others).all(|(own, other)| own & other == 0), "{setup}");
            }
            assert!(proven > 0, "{setup}: wins are found");
            assert!(won > 0 && won < samples, "{setup}: both sides win games");
            let games = harvests.iter().map(|harvest| harvest.games).sum::<u32>();
            let first_wins = harvests.iter().map(|harvest| harvest.first_wins).sum::<u32>();
            assert!(first_wins > 0 && first_wins < games, "{setup}");
        }
    }

    trait ConcatBytes {
        fn concat_bytes(&self) -> Vec<u8>;
    }

    impl ConcatBytes for [Harvest] {
        fn concat_bytes(&self) -> Vec<u8> {
            self.iter().flat_map(|harvest| harvest.bytes.iter().copied()).collect()
        }
    }
}
