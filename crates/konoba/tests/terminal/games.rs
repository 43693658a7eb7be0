//! Whole games through the terminal, and games that a killed terminal cannot lose.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use konoba_rules::games::REGISTER;
use konoba_rules::{AnyPosition, Move, Record, Setup, show_hidden_games};
use tempfile::tempdir;

use crate::pty::Terminal;

/// A game to its end by numbers that look random.
fn random_game(setup: Setup, seed: u64) -> (Vec<Move>, AnyPosition) {
    let (mut position, mut dice) = (AnyPosition::start(setup), Rng::with_seed(seed));
    let mut moves = Vec::new();
    while position.winner().is_none() {
        let legal = position.moves_of(position.to_move());
        let mv = legal[dice.usize(..legal.len())];
        position.play(mv).unwrap();
        moves.push(mv);
    }
    (moves, position)
}

/// The keys by which a person plays these moves: a question about the swap is answered, and a
/// forced pass needs nothing.
fn keys(setup: Setup, moves: &[Move]) -> String {
    let mut position = AnyPosition::start(setup);
    let mut keys = String::new();
    for mv in moves {
        match mv {
            Move::Swap => keys.push('y'),
            Move::Pass => {}
            _ => {
                if position.swap_is_offered() {
                    keys.push('n');
                }
                keys.push_str(&format!(":{}\r", mv.written(setup.spec)));
            }
        }
        position.play(*mv).unwrap();
    }
    keys
}

fn kept(home: &Path) -> Record {
    let games = fs::read_dir(home.join("state/games")).unwrap().map(|entry| entry.unwrap().path());
    // Beside it there may be what is just being written.
    let games: Vec<_> =
        games.filter(|path| path.extension().is_some_and(|end| end == "sgf")).collect();
    assert_eq!(games.len(), 1);
    Record::from_sgf(&fs::read(&games[0]).unwrap()).unwrap()
}

#[test]
fn games_of_every_kind_are_played_to_their_end() {
    // To read the records of the hidden games, too.
    show_hidden_games();
    for spec in REGISTER {
        let sizes = spec.sizes;
        let setup = Setup::default_of(spec).with_size(5.clamp(sizes.min, sizes.max)).unwrap();
        let game = setup.to_string();
        for seed in 1..4 {
            let (moves, end) = random_game(setup, seed);
            let home = tempdir().unwrap();
            let mut terminal =
                Terminal::with_hidden_games(home.path(), &["play", &game, "--names", "Ana,Luka"]);
            terminal.see("Ana");
            terminal.press(keys(setup, &moves));
            let text = terminal.see(" wins by ");
            // What is on the screen is the board: as many pieces of each kind.
            for (piece, stones) in konoba_rules::Piece::BOTH.into_iter().zip(end.pieces()) {
                let glyph = match setup.spec.choice {
                    konoba_rules::PieceChoice::Own => ['●', '○'][piece.index()],
                    konoba_rules::PieceChoice::Either => setup.spec.piece(piece).letter,
                };
                let rows = text.lines().filter(|line| line.contains(['│', '║']));
                let board: String = rows.map(board_part).collect();
                let drawn = board.chars().filter(|c| *c == glyph).count();
                assert_eq!(drawn, konoba_rules::Grid::count(&stones) as usize, "{game}\n{text}");
            }
            let record = kept(home.path());
            assert_eq!(record.moves().collect::<Vec<_>>(), moves);
            assert!(record.outcome().is_some());
            terminal.quit();
        }
    }
}

/// What is on the board in a row of the screen: between the edges, or between the first and the
/// last side of a square.
fn board_part(line: &str) -> &str {
    let bound = if line.contains('║') { '║' } else { '│' };
    let (start, end) = (line.find(bound).unwrap_or(0), line.rfind(bound).unwrap_or(line.len()));
    &line[start..end]
}

#[test]
fn a_hidden_game_is_chosen_on_the_home_screen_and_only_if_it_is_shown() {
    let hidden = REGISTER.last().unwrap();
    let home = tempdir().unwrap();
    let mut terminal = Terminal::konoba(home.path(), &[]);
    for spec in REGISTER.iter().rev().skip(1) {
        terminal.see("Start the game");
        // One game back: from the first to the last.
        terminal.press("h");
        let text = terminal.see(spec.name);
        assert!(!text.contains(hidden.name), "{text}");
    }
    terminal.quit();
    let mut terminal = Terminal::with_hidden_games(home.path(), &[]);
    terminal.see("Start the game");
    terminal.press("h");
    terminal.see(hidden.name);
    terminal.press("\r:c3\r");
    terminal.quit();
    show_hidden_games();
    assert_eq!(kept(home.path()).setup(), Setup::default_of(hidden));
}

#[test]
fn a_killed_game_goes_on() {
    let home = tempdir().unwrap();
    let mut terminal = Terminal::konoba(home.path(), &[]);
    terminal.see("Start the game");
    // From the home screen: a smaller board, then the game.
    terminal.press("jhh");
    terminal.see("9x9");
    terminal.press("\r");
    terminal.press(":c3\r");
    terminal.see("may swap instead of placing");
    terminal.press("n:d4\r");
    terminal.see("plays d4");
    let before = kept(home.path());
    assert_eq!(before.moves().count(), 2);
    terminal.kill();

    let mut terminal = Terminal::konoba(home.path(), &[]);
    terminal.see("Continue");
    terminal.press("\r");
    terminal.see("1 c3 d4");
    terminal.press(":e5\r");
    terminal.see("plays e5");
    terminal.quit();
    let after = kept(home.path());
    assert_eq!(after.moves().count(), 3);
    assert_eq!(after.player(konoba_rules::Side::First), before.player(konoba_rules::Side::First));

    // It goes on in the same file where that is named, as the line dialogue tells.
    let games = fs::read_dir(home.path().join("state/games")).unwrap();
    let mut games = games.map(|entry| entry.unwrap().path());
    let file = games.find(|path| path.extension().is_some_and(|end| end == "sgf")).unwrap();
    let load = ["play", "konobi", "--load", file.to_str().unwrap()];
    let mut terminal = Terminal::konoba(home.path(), &load);
    terminal.see("1 c3 d4");
    terminal.press(":f6\r");
    terminal.see("plays f6");
    terminal.quit();
    assert_eq!(kept(home.path()).moves().count(), 4);
}

