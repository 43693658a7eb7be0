//! Other people's games, judged over GTP: legal moves at every turn, fills and winner.

use konoba_golden::{Game, Ply, open_games};
use konoba_line::gtp::{NoFiles, Session};
use konoba_rules::Point;

#[test]
fn golden_games_are_judged_alike() {
    let games = open_games();
    assert!(games.iter().any(|game| game.setup.size > 8), "no game reaches the letter I");
    games.iter().for_each(replay);
}

fn replay(game: &Game) {
    let mut session = Session::new(game.setup, NoFiles);
    let mut ask = |line: &str| {
        let answer = session.answer(line).expect("a command has an answer");
        answer.result.unwrap_or_else(|failure| panic!("{}: {line}: {failure}", game.source))
    };
    for ply in &game.plies {
        let side = game.setup.spec.side(ply.side).id;
        let source = &game.source;
        assert_eq!(ask("konoba-winner"), "none", "{source}");
        assert_eq!(ask("konoba-legal"), legal(ply), "{source} before {}", ply.mv);
        assert_eq!(ask(&format!("konoba-why {side} {}", with_letters(&ply.mv))), "legal");
        assert_eq!(ask(&format!("play {side} {}", with_letters(&ply.mv))), "");
        assert_eq!(ask("konoba-fills"), fills(ply), "{source} after {}", ply.mv);
    }
    assert_eq!(ask("konoba-winner"), game.setup.spec.side(game.winner).id, "{}", game.source);
    assert_eq!(ask("konoba-legal"), "", "{}", game.source);
}

/// What `konoba-legal` must answer before a turn.
fn legal(ply: &Ply) -> String {
    if ply.legal.is_empty() {
        return "pass".to_owned();
    }
    let moves = ply.legal.iter().map(|mv| with_letters(mv).replace('@', ""));
    moves.collect::<Vec<_>>().join(" ")
}

/// What `konoba-fills` must answer after a turn.
fn fills(ply: &Ply) -> String {
    let mut lines = Vec::new();
    for (colour, points) in ["black", "white"].into_iter().zip(&ply.fills) {
        let mut names: Vec<_> = points.iter().map(Point::to_string).collect();
        names = names.iter().map(|name| with_letters(name)).collect();
        names.sort();
        if !names.is_empty() {
            lines.push(format!("{colour} {}", names.join(" ")));
        }
    }
    lines.join("\n")
}

/// A move with the letters of GTP, of which I is none, in place of all letters.
fn with_letters(mv: &str) -> String {
    if mv == "pass" {
        return mv.to_owned();
    }
    let later = |c: char| if ('i'..='y').contains(&c) { char::from(c as u8 + 1) } else { c };
    mv.chars().map(later).collect()
}
