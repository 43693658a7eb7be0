//! A place at a table, as the screens are told of it.

use std::sync::Arc;

use konoba_live::keeper::Seen;
use konoba_live::{
    Credentials, House, HouseError, OtherPlayer, SeatCode, Update, UpdateKind, Visit,
};
use konoba_store::{Opponent, Standing, StoreError, TableId};
use konoba_table::{Event, Seat, Version};
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
    other: OtherPlayer,
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
        let (shown, other) = (None, OtherPlayer::default());
        let mut place = Self { table, who, code, visit, latest, shown, other, known_next };
        let first = place.latest.clone();
        let told = place.told(&first);
        Ok((place, told))
    }

    /// What happens next; none if the house has to be asked what was missed, or closes.
    pub(super) async fn next(&mut self) -> Option<Arc<Update>> {
        let update = self.visit.next().await?;
        // By another seat the visitor is told other things.
        (self.who.seats_at(&update.entry) == self.visit.seats).then_some(update)
    }

    /// Comes again after having been too slow, and tells what was missed. Where that is not known any more, or
    /// the person has another seat now, the whole table is shown.
    pub(super) async fn again(&mut self, house: &House) -> Result<Vec<HouseNews>, HouseError> {
        let seen = self.latest.table.as_deref().map(Seen::of);
        house.visit_again(&mut self.visit, self.table, &mut self.who, seen).await?;
        let (missed, first) = (self.visit.missed.take(), self.visit.first.clone());
        if missed.is_none() {
            self.shown = None;
        }
        Ok(self.tell(&first, &missed.unwrap_or_default()))
    }

    /// What is to be shown of an update.
    pub(super) fn told(&mut self, update: &Arc<Update>) -> Vec<HouseNews> {
        self.tell(update, &update.events)
    }

    /// What is to be shown of a table to which these events have led.
    fn tell(&mut self, update: &Arc<Update>, events: &[Event]) -> Vec<HouseNews> {
        let has_lost = update.has_lost(&self.latest);
        self.latest = update.clone();
        let Some(table) = &update.table else {
            return match update.entry.standing {
                Standing::Withdrawn if update.entry.led_to().is_some() => Vec::new(),
                Standing::Withdrawn => vec![HouseNews::Left(HouseError::Withdrawn.to_string())],
                _ if self.is_open() => vec![HouseNews::Waiting(
                    "Waiting for an opponent. Esc stops waiting.".to_owned(),
                )],
                _ => vec![HouseNews::Waiting(
                    "Waiting for your friend. Esc goes back; the invitation stands.".to_owned(),
                )],
            };
        };
        let shown = self.shown.replace(table.version()).filter(|_| !has_lost);
        let Some(shown) = shown else {
            let own = Seat::BOTH.map(|seat| self.has_seat(seat));
            let seated = HouseNews::Seated { table: Box::new((**table).clone()), own };
            let lost = has_lost.then(|| HouseNews::Noted(StoreError::Lost.to_string()));
            return [seated].into_iter().chain(lost).collect();
        };
        let events: Vec<_> = events.iter().filter(|event| event.version > shown).cloned().collect();
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

    /// Whether an opponent is waited for here who need not come once this person has left. An invitation to a friend, which
    /// was made elsewhere, stands: it may be followed a day later.
    pub(super) fn is_withdrawn_on_leaving(&self) -> bool {
        self.is_waiting() && self.is_open()
    }

    /// Whether an opponent is waited for here.
    pub(super) fn is_waiting(&self) -> bool {
        self.shown.is_none() && !self.visit.seats.is_empty()
    }

    /// Whether any player may join.
    fn is_open(&self) -> bool {
        self.latest.entry.offer.opponent == Opponent::Anyone
    }

    /// That nothing can be done here any more by a person whose guest has logged out: keys that came in one piece are
    /// carried out one after another.
    pub(super) fn check_signed_in(&self) -> Result<(), HouseError> {
        if self.visit.is_signed_out() { Err(HouseError::SignedOut) } else { Ok(()) }
    }

    /// That the other player's connection is gone or there again.
    fn presence(&mut self, update: &Update) -> Option<HouseNews> {
        let table = update.table.as_deref()?;
        let (name, has_gone) = self.other.change(self.visit.seats, table, update.presence)?;
        Some(HouseNews::of_presence(table, name, has_gone))
    }
}

