//! The pictures that the README shows.

use anyhow::Result;

use crate::browser;
use crate::workspace::{Workspace, succeed};

/// A board: the name of its picture, the game, and the moves.
type Board = (&'static str, &'static str, &'static str);

const BOARDS: [Board; 3] = [
    (
        // The fourth of the console matches that came with an older program.
        "konobi",
        "konobi:9",
        "f1 swap f2 g1 g2 d2 f3 e2 d3 e3 e5 e4 f5 g5 f4 d4 d5 c6 c5 a5 a6 h1 b6 h2 h4 i4 \
         g4 i6 h6 g6 g8 g7 f8 i7 i8 f7 e8 d8 e9 d9 d6 d7 h8 e7 h7 i5 h5",
    ),
    (
        "quentin",
        "quentin:9,nopie",
        "b9 g4 i3 e4 h5 h9 f7 d4 h8 f4 e5 g3 b5 g5 b7 a4 f2 i2 h3 e1 h7 a7 h1 d6 g2 d1 f3 d2 i7 b4 \
         b2 d3 c5 g7 f9 a3 d7 a1 d8 c2",
    ),
    ("order-and-chaos", "order-and-chaos", "Xc3 Oc4 Xd3 Xe5 Xe3 Ob2 Od4 Xf1 Xb3 Of3 Xa3"),
];

/// Draws the boards and the screens of the terminal, and takes those of the page in a real browser.
pub(crate) fn take(workspace: &Workspace) -> Result<()> {
    let folder = workspace.root.join("docs/pictures");
    for (name, game, moves) in BOARDS {
        let mut show = workspace.cargo(&["run", "--quiet", "--package", "konoba", "--", "show"]);
        show.args([game, "--moves", moves, "--svg"]).arg(folder.join(name).with_extension("svg"));
        succeed(&mut show)?;
    }
    let example = ["run", "--quiet", "--package", "konoba-tui", "--example", "pictures", "--"];
    succeed(workspace.cargo(&example).arg(&folder))?;
    browser::take_pictures(workspace)
}
