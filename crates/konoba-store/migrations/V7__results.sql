-- How a game stands, for lists: the seat whose move is awaited, and what came of the game.
alter table tables add column to_move integer;
alter table tables add column winner integer;   -- the seat that has won
alter table tables add column ending text;      -- board, resignation or time; null: ended from outside
alter table tables add column ended integer;    -- when

-- Events tell both. An undo can take an end back, and then there is a later one or none.
update tables set (winner, ending, ended) = (
    select fact ->> '$.outcome.seat', fact ->> '$.outcome.by', at from events
    where table_id = tables.id
        and (fact ->> '$.fact' in ('ended', 'closed') or fact ->> '$.outcome' is not null)
    order by version desc limit 1)
where standing = 'over';
update tables set ended = since where standing = 'over' and ended is null;

-- The seats take turns, a forced pass being a turn too. An undo says how many moves are left.
update tables set to_move = (
    select iif((
        coalesce((select undone.fact ->> '$.to' from events undone
            where undone.table_id = tables.id and undone.fact ->> '$.fact' = 'undone'
            order by undone.version desc limit 1), 0)
        + (select count(*) from events moved
            where moved.table_id = tables.id and moved.fact ->> '$.fact' = 'moved'
                and moved.version > coalesce((select max(undone.version) from events undone
                    where undone.table_id = tables.id and undone.fact ->> '$.fact' = 'undone'), 0))
        ) % 2 = 0, opened.fact ->> '$.first', 3 - (opened.fact ->> '$.first'))
    from events opened where opened.table_id = tables.id and opened.version = 1)
where standing = 'playing';
