//! What processes take of the machine, as Linux tells it.

use std::fs;
use std::process::{Child, Command};

use anyhow::{Context, Result};

/// Linux counts processor time in hundredths of a second.
const TICKS: f64 = 100.0;

/// A process that ends with this.
pub(crate) struct Ended(pub(crate) Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A program with as many open files as it may have at most: every socket is one.
pub(crate) fn with_many_files(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n \"$(ulimit -Hn)\" && exec \"$0\" \"$@\""]).arg(program);
    command
}

/// What a process holds in memory, in kB.
pub(crate) fn memory(process: u32) -> Result<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()).context("no VmRSS")?;
    Ok(number.parse()?)
}

/// How many files and sockets a process has open.
pub(crate) fn open_files(process: u32) -> Result<usize> {
    Ok(fs::read_dir(format!("/proc/{process}/fd"))?.count())
}

/// The seconds of processor time that a process has used.
pub(crate) fn processor_time(process: u32) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    Ok(Stat::read(&stat).context("no stat")?.seconds)
}

/// The same for one of its threads, by name; none if there is no such thread.
pub(crate) fn thread_time(process: u32, name: &str) -> Option<f64> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    threads.flatten().find_map(|thread| {
        let stat = fs::read_to_string(thread.path().join("stat")).ok()?;
        Stat::read(&stat).filter(|stat| stat.name == name).map(|stat| stat.seconds)
    })
}

/// The same for a process and those that it has started.
pub(crate) fn family_time(process: u32) -> Result<f64> {
    let mut sum = processor_time(process)?;
    for entry in fs::read_dir("/proc")?.flatten() {
        // Processes come and go while one looks at them.
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let child = Stat::read(&stat).filter(|stat| stat.parent == process);
        sum += child.map_or(0.0, |child| child.seconds);
    }
    Ok(sum)
}

/// How the processors of the machine have spent their time, in seconds, all of them together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Machine {
    pub(crate) idle: f64,
    /// Idle, while something waits for a disk.
    pub(crate) waiting: f64,
    /// Taken by other machines on the same hardware.
    pub(crate) stolen: f64,
}

impl Machine {
    pub(crate) fn now() -> Result<Self> {
        let stat = fs::read_to_string("/proc/stat")?;
        let line = stat.lines().next().unwrap_or_default();
        let times: Vec<f64> = line.split_whitespace().skip(1).flat_map(str::parse).collect();
        let at = |place: usize| times.get(place).copied().unwrap_or_default() / TICKS;
        Ok(Self { idle: at(3), waiting: at(4), stolen: at(7) })
    }
}

/// What `/proc/*/stat` says of a process or a thread.
struct Stat<'a> {
    name: &'a str,
    parent: u32,
    seconds: f64,
}

impl<'a> Stat<'a> {
    fn read(stat: &'a str) -> Option<Self> {
        let (before, after) = stat.rsplit_once(')')?;
        let words: Vec<&str> = after.split_whitespace().collect();
        let ticks = |place: usize| words.get(place)?.parse::<f64>().ok();
        Some(Self {
            name: before.split_once('(')?.1,
            parent: words.get(1)?.parse().ok()?,
            seconds: (ticks(11)? + ticks(12)?) / TICKS,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_process_is_read_whatever_it_is_called() {
        let line = "42 (a (b) c) S 7 42 42 0 -1 4194560 1 0 0 0 150 50 9 9 20 0 3 0 1 2 3";
        let stat = Stat::read(line).unwrap();
        assert_eq!((stat.name, stat.parent, stat.seconds), ("a (b) c", 7, 2.0));
        assert!(Stat::read("42 (short) S").is_none());
    }

    #[test]
    fn this_process_is_found() {
        let own = std::process::id();
        assert!(memory(own).unwrap() > 100.0);
        assert!(open_files(own).unwrap() > 2);
        // Time goes on between two looks.
        let alone = processor_time(own).unwrap();
        assert!(family_time(own).unwrap() >= alone);
    }
}
