//! What nodes let one another know: who is where, and who thinks about what. All of it ends by itself, and
//! none of it outlives a crash: PostgreSQL keeps it in tables without a log.

use std::time::Duration;

use konoba_store::{Asker, Backlog, Claimed, Job, Presence, TableId};
use konoba_table::{Moment, Version};

use super::Durable;
use crate::Mistake;

/// How long a lease lasts that is not renewed.
const LEASE: Duration = Duration::from_secs(6);

/// A process of a node: a node that is started again is another one.
pub(crate) type Machine = (usize, u32);

/// A job on the list.
pub(in crate::store) struct JobRow {
    pub(super) version: Version,
    asked: Moment,
    by: Asker,
    /// The node that holds it, and until when.
    held: Option<(Machine, Moment)>,
}

/// Who is at the tables of a node, and until when that holds.
pub(in crate::store) struct PresenceRow {
    here: Vec<(TableId, Presence)>,
    until: Moment,
}

impl Durable {
    pub(in crate::store) fn attend(&mut self, machine: Machine, here: Vec<(TableId, Presence)>) {
        if here.is_empty() {
            self.presence.remove(&machine);
            return;
        }
        let until = self.world.now() + LEASE;
        self.presence.insert(machine, PresenceRow { here, until });
    }

    pub(in crate::store) fn elsewhere(
        &self,
        machine: Machine,
        tables: &[TableId],
    ) -> Vec<(TableId, Presence)> {
        let now = self.world.now();
        let never_ends = self.world.has(Mistake::PresenceLeaseNeverEnds);
        let others = self.presence.iter().filter(|(own, _)| **own != machine);
        let others = others.filter(|(_, row)| row.until > now || never_ends);
        let there: Vec<_> = others.flat_map(|(_, row)| row.here.iter().copied()).collect();
        let of = |table: TableId| {
            let own = there.iter().filter(|(id, _)| *id == table).map(|(_, presence)| *presence);
            own.reduce(Presence::and)
        };
        tables.iter().filter_map(|table| Some((*table, of(*table)?))).collect()
    }

    /// Writes a job, unless the same or a later one is there. Returns whether it is new.
    pub(in crate::store) fn want(&mut self, job: Job, by: Asker) -> bool {
        let is_new = self.jobs.get(&job.table).is_none_or(|row| row.version < job.version);
        if is_new {
            let asked = self.world.now();
            let row = JobRow { version: job.version, asked, by, held: None };
            self.jobs.insert(job.table, row);
        }
        self.note_job(job, || format!("{job:?} is wanted, new: {is_new}"));
        is_new
    }

    pub(in crate::store) fn claim(
        &mut self,
        machine: Machine,
        held: &[Job],
        most: usize,
    ) -> Claimed {
        let now = self.world.now();
        let never_ends = self.world.has(Mistake::JobLeaseNeverEnds);
        let is_held = |row: &JobRow| row.held.is_some_and(|(_, until)| until > now || never_ends);
        for job in held {
            let held = self.jobs.get_mut(&job.table).and_then(|row| row.held.as_mut());
            if let Some((_, until)) = held.filter(|(own, until)| *own == machine && *until > now) {
                *until = now + LEASE;
            }
        }
        let of_guest = |guest| {
            let held = self.jobs.values().filter(|row| is_held(row));
            held.filter(|row| row.by.guest == guest).count()
        };
        let mut free: Vec<_> = self.jobs.iter().filter(|(_, row)| !is_held(row)).collect();
        // All clients come from one place. Those come first for whom the fewest jobs are held.
        free.sort_by_key(|(_, row)| (of_guest(row.by.guest), row.asked));
        let taken: Vec<TableId> = free.into_iter().take(most).map(|(table, _)| *table).collect();
        let mut claimed = Claimed::default();
        for table in taken {
            let Some(row) = self.jobs.get_mut(&table) else { continue };
            let is_of_other = row.held.is_some_and(|(own, _)| own != machine);
            self.world.count(|report| report.jobs_taken_over += u64::from(is_of_other));
            row.held = Some((machine, now + LEASE));
            let job = Job { table, version: row.version };
            claimed.jobs.push(job);
            self.note_job(job, || format!("{job:?} is taken by {machine:?}"));
        }
        claimed.held = self.jobs.values().filter(|row| is_held(row)).count() as u64;
        claimed.waiting = self.jobs.len() as u64 - claimed.held;
        claimed
    }

    pub(in crate::store) fn finish(&mut self, job: Job) {
        self.note_job(job, || format!("{job:?} is finished"));
        if self.jobs.get(&job.table).is_some_and(|row| row.version == job.version) {
            self.jobs.remove(&job.table);
        }
    }

    /// Gives back one job of a node, or all of them. Whether there was any.
    pub(in crate::store) fn give_back(&mut self, machine: Machine, job: Option<Job>) -> bool {
        let is_meant = |table: &TableId, row: &JobRow| {
            let is_own = row.held.is_some_and(|(own, _)| own == machine);
            is_own && job.is_none_or(|job| job == Job { table: *table, version: row.version })
        };
        let meant = self.jobs.iter_mut().filter(|(table, row)| is_meant(table, row));
        meant.map(|(_, row)| row.held = None).count() > 0
    }

    fn note_job(&self, job: Job, say: impl FnOnce() -> String) {
        self.world.note(&[job.version], say);
    }

    pub(in crate::store) fn backlog(&self) -> Backlog {
        let now = self.world.now();
        let is_held = |row: &&JobRow| row.held.is_some_and(|(_, until)| until > now);
        let held = self.jobs.values().filter(is_held).count() as u64;
        let waiting = self.jobs.values().filter(|row| !is_held(row));
        let longest = waiting.map(|row| now.since(row.asked)).max().unwrap_or_default();
        Backlog { held, waiting: self.jobs.len() as u64 - held, longest }
    }
}
