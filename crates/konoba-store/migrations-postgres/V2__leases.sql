-- What ends by itself: who is where, who thinks about what, who asks whom. It is written without the log that
-- outlives a crash, since whoever is still there says it again.

-- The machines at which somebody is. One that does not come back in time has lost its people.
create unlogged table nodes (
    node text collate "C" primary key,
    until timestamptz not null
);

create unlogged table presence (
    table_id text collate "C" not null,
    node text collate "C" not null,
    one boolean not null,           -- whether the holder of seat 1 is there
    two boolean not null,
    watchers bigint not null,
    primary key (table_id, node)
);

create index presence_by_node on presence (node);

-- Moves of engines that are awaited, at most one at a table.
create unlogged table jobs (
    table_id text collate "C" primary key,
    version bigint not null,        -- of the table, which the engine has to answer
    asked timestamptz not null default clock_timestamp(),
    node text collate "C",          -- the machine that thinks about it
    until timestamptz               -- and until when it may be believed to
);

-- What one machine asks of any other that has time to think.
create unlogged table questions (
    id text collate "C" primary key,
    question text not null,
    answer text,
    asked timestamptz not null default clock_timestamp(),
    until timestamptz               -- until when somebody may be believed to think about it
);
