//! What an engine thinks, drawn and said.

use konoba_rules::{AnyPosition, Move, Setup, Side};
use konoba_scene::{Advice, Candidate, Certain, Scene, Sentences, TextStyle, paint_text};

fn moves(setup: Setup, text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| Move::read(mv, setup.spec).expect("a move")).collect()
}

/// Advice to play the first of some moves, which were looked at half as much each.
fn advice(setup: Setup, line: &str, candidates: &str) -> Advice {
    let candidates = moves(setup, candidates).into_iter().zip([80, 40, 20, 10, 1]);
    let candidates = candidates
        .map(|(mv, visits)| Candidate::new(mv, Some((visits / 2 + 15) as u8), (visits, 80)));
    let line = moves(setup, line);
    Advice {
        best: line[0],
        chances: Some(55),
        certain: None,
        line,
        candidates: candidates.collect(),
        idea: None,
    }
}

#[test]
fn advice_is_said_long_and_short() {
    let check = |game: &str, advice: Advice, long: &str, short: &str| {
        let sentences = Sentences::of(game.parse().unwrap());
        assert_eq!(sentences.advice(&advice), long);
        assert_eq!(sentences.advice_in_short(Side::First, &advice), short);
    };
    let konobi: Setup = "konobi:9".parse().unwrap();
    let plain = advice(konobi, "c4 d5 e3", "c4 d5 b2 a1 a2");
    check(
        "konobi:9",
        plain.clone(),
        "Hint: c4, 55 %. Expected: c4 d5 e3. Other \
         moves: d5 (35 %), b2 (25 %), a1 (20 %).",
        "Black 55 %: c4 d5 e3",
    );
    // What seems better was looked at too little.
    let doubted = Advice { chances: Some(30), ..plain.clone() };
    check(
        "konobi:9",
        doubted,
        "Hint: c4, 30 %. Expected: c4 d5 e3. Other moves: b2 (25 %), a1 (20 %), a2 (15 %).",
        "Black 30 %: c4 d5 e3",
    );
    let certain = |within| Some(Certain { winner: Side::Second, within });
    let lone = Advice { line: moves(konobi, "c4"), ..plain };
    let said = |within| Advice { certain: certain(within), ..lone.clone() };
    let would = "Hint: c4. White";
    check(
        "konobi:9",
        said(None),
        &format!("{would} wins with best play."),
        "White wins with best play: c4",
    );
    check("konobi:9", said(Some(1)), &format!("{would} wins at once."), "White wins at once: c4");
    check(
        "konobi:9",
        said(Some(5)),
        &format!("{would} wins in at most 5 moves."),
        "White wins in at most 5 moves: c4",
    );
    let chaos: Setup = "order-and-chaos".parse().unwrap();
    let idea = Some("It keeps every line closed.".to_owned());
    let told = Advice { idea, chances: None, candidates: Vec::new(), ..advice(chaos, "Xc4", "") };
    check("order-and-chaos", told, "Hint: Xc4. It keeps every line closed.", "Xc4");
    let swap = advice(konobi, "swap d5", "swap");
    // A swap changes sides, so naming a side would not say who wins.
    check(
        "konobi:9",
        Advice { certain: certain(None), line: moves(konobi, "swap"), ..swap.clone() },
        "Hint: swap. Swapping wins with best play.",
        "Swapping wins with best play: swap",
    );
    // Nor would it where the opponent is expected to swap.
    let swapped = Advice { certain: certain(Some(10)), ..advice(konobi, "a2 swap b1", "a2") };
    check(
        "konobi:9",
        swapped,
        "Hint: a2. Swapping wins in at most 10 moves. Expected: a2 swap b1.",
        "Swapping wins in at most 10 moves: a2 swap b1",
    );
    check("konobi:9", swap, "Hint: swap, 55 %. Expected: swap d5.", "Swap 55 %: swap d5");
}

/// A digit for each empty point that was looked at, of two pieces on one the better; the rest is as
/// it was.
#[test]
fn heat_is_drawn_and_spoken() {
    let setup: Setup = "order-and-chaos".parse().unwrap();
    let mut position = AnyPosition::start(setup);
    position.play(moves(setup, "Xa1")[0]).unwrap();
    let bare = Scene::of(&position);
    let scene = bare.clone().weighed(&advice(setup, "Ob1", "Ob1 Xb1 Xc1 swap"));
    for style in [TextStyle::Ascii, TextStyle::Unicode] {
        let painted = paint_text(&scene, style);
        let row = painted.lines().find(|line| line.starts_with('1')).unwrap();
        let digits: String = row[1..row.len() - 1].chars().filter(char::is_ascii_digit).collect();
        assert_eq!(digits, "94", "{painted}");
        assert_eq!(painted.lines().count(), paint_text(&bare, style).lines().count());
    }
    let spoken = |at: &str| scene.spot(at.parse().unwrap()).unwrap().spoken.clone();
    assert_eq!(spoken("b1"), "b1, empty, 55 %");
    assert_eq!(spoken("c1"), "c1, empty, 25 %");
    assert_eq!(spoken("d1"), "d1, empty");
}

/// An engine looks at one of the first moves that mirrors do not tell apart; people look at the whole board.
#[test]
fn heat_of_an_empty_board_is_shown_whole() {
    let heats = |setup: &str, candidates: &str, played: Option<&str>| {
        let setup: Setup = setup.parse().unwrap();
        let mut position = AnyPosition::start(setup);
        if let Some(mv) = played {
            position.play(moves(setup, mv)[0]).unwrap();
        }
        let scene = Scene::of(&position).weighed(&advice(setup, candidates, candidates));
        let weighed = scene.spots.iter().filter_map(|spot| Some((spot.at, spot.weighed?)));
        let weighed = weighed.inspect(|(at, weighed)| assert_eq!(weighed.mv.point(), Some(*at)));
        weighed.map(|(at, weighed)| format!("{at} {}", weighed.heat)).collect::<Vec<_>>().join(" ")
    };
    // Columns and rows belong to sides, so they are not exchanged.
    assert_eq!(heats("konobi:5", "b1", None), "b1 9 d1 9 b5 9 d5 9");
    assert_eq!(heats("konobi:5", "c3 a2", None), "a2 6 e2 6 c3 9 a4 6 e4 6");
    assert_eq!(heats("order-and-chaos", "Xb1", None), "b1 9 e1 9 a2 9 f2 9 a5 9 f5 9 b6 9 e6 9");
    assert_eq!(heats("konobi:5", "b1", Some("c3")), "b1 9");
    // Where there is no swap the engine looks at mirrors too, and each keeps what was thought of it.
    assert_eq!(heats("konobi:5,nopie", "b1 d1", None), "b1 9 d1 6 b5 9 d5 9");
}

#[test]
fn heat_has_bounds() {
    let mv = Move::Pass;
    let heat = |visits, most| Candidate::new(mv, Some(200), (visits, most)).heat;
    assert_eq!(
        [heat(0, 0), heat(1, 1_000_000), heat(1, 4), heat(9, 9), heat(10, 9)],
        [1, 1, 4, 9, 9]
    );
    assert_eq!(Candidate::new(mv, Some(200), (1, 1)).chances, Some(100));
}
