//! Where the engine looks: on a drawn board, and in words for those who do not see one.

use konoba_rules::Point;
use konoba_scene::{Advice, Candidate, Scene, paint_text};

use super::manner::{Manner, Showing};

/// The board with a digit on each empty point that an engine looked at, where boards are drawn, and the same
/// said, in whole lines.
pub(super) fn told(scene: Scene, advice: &Advice, manner: Manner) -> String {
    let weighed = scene.weighed(advice);
    let said = said(&weighed);
    match manner.showing {
        Showing::Drawn => format!("\n{}\n{said}\n", paint_text(&weighed, manner.style)),
        Showing::Words => format!("{said}\n"),
    }
}

/// `The engine looks, 9 being the most, at c4 (9); at d5 and e3 (4); a little at 17 more points (1).`
fn said(weighed: &Scene) -> String {
    let points = |heat: u8| -> Vec<Point> {
        let is_as_hot = |one: Candidate| one.heat == heat;
        let spots = weighed.spots.iter().filter(|spot| spot.weighed.is_some_and(is_as_hot));
        spots.map(|spot| spot.at).collect()
    };
    let heats = (2..=Candidate::MAX_HEAT).rev().map(|heat| (heat, points(heat)));
    let mut groups: Vec<_> = heats
        .filter(|(_, points)| !points.is_empty())
        .map(|(heat, points)| format!("at {} ({heat})", listed(&points)))
        .collect();
    // These are many and mean little; the board shows them.
    match points(1).len() {
        0 => {}
        1 => groups.push("a little at one more point (1)".to_owned()),
        count => groups.push(format!("a little at {count} more points (1)")),
    }
    match groups.is_empty() {
        true => "The engine has looked at no point in particular.".to_owned(),
        false => format!("The engine looks, 9 being the most, {}.", groups.join("; ")),
    }
}

/// `a1, b2 and c3`.
fn listed(points: &[Point]) -> String {
    let names: Vec<_> = points.iter().map(Point::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
