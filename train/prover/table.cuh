// What searches remember: four positions in 64 bytes, written by all warps at once and without locks. The words are those of
// `konoba solve` (konoba-engine/src/solve/table.rs), which can go on from them.
#pragma once
#include "warp.cuh"

/// How hard a position is still to prove for the side to move; 0 is proved, and the other number is then NEVER.
struct Numbers {
  static constexpr u32 NEVER = (1u << 29) - 1;
  static constexpr u32 MOST = NEVER - 1;
  u32 win, loss;
  /// Within how many moves the game ends, if it is proved who wins.
  u32 within;

  HOST_DEVICE static Numbers won(u32 within) { return {0, NEVER, within}; }
  HOST_DEVICE static Numbers lost(u32 within) { return {NEVER, 0, within}; }
  HOST_DEVICE static Numbers open(u32 win, u32 loss) { return {win, loss, 0}; }
  HOST_DEVICE bool is_proved() const { return win == 0 || loss == 0; }
};

/// A word for the numbers and the logarithm of the work behind them.
HOST_DEVICE u64 packed(Numbers numbers, u32 work) {
  u64 rest = numbers.is_proved() ? 1 | u64(numbers.win == 0) << 1 | u64(numbers.within) << 2
                                 : u64(numbers.win) << 1 | u64(numbers.loss) << 30;
  return rest << 5 | work;
}
HOST_DEVICE bool is_proof(u64 word) { return (word >> 5 & 1) != 0; }
HOST_DEVICE u32 work_of(u64 word) { return word & 31; }
HOST_DEVICE Numbers unpacked(u64 word) {
  u64 rest = word >> 5;
  if ((rest & 1) == 0) return Numbers::open(rest >> 1 & Numbers::NEVER, rest >> 30 & Numbers::NEVER);
  u32 within = u16(rest >> 2);
  return (rest >> 1 & 1) != 0 ? Numbers::won(within) : Numbers::lost(within);
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014); 0 stays 0.
HOST_DEVICE u64 scattered(u64 word) {
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9ull;
  word = (word ^ word >> 27) * 0x94d049bb133111ebull;
  return word ^ word >> 31;
}

/// The logarithm to the base of two, of what is at most the greatest that a word has room for.
HOST_DEVICE u32 logarithm(u64 work) {
  u32 log = 0;
  while (work >>= 1) ++log;
  return log < 31 ? log : 31;
}

constexpr u32 SLOTS = 4;

/// What a position's number is crossed with.
HOST_DEVICE u64 crossing(u64 word) { return word * 0x9e3779b97f4a7c15ull; }

struct Table {
  /// Pairs: a position's number crossed with a hash of its word, so that halves of two do not pass for one; and the word.
  u64* slots;
  u64 buckets;

  DEVICE u64* bucket(u64 code) const { return slots + high_product(scattered(code), buckets) * (2 * SLOTS); }

  /// Has a bucket fetched from far memory, each lane its own.
  DEVICE void fetch(u64 code) const { fetch_line(bucket(code)); }

  /// The word for a position, each lane for its own; 0 if there is none.
  DEVICE u64 find(u64 code) const { return find_at(bucket(code), code); }
  OUTLINE static u64 find_at(const u64* at, u64 code) {
    u64 found = 0;
#pragma unroll
    for (u32 slot = 0; slot < SLOTS; ++slot) {
      u64 crossed, word;
      read_pair(at + 2 * slot, crossed, word);
      // Two warps may have put one position into two places; a proof is what counts.
      bool is_same = (crossed ^ crossing(word)) == code && word != 0;
      if (is_same && (found == 0 || is_proof(word))) found = word;
    }
    return found;
  }

  DEVICE void keep(u64 code, u64 word) const { keep_at(bucket(code), code, word); }

  /// Remembers one word, in the place of the same position or of what cost least, for the whole warp. What is proved stays,
  /// and a proof that is found again stays as dear as it was: once the moves behind it are known that costs nothing.
  OUTLINE static void keep_at(u64* at, u64 code, u64 word) {
    u32 slot = lane() % SLOTS;
    u64 crossed, old;
    read_pair(at + 2 * slot, crossed, old);
    bool is_same = (crossed ^ crossing(old)) == code && old != 0;
    u32 same = lanes_where(is_same && lane() < SLOTS);
    if (any_lane(is_same && is_proof(old)) && !is_proof(word)) return;
    u32 cheapest = least(old == 0 ? lane() % SLOTS : (work_of(old) + 1) << 2 | slot) & 3;
    u32 place = same != 0 ? first_bit(same) : cheapest;
    u32 before = shuffle(work_of(old), place);
    if (same != 0 && is_proof(word) && before > work_of(word)) word += before - work_of(word);
    if (lane() == place) write_pair(at + 2 * place, code ^ crossing(word), word);
  }
};
