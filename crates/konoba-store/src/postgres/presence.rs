//! Who is at which node. A node writes only what has changed, and the one row by which it is
//! known to be alive.

use std::time::Duration;

use tokio_postgres::Client;
use tokio_postgres::types::Type;

use super::failed::Failed;
use super::row;
use crate::columns::integer;
use crate::{Presence, TableId};

/// How long the clients of a node count as present when it is silent: three of its intervals.
const LEASE: Duration = Duration::from_secs(6);

/// Writes who is at the tables of a node. It also deletes the rows of nodes that have been silent
/// for long.
const ATTEND: &str = "
    with here as (
        select * from unnest($2, $3, $4, $5) as here (table_id, one, two, watchers)
    ), lease as (
        insert into nodes (node, until)
        select $1, now() + $6 * interval '1 millisecond' where exists (select from here)
        on conflict (node) do update set until = excluded.until
    ), gone as (
        delete from presence where node = $1 and table_id not in (select table_id from here)
    ), come as (
        insert into presence (table_id, node, one, two, watchers)
        select here.table_id, $1, here.one, here.two, here.watchers from here
        where not exists (
            select from presence known
            where known.node = $1 and known.table_id = here.table_id and known.one = here.one
                and known.two = here.two and known.watchers = here.watchers)
        on conflict (table_id, node) do update
        set one = excluded.one, two = excluded.two, watchers = excluded.watchers
    ), silent as (
        delete from nodes where node in (
            select node from nodes where node <> $1 and until < now() - interval '1 minute'
            for update skip locked)
        returning node
    )
    delete from presence where node in (select node from silent)";

const ELSEWHERE: &str = "
    select table_id, bool_or(one), bool_or(two), sum(watchers)::bigint
    from presence join nodes using (node)
    where table_id = any($2) and node <> $1 and until > now() group by table_id";

pub(super) async fn attend(
    client: &Client,
    node: &str,
    here: &[(TableId, Presence)],
) -> Result<(), Failed> {
    let tables: Vec<String> = here.iter().map(|(table, _)| table.to_string()).collect();
    let seat = |index: usize| here.iter().map(move |(_, there)| there.seats[index]);
    let [one, two]: [Vec<bool>; 2] = [seat(0).collect(), seat(1).collect()];
    let watchers: Vec<i64> = here.iter().map(|(_, there)| i64::from(there.watchers)).collect();
    let lease = millis(LEASE);
    let values: [row::Value<'_>; 6] = [
        (&node, Type::TEXT),
        (&tables, Type::TEXT_ARRAY),
        (&one, Type::BOOL_ARRAY),
        (&two, Type::BOOL_ARRAY),
        (&watchers, Type::INT8_ARRAY),
        (&lease, Type::INT8),
    ];
    client.execute_typed(ATTEND, &values).await?;
    Ok(())
}

pub(super) async fn elsewhere(
    client: &Client,
    node: &str,
    tables: &[TableId],
) -> Result<Vec<(TableId, Presence)>, Failed> {
    let tables: Vec<String> = tables.iter().map(ToString::to_string).collect();
    let values: [row::Value<'_>; 2] = [(&node, Type::TEXT), (&tables, Type::TEXT_ARRAY)];
    let found = client.query_typed(ELSEWHERE, &values).await?;
    let there = found.iter().map(|row| {
        let watchers: i64 = row.try_get(3)?;
        let watchers = u32::try_from(watchers).unwrap_or(u32::MAX);
        let seats = [row.try_get(1)?, row.try_get(2)?];
        Ok((row::parsed(row.try_get(0)?)?, Presence { seats, watchers }))
    });
    there.collect()
}

pub(super) fn millis(span: Duration) -> i64 {
    integer(u64::try_from(span.as_millis()).unwrap_or(u64::MAX))
}
