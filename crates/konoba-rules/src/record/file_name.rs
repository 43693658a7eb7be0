//! What a file with a record is called.

use super::Record;
use crate::Side;

/// As much of a name as a file name holds.
const MOST: usize = 40;

impl Record {
    /// A name for a file with this record, without an ending: the day, the game and the players, as far as they are
    /// known. It holds letters, digits and `-` alone.
    ///
    /// ```
    /// use konoba_rules::Record;
    /// let record = Record::new("konobi:5".parse().unwrap()).with_players(["Ana B.", "../Luka"]);
    /// assert_eq!(record.file_stem(), "konobi-Ana-B-Luka");
    /// assert_eq!(record.with_date("2026-12-31").file_stem(), "2026-12-31-konobi-Ana-B-Luka");
    /// ```
    pub fn file_stem(&self) -> String {
        let [first, second] = Side::BOTH.map(|side| self.player(side));
        let parts = [self.date(), self.setup().spec.id, first, second];
        let words = parts.map(|part| {
            let letters: String = part.chars().take(MOST).collect();
            let words = letters.split(|c: char| !c.is_alphanumeric());
            words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
        });
        let known: Vec<_> = words.into_iter().filter(|part| !part.is_empty()).collect();
        known.join("-")
    }
}
