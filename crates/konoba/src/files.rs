//! Files on the disk.

use std::path::Path;

use konoba_files::{read, replace};
use konoba_line::Files;

/// The files of the user who started the program, who may read and write them anyway.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        read(Path::new(name)).map_err(|error| error.to_string())
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        replace(Path::new(name), text).map_err(|error| error.to_string())
    }
}
