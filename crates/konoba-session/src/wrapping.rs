//! Lines that are longer than a window is wide.

/// The text with its lines broken between words where they are longer than the window is wide. What goes on from a line
/// of a list, which is indented, is indented further, so that the eye finds the next one.
pub fn wrapped(text: &str, columns: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut column = 0;
        let indent = match line.len() - line.trim_start_matches(' ').len() {
            indent @ 1.. if indent + 2 <= columns / 2 => indent + 2,
            _ => 0,
        };
        for word in line.split_inclusive(' ') {
            let width = word.trim_end().chars().count();
            if column > indent && width > 0 && column + width > columns {
                wrapped.truncate(wrapped.trim_end_matches(' ').len());
                wrapped.push('\n');
                wrapped.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            }
            wrapped.push_str(word);
            column += word.chars().count();
        }
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let check = |text, columns, expected| assert_eq!(wrapped(text, columns), expected);
        check("one two three\nfour\n", 7, "one two\nthree\nfour\n");
        check("one two three\n", 13, "one two three\n");
        check("  a b c\n\n", 7, "  a b c\n\n");
        check(
            "  seek: play any\nagain and again\n",
            12,
            "  seek: play\n    any\nagain and\nagain\n",
        );
        check("  one two\n", 5, "  one\ntwo\n");
        check("incomprehensible word\n", 4, "incomprehensible\nword\n");
        check("žžž žžž\n", 7, "žžž žžž\n");
    }
}
