//! The application: a value that inputs change and a frame shows. It does nothing itself; what is
//! to be done outside it asks for by effects.

mod hearing;
mod puzzles;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use konoba_puzzles::Solved;
use konoba_rules::{Level, Spec};
use konoba_table::{Moment, Name, Opened, first_setup};
use ratatui::Frame;
use ratatui::layout::{Rect, Size};

use crate::draw;
use crate::game::{Dialog, Game};
use crate::home::{Home, HomeChoice, Row};
use crate::house::{HouseRequest, RemarkLine, TableLine};
use crate::input::{Effect, Input, Loaded};
use crate::keys::{Act, KEYS};
use crate::lesson::{LessonChoice, Lessons};
use crate::look::Look;
use crate::puzzle::{PuzzleChoice, Puzzles};
use crate::settings::Settings;

/// The application.
///
/// ```
/// use konoba_table::Moment;
/// use konoba_tui::{App, Look, Settings};
/// use ratatui::{Terminal, backend::TestBackend, layout::Size};
/// let app = App::new(Look::default(), Settings::default(), Size::new(80, 24));
/// let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
/// terminal.draw(|frame| app.draw(frame)).unwrap();
/// assert!(terminal.backend().to_string().contains("Start the game"));
/// ```
pub struct App {
    look: Look,
    settings: Settings,
    size: Size,
    now: Moment,
    screen: Screen,
    /// How far the help is scrolled, while it is shown.
    help: Option<u16>,
    /// The tables of the house, where the screens are at one.
    tables: Option<Vec<TableLine>>,
    /// What may be said to an opponent there.
    remarks: Vec<RemarkLine>,
    /// Whether what others say is not shown.
    is_muting: bool,
    /// That an opponent is waited for there, as a sentence.
    waiting: Option<String>,
    /// Which puzzles were solved, where that is kept.
    solved: Option<Solved>,
    /// The game that the puzzles on the screen are from, to which leaving them goes back.
    behind: Option<Box<Game>>,
}

enum Screen {
    Home(Box<Home>),
    Game(Box<Game>),
    Lessons(Box<Lessons>),
    Puzzles(Box<Puzzles>),
}

impl App {
    /// The home screen.
    pub fn new(look: Look, settings: Settings, size: Size) -> Self {
        let look = Look {
            colours: crate::theme::Colours { theme: settings.theme, ..look.colours },
            ..look
        };
        let screen = Screen::Home(Box::new(Home::new(&settings)));
        Self {
            look,
            settings,
            size,
            now: Moment::default(),
            screen,
            help: None,
            tables: None,
            remarks: Vec::new(),
            is_muting: false,
            waiting: None,
            solved: None,
            behind: None,
        }
    }

    /// The home screen at a house, for a person of this name.
    pub(crate) fn at_house(look: Look, name: &Name, size: Size) -> Self {
        let mut settings = Settings::default();
        settings.names[0] = name.to_string();
        let mut app = Self { tables: Some(Vec::new()), ..Self::new(look, settings, size) };
        app.screen = Screen::Home(Box::new(app.home()));
        app
    }

    fn home(&self) -> Home {
        let mut home = Home::new(&self.settings);
        home.tables = self.tables.clone();
        home.waiting = self.waiting.clone();
        home
    }

    /// Begins a game, and tells what is to be done.
    pub fn play(&mut self, opened: &Opened, now: Moment) -> Vec<Effect> {
        self.now = now;
        self.show(Game::open(opened, now))
    }

    /// Goes on with a record, or looks at it, and tells what is to be done.
    pub fn load(&mut self, loaded: Loaded, now: Moment) -> Vec<Effect> {
        self.now = now;
        self.show(Game::load(loaded, now))
    }

    fn show(&mut self, mut game: Game) -> Vec<Effect> {
        game.confirms = self.settings.confirms;
        let think = game.think();
        self.screen = Screen::Game(Box::new(game));
        think.into_iter().collect()
    }

    /// Takes an input in and tells what is to be done.
    pub fn handle(&mut self, input: Input, now: Moment) -> Vec<Effect> {
        self.now = now;
        let mut effects = self.take(input, now);
        if let Screen::Game(game) = &mut self.screen {
            effects.extend(game.consult());
        }
        effects.extend(self.keep_solved());
        effects
    }

