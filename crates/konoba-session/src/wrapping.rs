//! Lines that are longer than a window is wide.

/// The text with its lines broken between words where they are longer than the window is wide.
pub fn wrapped(text: &str, columns: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut column = 0;
        for word in line.split_inclusive(' ') {
            let width = word.trim_end().chars().count();
            if column > 0 && width > 0 && column + width > columns {
                wrapped.truncate(wrapped.trim_end_matches(' ').len());
                wrapped.push('\n');
                column = 0;
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
        check("incomprehensible word\n", 4, "incomprehensible\nword\n");
        check("žžž žžž\n", 7, "žžž žžž\n");
    }
}
