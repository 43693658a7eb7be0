// The winner's reply to everything: found by all warps, one move of both sides after the other, and written as a certificate
// that `konoba check` reads.
#pragma once
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

#include "machine.cuh"

/// A position in which the winner is to move.
struct Stones {
  u64 of[2];
};

/// The positions that the replies lead to.
struct Replies {
  /// The numbers of those that were met, each plus one, where its hash says or next to that.
  u64* met;
  u64 mask;
  Stones* list;
  u8* replies;
  u64 most;
  u64* count;
  /// How many positions had no reply, or could be lost.
  u64* failed;
  u32 winner;
  Root start;
};

/// How often a search begins anew for a reply that is not known any more.
constexpr u32 TRIES = 100000;

template <Game GAME, int N>
struct Walk {
  using S = Search<GAME, N>;
  S search;
  const Replies& to;

  DEVICE Walk(const Common& common, const Figures& figures, Shared& shared, const Replies& replies)
      : search(common, figures, shared), to(replies) {}

  /// Finds the reply in a position, and the positions that the other side's moves lead to then.
  DEVICE void answer(u64 number, u32& dice) {
    const Stones& stones = to.list[number];
    Root root = {stones.of[0], stones.of[1], to.winner, 0, 0};
    u32 point = NONE;
    bool ends = false;
    for (u32 tries = 0; tries < TRIES; ++tries) {
      search.begin_at(root);
      point = known_reply(ends);
      if (point != NONE) break;
      u64 proved;
      search.work(root, dice, proved);
    }
    if (lane() == 0) {
      to.replies[number] = point;
      if (point == NONE) add(to.failed, 1ull);
    }
    if (point == NONE || ends) return;
    search.go(0, point);
    meet_all(1);
  }

  DEVICE u32 known_reply(bool& ends) {
    u32 best = ~0u, points = count(Board<N>::ALL & ~(search.s.frames[0].stones[0] | search.s.frames[0].stones[1]));
    ends = false;
    for (u32 share = 0; (share * LANES < points || share == 0) && !ends; ++share) {
      Move move;
      ends = search.expand(0, share, move);
      bool wins = (move.info & 255) != NONE && move.loss == 0;
      u32 mine = least(wins ? (move.info >> 8) << 8 | (move.info & 255) : ~0u);
      best = mine < best ? mine : best;
    }
    return best == ~0u ? NONE : best & 255;
  }

  /// Every position that the loser's moves lead to.
  DEVICE void meet_all(u32 depth) {
    const Frame& frame = search.s.frames[depth];
    u32 side = frame.side;
    u64 own = frame.stones[side], other = frame.stones[side ^ 1], empty = Board<N>::ALL & ~(own | other);
    bool has_moves = false;
    for (u32 half = 0; half < 64; half += LANES) {
      u64 stone = empty & 1ull << (half + lane()), new_own = own, new_other = other;
      bool fills, is_move = stone != 0 && S::R::place(new_own, new_other, stone, fills);
      has_moves |= any_lane(is_move);
      if (!is_move) continue;
      if (joins<N>(new_own, side, S::R::DIAGONALS)) add(to.failed, 1ull);
      else if (!joins<N>(new_other, side ^ 1, S::R::DIAGONALS)) meet_one(frame, side, new_own, new_other);
    }
    if (!has_moves && lane() == 0) meet_one(frame, side, own, other);
  }

  DEVICE void meet_one(const Frame& frame, u32 side, u64 own, u64 other) {
    // Or those that were met would fill their table, and none would find its place.
    if (read(to.count) >= to.most) {
      add(to.failed, 1ull);
      return;
    }
    u64 key = frame.sums[0] + S::added(search.figures, 0, side, own & ~frame.stones[side]) +
              S::added(search.figures, 0, side ^ 1, other & ~frame.stones[side ^ 1]) + 1;
    for (u64 at = scattered(key) & to.mask;; at = (at + 1) & to.mask) {
      u64 old = replace(to.met + at, 0, key);
      if (old == key) return;
      if (old == 0) break;
    }
    u64 number = take(to.count, 1);
    if (number >= to.most) {
      add(to.failed, 1ull);
      return;
    }
    to.list[number].of[side] = own;
    to.list[number].of[side ^ 1] = other;
  }

  /// Answers the positions from one number to another; without any, meets those that begin the games.
  DEVICE void run(u32 warp, u32 warps, u64 begin, u64 end) {
    u32 dice = warp + 1;
    if (begin == end && warp == 0) {
      search.begin_at(to.start);
      const Frame& frame = search.s.frames[0];
      if (frame.side != to.winner) meet_all(0);
      else if (lane() == 0) meet_one(frame, frame.side, frame.stones[frame.side], frame.stones[frame.side ^ 1]);
    }
    for (u64 number = begin + warp; number < end; number += warps) answer(number, dice);
  }
};

