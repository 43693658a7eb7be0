//! How guests leave: their secrets are replaced, or all that is known of them is taken away.

use konoba_table::{Event, Name};

use super::batch::{Batch, bytes, number, text};
use crate::Secrets;

/// Takes the names of people out of the events that an earlier program wrote at the tables of a guest, one
/// statement for each place of a name. Only engines have a level, and keep their names. What happened stays
/// as it was.
const REDACTIONS: [&str; 4] = [
    "update events set fact = (fact::jsonb #- '{players,0,name}')::text
        where format = 1 and fact::jsonb ->> 'fact' = 'opened'
            and fact::jsonb #> '{players,0,level}' is null
            and table_id in (select table_id from seats where guest = $1)",
    "update events set fact = (fact::jsonb #- '{players,1,name}')::text
        where format = 1 and fact::jsonb ->> 'fact' = 'opened'
            and fact::jsonb #> '{players,1,level}' is null
            and table_id in (select table_id from seats where guest = $1)",
    "update events set fact = (fact::jsonb #- '{next,players,0,name}')::text
        where format = 1 and fact::jsonb ->> 'fact' = 'rematched'
            and fact::jsonb #> '{next,players,0,level}' is null
            and table_id in (select table_id from seats where guest = $1)",
    "update events set fact = (fact::jsonb #- '{next,players,1,name}')::text
        where format = 1 and fact::jsonb ->> 'fact' = 'rematched'
            and fact::jsonb #> '{next,players,1,level}' is null
            and table_id in (select table_id from seats where guest = $1)",
];

pub(super) fn renew(secrets: &Secrets) -> Batch {
    let Secrets { guest, token, code, device } = secrets;
    let own = || number(guest.0);
    let batch = match device {
        Some(device) => {
            let sql = "update guests set token = $2 where id = $1 and token = $3";
            let values = vec![own(), bytes(Some(token)), bytes(Some(device))];
            let delete = "delete from devices where guest = $1 and token = $2";
            Batch::default().with(sql, values).with(delete, vec![own(), bytes(Some(device))])
        }
        None => Batch::default()
            .with("update guests set token = $2 where id = $1", vec![own(), bytes(Some(token))])
            .with("delete from devices where guest = $1", vec![own()])
            .with("delete from device_links where guest = $1", vec![own()]),
    };
    let batch = batch.with("delete from alerts where guest = $1", vec![own()]);
    match code {
        Some(code) => {
            let sql = "update seats set code = $2 where guest = $1";
            batch.with(sql, vec![number(guest.0), bytes(Some(code))])
        }
        None => batch,
    }
}

/// Takes away what is known of a guest. The row stays, since the seats point to it.
pub(super) fn guest(secrets: &Secrets) -> Batch {
    let (name, own) = (Name::of_guest(), || number(secrets.guest.0));
    let batch = renew(secrets)
        .with("update guests set name = $2 where id = $1", vec![own(), text(name.as_str())])
        .with("update seats set name = $2 where guest = $1", vec![own(), text(name.as_str())]);
    let batch = REDACTIONS.iter().fold(batch, |batch, sql| batch.with(sql, vec![own()]));
    let sql = "update events set format = $2
        where format = 1 and fact::jsonb ->> 'fact' in ('opened', 'rematched')
            and table_id in (select table_id from seats where guest = $1)";
    batch.with(sql, vec![own(), number(i64::from(Event::FORMAT))])
}

/// How many events were changed, given how many rows each statement of [`guest`] has changed.
pub(super) fn redacted(changed: &[u64]) -> u64 {
    changed.last().copied().unwrap_or_default()
}
