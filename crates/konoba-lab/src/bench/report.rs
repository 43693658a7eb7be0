//! The results for people and for programs.

use konoba_rules::Setup;
use serde::Serialize;

use super::Speed;

/// One result. The fields have the names and the order that programs know.
#[derive(Serialize)]
pub(super) struct Measured {
    pub(super) name: String,
    unit: &'static str,
    value: f64,
    pub(super) checksum: String,
}

impl Measured {
    pub(super) fn new(what: &str, setup: Setup, unit: &'static str, speed: Speed) -> Self {
        let name = format!("{what}/{setup}");
        let checksum = format!("{:016x}", speed.checksum);
        Self { name, unit, value: speed.per_second, checksum }
    }
}

/// All results, for one JSON object.
#[derive(Serialize)]
pub(super) struct Report {
    pub(super) results: Vec<Measured>,
}

/// The line above those of the table.
pub(super) fn heading() -> String {
    columns(["name", "a second", "", "ns each", "x reference", "checksum"])
}

/// A line of the table: the fast rules, and how much faster they are than the literal ones.
pub(super) fn line(fast: &Measured, literal: &Measured) -> String {
    let speed = format!("{:.0}", fast.value);
    let nanoseconds = format!("{:.1}", 1e9 / fast.value);
    let ratio = format!("{:.0}", fast.value / literal.value);
    columns([&fast.name, &speed, fast.unit, &nanoseconds, &ratio, &fast.checksum])
}

/// A line of the table for what has nothing beside it.
pub(super) fn alone(one: &Measured) -> String {
    let (speed, each) = (format!("{:.0}", one.value), format!("{:.1}", 1e9 / one.value));
    columns([&one.name, &speed, one.unit, &each, "", &one.checksum])
}

fn columns([name, speed, unit, nanoseconds, ratio, checksum]: [&str; 6]) -> String {
    format!("{name:<34} {speed:>12} {unit:<8} {nanoseconds:>10} {ratio:>12}  {checksum}")
}
