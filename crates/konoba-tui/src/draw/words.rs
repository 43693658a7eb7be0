//! Text that is shortened or wrapped to the room there is.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// As much of a text as fits so many columns, with a dot or three where it was cut.
pub(super) fn fitted(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut taken = 0;
    let fits = |c: &char| {
        taken += c.width().unwrap_or_default();
        taken < width
    };
    let mut cut: String = text.chars().take_while(fits).collect();
    if width > 0 {
        cut.push('~');
    }
    cut
}

/// The text in lines of at most so many columns, broken between words where that is possible.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line from the start");
        if line.is_empty() {
            line.push_str(word);
        } else if line.width() + 1 + word.width() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
        while let Some(line) = lines.last_mut().filter(|line| line.width() > width) {
            let mut taken = 0;
            let place = line.char_indices().find(|(_, c)| {
                taken += c.width().unwrap_or_default();
                taken > width
            });
            // A character that is wider than the line stays whole.
            let Some((place, _)) = place.filter(|(place, _)| *place > 0) else { break };
            let rest = line.split_off(place);
            lines.push(rest);
        }
    }
    lines
}

/// Texts one after another in lines of at most so many columns, each text in one line where that is possible.
pub(super) fn packed(texts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        match lines.last_mut().filter(|line| line.width() + 1 + text.width() <= width) {
            Some(line) => {
                line.push(' ');
                line.push_str(text);
            }
            None => lines.extend(wrapped(text, width)),
        }
    }
    lines
}

/// Keys and what they do: `? help   u undo`. Where there is no room for all of them some are left out, those before
/// the last two first: these lead to the help and away.
pub(super) fn hints(
    hints: &[(&str, &str)],
    width: usize,
    key: Style,
    about: Style,
) -> Line<'static> {
    let spans = shown_hints(hints, width).into_iter().flat_map(|(shown, word)| {
        [Span::styled(format!(" {shown} "), key), Span::styled(format!("{word}  "), about)]
    });
    Line::from_iter(spans)
}

/// The move that is being typed, in place of the keys.
pub(super) fn entry_line(typed: &str, width: usize, style: Style) -> Line<'static> {
    let text = format!(" Move: {typed}   Enter to play, Esc to cancel");
    Line::styled(fitted(&text, width), style)
}

/// The key whose hint is in this column, where [`hints`] are drawn with such a width.
pub(super) fn hint_at<'a>(
    hints: &[(&'a str, &'a str)],
    width: usize,
    column: usize,
) -> Option<&'a str> {
    let mut end = 0;
    let hint = shown_hints(hints, width).into_iter().find(|hint| {
        end += length(hint);
        column < end
    });
    hint.map(|(shown, _)| shown)
}

/// Those of the hints for which there is room.
fn shown_hints<'a>(hints: &[(&'a str, &'a str)], width: usize) -> Vec<(&'a str, &'a str)> {
    let mut hints = hints.to_vec();
    while hints.iter().map(length).sum::<usize>().saturating_sub(2) > width && hints.len() > 1 {
        hints.remove(hints.len().saturating_sub(3));
    }
    hints
}

fn length((shown, word): &(&str, &str)) -> usize {
    shown.width() + word.width() + 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_and_broken_by_columns() {
        assert_eq!(fitted("abcdef", 6), "abcdef");
        assert_eq!(fitted("abcdef", 5), "abcd~");
        assert_eq!(fitted("日本語", 5), "日本~");
        assert_eq!(fitted("ab", 0), "");
        assert_eq!(wrapped("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrapped("日本語", 1), ["日本語"]);
        assert_eq!(wrapped("", 3), [""]);
        let packed = |width| packed(&["Say:", "a one", "b two three"].map(str::to_owned), width);
        assert_eq!(packed(22), ["Say: a one b two three"]);
        assert_eq!(packed(21), ["Say: a one", "b two three"]);
        assert_eq!(packed(5), ["Say:", "a one", "b two", "three"]);
    }
}
