//! The statements of the thread that writes.

use std::collections::BTreeSet;

use konoba_rules::{Setup, Spec};
use konoba_table::{Event, Moment, Name, Seat};
use rusqlite::{Connection, named_params};

use super::read;
use super::request::Failure;
use super::row::Column;
use crate::columns::{ProgressColumns, integer, moment, opponent_columns};
use crate::written::{event_to_text, time_to_text};
use crate::{
    Append, Cut, GuestId, Head, Holder, MoveId, NewGuest, NewTable, Offer, Origin, Predecessor,
    Progress, Standing, StoreError, TableId, Visibility,
};

type Written<T> = Result<T, Failure>;

/// Writes a changed value, since a write that changes nothing would not reach the disk.
pub(super) fn pulse(connection: &Connection) -> Written<()> {
    let sql = "insert into pulse (id, beats) values (1, 1)
        on conflict (id) do update set beats = beats + 1";
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}

pub(super) fn guest(connection: &Connection, guest: &NewGuest) -> Written<GuestId> {
    // Guests may have come in another way: a whole database is copied row by row.
    let sql = "update guest_numbers
        set last = max(last, coalesce((select max(id) from guests), 0)) + 1 returning last";
    let number: i64 = connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?;
    let sql = "insert into guests (id, token, name, since) values (:id, :token, :name, :since)";
    connection.prepare_cached(sql)?.execute(named_params! {
        ":id": number,
        ":token": Column(&guest.token),
        ":name": Column(&guest.name),
        ":since": moment(guest.since),
    })?;
    Ok(GuestId(number))
}

pub(super) fn name(connection: &Connection, guest: GuestId, name: &Name) -> Written<()> {
    let mut rename = connection.prepare_cached("update guests set name = ?2 where id = ?1")?;
    rename.execute((Column(guest), Column(name)))?;
    Ok(())
}

/// Inserts a table, unless its players have too many.
pub(super) fn new_table(connection: &Connection, new: &NewTable) -> Written<()> {
    check_unfinished(connection, new.guests(), new.max_unfinished)?;
    table(connection, new)
}

/// There is one writer, so the count still holds when the table is inserted.
fn check_unfinished(
    connection: &Connection,
    guests: BTreeSet<GuestId>,
    most: Option<usize>,
) -> Written<()> {
    let Some(most) = most else { return Ok(()) };
    for guest in guests {
        if read::count_unfinished(connection, guest)? >= most {
            return Err(Failure::Refused(StoreError::TooManyTables(guest)));
        }
    }
    Ok(())
}

fn table(connection: &Connection, table: &NewTable) -> Written<()> {
    let offer = &table.offer;
    let (opponent, invitation, level) = opponent_columns(&offer.opponent);
    let progress = Progress::of_opening(&table.events);
    let sql = "insert into tables
            (id, setup, time, first_seat, opponent, invitation, level, standing, version, deadline,
             since, format, listed, to_move, winner, ending, ended)
        values
            (:id, :setup, :time, :first, :opponent, :invitation, :level, :standing, :version,
             :deadline, :since, :format, :listed, :to_move, :winner, :ending, :ended)";
    let standing = table.standing(progress);
    let progress = ProgressColumns::from(progress);
    connection.prepare_cached(sql)?.execute(named_params! {
        ":id": Column(&table.id),
        ":setup": Column(&offer.setup),
        ":time": time_to_text(offer.time),
        ":first": offer.first.map(Column),
        ":opponent": opponent,
        ":invitation": invitation.map(Column),
        ":level": level,
        ":standing": Column(standing),
        ":version": integer(table.events.last().map_or(0, |event| event.version)),
        ":deadline": table.deadline.map(moment),
        ":since": moment(table.since),
        ":format": Offer::FORMAT,
        ":listed": offer.visibility == Visibility::Public,
        ":to_move": progress.to_move,
        ":winner": progress.winner,
        ":ending": progress.ending,
        ":ended": progress.ended,
    })?;
    for (seat, holder) in Seat::BOTH.into_iter().zip(&table.seats) {
        if let Some(holder) = holder {
            sit(connection, table.id, seat, holder)?;
        }
    }
    events(connection, table.id, &table.events, None, offer.setup.spec)
}

