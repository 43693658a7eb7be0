//! What a conversation may read and write beside the conversation.

/// Where records are read from and written to. A conversation itself touches no disk: its caller
/// decides which files it may see.
pub trait Files: 'static {
    /// The whole of a file, or one line that says why there is none.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String>;
    /// Writes a whole file, or says in one line why that failed.
    fn write(&mut self, name: &str, text: &str) -> Result<(), String>;
    /// Whether a person has to be asked before this file is written, because something else would be lost.
    fn asks_before(&mut self, _name: &str) -> bool {
        false
    }
    /// Keeps a game that has no file of the person's choice under this name, if such games are kept, and tells where it
    /// is; or says in a sentence why that failed.
    fn keep(&mut self, _name: &str, _text: &str) -> Result<Option<String>, String> {
        Ok(None)
    }
}

/// Nothing to read and nowhere to write: for those who play over a network.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, _: &str) -> Result<Vec<u8>, String> {
        Err("there are no files here".to_owned())
    }

    fn write(&mut self, _: &str, _: &str) -> Result<(), String> {
        Err("there are no files here".to_owned())
    }
}
