-- How an offer is written, as events have a format: a program leaves alone what a later one wrote.
alter table tables add column format bigint not null default 1;
