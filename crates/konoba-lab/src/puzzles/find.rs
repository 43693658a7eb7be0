//! Puzzles in a game that engines have played: positions in which one move wins, the hardest tried first, and their proofs.

use std::cmp::Reverse;
use std::time::Duration;

use konoba_advice::Budget;
use konoba_advice::puzzles::{PuzzleProver, after, moves};
use konoba_engine::Unwatched;
use konoba_puzzles::check::check_within;
use konoba_puzzles::{Measured, Plies, Puzzle, Source, Theme, Wrong, themes, write};
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Grid, Move, Position, Rules, Setup, Visitor};

use super::effort::Effort;
use super::game::{PlayedGame, dice, play, play_to_pass};
use super::measure::{QUICK, SLOW, misses, net_sees_it};

/// With fewer moves there is nothing to choose from. A forced pass comes when there are few moves left, so fewer do for it.
const FEWEST_MOVES: usize = 4;
const FEWEST_BEFORE_PASS: usize = 3;
/// How many of those that plain search sees are kept of a game.
const MOST_EASY: usize = 6;
/// How many are tried, those that plain search misses first, and how many if only some themes are wanted, since then most
/// tries give nothing.
const MOST_TRIES: usize = 5;
const MOST_TRIES_FOR_THEMES: usize = 40;
/// How often plain search tries a puzzle, with few playouts and with many.
const QUICK_TRIES: u8 = 3;
const SLOW_TRIES: u8 = 2;
/// How many puzzles a game may give, and how many plies apart.
const MOST_OF_GAME: usize = 3;
const APART: usize = 3;
/// The same of those that plain search misses with many playouts: there are few such games, so more is taken from one.
const MOST_HARD_OF_GAME: usize = 8;
const MOST_HARD_TRIES: usize = 12;
const HARD_APART: usize = 0;

/// The puzzles of a game; if there are themes, those that show one of them.
pub(super) fn puzzles_of_game(
    setups: &[Setup],
    seed: u64,
    number: u32,
    wanted: &[Theme],
) -> Vec<Puzzle> {
    let mut dice = dice(seed, number);
    let game = match wanted {
        [Theme::ForcedPass] => play_to_pass(setups, &mut dice),
        _ => Some(play(setups, &mut dice)),
    };
    let Some(game) = game else { return Vec::new() };
    let search = Searching {
        game: &game,
        known: None,
        source: Source { seed, game: number },
        wanted,
        effort: Effort::of(game.setup),
        order: dice.bits(),
    };
    AnyPosition::start(game.setup).visit(search)
}

/// Further puzzles of the game that a puzzle comes from: where one was hard, others are.
pub(super) fn puzzles_beside(known: &Puzzle, wanted: &[Theme]) -> Vec<Puzzle> {
    let source = known.source;
    let search = Searching {
        game: &PlayedGame::of(known),
        known: Some(known),
        source,
        wanted,
        effort: Effort::of_known(known.setup),
        order: dice(source.seed, source.game).bits(),
    };
    AnyPosition::start(known.setup).visit(search)
}

struct Searching<'a> {
    game: &'a PlayedGame,
    /// A puzzle of it that there is already.
    known: Option<&'a Puzzle>,
    source: Source,
    /// The themes of which a puzzle must show one; any will do if there are none.
    wanted: &'a [Theme],
    effort: Effort,
    /// By which chance the moves that were not played take turns.
    order: u64,
}

impl Visitor for Searching<'_> {
    type Output = Vec<Puzzle>;

    fn visit<R: Rules>(self, start: &Position<R>) -> Vec<Puzzle> {
        let mut positions = vec![*start];
        for mv in &self.game.moves {
            let mut next = *positions.last().expect("there is a start");
            next.try_play(*mv).expect("the game was played");
            positions.push(next);
        }
        let mut prover = PuzzleProver::new(start, Budget::new(Duration::MAX, &Unwatched));
        prover.allow_each(self.effort.each);
        let mut candidates = self.candidates(&positions, &mut prover);
        candidates.sort_by_key(|own| Reverse((own.slow_misses, own.quick_misses, own.ply)));
        let mut taken = Taken::default();
        for candidate in candidates {
            if !self.is_wanted(&candidate, &taken) {
                continue;
            }
            taken.tries += 1;
            taken.puzzles.extend(self.puzzle(&candidate, &mut prover));
        }
        taken.puzzles
    }
}

