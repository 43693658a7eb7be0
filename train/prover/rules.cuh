// The rules of both games on boards up to 7x7: a point (x, y) is bit y * 8 + x of a word.
#pragma once
#include "warp.cuh"

enum class Game { KONOBI, QUENTIN };

/// The sides: the first, which joins bottom and top, and the second, which joins left and right.
constexpr u32 FIRST = 0, SECOND = 1;
/// Every board has a gap behind each row.
constexpr int STRIDE = 8;

/// The points of a board and of its edges.
template <int N>
struct Board {
  static_assert(N <= 7, "each row has a gap behind it");
  static constexpr u64 ROW = (1ull << N) - 1;
  static constexpr u64 COLUMN = 0x0101010101010101ull & ((1ull << STRIDE * N) - 1);
  static constexpr u64 ALL = ROW * COLUMN;
  /// The near edge of a side, or the far one.
  HOST_DEVICE static u64 edge(u32 side, bool is_far) {
    if (side == FIRST) return is_far ? ROW << (STRIDE * (N - 1)) : ROW;
    return is_far ? COLUMN << (N - 1) : COLUMN;
  }
};

/// The orthogonal neighbours of the points of a set, and more in the gaps.
HOST_DEVICE u64 beside(u64 set) { return set << 8 | set >> 8 | set << 1 | set >> 1; }

/// The neighbours of the points of a set with the points themselves, diagonal ones too if that is asked for, and more in
/// the gaps.
HOST_DEVICE u64 spread(u64 set, bool diagonals) {
  u64 row = set | set << 1 | set >> 1, middle = diagonals ? row : set;
  return row | middle << 8 | middle >> 8;
}

/// What is reached from some points through others, by orthogonal steps or by diagonal ones too.
HOST_DEVICE u64 flood(u64 from, u64 through, bool diagonals) {
#pragma unroll 1
  for (;;) {
    u64 grown = from | (spread(from, diagonals) & through);
    if (grown == from) return from;
    from = grown;
  }
}

/// Whether a chain of the side joins its edges.
template <int N>
HOST_OUTLINE bool joins(u64 stones, u32 side, bool diagonals) {
  u64 joined = flood(stones & Board<N>::edge(side, false), stones, diagonals);
  return (joined & Board<N>::edge(side, true)) != 0;
}

/// Both sides after a stone was placed: whether that was legal, whether something was filled, and for the other side what
/// it would have if it had placed the stone and filled something, and 0 if it may not.
struct Placed {
  u64 own, other, instead;
  bool is_legal, fills;
};

template <Game GAME, int N>
struct Rules;

template <int N>
struct Rules<Game::QUENTIN, N> {
  static constexpr bool DIAGONALS = false, HAS_FILLS = true;

  /// Whether two stones are diagonal neighbours with no stone of the set beside both (Q4).
  HOST_OUTLINE static bool has_bad_diagonal(u64 own) {
    u64 south = own << 8, west = own << 1, east = own >> 1;
    u64 rising = own << 9 & ~(south | west), falling = own << 7 & ~(south | east);
    return (own & (rising | falling)) != 0;
  }

  /// Places a stone and fills territories (Q1 to Q4).
  HOST_OUTLINE static Placed place(u64 own, u64 other, u64 stone) {
    u64 stones = own | other | stone, empty = Board<N>::ALL & ~stones;
    u64 north = stones >> 8, south = stones << 8, east = stones >> 1, west = stones << 1;
    u64 two = (north & south) | (east & west) | ((north | south) & (east | west));
    u64 open = empty & ~two;
    // Only from here can a region have become a territory.
    u64 closed = beside(stone) & empty & two & ~beside(open);
    u64 filled_own = 0, filled_other = 0, instead_own = 0, instead_other = 0;
#pragma unroll 1
    while (closed != 0) {
      u64 region = closed & -closed, grown;
      // Most regions come to an open point after a few steps.
#pragma unroll 1
      while ((grown = spread(region, false) & empty) != region && (grown & open) == 0) region = grown;
      closed &= ~grown;
      if ((grown & open) != 0) continue;
      u64 near = beside(region);
      u32 of_own = count(own & near), of_other = count(other & near);
      (of_own + 1 > of_other ? filled_own : filled_other) |= region;
      (of_other + 1 > of_own ? instead_other : instead_own) |= region;
    }
    Placed placed = {own | filled_own | stone, other | filled_other, 0, true, (filled_own | filled_other) != 0};
    placed.is_legal = !has_bad_diagonal(placed.own);
    if (placed.fills) {
      if (has_bad_diagonal(placed.other)) placed.is_legal = false;
      instead_other |= other | stone;
      if (!has_bad_diagonal(instead_other) && !has_bad_diagonal(own | instead_own)) placed.instead = instead_other;
    }
    return placed;
  }
};

template <int N>
struct Rules<Game::KONOBI, N> {
  static constexpr bool DIAGONALS = true, HAS_FILLS = false;

  /// Where a side may place (K2, K3).
  HOST_OUTLINE static u64 legal(u64 own, u64 other) {
    u64 empty = Board<N>::ALL & ~(own | other);
    u64 north = own >> 8, south = own << 8, east = own >> 1, west = own << 1;
    u64 weak_ne = own >> 9 & ~(north | east), weak_nw = own >> 7 & ~(north | west);
    u64 weak_se = own << 7 & ~(south | east), weak_sw = own << 9 & ~(south | west);
    u64 clean = empty & ~(weak_ne | weak_nw | weak_se | weak_sw);
    u64 joinable = own & beside(clean);
    north = other >> 8, south = other << 8, east = other >> 1, west = other << 1;
    u64 refused = (weak_ne & (joinable >> 9 | (north & east))) | (weak_nw & (joinable >> 7 | (north & west))) |
                  (weak_se & (joinable << 7 | (south & east))) | (weak_sw & (joinable << 9 | (south & west)));
    return empty & ~refused;
  }

  HOST_DEVICE static Placed place(u64 own, u64 other, u64 stone) {
    return {own | stone, other, 0, (legal(own, other) & stone) != 0, false};
  }
};

/// Columns become rows.
HOST_OUTLINE u64 transposed(u64 set) {
  u64 changed = (set ^ set >> 7) & 0x00aa00aa00aa00aaull;
  set ^= changed ^ changed << 7;
  changed = (set ^ set >> 14) & 0x0000cccc0000ccccull;
  set ^= changed ^ changed << 14;
  changed = (set ^ set >> 28) & 0x00000000f0f0f0f0ull;
  return set ^ changed ^ changed << 28;
}

/// Left becomes right.
template <int N>
HOST_OUTLINE u64 columns_mirrored(u64 set) {
  set = (set >> 1 & 0x5555555555555555ull) | (set & 0x5555555555555555ull) << 1;
  set = (set >> 2 & 0x3333333333333333ull) | (set & 0x3333333333333333ull) << 2;
  set = (set >> 4 & 0x0f0f0f0f0f0f0f0full) | (set & 0x0f0f0f0f0f0f0f0full) << 4;
  return set >> (STRIDE - N);
}

/// Bottom becomes top.
template <int N>
HOST_OUTLINE u64 rows_mirrored(u64 set) {
  u64 mirrored = 0;
  for (int y = 0; y < N; ++y) mirrored |= (set >> (STRIDE * y) & Board<N>::ROW) << (STRIDE * (N - 1 - y));
  return mirrored;
}
