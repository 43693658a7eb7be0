-- Whose secrets were replaced lately. A node that was cut off from the database has missed the notices, and reads them here.
create table renewals (
    told timestamptz not null default clock_timestamp(),
    notice text not null            -- as it was told to those who listened
);
create index renewals_by_time on renewals (told);
