-- The books of the tavern. Times are milliseconds since 1970; seats are 1 and 2.

create table guests (
    id integer primary key,
    token blob not null unique,     -- SHA-256 of the secret in the cookie
    name text not null,
    since integer not null
) strict;

create table tables (
    id text primary key,
    setup text not null,
    time text not null,             -- JSON, as in events
    first_seat integer,             -- null: by lot
    opponent text not null,         -- friend, anyone, engine or same-screen
    invitation blob,                -- SHA-256 of the secret in a friend's link
    level integer,                  -- of an engine
    standing text not null,         -- waiting, playing, over or withdrawn
    version integer not null,       -- of the last event, 0 before the first
    deadline integer,               -- when the flag of the seat to move falls
    since integer not null,
    next text                       -- the table at which its players play again
) strict;

create index tables_by_standing on tables (standing, since);
create index tables_by_deadline on tables (deadline) where deadline is not null;

create table seats (
    table_id text not null references tables (id),
    seat integer not null,
    guest integer not null references guests (id),
    code blob not null,             -- SHA-256 of the code by which one comes back
    name text not null,
    primary key (table_id, seat)
) strict, without rowid;

create index seats_by_guest on seats (guest);
create index seats_by_code on seats (code);

-- Written to see whether the books can be written.
create table pulse (
    id integer primary key check (id = 1),
    beats integer not null
) strict;

-- Nothing in here is ever changed or taken away.
create table events (
    table_id text not null references tables (id),
    version integer not null,
    at integer not null,
    format integer not null,
    fact text not null,             -- JSON
    move_id text,                   -- the client's name for the command that caused it
    move_seat integer,
    primary key (table_id, version)
) strict, without rowid;

create unique index events_by_move_id on events (table_id, move_id) where move_id is not null;
