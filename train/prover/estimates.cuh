// How hard a position looks before it has been searched, learned from what is proved: konoba-engine/src/solve/learned.rs.
#pragma once
#include "numbering.cuh"

/// How many ways there are to fill three by three points.
constexpr u32 FILLINGS = 19683;
/// The figures of learned.rs.
constexpr float RATE = 0.03f, EXPECTED = 0.1f, LACKED = 1.25f, BITS = 27;

template <Game GAME, int N>
struct Estimates : Numbering<N> {
  using R = Rules<GAME, N>;
  static constexpr u32 WINDOWS = N * N;
  static constexpr u32 LACK_WEIGHTS = WINDOWS * FILLINGS;
  static constexpr u32 WEIGHTS = LACK_WEIGHTS + 2 * LACKS * LACKS;

  /// The weight of what the sides lack, before anything was learned.
  static void begin(float* weights) {
    for (u32 own = 0; own < HOPELESS; ++own)
      for (u32 other = 0; other < HOPELESS; ++other)
        weights[lack_weight(0, own, other)] = (float(other) - float(own)) / 2;
  }

  HOST_DEVICE static u32 lack_weight(u32 kind, u32 own, u32 other) {
    return LACK_WEIGHTS + (kind * LACKS + own) * LACKS + other;
  }

  /// What is in the three by three points of a window, as digits to the base of three. The board is moved up by a row
  /// and a column.
  DEVICE static u32 seen(u64 moved, u32 window) {
    u32 rows = u32(moved >> (window / N * STRIDE + window % N));
    return figures().ternary[(rows & 7) | (rows >> 5 & 0x38) | (rows >> 10 & 0x1c0)];
  }

  DEVICE static u32 window_number(u64 own, u64 other, u32 window) {
    constexpr u32 UP = STRIDE + 1;
    return window * FILLINGS + seen(own << UP, window) + 2 * seen(other << UP, window);
  }

  /// What the sides lack, and the points that are on a shortest way or the only one at their step. Each of eight
  /// lanes looks from one edge, for one side, by one kind of steps.
  DEVICE static void look(Frame& frame) {
    Shared& s = shared();
    u32 side = frame.side, own_side = (lane() >> 1 & 1) ^ side;
    bool is_far = lane() & 1, diagonals = R::DIAGONALS ^ ((lane() >> 2 & 1) != 0);
    u64 own = frame.stones[own_side], other = frame.stones[own_side ^ 1];
    u64 open = Board<N>::ALL & ~other, edge = Board<N>::edge(own_side, is_far);
    u64 goal = Board<N>::edge(own_side, !is_far);
    u64 reached = flood_together(edge & own, own, diagonals), next = edge & open;
    if (lane() < 8) s.levels[lane()][0] = reached & goal;
    u32 steps = 0;
    for (bool goes_on = true; goes_on && steps < STEPS;) {
      ++steps;
      u64 grown = reached | next | (spread(reached, diagonals) & open);
      next = 0;
      u64 fresh = grown & ~reached & ~own;
      reached = flood_together(grown, own, diagonals);
      if (lane() < 8) s.levels[lane()][steps] = fresh;
      goes_on = any_lane(fresh != 0 && (reached & goal) == 0);
    }
    meet();
    u32 pair = lane() & 3, lack = HOPELESS;
    u64 on_way = 0, alone = 0;
    for (u32 step = steps; step > 0; --step)
      if ((s.levels[2 * pair][step] & s.levels[2 * pair + 1][1]) != 0) lack = step;
    if (s.levels[2 * pair][0] != 0) lack = 0;
    if (lack != HOPELESS) {
      for (u32 step = 1; step <= lack; ++step) {
        u64 level = s.levels[2 * pair][step] & s.levels[2 * pair + 1][lack + 1 - step];
        on_way |= level;
        if (count(level) == 1) alone |= level;
      }
    }
    if (lane() < 4) {
      s.on_way[lane()] = on_way;
      s.alone[lane()] = alone;
      frame.lacks[lane()] = lack;
    }
    meet();
  }

  DEVICE static u64 flood_together(u64 from, u64 through, bool diagonals) {
    for (;;) {
      u64 grown = from | (spread(from, diagonals) & through);
      u64 further = grown | (spread(grown, diagonals) & through);
      if (!any_lane(further != grown)) return further;
      from = further;
    }
  }

