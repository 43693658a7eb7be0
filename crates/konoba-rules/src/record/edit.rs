//! Changing a record after the fact: taking variations out, putting one before the others, and
//! notes of programs.

use super::sgf::{self, is_own_property};
use super::{Foreign, Full, How, Node, NodeId, Outcome, Record, plain, room_for};

impl Record {
    /// Whether the number is that of a node in this record which has not been taken out.
    pub fn contains(&self, id: NodeId) -> bool {
        self.tree.contains(id)
    }

    /// Takes a node out with all that follows it, and tells whether it did: the root stays. The
    /// numbers of these nodes are not given again, so they still count towards
    /// [`MAX_NODES`](super::MAX_NODES), and nothing may be done with them any more.
    pub fn remove(&mut self, id: NodeId) -> bool {
        if id == NodeId::ROOT || !self.contains(id) {
            return false;
        }
        let removed = self.tree.remove(id);
        self.text_bytes -= removed.iter().map(text_bytes).sum::<usize>();
        self.settle();
        true
    }

    /// Puts a node before the other variations at its place, and tells whether it was not there
    /// already. The game as it was played is the line of first variations.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let is_promoted = self.contains(id) && self.tree.promote(id);
        if is_promoted {
            self.settle();
        }
        is_promoted
    }

    /// Replaces what a program notes about a move under a property of its own; no text takes it
    /// away.
    ///
    /// # Panics
    /// If the id is not in capital letters or belongs to the property set of records: it is chosen
    /// by the program's author.
    pub fn note(&mut self, at: NodeId, id: &str, text: Option<&str>) -> Result<(), Full> {
        let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_uppercase());
        assert!(is_id && !is_own_property(id), "{id} is free for programs");
        let note = text.map(|text| {
            let value = sgf::escaped(&plain::many_lines(text));
            Foreign { id: id.to_owned(), values: vec![value] }
        });
        let foreign = &mut self.tree.node_mut(at).foreign;
        let before: usize = foreign.iter().filter(|other| other.id == id).map(foreign_bytes).sum();
        let more = note.as_ref().map_or(0, foreign_bytes);
        self.text_bytes = room_for(self.text_bytes - before, more)?;
        foreign.retain(|other| other.id != id);
        foreign.extend(note);
        Ok(())
    }

    /// What a program has noted about a move under a property of its own.
    pub fn noted(&self, at: NodeId, id: &str) -> Option<String> {
        let note = self.node(at).foreign.iter().find(|foreign| foreign.id == id)?;
        note.values.first().map(|raw| sgf::unescaped(raw))
    }

    /// The main line is another one, and what the board says of it counts.
    fn settle(&mut self) {
        let is_on_board = matches!(self.outcome, Some(Outcome::Won { how: How::Board, .. }));
        match self.position_at(self.last()).winner() {
            Some(winner) => self.outcome = Some(Outcome::on_board(winner)),
            None if is_on_board => self.outcome = None,
            None => {}
        }
    }
}

/// What a property counts towards [`MAX_TEXT_BYTES`](super::MAX_TEXT_BYTES).
pub(super) fn foreign_bytes(foreign: &Foreign) -> usize {
    foreign.id.len() + foreign.values.iter().map(|raw| raw.len() + "[]".len()).sum::<usize>()
}

/// What the texts of a node count towards it.
fn text_bytes(node: &Node) -> usize {
    sgf::written_len(&node.comment) + node.foreign.iter().map(foreign_bytes).sum::<usize>()
}
