//! In which order the games that were kept are listed.

use crate::input::Kept;

/// In which order games are listed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum SortOrder {
    #[default]
    Newest,
    Oldest,
    Unfinished,
    Game,
}

impl SortOrder {
    /// The next one, in a circle.
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Newest => Self::Oldest,
            Self::Oldest => Self::Unfinished,
            Self::Unfinished => Self::Game,
            Self::Game => Self::Newest,
        }
    }

    /// What the key for it is said to do.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Newest => "sort (newest first)",
            Self::Oldest => "sort (oldest first)",
            Self::Unfinished => "sort (unfinished first)",
            Self::Game => "sort (by game)",
        }
    }

    /// Puts games in this order. Their files are named by the moment of their beginning.
    pub(crate) fn sort(self, kept: &mut [Kept]) {
        kept.sort_by(|one, two| two.path.cmp(&one.path));
        match self {
            Self::Newest => {}
            Self::Oldest => kept.reverse(),
            Self::Unfinished => kept.sort_by_key(|kept| !kept.is_unfinished),
            Self::Game => kept.sort_by(|one, two| one.title.cmp(&two.title)),
        }
    }
}
