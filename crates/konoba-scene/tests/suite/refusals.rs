//! Every refusal says what is true: the cells that it names are what its sentence calls them, and the
//! sentence names these cells and no others. What is true is found out here from the pieces alone,
//! apart from the rules.

use std::collections::BTreeSet;

use konoba_golden::{check_sentence, clauses};
use konoba_rules::games::REGISTER;
use konoba_rules::{AnyPosition, Broken, Grid, Illegal, Move, Point, Points, Side};
use konoba_scene::{Refusal, Sentences};

use crate::support::{Sample, refusals, walk};

#[test]
fn on_every_example_of_the_rulebook() {
    let mut met = BTreeSet::new();
    for spec in REGISTER {
        for (example, setup) in spec.read_examples().expect("the examples can be read") {
            if let Some(record) = example.record(setup) {
                check_all(&record.position_at(record.last()), &mut met);
            }
        }
    }
    // Rules that no example breaks are checked by random games below.
    let of_rules = ["crosscut", "diagonal", "weak-connection"];
    assert!(of_rules.iter().all(|rule| met.contains(rule)), "{met:?}");
}

#[test]
fn on_every_golden_clause() {
    let mut met = BTreeSet::new();
    for clause in clauses() {
        let mut position = AnyPosition::start(clause.setup);
        for mv in &clause.moves {
            let mv = Move::read(mv, clause.setup.spec).expect("it is a move");
            position.play(mv).expect("it is legal");
        }
        check_all(&position, &mut met);
    }
    assert!(met.contains("weak-connection") && met.contains("diagonal"), "{met:?}");
}

#[test]
fn in_random_games() {
    for spec in REGISTER {
        walk(spec, Sample::MIDDLING, |position, _| check_all(position, &mut BTreeSet::new()));
    }
}

/// Checks every move that is refused in a position, and notes the rules that were met.
fn check_all(position: &AnyPosition, met: &mut BTreeSet<&'static str>) {
    for refusal in refusals(position) {
        met.insert(refusal.why.id());
        let sentence = Sentences::of(position.setup()).refusal(position, &refusal);
        check_sentence(&sentence);
        let named = claims(position, &refusal);
        assert_eq!(points_in(&sentence), named, "{sentence}");
    }
}

/// Holds what the refusal of a move says against the board, and gives the cells that it has to name.
fn claims(position: &AnyPosition, refusal: &Refusal) -> BTreeSet<String> {
    let size = position.setup().size;
    let is_empty = |at: Point| !position.pieces().iter().any(|pieces| pieces.contains(at));
    let names = |points: &[Point]| points.iter().map(Point::to_string).collect();
    match refusal.why {
        Illegal::OffBoard(at) => {
            assert!(!at.is_on(size));
            names(&[at, Point::new(0, 0), Point::new(size - 1, size - 1)])
        }
        Illegal::Occupied(at) => {
            assert!(at.is_on(size) && !is_empty(at));
            names(&[at])
        }
        Illegal::PieceNeeded(at) | Illegal::NoPieceChoice(at) => {
            assert!(at.is_on(size) && is_empty(at));
            names(&[at])
        }
        Illegal::Rule(at, broken) => {
            assert!(at.is_on(size) && is_empty(at));
            claims_of_rule(position, refusal.side, at, &broken)
        }
        Illegal::NoSwap => {
            assert!(!position.swap_is_offered());
            names(&[])
        }
        Illegal::NoPass => {
            assert!(position.winner().is_some() || !position.legal_points(refusal.side).is_empty());
            names(&[])
        }
        Illegal::NotYourTurn => {
            assert_ne!(position.to_move(), refusal.side);
            names(&[])
        }
        Illegal::GameOver => {
            assert!(position.winner().is_some());
            names(&[])
        }
    }
}

