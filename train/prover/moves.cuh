// The moves of a position, a lane each, and what they come to: konoba-engine/src/solve/search.rs.
#pragma once
#include "estimates.cuh"

/// One of the moves that a lane knows.
struct Move {
  u32 win, loss;
  /// The point, PASS or NONE; and from bit 8 on, within how many moves the game ends.
  u32 info;
};

/// What all moves come to.
struct Sum {
  Numbers numbers;
  /// The move to look at next, and how hard the next best one looks.
  Move best;
  u32 second;
};

template <Game GAME, int N>
struct Moves : Estimates<GAME, N> {
  using Base = Estimates<GAME, N>;
  using R = typename Base::R;
  using Base::code_with, Base::code_after, Base::look, Base::estimate;

  /// Every move with what is known of it and the number of the position behind it, a lane each; the second share of moves
  /// where there are more than lanes. Whether one of them wins at once: then it is told of no others.
  DEVICE static bool expand(u32 depth, u32 share, Move& move, u64& code) {
    Shared& s = shared();
    const Table table = common().table;
    Frame& frame = s.frames[depth];
    look(frame);
    u32 side = frame.side, next = side ^ 1;
    u64 own = frame.stones[side], other = frame.stones[next];
    u64 empty = Board<N>::ALL & ~(own | other);
    u64 wins = frame.lacks[0] == 1 ? s.on_way[0] : 0, straight = frame.lacks[1] == 1 ? s.on_way[1] : 0;
    u64 threats = straight;
#pragma unroll
    for (u32 half = 0; half < 64; half += LANES) {
      u32 at = half + lane();
      if (empty >> at & 1) s.points[count(empty & ((1ull << at) - 1))] = at;
    }
    meet();
    u32 number = share * LANES + lane();
    bool is_move = number < count(empty);
    u32 at = is_move ? s.points[number] : 0;
    u64 stone = is_move ? 1ull << at : 0;
    code = 0;
    Placed placed = {own, other, 0, false, false};
    if (is_move) placed = R::place(own, other, stone);
    is_move = placed.is_legal;
    // The other side too may win here by what its stone would fill.
    if (R::HAS_FILLS) threats |= either(placed.instead != 0 && joins<N>(placed.instead, next, R::DIAGONALS) ? stone : 0);
    bool has_won = is_move && (stone & wins) != 0, has_lost = false;
    if (R::HAS_FILLS && placed.fills && is_move) {
      has_won = joins<N>(placed.own, side, R::DIAGONALS);
      has_lost = !has_won && joins<N>(placed.other, next, R::DIAGONALS);
    }
    if (any_lane(has_won)) {
      move = {Numbers::NEVER, 0, has_won ? at : NONE};
      return true;
    }
    if (!any_lane(is_move) && share == 0) {
      code = code_after(frame, side, 0, 0);
      u64 word = table.find(code);
      Numbers numbers = word != 0 ? unpacked(word) : Numbers::open(1, 1);
      move = {numbers.win, numbers.loss, lane() == 0 ? PASS | numbers.within << 8 : NONE};
      return false;
    }
    if (is_move) {
      code = placed.fills ? code_after(frame, side, placed.own & ~own, placed.other & ~other) : code_with(frame, next, at);
      table.fetch(code);
    }
    // A threat of the other side that is still there.
    bool is_beaten = false;
    u64 left = is_move && !has_lost ? threats & ~(placed.own | placed.other) : 0;
#pragma unroll 1
    while (any_lane(left != 0)) {
      if (left == 0) continue;
      u64 reply = left & -left;
      left &= left - 1;
      Placed after = R::place(placed.other, placed.own, reply);
      is_beaten = after.is_legal && ((reply & straight) != 0 || joins<N>(after.own, next, R::DIAGONALS));
      if (is_beaten) left = 0;
    }
    Numbers numbers = Numbers::won(has_lost ? 0 : 1);
    u64 word = is_move && !has_lost ? table.find(code) : 0;
    if (word != 0) numbers = unpacked(word);
    bool is_new = is_move && !has_lost && !is_beaten && word == 0;
    if (any_lane(is_new)) {
      Numbers estimated = estimate(frame, {at, stone, placed.own, placed.other, placed.fills}, is_new);
      if (is_new) numbers = estimated;
    }
    move = {numbers.win, numbers.loss, is_move ? at | numbers.within << 8 : NONE};
    return false;
  }

