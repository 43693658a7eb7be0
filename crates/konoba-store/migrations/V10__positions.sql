-- Which games go on in a position is asked seldom, and every move changes it: the games of that board are looked
-- through. An index of positions would be written with every move.
drop index tables_by_position;
create index tables_played on tables (setup) where standing = 'playing';
