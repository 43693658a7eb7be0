//! `konoba export`: the games of a server as SGF files, or as lines of JSON.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use konoba_files::{Replacement, replace, replace_private};
use konoba_lab::{many, print_line, print_note, usage_error};
use konoba_rules::{Side, Spec, games};
use konoba_store::upkeep::{Upkeep, ensure_apart};
use konoba_store::{Kept, Store, TableId, Visibility};
use konoba_table::{Event, Moment, Table};
use serde_json::{Value, json};

use crate::database::{self, DATABASE, Purpose};

/// Write the games of a server as SGF files, or as lines of JSON
///
/// The server may be running meanwhile. Games come in the order of the names of their tables, so that two
/// exports of the same games are the same bytes. A file is named by the day, the game, the players and the table. A game whose events the rules of this version
/// contradict is written as far as they agree, and named on standard error. A table that cannot be read is left out and named
/// too, and the exit status is 1 then. What is created can be read by its owner alone, except with --public.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Export {
    /// The data folder of the server
    #[arg(long, value_name = "DIR", required_unless_present = "database")]
    data: Option<PathBuf>,
    /// The PostgreSQL database that servers share
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    #[arg(env = DATABASE, hide_env_values = true)]
    database: Option<String>,
    /// A file of SGF for each game in a folder, or one file with a line of JSON for each game
    #[arg(long, value_name = "FORM", default_value = "sgf")]
    form: Form,
    /// Games of one kind alone
    #[arg(long, value_name = "GAME", value_parser = game)]
    game: Option<&'static Spec>,
    /// Games that were offered on this day or later (UTC)
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    since: Option<Moment>,
    /// Games that were offered before this day (UTC)
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    before: Option<Moment>,
    /// Public games alone: those that were listed in the lobby
    #[arg(long)]
    public: bool,
    /// The folder to write to, created if it is not there; of JSON the file, or - for standard output
    #[arg(value_name = "OUT")]
    out: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  konoba export --data /srv/konoba games
  konoba export --data /srv/konoba --form json --since 2026-01-01 --before 2027-01-01 -
  konoba export --database postgres://konoba@db.example.org/konoba --game quentin games";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    Sgf,
    Json,
}

/// How many tables are listed at a time.
const PAGE: usize = 500;

impl Export {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.form == Form::Sgf && self.out == Path::new("-") {
            let reason = "games as SGF go into a folder; --form json writes to standard output";
            return Err(usage_error("export", reason));
        }
        let store = self.store()?;
        let mut out = Out::open(self.form, &self.out, !self.public)?;
        let (mut last, mut games, mut left_out) = (None, 0, 0);
        loop {
            let page = store.walk(last, PAGE).wait()?;
            let Some(end) = page.last() else { break };
            last = Some(*end);
            for table in page {
                match self.look_at(store.as_ref(), table)? {
                    Found::Game(since, game) => {
                        out.write(table, since, &game)?;
                        games += 1;
                    }
                    Found::NotAskedFor => {}
                    Found::Unreadable(why) => {
                        print_note(&format!("{table}: {why}"));
                        left_out += 1;
                    }
                }
            }
        }
        out.finish(games)?;
        ensure!(left_out == 0, "{} could not be read; named above", many(left_out, "table"));
        Ok(())
    }

    fn store(&self) -> anyhow::Result<Box<dyn Store>> {
        let Some(folder) = &self.data else {
            let url = self.database.as_deref().unwrap_or_default();
            database::check_address(url)?;
            Purpose::Look.ensure_unchanged(&Upkeep::postgres(url).context("the database")?)?;
            return Ok(Box::new(database::connect_to(url)?));
        };
        let file = database::file_in(folder)?;
        ensure_apart(&self.out, &file)?;
        database::ensure_writable(&file)?;
        Purpose::Look.ensure_unchanged(&Upkeep::sqlite(&file)?)?;
        Ok(Box::new(database::open_file(&file)?))
    }

    /// Reads a table, and names it where its game is not whole.
    fn look_at(&self, store: &dyn Store, table: TableId) -> anyhow::Result<Found> {
        let kept = match store.read(table, 0).wait() {
            Err(error) => match database::why_unreadable(error) {
                Some(why) => return Ok(Found::Unreadable(why)),
                None => return Err(error.into()),
            },
            Ok(kept) => kept,
        };
        let Some(Kept { entry, events, unread }) = kept else { return Ok(Found::NotAskedFor) };
        let is_of_game = self.game.is_none_or(|spec| spec.id == entry.offer.setup.spec.id);
        let is_of_time = self.since.is_none_or(|since| entry.since >= since)
            && self.before.is_none_or(|before| entry.since < before);
        let is_shown = !self.public || entry.offer.visibility == Visibility::Public;
        let has_begun = entry.version > 0 || !events.is_empty() || unread.is_some();
        if !is_of_game || !is_of_time || !is_shown || !has_begun {
            return Ok(Found::NotAskedFor);
        }
        let events: Vec<Event> = events.into_iter().map(|kept| kept.event).collect();
        let Ok(game) = Table::replay(&events) else {
            return Ok(Found::Unreadable("its first event is missing or cannot be read"));
        };
        if game.frozen().is_some() || unread.is_some() {
            print_note(&format!("{table}: {}", game.words().status()));
        }
        Ok(Found::Game(entry.since, Box::new(game)))
    }
}

