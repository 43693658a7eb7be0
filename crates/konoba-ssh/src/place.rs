//! A place at a table, as the screens are told of it.

use std::sync::Arc;

use konoba_live::{Credentials, House, HouseError, SeatCode, Update, UpdateKind, Visit};
use konoba_store::{Standing, TableId};
use konoba_table::{Seat, Version};
use konoba_tui::HouseNews;

/// A place at a table.
pub(super) struct Place {
    pub(super) table: TableId,
    pub(super) who: Credentials,
    pub(super) code: Option<SeatCode>,
    visit: Visit,
    latest: Arc<Update>,
    /// The version that was shown; none while an opponent is waited for.
    shown: Option<Version>,
    /// Whether it was told that the other player has gone.
    other_has_gone: bool,
    /// The table of the next game, where there was one already: an old game is looked at again, and not left for it.
    known_next: Option<TableId>,
}

impl Place {
    /// Comes to a table, and tells what is to be shown.
    pub(super) async fn at(
        house: &House,
        table: TableId,
        who: Credentials,
        code: Option<SeatCode>,
    ) -> Result<(Self, Vec<HouseNews>), HouseError> {
        let (mut table, mut visit) = (table, house.visit(table, who, None).await?);
        while let Some(next) = visit.first.entry.led_to() {
            (table, visit) = (next, house.visit(next, who, None).await?);
        }
        let latest = visit.first.clone();
        let known_next = latest.entry.next;
        let (shown, other_has_gone) = (None, false);
        let mut place = Self { table, who, code, visit, latest, shown, other_has_gone, known_next };
        let first = place.latest.clone();
        let told = place.tell(&first);
        Ok((place, told))
    }

    /// What happens next; none if the house has to be asked what was missed, or closes.
    pub(super) async fn next(&mut self) -> Option<Arc<Update>> {
        let update = self.visit.next().await?;
        // By another seat the visitor is told other things.
        (self.who.seats_at(&update.entry) == self.visit.seats).then_some(update)
    }

    /// Comes again after having been too slow.
    pub(super) async fn again(&mut self, house: &House) -> Result<Vec<HouseNews>, HouseError> {
        if self.visit.is_signed_out() {
            return Err(HouseError::SignedOut);
        }
        self.visit = house.visit(self.table, self.who, None).await?;
        self.shown = None;
        let first = self.visit.first.clone();
        Ok(self.tell(&first))
    }

    /// What is to be shown of an update.
    pub(super) fn tell(&mut self, update: &Arc<Update>) -> Vec<HouseNews> {
        let has_lost = update.has_lost(&self.latest);
        self.latest = update.clone();
        let Some(table) = &update.table else {
            return match update.entry.standing {
                Standing::Withdrawn if update.entry.led_to().is_some() => Vec::new(),
                Standing::Withdrawn => vec![HouseNews::Left(HouseError::Withdrawn.to_string())],
                _ => vec![HouseNews::Waiting(
                    "Waiting for an opponent. Esc stops waiting.".to_owned(),
                )],
            };
        };
        let shown = self.shown.replace(table.version()).filter(|_| !has_lost);
        let Some(shown) = shown else {
            let own = Seat::BOTH.map(|seat| self.visit.seats.iter().any(|own| own == seat));
            return vec![HouseNews::Seated { table: Box::new((**table).clone()), own }];
        };
        let events: Vec<_> =
            update.events.iter().filter(|event| event.version > shown).cloned().collect();
        let happened = (!events.is_empty())
            .then(|| HouseNews::Happened { table: Box::new((**table).clone()), events });
        happened.into_iter().chain(self.presence(update)).chain(remark(update)).collect()
    }

    /// The last that is known of the table.
    pub(super) fn latest(&self) -> &Arc<Update> {
        &self.latest
    }

    /// The table where the players play again, if they have agreed to that meanwhile, or an opponent waits.
    pub(super) fn next_table(&self) -> Option<TableId> {
        self.latest.entry.next.filter(|next| Some(*next) != self.known_next)
    }

    /// The version that was shown; none while an opponent is waited for.
    pub(super) const fn shown(&self) -> Option<Version> {
        self.shown
    }

    /// Whether a seat is this person's.
    pub(super) fn has_seat(&self, seat: Seat) -> bool {
        self.visit.seats.contains(seat)
    }

    /// Whether an opponent is waited for here.
    pub(super) fn is_waiting(&self) -> bool {
        self.shown.is_none() && !self.visit.seats.is_empty()
    }

    /// That the other player's connection is gone or there again.
    fn presence(&mut self, update: &Update) -> Option<HouseNews> {
        let (own, table) = (self.visit.seats.only()?, update.table.as_ref()?);
        let other = table.player(own.other());
        let has_gone = !update.presence.seats[own.other().index()] && !other.is_engine();
        if std::mem::replace(&mut self.other_has_gone, has_gone) == has_gone {
            return None;
        }
        Some(HouseNews::of_presence(&other.name, has_gone))
    }
}

/// What was said, if that is what has happened.
fn remark(update: &Update) -> Option<HouseNews> {
    let UpdateKind::Remark(seat, remark) = update.kind else { return None };
    Some(HouseNews::Remarked { seat, words: remark.words().to_owned() })
}
