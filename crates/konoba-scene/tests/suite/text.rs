//! Boards in characters: they fit a small terminal, and everything can be read from them.

use konoba_rules::{GAMES, Grid, Lattice, Move, Piece, Point, Points};
use konoba_scene::{Letters, Part, Refusal, Scene, TextStyle, View, ink, paint_text};

use crate::support::{Sample, after, filling, refusals, walk};

const STYLES: [TextStyle; 2] = [TextStyle::Unicode, TextStyle::Ascii];
const LATTICES: [Lattice; 2] = [Lattice::Lines, Lattice::Squares];

/// The pieces, read with nothing but the letters above the columns.
fn read_pieces(painted: &str, size: u8, glyphs: [char; 2]) -> [Points; 2] {
    let lines: Vec<Vec<char>> = painted.lines().map(|line| line.chars().collect()).collect();
    let columns = lines[0].iter().enumerate().filter(|(_, c)| !c.is_whitespace());
    let columns: Vec<usize> = columns.map(|(column, _)| column).collect();
    assert_eq!(columns.len(), usize::from(size));
    let mut rows = lines.iter().filter(|line| line.iter().any(char::is_ascii_digit));
    let mut pieces = [Points::EMPTY; 2];
    for y in (0..size).rev() {
        let line = rows.next().expect("there is a line for each row");
        for x in 0..size {
            let glyph = line[columns[usize::from(x)]];
            if let Some(piece) = Piece::BOTH.into_iter().find(|p| glyphs[p.index()] == glyph) {
                pieces[piece.index()].insert(Point::new(x, y));
            }
        }
    }
    assert!(rows.next().is_none());
    pieces
}

#[test]
fn pieces_are_read_back_and_all_fits() {
    for spec in GAMES {
        walk(spec, Sample::SMALL, |position, last| {
            for (style, lattice) in STYLES.into_iter().flat_map(|s| LATTICES.map(|l| (s, l))) {
                let size = position.setup().size;
                let refusal = refusals(position).find(|refusal| refusal.why.cells().count() > 1);
                let view = View {
                    last,
                    refusal,
                    preview: filling(position),
                    shows_legal_points: true,
                    shows_open_lines: true,
                    lattice: Some(lattice),
                    letters: Letters::Every,
                    ..View::default()
                };
                let painted = paint_text(&Scene::viewed(position, &view), style);
                let letters = spec.pieces.each_ref().map(|piece| piece.letter);
                let has_stones = spec.has_edges && style == TextStyle::Unicode;
                let glyphs = if has_stones { ['●', '○'] } else { letters };
                assert_eq!(read_pieces(&painted, size, glyphs), position.pieces(), "\n{painted}");
                // One line of 24 is left for words.
                assert!(painted.lines().count() <= 23);
                assert!(painted.lines().all(|line| line.chars().count() <= 80));
                assert!(painted.lines().all(|line| !line.ends_with(' ')));
                assert!(style != TextStyle::Ascii || painted.is_ascii());
            }
        });
    }
}

#[test]
fn every_point_is_inked_once() {
    for spec in GAMES {
        walk(spec, Sample::SMALL, |position, _| {
            for style in STYLES {
                let rows = ink(&Scene::of(position), style);
                let points = rows.iter().flatten().filter_map(|ink| match ink.part {
                    Part::Point(at) => Some(at),
                    _ => None,
                });
                let mut points: Vec<_> = points.collect();
                points.sort_by_key(|at| at.index());
                assert!(points.into_iter().eq(Point::all(position.setup().size)));
            }
        });
    }
}

fn check(scene: &Scene, style: TextStyle, expected: &str) {
    let painted = paint_text(scene, style);
    let expected = expected.strip_prefix('\n').expect("a drawing begins on a line of its own");
    assert_eq!(painted, expected, "\n{painted}");
}

#[test]
fn the_last_move_and_the_edges() {
    let (position, last) = after("konobi:5", "b2 d3 c4");
    let scene = Scene::viewed(&position, &View { last, ..View::default() });
    check(
        &scene,
        TextStyle::Unicode,
        "
            a b c d e
           ━ ● Black ━
        5 ║ ┌─┬─┬─┬─┐ ║ 5
        4 ║ ├─┼(●)┼─┤ ║ 4
○ White 3 ║ ├─┼─┼─○─┤ ║ 3 ○ White
        2 ║ ├─●─┼─┼─┤ ║ 2
        1 ║ └─┴─┴─┴─┘ ║ 1
           ━ ● Black ━
            a b c d e
",
    );
    check(
        &scene,
        TextStyle::Ascii,
        "
          a b c d e
         == Black ==
      5 | . . . . . | 5
      4 | . .(B). . | 4
White 3 | . . . W . | 3 White
      2 | . B . . . | 2
      1 | . . . . . | 1
         == Black ==
          a b c d e
",
    );
}

