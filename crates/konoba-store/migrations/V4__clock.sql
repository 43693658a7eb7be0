-- House time: how far it is ahead of the time of day, in milliseconds, and a moment that it has reached.
create table clock (
    id integer primary key check (id = 1),
    ahead integer not null,
    at integer not null
) strict;
insert into clock (id, ahead, at) values (1, 0, 0);
