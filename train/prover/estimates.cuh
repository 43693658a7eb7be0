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
    u64 reached = 0, next = edge & own;
    u32 lack = HOPELESS;
#pragma unroll 1
    for (u32 steps = 0; steps <= STEPS; ++steps) {
      u64 grown = reached | next | (spread(reached, diagonals) & open), fresh = grown & ~reached & ~own;
      next = steps == 0 ? edge & open : 0;
      reached = flood_together(grown, own, diagonals);
      if (lane() < 8) s.levels[steps][lane()] = fresh;
      bool is_there = (reached & goal) != 0;
      if (is_there && lack == HOPELESS) lack = steps;
      if (!any_lane((fresh != 0 || steps == 0) && !is_there)) break;
    }
    meet();
    // Four pairs of edges, and for each of them eight lanes that look at a step each.
    u32 pair = lane() >> 1 & 3;
    u64 on_way = 0, alone = 0;
#pragma unroll 1
    for (u32 step = 1 + ((lane() & 1) | (lane() >> 3) << 1); step <= lack && lack != HOPELESS; step += 8) {
      u64 level = s.levels[step][2 * pair] & s.levels[lack + 1 - step][2 * pair + 1];
      on_way |= level;
      if (count(level) == 1) alone |= level;
    }
#pragma unroll 1
    for (u32 part = 1; part < LANES; part = part == 1 ? 8 : 2 * part) {
      on_way |= shuffle(on_way, lane() ^ part);
      alone |= shuffle(alone, lane() ^ part);
    }
    if (lane() == 2 * pair) {
      s.on_way[pair] = on_way;
      s.alone[pair] = alone;
      frame.lacks[pair] = lack;
    }
    meet();
  }

  DEVICE static u64 flood_together(u64 from, u64 through, bool diagonals) {
#pragma unroll 1
    for (;;) {
      u64 grown = from | (spread(from, diagonals) & through);
      u64 further = grown | (spread(grown, diagonals) & through);
      if (!any_lane(further != grown)) return further;
      from = further;
    }
  }

  /// What a lane's move leads to.
  struct Behind {
    u32 at;
    u64 stone, own, other;
    bool fills;
  };

  /// How hard the positions behind moves look for the side that moves next, each lane's where that is asked for.
  DEVICE static Numbers estimate(const Frame& frame, const Behind& move, bool is_asked) {
    Shared& s = shared();
    u32 side = frame.side, next = side ^ 1;
    find_lacks(frame, move, is_asked);
    // All windows, by all lanes: of this position, and of the few in which something was filled.
    float chances = 0;
    u32 left = lanes_where(is_asked && move.fills), of = LANES;
#pragma unroll 1
    for (;;) {
      u64 own = frame.stones[next], other = frame.stones[side];
      u64 filled_own = shuffle(move.other, of % LANES), filled_other = shuffle(move.own, of % LANES);
      if (of < LANES) own = filled_own, other = filled_other;
      if (next == SECOND) own = transposed(own), other = transposed(other);
      float weight = 0;
#pragma unroll
      for (u32 window = lane(); window < WINDOWS; window += LANES) {
        u32 number = window_number(own, other, window);
        if (of == LANES) s.windows[window] = number;
        weight += common().weights[number];
      }
      weight = sum(weight);
      if (of == LANES || of == lane()) chances = weight;
      if (left == 0) break;
      of = first_bit(left);
      left &= left - 1;
    }
    meet();
    if (!is_asked) return Numbers::open(1, 1);
    if (!move.fills) chances += changed_by(next, move.at);
    u32 own = 0, other = 0;
#pragma unroll 1
    for (u32 kind = 2; kind-- > 0;) {
      bool is_alone = (s.alone[2 * kind + 1] & move.stone) != 0;
      own = move.fills || is_alone ? s.lacks[(2 * kind + 1) * LANES + lane()] : frame.lacks[2 * kind + 1];
      other = move.fills ? s.lacks[2 * kind * LANES + lane()]
                         : frame.lacks[2 * kind] - ((s.on_way[2 * kind] & move.stone) != 0);
      chances += common().weights[lack_weight(kind, own, other)];
    }
    return efforts(chances, own, other);
  }

  /// Finds what the sides lack where that is not known from before: where a stone takes the only point at its step, and
  /// where something is filled. What lanes ask for is shared out among all of them.
  DEVICE static void find_lacks(const Frame& frame, const Behind& move, bool is_asked) {
    Shared& s = shared();
    u32 count_asked = 0;
#pragma unroll 1
    for (u32 what = 0; what < 4; ++what) {
      bool asks = is_asked && (move.fills || ((what & 1) != 0 && (s.alone[what] & move.stone) != 0));
      u32 asking = lanes_where(asks);
      if (asks) s.asked[count_asked + count(asking & ((1u << lane()) - 1))] = what * LANES + lane();
      count_asked += count(asking);
    }
    meet();
#pragma unroll 1
    for (u32 first = 0; first < count_asked; first += LANES) {
      bool is_one = first + lane() < count_asked;
      u32 asked = is_one ? s.asked[first + lane()] : 0, what = asked / LANES;
      u64 own = shuffle(move.own, asked % LANES), other = shuffle(move.other, asked % LANES);
      bool of_next = (what & 1) != 0;
      if (is_one)
        s.lacks[asked] = lacking(of_next ? other : own, of_next ? own : other, frame.side ^ u32(of_next),
                                 R::DIAGONALS ^ (what > 1));
    }
    meet();
  }

  /// What a stone of the side that has moved changes in the windows around it.
  DEVICE static float changed_by(u32 next, u32 at) {
    const float* weights = common().weights;
    u32 x = next == FIRST ? at % STRIDE : at / STRIDE, y = next == FIRST ? at / STRIDE : at % STRIDE;
    float before[9], after[9], changed = 0;
    u32 power = 2;
#pragma unroll
    for (u32 place = 0; place < 9; ++place) {
      // Beyond an edge both are greater than any.
      u32 window_x = x + 1 - place % 3, window_y = y + 1 - place / 3;
      bool is_window = window_x < N && window_y < N;
      u32 number = is_window ? shared().windows[window_y * N + window_x] : 0;
      before[place] = weights[number];
      after[place] = weights[number + (is_window ? power : 0)];
      power *= 3;
    }
#pragma unroll
    for (u32 place = 0; place < 9; ++place) changed += after[place] - before[place];
    return changed;
  }

  /// How many points a side lacks at least to join its edges.
  OUTLINE static u32 lacking(u64 own, u64 other, u32 side, bool diagonals) {
    u64 open = Board<N>::ALL & ~other, goal = Board<N>::edge(side, true);
    u64 edge = Board<N>::edge(side, false), reached = 0, next = edge & own;
#pragma unroll 1
    for (u32 lack = 0; lack <= STEPS; ++lack) {
      u64 grown = reached | next | (spread(reached, diagonals) & open);
      if (grown == reached && lack > 0) break;
      next = lack == 0 ? edge & open : 0;
      reached = flood(grown, own, diagonals);
      if ((reached & goal) != 0) return lack;
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