fn claims_of_rule(
    position: &AnyPosition,
    side: Side,
    at: Point,
    broken: &Broken<Points>,
) -> BTreeSet<String> {
    let cell = |role: &str| {
        let mut cells = broken.flaw.named_cells().filter(|(named, _)| *named == role);
        cells.next().unwrap_or_else(|| panic!("{role} has a cell")).1
    };
    let [own, other] = [side, side.other()].map(|side| position.pieces()[side.index()]);
    let named = match broken.flaw.rule.id {
        // "P would make a crosscut: P and STONE across LEFT and RIGHT."
        "crosscut" => {
            let [stone, left, right] = ["stone", "left", "right"].map(cell);
            assert_eq!(cell("p"), at);
            assert!(own.contains(stone) && other.contains(left) && other.contains(right));
            assert_eq!(BTreeSet::from([left, right]), beside_both(at, stone));
            vec![at, stone, left, right]
        }
        // "P touches STONE only diagonally. Not allowed while CLEAN is free: a stone there would
        // connect to STONE orthogonally."
        "weak-connection" => {
            let [stone, clean] = ["stone", "clean"].map(cell);
            assert!(own.contains(stone) && touches_only_diagonally(own, at, stone));
            assert!(!own.contains(clean) && !other.contains(clean) && is_beside(clean, stone));
            // K2: a stone on it would have no weak connection at all, and it may be placed there.
            assert!(!own.iter().any(|stone| touches_only_diagonally(own, clean, stone)));
            let why = position.why_not(side, Move::Place(clean)).map(|why| why.id());
            assert!(matches!(why, None | Some("not-your-turn" | "game-over")), "{why:?}");
            vec![at, stone, clean]
        }
        // "STONE and DIAGONAL would touch only diagonally. Not allowed unless a stone of their colour
        // is on ONE or OTHER."
        "diagonal" => {
            let [stone, diagonal, one, two] = ["stone", "diagonal", "one", "other"].map(cell);
            let mut after = position.pieces();
            after[side.index()].insert(at);
            let colours = [0, 1].map(|colour| after[colour] | broken.fills[colour]);
            let colour = colours.into_iter().find(|colour| colour.contains(stone));
            let colour = colour.expect("a stone is there then");
            assert!(colour.contains(diagonal) && touches_only_diagonally(colour, stone, diagonal));
            assert_eq!(BTreeSet::from([one, two]), beside_both(stone, diagonal));
            vec![stone, diagonal, one, two]
        }
        // A new game may bring a rule that this test does not know: its sentence has to name the cells that the
        // refusal carries. What they are called is known once the game has examples of its rules.
        rule => {
            let has_examples = !position.setup().spec.examples.is_empty();
            assert!(!has_examples, "this test has to know what the refusal by {rule} claims");
            broken.flaw.named_cells().map(|(_, cell)| cell).collect()
        }
    };
    let blamed: Vec<Point> = broken.flaw.blamed().collect();
    assert!(blamed.iter().all(|cell| named.contains(cell)), "{blamed:?} in {named:?}");
    let is_filling = broken.fills.iter().any(|fills| !fills.is_empty());
    // Many points are counted and not named.
    let fills = broken.fills.into_iter().filter(|fills| fills.count() <= 4).flat_map(Grid::iter);
    let named = named.into_iter().chain(is_filling.then_some(at)).chain(fills);
    named.map(|cell| cell.to_string()).collect()
}

fn is_beside(one: Point, other: Point) -> bool {
    one.x.abs_diff(other.x) + one.y.abs_diff(other.y) == 1
}

/// The two points beside two diagonal neighbours.
fn beside_both(one: Point, other: Point) -> BTreeSet<Point> {
    assert_eq!((one.x.abs_diff(other.x), one.y.abs_diff(other.y)), (1, 1), "{one} and {other}");
    let points = Point::all(19).filter(|at| is_beside(*at, one) && is_beside(*at, other));
    points.collect()
}

/// Whether two points are diagonal neighbours and no stone of the colour is beside both.
fn touches_only_diagonally(colour: Points, one: Point, other: Point) -> bool {
    (one.x.abs_diff(other.x), one.y.abs_diff(other.y)) == (1, 1)
        && !beside_both(one, other).into_iter().any(|at| colour.contains(at))
}

/// The names of points among the words of a sentence. Points for which no letter is left are called
/// by two numbers, as in `256,256`.
fn points_in(sentence: &str) -> BTreeSet<String> {
    let words = sentence.split(|c: char| !c.is_ascii_alphanumeric() && c != ',');
    let words = words.map(|word| word.trim_end_matches(','));
    let is_point = |word: &&str| word.parse::<Point>().is_ok() || word.contains(',');
    words.filter(is_point).map(str::to_owned).collect()
}
