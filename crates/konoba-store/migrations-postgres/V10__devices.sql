-- Further devices by which a guest is known, each with a secret of its own.
create table devices (
    token bytea primary key,        -- SHA-256 of the secret in the cookie
    guest bigint not null references guests (id),
    since bigint not null
);
create index devices_by_guest on devices (guest);

-- Codes by which a guest goes on at another device. Each is good once, and for some minutes.
create table device_links (
    code bytea primary key,         -- SHA-256 of the code
    guest bigint not null references guests (id),
    until bigint not null
);
create index device_links_by_guest on device_links (guest);
