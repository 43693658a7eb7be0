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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Command {
        #[command(flatten)]
        resources: Resources,
    }

    #[test]
    fn an_engine_takes_what_it_is_given() {
        let command = Command::try_parse_from(["think", "--threads", "3", "--memory", "5"]);
        let config = command.unwrap().resources.given_to(Config::default());
        assert_eq!((config.threads, config.memory), (3, 5 << 20));
    }

    #[test]
    fn what_no_engine_can_work_with_is_refused() {
        for arguments in [["--threads", "0"], ["--memory", "0"], ["--memory", "262145"]] {
            let command = ["think"].into_iter().chain(arguments);
            assert!(Command::try_parse_from(command).is_err(), "{arguments:?}");
        }
    }
}
