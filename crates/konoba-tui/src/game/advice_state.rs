//! What an engine thinks of the position on the screen, while the player wants to know.

use konoba_rules::{AnyPosition, Move};
use konoba_scene::{Advice, Candidate, Sentences};
use konoba_table::{NO_ENGINE, Seat};

use super::{Game, WATCHING};
use crate::house::HouseRequest;
use crate::input::Effect;

/// What is said of an analysis at a house before the game is over.
const ANALYSIS_AFTERWARDS: &str =
    "Analysis is for finished games here. On your turn, H gives a hint against the computer.";

/// What the player wants to know of the engine, and what is known.
#[derive(Default)]
pub(crate) struct AdviceState {
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
        let (of, advice) = self.advice_state.found.as_ref()?;
        (self.advice_state.is_shown && *of == self.position()).then_some(advice)
    }

    /// Whether an engine is thinking about the position on the screen.
    pub(crate) fn is_awaiting_advice(&self) -> bool {
        self.advice_state.asked.is_some_and(|asked| asked == self.position())
    }

    /// Whether the player has asked for a hint in the position on the screen.
    pub(crate) fn is_hinted(&self) -> bool {
        self.advice_state.hinted.is_some_and(|hinted| hinted == self.position())
    }

    /// The hint for the position on the screen as far as it is drawn: its best move alone.
    pub(super) fn hinted(&self) -> Option<Advice> {
        let (of, advice) = self.advice_state.found.as_ref()?;
        let is_told =
            self.is_hinted() && self.advice_state.hint.is_none() && *of == self.position();
        let is_best = |candidate: &&Candidate| candidate.mv == advice.best;
        let candidates = advice.candidates.iter().filter(is_best).copied().collect();
        is_told.then(|| Advice { candidates, ..advice.clone() })
    }

    /// Wants a hint.
    pub(super) fn want_hint(&mut self) {
        let position = self.position();
        if !self.can_advise(&position) {
            return self.warn(self.why_no_hint().to_owned());
        }
        self.advice_state.hint = Some(position);
        self.advice_state.hinted = Some(position);
        self.say("The computer is thinking.");
        self.tell_hint();
    }

    /// Why there is no hint for the position on the screen.
    fn why_no_hint(&self) -> &'static str {
        let (goes_on, is_live) = (!self.table.is_over(), !self.is_reviewing);
        match self.house {
            Some(_) if goes_on && !self.has_engine() => NO_ENGINE,
            Some([false, false]) if goes_on => WATCHING,
            Some(_) if goes_on && self.is_reviewing => ANALYSIS_AFTERWARDS,
            _ if goes_on && is_live => "Hints are for your own turn.",
            _ => "There is no move to suggest here.",
        }
    }

    /// Whether a hint can be had in this game as it is on the screen, on the person's turn.
    pub(crate) fn has_hints(&self) -> bool {
        match (self.house, self.is_reviewing) {
            (None, _) => true,
            (Some(_), true) => self.table.is_over(),
            (Some(own), false) => own.contains(&true) && self.has_engine() && !self.table.is_over(),
        }
    }

    fn has_engine(&self) -> bool {
        [Seat::One, Seat::Two].into_iter().any(|seat| self.table.player(seat).is_engine())
    }

    /// Asks an engine about the position on the screen, where the player wants advice and it was not
    /// asked yet.
    pub(crate) fn consult(&mut self) -> Option<Effect> {
        let position = self.position();
        let AdviceState { is_shown, hint, found, asked, .. } = &self.advice_state;
        let shows = *is_shown && self.may_analyse();
        // The engine looks at one thing at a time for a person.
        let is_free = !self.is_awaiting_missed();
        let is_wanted = (shows || *hint == Some(position)) && self.can_advise(&position) && is_free;
        let is_known = found.as_ref().is_some_and(|(of, _)| *of == position);
        let is_asked = *asked == Some(position);
        self.advice_state.asked = (is_wanted && !is_known).then_some(position);
        let is_to_ask = self.advice_state.asked.is_some() && !is_asked;
        is_to_ask.then(|| self.ask(position))
    }

    /// The engine of a house gives hints in a game that goes on, and analyses one that is over.
    fn ask(&self, position: AnyPosition) -> Effect {
        match (self.house, self.studied()) {
            (None, _) => Effect::Advise(Box::new(position)),
            (Some(_), None) => Effect::House(HouseRequest::Hint),
            (Some(_), Some(study)) => {
                let (record, at) = (Box::new(study.record().clone()), study.cursor());
                Effect::House(HouseRequest::Analyse { record, at })
            }
        }
    }

    /// Shows what an engine thinks of every position that is looked at, or hides it again.
    pub(super) fn show_or_hide_thoughts(&mut self) {
        if self.house.is_some() && !self.table.is_over() {
            return self.say(if self.has_engine() { ANALYSIS_AFTERWARDS } else { NO_ENGINE });
        }
        self.advice_state.is_shown ^= true;
        if self.advice_state.is_shown && self.table.is_over() && !self.is_reviewing {
            self.say("Analysis is shown with every earlier position. [ goes to the previous move.");
        }
    }

    /// Hears why there is no advice.
    pub(crate) fn go_unadvised(&mut self, why: String) {
        self.advice_state = AdviceState::default();
        self.find_nothing_missed();
        self.warn(why);
    }

    /// Takes what an engine thinks of a position. It is kept only while that is on the screen.
    pub(crate) fn take_advice(&mut self, position: AnyPosition, advice: Advice) {
        if position == self.position() {
            self.advice_state.found = Some((position, advice));
            self.tell_hint();
        }
    }

    /// Gives the hint that the player waits for, once it is known.
    fn tell_hint(&mut self) {
        let position = self.position();
        let known = self.advice_state.found.as_ref().filter(|(of, _)| *of == position);
        let best = known.map(|(_, advice)| advice.best);
        let hint = known.map(|(_, advice)| Sentences::of(self.setup()).advice(advice));
        if let Some(hint) = hint.filter(|_| self.advice_state.hint == Some(position)) {
            self.advice_state.hint = None;
            self.cursor = best.and_then(Move::point).unwrap_or(self.cursor);
            self.say(hint);
        }
    }

    /// Whether a person has a choice to make here and could be advised.
    fn can_advise(&self, position: &AnyPosition) -> bool {
        let is_here = match (self.house, self.is_reviewing) {
            (None, is_reviewing) => is_reviewing || !self.is_awaiting_thought(),
            (Some(_), true) => self.may_analyse(),
            (Some(_), false) => {
                let is_own = self.table.seat_to_move().is_some_and(|seat| self.is_own(seat));
                is_own && self.has_engine()
            }
        };
        is_here && self.can_place(position)
    }

    /// Whether positions may be analysed one after the other; at a house that is for games that are over.
    fn may_analyse(&self) -> bool {
        self.house.is_none() || (self.is_reviewing && self.table.is_over())
    }
}
