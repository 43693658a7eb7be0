//! `konoba puzzles make`: puzzles from games that engines play.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use konoba_files::{read_text, replace};
use konoba_puzzles::{Puzzle, Theme, read, write};
use konoba_rules::{Setup, Spec};

use super::find::{puzzles_beside, puzzles_of_game};
use super::game::setups;
use super::{MOST_BYTES, read_game};
use crate::audience::{Audience, CLEAR, say};
use crate::lock::Lock;
use crate::{many, number, print_line};

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
    /// Look again through the games of the hard puzzles in this file, and play none
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "games", "sizes"])]
    beside: Option<PathBuf>,
    /// Write the puzzles here; FILE.lock keeps other commands from it meanwhile
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Which games are played
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64, 0, { u64::MAX }>)]
    seed: u64,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32, 1, { u64::MAX }>)]
    games: u32,
    /// The sizes of the boards, where there is a choice
    #[arg(long, value_name = "SIZE,...", value_delimiter = ',', default_values_t = [5, 6, 7], value_parser = number::<u8, 1, 19>)]
    sizes: Vec<u8>,
    /// Keep only puzzles that show one of these themes, however easy they are
    #[arg(long = "theme", value_name = "THEME,...", value_delimiter = ',', value_parser = read_theme)]
    themes: Vec<Theme>,
    /// How many games are looked through at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = number::<u16, 1, 256>)]
    jobs: u16,
    /// Begin no further game after so many minutes
    #[arg(long, value_name = "N", value_parser = number::<u64, 0, { u64::MAX }>)]
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

impl Make {
    /// Does it.
    pub(super) fn run(self) -> anyhow::Result<()> {
        let name = || self.out.display().to_string();
        let known = self.known()?;
        let games = known.as_ref().map_or(self.games, |known| known.len() as u32);
        let setups = setups(self.game, &self.sizes);
        anyhow::ensure!(!setups.is_empty(), "{} is not played on these sizes", self.game.name);
        let making = self.making(&setups);
        let lock = || Lock::of(&self.out, "another `konoba puzzles make` is writing it");
        // What is no file is refused when it is opened.
        let is_file = self.out.is_file() || !self.out.exists();
        let _lock = is_file.then(lock).transpose()?;
        let (done, output) = self.open(&setups, &making).with_context(name)?;
        let output = Mutex::new(output);
        let (next, found, played) = (AtomicU32::new(0), AtomicUsize::new(0), AtomicU32::new(0));
        let begun = Instant::now();
        let audience = Audience::there_is(self.progress, false);
        let is_time = || {
            let seconds = self.minutes.map(|minutes| minutes.saturating_mul(60));
            seconds.is_none_or(|seconds| begun.elapsed() < Duration::from_secs(seconds))
        };
        let work = || -> anyhow::Result<()> {
            while is_time() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    break;
                }
                if done.contains(&number) {
                    continue;
                }
                let puzzles = match &known {
                    Some(known) => puzzles_beside(&known[number as usize], &self.themes),
                    None => puzzles_of_game(&setups, self.seed, number, &self.themes),
                };
                found.fetch_add(puzzles.len(), Ordering::Relaxed);
                keep(&output, &puzzles, self.seed, number, &making).with_context(name)?;
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
        let (found, played) = (found.into_inner(), played.into_inner());
        let (found, played) = (many(found, "puzzle"), many(played as usize, "game"));
        Ok(print_line(format_args!("{found} in {played}"))?)
    }
}

impl Make {
    /// The games that the file holds already, and the file, to be written on after the last of them. A file that another
    /// program has written is refused and stays as it is.
    fn open(&self, setups: &[Setup], making: &str) -> anyhow::Result<(HashSet<u32>, File)> {
        let text = match read_text(&self.out, MOST_BYTES) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let whole = whole_games(&text);
        let made = read(whole).ok().filter(|_| text.is_empty() || !whole.is_empty());
        let (made, _) = made.context("it is not a file of `konoba puzzles make`; name another")?;
        if whole != text {
            replace(&self.out, whole)?;
        }
        let file = OpenOptions::new().append(true).create(true).open(&self.out)?;
        // Older marks do not say what was looked for, but the puzzles between them do.
        let is_of_setups = made.iter().all(|own| setups.contains(&own.setup));
        let making = MarkedMaking { making, takes_unnamed: is_of_setups };
        Ok((done_games(whole, self.seed, &making), file))
    }

    /// What is looked for, and where, in words that are the same only if the games and what is kept of them are.
    fn making(&self, setups: &[Setup]) -> String {
        let places = setups.iter().map(Setup::to_string);
        let themes = self.themes.iter().map(|theme| theme.id().to_owned());
        // Written with quotes, so that no name of a file ends the line.
        let beside = self.beside.iter().map(|path| format!("beside {path:?}"));
        places.chain(themes).chain(beside).collect::<Vec<_>>().join(" ")
    }

    /// The puzzles whose games are looked through again: those that plain search misses with many playouts.
    fn known(&self) -> anyhow::Result<Option<Vec<Puzzle>>> {
        let Some(path) = &self.beside else { return Ok(None) };
        let name = || path.display().to_string();
        let text = read_text(path, MOST_BYTES).with_context(name)?;
        let (mut known, _) = read(&text).with_context(name)?;
        known.retain(|own| own.setup.spec.id == self.game.id && own.measured.slow_misses[0] > 0);
        Ok(Some(known))
    }
}

