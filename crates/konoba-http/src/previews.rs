//! The pictures that were drawn last, for those who ask for the same ones.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;

/// How many are kept.
const MOST: usize = 64;
/// How large one may be that is kept, so that all together stay below 16 MiB.
const LARGEST: usize = 256 << 10;

/// The pictures that were drawn last, by what they are of.
#[derive(Default)]
pub(crate) struct Previews(Mutex<VecDeque<(String, Bytes)>>);

impl Previews {
    /// The picture of this, if it is still there.
    pub(crate) fn get(&self, key: &str) -> Option<Bytes> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(own, _)| own == key).map(|(_, picture)| picture.clone())
    }

    /// Keeps a picture in place of the oldest.
    pub(crate) fn keep(&self, key: String, picture: Bytes) {
        if picture.len() > LARGEST {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Two requests may have drawn the same picture at once.
        kept.retain(|(own, _)| *own != key);
        kept.truncate(MOST - 1);
        kept.push_front((key, picture));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_are_kept_and_no_more() {
        let previews = Previews::default();
        let picture = Bytes::from_static(b"picture");
        for number in 0..MOST + 3 {
            previews.keep(number.to_string(), picture.clone());
            previews.keep(number.to_string(), picture.clone());
        }
        assert_eq!(previews.get("2"), None);
        assert_eq!(previews.get("3"), Some(picture));
        previews.keep("large".to_owned(), vec![0; LARGEST + 1].into());
        assert_eq!(previews.get("large"), None);
        assert!(previews.get("3").is_some());
    }
}