#ifdef __CUDACC__
template <Game GAME, int N>
__global__ void __launch_bounds__(WARPS * LANES)
    answer_all(Common common, const Figures* figures, Replies replies, u64 begin, u64 end) {
  __shared__ Figures own_figures;
  __shared__ Shared shared[WARPS];
  take_figures(own_figures, figures);
  u32 warp = blockIdx.x * WARPS + threadIdx.x / LANES;
  Walk<GAME, N>(common, own_figures, shared[threadIdx.x / LANES], replies).run(warp, gridDim.x * WARPS, begin, end);
}
template <Game GAME, int N>
void answer(const Common& common, const Figures* figures, const Replies& replies, u64 begin, u64 end, u32 warps) {
  answer_all<GAME, N><<<(warps + WARPS - 1) / WARPS, WARPS * LANES>>>(common, figures, replies, begin, end);
  ensure(cudaGetLastError());
  ensure(cudaDeviceSynchronize());
}
#else
template <Game GAME, int N>
void answer(const Common& common, const Figures* figures, const Replies& replies, u64 begin, u64 end, u32 warps) {
  run_warps(warps, [&](u32 warp, Shared& shared) {
    Walk<GAME, N>(common, *figures, shared, replies).run(warp, warps, begin, end);
  });
}
#endif

/// Writes a certificate: the replies in the order in which the checker asks for them.
template <Game GAME, int N>
bool certify(std::FILE* file, const char* game, const Root& start, u32 winner, const std::vector<Stones>& list,
             const std::vector<u8>& replies) {
  using R = Rules<GAME, N>;
  struct Hash {
    std::size_t operator()(const Stones& stones) const { return scattered(stones.of[0] * 0x9e3779b97f4a7c15ull ^ stones.of[1]); }
  };
  struct Same {
    bool operator()(const Stones& a, const Stones& b) const { return a.of[0] == b.of[0] && a.of[1] == b.of[1]; }
  };
  std::unordered_map<Stones, u8, Hash, Same> known;
  known.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) known.emplace(list[i], replies[i]);
  const char* names[] = {"black", "white"};
  std::fprintf(file, "konoba-certificate 2\ngame %s:%d,nopie\nstart ", game, N);
  for (int y = N - 1; y >= 0; --y) {
    for (int x = 0; x < N; ++x) {
      u64 stone = 1ull << (STRIDE * y + x);
      std::fputc((start.first & stone) != 0 ? 'B' : (start.second & stone) != 0 ? 'W' : '.', file);
    }
    if (y > 0) std::fputc('/', file);
  }
  std::fprintf(file, " %s\nwinner %s\n", names[start.side], names[winner]);
  constexpr u8 DONE = 254;
  struct Waiting {
    Stones stones;
    u32 side;
  };
  std::vector<Waiting> waiting = {{{{start.first, start.second}}, start.side}};
  auto ends = [&](const Stones& stones) { return joins<N>(stones.of[winner], winner, R::DIAGONALS); };
  while (!waiting.empty()) {
    auto [stones, side] = waiting.back();
    waiting.pop_back();
    u64 empty = Board<N>::ALL & ~(stones.of[0] | stones.of[1]);
    if (side == winner) {
      auto found = known.find(stones);
      if (found == known.end() || found->second == NONE) return false;
      u32 point = found->second;
      if (point == DONE) continue;
      found->second = DONE;
      Stones next = stones;
      bool fills;
      if (point == PASS) {
        std::fputs("pass\n", file);
      } else {
        std::fprintf(file, "%c%d\n", 'a' + point % STRIDE, point / STRIDE + 1);
        R::place(next.of[side], next.of[side ^ 1], 1ull << point, fills);
      }
      if (!ends(next)) waiting.push_back({next, side ^ 1});
      continue;
    }
    // By columns; what is added last is looked at first.
    bool has_moves = false;
    for (int x = N - 1; x >= 0; --x)
      for (int y = N - 1; y >= 0; --y) {
        u64 stone = 1ull << (STRIDE * y + x);
        Stones next = stones;
        bool fills;
        if ((empty & stone) == 0 || !R::place(next.of[side], next.of[side ^ 1], stone, fills)) continue;
        has_moves = true;
        if (!ends(next)) waiting.push_back({next, side ^ 1});
      }
    if (!has_moves) waiting.push_back({stones, side ^ 1});
  }
  return true;
}
