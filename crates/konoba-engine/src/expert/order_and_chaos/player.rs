//! A player that knows the solution.

use konoba_rules::games::OrderAndChaos;
use konoba_rules::grid::Grid;
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Move, Position, Rules, Side};

use super::hunt::{Hunt, threats};
use super::lines::HOPES;
use super::theory::{Theory, TheoryMove};
use crate::solve::{Effort, Solver};
use crate::{Candidate, Limits, Player, Proof, Thought, Watch};

/// How well an expert plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill {
    /// In how many of a hundred moves it plays what looks good instead of what it knows.
    pub slips: u8,
    /// In how many of a hundred moves it looks whether the opponent has made a mistake.
    pub punishes: u8,
    /// In how many of a hundred moves it sees a win in one, or that the opponent has one.
    pub sees: u8,
    /// What its mistakes depend on, beside the position.
    pub seed: u64,
}

impl Skill {
    /// Makes no mistakes, and punishes all of the opponent's.
    pub const PERFECT: Self = Self { slips: 0, punishes: 100, sees: 100, seed: 0 };

    /// The skill so many levels below full strength, of which there are 27. Only the weakest misses wins in one.
    pub const fn below_full_strength(levels: u8) -> Self {
        let sees = if levels < 27 { 100 } else { 70 };
        Self { slips: 3 * levels, punishes: 100 - 3 * levels - levels / 3, sees, seed: 0 }
    }
}

/// A player of Order and Chaos. It never loses the side that wins, unless its skill says so.
pub struct Expert {
    skill: Skill,
    theory: Theory,
    hunt: Hunt,
    solver: Option<Solver<OrderAndChaos>>,
    variant: u8,
}

/// What it remembers of endgames, in bytes.
const MEMORY: usize = 1 << 24;
/// How many positions it looks at for a shorter win than the one it knows, and for an answer to a mistake, if
/// its limits allow that many.
const FOR_A_WIN: u64 = 20_000;
const FOR_A_SLIP: u64 = 400_000;
/// How many it looks at to see how long a move lasts.
const FOR_A_MOVE: u64 = 400;

impl Expert {
    /// An expert of this skill.
    pub fn new(skill: Skill) -> Self {
        let (theory, hunt) = (Theory::new(), Hunt::default());
        Self { skill, theory, hunt, solver: None, variant: 0 }
    }
}

impl Player for Expert {
    fn name(&self) -> String {
        "expert".to_owned()
    }

    fn think(&mut self, position: &AnyPosition, limits: Limits, watch: &dyn Watch) -> Thought {
        assert!(position.winner().is_none(), "the game is not over");
        let position = concrete(position);
        let variant = position.setup().variant;
        if variant != self.variant {
            *self = Self { variant, ..Self::new(self.skill) };
        }
        let mut dice = WyRand::new(self.skill.seed ^ position.key());
        let mut happens = |percent: u8| dice.below(100) < u32::from(percent);
        let (sees, slips, punishes) =
            (happens(self.skill.sees), happens(self.skill.slips), happens(self.skill.punishes));
        let side = position.to_move();
        if sees && let Some(mv) = win_in_one(&position) {
            let idea = match side {
                Side::First => format!("Five: {} makes it.", written(mv)),
                Side::Second => format!("Closed: after {} no line is open.", written(mv)),
            };
            return thought(mv, Some(Proof { winner: side, within: Some(1) }), idea, 1);
        }
        if slips {
            return self.follow_nose(&position, sees, &mut dice);
        }
        if side == Side::First {
            // However few visits are allowed: a win that was begun must be found again.
            let mut effort = Effort::new(Limits { visits: None, ..limits }, FOR_A_WIN, watch);
            if let Some(win) = self.hunt.shortest(&position, &mut effort) {
                let proof = Proof { winner: side, within: Some(win.within) };
                let idea = format!(
                    "Threat: each threat forces its answer, and five follows within {}.",
                    moves(win.within)
                );
                return thought(win.mv, Some(proof), idea, effort.spent());
            }
        }
        if let Some(advice) = self.theory.advice(&position) {
            return advised(advice, side);
        }
        let is_lost = self.theory.is_lost(&position);
        if punishes && !is_lost {
            let mut effort = Effort::new(limits, FOR_A_SLIP, watch);
            if let Some(thought) = self.punish(&position, &mut effort) {
                return thought;
            }
        }
        let thought = self.resist(&position, limits, watch);
        if is_lost { thought.lost_by(side) } else { thought }
    }
}

impl Expert {
    /// Looks whether the position is won after all.
    fn punish(
        &mut self,
        position: &Position<OrderAndChaos>,
        effort: &mut Effort<'_>,
    ) -> Option<Thought> {
        let setup = position.setup();
        let solver = self.solver.get_or_insert_with(|| Solver::new(setup, MEMORY));
        let solved = solver.solve(position, effort)?;
        let side = position.to_move();
        if solved.winner != side {
            return None;
        }
        let proof = Proof { winner: side, within: Some(solved.within) };
        let idea = format!(
            "Endgame: every line of play was looked at, and this one wins within {}.",
            moves(solved.within)
        );
        Some(thought(solved.best?, Some(proof), idea, effort.spent()))
    }

