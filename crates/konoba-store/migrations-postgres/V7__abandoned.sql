-- Games in which no clock runs are looked at when nothing has happened in them for 14 days.
update tables set deadline = 1209600000 + (
    select at from events where table_id = tables.id and events.version = tables.version)
where standing = 'playing' and deadline is null;
