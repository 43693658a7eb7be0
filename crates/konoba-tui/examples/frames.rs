//! How long a frame takes to be drawn, at each number of colours: `cargo run --release -p konoba-tui --example frames`.
//! The checksum is that of all that was drawn, so that a change of the picture cannot hide in a change of speed.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

use konoba_rules::games;
use konoba_scene::TextStyle;
use konoba_table::{Moment, Opened, Player};
use konoba_tui::{App, Colours, Depth, Look, Settings, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;

const FRAMES: u32 = 200;

fn main() {
    for (name, depth) in [
        ("no colours", Depth::None),
        ("16 colours", Depth::Sixteen),
        ("256 colours", Depth::Cube),
        ("all colours", Depth::Full),
    ] {
        let mut sum = DefaultHasher::new();
        let begin = Instant::now();
        for theme in Theme::ALL {
            for (width, height) in [(80, 24), (120, 40)] {
                let mut terminal =
                    Terminal::new(TestBackend::new(width, height)).expect("a test has a terminal");
                let look = Look { colours: Colours { theme, depth }, style: TextStyle::Unicode };
                let settings = Settings { theme, ..Settings::default() };
                let mut app = App::new(look, settings, Size::new(width, height));
                let players = ["Ana", "Luka"]
                    .map(|name| Player::person(name.parse().expect("a short word is a name")));
                let setup = games()[0].id.parse().expect("a game can be set up");
                app.play(&Opened::new(setup, players), Moment::default());
                for _ in 0..FRAMES {
                    terminal.draw(|frame| app.draw(frame)).expect("memory takes a frame");
                }
                terminal.backend().buffer().hash(&mut sum);
            }
        }
        let each = begin.elapsed() / (FRAMES * 2 * Theme::ALL.len() as u32);
        println!("{name}: {each:.1?} a frame, checksum {:016x}", sum.finish());
    }
}
