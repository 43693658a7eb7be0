//! The blind bot: a player that hears only sentences and keeps its own board, whatever door it
//! plays through.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use fastrand::Rng;

/// The letter of the piece on each point that has one, by the point's name.
pub(crate) type Board = BTreeMap<String, char>;

/// What the bot knows, from sentences alone.
#[derive(Default, Debug)]
pub(crate) struct Bot {
    /// What others call the bot; empty where it only listens. Sentences to it call it "you".
    pub(crate) name: String,
    pub(crate) size: u8,
    /// The board before the first move and after each.
    pub(crate) boards: Vec<Board>,
    /// Who plays which side.
    pub(crate) sides: BTreeMap<String, String>,
    /// Whose turn it is: the name and the side.
    pub(crate) to_move: Option<(String, String)>,
    pub(crate) winner: Option<(String, String)>,
    pub(crate) heard: Heard,
}

/// How much of each kind was heard, so that a test can tell that it has tested it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Heard {
    pub(crate) fills: usize,
    pub(crate) passes: usize,
    pub(crate) swaps: usize,
    pub(crate) undone: usize,
    pub(crate) refused: usize,
}

impl AddAssign for Heard {
    fn add_assign(&mut self, other: Self) {
        self.fills += other.fills;
        self.passes += other.passes;
        self.swaps += other.swaps;
        self.undone += other.undone;
        self.refused += other.refused;
    }
}

impl Bot {
    pub(crate) fn board(&self) -> Board {
        self.boards.last().cloned().unwrap_or_default()
    }

    pub(crate) fn hear(&mut self, text: &str) {
        text.lines().for_each(|line| self.hear_line(line));
    }

    pub(crate) fn hear_line(&mut self, line: &str) {
        let line = self.as_others_hear(line);
        let line = line.as_str();
        if let Some((_, size)) = line.split_once(" on ")
            && let Some((size, _)) = size.split_once('x')
            && let Ok(size) = size.parse()
        {
            self.size = size;
            self.boards = vec![Board::new()];
        } else if let Some(winner) = line.strip_prefix("Winner: ") {
            self.winner = Some(person(winner));
            self.to_move = None;
        } else if line.contains("took back move") {
            let first = line
                .split_whitespace()
                .find_map(|word| word.trim_end_matches('.').parse::<usize>().ok());
            self.boards.truncate(first.expect("an undo says which move"));
            self.heard.undone += 1;
        } else if line.contains(" may swap instead of placing") {
            // What would come of it has not happened.
        } else if line.contains(" swaps and now plays ") {
            self.boards.push(self.board());
            self.heard.swaps += 1;
        } else if line.contains(" has no legal move and passes.") {
            self.boards.push(self.board());
            self.heard.passes += 1;
        } else if line.ends_with(" is occupied.") {
            self.heard.refused += 1;
        } else if line.contains(") is to move") {
            self.to_move = Some(person(line));
        } else if let Some((name, rest)) = line.split_once(" plays ") {
            match rest.split_once(": ") {
                Some((side, _)) => {
                    self.sides.insert(name.to_owned(), side.to_owned());
                }
                None => self.hear_placement(&person(name).1, rest),
            }
        }
    }

    /// A sentence with the bot's name instead of "you".
    fn as_others_hear(&self, line: &str) -> String {
        let name = &self.name;
        if let Some(turn) = line.strip_prefix("Your turn, ") {
            return turn.replace(").", ") is to move.");
        }
        let Some(did) = line.strip_prefix("You ") else { return line.to_owned() };
        if let Some(rest) = did.strip_prefix("play ") {
            let side = self.sides.get(name).filter(|_| !rest.contains(": "));
            let called = side.map_or_else(|| name.clone(), |side| format!("{name} ({side})"));
            return format!("{called} plays {}", rest.replace(" and win ", " and wins "));
        }
        let did = did.replace("swap and now play ", "swaps and now plays ");
        let did = did.replace("have no legal move and pass.", "has no legal move and passes.");
        format!("{name} {did}")
    }

