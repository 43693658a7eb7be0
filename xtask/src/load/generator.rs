//! The generator: the players at what is measured, in a process of its own.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::process::Ended;

/// A program that is told lines and answers each with a JSON object.
pub(super) struct Generator {
    process: Ended,
    tell: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Generator {
    pub(super) fn start(command: &mut Command) -> Result<Self> {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = Ended(child.context("the generator")?);
        let tell = process.0.stdin.take().context("the generator hears nothing")?;
        let out = process.0.stdout.take().context("the generator says nothing")?;
        Ok(Self { process, tell, answers: BufReader::new(out).lines() })
    }

    pub(super) fn id(&self) -> u32 {
        self.process.0.id()
    }

    /// Has it play at a rate for some seconds, and waits for what came of it.
    pub(super) fn play(&mut self, rate: u32, seconds: u32) -> Result<Value> {
        writeln!(self.tell, "{rate} {seconds}").context("the generator has ended")?;
        self.next()?.context("the generator has ended")
    }

    /// What it says next; nothing if it has come to its end.
    pub(super) fn next(&mut self) -> Result<Option<Value>> {
        let line = self.answers.next().transpose()?;
        Ok(line.map(|line| serde_json::from_str(&line)).transpose()?)
    }

    /// Waits until it has ended, which it must do well: what it said before may have been all it could.
    pub(super) fn end(self) -> Result<()> {
        let Self { mut process, tell, answers } = self;
        drop((tell, answers));
        let status = process.0.wait().context("the generator")?;
        ensure!(status.success(), "the generator has failed: {status}");
        Ok(())
    }
}
