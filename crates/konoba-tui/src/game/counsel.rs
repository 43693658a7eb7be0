//! What an engine thinks of the position on the screen, while the player wants to know.

use konoba_rules::{AnyPosition, Move};
use konoba_scene::{Advice, Candidate, Sentences};

use super::Game;
use crate::input::Effect;

/// What the player wants to know of the engine, and what is known.
#[derive(Default)]
pub(crate) struct Counsel {
    /// Whether its thoughts are shown with every position.
    pub(crate) is_shown: bool,
    /// The position for which the player waits for a hint.
    hint: Option<AnyPosition>,
    /// The position for which the player asked for a hint last.
    hinted: Option<AnyPosition>,
    /// The position that it was asked about and has not spoken of.
    asked: Option<AnyPosition>,
    /// What it said last, and of which position.
    found: Option<(AnyPosition, Advice)>,
}

impl Game {
    /// What an engine thinks of the position on the screen, if that is shown and known.
    pub(crate) fn advice(&self) -> Option<&Advice> {
        let (of, advice) = self.counsel.found.as_ref()?;
        (self.counsel.is_shown && *of == self.position()).then_some(advice)
    }

    /// Whether an engine is thinking about the position on the screen.
    pub(crate) fn is_awaiting_advice(&self) -> bool {
        self.counsel.asked.is_some_and(|asked| asked == self.position())
    }

    /// Whether the player has asked for a hint in the position on the screen.
    pub(crate) fn is_hinted(&self) -> bool {
        self.counsel.hinted.is_some_and(|hinted| hinted == self.position())
    }

    /// The hint for the position on the screen as far as it is drawn: its best move alone.
    pub(super) fn hinted(&self) -> Option<Advice> {
        let (of, advice) = self.counsel.found.as_ref()?;
        let is_told = self.is_hinted() && self.counsel.hint.is_none() && *of == self.position();
        let is_best = |candidate: &&Candidate| candidate.mv == advice.best;
        let candidates = advice.candidates.iter().filter(is_best).copied().collect();
        is_told.then(|| Advice { candidates, ..advice.clone() })
    }

    /// Wants a hint.
    pub(super) fn want_hint(&mut self) {
        let position = self.position();
        if !self.can_advise(&position) {
            return self.warn("There is no move to suggest here.".to_owned());
        }
        self.counsel.hint = Some(position);
        self.counsel.hinted = Some(position);
        self.say("The computer is thinking.");
        self.tell_hint();
    }

    /// Asks an engine about the position on the screen, where the player wants advice and it was not
    /// asked yet.
    pub(crate) fn consult(&mut self) -> Option<Effect> {
        let position = self.position();
        let Counsel { is_shown, hint, found, asked, .. } = &self.counsel;
        let is_wanted = (*is_shown || *hint == Some(position)) && self.can_advise(&position);
        let is_known = found.as_ref().is_some_and(|(of, _)| *of == position);
        let is_asked = *asked == Some(position);
        self.counsel.asked = (is_wanted && !is_known).then_some(position);
        let is_to_ask = self.counsel.asked.is_some() && !is_asked;
        is_to_ask.then(|| Effect::Advise(Box::new(position)))
    }

    /// Takes what an engine thinks of a position. It is kept only while that is on the screen.
    pub(crate) fn take_advice(&mut self, position: AnyPosition, advice: Advice) {
        if position == self.position() {
            self.counsel.found = Some((position, advice));
            self.tell_hint();
        }
    }

    /// Gives the hint that the player waits for, once it is known.
    fn tell_hint(&mut self) {
        let position = self.position();
        let known = self.counsel.found.as_ref().filter(|(of, _)| *of == position);
        let best = known.map(|(_, advice)| advice.best);
        let hint = known.map(|(_, advice)| Sentences::of(self.setup()).advice(advice));
        if let Some(hint) = hint.filter(|_| self.counsel.hint == Some(position)) {
            self.counsel.hint = None;
            self.cursor = best.and_then(Move::point).unwrap_or(self.cursor);
            self.say(hint);
        }
    }

    /// Whether a person has a choice to make here and could be advised.
    fn can_advise(&self, position: &AnyPosition) -> bool {
        self.can_place(position) && (self.is_reviewing || !self.is_awaiting_thought())
    }
}
