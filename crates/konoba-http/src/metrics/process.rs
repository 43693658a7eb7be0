//! What the process costs the machine, under the names that Prometheus knows.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// The kernel counts time for programs in hundredths of a second (`USER_HZ`).
const TICKS_PER_SECOND: f64 = 100.0;

/// What the process costs.
pub(super) struct ProcessFigures {
    processor: Counter<f64, AtomicU64>,
    memory: Gauge,
    threads: Gauge,
    files: Gauge,
}

impl ProcessFigures {
    pub(super) fn new(registry: &mut Registry) -> Self {
        let own = Self {
            processor: Counter::default(),
            memory: Gauge::default(),
            threads: Gauge::default(),
            files: Gauge::default(),
        };
        let start = Gauge::<f64, AtomicU64>::default();
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        start.set(since.as_secs_f64());
        registry.register("process_start_time_seconds", "When the server was started", start);
        registry.register("process_cpu_seconds", "Processor time used", own.processor.clone());
        registry.register("process_resident_memory_bytes", "Memory in use", own.memory.clone());
        registry.register("process_threads", "Threads", own.threads.clone());
        registry.register("process_open_fds", "Open files and connections", own.files.clone());
        own
    }

    /// Brings them up to date. Where the system does not tell, they stay 0.
    pub(super) fn look(&self) {
        let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
        // The name of the program stands in parentheses and may hold anything.
        let fields = stat.rsplit_once(") ").map(|(_, rest)| rest.split(' ')).into_iter().flatten();
        let fields: Vec<f64> = fields.map(|field| field.parse().unwrap_or_default()).collect();
        // `proc(5)` counts from 1 and begins with the two that were cut off.
        let field = |number: usize| fields.get(number - 3).copied().unwrap_or_default();
        let seconds = (field(14) + field(15)) / TICKS_PER_SECOND;
        self.processor.inner().store(seconds.to_bits(), Ordering::Relaxed);
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let of = |name: &str| -> i64 {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|line| line.split_whitespace().next());
            number.and_then(|number| number.parse().ok()).unwrap_or_default()
        };
        self.memory.set(of("VmRSS:") * 1024);
        self.threads.set(of("Threads:"));
        let files = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
        self.files.set(i64::try_from(files).unwrap_or(i64::MAX));
    }
}