fn read_theme(text: &str) -> Result<Theme, String> {
    Theme::named(text).ok_or_else(|| {
        let ids = Theme::ALL.map(Theme::id);
        format!("there is no such theme; there are {}", ids.join(", "))
    })
}

/// Which marks of games that are done count.
struct MarkedMaking<'a> {
    making: &'a str,
    /// Whether those count too that do not name what was made.
    takes_unnamed: bool,
}

/// The numbers of the games of a seed that a file holds, of the same making.
fn done_games(text: &str, seed: u64, own: &MarkedMaking<'_>) -> HashSet<u32> {
    let mark = format!("# done {seed}/");
    let number = |line: &str| {
        let rest = line.strip_prefix(&mark)?;
        let (number, counts) = match rest.split_once(' ') {
            Some((number, making)) => (number, making == own.making),
            None => (rest, own.takes_unnamed),
        };
        number.parse().ok().filter(|_| counts)
    };
    text.lines().filter_map(number).collect()
}

/// What a file holds of games that are done. What follows was cut off in the middle of a game, which is played again.
fn whole_games(text: &str) -> &str {
    let last = text.rfind("# done ").unwrap_or_default();
    let end = text[last..].find('\n').map_or(0, |end| last + end + 1);
    if last == 0 && !text.starts_with("# done ") { "" } else { &text[..end] }
}

/// Writes the puzzles of a game, and then that it is done.
fn keep(
    output: &Mutex<File>,
    puzzles: &[Puzzle],
    seed: u64,
    game: u32,
    making: &str,
) -> anyhow::Result<()> {
    let text: String = puzzles.iter().map(write).collect();
    let mut output = output.lock().expect("no writer panics");
    output.write_all(format!("{text}# done {seed}/{game} {making}\n").as_bytes())?;
    Ok(())
}

fn tell(audience: Audience, games: u32, puzzles: usize, elapsed: Duration) {
    let hours = elapsed.as_secs_f64() / 3600.0;
    let yield_ = puzzles as f64 / hours;
    let (games, puzzles) = (many(games as usize, "game"), many(puzzles, "puzzle"));
    let text = format!("{games}, {puzzles}, {yield_:.0} an hour");
    match audience {
        Audience::Terminal => say(&format!("\r{text}{CLEAR}")),
        Audience::Log | Audience::Program => say(&format!("{text}\n")),
        Audience::NoOne => {}
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

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
        let own = MarkedMaking { making: "konobi:5,nopie", takes_unnamed: true };
        assert_eq!(done_games(text, 7, &own), HashSet::from([3, 12]));
        assert_eq!(done_games(text, 1, &own), HashSet::new());
        for (text, whole) in
            [("", ""), ("konobi:5", ""), ("# done 1/2\n", "# done 1/2\n"), ("# done 1/", "")]
        {
            assert_eq!(whole_games(text), whole, "{text:?}");
        }
    }

    #[test]
    fn games_of_another_making_are_not_done() {
        let text = "# done 7/1 konobi:5,nopie\n# done 7/2 quentin:5,nopie\n# done 7/3\n";
        for (takes_unnamed, done) in [(true, [1, 3].as_slice()), (false, &[1])] {
            let own = MarkedMaking { making: "konobi:5,nopie", takes_unnamed };
            assert_eq!(done_games(text, 7, &own), done.iter().copied().collect());
        }
        let (made, after) = file_after(text, None);
        made.unwrap();
        assert_eq!(after, text);
    }

    /// What `make` does to a file that holds a text, without playing a game.
    fn file_after(text: &str, beside: Option<&str>) -> (anyhow::Result<()>, String) {
        let thread = std::thread::current().id();
        let name = format!("konoba-make-{}-{thread:?}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let out = folder.join("puzzles.txt");
        fs::write(&out, text).unwrap();
        let make = Make {
            game: read_game("konobi").unwrap(),
            beside: beside.map(PathBuf::from),
            out: out.clone(),
            seed: 1,
            games: 1,
            sizes: vec![5],
            themes: Vec::new(),
            jobs: 1,
            minutes: Some(0),
            progress: false,
        };
        let (made, after) = (make.run(), fs::read_to_string(&out).unwrap());
        fs::remove_dir_all(&folder).unwrap();
        (made, after)
    }

    #[test]
    fn a_file_of_something_else_stays_as_it_is() {
        let picked = "# Puzzles; README.md tells the format.\n";
        for other in ["my notes\n", "my notes\n# done 1/2\n", picked] {
            let (made, after) = file_after(other, None);
            assert!(made.unwrap_err().to_string().ends_with("puzzles.txt"));
            assert_eq!(after, other);
        }
        let (made, after) = file_after("# done 1/2\nkonobi:5 b1 ", Some("/nowhere/at/all"));
        assert!(made.is_err());
        assert_eq!(after, "# done 1/2\nkonobi:5 b1 ");
        let (made, after) = file_after("# done 1/2\nkonobi:5 b1 ", None);
        made.unwrap();
        assert_eq!(after, "# done 1/2\n");
    }
}
