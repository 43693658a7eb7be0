// What the parts of the search share.
#pragma once
#include "rules.cuh"
#include "table.cuh"

/// The most positions on the way from a root to an end.
constexpr u32 DEPTH = 48;
/// More steps than it takes to join edges anywhere but in a maze.
constexpr u32 STEPS = 15;
/// What a side lacks that cannot join its edges, or only through a maze.
constexpr u32 HOPELESS = 24;
constexpr u32 LACKS = HOPELESS + 1;
/// How many counters of warps there are, a power of two.
constexpr u32 MARKS = 1 << 20;
/// What stands for a point where a side passes, and where there is no move.
constexpr u32 PASS = 64, NONE = 255;

/// A position from which games are searched.
struct Root {
  u64 first, second;
  u32 side;
  /// Whether it is proved who wins.
  u32 is_proved;
  u64 word;
};

/// What all warps share.
struct Common {
  Table table;
  /// By window and filling, then by what both sides lack by either kind of steps.
  float* weights;
  /// How many warps are below positions, by a hash of their numbers.
  u32* marks;
  Root* roots;
  u32 root_count;
  /// The most positions that a warp searches before it looks up.
  u32 job;
  /// A position with work of two to this power behind it is gone through rather than searched alone.
  u32 ripe;
  /// It learns from one proved position in so many, a power of two.
  u32 one_in;
  /// When warps look up for good.
  u64 end;
  /// How many positions were searched.
  u64* nodes;
};

/// What every warp looks up: the same for all of a block.
struct Figures {
  /// What a stone on a point adds to the number of a position, by symmetry; those that leave the sides first.
  u64 digits[8][64];
  /// A row of bits as digits to the base of three.
  u16 ternary[512];
};

/// A position on the way down.
struct Frame {
  u64 stones[2];
  u64 sums[8];
  u64 code;
  u32 win, loss;
  u32 before;
  u8 side, chosen;
  /// What the side to move and the other lack, by the game's own steps and by the other kind.
  u8 lacks[4];
};

/// What the lanes of a warp write for one another.
struct Shared {
  Frame frames[DEPTH];
  u64 levels[STEPS + 1][8];
  u64 on_way[4], alone[4];
  u32 windows[64];
  u8 points[64];
  /// What is to be found out of what sides lack, and what was.
  u8 asked[4 * LANES], lacks[4 * LANES];
};

/// What a block of warps has at hand.
struct Block {
  Common common;
  Figures figures;
  Shared warps[WARPS];
};

#ifdef __CUDACC__
/// By this function the compiler knows that it is memory of the multiprocessor. Of a reference that is passed on it would not,
/// and every access would have to find that out.
DEVICE Block& block() {
  extern __shared__ __align__(16) unsigned char own[];
  return *reinterpret_cast<Block*>(own);
}
DEVICE Shared& shared() { return block().warps[threadIdx.x / LANES]; }
#else
inline thread_local Block* own_block = nullptr;
inline Block& block() { return *own_block; }
inline Shared& shared() { return block().warps[0]; }
#endif
DEVICE const Common& common() { return block().common; }
DEVICE const Figures& figures() { return block().figures; }
