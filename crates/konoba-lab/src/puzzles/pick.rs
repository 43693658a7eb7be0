//! `konoba puzzles pick`: which of the puzzles that were made are shipped.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use konoba_files::{read_text, replace};
use konoba_puzzles::{Calendar, Era, Plies, Puzzle, pack, parse_date, read, themes};
use konoba_rules::{Position, Rules, Spec, Visitor};
use time::Date;

use super::{MOST_BYTES, read_game};
use crate::{Report, number};

/// Pick puzzles to ship from files that `konoba puzzles make` wrote
///
/// Twins under symmetry are taken once. First come those by which each size and each theme has as many as are wanted, then the hardest. As many
/// are picked as leave the whole hard enough: the easiest fifth wins at once, and plain search misses enough of the others. What
/// the output file holds already stays where it is, with its numbers.
#[derive(Args, Debug)]
pub(super) struct Pick {
    /// The game
    #[arg(value_name = "GAME", value_parser = read_game)]
    game: &'static Spec,
    /// Files with puzzles
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the puzzles here, after those that are there
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many puzzles the file has in the end, at most
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<usize, 0, { u64::MAX }>)]
    count: usize,
    /// Leave out those whose text is longer, since all of them are carried in the program
    #[arg(long, value_name = "CHARACTERS", default_value_t = 600, value_parser = number::<usize, 0, { u64::MAX }>)]
    longest: usize,
    /// Have so many of each size, as far as there are any
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<usize, 0, { u64::MAX }>)]
    each_size: usize,
    /// Have so many of each theme, as far as there are any
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<usize, 0, { u64::MAX }>)]
    each_theme: usize,
    /// Take them however easy they are, where there are too few hard ones
    #[arg(long)]
    easy: bool,
    /// From which day on the new ones are among the daily ones
    #[arg(long, value_name = "DATE", value_parser = read_date)]
    daily: Option<Date>,
}

fn read_date(text: &str) -> Result<Date, String> {
    parse_date(text).ok_or_else(|| "a date is expected, such as 2026-11-17".to_owned())
}

/// How many of all win at once.
const AT_ONCE: f64 = 0.2;
/// How many of all plain search is expected to miss at least, with few playouts and with many. More than is wanted in the end, since
/// what was measured when the puzzles were made was chance too.
const QUICK_MISSES: f64 = 0.43;
const SLOW_MISSES: f64 = 0.165;

impl Pick {
    /// Does it.
    pub(super) fn run(self) -> anyhow::Result<()> {
        let name = || self.out.display().to_string();
        let (mut kept, calendar) = match read_text(&self.out, MOST_BYTES) {
            Ok(text) => read(&text).with_context(name)?,
            Err(error) if error.kind() == ErrorKind::NotFound => Default::default(),
            Err(error) => return Err(error).with_context(name),
        };
        // There may be themes that were not known when a puzzle was made.
        let found_again = |mut puzzle: Puzzle| {
            puzzle.themes = themes(&puzzle);
            puzzle
        };
        kept = kept.into_iter().map(found_again).collect();
        let mut seen: HashSet<u64> = kept.iter().map(twin_key).collect();
        let mut pool = Vec::new();
        for path in &self.files {
            let name = || path.display().to_string();
            let text = read_text(path, MOST_BYTES).with_context(name)?;
            pool.extend(read(&text).with_context(name)?.0);
        }
        let made = pool.len();
        pool.retain(|puzzle| puzzle.setup.spec.id == self.game.id);
        pool.retain(|puzzle| pack(puzzle).len() <= self.longest);
        pool.sort_by_key(|puzzle| (puzzle.source, puzzle.moves.len()));
        pool.retain(|puzzle| seen.insert(twin_key(puzzle)));
        let pool: Vec<Puzzle> = pool.into_iter().map(found_again).collect();
        let single = pool.len();
        let wanted = PuzzleCounts {
            count: self.count,
            each_size: self.each_size,
            each_theme: self.each_theme,
            easy_too: self.easy,
        };
        let picked = pick(pool, &kept, &wanted);
        let mut report = Report::new();
        report.line(format_args!(
            "{made} made, {single} short enough and without twins, {} picked",
            picked.len()
        ));
        let (first, is_more) = (kept.len(), !picked.is_empty());
        kept.extend(picked);
        ensure!(single > 0 || !kept.is_empty(), "there is nothing to pick from");
        ensure!(!kept.is_empty(), "there are too few hard puzzles; --easy takes easy ones too");
        let mut eras = calendar.eras().to_vec();
        if let Some(from) = self.daily.filter(|_| is_more) {
            eras.push(Era { from, count: kept.len(), first });
        }
        ensure!(
            Calendar::new(eras.clone(), kept.len()).is_some(),
            "the daily puzzles begin later than the day that was given"
        );
        let mut text = "# Puzzles; README.md tells the format.\n".to_owned();
        for Era { from, count, first } in &eras {
            let first = if *first == 0 { String::new() } else { format!(" {}", first + 1) };
            text.push_str(&format!("daily {from} {count}{first}\n"));
        }
        text.push('\n');
        kept.iter().for_each(|puzzle| text.push_str(&pack(puzzle)));
        replace(&self.out, &text).with_context(name)?;
        Ok(report.end()?)
    }
}

