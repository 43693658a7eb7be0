-- House time: how far it is ahead of the clock of the database, in milliseconds, and a moment that it has
-- reached.
create table clock (
    id bigint primary key check (id = 1),
    ahead bigint not null,
    at bigint not null
);
insert into clock (id, ahead, at) values (1, 0, 0);