    fn take(&mut self, input: Input, now: Moment) -> Vec<Effect> {
        if matches!(input, Input::Paste(_)) && self.is_too_small() {
            return Vec::new();
        }
        match (input, &mut self.screen) {
            (Input::Resize(width, height), _) => self.size = Size::new(width, height),
            (Input::Key(key), _) if key.kind == KeyEventKind::Release => {}
            (Input::Key(key), _) => return self.key(&key),
            (Input::Mouse(mouse), _) => return self.mouse(&mouse),
            (Input::Paste(text), Screen::Game(game)) => game.paste(&text),
            (Input::Paste(text), Screen::Home(home)) => home.paste(&text),
            (Input::Paste(text), Screen::Lessons(lessons)) => lessons.paste(&text),
            (Input::Paste(text), Screen::Puzzles(puzzles)) => puzzles.paste(&text),
            (Input::Tick, Screen::Game(game)) => return game.tick(now),
            (Input::Kept { games, damaged }, Screen::Home(home)) => {
                home.found(games);
                damaged.into_iter().for_each(|damaged| home.warn(damaged));
            }
            (Input::Opened(Ok(loaded)), _) => return self.load(*loaded, now),
            (Input::Opened(Err(reason)), Screen::Home(home)) => home.warn(reason),
            (Input::House(news), _) => self.hear(news),
            (Input::Exists(path), Screen::Game(game)) => {
                game.ask_overwriting(path);
            }
            (Input::Written(Ok(path)), Screen::Game(game)) => {
                game.say(format!("Saved as {}.", path.display()));
            }
            (Input::Written(Err(reason)), Screen::Game(game)) => game.warn(reason),
            (Input::Keeping(news), Screen::Game(game)) => game.tell_of_keeping(news),
            (Input::Chosen(thought), Screen::Game(game)) => {
                return game.take_thought(thought, now);
            }
            (Input::Advice(position, advice), Screen::Game(game)) => {
                game.take_advice(*position, advice);
            }
            (Input::Missed(news), Screen::Game(game)) => game.take_missed(news),
            _ => {}
        }
        Vec::new()
    }

