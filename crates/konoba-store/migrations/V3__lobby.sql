-- The lobby lists what is open and what is played, the newest first. Offers to friends and games at one
-- screen that were left behind are in neither index, however many there are.
create index tables_open on tables (since desc, id)
    where standing = 'waiting' and opponent = 'anyone';
create index tables_live on tables (since desc, id)
    where standing = 'playing' and opponent <> 'same-screen';
drop index tables_by_standing;
