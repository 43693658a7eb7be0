//! All rows from one database to another, of either kind, and the proof that they arrived.

use super::database::Upkeep;
use super::error::UpkeepError;
use super::value::Value;

/// How many rows travel at a time, each time in a transaction of its own.
const PAGE: i64 = 500;

/// The tables that refer to one another, those that are referred to first, with the columns of their keys.
const KEYS: [(&str, &[&str]); 6] = [
    ("guests", &["id"]),
    ("tables", &["id"]),
    ("devices", &["token"]),
    ("alerts", &["guest"]),
    ("seats", &["table_id", "seat"]),
    ("events", &["table_id", "version"]),
];

/// Rows that matter only to one database or for a few minutes.
const LEFT_OUT: [&str; 2] = ["pulse", "device_links"];

/// While the rows arrive, the list of migrations holds one that no program knows, so that every program
/// refuses the database: it would show the part that has arrived.
pub(super) const UNFINISHED: i64 = 9999;

/// How far a copy has come, for a progress line.
#[derive(Clone, Copy, Debug)]
pub struct Copying<'a> {
    /// The table whose rows travel or are compared.
    pub table: &'a str,
    /// Whether rows are compared, which comes after all have arrived.
    pub is_comparing: bool,
    /// How many rows of it are done.
    pub done: u64,
    /// How many rows of it there are.
    pub rows: u64,
}

/// A table with its columns, as both databases have them.
struct Kind {
    name: String,
    columns: Vec<String>,
    key: Vec<String>,
}

