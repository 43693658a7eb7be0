-- Whether a game is listed. Games by link were made for two, and from now on they are listed nowhere.
alter table tables add column listed bigint not null default 1;
update tables set listed = 0 where opponent in ('friend', 'same-screen');
drop index tables_live;
create index tables_live on tables (since desc, id) where standing = 'playing' and listed = 1;

-- A fingerprint of the position of a game between people that goes on, by which an engine is not asked about it.
alter table tables add column position bigint;
create index tables_by_position on tables (position) where position is not null;
