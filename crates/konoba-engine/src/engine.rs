//! The engine at full strength: what is known, then what can be solved, then what the search thinks best.

use std::any::Any;

use konoba_rules::{AnyPosition, Grid, Move, Position, Rules, Visitor};

use crate::search::Search;
use crate::solve::{Effort, Solved, Solver, maps};
use crate::{Config, Limits, Player, Proof, Thought, Watch};

/// With more empty points than this, positions are not solved during play.
const SOLVABLE: u32 = 36;

/// The part of the time that the solver may take of the search's.
const SOLVER_SHARE: u32 = 4;

/// A player that solves what it can and searches the rest. It keeps what it has found out from one move
/// to the next.
#[derive(Debug)]
pub struct Engine {
    config: Config,
    /// What it has found out about the game at hand, whatever its rules.
    kept: Option<Box<dyn Any + Send>>,
}

/// What is kept from one move to the next.
struct Kept<R: Rules> {
    search: Search<R>,
    solver: Option<Solver<R>>,
}

impl Engine {
    /// A player that searches like this.
    pub const fn new(config: Config) -> Self {
        Self { config, kept: None }
    }
}

impl Player for Engine {
    fn name(&self) -> String {
        "Konoba".to_owned()
    }

    fn think(&mut self, position: &AnyPosition, limits: Limits, watch: &dyn Watch) -> Thought {
        if position.must_pass() {
            return Thought::only(Move::Pass);
        }
        let known = if self.config.solver > 0 { maps::should_swap(position) } else { None };
        let Some(should_swap) = known else {
            return position.visit(Thinking { engine: self, limits, watch });
        };
        let proof = Some(Proof { winner: position.to_move(), within: None });
        if should_swap {
            return Thought { win_rate: Some(1.0), proof, ..Thought::only(Move::Swap) };
        }
        let thought = position.visit(Keeping(Thinking { engine: self, limits, watch }));
        // There is a move that wins, but a move that was never looked at is not told with that.
        let is_looked_at = thought.candidates.first().is_some_and(|best| best.visits > 0);
        Thought { proof: thought.proof.or(proof.filter(|_| is_looked_at)), ..thought }
    }
}

/// What there is to do once the game and the width of the board are known.
struct Thinking<'a> {
    engine: &'a mut Engine,
    limits: Limits,
    watch: &'a dyn Watch,
}

impl Visitor for Thinking<'_> {
    type Output = Thought;

    fn visit<R: Rules>(self, position: &Position<R>) -> Thought {
        let Self { engine: Engine { config, kept }, limits, watch } = self;
        let begun = kept.take().and_then(|kept| kept.downcast::<Kept<R>>().ok());
        // A board of another size can have the same rules.
        let begun = begun.filter(|kept| kept.search.setup() == position.setup());
        let mut game = begun.unwrap_or_else(|| {
            let solver = (config.solver > 0).then(|| Solver::new(position.setup(), config.solver));
            Box::new(Kept { search: Search::new(*position, config), solver })
        });
        let solver = game.solver.as_mut().filter(|_| is_solvable(position));
        let solved =
            solver.and_then(|solver| solve(solver, position, config.solver_nodes, limits, watch));
        let thought = match solved {
            Some(Solved { winner, within, best: Some(best) }) if winner == position.to_move() => {
                let proof = Some(Proof { winner, within: Some(within) });
                Thought { win_rate: Some(1.0), proof, ..Thought::only(best) }
            }
            solved => {
                game.search.move_on(*position);
                let mut thought = game.search.run(config, limits, watch);
                if let Some(Solved { winner, within, .. }) = solved {
                    thought.proof = Some(Proof { winner, within: Some(within) });
                    thought.win_rate = Some(0.0);
                }
                thought
            }
        };
        *kept = Some(game);
        thought
    }
}

/// The same where a swap is offered and would be wrong.
struct Keeping<'a>(Thinking<'a>);

impl Visitor for Keeping<'_> {
    type Output = Thought;

    fn visit<R: Rules>(self, position: &Position<R>) -> Thought {
        let (setup, rules) = (position.setup(), *position.rules());
        self.0.visit(&Position::standing(setup, rules, position.to_move()))
    }
}

/// Whether the solver, which knows of no swap, may try a position.
fn is_solvable<R: Rules>(position: &Position<R>) -> bool {
    let may_be_swapped = position.setup().pie && position.ply() <= 1;
    position.empty_points().count() <= SOLVABLE && !may_be_swapped
}

fn solve<R: Rules>(
    solver: &mut Solver<R>,
    position: &Position<R>,
    nodes_a_visit: u64,
    limits: Limits,
    watch: &dyn Watch,
) -> Option<Solved> {
    let nodes = limits.visits.map_or(u64::MAX, |visits| visits.saturating_mul(nodes_a_visit));
    // Without any limit the search would never get its turn.
    let nodes = if limits == Limits::default() { 1 << 20 } else { nodes };
    let limits = Limits { visits: None, time: limits.time.map(|time| time / SOLVER_SHARE) };
    solver.solve(position, &mut Effort::new(limits, nodes, watch))
}
