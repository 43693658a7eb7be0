//! Looking for games that a guest has finished.

use konoba_rules::{Level, Spec};
use konoba_table::Moment;

use crate::columns::{is_of_known_game, moment};
use crate::{GuestId, Offer, TableId};

/// When a game ended. An older program that shared the database for a while did not write it.
const ENDED: &str = "coalesce(t.ended, t.since)";

/// Which finished games of a guest to list, the last that ended first. What is not given does not matter.
#[derive(Clone, Debug)]
pub struct FinishedQuery {
    /// The guest, who held a seat.
    pub guest: GuestId,
    /// The game.
    pub game: Option<&'static Spec>,
    /// The opponent.
    pub opponent: Option<OpponentQuery>,
    /// Its result.
    pub result: Option<ResultQuery>,
    /// Only games that ended before the one of this moment and name: where the last list ended.
    pub before: Option<(Moment, TableId)>,
    /// How many.
    pub limit: usize,
}

/// An opponent who is looked for: a person with this in the name, or an engine of one of these levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpponentQuery {
    /// A part of the name, whatever its case.
    pub name: String,
    /// The levels of engines.
    pub levels: Vec<Level>,
}

impl OpponentQuery {
    /// Whether the part is in a name, whatever the case of their letters.
    ///
    /// ```
    /// use konoba_store::OpponentQuery;
    /// let check = |part: &str, name: &str, expected: bool| {
    ///     let query = OpponentQuery { name: part.to_owned(), levels: Vec::new() };
    ///     assert_eq!(query.fits(name), expected, "{part} in {name}");
    /// };
    /// check("luk", "Luka", true);
    /// check("žELJ", "Željka", true);
    /// check("ΟΔΥΣΣΕΎΣ", "Οδυσσεύς", true);
    /// check("STRASS", "Straße", true);
    /// check("zelj", "Željka", false);
    /// ```
    pub fn fits(&self, name: &str) -> bool {
        folded(name).contains(&folded(&self.name))
    }
}

/// A text in which letters that differ only in their case are the same. Capitals first: some small letters
/// have no capital of their own.
pub(crate) fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// What came of a game for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultQuery {
    /// It was won.
    Won,
    /// It was lost.
    Lost,
    /// There is no winner, or both seats are the player's own.
    Other,
}

impl FinishedQuery {
    /// All finished games of a guest.
    pub const fn of(guest: GuestId, limit: usize) -> Self {
        Self { guest, game: None, opponent: None, result: None, before: None, limit }
    }

    /// The names of all who sat at a table with the guest, from which [`OpponentQuery::fits`] chooses: no
    /// two databases agree on what the small letters of the world are.
    pub(crate) fn names_sql(&self) -> String {
        let guest = self.guest.0;
        format!(
            "select distinct name from seats
            where table_id in (select table_id from seats where guest = {guest})"
        )
    }

    /// The condition, the order and the limit of a query over `tables t`, the same for every store. Numbers
    /// and names of our own stand in the text; the only value is `$1`, the names of opponents that fit.
    /// `is_among` is how a store says that a name is one of them.
    pub(crate) fn sql(&self, is_among: &str) -> String {
        let guest = self.guest.0;
        let own = |seat: &str| {
            format!(
                "exists (select 1 from seats s where s.table_id = t.id and s.guest = {guest}
                    and s.seat {seat})"
            )
        };
        let mut conditions = vec![
            format!("t.id in (select table_id from seats where guest = {guest})"),
            format!("t.standing = 'over' and t.format <= {}", Offer::FORMAT),
            is_of_known_game("t.setup"),
        ];
        if let Some(spec) = self.game {
            let id = spec.id;
            conditions.push(format!("(t.setup = '{id}' or t.setup like '{id}:%')"));
        }
        let (has_won, has_lost) = (own("= t.winner"), own("<> t.winner"));
        conditions.extend(self.result.map(|result| match result {
            ResultQuery::Won => format!("{has_won} and not {has_lost}"),
            ResultQuery::Lost => format!("{has_lost} and not {has_won}"),
            ResultQuery::Other => format!("(t.winner is null or {has_won} and {has_lost})"),
        }));
        if let Some(OpponentQuery { levels, .. }) = &self.opponent {
            let codes = levels.iter().map(|level| level.code().to_string()).collect::<Vec<_>>();
            let is_engine = match codes.is_empty() {
                true => String::new(),
                false => {
                    format!("or t.opponent = 'engine' and t.level in ({})", codes.join(", "))
                }
            };
            // On a shared device the opponent holds the second seat.
            conditions.push(format!(
                "(exists (select 1 from seats o where o.table_id = t.id
                    and (o.guest <> {guest} or t.opponent = 'same-screen' and o.seat = 2)
                    and o.name {is_among}) {is_engine})"
            ));
        }
        conditions.extend(self.before.map(|(at, table)| {
            let at = moment(at);
            format!("({ENDED} < {at} or {ENDED} = {at} and t.id > '{table}')")
        }));
        let (conditions, limit) = (conditions.join(" and "), self.limit);
        format!("where {conditions} order by {ENDED} desc, t.id limit {limit}")
    }
}
