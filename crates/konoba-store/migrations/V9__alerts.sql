-- How a guest is told outside of Konoba that a move is awaited.
create table alerts (
    guest integer primary key references guests (id),
    feed blob,                      -- SHA-256 of the secret in the address of a feed
    webhook text                    -- the address to which is posted
) strict, without rowid;
create unique index alerts_by_feed on alerts (feed) where feed is not null;
