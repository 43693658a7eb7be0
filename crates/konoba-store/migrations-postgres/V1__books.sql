-- The books of the tavern. Times are milliseconds since 1970; seats are 1 and 2.

create table guests (
    id bigint generated always as identity primary key,
    token bytea not null unique,     -- SHA-256 of the secret in the cookie
    name text not null,
    since bigint not null
);

create table tables (
    id text collate "C" primary key,
    setup text not null,
    time text not null,             -- JSON, as in events
    first_seat bigint,             -- null: by lot
    opponent text not null,         -- friend, anyone, engine or same-screen
    invitation bytea,                -- SHA-256 of the secret in a friend's link
    level bigint,                  -- of an engine
    standing text not null,         -- waiting, playing, over or withdrawn
    version bigint not null,       -- of the last event, 0 before the first
    deadline bigint,               -- when the flag of the seat to move falls
    since bigint not null,
    next text                       -- the table at which its players play again
);

create index tables_by_standing on tables (standing, since);
create index tables_by_deadline on tables (deadline) where deadline is not null;

create table seats (
    table_id text collate "C" not null references tables (id),
    seat bigint not null,
    guest bigint not null references guests (id),
    code bytea not null,             -- SHA-256 of the code by which one comes back
    name text not null,
    primary key (table_id, seat)
);

create index seats_by_guest on seats (guest);
create index seats_by_code on seats (code);

-- Written to see whether the books can be written.
create table pulse (
    id bigint primary key check (id = 1),
    beats bigint not null
);

-- Nothing in here is ever changed or taken away.
create table events (
    table_id text collate "C" not null references tables (id),
    version bigint not null,
    at bigint not null,
    format bigint not null,
    fact text not null,             -- JSON
    move_id text,                   -- the client's name for the command that caused it
    move_seat bigint,
    primary key (table_id, version)
);

-- Its name tells a repeat from a lost race.
create unique index events_by_move_id on events (table_id, move_id) where move_id is not null;