/// Copies every row, and then compares every row. Both databases must have been brought up to date by this
/// program, and no server may use them. The target must be empty, or what an earlier copy left that was
/// interrupted: then it goes on where that one ended. Returns the number of rows.
pub fn copy(
    from: &Upkeep,
    to: &Upkeep,
    tell: &mut dyn FnMut(Copying<'_>),
) -> Result<u64, UpkeepError> {
    for database in [from, to] {
        database.ensure_no_server()?;
    }
    if is_unfinished(from)? {
        let reason = "the source is itself a copy that was not finished";
        return Err(UpkeepError::Data(reason.to_owned()));
    }
    begin(to)?;
    let kinds = kinds(from, to)?;
    for kind in &kinds {
        send(kind, from, to, tell)?;
    }
    let mut rows = 0;
    for kind in &kinds {
        rows += compare(kind, from, to, tell)?;
    }
    let last = last_number(from)?.max(last_number(to)?);
    to.transact(|to| {
        go_on_after(to, last)?;
        to.execute("delete from refinery_schema_history where version = $1", &[UNFINISHED.into()])
    })?;
    Ok(rows)
}

/// The last number that was given to a guest. The guest who has it may be gone.
fn last_number(database: &Upkeep) -> Result<i64, UpkeepError> {
    let given = match database.is_postgres() {
        true => "select pg_sequence_last_value(pg_get_serial_sequence('guests', 'id')::regclass)",
        false => "select last from guest_numbers",
    };
    let highest = database.number("select max(id) from guests", &[])?;
    Ok(database.number(given, &[])?.max(highest))
}

/// Has the next guest get the number after this one: no number is given twice.
fn go_on_after(to: &Upkeep, last: i64) -> Result<(), UpkeepError> {
    match to.is_postgres() {
        // A sequence begins with 1.
        true if last < 1 => Ok(()),
        true => {
            let sql = "select setval(pg_get_serial_sequence('guests', 'id'), $1)";
            to.query(sql, &[last.into()]).map(drop)
        }
        false => {
            let sql = "update guest_numbers set last = $1";
            to.execute(sql, &[last.into()]).map(drop)
        }
    }
}

/// Whether a copy into this database was interrupted.
pub(super) fn is_unfinished(database: &Upkeep) -> Result<bool, UpkeepError> {
    let sql = "select count(*) from refinery_schema_history where version = $1";
    Ok(database.number(sql, &[UNFINISHED.into()])? > 0)
}

impl Upkeep {
    /// Whether a copy into this database was interrupted.
    pub fn is_unfinished_copy(&self) -> Result<bool, UpkeepError> {
        is_unfinished(self)
    }
}

fn begin(to: &Upkeep) -> Result<(), UpkeepError> {
    if is_unfinished(to)? {
        return Ok(());
    }
    for (table, _) in KEYS {
        if to.number(&format!("select count(*) from {table}"), &[])? > 0 {
            let reason =
                format!("the target is not empty: it has rows in {table}; nothing was copied");
            return Err(UpkeepError::Data(reason));
        }
    }
    let sql = "insert into refinery_schema_history (version, name, applied_on, checksum)
        values ($1, 'copy_is_not_finished', '2026-01-01T00:00:00Z', '0')";
    to.execute(sql, &[UNFINISHED.into()])?;
    Ok(())
}

/// The tables that both have and keep, in an order in which rows can be inserted.
fn kinds(from: &Upkeep, to: &Upkeep) -> Result<Vec<Kind>, UpkeepError> {
    let (ours, theirs) = (tables(from)?, tables(to)?);
    let rank = |name: &str| KEYS.iter().position(|(known, _)| *known == name).unwrap_or(KEYS.len());
    let mut names: Vec<_> = ours.into_iter().filter(|name| theirs.contains(name)).collect();
    names.sort_by(|one, two| (rank(one), one).cmp(&(rank(two), two)));
    let mut kinds = Vec::new();
    for name in names {
        let mut columns = columns(from, &name)?;
        columns.sort();
        let mut other = self::columns(to, &name)?;
        other.sort();
        if columns != other {
            let reason = format!("the columns of {name} differ: {columns:?} and {other:?}");
            return Err(UpkeepError::Data(reason));
        }
        let known = KEYS.iter().find(|(known, _)| *known == name).map(|(_, key)| *key);
        let key = known.unwrap_or(&["id"]).iter().map(ToString::to_string).collect();
        kinds.push(Kind { name, columns, key });
    }
    Ok(kinds)
}

/// The tables whose rows outlive a crash. In PostgreSQL what is leased does not.
fn tables(database: &Upkeep) -> Result<Vec<String>, UpkeepError> {
    let sql = match database.is_postgres() {
        true => {
            "select relname::text from pg_class where relkind = 'r' and relpersistence = 'p'
                and relnamespace = current_schema()::regnamespace"
        }
        false => "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'",
    };
    let names = database.query(sql, &[])?.into_iter().filter_map(|row| {
        let name = row.first()?.text()?.to_owned();
        (!name.starts_with("refinery") && !LEFT_OUT.contains(&&*name)).then_some(name)
    });
    Ok(names.collect())
}

fn columns(database: &Upkeep, table: &str) -> Result<Vec<String>, UpkeepError> {
    let sql = match database.is_postgres() {
        true => {
            "select column_name::text from information_schema.columns
                where table_schema = current_schema() and table_name = $1"
        }
        false => "select name from pragma_table_info($1)",
    };
    let rows = database.query(sql, &[table.into()])?;
    Ok(rows.into_iter().filter_map(|row| Some(row.first()?.text()?.to_owned())).collect())
}

/// Sends what has not arrived yet. Rows travel in the order of their keys, so that the last one says
/// where to go on.
fn send(
    kind: &Kind,
    from: &Upkeep,
    to: &Upkeep,
    tell: &mut dyn FnMut(Copying<'_>),
) -> Result<(), UpkeepError> {
    let Kind { name, columns, key } = kind;
    let is_new = KEYS.iter().all(|(known, _)| known != name);
    if is_new {
        // The migrations put a row into such a table; the source's own takes its place.
        to.execute(&format!("delete from {name}"), &[])?;
    }
    let holes: Vec<_> = (1..=columns.len()).map(|number| format!("${number}")).collect();
    let overriding = if to.is_postgres() { "overriding system value" } else { "" };
    let insert = format!(
        "insert into {name} ({}) {overriding} values ({})",
        columns.join(", "),
        holes.join(", ")
    );
    let last = format!(
        "select {} from {name} order by {} desc limit 1",
        key.join(", "),
        key.join(" desc, ")
    );
    let mut after = to.query(&last, &[])?.into_iter().next();
    let mut done = to.number(&format!("select count(*) from {name}"), &[])?.cast_unsigned();
    let rows = from.number(&format!("select count(*) from {name}"), &[])?.cast_unsigned();
    loop {
        let page = page(kind, from, after.as_deref())?;
        let Some(end) = page.last() else { return Ok(()) };
        after = Some(key_of(kind, end));
        to.transact(|to| to.execute_all(&insert, &page))?;
        done += page.len() as u64;
        tell(Copying { table: name, is_comparing: false, done, rows });
    }
}

/// Compares every row of a table on both sides.
fn compare(
    kind: &Kind,
    from: &Upkeep,
    to: &Upkeep,
    tell: &mut dyn FnMut(Copying<'_>),
) -> Result<u64, UpkeepError> {
    let Kind { name, .. } = kind;
    let rows = from.number(&format!("select count(*) from {name}"), &[])?.cast_unsigned();
    let (mut after, mut done) = (None, 0);
    loop {
        let (ours, theirs) =
            (page(kind, from, after.as_deref())?, page(kind, to, after.as_deref())?);
        if ours != theirs {
            let differs = ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs);
            let row =
                differs.map(|(row, _)| row).or(ours.get(theirs.len())).or(theirs.get(ours.len()));
            let key = row.map(|row| key_of(kind, row));
            let reason = format!(
                "a row of {name} did not arrive as it was: {key:?}. The target is not what this source \
                 was copied to; empty it and copy again"
            );
            return Err(UpkeepError::Data(reason));
        }
        let Some(end) = ours.last() else { return Ok(done) };
        after = Some(key_of(kind, end));
        done += ours.len() as u64;
        tell(Copying { table: name, is_comparing: true, done, rows });
    }
}

fn key_of(kind: &Kind, row: &[Value]) -> Vec<Value> {
    let at = |key: &String| kind.columns.iter().position(|column| column == key);
    kind.key.iter().filter_map(|key| Some(row[at(key)?].clone())).collect()
}

fn page(kind: &Kind, of: &Upkeep, after: Option<&[Value]>) -> Result<Vec<Vec<Value>>, UpkeepError> {
    let Kind { name, columns, key } = kind;
    let (columns, order) = (columns.join(", "), key.join(", "));
    let holes: Vec<_> = (1..=key.len()).map(|number| format!("${number}")).collect();
    let condition = match after {
        None => String::new(),
        Some(_) => format!("where ({order}) > ({})", holes.join(", ")),
    };
    let sql = format!("select {columns} from {name} {condition} order by {order} limit {PAGE}");
    of.query(&sql, after.unwrap_or_default())
}