/// Whether [`news`] can only be refused before it has changed anything. So it is with what writes one event and nothing else, which
/// is nearly all that is written, and a savepoint costs as much as the event.
pub(super) fn is_refused_first(news: &Append) -> bool {
    news.events.len() <= 1 && news.sits.is_none() && news.leaves.is_none() && news.next.is_none()
}

pub(super) fn news(connection: &Connection, news: &Append) -> Written<()> {
    let Found { row, spec, standing, head, deadline } = found(connection, news.table)?;
    head.takes(news).map_err(Failure::Refused)?;
    check_unfinished(connection, news.newcomers(), news.limit())?;
    // A change without an event (withdrawing an offer) has no version that could conflict: it is
    // written only while no second player has sat down.
    match standing {
        Standing::Waiting => {}
        Standing::Playing | Standing::Over if !news.events.is_empty() => {}
        _ => return Err(Failure::Refused(StoreError::Conflict)),
    }
    if let Some(offer) = news.leaves {
        leave(connection, offer, news.table)?;
    }
    if let Some((seat, holder)) = &news.sits {
        sit(connection, news.table, *seat, holder)?;
    }
    events(connection, news.table, &news.events, news.origin.as_ref(), spec)?;
    if let Some(next) = &news.next {
        table(connection, next)?;
    }
    if standing != news.standing {
        let sql = "update tables set standing = ?2 where rowid = ?1";
        connection.prepare_cached(sql)?.execute((row, Column(news.standing)))?;
    }
    // What has an index is left out where it is as it was: to write it, also unchanged, changes the index.
    if deadline != news.deadline {
        let sql = "update tables set deadline = ?2 where rowid = ?1";
        connection.prepare_cached(sql)?.execute((row, news.deadline.map(moment)))?;
    }
    let sql = "update tables set
            version = coalesce(:version, version),
            position = :position,
            next = coalesce(:next, next),
            to_move = :to_move, winner = :winner, ending = :ending, ended = :ended
        where rowid = :row";
    let progress = ProgressColumns::from(news.progress);
    connection.prepare_cached(sql)?.execute(named_params! {
        ":row": row,
        ":to_move": progress.to_move,
        ":winner": progress.winner,
        ":ending": progress.ending,
        ":ended": progress.ended,
        ":version": news.events.last().map(|event| integer(event.version)),
        ":position": news.position.map(|position| position.0),
        ":next": news.next.as_ref().map(|next| next.id.to_string()),
    })?;
    Ok(())
}

pub(super) fn cut(connection: &Connection, cut: &Cut) -> Written<()> {
    let sql = "update tables set
            version = :after, standing = :standing, deadline = :deadline, next = :next,
            position = :position,
            to_move = :to_move, winner = :winner, ending = :ending, ended = :ended
        where id = :id and version = :version
            and (select coalesce(max(version), 0) from events where table_id = :id) = :last";
    let progress = ProgressColumns::from(cut.progress);
    let changed = connection.prepare_cached(sql)?.execute(named_params! {
        ":id": Column(&cut.table),
        ":to_move": progress.to_move,
        ":winner": progress.winner,
        ":ending": progress.ending,
        ":ended": progress.ended,
        ":version": integer(cut.version),
        ":last": integer(cut.last),
        ":after": integer(cut.after),
        ":standing": Column(cut.standing),
        ":position": cut.position.map(|position| position.0),
        ":deadline": cut.deadline.map(moment),
        ":next": cut.next.map(|next| next.to_string()),
    })?;
    if changed != 1 {
        return Err(Failure::Refused(StoreError::Conflict));
    }
    let sql = "delete from events where table_id = ?1 and version > ?2";
    connection.prepare_cached(sql)?.execute((Column(&cut.table), integer(cut.after)))?;
    Ok(())
}