    /// Shows itself.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let (area, colours) = (frame.area(), self.look.colours);
        frame.buffer_mut().set_style(area, colours.text());
        if let Some(scrolled) = self.help {
            let (spec, keys) = self.help_here();
            return draw::help(frame, self.look, (spec, &keys), scrolled);
        }
        match &self.screen {
            Screen::Puzzles(puzzles) => {
                draw::exercise(frame, self.look, &puzzles.exercise(self.now));
            }
            Screen::Lessons(lessons) => draw::exercise(frame, self.look, &lessons.exercise()),
            Screen::Game(game) => draw::game(frame, self.look, game, self.now),
            Screen::Home(home) => draw::home(frame, self.look, home),
        }
    }

    /// The game that the help is about, and the keys that do something on this screen.
    fn help_here(&self) -> (&'static Spec, Vec<(&'static str, &'static str)>) {
        let all = || KEYS.iter().map(|binding| (binding.shown, binding.about)).collect();
        match &self.screen {
            Screen::Game(game) => (game.setup().spec, all()),
            Screen::Home(home) => (home.spec(), all()),
            Screen::Lessons(lessons) => (lessons.spec, lessons.exercise().help),
            Screen::Puzzles(puzzles) => (puzzles.spec(), puzzles.exercise(self.now).help),
        }
    }

    /// Whether boards of the list of tables are on the screen.
    pub(crate) fn shows_boards(&self) -> bool {
        matches!(&self.screen, Screen::Home(home) if home.opening.is_some())
    }

    /// Whether the screen changes with time alone.
    pub fn is_ticking(&self) -> bool {
        match &self.screen {
            Screen::Game(game) => game.clock_runs(),
            Screen::Puzzles(puzzles) => puzzles.is_ticking(self.now),
            Screen::Home(_) | Screen::Lessons(_) => false,
        }
    }

    /// Whether it is the turn of a seat that is not a person's, so that a thought is awaited.
    pub fn is_awaiting_thought(&self) -> bool {
        matches!(&self.screen, Screen::Game(game) if game.is_awaiting_thought())
    }

    /// Whether an engine is thinking about the position on the screen, so that advice is awaited.
    pub fn is_awaiting_advice(&self) -> bool {
        matches!(&self.screen, Screen::Game(game) if game.is_awaiting_advice())
    }

    /// Whether missed wins of the game on the screen are being looked for.
    pub fn is_awaiting_missed(&self) -> bool {
        matches!(&self.screen, Screen::Game(game) if game.is_awaiting_missed())
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let act = Act::of(key);
        if act == Some(Act::Quit) && !(self.is_writing() && crate::keys::typed(key).is_some()) {
            return vec![Effect::Quit];
        }
        match act {
            Some(Act::Repaint) => return vec![Effect::Repaint],
            Some(Act::Suspend) => return vec![Effect::Suspend],
            _ => {}
        }
        if let Some(scrolled) = self.help {
            self.help = match act {
                Some(Act::Down | Act::Forward | Act::Play) => Some(scrolled.saturating_add(3)),
                Some(Act::Up | Act::Back) => Some(scrolled.saturating_sub(3)),
                _ => None,
            };
            return Vec::new();
        }
        // What is not seen is not answered: a key could resign the game.
        if self.is_too_small() && act != Some(Act::Leave) {
            return Vec::new();
        }
        match act {
            Some(Act::Help) if !self.is_writing() => self.help = Some(0),
            Some(Act::Theme) if !self.is_writing() => return self.next_theme(),
            Some(Act::Mute) if !self.is_writing() => self.mute(),
            Some(Act::Leave) => return self.leave(),
            Some(Act::TryAgain) if !self.is_writing() && self.try_again() => {}
            _ => match &mut self.screen {
                Screen::Game(game) => return game.key(key, self.now),
                Screen::Home(home) => {
                    let wish = home.key(key);
                    return self.grant(wish);
                }
                Screen::Lessons(lessons) => {
                    let spec = lessons.spec;
                    match lessons.key(key) {
                        LessonChoice::Stay => {}
                        LessonChoice::Play => return self.begin_first_game(spec),
                        LessonChoice::Puzzles(choice) => {
                            self.set_puzzles(&choice, self.now);
                        }
                    }
                }
                Screen::Puzzles(puzzles) => {
                    if let PuzzleChoice::Copy(result) = puzzles.key(key, self.now) {
                        puzzles.tell_copied();
                        return vec![Effect::Copy(result)];
                    }
                }
            },
        }
        Vec::new()
    }

    const fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.width, self.size.height)
    }

    /// Whether the terminal is too small for the screen, so that only that is on it.
    fn is_too_small(&self) -> bool {
        let (area, look) = (self.area(), self.look);
        !match &self.screen {
            Screen::Home(_) => draw::home_fits(area),
            Screen::Game(game) => draw::game_fits(area, look, game),
            Screen::Lessons(lessons) => draw::exercise_fits(area, look, &lessons.exercise()),
            Screen::Puzzles(puzzles) => {
                draw::exercise_fits(area, look, &puzzles.exercise(self.now))
            }
        }
    }

    /// Whether letters are text just now.
    fn is_writing(&self) -> bool {
        match &self.screen {
            Screen::Home(home) => home.is_writing(),
            Screen::Lessons(lessons) => lessons.entry.is_open(),
            Screen::Puzzles(puzzles) => puzzles.entry.is_open(),
            Screen::Game(game) => {
                game.entry.is_open() || matches!(game.dialog, Some(Dialog::Save(_)))
            }
        }
    }

    /// The home screen with a first game chosen: a small board, and the weakest computer.
    fn begin_first_game(&mut self, spec: &'static Spec) -> Vec<Effect> {
        let mut home = self.home();
        home.chosen.setup = first_setup(spec);
        home.chosen.engines = [None, Level::all().next()];
        home.go_to(Row::Start);
        home.warn("You know the rules now. Play your first game!".to_owned());
        self.screen = Screen::Home(Box::new(home));
        self.listing()
    }

    /// Asks for the games that were kept, which a house keeps itself.
    fn listing(&self) -> Vec<Effect> {
        self.tables.is_none().then_some(Effect::List).into_iter().collect()
    }

    const fn is_home(&self) -> bool {
        matches!(self.screen, Screen::Home(_))
    }

    /// Hides what others say from now on, or shows it again.
    fn mute(&mut self) {
        let Screen::Game(game) = &mut self.screen else { return };
        self.is_muting ^= true;
        game.say(if self.is_muting { "Remarks are hidden." } else { "Remarks are shown." });
    }

    fn next_theme(&mut self) -> Vec<Effect> {
        self.settings.theme = self.settings.theme.next();
        self.look.colours.theme = self.settings.theme;
        if let Screen::Game(game) = &mut self.screen {
            game.say(format!("Theme: {}.", self.settings.theme.name()));
        }
        vec![Effect::KeepSettings(self.settings.to_text())]
    }

    /// One step back: out of what is typed, of a question, of looking back, of the game.
    fn leave(&mut self) -> Vec<Effect> {
        if self.stop_typing() {
            return Vec::new();
        }
        match &mut self.screen {
            Screen::Home(home) => {
                home.leave();
                home.waiting = None;
                let was_waiting = self.waiting.take().is_some();
                let stop = was_waiting.then_some(Effect::House(HouseRequest::Leave));
                stop.into_iter().collect()
            }
            Screen::Puzzles(puzzles) => {
                if let Some(mut game) = self.behind.take() {
                    game.go_to_missed(puzzles.puzzle());
                    self.screen = Screen::Game(game);
                    return Vec::new();
                }
                self.screen = Screen::Home(Box::new(self.home()));
                self.listing()
            }
            Screen::Lessons(_) => {
                self.screen = Screen::Home(Box::new(self.home()));
                self.listing()
            }
            Screen::Game(game) => {
                if game.close_dialog() || game.stop_seeking() {
                    return Vec::new();
                }
                if game.is_reviewing {
                    game.look_no_more();
                    return Vec::new();
                }
                self.screen = Screen::Home(Box::new(self.home()));
                match self.tables {
                    Some(_) => vec![Effect::House(HouseRequest::Leave)],
                    None => vec![Effect::List],
                }
            }
        }
    }

    /// Forgets the move that is being typed; tells whether one was.
    fn stop_typing(&mut self) -> bool {
        match &mut self.screen {
            Screen::Game(game) => game.entry.close(),
            Screen::Lessons(lessons) => lessons.entry.close(),
            Screen::Puzzles(puzzles) => puzzles.entry.close(),
            Screen::Home(_) => false,
        }
    }

    fn grant(&mut self, wish: Option<HomeChoice>) -> Vec<Effect> {
        match wish {
            None => Vec::new(),
            Some(HomeChoice::Quit) => vec![Effect::Quit],
            Some(HomeChoice::Theme) => self.next_theme(),
            Some(HomeChoice::Confirm) => {
                self.settings.confirms ^= true;
                if let Screen::Home(home) = &mut self.screen {
                    home.chosen.confirms = self.settings.confirms;
                }
                vec![Effect::KeepSettings(self.settings.to_text())]
            }
            Some(HomeChoice::House(request, chosen)) => {
                let Settings { theme, confirms, .. } = self.settings;
                self.settings = Settings { theme, confirms, ..*chosen };
                vec![Effect::House(request)]
            }
            Some(HomeChoice::Open(path)) => vec![Effect::Open(path)],
            Some(HomeChoice::Learn(spec)) => {
                if let Some(lessons) = Lessons::of(spec) {
                    self.screen = Screen::Lessons(Box::new(lessons));
                }
                Vec::new()
            }
            Some(HomeChoice::Puzzles(spec)) => self.begin_puzzles(spec),
            Some(HomeChoice::Delete(path)) => vec![Effect::Delete(path)],
            Some(HomeChoice::Play(opened, chosen)) => {
                let Settings { theme, confirms, .. } = self.settings;
                self.settings = Settings { theme, confirms, ..*chosen };
                let mut effects = self.play(&opened, self.now);
                effects.push(Effect::KeepSettings(self.settings.to_text()));
                effects
            }
        }
    }

    fn mouse(&mut self, mouse: &MouseEvent) -> Vec<Effect> {
        let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        let wheel = match mouse.kind {
            MouseEventKind::ScrollDown => Some(KeyCode::Down),
            MouseEventKind::ScrollUp => Some(KeyCode::Up),
            _ => None,
        };
        // Lists and the help are scrolled by the wheel; at a board it leafs through the moves.
        if let Some(key) = wheel {
            let key = match (key, self.help.is_some() || self.is_home()) {
                (key, true) => key,
                (KeyCode::Up, false) => KeyCode::PageUp,
                (_, false) => KeyCode::PageDown,
            };
            return self.key(&key.into());
        }
        if !is_click || self.help.is_some() || self.is_too_small() {
            return Vec::new();
        }
        let area = self.area();
        let place = (mouse.column, mouse.row);
        let key = match &self.screen {
            Screen::Game(game) => draw::game_key_at(area, self.look, game, place),
            Screen::Home(home) => draw::home_key_at(area, self.look, home, place),
            Screen::Lessons(lessons) => draw::exercise_key_at(area, &lessons.exercise(), place),
            Screen::Puzzles(puzzles) => {
                draw::exercise_key_at(area, &puzzles.exercise(self.now), place)
            }
        };
        if let Some(key) = key {
            return self.key(&key);
        }
        match &mut self.screen {
            Screen::Game(game) if game.dialog.is_none() => {
                let at = draw::point_at(area, self.look, game, place);
                at.map_or_else(Vec::new, |at| game.click(at, self.now))
            }
            Screen::Game(_) => Vec::new(),
            Screen::Lessons(lessons) => {
                let at = draw::exercise_point_at(area, self.look, &lessons.exercise(), place);
                at.into_iter().for_each(|at| lessons.click(at));
                Vec::new()
            }
            Screen::Puzzles(puzzles) => {
                let exercise = puzzles.exercise(self.now);
                let at = draw::exercise_point_at(area, self.look, &exercise, place);
                at.into_iter().for_each(|at| puzzles.click(at, self.now));
                Vec::new()
            }
            Screen::Home(home) => {
                let row = draw::home_row_at(area, home, place);
                let wish = row.and_then(|row| home.click(row));
                self.grant(wish)
            }
        }
    }
}
