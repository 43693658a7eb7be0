//! `konoba puzzles make`: puzzles from games that engines play.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use konoba_advice::Budget;
use konoba_advice::puzzles::{PuzzleProver, after, moves};
use konoba_engine::Unwatched;
use konoba_puzzles::check::check_within;
use konoba_puzzles::{Measured, Plies, Puzzle, Source, Theme, Wrong, themes, write};
use konoba_rules::{AnyPosition, Grid, Move, Position, Rules, Setup, Spec, Visitor};

use super::effort::Effort;
use super::game::{PlayedGame, dice, play, setups};
use super::measure::{QUICK, SLOW, misses, net_sees_it};
use super::read_game;
use crate::audience::{Audience, CLEAR, say};

/// Find puzzles in games between engines, and prove them
///
/// A puzzle is a position in which one move wins and every other legal move is proved to lose. Each game depends on the seed and
/// its number alone, so several processes with other seeds, or with other numbers, can share the work; `konoba puzzles pick`
/// takes their files together. If the file is there, its games are not played again.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Make {
    /// The game
    #[arg(value_name = "GAME", value_parser = read_game)]
    game: &'static Spec,
    /// Write the puzzles here
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Which games are played
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,
    /// The sizes of the boards, where there is a choice
    #[arg(long, value_name = "SIZE,...", value_delimiter = ',', default_values_t = [5, 6, 7])]
    sizes: Vec<u8>,
    /// Keep only puzzles that show one of these themes, however easy they are
    #[arg(long = "theme", value_name = "THEME,...", value_delimiter = ',', value_parser = read_theme)]
    themes: Vec<Theme>,
    /// How many games are looked through at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Begin no further game after so many minutes
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,
    /// Tell on standard error how it goes, as happens anyway on a terminal
    #[arg(long)]
    progress: bool,
}

const EXAMPLES: &str = "\
Examples:
  konoba puzzles make konobi --out konobi-1.txt --games 1000
  konoba puzzles make quentin --out quentin-2.txt --seed 2 --sizes 6,7 --jobs 4 --minutes 30
  konoba puzzles pick konobi konobi-1.txt konobi-2.txt --out konobi.txt";

/// With fewer moves there is nothing to choose from.
const FEWEST_MOVES: usize = 4;
/// How many positions of a game plain search is asked about, and how many of those that it sees are kept.
const MOST_CANDIDATES: usize = 100;
const MOST_EASY: usize = 6;
/// How many of them are tried, those that plain search misses first, and how many if only some themes are wanted, since then most
/// tries give nothing.
const MOST_TRIES: usize = 5;
const MOST_TRIES_FOR_THEMES: usize = 40;
/// How often plain search tries a puzzle, with few playouts and with many.
const QUICK_TRIES: u8 = 3;
const SLOW_TRIES: u8 = 2;
/// How many puzzles a game may give, and how many plies apart.
const MOST_OF_GAME: usize = 3;
const APART: usize = 3;

impl Make {
    /// Does it.
    pub(super) fn run(self) -> anyhow::Result<()> {
        let name = || self.out.display().to_string();
        let before = match fs::read_to_string(&self.out) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(name),
        };
        let before = whole_games(&before);
        let done = done_games(before, self.seed);
        fs::write(&self.out, before).with_context(name)?;
        let file = OpenOptions::new().append(true).open(&self.out);
        let output = Mutex::new(file.with_context(name)?);
        let setups = setups(self.game, &self.sizes);
        anyhow::ensure!(!setups.is_empty(), "{} is not played on these sizes", self.game.name);
        let (next, found, played) = (AtomicU32::new(0), AtomicUsize::new(0), AtomicU32::new(0));
        let begun = Instant::now();
        let audience = Audience::there_is(self.progress, false);
        let is_time = || {
            self.minutes.is_none_or(|minutes| begun.elapsed() < Duration::from_secs(60 * minutes))
        };
        let work = || -> anyhow::Result<()> {
            while is_time() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    break;
                }
                if done.contains(&number) {
                    continue;
                }
                let puzzles = puzzles_of_game(&setups, self.seed, number, &self.themes);
                found.fetch_add(puzzles.len(), Ordering::Relaxed);
                keep(&output, &puzzles, self.seed, number).with_context(name)?;
                let played = played.fetch_add(1, Ordering::Relaxed) + 1;
                tell(audience, played, found.load(Ordering::Relaxed), begun.elapsed());
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("no game panics"))
        })?;
        if matches!(audience, Audience::Terminal) {
            say("\n");
        }
        println!(
            "{} puzzles in {} games",
            found.load(Ordering::Relaxed),
            played.load(Ordering::Relaxed)
        );
        Ok(())
    }
}

