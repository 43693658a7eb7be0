//! Records as odd as they can be: any game and size, variations, unfriendly texts.

use std::time::Duration;

use konoba_rules::playout::{Dice as _, WyRand};
use konoba_rules::record::{How, NodeId, Outcome};
use konoba_rules::{AnyPosition, GAMES, Level, Move, Record, Setup, Side};

/// Random choices, the same for the same seed.
pub(crate) struct Dice(WyRand);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(WyRand::new(seed))
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below the bound.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0.below(bound)
    }

    pub(crate) fn one_of<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize].clone()
    }
}

/// Everything that means something to one of the forms, and what is hard on any of them.
const SIGNS: &[&str] = &[
    "\\",
    "]",
    "[",
    ":",
    ";",
    "(",
    ")",
    "\n",
    "\r",
    "\r\n",
    "\n\r",
    "\t",
    "\0",
    "\u{1b}[2J",
    "\u{85}",
    "\u{feff}",
    "\u{2028}",
    "\u{202e}",
    "e\u{301}",
    "ñ",
    "č",
    "将棋",
    "🏳\u{fe0f}\u{200d}🌈",
    "\u{10ffff}",
    "\u{fffd}",
    "~",
    ".",
    "-",
    "_",
    "%41",
    "+",
    " ",
    "  ",
    "a",
    "B+R",
    "?",
    "<",
    "&",
    "\"",
    "'",
];

/// Many set-ups: every game with each of its variants, with the pie rule and without, on the
/// smallest and largest sizes and some between.
pub(crate) fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for spec in GAMES {
        let sizes = [1, 2, 3, 5, 6, 8, 9, 11, 16, 17, 19].into_iter();
        for size in sizes.filter(|size| spec.sizes.contains(*size)) {
            for variant in 0..spec.variants.len().max(1) as u8 {
                let setup = Setup { size, variant, ..Setup::default_of(spec) };
                setups.push(setup);
                setups.extend(spec.has_pie.then_some(setup.without_pie()));
            }
        }
    }
    setups
}

/// A text of up to so many signs.
pub(crate) fn text(dice: &mut Dice, most: u32) -> String {
    (0..dice.below(most + 1)).map(|_| dice.one_of(SIGNS)).collect()
}

/// A record of so many moves, most of them in a few long lines.
pub(crate) fn record(dice: &mut Dice, setup: Setup, moves: usize) -> Record {
    let mut record = Record::new(setup);
    if dice.below(3) == 0 {
        record = Record::from_position(&position(dice, setup)).unwrap();
    }
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..moves {
        let at = match dice.below(8) {
            0 => dice.one_of(&nodes),
            _ => nodes[nodes.len() - 1],
        };
        if let Some(mv) = any_move(dice, &record.position_at(at)) {
            nodes.push(record.play(at, mv).unwrap());
        }
    }
    for &node in nodes.iter().filter(|_| dice.below(4) == 0).collect::<Vec<_>>() {
        record.annotate(node, &text(dice, 12)).unwrap();
        let millis = dice.bits() >> (16 + dice.below(48));
        record.stamp(node, dice.one_of(&Side::BOTH), Duration::from_millis(millis));
    }
    let winner = dice.one_of(&Side::BOTH);
    let hows = [How::Resignation, How::Time, How::Other(text(dice, 3)), How::Board];
    let how = dice.one_of(&hows);
    // Some of these contradict the board, and the record then keeps what it had.
    let _ = match dice.below(3) {
        0 => record.conclude(Outcome::Other(text(dice, 3))),
        1 => record.conclude(Outcome::Won { winner, how }),
        _ => Ok(()),
    };
    let [first, second, date, event] = [8, 8, 2, 300].map(|most| text(dice, most));
    let engines = [dice.bits(), dice.bits()].map(|bits| Level::from_code((bits >> 32) as u8 & 63));
    let record = record.with_players([&first, &second]).with_engines(engines);
    record.with_date(&date).with_event(&event)
}

/// A position after a few random moves, before the end.
pub(crate) fn position(dice: &mut Dice, setup: Setup) -> AnyPosition {
    let mut position = AnyPosition::start(setup);
    for _ in 0..dice.below(30) {
        let mut next = position;
        if let Some(mv) = any_move(dice, &position) {
            next.play(mv).unwrap();
        }
        if next.winner().is_some() {
            break;
        }
        position = next;
    }
    position
}

fn any_move(dice: &mut Dice, position: &AnyPosition) -> Option<Move> {
    let moves = position.moves_of(position.to_move());
    (!moves.is_empty()).then(|| dice.one_of(&moves))
}
