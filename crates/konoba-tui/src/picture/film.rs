//! A picture that moves: one screen after the other, again and again.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use ratatui::buffer::Buffer;

use super::{begun, layers, paper_of};

/// Screens and how long each is seen, as one SVG picture. What several screens have in common is drawn once. A viewer that shows
/// no motion, or is asked for none, shows the last screen.
pub fn film(frames: &[(Buffer, Duration)]) -> String {
    let Some((first, _)) = frames.first() else { return String::new() };
    let total: Duration = frames.iter().map(|(_, seen)| *seen).sum();
    let mut classes = BTreeMap::<Vec<bool>, usize>::new();
    let mut drawn = String::new();
    let screens: Vec<_> = frames.iter().map(|(buffer, _)| layers(buffer)).collect();
    for layer in 0..screens[0].len() {
        // Elements of one layer of a screen do not overlap, so their order is free.
        let mut seen = BTreeMap::<&str, Vec<bool>>::new();
        for (number, screen) in screens.iter().enumerate() {
            for element in screen[layer].lines() {
                seen.entry(element).or_insert_with(|| vec![false; frames.len()])[number] = true;
            }
        }
        let mut groups = BTreeMap::<Vec<bool>, Vec<&str>>::new();
        for (element, seen) in seen {
            groups.entry(seen).or_default().push(element);
        }
        for (seen, elements) in groups {
            let elements = elements.join("\n");
            if seen.iter().all(|is_seen| *is_seen) {
                drawn.push_str(&format!("{elements}\n"));
                continue;
            }
            let next = classes.len();
            let class = *classes.entry(seen).or_insert(next);
            drawn.push_str(&format!("<g class=\"f{class}\">\n{elements}\n</g>\n"));
        }
    }
    let times: Vec<_> = frames.iter().map(|(_, seen)| *seen).collect();
    let styles = styles(&classes, &times, total);
    format!("{}<style>\n{styles}</style>\n{drawn}</svg>\n", begun(first, &paper_of(first)))
}

/// When each class is seen.
fn styles(classes: &BTreeMap<Vec<bool>, usize>, times: &[Duration], total: Duration) -> String {
    let visibility = |is_seen: bool| if is_seen { "visible" } else { "hidden" };
    let mut styles = String::new();
    for (seen, class) in classes {
        let mut steps = String::new();
        let (mut begin, mut before) = (Duration::ZERO, None);
        for (is_seen, time) in seen.iter().zip(times) {
            if before != Some(*is_seen) {
                let share = 100.0 * begin.as_secs_f64() / total.as_secs_f64();
                let _ = write!(steps, "{share:.2}%{{visibility:{}}}", visibility(*is_seen));
            }
            (begin, before) = (begin + *time, Some(*is_seen));
        }
        let last = visibility(seen.last().is_some_and(|is_seen| *is_seen));
        let seconds = total.as_secs_f64();
        styles.push_str(&format!(
            "@keyframes f{class}{{{steps}}}\n.f{class}{{visibility:{last};animation:f{class} {seconds}s step-end infinite}}\n"
        ));
    }
    styles.push_str("@media (prefers-reduced-motion:reduce){g{animation:none!important}}\n");
    styles
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    fn screen(text: &str) -> Buffer {
        let mut screen = Buffer::empty(Rect::new(0, 0, 8, 2));
        screen.set_string(0, 0, "stays", ratatui::style::Style::new());
        screen.set_string(0, 1, text, ratatui::style::Style::new());
        screen
    }

    #[test]
    fn what_stays_is_drawn_once_and_the_rest_in_its_time() {
        let second = Duration::from_secs(1);
        let film = film(&[(screen("one"), second), (screen("two"), 3 * second)]);
        assert_eq!(film.matches(">stays<").count(), 1);
        // The last is seen where nothing moves.
        let (_, two) = film.split_once("visible;animation:").unwrap();
        let class = two.split(' ').next().unwrap();
        let steps =
            format!("@keyframes {class}{{0.00%{{visibility:hidden}}25.00%{{visibility:visible}}}}");
        assert!(film.contains(&steps), "{film}");
        let (_, group) = film.split_once(&format!("<g class=\"{class}\">")).unwrap();
        assert!(group.trim_start().starts_with("<text") && group.contains(">two<"), "{film}");
    }
}