fn read_theme(text: &str) -> Result<Theme, String> {
    Theme::named(text).ok_or_else(|| {
        let ids = Theme::ALL.map(Theme::id);
        format!("there is no such theme; there are {}", ids.join(", "))
    })
}

/// The numbers of the games of a seed that a file holds.
fn done_games(text: &str, seed: u64) -> HashSet<u32> {
    let mark = format!("# done {seed}/");
    text.lines().filter_map(|line| line.strip_prefix(&mark)?.parse().ok()).collect()
}

/// What a file holds of games that are done. What follows was cut off in the middle of a game, which is played again.
fn whole_games(text: &str) -> &str {
    let last = text.rfind("# done ").unwrap_or_default();
    let end = text[last..].find('\n').map_or(0, |end| last + end + 1);
    if last == 0 && !text.starts_with("# done ") { "" } else { &text[..end] }
}

/// Writes the puzzles of a game, and then that it is done.
fn keep(output: &Mutex<File>, puzzles: &[Puzzle], seed: u64, game: u32) -> anyhow::Result<()> {
    let text: String = puzzles.iter().map(write).collect();
    let mut output = output.lock().expect("no writer panics");
    output.write_all(format!("{text}# done {seed}/{game}\n").as_bytes())?;
    Ok(())
}

fn tell(audience: Audience, games: u32, puzzles: usize, elapsed: Duration) {
    let hours = elapsed.as_secs_f64() / 3600.0;
    let yield_ = puzzles as f64 / hours;
    let text = format!("{games} games, {puzzles} puzzles, {yield_:.0} an hour");
    match audience {
        Audience::Terminal => say(&format!("\r{text}{CLEAR}")),
        Audience::Log | Audience::Program => say(&format!("{text}\n")),
        Audience::NoOne => {}
    }
}

/// The puzzles of a game; if there are themes, those that show one of them.
pub(super) fn puzzles_of_game(
    setups: &[Setup],
    seed: u64,
    number: u32,
    wanted: &[Theme],
) -> Vec<Puzzle> {
    let game = play(setups, &mut dice(seed, number));
    let source = Source { seed, game: number };
    let effort = Effort::of(game.setup);
    AnyPosition::start(game.setup).visit(Searching { game: &game, source, wanted, effort })
}

struct Searching<'a> {
    game: &'a PlayedGame,
    source: Source,
    /// The themes of which a puzzle must show one; any will do if there are none.
    wanted: &'a [Theme],
    effort: Effort,
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
        prover.allow(self.effort.search);
        let mut candidates = self.candidates(&positions, &mut prover);
        // Those that plain search misses come first; of the others a game gives one at most, and every other game none.
        candidates.sort_by_key(|candidate| Reverse((candidate.quick_misses, candidate.ply)));
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut tries = 0;
        for candidate in candidates {
            let is_easy = candidate.quick_misses == 0;
            let has_easy = puzzles.iter().any(|puzzle| puzzle.measured.quick_misses[0] == 0);
            let is_unwanted = is_easy && (has_easy || self.source.game % 2 == 1);
            let (most, is_unwanted) = match self.wanted.is_empty() {
                true => (MOST_TRIES, is_unwanted),
                false => (MOST_TRIES_FOR_THEMES, false),
            };
            if puzzles.len() == MOST_OF_GAME || tries == most || is_unwanted {
                break;
            }
            let is_apart = |puzzle: &Puzzle| {
                let is_far = puzzle.moves.len().abs_diff(candidate.length()) >= APART;
                is_far && puzzle.steps[0].wins[0] != candidate.right
            };
            if puzzles.iter().all(is_apart) {
                tries += 1;
                puzzles.extend(self.puzzle(&candidate, &mut prover));
            }
        }
        puzzles
    }
}