/// What a table holds for an export.
enum Found {
    /// A game, and when it was offered.
    Game(Moment, Box<Table>),
    /// No game that has begun, or one that was not asked for.
    NotAskedFor,
    /// What cannot be read, and why.
    Unreadable(&'static str),
}

/// Where games go.
enum Out {
    /// A folder, and whether the games in it may be private.
    Folder(PathBuf, bool),
    Lines(Box<dyn Write>),
    /// A file that appears under its name when it is whole.
    File(PathBuf, Replacement),
}

impl Out {
    /// What is created can be read by its owner alone where private games may be in it.
    fn open(form: Form, out: &Path, is_private: bool) -> anyhow::Result<Self> {
        let name = || out.display().to_string();
        Ok(match form {
            Form::Sgf => {
                let created = match is_private {
                    true => database::create_private(out),
                    false => fs::create_dir_all(out),
                };
                created.with_context(name)?;
                Self::Folder(out.to_owned(), is_private)
            }
            Form::Json if out == Path::new("-") => Self::Lines(Box::new(io::stdout().lock())),
            Form::Json => {
                let file = match is_private {
                    true => Replacement::begin_private(out),
                    false => Replacement::begin(out),
                };
                Self::File(out.to_owned(), file.with_context(name)?)
            }
        })
    }

    fn write(&mut self, table: TableId, since: Moment, game: &Table) -> anyhow::Result<()> {
        match self {
            Self::Folder(folder, is_private) => {
                let record = game.record();
                let file = folder.join(format!("{}-{table}.sgf", record.file_stem()));
                let write = if *is_private { replace_private } else { replace };
                write(&file, &record.to_sgf()).with_context(|| file.display().to_string())?;
            }
            Self::Lines(lines) => writeln!(lines, "{}", line(table, since, game))?,
            Self::File(path, file) => writeln!(file, "{}", line(table, since, game))
                .with_context(|| path.display().to_string())?,
        }
        Ok(())
    }

    fn finish(self, games: usize) -> anyhow::Result<()> {
        match self {
            Self::Lines(mut lines) => return Ok(lines.flush()?),
            Self::File(path, file) => file.finish().with_context(|| path.display().to_string())?,
            Self::Folder(..) => {}
        }
        Ok(print_line(many(games, "game"))?)
    }
}

/// A game as programs read it. Players come in the order of the sides.
fn line(table: TableId, since: Moment, game: &Table) -> Value {
    let record = game.record();
    let spec = record.setup().spec;
    let player = |side| json!({ "name": record.player(side), "level": record.engine(side).map(|level| level.to_string()) });
    let moves: Vec<_> = record.moves().map(|mv| mv.written(spec).to_string()).collect();
    json!({
        "table": table.to_string(),
        "since": since.as_millis(),
        "game": spec.id,
        "setup": record.setup().to_string(),
        "players": Side::BOTH.map(player),
        "moves": moves,
        "result": record.outcome().map(ToString::to_string),
        "line": record.to_line(),
    })
}

fn game(text: &str) -> Result<&'static Spec, String> {
    let found = games().iter().find(|spec| spec.id.eq_ignore_ascii_case(text));
    found.copied().ok_or_else(|| {
        let known: Vec<_> = games().iter().map(|spec| spec.id).collect();
        format!("the games are {}", known.join(", "))
    })
}

fn day(text: &str) -> Result<Moment, &'static str> {
    let read = || {
        let mut parts = text.splitn(3, '-');
        let year = parts.next()?.parse().ok()?;
        let month = time::Month::try_from(parts.next()?.parse::<u8>().ok()?).ok()?;
        let day = parts.next()?.parse().ok()?;
        let date = time::Date::from_calendar_date(year, month, day).ok()?;
        let seconds = date.midnight().assume_utc().unix_timestamp();
        Some(Moment::from_millis(u64::try_from(seconds).ok()? * 1000))
    };
    read().ok_or("write the day as 2026-12-31")
}
