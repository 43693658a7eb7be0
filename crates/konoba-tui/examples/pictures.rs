//! Draws the screens that the README shows: `cargo run -p konoba-tui --example pictures -- FOLDER`.

use std::path::Path;
use std::{env, fs};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use konoba_table::{Moment, Opened, Player, TimeControl};
use konoba_tui::{App, Input, Look, Settings, svg};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
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
    Picture { name: "swap", size: (88, 24), game: Some("konobi:11"), moves: "f6", keys: "" },
    Picture {
        name: "large",
        size: (80, 24),
        game: Some("konobi:19,nopie"),
        moves: "d4 q16 d16 q4 j10 k11 d10 q10",
        keys: "",
    },
    themed("light", "t"),
    themed("high-contrast", "tt"),
    themed("colour-blind", "ttt"),
    Picture { name: "help", size: (90, 44), game: Some("konobi"), moves: "", keys: "?" },
    Picture {
        name: "won",
        size: (88, 26),
        game: Some("konobi:5,nopie"),
        moves: "c3 b2 c4 b4 c5 b3 c2 e4 c1",
        keys: "",
    },
];

/// A game in another theme, to which these keys lead.
const fn themed(name: &'static str, keys: &'static str) -> Picture {
    let moves = "d4 c5 e5 c4 d3 f6 d6 b5 d7";
    Picture { name, size: (80, 22), game: Some("konobi:7,nopie"), moves, keys }
}

fn main() {
    let folder = env::args().nth(1).expect("a folder for the pictures");
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).expect("the folder can be made");
    for picture in PICTURES {
        let path = folder.join(picture.name).with_extension("svg");
        fs::write(&path, drawn(picture)).expect("the picture can be written");
        println!("{}", path.display());
    }
}

fn drawn(picture: &Picture) -> String {
    let (width, height) = picture.size;
    let settings = Settings { names: ["Ana", "Luka"].map(str::to_owned), ..Settings::default() };
    let mut app = App::new(Look::default(), settings, Size::new(width, height));
    let mut now = Moment::from_millis(0);
    if let Some(game) = picture.game {
        let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().expect("a name")));
        let setup = game.parse().expect("a game");
        let time = TimeControl::Fischer {
            main: std::time::Duration::from_secs(300),
            increment: std::time::Duration::from_secs(3),
        };
        app.play(&Opened { time, ..Opened::new(setup, players) }, now);
        for mv in picture.moves.split_whitespace() {
            now = Moment::from_millis(now.as_millis() + 7_300);
            // The swap is the answer to a question.
            let keys = if mv == "swap" { "y".to_owned() } else { format!(":{mv}\n") };
            press(&mut app, now, &keys);
        }
    }
    press(&mut app, now, picture.keys);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| app.draw(frame)).expect("a frame");
    svg(terminal.backend().buffer())
}

fn press(app: &mut App, now: Moment, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            letter => KeyCode::Char(letter),
        };
        app.handle(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)), now);
    }
}
