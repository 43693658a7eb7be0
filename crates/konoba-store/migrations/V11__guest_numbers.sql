-- The number of a guest is never given again: a conversation may still hold that of a guest who is gone.
create table guest_numbers (
    id integer primary key check (id = 1),
    last integer not null
) strict;
insert into guest_numbers (id, last) select 1, coalesce(max(id), 0) from guests;
