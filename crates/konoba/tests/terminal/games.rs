//! Whole games through the terminal, and games that a killed terminal cannot lose.

use std::fs;
use std::path::Path;

use konoba_rules::{AnyPosition, Move, Record, Setup};
use tempfile::tempdir;

use crate::pty::Terminal;

/// A game to its end by numbers that look random.
fn random_game(setup: Setup, seed: u64) -> (Vec<Move>, AnyPosition) {
    let (mut position, mut state) = (AnyPosition::start(setup), seed);
    let mut moves = Vec::new();
    while position.winner().is_none() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal = position.moves_of(position.to_move());
        let mv = legal[(state >> 33) as usize % legal.len()];
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
    let games: Vec<_> = fs::read_dir(home.join("state/games")).unwrap().collect();
    assert_eq!(games.len(), 1);
    Record::from_sgf(&fs::read(games[0].as_ref().unwrap().path()).unwrap()).unwrap()
}

#[test]
fn games_of_every_kind_are_played_to_their_end() {
    for (game, seeds) in [("konobi:5", 1..4), ("quentin:5", 1..4), ("order-and-chaos", 1..3)] {
        for seed in seeds {
            let setup: Setup = game.parse().unwrap();
            let (moves, end) = random_game(setup, seed);
            let home = tempdir().unwrap();
            let mut terminal =
                Terminal::konoba(home.path(), &["play", game, "--names", "Ana,Luka"]);
            terminal.see("Ana");
            terminal.press(keys(setup, &moves));
            let winner = setup.spec.side(end.winner().unwrap()).name;
            let text = terminal.see(&format!("({winner}) wins by"));
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
