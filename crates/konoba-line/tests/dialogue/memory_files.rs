//! Files that live in memory, where a test can look at them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use konoba_line::Files;

/// Files that are shared by all copies of this.
#[derive(Clone, Default, Debug)]
pub(crate) struct MemoryFiles {
    files: Rc<RefCell<BTreeMap<String, String>>>,
    is_broken: Rc<Cell<bool>>,
}

impl MemoryFiles {
    pub(crate) fn put(&self, name: &str, text: &str) {
        self.files.borrow_mut().insert(name.to_owned(), text.to_owned());
    }

    pub(crate) fn get(&self, name: &str) -> Option<String> {
        self.files.borrow().get(name).cloned()
    }

    /// Nothing can be written any more, or again.
    pub(crate) fn set_broken(&self, is_broken: bool) {
        self.is_broken.set(is_broken);
    }
}

impl Files for MemoryFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.get(name).map(String::into_bytes).ok_or_else(|| "there is no such file".to_owned())
    }

    /// As on a disk, there is no writing into a folder that is not there.
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        if self.is_broken.get() {
            return Err("the disk is full".to_owned());
        }
        if name.contains('/') {
            return Err("there is no such folder".to_owned());
        }
        self.put(name, text);
        Ok(())
    }
}