  /// How hard a position looks for the side that moves next, after a stone was placed here and nothing was filled.
  DEVICE static Numbers estimate(const Frame& frame, u32 next, u32 at, u64 stone, float all) {
    const Shared& s = shared();
    const float* weights = common().weights;
    int x = next == FIRST ? at % STRIDE : at / STRIDE, y = next == FIRST ? at / STRIDE : at % STRIDE;
    float before[9], after[9];
    u32 power = 2;
#pragma unroll
    for (int place = 0; place < 9; ++place) {
      int wx = x + 1 - place % 3, wy = y + 1 - place / 3;
      bool is_window = wx >= 0 && wx < N && wy >= 0 && wy < N;
      u32 number = is_window ? s.windows[wy * N + wx] : 0;
      before[place] = weights[number];
      after[place] = weights[number + (is_window ? power : 0)];
      power *= 3;
    }
    float chances = all;
    u32 own = 0, other = 0;
#pragma unroll
    for (u32 kind = 2; kind-- > 0;) {
      own = frame.lacks[2 * kind + 1];
      if ((s.alone[2 * kind + 1] & stone) != 0)
        own = lacking(frame.stones[next], frame.stones[next ^ 1] | stone, next, R::DIAGONALS ^ (kind == 1));
      other = frame.lacks[2 * kind] - ((s.on_way[2 * kind] & stone) != 0);
      chances += weights[lack_weight(kind, own, other)];
    }
#pragma unroll
    for (int place = 0; place < 9; ++place) chances += after[place] - before[place];
    return efforts(chances, own, other);
  }

  /// The same when something was filled.
  OUTLINE static Numbers estimate_filled(u32 depth, u64 new_own, u64 new_other, float all) {
    const Shared& s = shared();
    const Frame& frame = s.frames[depth];
    const float* weights = common().weights;
    u32 side = frame.side, next = side ^ 1;
    u64 changed = (new_own & ~frame.stones[side]) | (new_other & ~frame.stones[next]);
    u64 seen_own = new_other, seen_other = new_own;
    if (next == SECOND) seen_own = transposed(new_other), seen_other = transposed(new_own), changed = transposed(changed);
    float chances = all;
    for (u64 near = spread(changed, true) & Board<N>::ALL; near != 0; near &= near - 1) {
      u32 at = first_bit(near), window = at / STRIDE * N + at % STRIDE;
      chances += weights[window_number(seen_own, seen_other, window)] - weights[s.windows[window]];
    }
    u32 own = 0, other = 0;
    for (u32 kind = 2; kind-- > 0;) {
      bool diagonals = R::DIAGONALS ^ (kind == 1);
      own = lacking(new_other, new_own, next, diagonals);
      other = lacking(new_own, new_other, side, diagonals);
      chances += weights[lack_weight(kind, own, other)];
    }
    return efforts(chances, own, other);
  }

  /// How many points a side lacks at least to join its edges.
  OUTLINE static u32 lacking(u64 own, u64 other, u32 side, bool diagonals) {
    u64 open = Board<N>::ALL & ~other, goal = Board<N>::edge(side, true);
    u64 reached = flood(Board<N>::edge(side, false) & own, own, diagonals), next = Board<N>::edge(side, false) & open;
    for (u32 lack = 0; lack <= STEPS; ++lack) {
      if ((reached & goal) != 0) return lack;
      u64 grown = reached | next | (spread(reached, diagonals) & open);
      if (grown == reached) break;
      next = 0;
      reached = flood(grown, own, diagonals);
    }
    return HOPELESS;
  }

  DEVICE static Numbers efforts(float chances, u32 own, u32 other) {
    float both = LACKED * float((own < 12 ? own : 12) + (other < 12 ? other : 12));
    auto effort = [](float bits) { return u32(exp2f(fminf(fmaxf(bits, 0), BITS))); };
    return Numbers::open(effort(both - chances), effort(both + chances));
  }

  /// Learns whether the side to move wins a position. What it lacks is in the frame. Weights are read past the cache of the
  /// multiprocessor: one that is old would be corrected once more for what others have corrected already.
  OUTLINE static void hear(u32 depth, bool wins) {
    const Frame& frame = shared().frames[depth];
    float* weights = common().weights;
    u32 side = frame.side;
    u64 own = frame.stones[side], other = frame.stones[side ^ 1];
    if (side == SECOND) own = transposed(own), other = transposed(other);
#pragma unroll 1
    for (u32 mirror = 0; mirror < 4; ++mirror) {
      if (mirror == 2) own = rows_mirrored<N>(own), other = rows_mirrored<N>(other);
      if (mirror & 1) own = columns_mirrored<N>(own), other = columns_mirrored<N>(other);
      u32 numbers[(WINDOWS + LANES - 1) / LANES] = {};
      float chances = 0;
      u32 shares = 0;
      for (u32 window = lane(); window < WINDOWS; window += LANES) {
        numbers[shares] = window_number(own, other, window);
        chances += read(weights + numbers[shares++]);
      }
      chances = sum(chances);
      for (u32 kind = 0; kind < 2; ++kind)
        chances += read(weights + lack_weight(kind, frame.lacks[2 * kind], frame.lacks[2 * kind + 1]));
      float surprise = (wins ? 1 : 0) - 1 / (1 + expf(-chances));
      // All lanes have computed the same, but a lane alone may have seen what others wrote meanwhile.
      if (!any_lane(fabsf(surprise) >= EXPECTED)) return;
      for (u32 share = 0; share < shares; ++share) add(weights + numbers[share], RATE * surprise);
      if (lane() < 2)
        add(weights + lack_weight(lane(), frame.lacks[2 * lane()], frame.lacks[2 * lane() + 1]), RATE * surprise);
      if (mirror & 1) own = columns_mirrored<N>(own), other = columns_mirrored<N>(other);
    }
  }
};