/// Withdraws an open offer, which leads to a table from then on.
fn leave(connection: &Connection, offer: TableId, table: TableId) -> Written<()> {
    let sql = "update tables set standing = 'withdrawn', next = ?2
        where id = ?1 and standing = 'waiting'";
    let changed = connection.prepare_cached(sql)?.execute((Column(&offer), table.to_string()))?;
    if changed == 1 { Ok(()) } else { Err(Failure::Refused(StoreError::NotWaiting)) }
}

fn sit(connection: &Connection, table: TableId, seat: Seat, holder: &Holder) -> Written<()> {
    let sql = "insert into seats (table_id, seat, guest, code, name)
        values (:table, :seat, :guest, :code, :name)";
    connection.prepare_cached(sql)?.execute(named_params! {
        ":table": Column(&table),
        ":seat": Column(seat),
        ":guest": Column(holder.guest),
        ":code": Column(&holder.code),
        ":name": Column(&holder.name),
    })?;
    Ok(())
}

/// Events, the command that caused them being kept with the first.
fn events(
    connection: &Connection,
    table: TableId,
    events: &[Event],
    origin: Option<&Origin>,
    spec: &'static Spec,
) -> Written<()> {
    let sql = "insert into events (table_id, version, at, format, fact, move_id, move_seat)
        values (:table, :version, :at, :format, :fact, :move_id, :move_seat)";
    let mut insert = connection.prepare_cached(sql)?;
    let origins = [origin].into_iter().chain(std::iter::repeat(None));
    for (event, origin) in events.iter().zip(origins) {
        let inserted = insert.execute(named_params! {
            ":table": Column(&table),
            ":version": integer(event.version),
            ":at": moment(event.at),
            ":format": Event::FORMAT,
            ":fact": event_to_text(event, spec),
            ":move_id": origin.map(|origin| Column(&origin.id)),
            ":move_seat": origin.map(|origin| Column(origin.seat)),
        });
        if let Err(error) = inserted {
            return Err(match Failure::from(error) {
                Failure::Refused(_) if is_repeated(connection, table, origin)? => {
                    Failure::Refused(StoreError::Repeated)
                }
                failure => failure,
            });
        }
    }
    Ok(())
}

/// Whether a command has been carried out already, unlike one that has lost a race.
fn is_repeated(connection: &Connection, table: TableId, origin: Option<&Origin>) -> Written<bool> {
    let Some(origin) = origin else { return Ok(false) };
    let sql = "select 1 from events where table_id = ?1 and move_id = ?2";
    Ok(connection.prepare_cached(sql)?.exists((Column(&table), Column(&origin.id)))?)
}

/// What is known of a table before something is appended.
struct Found {
    /// By this it is found again in the file sooner than by its id.
    row: i64,
    spec: &'static Spec,
    standing: Standing,
    head: Head,
    deadline: Option<Moment>,
}

fn found(connection: &Connection, table: TableId) -> Written<Found> {
    let sql =
        "select setup, tables.version, at, move_id, standing, tables.rowid, deadline from tables
        left join events on table_id = id and events.version = tables.version
        where id = ?1";
    let found = connection.prepare_cached(sql)?.query_row((Column(&table),), |row| {
        let (Column(setup), version): (Column<Setup>, i64) = (row.get(0)?, row.get(1)?);
        let id: Option<Column<MoveId>> = row.get(3)?;
        let predecessor = |Column(at)| Predecessor { at, id: id.map(|Column(id)| id) };
        let last = row.get::<_, Option<Column<Moment>>>(2)?.map(predecessor);
        let (head, Column(standing)) =
            (Head { version: version.cast_unsigned(), last }, row.get(4)?);
        let deadline = row.get::<_, Option<Column<Moment>>>(6)?.map(|Column(at)| at);
        Ok(Found { row: row.get(5)?, spec: setup.spec, standing, head, deadline })
    });
    match found {
        Ok(found) => Ok(found),
        Err(rusqlite::Error::QueryReturnedNoRows) => Err(Failure::Refused(StoreError::Conflict)),
        Err(error) => Err(Failure::Broken(error)),
    }
}
