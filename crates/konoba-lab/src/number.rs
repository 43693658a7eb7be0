//! Numbers on the command line, with bounds that are said in words.

use std::fmt::Display;

/// Reads a number from MIN to MAX.
///
/// ```
/// use konoba_lab::number;
/// assert_eq!(number::<u8, 0, 40>("7"), Ok(7));
/// assert_eq!(number::<u8, 0, 40>("41"), Err("give a whole number from 0 to 40".to_owned()));
/// assert_eq!(number::<u32, 1, { u64::MAX }>("0"), Err("give a whole number from 1 on".to_owned()));
/// ```
pub fn number<T: TryFrom<u64> + Display, const MIN: u64, const MAX: u64>(
    text: &str,
) -> Result<T, String> {
    let read = text.parse::<u64>().ok().filter(|number| (MIN..=MAX).contains(number));
    read.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match MAX {
        u64::MAX => format!("give a whole number from {MIN} on"),
        _ => format!("give a whole number from {MIN} to {MAX}"),
    })
}

/// The longest time that can be given, about 31 years.
const MOST_SECONDS: f64 = 1e9;

/// Reads a time in seconds, which may have a fraction.
///
/// ```
/// use konoba_lab::seconds;
/// assert_eq!(seconds("0.5"), Ok(0.5));
/// for wrong in ["", "fast", "-1", "inf", "NaN", "1e99", "2e18"] {
///     assert_eq!(seconds(wrong), Err("give seconds, such as 2 or 0.5"));
/// }
/// ```
pub fn seconds(text: &str) -> Result<f64, &'static str> {
    let read = text.parse::<f64>().ok();
    // Times are added up and multiplied; what lies beyond a life has no other use than to overflow then.
    read.filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds))
        .ok_or("give seconds, such as 2 or 0.5")
}
