//! What of the machine the engine may take.

use clap::Args;
use konoba_engine::Config;

use crate::number;

/// What of the machine the engine may take.
#[derive(Args, Clone, Copy, Debug)]
pub struct Resources {
    /// How many threads think together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16, 1, 256>)]
    threads: u16,
    /// How many MiB the search tree may take, half of them for the next move; a full tree stops growing
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    #[arg(value_parser = number::<u32, 1, { 1 << 18 }>)]
    memory: u32,
}

impl Resources {
    /// The same engine, with these.
    pub fn given_to(self, config: Config) -> Config {
        let memory = usize::try_from(u64::from(self.memory) << 20).unwrap_or(usize::MAX);
        Config { threads: usize::from(self.threads), memory, ..config }
    }
}