/// A number that is the same for all positions that a symmetry of the game does not tell apart, in each variant.
fn twin_key(puzzle: &Puzzle) -> u64 {
    struct Least;
    impl Visitor for Least {
        type Output = u64;
        fn visit<R: Rules>(self, position: &Position<R>) -> u64 {
            let seen = R::SPEC.symmetries.iter().map(|symmetry| position.seen_by(*symmetry).key());
            seen.min().unwrap_or_default()
        }
    }
    let place = u64::from(puzzle.setup.variant) << 8 | u64::from(puzzle.setup.size);
    puzzle.position().visit(Least) ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// How likely a player is to miss a puzzle that it missed so often.
fn expected([missed, tries]: [u8; 2]) -> f64 {
    match missed {
        0 => 0.0,
        _ => (f64::from(missed) + 0.5) / (f64::from(tries) + 1.0),
    }
}

fn wins_at_once(puzzle: &Puzzle) -> bool {
    puzzle.plies == Plies::Exactly(1)
}

/// How many puzzles there are to be in the end.
struct PuzzleCounts {
    count: usize,
    each_size: usize,
    each_theme: usize,
    easy_too: bool,
}

/// Puts those first by which each size and each theme has as many as are wanted. Otherwise they stay in their order.
fn put_rare_first(others: &mut Vec<Puzzle>, kept: &[Puzzle], wanted: &PuzzleCounts) {
    let rare = |themes: bool, puzzle: &Puzzle, there: &[&Puzzle]| match themes {
        true => puzzle.themes.iter().any(|theme| {
            there.iter().filter(|own| own.themes.contains(theme)).count() < wanted.each_theme
        }),
        false => {
            let size = puzzle.setup.size;
            there.iter().filter(|own| own.setup.size == size).count() < wanted.each_size
        }
    };
    let mut there: Vec<&Puzzle> = kept.iter().collect();
    let mut is_taken = vec![false; others.len()];
    let mut order = Vec::new();
    for by_theme in [false, true] {
        for (place, puzzle) in others.iter().enumerate() {
            if !is_taken[place] && rare(by_theme, puzzle, &there) {
                is_taken[place] = true;
                order.push(place);
                there.push(puzzle);
            }
        }
    }
    order.extend((0..others.len()).filter(|place| !is_taken[*place]));
    let mut places: Vec<Option<Puzzle>> = others.drain(..).map(Some).collect();
    others.extend(order.into_iter().filter_map(|place| places[place].take()));
}

/// The most puzzles that, together with those that are there, are hard enough.
fn pick(pool: Vec<Puzzle>, kept: &[Puzzle], wanted: &PuzzleCounts) -> Vec<Puzzle> {
    let (count, easy_too) = (wanted.count, wanted.easy_too);
    let (at_once, mut others): (Vec<Puzzle>, Vec<Puzzle>) =
        pool.into_iter().partition(wins_at_once);
    let hardness = |puzzle: &Puzzle| {
        expected(puzzle.measured.quick_misses) + 2.0 * expected(puzzle.measured.slow_misses)
    };
    others.sort_by(|one, other| hardness(other).total_cmp(&hardness(one)));
    put_rare_first(&mut others, kept, wanted);
    let there = kept.iter().filter(|puzzle| wins_at_once(puzzle)).count();
    let room = count.saturating_sub(kept.len());
    let mut best = (0, 0);
    for hard in (0..=others.len().min(room)).rev() {
        // Puzzles that are won by one move are to be a fifth of all.
        let rest = (kept.len() - there + hard) as f64;
        let share = (rest * AT_ONCE / (1.0 - AT_ONCE)).ceil() as usize;
        let wanted = if easy_too && others.is_empty() { room } else { share };
        let easy = wanted.saturating_sub(there).min(at_once.len()).min(room - hard);
        let all = kept.len() + hard + easy;
        let chosen = || kept.iter().chain(&others[..hard]);
        let quick: f64 = chosen().map(|own| expected(own.measured.quick_misses)).sum();
        let slow: f64 = chosen().map(|own| expected(own.measured.slow_misses)).sum();
        // Where there are no more of them, their share is as small as it is.
        let are_all = easy_too && easy == at_once.len();
        let is_easy_enough = are_all || (there + easy) as f64 >= AT_ONCE * all as f64;
        let is_hard = quick >= QUICK_MISSES * all as f64 && slow >= SLOW_MISSES * all as f64;
        if is_easy_enough && (is_hard || easy_too) {
            best = (hard, easy);
            break;
        }
    }
    let (hard, easy) = best;
    let mut picked: Vec<Puzzle> = others.drain(..hard).collect();
    picked.extend(at_once.into_iter().take(easy));
    // Hard and easy ones take turns by chance, but always by the same chance.
    picked
        .sort_by_key(|puzzle| twin_key(puzzle).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32));
    picked
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn sizes_and_themes_that_are_rare_come_first() {
        let own = konoba_puzzles::collection(read_game("konobi").unwrap()).unwrap();
        let mut others = own.puzzles.clone();
        let wanted = PuzzleCounts { count: 0, each_size: 1, each_theme: 1, easy_too: false };
        put_rare_first(&mut others, &[], &wanted);
        assert_eq!(others.len(), own.puzzles.len());
        let themes: Vec<_> = own.themes().collect();
        let sizes: HashSet<u8> = own.puzzles.iter().map(|puzzle| puzzle.setup.size).collect();
        let first = &others[..themes.len() + sizes.len()];
        for theme in themes {
            assert!(first.iter().any(|puzzle| puzzle.themes.contains(&theme)), "{}", theme.id());
        }
        for size in sizes {
            assert!(first.iter().any(|puzzle| puzzle.setup.size == size), "{size}");
        }
    }

    #[test]
    fn easy_puzzles_are_taken_however_few_they_are() {
        let own = konoba_puzzles::collection(read_game("konobi").unwrap()).unwrap();
        for is_at_once in [true, false] {
            let mut of_kind = own.puzzles.iter().filter(|own| wins_at_once(own) == is_at_once);
            let mut one = of_kind.next().unwrap().clone();
            one.measured.quick_misses[0] = 0;
            one.measured.slow_misses[0] = 0;
            for (easy_too, picked) in [(true, 1), (false, 0)] {
                let wanted = PuzzleCounts { count: 5, each_size: 0, each_theme: 0, easy_too };
                assert_eq!(pick(vec![one.clone()], &[], &wanted).len(), picked, "{is_at_once}");
            }
        }
    }

    #[test]
    fn a_file_from_which_nothing_is_picked_stays_as_it_is() {
        let game = read_game("konobi").unwrap();
        let folder = std::env::temp_dir().join(format!("konoba-pick-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let out = folder.join("konobi.txt");
        let own = konoba_puzzles::collection(game).unwrap();
        let puzzles: String = own.puzzles[..3].iter().map(pack).collect();
        let text =
            format!("# Puzzles; README.md tells the format.\ndaily 2026-11-01 3\n\n{puzzles}");
        fs::write(&out, &text).unwrap();
        let daily = Some(read_date("2026-12-24").unwrap());
        // The puzzles to pick from are those that the file holds already.
        let pick = |files| Pick {
            game,
            files,
            out: out.clone(),
            count: 1000,
            longest: 600,
            each_size: 0,
            each_theme: 0,
            easy: true,
            daily,
        };
        pick(vec![out.clone()]).run().unwrap();
        let kept = fs::read_to_string(&out).unwrap();
        // What is no text cannot be read, and there is no other copy of it.
        let made = folder.join("made.txt");
        fs::write(&made, &text).unwrap();
        fs::write(&out, b"\xff").unwrap();
        let unread = pick(vec![made]).run();
        let left = fs::read(&out).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(kept, text);
        assert!(unread.is_err());
        assert_eq!(left, b"\xff");
    }
}
