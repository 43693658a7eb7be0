//! What the house itself counts: tables, events, jobs, its store and its doors.

use std::sync::atomic::{AtomicU64, Ordering};

use konoba_live::House;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// A counter that is told what was counted elsewhere.
type Told = Counter<u64, AtomicU64>;

/// What the house counts.
#[derive(Default)]
pub(super) struct HouseFigures {
    awake: Gauge,
    tasks: Gauge,
    jobs_waiting: Gauge,
    jobs_held: Gauge,
    kept: Told,
    lost: Told,
    writes: Gauge,
    reads: Gauge,
    inside: Family<DoorLabel, Gauge>,
    let_in: Family<DoorLabel, Told>,
    refused: Family<DoorLabel, Told>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct DoorLabel {
    door: &'static str,
}

impl HouseFigures {
    pub(super) fn new(registry: &mut Registry) -> Self {
        let own = Self::default();
        registry.register("tables_awake", "Tables that are awake", own.awake.clone());
        registry.register("tasks", "Tasks of the runtime", own.tasks.clone());
        let (waiting, held) = (own.jobs_waiting.clone(), own.jobs_held.clone());
        registry.register("jobs_waiting", "Moves of engines that wait for a node", waiting);
        registry.register("jobs_held", "Moves of engines that a node is thinking about", held);
        let kept = "Events that this node has appended to tables since it was started, without those \
            that a table is laid with";
        registry.register("events_kept", kept, own.kept.clone());
        let lost = "Tables of which the database lost acknowledged moves";
        registry.register("tables_rewound", lost, own.lost.clone());
        registry.register("store_writes_waiting", "Writes that wait", own.writes.clone());
        registry.register("store_reads_waiting", "Reads that wait", own.reads.clone());
        registry.register("connections", "Connections that are open", own.inside.clone());
        registry.register("connections_accepted", "Connections accepted", own.let_in.clone());
        registry.register("connections_refused", "Connections refused", own.refused.clone());
        own
    }

    /// Brings them up to date.
    pub(super) fn look(&self, house: &House) {
        set(&self.awake, house.awake());
        set(&self.tasks, tokio::runtime::Handle::current().metrics().num_alive_tasks());
        let backlog = house.backlog();
        self.jobs_waiting.set(i64::try_from(backlog.waiting).unwrap_or(i64::MAX));
        self.jobs_held.set(i64::try_from(backlog.held).unwrap_or(i64::MAX));
        tell(&self.kept, house.kept());
        tell(&self.lost, house.lost());
        let queued = house.queued();
        set(&self.writes, queued.writes);
        set(&self.reads, queued.reads);
        for (door, counts) in house.doors() {
            let door = DoorLabel { door };
            set(&self.inside.get_or_create(&door), counts.inside);
            tell(&self.let_in.get_or_create(&door), counts.let_in);
            tell(&self.refused.get_or_create(&door), counts.refused);
        }
    }
}

fn set(gauge: &Gauge, count: usize) {
    gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
}

fn tell(counter: &Told, count: u64) {
    counter.inner().store(count, Ordering::Relaxed);
}
