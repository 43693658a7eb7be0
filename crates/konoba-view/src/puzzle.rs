//! A move in a puzzle, and what is said of it. Nothing is kept of the person who solves it: what was found so far comes with
//! each question.

use konoba_puzzles::{
    Attempt, Judgement, Puzzle, PuzzleName, REFUTATION, Reply, Tries, about, read_one, share,
};
use konoba_rules::Move;
use konoba_scene::{Scene, Sentences};
use serde::{Deserialize, Serialize};

use crate::{Impossible, Patch, all_points, as_bits, patches};

/// The longest puzzle that a client may bring, in bytes and in steps.
const LONGEST: usize = 64 << 10;
const MOST_STEPS: usize = 60;

/// What a person who solves a puzzle does, with what was found before.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzleBody {
    /// The name of the puzzle: its game and number. Or the puzzle itself, as it is found in a game.
    pub puzzle: String,
    /// What was right so far, as it was typed.
    #[serde(default)]
    pub done: Vec<String>,
    /// What is done.
    #[serde(rename = "do")]
    pub act: PuzzleAct,
    /// The move that is played or considered.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// How many hints were asked for at this move, this one included: the first tells least, the third the move.
    #[serde(default)]
    pub hinted: u8,
    /// How many moves were wrong and how many hints were given before, for the result.
    #[serde(default)]
    pub tries: [u32; 2],
    /// The number of a puzzle that comes along itself, for the result.
    pub number: Option<usize>,
    /// The day whose puzzle it is, for the result.
    pub day: Option<String>,
}

/// What can be done in a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleAct {
    /// Look at the board.
    Look,
    /// See what a move would do, before it is played.
    Consider,
    /// Play a move.
    Play,
    /// Ask for a hint.
    Hint,
    /// Give up and see the solution.
    Solution,
}

/// What a move is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Worth {
    /// The rules refuse it.
    Illegal,
    /// It loses.
    Wrong,
    /// It wins, and there is more to find.
    Right,
    /// The puzzle is solved by it.
    Solved,
}

/// What is said of it, and the board afterwards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzleView {
    /// What the move is worth, where one was played, or considered and refused.
    pub worth: Option<Worth>,
    /// Whether the puzzle is solved.
    pub is_solved: bool,
    /// What is said of the move, the hint, or the solution.
    pub says: String,
    /// What to ask before a move is played that was considered.
    pub asks: Option<String>,
    /// What is to be done now; nothing when the puzzle is solved.
    pub task: Option<String>,
    /// Where a piece may be placed now: a bit for each point, as at a table.
    pub legal: String,
    /// What is shown before the board is as it is now, one board after the other, each as what is different from the one
    /// before it: the move before its answer, the moves that refute a wrong one, or those of the solution.
    pub boards: Vec<Vec<Patch>>,
    /// Every point of the board as it is now.
    pub points: Vec<Patch>,
    /// What a solved puzzle is about.
    pub about: String,
    /// The result of a solved puzzle as a line of text that does not tell the solution.
    pub result: Option<String>,
}

/// Answers to what a person does in a puzzle, which is named or comes along.
pub fn answer(asked: &PuzzleBody) -> Result<PuzzleView, Impossible> {
    match asked.puzzle.parse::<PuzzleName>().ok().and_then(|name| Some((name, name.find()?))) {
        Some((name, puzzle)) => judge(asked, puzzle, Some(name)),
        None => answer_alone(asked),
    }
}

/// The same for a puzzle that comes along. This asks for none of those that come with Konoba, so that the page can answer by itself
/// without carrying them.
pub fn answer_alone(asked: &PuzzleBody) -> Result<PuzzleView, Impossible> {
    let no_puzzle = || Impossible::new("no-puzzle", "There is no such puzzle.");
    let puzzle = read_own(&asked.puzzle).ok_or_else(no_puzzle)?;
    let name = asked.number.map(|number| PuzzleName { spec: puzzle.setup.spec, number });
    judge(asked, &puzzle, name)
}

fn judge(
    asked: &PuzzleBody,
    puzzle: &Puzzle,
    name: Option<PuzzleName>,
) -> Result<PuzzleView, Impossible> {
    let read = |mv: &str| {
        Move::read(mv, puzzle.setup.spec)
            .map_err(|_| Impossible::new("not-a-move", "That is not a move of this game."))
    };
    let mut attempt = Attempt::new(puzzle);
    for mv in asked.done.iter().take(puzzle.steps.len()) {
        attempt.hear(read(mv)?);
    }
    let no_move = || Impossible::new("no-move", "A move is missing.");
    let mv = || asked.mv.as_deref().ok_or_else(no_move).and_then(read);
    let mut view = match asked.act {
        PuzzleAct::Look => view(&attempt),
        PuzzleAct::Consider => consider(&attempt, mv()?),
        PuzzleAct::Play => play(&mut attempt, mv()?),
        PuzzleAct::Hint => {
            let hints = (0..asked.hinted.clamp(1, 3)).map(|_| attempt.hint());
            let says = hints.last().unwrap_or_default();
            PuzzleView { says, ..view(&attempt) }
        }
        PuzzleAct::Solution => {
            let start = Attempt::new(puzzle);
            let boards = boards(&attempt.scene(None), &start, &start.solution());
            PuzzleView { says: start.solution_in_words(), boards, ..view(&start) }
        }
    };
    if view.is_solved {
        let [mistakes, hints] = asked.tries;
        let tries = Tries { mistakes, hints: hints as usize };
        let day = asked.day.as_deref().filter(|day| is_like_a_day(day));
        view.about = about(puzzle);
        view.result = name.map(|name| share(puzzle, &name.called(day), tries));
    }
    Ok(view)
}

