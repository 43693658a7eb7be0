//! The terminal: taking it, giving it back whatever happens, and the loop between.

mod at_house;
#[cfg(unix)]
mod signals;

use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event,
};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use konoba_advice::{Budget, Stopwatch, Thinker, missed_wins_told};
use konoba_files::replace;
use konoba_puzzles::Solved;
use konoba_rules::{AnyPosition, Record};
use konoba_scene::Advice;
use konoba_table::Moment;
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal};

use crate::thinking::Thinking;
pub use at_house::{FarHouse, run_at_house};

use crate::{App, ChosenAction, Effect, Input, Library, MissedNews};

/// How long to wait for more of what has come already. Asked without any patience, crossterm tells
/// of one input at a time, and every key of a burst would cost a frame.
const AT_ONCE: Duration = Duration::from_millis(1);
/// How often a running clock is looked at.
const TICK: Duration = Duration::from_millis(100);
/// How often it is looked whether a thought has come.
const THOUGHT: Duration = Duration::from_millis(20);
/// How long no key must be touched before advice is sought: leafing through a game would have an
/// engine begin anew at every move.
const SETTLED: Duration = Duration::from_millis(60);
/// How long missed wins of a game are looked for.
const SEEKING: Duration = Duration::from_secs(10);
/// How long to wait for an input that will come sooner or later.
const LONG: Duration = Duration::from_secs(3600);

/// The terminal while the application has it. It is given back when this is dropped, and before a panic
/// prints its message.
pub struct Session {
    terminal: Terminal<CrosstermBackend<io::Stdout>>,
    /// Who plays for the seats that are not people's, and advises people.
    opponent: Option<Arc<dyn Thinker>>,
    /// How long it thinks at most.
    patience: Duration,
    thinking: Option<Thinking<ChosenAction>>,
    advising: Option<Thinking<(AnyPosition, Advice)>>,
    seeking: Option<Thinking<MissedNews>>,
    /// The position that advice is wanted for as soon as the person lets go of the keys.
    to_advise: Option<Box<AnyPosition>>,
}

