//! Puzzles line by line: the same boards, tasks and words as at the other doors.

use std::io::{self, BufRead, Write};

use konoba_puzzles::{Choice, Judgement, Series, Solved};
use konoba_rules::Move;
use konoba_scene::{Scene, paint_text};
use time::Date;

use crate::course::{hold, listed, pieces, read, shown};
use crate::dialogue::{Manner, Showing, exercise_move, no_exercise_move};

/// What can be said instead of a move, and what it does.
const USAGE: [(&str, &str); 9] = [
    ("hint", "get a hint; a further one tells more"),
    ("solution", "show the solution"),
    ("again", "start the puzzle over"),
    ("next", "go to the next puzzle"),
    ("back", "go back to the puzzle before"),
    ("board", "list the pieces, and draw the board again"),
    (
        "read row 3",
        "tell what stands there; also read column c, read around c4, chains, legal near c4",
    ),
    ("help", "show this list"),
    ("quit", "stop solving puzzles"),
];

/// A person at the puzzles that were asked for. It takes a line and returns what is said to it.
#[derive(Clone, Debug)]
pub struct Puzzling {
    series: Series,
    manner: Manner,
    is_over: bool,
}

impl Puzzling {
    /// The first of the puzzles that are wanted; none where there is none.
    pub fn of(choice: &Choice, today: Date, manner: Manner) -> Option<Self> {
        Series::of(choice, today).map(|series| Self::at(series, manner))
    }

    /// At puzzles that were begun with.
    pub const fn at(series: Series, manner: Manner) -> Self {
        Self { series, manner, is_over: false }
    }

    /// What is said first.
    pub fn open(&self) -> String {
        format!("Type the move that wins, or help.\n{}", self.title_board_and_task())
    }

    /// What is said to a line.
    pub fn answer(&mut self, line: &str) -> String {
        let line = line.trim();
        match line.to_ascii_lowercase().as_str() {
            "" => format!("{}\n", self.question()),
            "help" => self.help(),
            "board" => self.board_in_words(),
            "hint" => format!("{}\n", self.series.hint()),
            "solution" => self.solution(),
            "quit" => self.leave(),
            "again" => self.go(Series::start_over),
            "next" => self.go(Series::to_next),
            "back" => self.go(Series::to_previous),
            _ => read(self.series.attempt().position(), line).unwrap_or_else(|| self.take(line)),
        }
    }

    /// Takes a line for a move.
    fn take(&mut self, line: &str) -> String {
        match Move::read(line, self.series.spec()) {
            Ok(mv) => self.play(mv),
            Err(_) => no_exercise_move(self.series.spec()),
        }
    }

    /// What is said when nothing more will come.
    pub fn leave(&mut self) -> String {
        self.is_over = true;
        "Goodbye.\n".to_owned()
    }

    /// Whether nothing more is to be said.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Holds the conversation in another manner from now on.
    pub const fn hold(&mut self, manner: Manner) {
        self.manner = manner;
    }

    /// The board, drawn or told, and what is to be done.
    pub fn board_and_task(&self) -> String {
        let attempt = self.series.attempt();
        let shown = shown(attempt.position(), &attempt.scene(None), self.manner);
        format!("{shown}{}\n", self.question())
    }

    fn play(&mut self, mv: Move) -> String {
        let was_solved = self.series.attempt().is_solved();
        let reply = self.series.hear(mv);
        let said = format!("{}\n", reply.says);
        match reply.judgement {
            Judgement::Illegal => format!("{said}{}\n", self.question()),
            Judgement::Wrong => {
                let shown = self.board(&self.series.attempt().shown(&reply.refutation));
                format!("{shown}{said}{}\n", self.question())
            }
            Judgement::Right => format!("{}{said}", self.board(&self.series.attempt().scene(None))),
            Judgement::Solved if was_solved => said,
            Judgement::Solved => {
                let board = self.board(&self.series.attempt().scene(None));
                format!("{board}{said}{}{}\n", self.afterwards(), self.question())
            }
        }
    }

    /// What is told of a puzzle once it is solved.
    fn afterwards(&self) -> String {
        self.series.afterwards().into_iter().map(|told| told + "\n").collect()
    }

    fn solution(&mut self) -> String {
        let solution = self.series.give_up();
        let attempt = self.series.attempt();
        let board = self.board(&attempt.shown(&solution));
        format!("{board}{}\n", attempt.solution_in_words())
    }

    fn go(&mut self, step: impl FnOnce(&mut Series)) -> String {
        step(&mut self.series);
        self.title_board_and_task()
    }

    fn title_board_and_task(&self) -> String {
        format!("\n{}\n{}", self.series.title(), self.board_and_task())
    }

    /// The board after a move, which was said already.
    fn board(&self, scene: &Scene) -> String {
        match self.manner.showing {
            Showing::Drawn => format!("\n{}\n", paint_text(scene, self.manner.style)),
            Showing::Words => String::new(),
        }
    }

    /// The pieces in words, also where the board is drawn.
    fn board_in_words(&self) -> String {
        let attempt = self.series.attempt();
        match self.manner.showing {
            Showing::Drawn => {
                pieces(attempt.position(), &attempt.scene(None)) + &self.board_and_task()
            }
            Showing::Words => self.board_and_task(),
        }
    }

    fn question(&self) -> String {
        match self.series.attempt().is_solved() {
            true => "Type next for another puzzle, or quit.".to_owned(),
            false => self.series.attempt().task(),
        }
    }

    fn help(&self) -> String {
        let (example, usage) = (exercise_move(self.series.spec()), listed(&USAGE));
        format!("Type the move that wins, such as {example}. You can also type:\n{usage}")
    }
}