  /// A move that is known to win the first position, and whether it ends the game. NONE if none is known.
  DEVICE static u32 known_reply(bool& ends) {
    const u64* stones = shared().frames[0].stones;
    u32 best = ~0u, points = count(Board<N>::ALL & ~(stones[0] | stones[1]));
    ends = false;
    for (u32 share = 0; (share * LANES < points || share == 0) && !ends; ++share) {
      Move move;
      u64 code;
      ends = expand(0, share, move, code);
      bool wins = (move.info & 255) != NONE && move.loss == 0;
      u32 mine = least(wins ? (move.info >> 8) << 8 | (move.info & 255) : ~0u);
      best = mine < best ? mine : best;
    }
    return best == ~0u ? NONE : best & 255;
  }

  /// How much work it still looks to answer the moves of all lanes.
  DEVICE static u64 work_of_all(const Move& move) {
    u32 win = (move.info & 255) != NONE ? move.win : 0;
    return total(win & 0xffff) + (u64(total(win >> 16)) << 16);
  }

  /// The same where so many moves are open: all of them have to be answered.
  DEVICE static u32 loss_of_all(u64 work, u32 open) {
    u64 loss = work + open - 1;
    return loss < Numbers::MOST ? u32(loss) : Numbers::MOST;
  }

  /// What the moves of all lanes come to, if they look so hard to prove.
  OUTLINE static Sum sum_of(const Move& move, u32 hard) {
    bool is_move = (move.info & 255) != NONE;
    u32 mine = is_move ? hard : ~0u, first = least(mine), lane_of = first_bit(lanes_where(mine == first));
    Sum sum;
    sum.best = {shuffle(move.win, lane_of), shuffle(move.loss, lane_of), shuffle(move.info, lane_of)};
    sum.second = least(lane() == lane_of ? ~0u : mine);
    if (sum.second > Numbers::NEVER) sum.second = Numbers::NEVER;
    u32 easiest = least(is_move ? move.loss : ~0u), within = move.info >> 8;
    u32 open = count(lanes_where(is_move && move.win > 0));
    if (easiest == 0) {
      sum.numbers = Numbers::won(least(is_move && move.loss == 0 ? within : ~0u) + 1);
    } else if (open == 0) {
      sum.numbers = Numbers::lost(most(is_move ? within : 0) + 1);
    } else {
      sum.numbers = Numbers::open(easiest, loss_of_all(work_of_all(move), open));
    }
    return sum;
  }

  /// The same with a second share of moves.
  OUTLINE static Sum sum_of_both(const Move& move, u32 hard, const Move& further, u32 further_hard) {
    Sum one = sum_of(move, hard);
    if (!any_lane((further.info & 255) != NONE)) return one;
    Sum other = sum_of(further, further_hard);
    u32 open = count(lanes_where((move.info & 255) != NONE && move.win > 0)) +
               count(lanes_where((further.info & 255) != NONE && further.win > 0));
    u32 first = least((move.info & 255) != NONE ? hard : ~0u);
    u32 further_first = least((further.info & 255) != NONE ? further_hard : ~0u);
    Sum sum = first <= further_first ? one : other;
    u32 rest = first <= further_first ? further_first : first;
    sum.second = rest < sum.second ? rest : sum.second;
    const Numbers &a = one.numbers, &b = other.numbers;
    bool a_wins = a.is_proved() && a.win == 0, b_wins = b.is_proved() && b.win == 0;
    if (a_wins || b_wins) {
      sum.numbers = !b_wins || (a_wins && a.within < b.within) ? a : b;
    } else if (open == 0) {
      sum.numbers = a.within > b.within ? a : b;
    } else {
      u32 win = a.win < b.win ? a.win : b.win;
      sum.numbers = Numbers::open(win, loss_of_all(work_of_all(move) + work_of_all(further), open));
    }
    return sum;
  }
};
