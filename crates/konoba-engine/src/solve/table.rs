//! What solvers remember, within bounds. Any number of threads read and write it at once, without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use konoba_rules::playout::WyRand;

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

    pub(super) const fn code(self) -> u64 {
        self.code
    }

    pub(super) const fn numbers(self) -> Numbers {
        let rest = self.word >> 5;
        if rest & 1 == 0 {
            let mask = Numbers::NEVER as u64;
            return Numbers::open((rest >> 1 & mask) as u32, (rest >> 30 & mask) as u32);
        }
        let within = (rest >> 2) as u16;
        if rest >> 1 & 1 != 0 { Numbers::won(within) } else { Numbers::lost(within) }
    }

    pub(super) const fn is_proved(self) -> bool {
        self.word >> 5 & 1 != 0
    }

    /// The logarithm to the base of two of how many nodes were searched for it.
    pub const fn work(self) -> u64 {
        self.word & 31
    }

    const fn with_work(self, work: u64) -> Self {
        Self { word: self.word & !31 | work, ..self }
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

/// An entry that threads write without asking one another. The first word is the position's number
/// crossed with a hash of the second, so halves of two entries do not pass for a whole one, but by a
/// chance of one in 2^64.
#[derive(Default)]
struct Slot {
    crossed: AtomicU64,
    word: AtomicU64,
}

impl Slot {
    /// What is here, which is nothing as long as its word is 0.
    #[inline(always)]
    fn load(&self) -> Entry {
        let word = self.word.load(Relaxed);
        Entry { code: self.crossed.load(Relaxed) ^ scattered(word), word }
    }

    #[inline(always)]
    fn store(&self, Entry { code, word }: Entry) {
        self.crossed.store(code ^ scattered(word), Relaxed);
        self.word.store(word, Relaxed);
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014); 0 stays 0.
#[inline(always)]
pub(super) const fn scattered(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// As many entries as a line of the cache holds.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A bounded table of positions. Where there is no room, what cost most stays.
pub(super) struct ProofTable {
    /// The buckets in parts, so that several threads can make them: the system hands out memory page by
    /// page as it is first written, which takes a thread a minute for 100 GB.
    parts: Vec<Vec<Bucket>>,
    count: u64,
}

/// How many buckets there are in all parts but the last: 16 MiB.
const PART: usize = 1 << 18;

impl ProofTable {
    /// A table that takes at most this many bytes, made by so many threads.
    pub(super) fn new(bytes: usize, threads: usize) -> Self {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let sizes: Vec<usize> =
            (0..count).step_by(PART).map(|start| PART.min(count - start)).collect();
        let make = |size: &usize| std::iter::repeat_with(Bucket::default).take(*size).collect();
        let parts = match threads {
            0 | 1 => sizes.iter().map(make).collect(),
            _ => std::thread::scope(|scope| {
                let shares = sizes.chunks(sizes.len().div_ceil(threads));
                let made: Vec<_> = shares
                    .map(|share| scope.spawn(move || share.iter().map(make).collect::<Vec<_>>()))
                    .collect();
                made.into_iter().flat_map(|made| made.join().expect("memory is there")).collect()
            }),
        };
        Self { parts, count: count as u64 }
    }

    /// How many entries there is room for.
    pub(super) const fn room(&self) -> u64 {
        self.count * 4
    }

    #[inline(always)]
    fn bucket(&self, code: u64) -> &Bucket {
        // The high half of the product is below the count, and all buckets are as likely.
        let index = ((u128::from(scattered(code)) * u128::from(self.count)) >> 64) as usize;
        &self.parts[index / PART][index % PART]
    }

    /// Fetches what is known of many positions from far memory all at once, which takes little longer
    /// than for one of them.
    #[inline(always)]
    pub(super) fn fetch(&self, codes: impl Iterator<Item = u64>) {
        let words = codes.map(|code| self.bucket(code).0[0].word.load(Relaxed));
        std::hint::black_box(words.fold(0, |all, word| all ^ word));
    }

    #[inline(always)]
    fn find(&self, code: u64) -> Option<Entry> {
        let Bucket(slots) = self.bucket(code);
        slots.iter().map(Slot::load).find(|entry| entry.code == code && entry.word != 0)
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn get(&self, code: u64) -> Option<Numbers> {
        self.find(code).map(Entry::numbers)
    }

    /// The logarithm of the work behind what is known of a position.
    pub(super) fn work(&self, code: u64) -> Option<u64> {
        self.find(code).map(Entry::work)
    }

    /// Remembers what is known of a position, and the work that it took.
    #[inline(always)]
    pub(super) fn put(&self, code: u64, numbers: Numbers, work: u64) {
        self.keep(Entry::new(code, numbers, work));
    }

    /// The same for work beyond that of which the logarithm is known. Since no more than the logarithm is
    /// kept, it grows by chance, with the right expectation (Morris, 1978).
    pub(super) fn put_more(
        &self,
        code: u64,
        numbers: Numbers,
        known: u64,
        more: u64,
        dice: &mut WyRand,
    ) {
        let is_more = dice.bits() & ((1 << known) - 1) < more;
        let work = (1 << known << u32::from(is_more)).max(more);
        self.put(code, numbers, work);
    }

    /// Remembers an entry in the place of the same position, or of what cost least. What another thread
    /// has proved meanwhile stays proved, and a proof that is found again stays as dear as it was: once the moves
    /// behind it are known that costs nothing, but without it they would have to be searched anew.
    pub(super) fn keep(&self, mut entry: Entry) {
        let Bucket(slots) = self.bucket(entry.code);
        let entries = slots.each_ref().map(Slot::load);
        let same = entries.iter().position(|old| old.code == entry.code && old.word != 0);
        if same.is_some_and(|same| entries[same].is_proved() && !entry.is_proved()) {
            return;
        }
        if let Some(same) = same.filter(|_| entry.is_proved()) {
            entry = entry.with_work(entry.work().max(entries[same].work()));
        }
        let cheapest = || (0..entries.len()).min_by_key(|place| entries[*place].work());
        let place = same.or_else(cheapest).expect("a bucket has places");
        slots[place].store(entry);
    }

    /// Every entry, and how much it cost: the logarithm to the base of two of the nodes.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        let slots = self.parts.iter().flatten().flat_map(|bucket| &bucket.0);
        slots.map(Slot::load).filter(|entry| entry.word != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_stays_as_dear_as_it_was() {
        let table = ProofTable::new(64, 1);
        let numbers = Numbers::won(3);
        for (kept, work, expected) in [
            (Numbers::open(5, 7), 1 << 20, (20, false)),
            // What is open is counted anew, which decides where searches go.
            (Numbers::open(6, 7), 1 << 4, (4, false)),
            (numbers, 1 << 9, (9, true)),
            (numbers, 1, (9, true)),
            (Numbers::open(1, 1), 1 << 30, (9, true)),
        ] {
            table.put(7, kept, work);
            let found = table.find(7).unwrap();
            assert_eq!((found.work(), found.is_proved()), expected);
        }
        assert_eq!(table.get(7), Some(numbers));
    }
}