#[test]
fn squares_with_edges_and_skipped_letters() {
    let (position, last) = after("quentin:9", "i9 h8");
    let lattice = Some(Lattice::Squares);
    let letters = Letters::SkippingI;
    let view = View { last, lattice, letters, ..View::default() };
    let painted = paint_text(&Scene::viewed(&position, &view), TextStyle::Unicode);
    let expected = "
            a b c d e f g h j
           ━━━━━ ● Black ━━━━━
        9 ║  │ │ │ │ │ │ │ │● ║ 9
        8 ║  │ │ │ │ │ │ (○)  ║ 8
";
    assert!(painted.starts_with(&expected[1..]), "\n{painted}");
}

#[test]
fn a_refusal_blames_its_cells() {
    let (position, last) = after("konobi:5", "a1 a2 c2 c3");
    let refusal = Refusal::of(&position, position.to_move(), Move::Place(Point::new(1, 0)));
    let view = View { last, refusal, shows_legal_points: true, ..View::default() };
    check(
        &Scene::viewed(&position, &view),
        TextStyle::Ascii,
        "
          a b c d e
         == Black ==
      5 | _ _ _ _ _ | 5
      4 | _ _ _ _ _ | 4
White 3 | _ .(W). _ | 3 White
      2 | W _!B _ _ | 2
      1 | B?b!_ . _ | 1
         == Black ==
          a b c d e
",
    );
}

#[test]
fn fills_are_shown() {
    let (position, last) = after("quentin:2", "b2 b1 a2");
    check(
        &Scene::viewed(&position, &View { last, ..View::default() }),
        TextStyle::Unicode,
        "
            a b
           ━ B ━
○ White 2 ║(●)● ║ 2 ○ White
        1 ║*○*○ ║ 1
           ━ B ━
            a b
",
    );
}

#[test]
fn the_winning_line_is_shown() {
    let (position, last) = after("order-and-chaos", "Xa1 Ob5 Xb1 Xe1 Xc1 Oc5 Xd1");
    check(
        &Scene::viewed(&position, &View { last, ..View::default() }),
        TextStyle::Unicode,
        "
   a b c d e f
  ┌─┬─┬─┬─┬─┬─┐
6 │ │ │ │ │ │ │ 6
5 │ │O│O│ │ │ │ 5
4 │ │ │ │ │ │ │ 4
3 │ │ │ │ │ │ │ 3
2 │ │ │ │ │ │ │ 2
1 *X*X*X(X*X│ │ 1
  └─┴─┴─┴─┴─┴─┘
   a b c d e f
",
    );
}

/// A move that is considered, with what it would fill; beside it the same once it is played.
#[test]
fn what_a_move_would_fill() {
    let (mut position, _) = after("quentin:4,nopie", "a2 d4");
    let played = { position }.play(Move::Place("b1".parse().unwrap())).unwrap();
    let scene = Scene::viewed(&position, &View { preview: Some(played), ..View::default() });
    assert_eq!(scene.preview.as_deref(), Some("Black on b1 would fill a1 for Black."));
    check(
        &scene,
        TextStyle::Unicode,
        "
            a b c d
           ━ Black ━
        4 ║ ┌─┬─┬─○ ║ 4
○ White 3 ║ ├─┼─┼─┤ ║ 3 ○ White
        2 ║ ●─┼─┼─┤ ║ 2
        1 ║+•>•─┴─┘ ║ 1
           ━ Black ━
            a b c d
",
    );
    let spoken = |at: &str| scene.spot(at.parse().unwrap()).unwrap().spoken.as_str();
    assert_eq!(spoken("b1"), "b1, empty, considered");
    assert_eq!(spoken("a1"), "a1, empty, would be filled for Black");
    position.play(played.mv).unwrap();
    let scene = Scene::viewed(&position, &View { last: Some(played), ..View::default() });
    check(
        &scene,
        TextStyle::Ascii,
        "
          a b c d
         = Black =
      4 | . . . W | 4
White 3 | . . . . | 3 White
      2 | B . . . | 2
      1 |+B(B). . | 1
         = Black =
          a b c d
",
    );
}
