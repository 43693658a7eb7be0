//! A hint: what the computer would play in one's place.

use konoba_scene::classes_of_point;
use konoba_table::Table;
use serde::{Deserialize, Serialize};

use crate::{AdviceView, Analysis, Patch};

/// What the engine would play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HintView {
    /// The version of the table that it speaks of.
    pub version: u64,
    /// The same in a sentence or two.
    pub says: String,
    /// The points that it would play, marked on the board.
    pub patches: Vec<Patch>,
    /// The same for programs that show boards by themselves.
    #[serde(default)]
    pub advice: Option<AdviceView>,
}

impl HintView {
    /// A hint from what the engine makes of the position at a table.
    pub fn of(table: &Table, found: &Analysis) -> Self {
        let scene = table.scene();
        let hottest = found.heat.iter().map(|hot| hot.heat).max().unwrap_or_default();
        let best = found.heat.iter().filter(|hot| hot.heat == hottest);
        let patches = best.filter_map(|hot| {
            let spot = scene.spots.iter().find(|spot| spot.at.to_string() == hot.point)?;
            let classes = format!("{} hinted", classes_of_point(spot));
            Some(Patch(hot.point.clone(), classes, hot.label.clone()))
        });
        let (patches, advice) = (patches.collect(), found.advice.clone());
        Self { version: table.version(), says: found.says.clone(), patches, advice }
    }
}
