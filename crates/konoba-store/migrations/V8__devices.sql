-- Further devices by which a guest is known, each with a secret of its own.
create table devices (
    token blob primary key,         -- SHA-256 of the secret in the cookie
    guest integer not null references guests (id),
    since integer not null
) strict, without rowid;
create index devices_by_guest on devices (guest);

-- Codes by which a guest goes on at another device. Each is good once, and for some minutes.
create table device_links (
    code blob primary key,          -- SHA-256 of the code
    guest integer not null references guests (id),
    until integer not null
) strict, without rowid;
create index device_links_by_guest on device_links (guest);