#[test]
fn a_record_that_cannot_be_saved_is_a_failure_unless_it_can_be_later() {
    let home = tempdir().unwrap();
    let flags = ["play", "konobi:5,nopie", "--names", "Ana,Luka", "--save", "new/game.sgf"];
    let mut terminal = Terminal::konoba(home.path(), &flags);
    terminal.see("Ana");
    terminal.press(":c3\r");
    terminal.see("The game could not be saved as new/game.sgf");
    terminal.press([3]);
    assert_eq!(terminal.end(), 1);
    assert!(terminal.written().contains("konoba: The game could not be saved as new/game.sgf"));

    let mut terminal = Terminal::konoba(home.path(), &flags);
    terminal.see("Ana");
    terminal.press(":c3\r");
    terminal.see("could not be saved");
    fs::create_dir(home.path().join("new")).unwrap();
    terminal.press(":d4\r");
    terminal.see("The game is saved as new/game.sgf.");
    terminal.quit();
    let saved = fs::read_to_string(home.path().join("new/game.sgf")).unwrap();
    assert!(saved.contains(";B[c3];W[d4]"), "{saved}");
}

#[test]
fn a_refused_move_is_explained_and_changes_nothing() {
    let home = tempdir().unwrap();
    let mut terminal =
        Terminal::konoba(home.path(), &["play", "konobi:5,nopie", "--names", "Ana,Luka"]);
    terminal.see("Ana");
    terminal.press(":c3\r:c3\r");
    terminal.see("c3 is occupied.");
    terminal.press(":z9\r");
    terminal.see("z9 is off the board, which goes from a1 to e5.");
    terminal.press(":nonsense\r");
    terminal.see("'nonsense' is not a move");
    assert_eq!(kept(home.path()).moves().count(), 1);
    terminal.quit();
}

/// Plays for the person until the game is over: any legal point, wherever the engine has played.
fn play_to_the_end(
    terminal: &mut Terminal,
    home: &Path,
    setup: Setup,
    mut seen: impl FnMut(&Terminal, usize),
) {
    loop {
        let record = kept(home);
        let moves = record.moves().count();
        if record.outcome().is_some() {
            return;
        }
        seen(terminal, moves);
        let position = record.position_at(record.last());
        let mv = position.moves_of(position.to_move())[0];
        let keys = if position.swap_is_offered() { "n" } else { "" };
        terminal.press(format!("{keys}:{}\r", mv.written(setup.spec)));
        terminal.wait("an answer", |_| {
            let record = kept(home);
            let is_answered = record.position_at(record.last()).to_move() == position.to_move();
            record.outcome().is_some() || record.moves().count() > moves + 1 && is_answered
        });
    }
}

/// A whole game against the engine from the home screen, left in the middle and continued, on a
/// terminal that changes its size.
#[test]
fn a_game_against_the_engine_is_left_and_continued_to_its_end() {
    let home = tempdir().unwrap();
    let mut terminal = Terminal::konoba(home.path(), &[]);
    terminal.see("Start the game");
    // A board of 4x4 without the swap, and the engine at its weakest level in the second seat.
    terminal.press("jhhhhhhhjl");
    terminal.see("4x4");
    terminal.press("j\r\x1b[C");
    terminal.see("Computer level 1 ");
    terminal.press("\r\r");
    terminal.see("White Computer 1");
    terminal.press(":b2\r");
    terminal.see("Computer 1 (White) plays");
    let before = kept(home.path());
    terminal.kill();

    let mut terminal = Terminal::konoba(home.path(), &[]);
    terminal.see("Continue");
    terminal.press("\r");
    terminal.see("White Computer 1");
    let sizes = [(120, 40), (40, 16), (80, 24)];
    play_to_the_end(&mut terminal, home.path(), before.setup(), |terminal, moves| {
        let (columns, rows) = sizes[moves / 2 % sizes.len()];
        terminal.resize(columns, rows);
    });
    terminal.resize(80, 24);
    // Either side may have won: "You won by ..." or "Computer 1 (White) wins by ...".
    terminal.see(" by connecting ");
    let after = kept(home.path());
    assert!(after.moves().take(2).eq(before.moves()));
    assert_eq!(after.engine(konoba_rules::Side::Second), Some(konoba_rules::Level::WEAKEST));
    terminal.quit();
}

/// On one device the engine answers also during a game between people.
#[test]
fn the_engine_gives_hints_on_the_screen() {
    let home = tempdir().unwrap();
    let flags = ["play", "konobi:4,nopie", "--names", "Ana,Luka"];
    let mut terminal = Terminal::konoba(home.path(), &flags);
    terminal.see("Ana");
    terminal.press("H");
    terminal.see("Hint:");
    terminal.press("E");
    // In few words beside the board: a chance, or what is certain.
    terminal.wait("its thoughts", |screen| {
        let text = screen.contents();
        text.contains("Computer:") && (text.contains(" wins ") || text.contains(" %: "))
    });
    terminal.quit();
}
