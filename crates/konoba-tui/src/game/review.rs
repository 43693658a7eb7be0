//! Looking back: the game as a study, in which moves are variations.

use konoba_rules::record::{AddError, NodeId};
use konoba_rules::{Move, Record};
use konoba_scene::{Refusal, Sentences};
use konoba_table::{CursorStep, Recorded, Study};

use super::{Dialog, Game};
use crate::input::Effect;

impl Game {
    /// Looks at another place of the game. Going on from its end is going back to the table.
    pub(super) fn look(&mut self, step: CursorStep) {
        if !self.is_reviewing {
            if matches!(step, CursorStep::Child | CursorStep::NextVariation) {
                return;
            }
            self.begin_review();
        }
        let Some(study) = &mut self.study else { return };
        let has_moved = study.go(step);
        if !has_moved && step == CursorStep::Child {
            return self.look_no_more();
        }
        let last = study.last().and_then(|played| played.mv.point());
        self.cursor = last.unwrap_or(self.cursor);
        let comment = study.commented().to_owned();
        self.say(if comment.is_empty() {
            "This is an earlier position: moves you play here are variations. Esc returns to the game."
                .to_owned()
        } else {
            comment
        });
    }

    /// Puts the study on the screen, at the end of the game.
    pub(super) fn begin_review(&mut self) {
        self.study = Some(self.studied_game());
        self.is_reviewing = true;
        // What the opponent has asked for is still to be answered.
        let mut before = [self.dialog.take(), self.withheld.take()].into_iter().flatten();
        self.dialog = before.find(|dialog| matches!(dialog, Dialog::Grant(_)));
    }

    /// Goes back to the table.
    pub(crate) fn look_no_more(&mut self) {
        self.is_reviewing = false;
        self.say("");
        self.offer_swap();
    }

    /// Plays a move at the place that is looked at.
    pub(super) fn try_variation(&mut self, mv: Move) -> Vec<Effect> {
        let position = self.position();
        let Some(study) = &mut self.study else { return Vec::new() };
        let refused = match study.play(mv) {
            Ok(()) => {
                self.say("A variation.");
                return self.keep().into_iter().collect();
            }
            Err(AddError::Full(_)) => {
                "This game has too many variations to add another.".to_owned()
            }
            Err(AddError::Illegal(_)) => {
                let refusal = Refusal::of(&position, position.to_move(), mv);
                let sentences = Sentences::of(self.setup());
                refusal.map_or_else(String::new, |refusal| sentences.refusal(&position, &refusal))
            }
        };
        self.warn(refused);
        Vec::new()
    }

    /// Takes the variation that is looked at out, unless it is the game itself.
    pub(super) fn delete_variation(&mut self) -> Vec<Effect> {
        let Some(study) = &mut self.study else { return Vec::new() };
        let at = study.cursor();
        if at == NodeId::ROOT || Recorded::of(study.record()).nodes().contains(&at) {
            self.say("This move is on the main line and cannot be deleted here. Esc returns to the game.");
            return Vec::new();
        }
        study.delete();
        self.say("Variation deleted.");
        self.keep().into_iter().collect()
    }

    /// The game with all its variations and its result.
    pub(super) fn whole_record(&self) -> Record {
        match &self.study {
            Some(_) => self.studied_game().into_record(),
            None => self.table.record(),
        }
    }

    /// The study brought up to the table, at the end of the game. Moves that were taken back at
    /// the table stay as variations.
    fn studied_game(&self) -> Study {
        let game = self.table.record();
        let study = self.study.clone().unwrap_or_else(|| Study::new(game.clone()));
        study.brought_up_to(game)
    }
}