/// Whether a text can stand for a day in a result, which is the client's own.
fn is_like_a_day(text: &str) -> bool {
    text.len() == "2026-12-24".len()
        && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit())
}

/// A puzzle that a client brings itself. What it says is the client's own business, as long as showing it takes little.
pub fn read_own(text: &str) -> Option<Puzzle> {
    let puzzle =
        Some(text).filter(|text| text.len() <= LONGEST).and_then(|text| read_one(text).ok())?;
    let lines = puzzle.steps.iter().flat_map(|step| &step.refutations);
    let is_short = lines.map(|refutation| refutation.line.len()).all(|plies| plies <= REFUTATION);
    (is_short && puzzle.steps.len() <= MOST_STEPS).then_some(puzzle)
}

/// Where the person who solves a puzzle may place, as bits; nowhere when it is solved.
pub fn legal(attempt: &Attempt<'_>) -> String {
    let position = attempt.position();
    match attempt.is_solved() {
        true => String::new(),
        false => as_bits(position.legal_points(position.to_move()), position.setup().size),
    }
}

/// The board and the task as they are.
fn view(attempt: &Attempt<'_>) -> PuzzleView {
    let is_solved = attempt.is_solved();
    PuzzleView {
        worth: None,
        is_solved,
        says: String::new(),
        asks: None,
        task: (!is_solved).then(|| attempt.task()),
        legal: legal(attempt),
        boards: Vec::new(),
        points: all_points(&attempt.scene(None)),
        about: String::new(),
        result: None,
    }
}

fn consider(attempt: &Attempt<'_>, mv: Move) -> PuzzleView {
    match attempt.considered(mv) {
        Some(scene) => PuzzleView {
            asks: Some(Sentences::of(attempt.puzzle().setup).confirmation(mv)),
            points: all_points(&scene),
            ..view(attempt)
        },
        // Playing it changes nothing, and says why.
        None => play(&mut attempt.clone(), mv),
    }
}

fn play(attempt: &mut Attempt<'_>, mv: Move) -> PuzzleView {
    let before = attempt.clone();
    let Reply { judgement, refusal, refutation, says } = attempt.hear(mv);
    let (worth, shown) = match judgement {
        Judgement::Illegal => (Worth::Illegal, Vec::new()),
        Judgement::Wrong => (Worth::Wrong, refutation),
        Judgement::Right => (Worth::Right, vec![mv]),
        Judgement::Solved => (Worth::Solved, Vec::new()),
    };
    PuzzleView {
        worth: Some(worth),
        says,
        boards: boards(&before.scene(None), &before, &shown),
        points: all_points(&attempt.scene(refusal)),
        ..view(attempt)
    }
}

/// The boards after each of these moves, beginning with what is seen now.
fn boards(seen: &Scene, attempt: &Attempt<'_>, moves: &[Move]) -> Vec<Vec<Patch>> {
    let mut boards = Vec::with_capacity(moves.len());
    let mut before = seen.clone();
    for end in 1..=moves.len() {
        let after = attempt.shown(&moves[..end]);
        boards.push(patches(&before, &after));
        before = after;
    }
    boards
}

#[cfg(test)]
mod tests {
    use konoba_rules::{Grid, games};

    use super::*;

    fn ask(name: &str, act: PuzzleAct, mv: Option<String>) -> PuzzleView {
        let body = PuzzleBody {
            puzzle: name.to_owned(),
            done: Vec::new(),
            act,
            mv,
            hinted: 0,
            tries: [2, 1],
            number: None,
            day: Some("2026-12-24".to_owned()),
        };
        answer(&body).unwrap()
    }

