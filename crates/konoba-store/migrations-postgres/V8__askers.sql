-- For whom an engine is to think, so that addresses and guests take turns at all machines together.
alter table jobs add column address bigint;
alter table jobs add column guest bigint;