/// Sets puzzles until the person leaves or the input ends; what is to be kept of those that were solved is handed on. A writer
/// whose other end is closed is a clean end.
pub fn hold_puzzles(
    puzzling: &mut Puzzling,
    input: impl BufRead,
    output: impl Write,
    mut keep: impl FnMut(&Solved),
) -> io::Result<()> {
    let first = puzzling.open();
    let answer = |line: Option<&str>| {
        let said = line.map(|line| puzzling.answer(line));
        puzzling.series.take_news().iter().for_each(&mut keep);
        (said.unwrap_or_else(|| puzzling.leave()), puzzling.is_over())
    };
    hold(first, answer, input, output)
}

#[cfg(test)]
mod tests {
    use konoba_puzzles::parse_date;
    use konoba_rules::games;

    use super::*;

    fn puzzling(words: &str) -> Puzzling {
        let today = parse_date("2026-12-24").unwrap();
        Puzzling::of(&Choice::read(words).unwrap(), today, Manner::default()).unwrap()
    }

    #[test]
    fn the_puzzles_of_a_day_are_solved_one_after_the_other() {
        let mut puzzling = puzzling("daily");
        for spec in games() {
            assert!(puzzling.board_and_task().contains("You play "), "{}", spec.id);
            let wrong = {
                let position = puzzling.series.attempt().position();
                let right = puzzling.series.attempt().solution()[0];
                let moves = position.moves_of(position.to_move());
                moves.into_iter().find(|mv| *mv != right).unwrap().written(spec).to_string()
            };
            let said = puzzling.answer(&wrong);
            assert!(said.contains(&format!("{wrong} loses.")), "{said}");
            let mut said = String::new();
            for (turn, mv) in puzzling.series.attempt().solution().into_iter().enumerate() {
                if turn % 2 == 0 {
                    said = puzzling.answer(&mv.written(spec).to_string());
                }
            }
            let shared = format!("Konoba {} puzzle of 2026-12-24, grade ", spec.name);
            assert!(said.contains("olved") && said.contains(&shared), "{said}");
            assert!(said.contains("1 mistake, no hints"), "{said}");
            puzzling.answer("next");
        }
    }

    #[test]
    fn a_person_finds_the_way_among_puzzles() {
        let mut puzzling = puzzling(&format!("{} 2", games()[0].id));
        assert!(puzzling.open().contains("Puzzle 2 of "));
        for (line, expected) in [
            ("", "You play "),
            ("nonsense", "not a move"),
            ("hint", "Look "),
            ("HINT", "Look "),
            ("hint", "The move is "),
            ("solution", "The solution is "),
            ("next", "Puzzle 3 of "),
            ("back", "Puzzle 2 of "),
            ("again", "Puzzle 2 of "),
            ("board", "Black"),
            ("help", "go to the next puzzle"),
            ("quit", "Goodbye."),
        ] {
            let said = puzzling.answer(line);
            assert!(said.contains(expected), "{line}: {said}");
        }
        assert!(puzzling.is_over());
    }

    #[test]
    fn in_words_the_position_is_told_and_can_be_asked_about() {
        let today = parse_date("2026-12-24").unwrap();
        let manner = Manner { showing: Showing::Words, ..Manner::default() };
        for spec in games() {
            let choice = Choice::read(spec.id).unwrap();
            let mut puzzling = Puzzling::of(&choice, today, manner).unwrap();
            let told = {
                let attempt = puzzling.series.attempt();
                pieces(attempt.position(), &attempt.scene(None))
            };
            for said in [puzzling.open(), puzzling.answer("again"), puzzling.answer("board")] {
                assert_eq!(said.matches(&told).count(), 1, "{said}");
            }
            for (line, expected) in [
                ("read row 1", "Row 1"),
                ("CHAINS", "hain"),
                ("read around a1", "Around it"),
                ("read", "You can ask: "),
            ] {
                let said = puzzling.answer(line);
                assert!(said.contains(expected), "{line}: {said}");
            }
        }
    }

    #[test]
    fn what_went_wrong_counts_however_a_person_comes_back_to_the_puzzle() {
        let spec = games()[0];
        for (way_back, tries) in [
            (&["again"][..], "1 mistake, 1 hint"),
            (&["next", "back"], "1 mistake, 1 hint"),
            (&["solution"], "1 mistake, 2 hints"),
        ] {
            let mut puzzling = puzzling(&format!("daily {}", spec.id));
            let solution = puzzling.series.attempt().solution();
            let position = puzzling.series.attempt().position();
            let moves = position.moves_of(position.to_move());
            let wrong = *moves.iter().find(|mv| **mv != solution[0]).unwrap();
            puzzling.answer(&wrong.written(spec).to_string());
            puzzling.answer("hint");
            for line in way_back {
                puzzling.answer(line);
            }
            let own = solution.iter().step_by(2);
            let said = own.map(|mv| puzzling.answer(&mv.written(spec).to_string())).last();
            assert!(said.is_some_and(|said| said.contains(tries)), "{way_back:?}");
        }
    }

    #[test]
    fn the_end_of_the_input_is_a_goodbye() {
        let mut output = Vec::new();
        hold_puzzles(&mut puzzling("hard"), &b"\xff\nhint\n"[..], &mut output, |_| ()).unwrap();
        let said = String::from_utf8(output).unwrap();
        assert!(said.contains("not text") && said.contains("Look "), "{said}");
        assert!(said.ends_with("Goodbye.\n"), "{said}");
    }
}