    #[test]
    fn what_is_considered_costs_nothing_and_what_loses_is_refuted_board_by_board() {
        for spec in games() {
            let name = PuzzleName { spec, number: 2 };
            let attempt = Attempt::new(name.find().unwrap());
            let (name, right) = (name.to_string(), attempt.solution()[0]);
            let position = attempt.position();
            let moves = position.moves_of(position.to_move());
            let wrong = *moves.iter().find(|mv| **mv != right).unwrap();
            let written = |mv: Move| Some(mv.written(spec).to_string());

            let considered = ask(&name, PuzzleAct::Consider, written(wrong));
            assert!(considered.asks.is_some_and(|asks| asks.ends_with('?')), "{name}");
            let taken = position.pieces()[0].iter().next().unwrap();
            let taken = written(match wrong {
                Move::PlacePiece(piece, _) => Move::PlacePiece(piece, taken),
                _ => Move::Place(taken),
            });
            let refused = ask(&name, PuzzleAct::Consider, taken);
            assert_eq!((refused.worth, refused.asks), (Some(Worth::Illegal), None), "{name}");

            let lost = ask(&name, PuzzleAct::Play, written(wrong));
            assert_eq!(lost.worth, Some(Worth::Wrong), "{name}");
            assert!(!lost.boards.is_empty() && lost.boards.iter().all(|board| !board.is_empty()));
            assert_eq!(lost.points, all_points(&attempt.scene(None)), "{name}");

            let solution = ask(&name, PuzzleAct::Solution, None);
            assert_eq!(solution.boards.len(), attempt.solution().len(), "{name}");
        }
    }

    #[test]
    fn hints_are_on_the_board_and_leave_the_task_as_it_is() {
        for spec in games() {
            let name = PuzzleName { spec, number: 2 }.to_string();
            let right =
                Attempt::new(name.parse::<PuzzleName>().unwrap().find().unwrap()).solution()[0];
            let at = right.point().unwrap().to_string();
            let task = ask(&name, PuzzleAct::Look, None).task;
            for hinted in 1..=3 {
                let body = PuzzleBody {
                    puzzle: name.clone(),
                    done: Vec::new(),
                    act: PuzzleAct::Hint,
                    mv: None,
                    hinted,
                    tries: [0, 0],
                    number: None,
                    day: None,
                };
                let hint = answer(&body).unwrap();
                let marked = |mark: &str| -> Vec<&String> {
                    let shown = |class: &str| class.split(' ').any(|word| word == mark);
                    let shown = hint.points.iter().filter(|patch| shown(&patch.1));
                    shown.map(|patch| &patch.0).collect()
                };
                let expected = if hinted == 3 { vec![&at] } else { Vec::new() };
                assert_eq!(marked("considered"), expected, "{name}: {}", hint.says);
                // The pieces that the second one names.
                let named = hint.says.strip_prefix("Look beside ").unwrap_or_default();
                let named: Vec<&str> =
                    named.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
                let named: Vec<&str> =
                    named.into_iter().filter(|word| !["", "and"].contains(word)).collect();
                assert_eq!(marked("hinted"), named, "{name}: {}", hint.says);
                assert_eq!(named.is_empty(), hinted != 2, "{name}: {}", hint.says);
                assert_eq!(hint.task, task);
            }
        }
    }

    #[test]
    fn a_puzzle_that_a_client_brings_is_judged_like_any_other_and_has_no_result() {
        for spec in games() {
            let name = PuzzleName { spec, number: 2 };
            let text = konoba_puzzles::write(name.find().unwrap());
            let (solution, mut done) = (Attempt::new(name.find().unwrap()).solution(), Vec::new());
            for mv in solution.into_iter().step_by(2).map(|mv| mv.written(spec).to_string()) {
                let ask = |puzzle: String| PuzzleBody {
                    puzzle,
                    done: done.clone(),
                    act: PuzzleAct::Play,
                    mv: Some(mv.clone()),
                    hinted: 0,
                    tries: [0, 0],
                    number: None,
                    day: None,
                };
                let named = answer(&ask(name.to_string())).unwrap();
                let brought = answer(&ask(text.clone())).unwrap();
                assert_eq!(brought, PuzzleView { result: None, ..named.clone() });
                // With its number it has one, wherever it is judged.
                let numbered = PuzzleBody { number: Some(2), ..ask(text.clone()) };
                assert_eq!(answer_alone(&numbered).unwrap(), named);
                done.push(mv);
            }
            // Two are none, and what goes on for ever is not shown.
            assert_eq!(read_own(&format!("{text}{text}")), None);
            let endless = text.replacen("\ns ", &format!("\n{}s ", "s a1 b1\n".repeat(100)), 1);
            assert_eq!(read_own(&endless), None);
        }
    }

    #[test]
    fn every_puzzle_that_comes_with_konoba_can_be_brought() {
        for spec in games() {
            for puzzle in &konoba_puzzles::collection(spec).unwrap().puzzles {
                let text = konoba_puzzles::write(puzzle);
                assert_eq!(read_own(&text).as_ref(), Some(puzzle), "{text}");
            }
        }
    }

    #[test]
    fn the_result_names_the_day_and_not_the_move() {
        let spec = games()[0];
        let name = PuzzleName { spec, number: 1 };
        let key = Attempt::new(name.find().unwrap()).solution()[0].written(spec).to_string();
        let solved = ask(&name.to_string(), PuzzleAct::Play, Some(key.clone()));
        assert_eq!((solved.worth, solved.is_solved), (Some(Worth::Solved), true));
        let result = solved.result.unwrap();
        assert!(
            result.contains("puzzle of 2026-12-24") && result.contains("2 mistakes"),
            "{result}"
        );
        assert!(!result.contains(&key), "{result}");
    }
}
