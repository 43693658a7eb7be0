//! Any text in letters, digits, `-`, `_` and `.`, readable where it can be.
//!
//! Letters, digits and `-` stand for themselves and `_` for a space. Other characters stand between
//! two dots as their numbers in hexadecimal, parted by `-`: `Bola.f1.os`. Two dots alone are a dot.

/// The text with every other character escaped.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            _ if is_plain(c) => out.push(c),
            ' ' => out.push('_'),
            '.' => out.push_str(".."),
            _ => {
                out.push_str(&format!(".{:x}", u32::from(c)));
                while let Some(next) = rest.next_if(|next| is_numbered(*next)) {
                    out.push_str(&format!("-{:x}", u32::from(next)));
                }
                out.push('.');
            }
        }
    }
    out
}

/// The text that was escaped, if one was.
pub(super) fn unescaped(text: &str) -> Option<String> {
    let mut out = String::new();
    for (index, part) in text.split('.').enumerate() {
        match part {
            _ if index % 2 == 0 => out.extend(part.chars().map(|c| if c == '_' { ' ' } else { c })),
            "" => out.push('.'),
            numbers => {
                for number in numbers.split('-') {
                    // The parser would take a sign as well, but none can be here.
                    out.push(char::from_u32(u32::from_str_radix(number, 16).ok()?)?);
                }
            }
        }
    }
    // Each escape begins and ends with a dot.
    text.matches('.').count().is_multiple_of(2).then_some(out)
}

const fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

const fn is_numbered(c: char) -> bool {
    !is_plain(c) && !matches!(c, ' ' | '.')
}
