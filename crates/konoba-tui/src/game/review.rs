//! Looking back: the game as a study, in which moves are variations.

use konoba_rules::record::AddError;
use konoba_rules::{Move, Record};
use konoba_scene::{Refusal, Sentences};
use konoba_table::{Step, Study};

use super::Game;
use crate::saved;

impl Game {
    /// Looks at another place of the game. Going on from its end is going back to the table.
    pub(super) fn look(&mut self, step: Step) {
        if !self.is_reviewing {
            if matches!(step, Step::Child | Step::NextVariation) {
                return;
            }
            self.study = Some(self.studied_game());
            self.is_reviewing = true;
            self.dialog = None;
        }
        let Some(study) = &mut self.study else { return };
        let has_moved = study.go(step);
        if !has_moved && step == Step::Child {
            return self.look_no_more();
        }
        let last = study.last().and_then(|played| played.mv.point());
        self.cursor = last.unwrap_or(self.cursor);
        let comment = study.commented().to_owned();
        self.say(if comment.is_empty() {
            "You are looking back; moves you play here are variations. Esc returns to the game."
                .to_owned()
        } else {
            comment
        });
    }

    /// Goes back to the table.
    pub(crate) fn look_no_more(&mut self) {
        self.is_reviewing = false;
        self.say("");
        self.offer_swap();
    }

    /// Plays a move at the place that is looked at.
    pub(super) fn try_variation(&mut self, mv: Move) {
        let position = self.position();
        let Some(study) = &mut self.study else { return };
        let refused = match study.play(mv) {
            Ok(()) => return self.say("A variation."),
            Err(AddError::Full(_)) => "There is no room for more variations.".to_owned(),
            Err(AddError::Illegal(_)) => {
                let refusal = Refusal::of(&position, position.to_move(), mv);
                let sentences = Sentences::of(self.setup());
                refusal.map_or_else(String::new, |refusal| sentences.refusal(&position, &refusal))
            }
        };
        self.warn(refused);
    }

    /// Takes the variation that is looked at out, unless it is the game itself.
    pub(super) fn delete_variation(&mut self) {
        let Some(study) = &mut self.study else { return };
        if study.record().main_line().any(|node| node == study.cursor()) {
            return self.say("This move belongs to the game; Esc returns to it.");
        }
        study.delete();
        self.say("The variation is gone.");
    }

    /// The game with all its variations and its result.
    pub(super) fn whole_record(&self) -> Record {
        match &self.study {
            Some(_) => self.studied_game().into_record(),
            None => saved::record_of(&self.table),
        }
    }

    /// The study brought up to the table, at the end of the game. Moves that were taken back at
    /// the table stay as variations.
    fn studied_game(&self) -> Study {
        let record = saved::record_of(&self.table);
        let Some(study) = &self.study else {
            let mut study = Study::new(record);
            study.go(Step::End);
            return study;
        };
        let mut study = study.clone();
        study.go(Step::Start);
        for mv in record.moves().filter(|mv| *mv != Move::Pass) {
            // Only a full record refuses a move that was played; the study then ends earlier.
            if study.play(mv).is_err() {
                break;
            }
        }
        while study.promote() {}
        let end = study.cursor();
        let mut merged = study.into_record();
        if let Some(outcome) = record.outcome() {
            // The board may say more than the table by now, and then it is right.
            let _ = merged.conclude(outcome.clone());
        }
        let mut study = Study::new(merged);
        study.go_to(end);
        study
    }
}