/// What was said, if that is what has happened.
fn remark(update: &Update) -> Option<HouseNews> {
    let UpdateKind::Remark(seat, remark) = update.kind else { return None };
    Some(HouseNews::Remarked { seat, words: remark.words().to_owned() })
}

#[cfg(test)]
mod tests {
    use konoba_live::{Config, Offering, Order, With};
    use konoba_rules::{GAMES, Move, Setup};
    use konoba_store::Sqlite;
    use konoba_table::{Action, Wish};

    use super::*;

    async fn house_and_guest(folder: &std::path::Path) -> (House, konoba_store::Guest) {
        let store = Sqlite::open(&folder.join("konoba.sqlite")).unwrap();
        let house = House::open(Arc::new(store), Config::default());
        let ana = house.welcome("Ana".parse().unwrap()).await.unwrap().0;
        (house, ana)
    }

    /// A person who leaves takes an open offer back. An invitation stands, and the screen says so.
    #[tokio::test]
    async fn an_invitation_stands() {
        let folder = tempfile::tempdir().unwrap();
        let (house, ana) = house_and_guest(folder.path()).await;
        for (with, is_withdrawn, says) in
            [(With::Anyone, true, "stops waiting"), (With::Friend, false, "the invitation stands")]
        {
            let offering = Offering::new(Setup::default_of(GAMES[0]), with);
            let table = house.offer(&ana, offering).await.unwrap().table;
            let who = Credentials::guest(ana.id);
            let (place, told) = Place::at(&house, table, who, None).await.unwrap();
            assert_eq!(place.is_withdrawn_on_leaving(), is_withdrawn);
            assert!(matches!(&told[..], [HouseNews::Waiting(said)] if said.contains(says)));
        }
    }

    /// Keys that are read after the log-out do nothing, although they came in one piece with others.
    #[tokio::test]
    async fn nothing_is_done_after_the_log_out() {
        let folder = tempfile::tempdir().unwrap();
        let (house, ana) = house_and_guest(folder.path()).await;
        let offering = Offering::new(Setup::default_of(GAMES[0]), With::Anyone);
        let table = house.offer(&ana, offering).await.unwrap().table;
        let (place, _) = Place::at(&house, table, Credentials::guest(ana.id), None).await.unwrap();
        place.check_signed_in().unwrap();
        house.revoke(ana.id).await.unwrap();
        assert_eq!(place.check_signed_in().unwrap_err().id(), "signed-out");
    }

    /// A screen that did not keep up is told every event that it missed, and not only shown the table.
    #[tokio::test]
    async fn what_was_missed_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let (house, ana) = house_and_guest(folder.path()).await;
        let luka = house.welcome("Luka".parse().unwrap()).await.unwrap().0;
        let guests = [ana, luka];
        let setup = Setup::default_of(GAMES[0]);
        let offering = Offering { first: Some(Seat::One), ..Offering::new(setup, With::Anyone) };
        let table = house.offer(&guests[0], offering).await.unwrap().table;
        house.sit(&guests[1], table, None).await.unwrap();
        let (mut slow, told) =
            Place::at(&house, table, Credentials::default(), None).await.unwrap();
        assert!(matches!(&told[..], [HouseNews::Seated { .. }]), "{told:?}");

        let play = Action::Play(Move::read("c3", setup.spec).unwrap());
        for _ in 0..10 {
            let orders = [(0, play), (0, Action::Ask(Wish::Undo)), (1, Action::Accept(Wish::Undo))];
            for (seat, action) in orders {
                let who = Credentials::guest(guests[seat].id);
                house.order(table, who, Order::new(action)).await.unwrap();
            }
        }
        while let Some(update) = slow.next().await {
            slow.told(&update);
        }
        let seen = slow.shown().unwrap();
        assert!(seen < 31, "it was not too slow");
        let told = slow.again(&house).await.unwrap();
        let [HouseNews::Happened { table, events }] = &told[..] else { panic!("{told:?}") };
        let versions: Vec<Version> = events.iter().map(|event| event.version).collect();
        assert_eq!(versions, (seen + 1..=31).collect::<Vec<_>>());
        assert_eq!(table.version(), 31);
    }
}
