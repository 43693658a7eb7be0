//! The queue of engine moves to be made. Every node claims jobs that no other node holds.

use std::time::Duration;

use tokio_postgres::Client;
use tokio_postgres::types::Type;

use super::failed::Failed;
use super::presence::millis;
use super::row;
use crate::columns::integer;
use crate::{Asker, Backlog, Claimed, Job, TableId};

/// How long a job stays with a node that does not renew it.
const LEASE: Duration = Duration::from_secs(6);

const WANT: &str = "
    with wanted as (
        insert into jobs (table_id, version, address, guest) values ($1, $2, $3, $4)
        on conflict (table_id) do update
        set version = excluded.version, asked = excluded.asked, node = null, until = null,
            address = excluded.address, guest = excluded.guest
        where jobs.version < excluded.version
        returning 1
    )
    select pg_notify('konoba_jobs', '') from wanted";

/// A node that claims a job locks its row, and others skip locked rows. Within an address the guests take
/// turns, each with the jobs that are held for it counted first; so do the addresses among themselves. A job
/// of which neither is known counts as an address of its own.
const CLAIM: &str = "
    with renewed as (
        update jobs set until = now() + $4 * interval '1 millisecond'
        where node = $1 and table_id = any($2) and until > now()
    ), counted as (
        select count(*) filter (where until > now()) as held, count(*) as every from jobs
    ), every as (
        select table_id, asked, coalesce(until > now(), false) as is_held, guest,
            coalesce(address::text, guest::text || ' guest', table_id) as address
        from jobs
    ), of_guests as (
        select *, row_number() over (
            partition by address, guest order by is_held desc, asked
        ) as turn from every
    ), of_addresses as (
        select *, row_number() over (
            partition by address order by is_held desc, turn, asked
        ) as turn_of_address from of_guests
    ), free as (
        select jobs.table_id from jobs join of_addresses using (table_id)
        where until is null or until <= now()
        order by turn_of_address, jobs.asked limit $3 for update of jobs skip locked
    ), taken as (
        update jobs set node = $1, until = now() + $4 * interval '1 millisecond'
        from free where jobs.table_id = free.table_id
        returning jobs.table_id, jobs.version
    )
    select held, every, table_id, version from counted left join taken on true";

const FINISH: &str = "delete from jobs where table_id = $1 and version = $2";

const GIVE_BACK: &str = "
    with given_back as (
        update jobs set node = null, until = null
        where node = $1 and table_id = $2 and version = $3 returning 1
    )
    select pg_notify('konoba_jobs', '') from given_back";

const RELEASE: &str = "
    with released as (
        update jobs set node = null, until = null where node = $1 returning 1
    )
    select pg_notify('konoba_jobs', '') from released";

const BACKLOG: &str = "
    with counted as (select asked, coalesce(until > now(), false) as is_held from jobs)
    select count(*) filter (where is_held), count(*) filter (where not is_held),
        (extract(epoch from now() - min(asked) filter (where not is_held)) * 1000)::bigint
    from counted";

pub(super) async fn want(client: &Client, job: Job, by: Asker) -> Result<(), Failed> {
    let (table, version) = (job.table.to_string(), integer(job.version));
    let guest = by.guest.map(|guest| guest.0);
    let values: [row::Value<'_>; 4] = [
        (&table, Type::TEXT),
        (&version, Type::INT8),
        (&by.address, Type::INT8),
        (&guest, Type::INT8),
    ];
    client.query_typed(WANT, &values).await?;
    Ok(())
}

pub(super) async fn claim(
    client: &Client,
    node: &str,
    held: &[Job],
    most: usize,
) -> Result<Claimed, Failed> {
    let held: Vec<String> = held.iter().map(|job| job.table.to_string()).collect();
    let (most, lease) = (integer(most as u64), millis(LEASE));
    let values: [row::Value<'_>; 4] =
        [(&node, Type::TEXT), (&held, Type::TEXT_ARRAY), (&most, Type::INT8), (&lease, Type::INT8)];
    let found = client.query_typed(CLAIM, &values).await?;
    let mut claimed = Claimed::default();
    let mut every = 0;
    for found in &found {
        claimed.held = row::unsigned(found.try_get(0)?)?;
        every = row::unsigned(found.try_get(1)?)?;
        let table: Option<&str> = found.try_get(2)?;
        if let Some(table) = table.map(row::parsed::<TableId>).transpose()? {
            let version = row::unsigned(found.try_get(3)?)?;
            claimed.jobs.push(Job { table, version });
        }
    }
    // The statement counts before it claims.
    claimed.held += claimed.jobs.len() as u64;
    claimed.waiting = every.saturating_sub(claimed.held);
    Ok(claimed)
}

pub(super) async fn finish(client: &Client, job: Job) -> Result<(), Failed> {
    let (table, version) = (job.table.to_string(), integer(job.version));
    client.execute_typed(FINISH, &[(&table, Type::TEXT), (&version, Type::INT8)]).await?;
    Ok(())
}

pub(super) async fn give_back(client: &Client, node: &str, job: Job) -> Result<(), Failed> {
    let (table, version) = (job.table.to_string(), integer(job.version));
    let values: [row::Value<'_>; 3] =
        [(&node, Type::TEXT), (&table, Type::TEXT), (&version, Type::INT8)];
    client.query_typed(GIVE_BACK, &values).await?;
    Ok(())
}

pub(super) async fn release(client: &Client, node: &str) -> Result<(), Failed> {
    client.query_typed(RELEASE, &[(&node, Type::TEXT)]).await?;
    Ok(())
}

pub(super) async fn backlog(client: &Client) -> Result<Backlog, Failed> {
    let found = client.query_typed_one(BACKLOG, &[]).await?;
    let [held, waiting] = [found.try_get(0)?, found.try_get(1)?];
    // It is null where no job waits, and may be negative where one was written just now.
    let longest: Option<i64> = found.try_get(2)?;
    let longest = u64::try_from(longest.unwrap_or_default()).unwrap_or_default();
    Ok(Backlog {
        held: row::unsigned(held)?,
        waiting: row::unsigned(waiting)?,
        longest: Duration::from_millis(longest),
    })
}
