//! The puzzles that come with Konoba: they are read, solved by their own solutions, and a sample is proved again.

use konoba_puzzles::check::check;
use konoba_puzzles::{
    Attempt, Choice, Grade, Judgement, Puzzle, REFUTATION, after_lesson, collection, pack,
    parse_date, read, themes, write,
};
use konoba_rules::{GAMES, Position, Rules, Spec, Visitor};

/// One of so many is proved again here; `konoba puzzles check` proves all.
const SAMPLE: usize = 25;

fn shipped() -> impl Iterator<Item = (&'static Spec, &'static Puzzle)> {
    let games = GAMES.iter().filter_map(|spec| Some((*spec, collection(spec)?)));
    games.flat_map(|(spec, own)| own.puzzles.iter().map(move |puzzle| (spec, puzzle)))
}

#[test]
fn every_game_has_puzzles_of_its_own_and_all_of_them_are_small() {
    let mut bytes = 0;
    for spec in GAMES {
        let own = collection(spec).expect("there are puzzles");
        assert!(own.puzzles.iter().all(|puzzle| puzzle.setup.spec.id == spec.id), "{}", spec.id);
        let [plain, packed] =
            [write, pack].map(|write| -> String { own.puzzles.iter().map(write).collect() });
        for text in [&plain, &packed] {
            assert_eq!(read(text).unwrap().0, own.puzzles, "{}", spec.id);
        }
        bytes += packed.len();
        let first = own.calendar.eras().first().expect("there is a puzzle of the day");
        assert_eq!(own.of_day(first.from), Some(1), "{}", spec.id);
    }
    assert!(bytes <= 1_000_000, "{bytes}");
}

#[test]
fn a_sample_is_proved_again() {
    for (spec, puzzle) in shipped().step_by(SAMPLE) {
        if let Err(wrong) = check(puzzle) {
            panic!("{}\n{}", wrong.sentence(spec), write(puzzle));
        }
    }
}

#[test]
fn every_theme_holds_and_no_puzzle_is_there_twice() {
    struct Twins;
    impl Visitor for Twins {
        type Output = Vec<u64>;
        fn visit<R: Rules>(self, position: &Position<R>) -> Vec<u64> {
            let seen = R::SPEC.symmetries.iter().map(|symmetry| position.seen_by(*symmetry).key());
            seen.collect()
        }
    }
    let mut seen = std::collections::HashMap::new();
    for (spec, puzzle) in shipped() {
        assert_eq!(themes(puzzle), puzzle.themes, "{}", write(puzzle));
        let place = (spec.id, puzzle.setup.size, puzzle.setup.variant);
        let twins = puzzle.position().visit(Twins);
        let is_new = !twins.iter().any(|key| seen.contains_key(&(place, *key)));
        assert!(is_new, "{}", write(puzzle));
        seen.insert((place, puzzle.position().key()), ());
    }
}

#[test]
fn every_puzzle_is_solved_by_its_solution_and_by_its_hints() {
    for (spec, puzzle) in shipped() {
        let mut attempt = Attempt::new(puzzle);
        assert!(attempt.task().starts_with("You play "), "{}", attempt.task());
        let side = attempt.position().to_move();
        for (number, step) in puzzle.steps.iter().enumerate() {
            for other in &step.wins[1..] {
                let reply = attempt.clone().hear(*other);
                assert_eq!(reply.judgement, Judgement::Solved, "{}", write(puzzle));
            }
            let hints = [(); 3].map(|()| attempt.hint());
            let name = step.wins[0].written(spec).to_string();
            assert!(hints[2].contains(&name) && hints[0] != hints[2], "{hints:?}");
            let reply = attempt.hear(step.wins[0]);
            let is_last = number + 1 == puzzle.steps.len();
            let expected = if is_last { Judgement::Solved } else { Judgement::Right };
            assert_eq!(reply.judgement, expected, "{}", write(puzzle));
        }
        assert!(attempt.is_solved() && attempt.tries().mistakes == 0);
        assert!(attempt.position().winner().is_none_or(|winner| winner == side));
    }
}

#[test]
fn every_wrong_move_is_refuted_on_the_board_and_changes_nothing() {
    for (_, puzzle) in shipped() {
        let mut attempt = Attempt::new(puzzle);
        let before = *attempt.position();
        let moves = before.moves_of(before.to_move());
        let wrong: Vec<_> = moves.iter().filter(|mv| !puzzle.steps[0].wins.contains(mv)).collect();
        for mv in &wrong {
            let reply = attempt.hear(**mv);
            assert_eq!(reply.judgement, Judgement::Wrong);
            assert_eq!(reply.refutation[0], **mv);
            let mut position = before;
            for mv in &reply.refutation {
                position.play(*mv).expect("a refutation is legal");
            }
            let is_cut = position.winner().is_none() && reply.refutation.len() == 1 + REFUTATION;
            let is_lost = position.winner() == Some(before.to_move().other());
            assert!(is_lost || is_cut, "{}", write(puzzle));
            assert_eq!(*attempt.position(), before);
        }
        assert_eq!(attempt.tries().mistakes as usize, wrong.len());
    }
}

#[test]
fn lessons_go_on_with_puzzles_that_there_are() {
    for spec in GAMES {
        let lessons = spec.read_lessons().unwrap();
        let named: Vec<&str> = lessons.iter().filter_map(|lesson| lesson.puzzles).collect();
        assert!(!named.is_empty(), "{}", spec.id);
        for id in named {
            let (theme, name) = after_lesson(spec, id).unwrap_or_else(|| panic!("{id}"));
            let puzzle = name.find().unwrap();
            assert!(theme.id() == id && puzzle.themes.contains(&theme), "{id}");
            let own = collection(spec).unwrap();
            let others = own.chosen(Some(theme), Grade::EASIEST).map(|number| own.numbered(number));
            assert!(others.flatten().all(|other| other.grade() >= puzzle.grade()), "{id}");
        }
        assert!(after_lesson(spec, "no-theme").is_none());
    }
}

#[test]
fn choices_are_kept_to() {
    let today = parse_date("2026-12-24").unwrap();
    let daily = Choice { daily: true, ..Choice::default() }.list(today);
    assert_eq!(daily.len(), GAMES.len(), "one puzzle a day of each game");
    for word in ["daily", "hard", GAMES[1].id, "3"] {
        assert!(Choice::read(word).is_ok(), "{word}");
    }
    assert_eq!(Choice::read("hard easy").unwrap_err(), "easy");
    let hard = Choice::read(&format!("{} hard", GAMES[0].id)).unwrap().list(today);
    assert!(!hard.is_empty());
    for name in hard {
        assert!(name.spec.id == GAMES[0].id && name.find().unwrap().grade() >= Grade::HARD);
    }
    let third = Choice::read("3").unwrap().list(today);
    assert!(third.iter().any(|name| name.spec.id == GAMES[2].id && name.number == 3));
    assert!(third[0].spec.id == GAMES[0].id && third[0].number == 3);
}