/// What a game has given so far.
#[derive(Default)]
struct Taken {
    tries: usize,
    puzzles: Vec<Puzzle>,
}

/// A position in which exactly one of several moves wins.
struct Candidate<R> {
    position: Position<R>,
    /// How many moves of the game led to it.
    ply: usize,
    /// A move after them that was not played in the game.
    other: Option<Move>,
    right: Move,
    /// How often plain search missed it in its tries, with few playouts and with many.
    quick_misses: u8,
    slow_misses: u8,
}

impl<R> Candidate<R> {
    /// How many moves led to it.
    fn length(&self) -> usize {
        self.ply + usize::from(self.other.is_some())
    }
}

impl Searching<'_> {
    /// Whether it is worth a proof after what the game has given. Of those that plain search sees a game gives one at most, and every
    /// other game none.
    fn is_wanted<R>(&self, candidate: &Candidate<R>, taken: &Taken) -> bool {
        let Taken { tries, puzzles } = taken;
        let is_hard = candidate.slow_misses > 0;
        let (most, most_tries, apart) = match (is_hard, self.wanted.is_empty()) {
            (true, true) => (MOST_HARD_OF_GAME, MOST_HARD_TRIES, HARD_APART),
            (false, true) => (MOST_OF_GAME, MOST_TRIES, APART),
            (_, false) => (MOST_OF_GAME, MOST_TRIES_FOR_THEMES, APART),
        };
        let is_easy = candidate.quick_misses == 0 && self.wanted.is_empty();
        let has_easy = puzzles.iter().any(|puzzle| puzzle.measured.quick_misses[0] == 0);
        let is_apart = |puzzle: &Puzzle| {
            puzzle.moves.len().abs_diff(candidate.length()) >= apart
                && puzzle.steps[0].wins[0] != candidate.right
        };
        puzzles.len() < most
            && *tries < most_tries
            && !(is_easy && (has_easy || self.source.game % 2 == 1))
            && puzzles.iter().chain(self.known).all(is_apart)
    }

    /// Candidates of the game, from its end on back: its positions, and those to which any other move would have led.
    fn candidates<R: Rules>(
        &self,
        positions: &[Position<R>],
        prover: &mut PuzzleProver<'_, R>,
    ) -> Vec<Candidate<R>> {
        let fewest = match self.wanted {
            [Theme::ForcedPass] => FEWEST_BEFORE_PASS,
            _ => FEWEST_MOVES,
        };
        let mut chance = WyRand::new(self.order);
        let (mut found, mut measured, mut easy) = (Vec::new(), 0, 0);
        let mut left = self.effort.search;
        for (ply, position) in positions.iter().enumerate().rev() {
            if position.winner().is_some() {
                continue;
            }
            let spent = prover.spent();
            prover.allow(left.min(self.effort.search_of_ply));
            // Earlier positions are harder still.
            let empty = position.empty_points().count();
            if empty > self.effort.most_empty || prover.winner(position).is_none() {
                break;
            }
            let mut others = moves(position);
            for place in (1..others.len()).rev() {
                others.swap(place, chance.below(place as u32 + 1) as usize);
            }
            let others = others.into_iter().map(|mv| (Some(mv), after(position, mv)));
            let mut of_ply = 0;
            for (other, position) in [(None, *position)].into_iter().chain(others) {
                if of_ply == self.effort.most_of_ply(empty) {
                    break;
                }
                let Some(right) = prover.only_win(&position, fewest) else { continue };
                of_ply += 1;
                let mut candidate =
                    Candidate { position, ply, other, right, quick_misses: 0, slow_misses: 0 };
                let is_any_wanted = self.wanted.is_empty();
                // Plain search is slow, so it is asked only where two plies do not tell everything.
                if is_any_wanted && !is_obvious(&position, right) {
                    self.measure(&mut candidate);
                    measured += 1;
                }
                let is_easy = candidate.quick_misses == 0 && is_any_wanted;
                easy += usize::from(is_easy);
                if !is_easy || easy <= MOST_EASY {
                    found.push(candidate);
                }
                if measured == self.effort.most_measured || found.len() == self.effort.most_measured
                {
                    return found;
                }
            }
            left = left.saturating_sub(prover.spent() - spent);
        }
        found
    }

    /// The moves that led to a candidate.
    fn moves<R>(&self, candidate: &Candidate<R>) -> Vec<Move> {
        self.game.moves[..candidate.ply].iter().copied().chain(candidate.other).collect()
    }

    fn position(&self, moves: &[Move]) -> AnyPosition {
        let mut position = AnyPosition::start(self.game.setup);
        moves.iter().for_each(|mv| {
            position.play(*mv).expect("the move is legal");
        });
        position
    }

    /// Finds out how often plain search misses it.
    fn measure<R>(&self, candidate: &mut Candidate<R>) {
        let position = self.position(&self.moves(candidate));
        // What is seen at the first try is mostly seen always, and of such there are more than enough.
        let missed = |player, tries| match misses(player, &position, candidate.right, 1)[0] {
            0 => 0,
            _ => misses(player, &position, candidate.right, tries)[0],
        };
        candidate.quick_misses = missed(QUICK, QUICK_TRIES);
        if candidate.quick_misses > 0 {
            candidate.slow_misses = missed(SLOW, SLOW_TRIES);
        }
    }

    fn puzzle<R: Rules>(
        &self,
        candidate: &Candidate<R>,
        prover: &mut PuzzleProver<'_, R>,
    ) -> Option<Puzzle> {
        prover.allow(self.effort.proof);
        let spent = prover.spent();
        let moves = self.moves(candidate);
        let position = self.position(&moves);
        let proved = prover.prove(&candidate.position)?;
        let nodes = prover.spent() - spent;
        let unmeasured = Measured {
            net_sees_it: None,
            quick_misses: [candidate.quick_misses, QUICK_TRIES],
            slow_misses: [candidate.slow_misses, SLOW_TRIES],
            nodes,
            plain_nodes: 0,
        };
        let mut puzzle = Puzzle {
            setup: self.game.setup,
            moves,
            plies: proved.plies,
            steps: proved.steps,
            themes: Vec::new(),
            measured: unmeasured,
            source: self.source,
        };
        puzzle.themes = themes(&puzzle);
        let is_themed = !self.wanted.is_empty();
        if is_themed && !puzzle.themes.iter().any(|theme| self.wanted.contains(theme)) {
            return None;
        }
        match check_within(&puzzle, self.effort.plain) {
            Ok(checked) => puzzle.measured.plain_nodes = checked.positions,
            Err(Wrong::TooHard) => return None,
            Err(wrong) => {
                let wrong = wrong.sentence(self.game.setup.spec);
                panic!("two solvers disagree: {wrong}\n{}", write(&puzzle));
            }
        }
        puzzle.measured.net_sees_it = net_sees_it(&position, candidate.right);
        if puzzle.plies != Plies::Exactly(1) {
            puzzle.measured.quick_misses = misses(QUICK, &position, candidate.right, QUICK_TRIES);
            puzzle.measured.slow_misses = misses(SLOW, &position, candidate.right, SLOW_TRIES);
        }
        Some(puzzle)
    }
}

/// Whether the move wins at once, or the other side wins at once after any other: what every search sees.
fn is_obvious<R: Rules>(position: &Position<R>, right: Move) -> bool {
    let wins_at_once = |position: &Position<R>| {
        let side = position.to_move();
        moves(position).into_iter().any(|mv| after(position, mv).winner() == Some(side))
    };
    let loses_at_once = |mv: Move| {
        let next = after(position, mv);
        match next.winner() {
            Some(winner) => winner != position.to_move(),
            None => next.to_move() != position.to_move() && wins_at_once(&next),
        }
    };
    after(position, right).winner().is_some()
        || moves(position).into_iter().filter(|mv| *mv != right).all(loses_at_once)
}
