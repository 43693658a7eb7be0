-- How a game stands, for lists: the seat whose move is awaited, and what came of the game.
alter table tables add column to_move bigint;
alter table tables add column winner bigint;    -- the seat that has won
alter table tables add column ending text;      -- board, resignation or time; null: ended from outside
alter table tables add column ended bigint;     -- when

-- Events tell both. An undo can take an end back, and then there is a later one or none.
update tables set (winner, ending, ended) = (
    select (fact::jsonb #>> '{outcome,seat}')::bigint, fact::jsonb #>> '{outcome,by}', at from events
    where table_id = tables.id
        and (fact::jsonb ->> 'fact' in ('ended', 'closed') or fact::jsonb ->> 'outcome' is not null)
    order by version desc limit 1)
where standing = 'over';
update tables set ended = since where standing = 'over' and ended is null;

-- The seats take turns, a forced pass being a turn too. An undo says how many moves are left.
update tables set to_move = (
    select case when (
        coalesce((select (undone.fact::jsonb ->> 'to')::bigint from events undone
            where undone.table_id = tables.id and undone.fact::jsonb ->> 'fact' = 'undone'
            order by undone.version desc limit 1), 0)
        + (select count(*) from events moved
            where moved.table_id = tables.id and moved.fact::jsonb ->> 'fact' = 'moved'
                and moved.version > coalesce((select max(undone.version) from events undone
                    where undone.table_id = tables.id and undone.fact::jsonb ->> 'fact' = 'undone'), 0))
        ) % 2 = 0
        then (opened.fact::jsonb ->> 'first')::bigint
        else 3 - (opened.fact::jsonb ->> 'first')::bigint end
    from events opened where opened.table_id = tables.id and opened.version = 1)
where standing = 'playing';
