//! Replaying the transcripts: an implementation of the games has to agree with them at every turn.

use konoba_rules::{Move, Piece, PieceChoice, Point, Setup, Side};

use crate::{
    Clause, Expect, Game, Recorded, RecordedEvent, clauses, disputed, open_games, recorded, written,
};

/// An implementation of the games, as the transcripts can question it.
pub trait RulesUnderTest {
    /// The empty board.
    fn start(setup: &Setup) -> Self;
    /// The side to move.
    fn to_move(&self) -> Side;
    /// Who has won; `None` while the game goes on.
    fn winner(&self) -> Option<Side>;
    /// Whether the side to move has to pass.
    fn must_pass(&self) -> bool;
    /// The legal placements of the side to move, in any order. Where a side has a colour of its own
    /// the piece does not matter.
    fn placements(&self) -> Vec<(Point, Piece)>;
    /// How many lines are still open.
    fn open_lines(&self) -> usize;
    /// The rows of the board, the top one first.
    fn rows(&self) -> Vec<String>;
    /// The ids of the rules by which a side may not play a move; more than the first one need not
    /// be told.
    fn broken(&self, side: Side, mv: Move) -> Vec<&'static str>;
    /// Plays a legal move and tells what it filled, by colour, in the order of points.
    fn play(&mut self, mv: Move) -> [Vec<Point>; 2];
}

/// Replays the games that came with the workspace, and returns each with its end.
pub fn replay_open_games<J: RulesUnderTest>() -> Vec<(Game, J)> {
    let games = open_games();
    let count = |id| games.iter().filter(|game| game.setup.spec.id == id).count();
    assert_eq!(["konobi", "quentin", "order-and-chaos"].map(count), [69, 61, 60]);
    games.into_iter().map(replayed).collect()
}

/// Replays the games whose passes were disputed, if they are there.
pub fn replay_disputed_passes<J: RulesUnderTest>() -> Vec<(Game, J)> {
    let Some(games) = disputed() else { return Vec::new() };
    assert_eq!(games.len(), 11);
    games.into_iter().map(replayed).collect()
}

/// Judges the positions that stand for the clauses of the rules.
pub fn judge_clauses<J: RulesUnderTest>() {
    let clauses = clauses();
    assert_eq!(clauses.len(), 25);
    clauses.iter().for_each(judge_clause::<J>);
}

/// Replays the recorded console matches, if they are there.
pub fn replay_recorded_matches<J: RulesUnderTest>() {
    let Some(matches) = recorded() else { return };
    assert_eq!(matches.len(), 6);
    matches.iter().for_each(replay_match::<J>);
}

fn replayed<J: RulesUnderTest>(game: Game) -> (Game, J) {
    let mut rules = J::start(&game.setup);
    for (ply, number) in game.plies.iter().zip(1..) {
        let at = format!("{}, ply {number}", game.source);
        assert_eq!(rules.winner(), None, "{at}");
        assert_eq!(rules.to_move(), ply.side, "{at}");
        assert_eq!(legal(&rules, &game.setup), ply.legal, "{at}");
        assert_eq!(rules.must_pass(), ply.mv == "pass", "{at}");
        assert_eq!(rules.play(read(&ply.mv, &game.setup)), ply.fills, "{at}");
        assert_eq!(rules.open_lines(), ply.open_lines.unwrap_or(0), "{at}");
    }
    assert_eq!(rules.winner(), Some(game.winner), "{}", game.source);
    assert_eq!(rules.rows(), game.final_rows, "{}", game.source);
    assert_eq!(rules.placements(), [], "{}", game.source);
    (game, rules)
}

fn judge_clause<J: RulesUnderTest>(clause: &Clause) {
    let Clause { id, setup, side, expect, .. } = clause;
    let mut rules = J::start(setup);
    for mv in &clause.moves {
        rules.play(read(mv, setup));
    }
    assert_eq!(rules.rows(), clause.rows, "{id}");
    assert_eq!((rules.to_move(), rules.winner()), (*side, None), "{id}");
    assert_eq!(rules.must_pass(), *expect == Expect::OnlyPass, "{id}");
    let mv = read(&clause.mv, setup);
    if mv != Move::Pass {
        let is_legal = legal(&rules, setup).contains(&clause.mv);
        assert_eq!(is_legal, *expect != Expect::Illegal, "{id}");
        assert_eq!(rules.broken(*side, mv).is_empty(), is_legal, "{id}");
    }
    if *expect == Expect::Illegal {
        return;
    }
    let fills = rules.play(mv);
    let winner = match expect {
        // Whether such a move wins is not told.
        Expect::Legal => rules.winner(),
        // Order wins by a five that Chaos makes, too.
        Expect::Win if setup.spec.choice == PieceChoice::Either => Some(Side::First),
        Expect::Win => Some(*side),
        Expect::WinForNonMover => Some(side.other()),
        Expect::Illegal | Expect::NoWin | Expect::OnlyPass => None,
    };
    assert_eq!(rules.winner(), winner, "{id}");
    if let Some(expected) = &clause.fills {
        assert_eq!(&fills, expected, "{id}");
    }
}

fn replay_match<J: RulesUnderTest>(recorded: &Recorded) {
    let Recorded { source, setup, .. } = recorded;
    let mut rules = J::start(setup);
    for (event, number) in recorded.events.iter().zip(1..) {
        let at = format!("{source}, event {number}");
        match event {
            RecordedEvent::Move { side, legal: expected, mv } => {
                assert_eq!(rules.to_move(), *side, "{at}");
                assert_eq!(&legal(&rules, setup), expected, "{at}");
                rules.play(read(mv, setup));
            }
            RecordedEvent::Swap => {
                rules.play(Move::Swap);
            }
            RecordedEvent::Pass { side } => {
                assert_eq!(rules.to_move(), *side, "{at}");
                rules.play(Move::Pass);
            }
            RecordedEvent::Rejected { side, mv, why } => {
                assert_eq!(rules.to_move(), *side, "{at}");
                let id = if why == "outside" { "off-board" } else { why };
                let broken = rules.broken(*side, read(mv, setup));
                assert!(broken.contains(&id), "{at}: {broken:?}");
            }
        }
    }
    assert_eq!(rules.winner(), recorded.winner.as_ref().map(|(side, _)| *side), "{source}");
    assert_eq!(rules.rows(), recorded.final_rows, "{source}");
}

/// The legal placements as the transcripts write and sort them.
fn legal(rules: &impl RulesUnderTest, setup: &Setup) -> Vec<String> {
    let placements = rules.placements().into_iter();
    let mut legal: Vec<_> = placements.map(|(at, piece)| written(setup.spec, at, piece)).collect();
    legal.sort();
    legal
}

fn read(mv: &str, setup: &Setup) -> Move {
    Move::read(mv, setup.spec).expect("the transcripts write moves")
}
