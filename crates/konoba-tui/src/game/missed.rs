//! Missed wins of a game that is over: the moments at which one move won and another was played.

use konoba_advice::MissedWin;
use konoba_puzzles::Puzzle;
use konoba_rules::record::NodeId;
use konoba_table::{Recorded, Study};

use super::Game;
use crate::house::HouseRequest;
use crate::input::{Effect, MissedNews};
use crate::keys::Act;

/// What is known of the missed wins of a game.
pub(super) enum Missed {
    /// They were not looked for.
    Unknown,
    /// They are being looked for.
    Sought,
    /// All that could be proved, in the order of the game.
    Found(Vec<MissedWin>),
}

/// What is said to a player who wants to try again where nothing was missed.
pub(super) const NOTHING_MISSED_HERE: &str =
    "No missed win is known at this move. P goes to the next one of a finished game.";

impl Game {
    /// Whether missed wins are being looked for.
    pub(crate) const fn is_awaiting_missed(&self) -> bool {
        matches!(self.missed, Missed::Sought)
    }

    /// Goes to the next missed win, after the last one to the first. They are looked for the first time this is wanted.
    pub(super) fn next_missed(&mut self) -> Vec<Effect> {
        if !self.table.is_over() {
            self.say("Missed wins are shown when the game is over.");
            return Vec::new();
        }
        match &self.missed {
            Missed::Found(_) => self.go_to_next(),
            Missed::Sought => {}
            Missed::Unknown => {
                self.missed = Missed::Sought;
                self.dialog = None;
                self.say("Looking for missed wins. Esc stops.");
                let record = Box::new(self.table.record());
                return vec![match self.house {
                    None => Effect::SeekMissed(record),
                    Some(_) => Effect::House(HouseRequest::MissedWins(record)),
                }];
            }
        }
        Vec::new()
    }

    /// Knows nothing of missed wins again, if they were looked for in vain.
    pub(super) fn find_nothing_missed(&mut self) {
        if self.is_awaiting_missed() {
            self.missed = Missed::Unknown;
        }
    }

    /// Stops looking for missed wins; tells whether they were looked for.
    pub(crate) fn stop_seeking(&mut self) -> bool {
        let was_seeking = self.is_awaiting_missed();
        if was_seeking {
            self.missed = Missed::Unknown;
            self.say("Stopped. P looks for missed wins again.");
        }
        was_seeking
    }

    /// Takes in how the search goes.
    pub(crate) fn take_missed(&mut self, news: MissedNews) {
        if !self.is_awaiting_missed() {
            return;
        }
        match news {
            MissedNews::LookingAt(number) => {
                let of = self.table.record().moves().count();
                self.say(format!("Looking for missed wins: move {number} of {of}. Esc stops."));
            }
            MissedNews::Found(found) => {
                self.missed = Missed::Found(found);
                self.go_to_next();
            }
        }
    }

    /// The missed win at the position on the screen, and all of the game.
    pub(crate) fn missed_here(&self) -> Option<(usize, &[MissedWin])> {
        let (Missed::Found(found), Some(study)) = (&self.missed, self.studied()) else {
            return None;
        };
        let place =
            found.iter().position(|missed| before(study, missed) == Some(study.cursor()))?;
        Some((place, found))
    }

    /// Goes to the missed win that this puzzle is of.
    pub(crate) fn go_to_missed(&mut self, puzzle: &Puzzle) {
        let Missed::Found(found) = &self.missed else { return };
        if let Some(place) = found.iter().position(|missed| missed.puzzle == *puzzle) {
            self.show_missed(place);
        }
    }

    fn go_to_next(&mut self) {
        let Missed::Found(found) = &self.missed else { return };
        if found.is_empty() {
            return self
                .say("No move of this game is proved to have missed the only one that won.");
        }
        let next = self.missed_here().map_or(0, |(place, found)| (place + 1) % found.len());
        self.show_missed(next);
    }

    /// Looks at the position before a missed win.
    fn show_missed(&mut self, place: usize) {
        if !self.is_reviewing {
            self.begin_review();
        }
        let Missed::Found(found) = &self.missed else { return };
        let (Some(missed), Some(study)) = (found.get(place), &mut self.study) else { return };
        if let Some(node) = before(study, missed) {
            study.go_to(node);
        }
        let number = match found.len() {
            1 => "Missed win".to_owned(),
            of => format!("Missed win {} of {of}", place + 1),
        };
        let [again, next] = [Act::TryAgain, Act::MissedWins].map(Act::shown);
        let more =
            if found.len() > 1 { format!(", {next} goes to the next") } else { String::new() };
        let says = format!("{number}. {} {again} tries again{more}.", missed.says());
        self.say(says);
    }
}

/// The place in a study before the move by which a win was missed.
fn before(study: &Study, missed: &MissedWin) -> Option<NodeId> {
    match missed.number.checked_sub(2) {
        None => Some(NodeId::ROOT),
        Some(place) => Recorded::of(study.record()).nodes().get(place).copied(),
    }
}
