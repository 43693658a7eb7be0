//! A position of each game, drawn where the game is introduced.

use konoba_rules::{AnyPosition, Record, Setup, Spec};
use konoba_scene::{Scene, View};
use konoba_table::{CursorStep, Study};

use super::web_files;

/// A position that shows what the game looks like: the end of the sample record, if there is one.
pub(super) fn sample(spec: &'static Spec) -> Scene {
    let line = web_files::text(&format!("samples/{}.txt", spec.id));
    let record = line.and_then(|line| Record::from_line(line.trim()).ok());
    let Some(record) = record else {
        return Scene::of(&AnyPosition::start(Setup::default_of(spec)));
    };
    let mut study = Study::new(record);
    study.go(CursorStep::End);
    study.scene(&View::default())
}
