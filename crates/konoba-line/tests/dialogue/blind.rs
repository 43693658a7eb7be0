//! The blind bot at the dialogue: the board that it keeps must be the real one at every ply, and the
//! drawn board must show the same.

use std::collections::BTreeMap;

use fastrand::Rng;
use konoba_line::NoFiles;
use konoba_line::dialogue::{Config, Dialogue};
use konoba_rules::{Setup, text};
use konoba_scene::TextStyle;
use konoba_table::{Moment, Seat};

use crate::bot::{Bot, Heard, drawn};

/// Plays a game to its end, by answers to whatever is asked, and looks after each of them that the
/// bot knows the truth.
fn play(setup: Setup, seed: u64, mut answer: impl FnMut(&Bot, &str) -> String) -> Heard {
    let style = if seed.is_multiple_of(2) { TextStyle::Unicode } else { TextStyle::Ascii };
    let names = ["Ana", "Luka"].map(|name| name.parse().expect("a name"));
    let config = Config { size_is_chosen: true, names: Some(names), style, ..Config::new(setup) };
    let mut dialogue = Dialogue::new(config, NoFiles);
    let mut bot = Bot::default();
    let mut said = dialogue.open(Moment::default());
    loop {
        bot.hear(&said);
        compare(&bot, &dialogue, &said);
        if dialogue.is_over() {
            return bot.heard;
        }
        let question = said.lines().last().expect("something is asked");
        said = dialogue.answer(&answer(&bot, question), Moment::default());
    }
}

fn compare(bot: &Bot, dialogue: &Dialogue<NoFiles>, said: &str) {
    let table = dialogue.table().expect("a game is played");
    let spec = table.setup().spec;
    let truth = text::write(table.position());
    let (rows, _) = truth.split_once(' ').expect("a position has a side to move");
    assert_eq!(bot.rows(), rows, "{said}");
    if let Some(drawn) = drawn(said, bot.size) {
        assert_eq!(drawn, rows, "{said}");
    }
    assert_eq!(bot.boards.len() - 1, table.history().len(), "{said}");
    let named = |seat| {
        let side = spec.side(table.side_of(seat)).name;
        (table.player(seat).name.to_string(), side.to_owned())
    };
    for seat in Seat::BOTH {
        let (name, side) = named(seat);
        assert_eq!(bot.sides.get(&name), Some(&side), "{said}");
    }
    assert_eq!(bot.to_move, table.seat_to_move().map(named), "{said}");
    assert_eq!(bot.winner, table.outcome().map(|outcome| named(outcome.seat)), "{said}");
}

#[test]
fn the_blind_bot_knows_the_board() {
    let setups = [
        ("konobi:4", 40),
        ("konobi:5", 40),
        ("konobi:7,nopie", 5),
        ("konobi:11", 3),
        ("konobi:1", 3),
        ("quentin:3", 20),
        ("quentin:5", 30),
        ("quentin:7,nopie", 10),
        ("quentin:12", 3),
        ("order-and-chaos", 15),
        ("order-and-chaos:five-or-six", 15),
        ("order-and-chaos:lasting-five", 15),
    ];
    let mut sum = Heard::default();
    for (setup, games) in setups {
        let setup = setup.parse().expect("there is such a set-up");
        for seed in 0..games {
            let mut dice = Rng::with_seed(seed);
            sum += play(setup, seed, |bot, question| bot.answer(question, &mut dice));
        }
    }
    let each = [sum.fills, sum.swaps, sum.undone, sum.refused];
    assert!(each.iter().all(|count| *count > 0), "something was never heard: {sum:?}");
}

/// Forced passes are too rare to be met by chance.
#[test]
fn the_blind_bot_hears_forced_passes() {
    let has_pass = |game: &konoba_golden::Game| game.plies.iter().any(|ply| ply.mv == "pass");
    let mut passes = BTreeMap::new();
    for (seed, game) in (0..).zip(konoba_golden::open_games().into_iter().filter(has_pass)) {
        let mut moves = game.plies.iter().filter(|ply| ply.mv != "pass").map(|ply| &ply.mv);
        let heard = play(game.setup, seed, |_, question| match question {
            "swap? (y/n)" => "n".to_owned(),
            _ => moves.next().expect("the game goes on as it was recorded").clone(),
        });
        *passes.entry(game.setup.spec.id).or_insert(0) += heard.passes;
    }
    assert_eq!(passes.len(), 2, "{passes:?}");
    assert!(passes.values().all(|count| *count > 0), "{passes:?}");
}
