//! What a solver remembers, within bounds.

/// How hard a position is still to prove: the effort to show that the side to move wins, and that
/// it loses, as numbers of positions that must be proved for it. 0 is proved, and the other number
/// is then [`Numbers::NEVER`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) win: u32,
    pub(super) loss: u32,
    /// Within how many moves the game ends, if it is proved who wins.
    pub(super) within: u16,
}

impl Numbers {
    /// What cannot be proved, since the contrary is.
    pub(super) const NEVER: u32 = (1 << 29) - 1;
    /// The most that is told apart.
    pub(super) const MOST: u32 = Self::NEVER - 1;

    pub(super) const fn won(within: u16) -> Self {
        Self { win: 0, loss: Self::NEVER, within }
    }

    pub(super) const fn lost(within: u16) -> Self {
        Self { win: Self::NEVER, loss: 0, within }
    }

    pub(super) const fn open(win: u32, loss: u32) -> Self {
        Self { win, loss, within: 0 }
    }

    pub(super) const fn is_proved(self) -> bool {
        self.win == 0 || self.loss == 0
    }
}

/// A position's number, and its numbers with the logarithm of the work behind them:
/// from the low bits 5 of work, 1 for proved, then 29 and 29, or 1 for the winner and 16.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Entry {
    code: u64,
    word: u64,
}

impl Entry {
    fn new(code: u64, numbers: Numbers, work: u64) -> Self {
        let work = u64::from(work.max(1).ilog2().min(31));
        let rest = match numbers.is_proved() {
            true => 1 | u64::from(numbers.win == 0) << 1 | u64::from(numbers.within) << 2,
            false => u64::from(numbers.win) << 1 | u64::from(numbers.loss) << 30,
        };
        Self { code, word: rest << 5 | work }
    }

    const fn numbers(self) -> Numbers {
        let rest = self.word >> 5;
        if rest & 1 == 0 {
            let mask = Numbers::NEVER as u64;
            return Numbers::open((rest >> 1 & mask) as u32, (rest >> 30 & mask) as u32);
        }
        let within = (rest >> 2) as u16;
        if rest >> 1 & 1 != 0 { Numbers::won(within) } else { Numbers::lost(within) }
    }

    /// The logarithm to the base of two of how many nodes were searched for it.
    const fn work(self) -> u64 {
        self.word & 31
    }

    /// The entry as two words, to be kept somewhere.
    pub const fn to_words(self) -> [u64; 2] {
        [self.code, self.word]
    }

    /// The entry from its words.
    pub const fn from_words([code, word]: [u64; 2]) -> Self {
        Self { code, word }
    }
}

/// As many entries as a line of the cache holds.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A bounded table of positions. Where there is no room, what cost most stays.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    mask: usize,
}

impl Table {
    /// A table that takes at most this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket>()).max(1);
        let count = 1usize << most.ilog2();
        Self { buckets: vec![Bucket::default(); count], mask: count - 1 }
    }

    #[inline(always)]
    fn index(&self, code: u64) -> usize {
        // The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
        let code = (code ^ code >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let code = (code ^ code >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (code ^ code >> 31) as usize & self.mask
    }

    /// Fetches what is known of many positions from far memory all at once, which takes little longer
    /// than for one of them.
    #[inline(always)]
    pub(super) fn fetch(&self, codes: impl Iterator<Item = u64>) {
        let words = codes.map(|code| self.buckets[self.index(code)].0[0].word);
        std::hint::black_box(words.fold(0, |all, word| all ^ word));
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn get(&self, code: u64) -> Option<Numbers> {
        let Bucket(entries) = &self.buckets[self.index(code)];
        let entry = entries.iter().find(|entry| entry.code == code && entry.word != 0)?;
        Some(entry.numbers())
    }

    /// Remembers what is known of a position, and the work that it took.
    #[inline(always)]
    pub(super) fn put(&mut self, code: u64, numbers: Numbers, work: u64) {
        self.keep(Entry::new(code, numbers, work));
    }

    /// Remembers an entry in the place of the same position, or of what cost least.
    pub(super) fn keep(&mut self, entry: Entry) {
        let index = self.index(entry.code);
        let Bucket(entries) = &mut self.buckets[index];
        let same = entries.iter().position(|old| old.code == entry.code && old.word != 0);
        let cheapest = || (0..entries.len()).min_by_key(|place| entries[*place].work());
        let place = same.or_else(cheapest).expect("a bucket has places");
        entries[place] = entry;
    }

    /// The entries that cost at least two to the power of `work` nodes.
    pub(super) fn dear(&self, work: u32) -> impl Iterator<Item = Entry> {
        let all = self.buckets.iter().flat_map(|bucket| bucket.0);
        all.filter(move |entry| entry.word != 0 && entry.work() >= u64::from(work))
    }
}
