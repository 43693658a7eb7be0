//! What players say to each other, on the full screen.

use konoba_live::{HouseError, Remark};
use konoba_tui::{HouseNews, RemarkLine};

use crate::screen::FullScreen;

impl FullScreen {
    /// Lets the screens know what may be said.
    pub(super) fn show_remarks(&mut self) {
        let remarks = Remark::all()
            .map(|own| RemarkLine { id: own.id().to_owned(), words: own.words().to_owned() });
        self.show_all(vec![HouseNews::Remarks(remarks.collect())]);
    }

    /// Says something at the table. It is shown when the table tells of it, as it is to the others.
    pub(super) async fn say(&mut self, id: &str) -> Result<Vec<HouseNews>, HouseError> {
        let Some((place, remark)) = self.place.as_ref().zip(Remark::with_id(id)) else {
            return Ok(Vec::new());
        };
        place.check_signed_in()?;
        self.house.remark(place.table, place.who, remark).await.map(|()| Vec::new())
    }
}
