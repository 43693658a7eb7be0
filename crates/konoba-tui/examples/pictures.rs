//! Draws the screens that the README shows: `cargo run -p konoba-tui --example pictures -- FOLDER`.

use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use konoba_engine::{self as engine, Config, Engine, Limits, Player as _, Watch};
use konoba_rules::AnyPosition;
use konoba_scene::{Advice, Candidate};
use konoba_table::{Moment, Opened, Player, TimeControl};
use konoba_tui::{App, Effect, Input, Look, Settings, film, svg};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

/// A picture: its name, its size, the game or none for the home screen, the moves, and the keys
/// that are pressed after them.
struct Picture {
    name: &'static str,
    size: (u16, u16),
    game: Option<&'static str>,
    moves: &'static str,
    keys: &'static str,
}

const PICTURES: &[Picture] = &[
    Picture { name: "home", size: (100, 26), game: None, moves: "", keys: "" },
    Picture {
        // The fourth of the console matches that came with an older program.
        name: "konobi",
        size: (88, 26),
        game: Some("konobi:9"),
        moves: "f1 swap f2 g1 g2 d2 f3 e2 d3 e3 e5 e4 f5 g5 f4 d4 d5 c6 c5 a5 a6 h1 b6 h2 h4 i4 g4",
        keys: "",
    },
    Picture {
        name: "refusal",
        size: (88, 26),
        game: Some("konobi:9,nopie"),
        moves: "e5 d6 c4 g7 d3 f4",
        keys: "v",
    },
    Picture {
        name: "quentin",
        size: (88, 26),
        game: Some("quentin:9,nopie"),
        moves: "b9 g4 i3 e4 h5 h9 f7 d4 h8 f4 e5 g3 b5 g5 b7 a4 f2 i2 h3 e1 \
                h7 a7 h1 d6 g2 d1 f3 d2 i7 b4 b2 d3 c5 g7 f9 a3 d7 a1 d8",
        // The cursor goes to a point that would fill a territory.
        keys: ":c2\x1b",
    },
    Picture {
        name: "order-and-chaos",
        size: (80, 22),
        game: Some("order-and-chaos"),
        moves: "Xc3 Oc4 Xd3 Xe5 Xe3 Ob2 Od4",
        keys: "o",
    },
    Picture {
        name: "thoughts",
        size: (88, 26),
        game: Some("konobi:9,nopie"),
        moves: "e5 d6 c4 g7 f3 e3",
        keys: ":e6\x1bE",
    },
];

/// The game that is seen move by move; the page shows the same one at the same time (`konoba-http/tests/browser/filmed.mjs`).
/// The move with a mark is tried, refused, and stays undone.
const FILMED: &str = "b4 swap b3 a4 a3 e3 c2? e1 c4 c3 c5 d3 d5 d1 a5 d2";

fn main() {
    let folder = env::args().nth(1).expect("a folder for the pictures");
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).expect("the folder can be made");
    for picture in PICTURES {
        let path = folder.join(format!("terminal-{}.svg", picture.name));
        fs::write(&path, drawn(picture)).expect("the picture can be written");
        println!("{}", path.display());
    }
    let path = folder.join("terminal-game.svg");
    fs::write(&path, filmed()).expect("the picture can be written");
    println!("{}", path.display());
}

/// A whole game, from the empty board to its end.
fn filmed() -> String {
    let size = Size::new(84, 18);
    let (mut app, mut now) = at_board("konobi:5", size);
    let mut frames = vec![(screen(&app, size), Duration::from_millis(1500))];
    for mv in FILMED.split_whitespace() {
        now = Moment::from_millis(now.as_millis() + 7_300);
        let tried = mv.strip_suffix('?');
        play(&mut app, now, tried.unwrap_or(mv));
        // A sentence is read, a stone only seen.
        let seen = if tried.is_some() { 3500 } else { 1100 };
        frames.push((screen(&app, size), Duration::from_millis(seen)));
    }
    frames.last_mut().expect("there is the first").1 = Duration::from_secs(5);
    film(&frames)
}

fn drawn(picture: &Picture) -> String {
    let (width, height) = picture.size;
    let size = Size::new(width, height);
    let (mut app, mut now) = match picture.game {
        Some(game) => at_board(game, size),
        None => at_home(size),
    };
    for mv in picture.moves.split_whitespace() {
        now = Moment::from_millis(now.as_millis() + 7_300);
        play(&mut app, now, mv);
    }
    for effect in press(&mut app, now, picture.keys) {
        if let Effect::Advise(position) = effect {
            let advice = advice(&position);
            app.handle(Input::Advice(position, advice), now);
        }
    }
    svg(&screen(&app, size))
}

fn at_home(size: Size) -> (App, Moment) {
    let settings = Settings { names: ["Ana", "Luka"].map(str::to_owned), ..Settings::default() };
    (App::new(Look::default(), settings, size), Moment::from_millis(0))
}

/// Two people at a new game.
fn at_board(game: &str, size: Size) -> (App, Moment) {
    let (mut app, now) = at_home(size);
    let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().expect("a name")));
    let setup = game.parse().expect("a game");
    let time =
        TimeControl::Fischer { main: Duration::from_secs(300), increment: Duration::from_secs(3) };
    app.play(&Opened { time, ..Opened::new(setup, players) }, now);
    (app, now)
}

fn play(app: &mut App, now: Moment, mv: &str) {
    // The swap is the answer to a question.
    let keys = if mv == "swap" { "y".to_owned() } else { format!(":{mv}\n") };
    press(app, now, &keys);
}

fn screen(app: &App, size: Size) -> Buffer {
    let backend = TestBackend::new(size.width, size.height);
    let mut terminal = Terminal::new(backend).expect("a terminal");
    terminal.draw(|frame| app.draw(frame)).expect("a frame");
    terminal.backend().buffer().clone()
}

fn press(app: &mut App, now: Moment, keys: &str) -> Vec<Effect> {
    let press = |key| {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            letter => KeyCode::Char(letter),
        };
        app.handle(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)), now)
    };
    keys.chars().flat_map(press).collect()
}

/// What the engine thinks after a fixed number of visits on one thread, so that the picture does not
/// depend on the machine.
fn advice(position: &AnyPosition) -> Advice {
    struct Forever;
    impl Watch for Forever {
        fn elapsed(&self) -> Duration {
            Duration::ZERO
        }

        fn must_stop(&self) -> bool {
            false
        }
    }
    let config = Config { threads: 1, seed: 1, ..konoba_nets::config(position.setup()) };
    let thought = Engine::new(config).think(position, Limits::visits(4_000), &Forever);
    let percent = |rate: f32| (rate * 100.0).round() as u8;
    let most = thought.candidates.iter().map(|one| one.visits).max().unwrap_or_default();
    let seen = thought.candidates.iter().filter(|one| one.visits > 0);
    let weighed = |one: &engine::Candidate| {
        Candidate::new(one.mv, one.win_rate.map(percent), (one.visits, most))
    };
    Advice {
        best: thought.best,
        chances: thought.win_rate.map(percent),
        certain: None,
        line: thought.candidates.first().map(|one| one.line.clone()).unwrap_or_default(),
        candidates: seen.map(weighed).collect(),
        idea: None,
    }
}
