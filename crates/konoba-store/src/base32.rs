//! Bytes as letters and digits that people can read to one another: the alphabet of Crockford, in
//! lower case, in which `o` is read as 0, and `i` and `l` as 1.

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The text is not what [`to_base32`] writes for so many bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotBase32;

/// The bytes as text, five bits a letter; a last letter that is not full has zeros at its end.
///
/// ```
/// use konoba_store::{from_base32, to_base32};
/// assert_eq!(to_base32(&[0xff, 0x00, 0x80]), "zw080");
/// assert_eq!(from_base32("ZWO80"), Ok([0xff, 0x00, 0x80]));
/// ```
pub fn to_base32(bytes: &[u8]) -> String {
    let bit = |index: usize| {
        let byte = bytes.get(index / 8).copied().unwrap_or_default();
        byte >> (7 - index % 8) & 1
    };
    let letters = (bytes.len() * 8).div_ceil(5);
    let letter = |number: usize| (number * 5..number * 5 + 5).fold(0, |sum, i| sum << 1 | bit(i));
    (0..letters).map(|number| char::from(ALPHABET[usize::from(letter(number))])).collect()
}

/// Reads back what was written, in either case.
pub fn from_base32<const BYTES: usize>(text: &str) -> Result<[u8; BYTES], NotBase32> {
    if text.len() != (BYTES * 8).div_ceil(5) {
        return Err(NotBase32);
    }
    let mut bytes = [0; BYTES];
    for (number, letter) in text.bytes().enumerate() {
        let value = value_of(letter).ok_or(NotBase32)?;
        for place in 0..5 {
            let (index, bit) = (number * 5 + place, value >> (4 - place) & 1);
            match bytes.get_mut(index / 8) {
                Some(byte) => *byte |= bit << (7 - index % 8),
                None if bit != 0 => return Err(NotBase32),
                None => {}
            }
        }
    }
    Ok(bytes)
}

fn value_of(letter: u8) -> Option<u8> {
    let letter = match letter.to_ascii_lowercase() {
        b'o' => b'0',
        b'i' | b'l' => b'1',
        letter => letter,
    };
    ALPHABET.iter().position(|own| *own == letter).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for seed in 0..=255u8 {
            let bytes: [u8; 10] = std::array::from_fn(|i| seed.wrapping_mul(i as u8 + 29) ^ seed);
            assert_eq!(from_base32(&to_base32(&bytes)), Ok(bytes));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "0000", "000000", "0000u", "000 0", "zzzzz", "ččččč"] {
            assert_eq!(from_base32::<3>(text), Err(NotBase32), "{text}");
        }
    }
}
