//! The commands by which a session is a judge: what is legal, why not, what was filled, who won.

use konoba_rules::{Grid, Piece, Points};
use konoba_scene::{Refusal, Sentences};

use super::arguments::Arguments;
use super::commands::Outcome;
use super::vertex::{LETTERS, written};
use super::{Files, Session};

impl<F: Files> Session<F> {
    pub(super) fn legal(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let position = self.game.position();
        let side = if arguments.end().is_ok() { position.to_move() } else { arguments.side()? };
        arguments.end()?;
        let moves = position.moves_of(side).into_iter();
        Ok(sorted(moves.map(|mv| written(mv, self.setup.spec))))
    }

    pub(super) fn winner(&mut self, arguments: Arguments<'_>) -> Outcome {
        arguments.end()?;
        let winner = self.game.position().winner();
        Ok(winner.map_or("none", |side| self.setup.spec.side(side).id).to_owned())
    }

    pub(super) fn why(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let side = arguments.side()?;
        let mv = arguments.mv()?;
        let refusal = Refusal::of(self.game.position(), side, mv);
        Ok(refusal.map_or_else(|| "legal".to_owned(), |refusal| self.reason(&refusal)))
    }

    pub(super) fn fills(&mut self, arguments: Arguments<'_>) -> Outcome {
        arguments.end()?;
        let fills = self.game.last().map_or([Points::EMPTY; 2], |last| last.fills);
        let line = |piece: Piece| {
            let points = fills[piece.index()];
            let colour = self.setup.spec.sides[piece.index()].id;
            let names = sorted(points.iter().map(|at| LETTERS.name(at)));
            (!points.is_empty()).then(|| format!("{colour} {names}"))
        };
        Ok(Piece::BOTH.into_iter().filter_map(line).collect::<Vec<_>>().join("\n"))
    }

    /// The rule's id, the cells to blame and the sentence for people: `RULE-ID CELL...: sentence`.
    pub(super) fn reason(&self, refusal: &Refusal) -> String {
        let position = self.game.position();
        let cells = refusal.why.cells().map(|at| format!(" {}", LETTERS.name(at)));
        let cells = cells.collect::<String>();
        format!("{}{cells}: {}", refusal.why.id(), self.sentences().refusal(position, refusal))
    }

    /// Speaks of the game with the letters of GTP.
    pub(super) fn sentences(&self) -> Sentences {
        Sentences { setup: self.game.position().setup(), letters: LETTERS }
    }
}

/// Names sorted as byte strings, with spaces between them.
fn sorted(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    names.join(" ")
}
