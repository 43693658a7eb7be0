// The winner's reply to everything: found by all warps, one move of both sides after the other, and written as a certificate
// that `konoba check` reads.
#pragma once
#include <cstdio>
#include <string>
#include <utility>
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
  /// How many positions could be lost, or found no room.
  u64* failed;
  /// The numbers of positions whose reply takes more than one warp to find, and how many there are.
  u64* hard;
  u64* hard_count;
  /// Where it is not nothing: the numbers of the positions to answer.
  const u64* todo;
  u32 winner;
  Root start;
};

/// How often one warp searches for a reply that is not known any more, before all warps do.
constexpr u32 TRIES = 32;
/// How many positions may wait for that at once.
constexpr u64 MOST_HARD = 1 << 16;

template <Game GAME, int N>
struct Walk {
  using S = Search<GAME, N>;
  S search;
  const Replies& to;

  DEVICE explicit Walk(const Replies& replies) : to(replies) {}

  /// Finds the reply in a position, and the positions that the other side's moves lead to then.
  DEVICE void answer(u64 number, u32& dice) {
    const Stones& stones = to.list[number];
    Root root = {stones.of[0], stones.of[1], to.winner, 0, 0};
    u32 point = NONE;
    bool ends = false;
    for (u32 tries = 0; tries < TRIES; ++tries) {
      search.begin_at(root);
      point = search.known_reply(ends);
      if (point != NONE) break;
      u64 proved;
      search.work(root, dice, proved);
    }
    if (lane() == 0) {
      to.replies[number] = point;
      u64 place = point == NONE ? take(to.hard_count, 1) : 0;
      if (point == NONE && place < MOST_HARD) to.hard[place] = number;
      if (point == NONE && place >= MOST_HARD) add(to.failed, 1ull);
    }
    if (point == NONE || ends) return;
    search.go(0, point);
    meet_all(1);
  }

  /// Every position that the loser's moves lead to.
  DEVICE void meet_all(u32 depth) {
    const Frame& frame = shared().frames[depth];
    u32 side = frame.side;
    u64 own = frame.stones[side], other = frame.stones[side ^ 1], empty = Board<N>::ALL & ~(own | other);
    bool has_moves = false;
    for (u32 half = 0; half < 64; half += LANES) {
      u64 stone = empty & 1ull << (half + lane());
      Placed placed = {own, other, 0, false, false};
      if (stone != 0) placed = S::R::place(own, other, stone);
      has_moves |= any_lane(placed.is_legal);
      if (!placed.is_legal) continue;
      if (joins<N>(placed.own, side, S::R::DIAGONALS)) add(to.failed, 1ull);
      else if (!joins<N>(placed.other, side ^ 1, S::R::DIAGONALS)) meet_one(frame, side, placed.own, placed.other);
    }
    if (!has_moves && lane() == 0) meet_one(frame, side, own, other);
  }

  DEVICE void meet_one(const Frame& frame, u32 side, u64 own, u64 other) {
    // Or those that were met would fill their table, and none would find its place.
    if (read(to.count) >= to.most) {
      add(to.failed, 1ull);
      return;
    }
    u64 key = frame.sums[0] + S::added(figures(), 0, side, own & ~frame.stones[side]) +
              S::added(figures(), 0, side ^ 1, other & ~frame.stones[side ^ 1]) + 1;
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
      const Frame& frame = shared().frames[0];
      if (frame.side != to.winner) meet_all(0);
      else if (lane() == 0) meet_one(frame, frame.side, frame.stones[frame.side], frame.stones[frame.side ^ 1]);
    }
    for (u64 at = begin + warp; at < end; at += warps) answer(to.todo == nullptr ? at : to.todo[at], dice);
  }
};

/// Answers the positions from one number to another.
template <Game GAME, int N>
struct Answers {
  Replies replies;
  u64 begin, end;

  DEVICE void operator()(u32 warp, u32 warps) const { Walk<GAME, N>(replies).run(warp, warps, begin, end); }
};

/// What is known of replies when all have been found, or one cannot be.
struct Found {
  std::vector<Stones> list;
  std::vector<u8> replies;
  bool is_whole;
};

/// Finds the replies to everything.
template <Game GAME, int N>
class Finder {
  Common common;
  const Figures* figures;
  u32 warps;
  Replies to;
  u64* todo = allocate<u64>(MOST_HARD);
  Root* roots = allocate<Root>(MOST_HARD);

  static u64 fetched(const u64* from) {
    u64 value;
    fetch(&value, from, 1);
    return value;
  }

  void answer(const u64* numbers, u64 begin, u64 end) {
    Replies now = to;
    now.todo = numbers;
    run_all(common, figures, Answers<GAME, N>{now, begin, end}, warps);
  }

