//! A program and all that it starts are a process group of their own, which can be ended as a whole. Ctrl-C at the terminal does
//! not reach it, so we end it when we are asked to stop.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{io, mem};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::stopping;

/// The families that are there.
static FAMILIES: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// A program and all that it has started, by the number of the program.
#[derive(Clone)]
pub(in crate::program) struct Family(Pid);

impl Family {
    /// Starts a program as the head of a family.
    pub(in crate::program) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        stopping::end_with(end_all);
        let mut families = families();
        let child = command.process_group(0).spawn()?;
        let head = Pid::from_child(&child);
        families.push(head);
        Ok((child, Self(head)))
    }

    /// Ends it. The head must not have been waited for: until then its number is not given to another process.
    pub(in crate::program) fn end(&self) {
        families().retain(|head| *head != self.0);
        end(self.0);
    }
}

fn families() -> MutexGuard<'static, Vec<Pid>> {
    FAMILIES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn end(head: Pid) {
    // It fails where all processes of the group have ended already.
    let _ = kill_process_group(head, Signal::KILL);
}

/// Ends all families, as the last that this process does: no further one is started.
fn end_all() {
    let families = families();
    families.iter().copied().for_each(end);
    mem::forget(families);
}
