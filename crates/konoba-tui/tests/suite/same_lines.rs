//! A puzzle says the same on the full screen, line by line, and to a page: the moves, the replies to them, and what refutes a wrong one.

use konoba_line::Puzzling;
use konoba_line::dialogue::Manner;
use konoba_puzzles::{Choice, PuzzleName, collection, parse_date};
use konoba_rules::{GAMES, Move, Spec};
use konoba_view::puzzle::{PuzzleAct, PuzzleBody, PuzzleView, Worth, answer};

use crate::person::Person;
use crate::puzzles::{at, play};

/// How many puzzles of a game are compared.
const SAMPLE: usize = 5;

/// One person who solves a puzzle at three doors at once.
struct Solver {
    name: PuzzleName,
    /// What was right so far, which a page sends with each move.
    done: Vec<String>,
    screen: Person,
    dialogue: Puzzling,
}

impl Solver {
    fn new(name: PuzzleName) -> Self {
        let words = format!("{} {}", name.spec.id, name.number);
        let choice = Choice::read(&words).unwrap();
        let today = parse_date("2026-12-24").unwrap();
        let dialogue = Puzzling::of(&choice, today, Manner::default()).unwrap();
        Self { name, done: Vec::new(), screen: at((140, 50), &words), dialogue }
    }

    /// What a page is answered.
    fn ask(&self, act: PuzzleAct, mv: Option<String>, hinted: u8) -> PuzzleView {
        let (puzzle, done) = (self.name.to_string(), self.done.clone());
        answer(&PuzzleBody {
            puzzle,
            done,
            act,
            mv,
            hinted,
            tries: [0, 0],
            number: None,
            day: None,
        })
        .unwrap()
    }

    /// Plays a move at all doors; the words of the page must be those of the others.
    fn play(&mut self, mv: Move) -> PuzzleView {
        let written = mv.written(self.name.spec).to_string();
        let view = self.ask(PuzzleAct::Play, Some(written.clone()), 0);
        play(&mut self.screen, self.name.spec, mv);
        let said = self.dialogue.answer(&written);
        self.compare(&said, &view.says);
        if matches!(view.worth, Some(Worth::Right | Worth::Solved)) {
            self.done.push(written);
        }
        view
    }

    fn compare(&self, said: &str, says: &str) {
        let name = self.name;
        assert!(said.contains(says), "{name}: {says}\nline by line: {said}");
        assert!(self.screen.reads(says), "{name}: {says}\n{}", self.screen.screen());
    }
}

fn sample(spec: &'static Spec) -> impl Iterator<Item = PuzzleName> {
    let count = collection(spec).unwrap().puzzles.len();
    (1..=count).step_by(count.div_ceil(SAMPLE)).map(move |number| PuzzleName { spec, number })
}

/// Whether the words name the point of a move.
fn names(view: &PuzzleView, mv: Move) -> bool {
    mv.point().is_none_or(|at| view.says.contains(&at.to_string()))
}

#[test]
fn the_same_puzzle_gives_the_same_lines_at_every_door() {
    for name in GAMES.iter().flat_map(|spec| sample(spec)) {
        let puzzle = name.find().unwrap();
        let mut solver = Solver::new(name);
        for step in &puzzle.steps {
            for refutation in &step.refutations {
                let view = solver.play(refutation.wrong[0]);
                assert_eq!(view.worth, Some(Worth::Wrong), "{name}");
                // A page plays the whole line out, and so does the screen.
                assert_eq!(view.boards.len(), 1 + refutation.line.len(), "{name}");
                for mv in &refutation.line {
                    assert!(names(&view, *mv), "{name}: {}", view.says);
                }
                solver.screen.press(" ");
            }
            for hinted in 1..=3 {
                let says = solver.ask(PuzzleAct::Hint, None, hinted).says;
                solver.screen.press("H");
                let said = solver.dialogue.answer("hint");
                solver.compare(&said, &says);
            }
            let view = solver.play(step.wins[0]);
            if let Some(answer) = step.answer {
                assert!(names(&view, answer), "{name}: {}", view.says);
            }
        }
        assert!(solver.ask(PuzzleAct::Look, None, 0).is_solved, "{name}");
        let says = solver.ask(PuzzleAct::Solution, None, 0).says;
        solver.screen.press("s");
        let said = solver.dialogue.answer("solution");
        solver.compare(&said, &says);
    }
}
