//! Without process groups a command of the system ends a program with all that it has started. Ctrl-C at the terminal
//! reaches them by itself.

use std::io;
use std::process::{Child, Command, Stdio};

/// A program and all that it has started, by the number of the program.
#[derive(Clone)]
pub(in crate::program) struct Family(u32);

impl Family {
    /// Starts a program as the head of a family.
    pub(in crate::program) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        let child = command.spawn()?;
        let head = child.id();
        Ok((child, Self(head)))
    }

    /// Ends it. The head must not have been waited for: until then its number is not given to another process.
    pub(in crate::program) fn end(&self) {
        let mut end = Command::new("taskkill");
        end.args(["/T", "/F", "/PID", &self.0.to_string()]);
        // It fails where all processes of the tree have ended already.
        let _ = end.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}