impl Session {
    /// Takes the terminal, with the opponent for the seats that are not people's and how long it thinks
    /// at most.
    pub fn open(opponent: Option<Arc<dyn Thinker>>, patience: Duration) -> io::Result<Self> {
        give_back_on_panic();
        #[cfg(unix)]
        signals::give_back_on_signals()?;
        let opened = take().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match opened {
            Ok(terminal) => Ok(Self {
                terminal,
                opponent,
                patience,
                thinking: None,
                advising: None,
                seeking: None,
                to_advise: None,
            }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Shows the application and does what it asks for, until it wants to quit. What was asked for
    /// at its beginning is done once there is something to see.
    pub fn run(
        &mut self,
        app: &mut App,
        library: &mut Library,
        begun: Vec<Effect>,
    ) -> io::Result<()> {
        self.draw(|frame| app.draw(frame))?;
        let mut effects = begun;
        effects.push(Effect::List);
        let mut inputs = Vec::new();
        loop {
            while !effects.is_empty() || !inputs.is_empty() {
                for effect in std::mem::take(&mut effects) {
                    if effect == Effect::Quit {
                        return Ok(());
                    }
                    if let Some(answer) = self.perform(effect, library) {
                        effects.extend(app.handle(answer, now()));
                    }
                }
                if effects.is_empty() && !inputs.is_empty() {
                    effects = app.handle(inputs.remove(0), now());
                }
            }
            let (width, height) = self.draw(|frame| app.draw(frame))?;
            // A key is meant for the screen that is seen, even when the news of its size comes later.
            inputs = vec![Input::Resize(width, height)];
            inputs.extend(self.wait(app)?);
        }
    }

    /// Shows the screens, unless the terminal is being given back in this moment, and tells in which
    /// width and height.
    fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<(u16, u16)> {
        let _holding = hold();
        if IS_LOST.swap(false, Ordering::Relaxed) {
            // Without asking the terminal where its cursor is, which not every terminal answers.
            execute!(io::stdout(), Clear(ClearType::All))?;
            self.terminal.swap_buffers();
        }
        let area = self.terminal.draw(draw)?.area;
        Ok((area.width, area.height))
    }

    /// Waits until something has happened, or until it is time to look.
    fn wait(&mut self, app: &App) -> io::Result<Vec<Input>> {
        if !app.is_awaiting_thought() {
            // A thread that is still thinking is told to stop.
            self.thinking = None;
        }
        if !app.is_awaiting_advice() {
            (self.advising, self.to_advise) = (None, None);
        }
        if !app.is_awaiting_missed() {
            self.seeking = None;
        }
        let is_thinking =
            self.thinking.is_some() || self.advising.is_some() || self.seeking.is_some();
        let patience = match (is_thinking, app.is_ticking()) {
            _ if self.to_advise.is_some() => SETTLED,
            (true, _) => THOUGHT,
            (false, true) => TICK,
            (false, false) => LONG,
        };
        let mut inputs = Vec::new();
        if event::poll(patience)? {
            inputs.extend(input(event::read()?));
            // Whatever else is waiting is taken in before the next frame, so that a storm of
            // inputs costs one.
            while inputs.len() < 256 && event::poll(AT_ONCE)? {
                inputs.extend(input(event::read()?));
            }
        } else if let Some(position) = self.to_advise.take() {
            self.advise(*position);
        }
        let thought = self.thinking.as_ref().and_then(Thinking::thought);
        inputs.extend(thought.map(Input::Chosen));
        let advice = self.advising.as_ref().and_then(Thinking::thought);
        inputs.extend(advice.map(|(of, advice)| Input::Advice(Box::new(of), advice)));
        let missed =
            self.seeking.iter().flat_map(|seeking| std::iter::from_fn(|| seeking.thought()));
        inputs.extend(missed.map(Input::Missed));
        inputs.push(Input::Tick);
        Ok(inputs)
    }

    /// Begins to look for missed wins in a game.
    fn seek_missed(&mut self, record: Record) {
        let seek = move |stop: &AtomicBool, tell: &dyn Fn(MissedNews)| {
            let must_stop = || stop.load(Ordering::Relaxed);
            let watch = Stopwatch::until(&must_stop);
            let budget = Budget::new(SEEKING, &watch);
            let looks_at = |number| tell(MissedNews::LookingAt(number));
            tell(MissedNews::Found(missed_wins_told(&record, None, budget, &looks_at)));
        };
        self.seeking = Some(Thinking::telling(seek));
    }

    /// Begins to think about a position for a person, if there is an engine.
    fn advise(&mut self, position: AnyPosition) {
        let patience = self.patience;
        self.advising = self.opponent.clone().map(|opponent| {
            Thinking::begin(move |stop: &AtomicBool| {
                let must_stop = || stop.load(Ordering::Relaxed);
                let watch = Stopwatch::until(&must_stop);
                (position, opponent.advise(&position, Budget::new(patience, &watch)))
            })
        });
    }

    /// Does what the application asks for, and tells it what it wants to know of that.
    fn perform(&mut self, effect: Effect, library: &mut Library) -> Option<Input> {
        match effect {
            Effect::Keep { file, sgf } => library.keep(&file, &sgf).transpose().map(Input::Keeping),
            Effect::Think(table) => {
                let (opponent, patience) = (self.opponent.clone()?, self.patience);
                let think = move |stop: &AtomicBool| {
                    let must_stop = || stop.load(Ordering::Relaxed);
                    let watch = Stopwatch::until(&must_stop);
                    let budget = Budget::at(&table, now(), patience, &watch);
                    ChosenAction { seen: table.version(), action: opponent.choose(&table, budget) }
                };
                self.thinking = Some(Thinking::begin(think));
                None
            }
            Effect::Advise(position) => {
                (self.advising, self.to_advise) = (None, Some(position));
                None
            }
            Effect::SeekMissed(record) => {
                self.seek_missed(*record);
                None
            }
            Effect::KeepSettings(text) => {
                // Settings that are not kept are only chosen again; it is not worth a word.
                let _ = library.keep_settings(&text);
                None
            }
            Effect::KeepSolved(text) => {
                // The same as of settings: a puzzle that is not noted can be solved again.
                let _ = library.keep_solved(&Solved::from_text(&text));
                None
            }
            Effect::List => {
                let (games, damaged) = library.list();
                Some(Input::Kept { games, damaged })
            }
            Effect::Open(path) => {
                let path = konoba_files::expand_home(&path);
                Some(Input::Opened(library.open(&path).map(Box::new)))
            }
            Effect::Delete(path) => {
                let failed = library.delete(&path).err();
                let (games, damaged) = library.list();
                Some(Input::Kept { games, damaged: failed.or(damaged) })
            }
            Effect::Write { path, sgf, overwrites } => {
                let path = konoba_files::expand_home(&path);
                if !overwrites && path.exists() {
                    return Some(Input::Exists(path));
                }
                Some(Input::Written(match replace(&path, &sgf) {
                    Ok(()) => Ok(path),
                    Err(error) => {
                        let (path, why) = (path.display(), konoba_files::reason(&error));
                        Err(format!("The game could not be saved as {path}: {why}."))
                    }
                }))
            }
            Effect::Repaint => {
                IS_LOST.store(true, Ordering::Relaxed);
                None
            }
            Effect::Suspend => {
                #[cfg(unix)]
                signals::suspend();
                None
            }
            Effect::Copy(text) => {
                // The line is on the screen too, for terminals that do not take it.
                let _ = execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text));
                None
            }
            // There is no house on a person's own machine.
            Effect::House(_) | Effect::Quit => None,
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        give_back();
    }
}

fn input(event: Event) -> Option<Input> {
    match event {
        Event::Key(key) => Some(Input::Key(key)),
        Event::Mouse(mouse) => Some(Input::Mouse(mouse)),
        Event::Paste(text) => Some(Input::Paste(text)),
        Event::Resize(width, height) => Some(Input::Resize(width, height)),
        Event::FocusGained | Event::FocusLost => None,
    }
}

/// The time of day at the first call, in milliseconds since 1970, and a steady clock from then on: setting
/// the time of day must not change the clocks of a game.
pub fn now() -> Moment {
    static BEGIN: LazyLock<(Duration, Instant)> = LazyLock::new(|| {
        (SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(), Instant::now())
    });
    let (since, begin) = *BEGIN;
    Moment::default() + since + begin.elapsed()
}

/// Held while the terminal is written to, so that nothing is drawn on the screen that the person came from.
static HOLDING: Mutex<()> = Mutex::new(());
/// Whether what is on the screen is not what was drawn last.
static IS_LOST: AtomicBool = AtomicBool::new(false);

fn hold() -> MutexGuard<'static, ()> {
    HOLDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the terminal.
fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// Puts the terminal back as it was found. What fails here cannot be told any more.
fn give_back() {
    let _ = disable_raw_mode();
    let mut output = io::stdout();
    let _ = execute!(
        output,
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        crossterm::cursor::Show
    );
    let _ = output.flush();
}

/// A panic prints its message on the screen that the person came from.
fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let speak = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            speak(info);
        }));
    });
}
