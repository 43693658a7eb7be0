//! Whether open lines can be defended by answering in pairs.

use konoba_rules::{Grid, Point, Points};

/// How many points of each line have to be taken to fill it.
const RUN: usize = 5;

/// Whether each line has two empty points of its own that are in every run of five of it: an attack on one can be answered on the other.
pub(crate) fn has_pairs(lines: &[Points], pieces: Points) -> bool {
    let empty: Vec<Vec<Point>> = lines
        .iter()
        .map(|line| {
            let points: Vec<Point> = line.iter().collect();
            // What is longer than five has points at its ends that a run can do without.
            let ends = points.len().saturating_sub(RUN);
            let middle = &points[ends..points.len() - ends];
            middle.iter().copied().filter(|at| !pieces.contains(*at)).collect()
        })
        .collect();
    // Each line is matched twice, by paths that move earlier lines to other points.
    let mut owner: Vec<(Point, usize)> = Vec::new();
    (0..2 * lines.len()).all(|place| matches(place, &empty, &mut owner, &mut Vec::new()))
}

fn matches(
    place: usize,
    empty: &[Vec<Point>],
    owner: &mut Vec<(Point, usize)>,
    seen: &mut Vec<Point>,
) -> bool {
    for at in &empty[place / 2] {
        if seen.contains(at) {
            continue;
        }
        seen.push(*at);
        match owner.iter().position(|(point, _)| point == at) {
            None => {
                owner.push((*at, place));
                return true;
            }
            Some(index) => {
                if matches(owner[index].1, empty, owner, seen) {
                    owner[index].1 = place;
                    return true;
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> Points {
        text.split_whitespace().map(|at| at.parse::<Point>().unwrap()).collect()
    }

    #[test]
    fn each_line_needs_two_empty_points_of_its_own() {
        let row = points("a3 b3 c3 d3 e3 f3");
        let crossing = points("b1 b2 b3 b4 b5 b6");
        for (lines, pieces, has) in [
            (vec![row], "a3 b3 c3", true),
            // The ends of six do not count: five may be done without one of them.
            (vec![row], "b3 c3 d3", false),
            // Where both lines need the point that they share, one of them goes without.
            (vec![row, crossing], "d3 e3 b4", true),
            (vec![crossing, row], "d3 e3 b4", true),
            (vec![row, crossing], "d3 e3 b2 b4", false),
            (vec![points("a2 b3 c4 d5 e6")], "b3 c4 d5", true),
        ] {
            assert_eq!(has_pairs(&lines, points(pieces)), has, "{pieces}");
        }
    }
}