    /// Lasts as long as possible, and leaves the most to be done by the opponent.
    fn resist(
        &mut self,
        position: &Position<OrderAndChaos>,
        limits: Limits,
        watch: &dyn Watch,
    ) -> Thought {
        let side = position.to_move();
        let mut spent = 0;
        let judged = position.moves().map(|mv| {
            let mut next = *position;
            next.try_play(mv).expect("the move is legal");
            let mut lasts = u16::MAX;
            if side == Side::Second {
                let mut effort = Effort::new(limits, FOR_A_MOVE, watch);
                lasts = self.hunt.lasts(&next, &mut effort).unwrap_or(u16::MAX);
                spent += effort.spent();
            }
            (mv, (lasts, worth(&next, side)))
        });
        let judged: Vec<_> = judged.collect();
        let (mv, (lasts, _)) =
            judged.into_iter().max_by_key(|(_, judged)| *judged).expect("there is a move");
        let idea = match (side, lasts) {
            (Side::First, _) => "Hope: this keeps the most lines open.".to_owned(),
            (Side::Second, u16::MAX) => {
                "Block: this leaves Order the least to hope for.".to_owned()
            }
            (Side::Second, _) => {
                format!("Block: this delays the five, by {} at most.", moves(lasts))
            }
        };
        thought(mv, None, idea, spent)
    }

    /// Plays what looks good, which may be a mistake.
    fn follow_nose(
        &self,
        position: &Position<OrderAndChaos>,
        sees: bool,
        dice: &mut WyRand,
    ) -> Thought {
        let side = position.to_move();
        let mut moves: Vec<(Move, (bool, i64))> = position
            .moves()
            .map(|mv| {
                let mut next = *position;
                next.try_play(mv).expect("the move is legal");
                let hangs = sees && side == Side::Second && threats(&next).next().is_some();
                (mv, (!hangs, worth(&next, side)))
            })
            .collect();
        moves.sort_by_key(|(_, judged)| std::cmp::Reverse(*judged));
        let safe = moves.iter().filter(|(_, (is_safe, _))| *is_safe).count();
        let most = if safe == 0 { moves.len() } else { safe };
        /// Among how many of the moves that look best it chooses.
        const FEW: usize = 6;
        let (mv, _) = moves[dice.below(most.min(FEW) as u32) as usize];
        thought(mv, None, "Feeling: this looks good.".to_owned(), moves.len() as u64)
    }
}

fn advised(advice: TheoryMove, side: Side) -> Thought {
    let (mv, idea) = match advice {
        TheoryMove::Pair { mv, answered } if side == Side::First => {
            (mv, format!("Pair: {} makes the ends of its line unlike {answered}.", written(mv)))
        }
        TheoryMove::Pair { mv, answered } => (
            mv,
            format!("Pair: {} answers {answered}, so their line never holds a five.", written(mv)),
        ),
        TheoryMove::Four(mv) => {
            (mv, "Four: the centre is won, and a four there becomes a five.".to_owned())
        }
        TheoryMove::Wait(mv) => {
            (mv, "Pair: every open line is guarded, so any move will do.".to_owned())
        }
    };
    thought(mv, Some(Proof { winner: side, within: None }), idea, 1)
}

impl Thought {
    /// The same, where it is certain that the side to move loses.
    fn lost_by(mut self, side: Side) -> Self {
        let winner = side.other();
        for one in &mut self.candidates {
            (one.win_rate, one.winner) = (Some(0.0), Some(winner));
        }
        Self { win_rate: Some(0.0), proof: Some(Proof { winner, within: None }), ..self }
    }
}

/// So many moves, as they are said.
fn moves(count: u16) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

fn thought(mv: Move, proof: Option<Proof>, idea: String, visits: u64) -> Thought {
    // It follows ideas and counts nothing: what is not proved is not known.
    let win_rate = proof.map(|_| 1.0);
    let winner = proof.map(|proof| proof.winner);
    let candidate = Candidate { mv, visits, win_rate, prior: None, winner, line: vec![mv] };
    Thought {
        win_rate,
        visits,
        candidates: vec![candidate],
        proof,
        idea: Some(idea),
        ..Thought::only(mv)
    }
}

/// How good a position looks for a side: what Order may hope for, the nearer the more.
fn worth(position: &Position<OrderAndChaos>, side: Side) -> i64 {
    let (pieces, variant) = (position.rules().pieces(), position.setup().variant);
    let alive = HOPES.iter().filter(|hope| hope.is_alive(pieces, variant));
    let hopes: i64 = alive.map(|hope| 1 << (2 * (5 - hope.missing(pieces).count()))).sum();
    if side == Side::First { hopes } else { -hopes }
}

/// The move that looks best one move ahead.
pub(super) fn most_promising(position: &AnyPosition) -> Move {
    let position = concrete(position);
    let side = position.to_move();
    let judged = |mv: &Move| {
        let mut next = position;
        next.try_play(*mv).expect("the move is legal");
        let hangs = side == Side::Second && threats(&next).next().is_some();
        (next.winner() == Some(side), !hangs, worth(&next, side))
    };
    position.moves().max_by_key(judged).expect("there is a move")
}

/// A move that wins at once.
fn win_in_one(position: &Position<OrderAndChaos>) -> Option<Move> {
    position.moves().find(|mv| {
        let mut next = *position;
        next.try_play(*mv).is_some() && next.winner() == Some(position.to_move())
    })
}

fn written(mv: Move) -> konoba_rules::Written {
    mv.written(OrderAndChaos::SPEC)
}

/// The position as one of this game.
fn concrete(position: &AnyPosition) -> Position<OrderAndChaos> {
    let setup = position.setup();
    let rules = OrderAndChaos::with_pieces(&setup, position.pieces().map(Grid::from_points));
    Position::standing(setup, rules, position.to_move())
}
