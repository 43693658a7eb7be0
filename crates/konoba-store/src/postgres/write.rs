//! What is written. The statements of a piece are sent together and answered together.

use std::collections::HashMap;

use konoba_rules::{Setup, Spec};
use konoba_table::{Event, Moment, Name, Seat};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Error};

pub(super) use super::batch::Failure;
use super::batch::{Batch, bytes, number, text, texts};
use super::devices;
use super::forget;
use super::request::{Done, WriteContent, WriteRequest};
use super::unfinished::Unfinished;
use crate::columns::{ProgressColumns, integer, moment, opponent_columns, standing_word};
use crate::written::{event_to_text, seat_number, time_to_text};
use crate::{
    Append, Cut, Guest, GuestId, Head, Holder, NewGuest, NewTable, Offer, Origin, Predecessor,
    Progress, StoreError, TableId, Visibility,
};

/// The tables that are written to: the game of each, and the end of its log.
pub(super) type Heads = HashMap<TableId, (&'static Spec, Head)>;

/// Locks the tables that are written to, in one order at every node, and tells how their logs end.
/// Nothing can be appended to them or taken from them until the transaction is over.
pub(super) async fn heads(client: &Client, group: &[WriteRequest]) -> Result<Heads, Error> {
    let ids = group.iter().flat_map(WriteRequest::tables_of_news).map(|id| id.to_string());
    let ids: Vec<String> = ids.collect();
    let mut heads = Heads::new();
    if ids.is_empty() {
        return Ok(heads);
    }
    // The second statement begins when the first has its locks, and so it sees what was committed by
    // those who held them before. One statement for both would see the events of an earlier moment.
    let lock = "select id, setup, version from tables where id = any($1)
        order by id for no key update";
    let last = "select e.table_id, e.at, e.move_id from tables t
        join events e on e.table_id = t.id and e.version = t.version where t.id = any($1)";
    let ids = [(&ids as &(dyn ToSql + Sync), Type::TEXT_ARRAY)];
    let (locked, last) =
        futures_util::future::join(client.query_typed(lock, &ids), client.query_typed(last, &ids))
            .await;
    for row in locked? {
        let (id, setup, version): (&str, &str, i64) = (row.get(0), row.get(1), row.get(2));
        if let (Ok(id), Ok(setup)) = (id.parse(), setup.parse::<Setup>()) {
            heads.insert(id, (setup.spec, Head { version: version.cast_unsigned(), last: None }));
        }
    }
    for row in last? {
        let (id, at, name): (&str, i64, Option<&str>) = (row.get(0), row.get(1), row.get(2));
        let head = id.parse().ok().and_then(|id: TableId| heads.get_mut(&id));
        let name = name.map(str::parse).transpose();
        if let (Some((_, head)), Ok(id)) = (head, name) {
            head.last = Some(Predecessor { at: Moment::from_millis(at.cast_unsigned()), id });
        }
    }
    Ok(heads)
}

/// Writes a piece after a savepoint, to which the caller goes back if it is refused.
pub(super) async fn piece(
    client: &Client,
    what: &WriteContent,
    heads: &mut Heads,
    unfinished: &mut Unfinished,
) -> Result<Done, Failure> {
    match what {
        WriteContent::Guest(new) => {
            let id = guest(client, new).await?;
            Ok(Some(Guest { id, name: new.name.clone() }))
        }
        WriteContent::Name(id, name) => {
            Batch::default().name(*id, name).send(client).await.map(|_| None)
        }
        WriteContent::Secrets(secrets) => forget::renew(secrets).send(client).await.map(|_| None),
        WriteContent::Forgetting(secrets) => {
            let changed = forget::guest(secrets).send(client).await?;
            let events = forget::redacted(&changed);
            let guest = secrets.guest.0;
            tracing::info!(guest, events, "a guest was forgotten; names were removed");
            Ok(None)
        }
        WriteContent::Link(link) => devices::link(link).send(client).await.map(|_| None),
        WriteContent::Device(device) => devices::add(client, device).await,
        WriteContent::Pulse => Batch::default().pulse().send(client).await.map(|_| None),
        WriteContent::Table(new) => {
            let guests = new.guests();
            if let Err(why) = unfinished.check(&guests, new.max_unfinished) {
                return refuse(client, why).await;
            }
            Batch::default().table(new).send(client).await?;
            unfinished.add(guests);
            Ok(None)
        }
        WriteContent::Cut(cut) => {
            // Later appends of this transaction must be compared with the log after the cut.
            heads.remove(&cut.table);
            let changed = Batch::default().cut(cut).send(client).await?;
            match changed.first() {
                Some(1) => Ok(None),
                _ => Err(Failure::Refused(StoreError::Conflict)),
            }
        }
        WriteContent::News(news) => {
            let head = heads.get(&news.table);
            let newcomers = news.newcomers();
            let taken = head.map_or(Err(StoreError::Conflict), |(_, head)| head.takes(news));
            let taken = taken.and_then(|()| unfinished.check(&newcomers, news.limit()));
            let (Some((spec, head)), Ok(())) = (head.cloned(), taken) else {
                return refuse(client, taken.err().unwrap_or(StoreError::Conflict)).await;
            };
            let batch = news.leaves.map(|offer| Batch::default().leave(offer, news.table));
            let changed = batch.unwrap_or_default().news(news, spec).send(client).await?;
            if news.leaves.is_some() && changed.first() != Some(&1) {
                return Err(Failure::Refused(StoreError::NotWaiting));
            }
            // The last statement is the one that may find nothing to change.
            match changed.last() {
                Some(1) => {
                    heads.insert(news.table, (spec, head.after(news)));
                    if news.leaves.is_none() {
                        unfinished.add(newcomers);
                    }
                    Ok(None)
                }
                _ => Err(Failure::Refused(StoreError::Conflict)),
            }
        }
    }
}

/// Refuses a piece of which nothing was written. The caller goes back to its savepoint all the same.
async fn refuse(client: &Client, why: StoreError) -> Result<Done, Failure> {
    client.batch_execute("savepoint piece").await?;
    Err(Failure::Refused(why))
}

async fn guest(client: &Client, guest: &NewGuest) -> Result<GuestId, Failure> {
    client.batch_execute("savepoint piece").await?;
    let sql = "insert into guests (token, name, since) values ($1, $2, $3) returning id";
    let (token, name) = (guest.token.as_bytes().as_slice(), guest.name.as_str());
    let since = moment(guest.since);
    let values: [(&(dyn ToSql + Sync), Type); 3] =
        [(&token, Type::BYTEA), (&name, Type::TEXT), (&since, Type::INT8)];
    Ok(GuestId(client.query_typed_one(sql, &values).await?.get(0)))
}

impl Batch {
    fn pulse(self) -> Self {
        let sql = "insert into pulse (id, beats) values (1, 1)
            on conflict (id) do update set beats = pulse.beats + 1";
        self.with(sql, Vec::new())
    }

    fn name(self, guest: GuestId, name: &Name) -> Self {
        let sql = "update guests set name = $2 where id = $1";
        self.with(sql, vec![number(guest.0), text(name.as_str())])
    }

    fn table(self, table: &NewTable) -> Self {
        let offer = &table.offer;
        let (opponent, invitation, level) = opponent_columns(&offer.opponent);
        let progress = Progress::of_opening(&table.events);
        let sql = "insert into tables
                (id, setup, time, first_seat, opponent, invitation, level, standing, version,
                 deadline, since, format, listed, to_move, winner, ending, ended)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";
        let standing = table.standing(progress);
        let progress = ProgressColumns::from(progress);
        let values = vec![
            text(table.id.to_string()),
            text(offer.setup.to_string()),
            text(time_to_text(offer.time)),
            number(offer.first.map(|seat| i64::from(seat_number(seat)))),
            text(opponent),
            bytes(invitation),
            number(level.map(i64::from)),
            text(standing_word(standing)),
            number(integer(table.events.last().map_or(0, |event| event.version))),
            number(table.deadline.map(moment)),
            number(moment(table.since)),
            number(i64::from(Offer::FORMAT)),
            number(i64::from(offer.visibility == Visibility::Public)),
            number(progress.to_move),
            number(progress.winner),
            texts(progress.ending.map(str::to_owned)),
            number(progress.ended),
        ];
        let seats = Seat::BOTH.into_iter().zip(&table.seats);
        let seats = seats.filter_map(|(seat, holder)| Some((seat, holder.as_ref()?)));
        let laid = seats.fold(self.with(sql, values), |batch, (seat, holder)| {
            batch.sit(table.id, seat, holder)
        });
        laid.events(table.id, &table.events, None, offer.setup.spec)
    }

    fn news(self, news: &Append, spec: &'static Spec) -> Self {
        let sits = news.sits.iter();
        let batch = sits.fold(self, |batch, (seat, holder)| batch.sit(news.table, *seat, holder));
        let batch = batch.events(news.table, &news.events, news.origin.as_ref(), spec);
        let batch = news.next.iter().fold(batch, |batch, next| batch.table(next));
        // A change without an event (withdrawing an offer) has no version that could conflict: it is
        // written only while no second player has sat down.
        let sql = "update tables set
                standing = $2,
                version = coalesce($3, version),
                deadline = $4,
                position = $6,
                next = coalesce($5, next),
                to_move = $7, winner = $8, ending = $9, ended = $10
            where id = $1
                and (standing = 'waiting' or standing <> 'withdrawn' and $3 is not null)";
        let progress = ProgressColumns::from(news.progress);
        batch.with(
            sql,
            vec![
                text(news.table.to_string()),
                text(standing_word(news.standing)),
                number(news.events.last().map(|event| integer(event.version))),
                number(news.deadline.map(moment)),
                texts(news.next.as_ref().map(|next| next.id.to_string())),
                number(news.position.map(|position| position.0)),
                number(progress.to_move),
                number(progress.winner),
                texts(progress.ending.map(str::to_owned)),
                number(progress.ended),
            ],
        )
    }

    /// Withdraws an open offer, which leads to a table from then on.
    fn leave(self, offer: TableId, table: TableId) -> Self {
        let sql = "update tables set standing = 'withdrawn', next = $2
            where id = $1 and standing = 'waiting'";
        self.with(sql, vec![text(offer.to_string()), text(table.to_string())])
    }

    /// The table is locked: what is counted here stays so.
    fn cut(self, cut: &Cut) -> Self {
        let sql = "update tables set version = $4, standing = $5, deadline = $6, next = $7,
                position = $12, to_move = $8, winner = $9, ending = $10, ended = $11
            where id = $1 and version = $2
                and (select coalesce(max(version), 0) from events where table_id = $1) = $3";
        let progress = ProgressColumns::from(cut.progress);
        let values = vec![
            text(cut.table.to_string()),
            number(integer(cut.version)),
            number(integer(cut.last)),
            number(integer(cut.after)),
            text(standing_word(cut.standing)),
            number(cut.deadline.map(moment)),
            texts(cut.next.map(|next| next.to_string())),
            number(progress.to_move),
            number(progress.winner),
            texts(progress.ending.map(str::to_owned)),
            number(progress.ended),
            number(cut.position.map(|position| position.0)),
        ];
        let delete = "delete from events where table_id = $1 and version > $2";
        let after = vec![text(cut.table.to_string()), number(integer(cut.after))];
        self.with(sql, values).with(delete, after)
    }

    fn sit(self, table: TableId, seat: Seat, holder: &Holder) -> Self {
        let sql = "insert into seats (table_id, seat, guest, code, name)
            values ($1, $2, $3, $4, $5)";
        self.with(
            sql,
            vec![
                text(table.to_string()),
                number(i64::from(seat_number(seat))),
                number(holder.guest.0),
                bytes(Some(&holder.code)),
                text(holder.name.as_str()),
            ],
        )
    }

    /// Events, the command that caused them being kept with the first.
    fn events(
        self,
        table: TableId,
        events: &[Event],
        origin: Option<&Origin>,
        spec: &'static Spec,
    ) -> Self {
        let sql = "insert into events (table_id, version, at, format, fact, move_id, move_seat)
            values ($1, $2, $3, $4, $5, $6, $7)";
        let origins = [origin].into_iter().chain(std::iter::repeat(None));
        events.iter().zip(origins).fold(self, |batch, (event, origin)| {
            batch.with(
                sql,
                vec![
                    text(table.to_string()),
                    number(integer(event.version)),
                    number(moment(event.at)),
                    number(i64::from(Event::FORMAT)),
                    text(event_to_text(event, spec)),
                    texts(origin.map(|origin| origin.id.as_str().to_owned())),
                    number(origin.map(|origin| i64::from(seat_number(origin.seat)))),
                ],
            )
        })
    }
}