/// A position in which exactly one of several moves wins.
struct Candidate<R> {
    position: Position<R>,
    /// How many moves of the game led to it.
    ply: usize,
    /// A move after them that was not played in the game.
    other: Option<Move>,
    right: Move,
    /// How often plain search missed it in three tries.
    quick_misses: u8,
}

impl<R> Candidate<R> {
    /// How many moves led to it.
    fn length(&self) -> usize {
        self.ply + usize::from(self.other.is_some())
    }
}

impl Searching<'_> {
    /// Candidates of the game, from its end on back: its positions, and those to which any other move would have led.
    fn candidates<R: Rules>(
        &self,
        positions: &[Position<R>],
        prover: &mut PuzzleProver<'_, R>,
    ) -> Vec<Candidate<R>> {
        let (mut found, mut measured, mut easy) = (Vec::new(), 0, 0);
        for (ply, position) in positions.iter().enumerate().rev() {
            if position.winner().is_some() {
                continue;
            }
            // Earlier positions are harder still.
            let is_early = position.empty_points().count() > self.effort.most_empty;
            if is_early || prover.winner(position).is_none() {
                break;
            }
            let others = moves(position).into_iter().map(|mv| (Some(mv), after(position, mv)));
            for (other, position) in [(None, *position)].into_iter().chain(others) {
                let Some(right) = prover.only_win(&position, FEWEST_MOVES) else { continue };
                let mut candidate = Candidate { position, ply, other, right, quick_misses: 0 };
                let is_any_wanted = self.wanted.is_empty();
                // Plain search is slow, so it is asked only where two plies do not tell everything.
                if is_any_wanted && !is_obvious(&position, right) {
                    candidate.quick_misses = self.quick_misses(&candidate);
                    measured += 1;
                }
                let is_easy = candidate.quick_misses == 0 && is_any_wanted;
                easy += usize::from(is_easy);
                if !is_easy || easy <= MOST_EASY {
                    found.push(candidate);
                }
                if measured == MOST_CANDIDATES || found.len() == MOST_CANDIDATES {
                    return found;
                }
            }
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

    fn quick_misses<R>(&self, candidate: &Candidate<R>) -> u8 {
        let position = self.position(&self.moves(candidate));
        // What is seen at the first try is mostly seen always, and of such there are more than enough.
        match misses(QUICK, &position, candidate.right, 1)[0] {
            0 => 0,
            _ => misses(QUICK, &position, candidate.right, QUICK_TRIES)[0],
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
            slow_misses: [0, SLOW_TRIES],
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
        if !self.wanted.is_empty() {
            if !puzzle.themes.iter().any(|theme| self.wanted.contains(theme)) {
                return None;
            }
            puzzle.measured.quick_misses[0] = self.quick_misses(candidate);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_gives_the_same_puzzles_each_time_and_both_solvers_prove_them() {
        let spec = read_game("konobi").unwrap();
        let setups = setups(spec, &[5]);
        let found: Vec<Vec<Puzzle>> =
            (0..6).map(|number| puzzles_of_game(&setups, 5, number, &[])).collect();
        let some = found.iter().position(|puzzles| !puzzles.is_empty()).expect("there is one");
        assert_eq!(puzzles_of_game(&setups, 5, some as u32, &[]), found[some]);
        for puzzle in found.iter().flatten() {
            let (read, _) = konoba_puzzles::read(&write(puzzle)).unwrap();
            assert_eq!(read, std::slice::from_ref(puzzle));
        }
    }

    #[test]
    fn a_file_goes_on_after_its_last_whole_game() {
        let text = "konobi:5 a1\n\n# done 7/3\n# done 7/12\nkonobi:5 b1 ";
        assert_eq!(whole_games(text), "konobi:5 a1\n\n# done 7/3\n# done 7/12\n");
        assert_eq!(done_games(text, 7), HashSet::from([3, 12]));
        assert_eq!(done_games(text, 1), HashSet::new());
        for (text, whole) in
            [("", ""), ("konobi:5", ""), ("# done 1/2\n", "# done 1/2\n"), ("# done 1/", "")]
        {
            assert_eq!(whole_games(text), whole, "{text:?}");
        }
    }
}