    /// `c4.`, or `X on c4.`, and then perhaps what it filled and who won.
    pub(crate) fn hear_placement(&mut self, side: &str, rest: &str) {
        let (sentence, _) = rest.split_once('.').expect("a sentence ends");
        let (sentence, _) = sentence.split_once(" and wins ").unwrap_or((sentence, ""));
        let (placed, fills) = match sentence.split_once(", which fills ") {
            Some((placed, fills)) => (placed, Some(fills)),
            None => (sentence, None),
        };
        let (letter, at) = match placed.split_once(" on ") {
            Some((piece, at)) => (initial(piece), at),
            None => (initial(side), placed),
        };
        let mut board = self.board();
        assert_eq!(board.insert(at.to_owned(), letter), None, "{at} was empty");
        for fills in fills.iter().flat_map(|fills| fills.split(", and ")) {
            let (points, owner) = fills.split_once(" for ").expect("a fill is for a side");
            for at in points.split([',', ' ']).filter(|word| !word.is_empty() && *word != "and") {
                assert_eq!(board.insert(at.to_owned(), initial(owner)), None, "{at} was empty");
                self.heard.fills += 1;
            }
        }
        self.boards.push(board);
    }

    /// The board as position texts write it, rows from the top.
    pub(crate) fn rows(&self) -> String {
        let board = self.board();
        let row = |y: u8| -> String {
            let name = |x| format!("{}{y}", char::from(b'a' + x));
            (0..self.size).map(|x| board.get(&name(x)).copied().unwrap_or('.')).collect()
        };
        (1..=self.size).rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// An answer to what was asked, whatever comes to mind.
    pub(crate) fn answer(&self, question: &str, dice: &mut Rng) -> String {
        let row = (dice.usize(..usize::from(self.size)) + 1).to_string();
        let column = dice.usize(..usize::from(self.size));
        let letter = char::from(b'a' + column as u8);
        match question {
            "swap? (y/n)" => ["y", "n", "no", "swap", "c3"][dice.usize(..5)].to_owned(),
            _ if question.starts_with("Row in column") => row,
            _ if question.starts_with("Which piece") => ["x", "O"][dice.usize(..2)].to_owned(),
            _ if dice.usize(..12) == 0 => "undo".to_owned(),
            _ if dice.usize(..60) == 0 => "hint".to_owned(),
            _ if dice.usize(..300) == 0 => "resign".to_owned(),
            _ => match dice.usize(..5) {
                0 => (column + 1).to_string(),
                1 => format!("{} {row}", column + 1),
                2 => format!("x{letter}{row}"),
                _ => format!("{letter}{row}"),
            },
        }
    }
}

/// `Ana (Black)` at the start of a line.
pub(crate) fn person(line: &str) -> (String, String) {
    let (name, rest) = line.split_once(" (").expect("a person has a side");
    let (side, _) = rest.split_once(')').expect("a bracket closes");
    (name.to_owned(), side.to_owned())
}

pub(crate) fn initial(word: &str) -> char {
    word.chars().next().expect("a word has letters")
}

/// Reads the last board that is drawn in a text, found by the letters above it.
pub(crate) fn drawn(text: &str, size: u8) -> Option<String> {
    let letters: String = (0..size).map(|x| char::from(b'a' + x)).collect();
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let is_header = |line: &[char]| {
        line.iter().filter(|c| **c != ' ').collect::<String>() == letters && line[0] == ' '
    };
    let below = lines.iter().rposition(|line| !line.is_empty() && is_header(line))?;
    let above = lines[..below].iter().rposition(|line| !line.is_empty() && is_header(line))?;
    let columns: Vec<_> = (0..lines[above].len()).filter(|at| lines[above][*at] != ' ').collect();
    let row = |line: &Vec<char>| -> Option<String> {
        line.iter().any(char::is_ascii_digit).then(|| {
            let glyph = |at: &usize| match line[*at] {
                '●' | 'B' => 'B',
                '○' | 'W' => 'W',
                piece @ ('X' | 'O') => piece,
                _ => '.',
            };
            columns.iter().map(glyph).collect()
        })
    };
    Some(lines[above..below].iter().filter_map(row).collect::<Vec<_>>().join("/"))
}
