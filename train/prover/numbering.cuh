// One number for all positions that are the same but for a mirror or a transposition, as konoba-engine/src/solve/codes.rs has it.
#pragma once
#include "common.cuh"

template <int N>
struct Numbering {
  static_assert(N <= 6, "a digit to the base of three for each point is to fit into a word");

  /// The digits of the symmetry that shows this point elsewhere, for the table of figures.
  static u64 digit(u32 symmetry, u32 x, u32 y) {
    if (symmetry & 4) { u32 z = x; x = y; y = z; }
    if (symmetry & 1) x = N - 1 - x;
    if (symmetry & 2) y = N - 1 - y;
    u64 digit = 1;
    for (u32 place = y * N + x; place > 0; --place) digit *= 3;
    return digit;
  }

  static void fill(Figures& figures) {
    for (u32 symmetry = 0; symmetry < 8; ++symmetry)
      for (u32 at = 0; at < 64; ++at)
        figures.digits[symmetry][at] = at % 8 < N && at / 8 < N ? digit(symmetry, at % 8, at / 8) : 0;
    for (u32 bits = 0; bits < 512; ++bits) {
      u32 number = 0;
      for (u32 place = 9; place-- > 0;) number = 3 * number + (bits >> place & 1);
      figures.ternary[bits] = number;
    }
  }

  /// The board with a number, its first side being to move.
  HOST_DEVICE static void board(u64 code, u64& first, u64& second) {
    first = second = 0;
    for (u32 place = 0; place < N * N; ++place, code /= 3) {
      u64 stone = 1ull << (place / N * STRIDE + place % N);
      if (code % 3 == 1) first |= stone;
      if (code % 3 == 2) second |= stone;
    }
  }

  /// What a stone of a side adds, in the view of a symmetry.
  HOST_DEVICE static u64 added(const Figures& figures, u32 symmetry, u32 side, u64 stones) {
    u64 all = 0;
#pragma unroll 1
    for (; stones != 0; stones &= stones - 1) all += figures.digits[symmetry][first_bit(stones)];
    return all * ((side ^ (symmetry >> 2)) + 1);
  }

  /// The number of the position after the side to move has placed a stone here and nothing was filled.
  DEVICE static u64 code_with(const Frame& frame, u32 next, u32 at) {
    u64 code = ~0ull;
#pragma unroll
    for (u32 view = 0; view < 4; ++view) {
      // In each of these views the stone belongs to the second side.
      u64 sum = frame.sums[4 * next + view] + 2 * figures().digits[4 * next + view][at];
      code = sum < code ? sum : code;
    }
    return code;
  }

  /// The number of the position after these stones were placed: the least of all views in which the side that
  /// moves next is the first.
  DEVICE static u64 code_after(const Frame& frame, u32 side, u64 own, u64 other) {
    u32 views = 4 * (side ^ 1);
    u64 sums[4] = {};
#pragma unroll 1
    for (u64 stones = own | other; stones != 0; stones &= stones - 1) {
      // In these views the side that has moved is the second.
      u32 at = first_bit(stones), is_own = own >> at & 1;
#pragma unroll
      for (u32 view = 0; view < 4; ++view) sums[view] += figures().digits[views + view][at] << is_own;
    }
    u64 code = ~0ull;
#pragma unroll
    for (u32 view = 0; view < 4; ++view) {
      u64 sum = frame.sums[views + view] + sums[view];
      code = sum < code ? sum : code;
    }
    return code;
  }
};