  /// All warps together search what was too hard for one. Whether it took no more than the seconds that are left.
  bool answer_hard(double& seconds) {
    u64 count, none = 0;
    while ((count = fetched(to.hard_count)) > 0 && fetched(to.failed) == 0) {
      std::vector<u64> numbers(count);
      fetch(numbers.data(), to.hard, count);
      send(to.hard_count, &none, 1);
      std::vector<Root> all;
      for (u64 number : numbers) {
        Stones stones;
        fetch(&stones, to.list + number, 1);
        all.push_back({stones.of[0], stones.of[1], to.winner, 0, 0});
      }
      send(roots, all.data(), count);
      send(todo, numbers.data(), count);
      common.roots = roots;
      common.root_count = count;
      for (bool is_open = true; is_open; seconds -= 1) {
        if (seconds <= 0) return false;
        search<GAME, N>(common, figures, 1000000000, warps);
        fetch(all.data(), roots, count);
        is_open = false;
        for (const Root& root : all) is_open |= root.is_proved == 0;
      }
      answer(todo, 0, count);
    }
    return true;
  }

 public:
  /// With room for so many replies.
  Finder(const Common& common, const Figures* figures, u64 most, u32 warps) : common(common), figures(figures), warps(warps) {
    // Lanes that are at work when the last reply is found add some more.
    u64 size = 1 << 18;
    while (size < 2 * most + LANES * warps) size *= 2;
    to = {allocate<u64>(size), size - 1, allocate<Stones>(most), allocate<u8>(most), most, allocate<u64>(1),
          allocate<u64>(1), allocate<u64>(MOST_HARD), allocate<u64>(1), nullptr, 0, {}};
  }
  Finder(const Finder&) = delete;
  ~Finder() {
    release(to.met), release(to.list), release(to.replies), release(to.count), release(to.failed), release(to.hard);
    release(to.hard_count), release(todo), release(roots);
  }

  /// What follows from a position that this side wins, if hard replies take no more than so many seconds.
  Found find(const Root& root, u32 winner, double seconds) {
    to.start = root;
    to.winner = winner;
    for (u64* counted : {to.count, to.failed, to.hard_count}) clear(counted, 1);
    clear(to.met, to.mask + 1);
    u64 begin = 0, end = 0;
    bool is_in_time = true;
    do {
      answer(nullptr, begin, end);
      is_in_time = answer_hard(seconds);
      begin = end;
      end = fetched(to.count);
    } while (is_in_time && begin < end && fetched(to.failed) == 0);
    Found found = {{}, {}, is_in_time && fetched(to.failed) == 0};
    if (found.is_whole) {
      found.list.resize(end), found.replies.resize(end);
      fetch(found.list.data(), to.list, end);
      fetch(found.replies.data(), to.replies, end);
    }
    return found;
  }
};

/// Writes a certificate: the replies in the order in which the checker asks for them.
template <Game GAME, int N>
bool certify(std::FILE* file, const char* game, const Root& start, u32 winner, Found& found) {
  using R = Rules<GAME, N>;
  const std::vector<Stones>& list = found.list;
  std::vector<u8>& replies = found.replies;
  // Where each position is in the list, by a hash of it or next to that; plus one.
  std::vector<u64> places(1ull << (64 - __builtin_clzll(2 * list.size() | 1)));
  auto place_of = [&](const Stones& stones) -> u64& {
    u64 at = scattered(stones.of[0] * 0x9e3779b97f4a7c15ull ^ stones.of[1]);
    for (;; ++at) {
      u64& place = places[at & (places.size() - 1)];
      if (place == 0) return place;
      const Stones& there = list[place - 1];
      if (there.of[0] == stones.of[0] && there.of[1] == stones.of[1]) return place;
    }
  };
  for (u64 i = 0; i < list.size(); ++i) place_of(list[i]) = i + 1;
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
  auto after = [](const Placed& placed, u32 side) {
    return side == FIRST ? Stones{{placed.own, placed.other}} : Stones{{placed.other, placed.own}};
  };
  while (!waiting.empty()) {
    auto [stones, side] = waiting.back();
    waiting.pop_back();
    u64 empty = Board<N>::ALL & ~(stones.of[0] | stones.of[1]);
    if (side == winner) {
      u64 place = place_of(stones);
      if (place == 0 || replies[place - 1] == NONE) return false;
      u32 point = std::exchange(replies[place - 1], DONE);
      if (point == DONE) continue;
      Stones next = stones;
      if (point == PASS) {
        std::fputs("pass\n", file);
      } else {
        std::fprintf(file, "%c%d\n", 'a' + point % STRIDE, point / STRIDE + 1);
        next = after(R::place(stones.of[side], stones.of[side ^ 1], 1ull << point), side);
      }
      if (!ends(next)) waiting.push_back({next, side ^ 1});
      continue;
    }
    // By columns; what is added last is looked at first.
    bool has_moves = false;
    for (int x = N - 1; x >= 0; --x)
      for (int y = N - 1; y >= 0; --y) {
        u64 stone = 1ull << (STRIDE * y + x);
        if ((empty & stone) == 0) continue;
        Placed placed = R::place(stones.of[side], stones.of[side ^ 1], stone);
        if (!placed.is_legal) continue;
        has_moves = true;
        Stones next = after(placed, side);
        if (!ends(next)) waiting.push_back({next, side ^ 1});
      }
    if (!has_moves) waiting.push_back({stones, side ^ 1});
  }
  return true;
}
