// Depth-first proof-number search by many warps in one table, as `konoba solve` does it with threads
// (konoba-engine/src/solve/joint.rs); here a warp looks at all moves of a position at once.
#pragma once
#include "moves.cuh"

/// After so many positions below a move, the other moves are looked up anew.
constexpr u32 STALE = 128;
/// As how many more warps one counts while it searches a position alone. Another one that followed it would do the same.
constexpr u32 WEIGHT_ALONE = 15;
/// How often a warp chooses anew where others choose alike.
constexpr u32 MOST_TRIES = 16;

template <Game GAME, int N>
struct Search : Moves<GAME, N> {
  using Base = Moves<GAME, N>;
  using R = typename Base::R;
  using Base::added, Base::expand, Base::hear, Base::sum_of, Base::sum_of_both;

  /// The moves of the positions on the way that are not looked at now.
  Move kept[DEPTH];

  /// Goes to the position behind a move. Its bounds are for the caller to set.
  DEVICE static void go(u32 depth, u32 point) {
    Frame& from = shared().frames[depth];
    Frame& to = shared().frames[depth + 1];
    u32 side = from.side, next = side ^ 1;
    u64 own = from.stones[side], other = from.stones[next];
    Placed placed = {own, other, 0, true, false};
    if (point != PASS) placed = R::place(own, other, 1ull << point);
    u64 sum = 0;
    if (lane() < 8) {
      sum = from.sums[lane()];
      if (placed.fills)
        sum += added(figures(), lane(), side, placed.own & ~own) + added(figures(), lane(), next, placed.other & ~other);
      else if (point != PASS)
        sum += figures().digits[lane()][point] << (side ^ lane() >> 2);
      to.sums[lane()] = sum;
    }
    u64 code = shuffle(sum, 4 * next);
#pragma unroll 1
    for (u32 view = 1; view < 4; ++view) {
      u64 other_view = shuffle(sum, 4 * next + view);
      code = other_view < code ? other_view : code;
    }
    if (lane() == 0) {
      to.stones[side] = placed.own;
      to.stones[next] = placed.other;
      to.side = next;
      to.code = code;
    }
    meet();
  }

  DEVICE static void begin_at(const Root& root) {
    Frame& frame = shared().frames[0];
    if (lane() < 8)
      frame.sums[lane()] = added(figures(), lane(), FIRST, root.first) + added(figures(), lane(), SECOND, root.second);
    if (lane() == 0) {
      frame.stones[0] = root.first;
      frame.stones[1] = root.second;
      frame.side = root.side;
      frame.win = frame.loss = Numbers::NEVER;
    }
    meet();
    u64 code = ~0ull;
    for (u32 view = 0; view < 4; ++view) {
      u64 sum = frame.sums[4 * root.side + view];
      code = sum < code ? sum : code;
    }
    meet();
    if (lane() == 0) frame.code = code;
    meet();
  }

  DEVICE static u32* mark(u64 code) { return common().marks + (scattered(code) & (MARKS - 1)); }

  enum class Mode { DOWN, ALONE, UP };

  /// Goes down from a root to a position on which little work has been done, searches it for a while, and goes back up.
  /// How many positions that took. What the root has come to, if it is proved.
  DEVICE u64 work(const Root& root, u32& dice, u64& proved) {
    Shared& s = shared();
    const Table table = common().table;
    const u32 ripe = common().ripe, job = common().job, one_in = common().one_in;
    begin_at(root);
    Mode mode = Mode::DOWN;
    u32 depth = 0, base = 0, spent = 0, known = 0;
    bool is_stopped = false, is_resumed = false;
    Numbers below = Numbers::open(1, 1);
    proved = 0;
    for (;;) {
      Frame& frame = s.frames[depth];
      u64 code = frame.code;
      u32 points = count(Board<N>::ALL & ~(frame.stones[0] | frame.stones[1]));
      if (mode == Mode::DOWN) {
        // Others write meanwhile, and all lanes must go the same way.
        u64 word = shuffle(table.find(code), 0);
        known = work_of(word);
        bool is_shared = shuffle(read(mark(code)), 0) > 1;
        // Where there are more moves than lanes, there is always work behind a position.
        if (points <= LANES && (word == 0 || (known < ripe && !is_shared))) {
          mode = Mode::ALONE;
          base = depth;
          if (lane() == 0) {
            frame.before = 0;
            add(mark(code), WEIGHT_ALONE);
          }
        }
      }
      ++spent;
      Move move = {Numbers::NEVER, Numbers::NEVER, NONE}, further = move;
      u64 behind = 0, behind_further = 0;
      bool has_won = false;
      for (u32 share = 0; share * LANES < points || share == 0; ++share) {
        further = move;
        behind_further = behind;
        has_won = expand(depth, share, move, behind);
        if (has_won) break;
      }
      if (mode == Mode::ALONE) {
        Numbers numbers = Numbers::won(1);
        // Back through all positions that have come to something.
        bool is_back = has_won;
        if (is_resumed && !has_won) put_below(move, frame.chosen, below);
        is_resumed = false;
        for (;;) {
          if (!is_back) {
            Sum sum = sum_of(move, move.loss);
            Frame& frame = s.frames[depth];
            if (sum.numbers.win < frame.win && sum.numbers.loss < frame.loss && !is_stopped) {
              if (spent < job && depth + 1 < DEPTH) {
                descend(depth, sum, false);
                kept[depth] = move;
                ++depth;
                if (lane() == 0) s.frames[depth].before = spent;
                meet();
                break;
              }
              is_stopped = true;
            }
            numbers = sum.numbers;
            if (depth > base) table.keep(frame.code, packed(numbers, logarithm(spent - frame.before)));
            if (numbers.is_proved() && (scattered(frame.code) & (one_in - 1)) == 0) hear(depth, numbers.win == 0);
          }
          if (depth == base) {
            mode = Mode::UP;
            break;
          }
          u32 since = spent - s.frames[depth].before;
          --depth;
          if (since > STALE && !is_stopped) {
            is_resumed = true;
            below = numbers;
            break;
          }
          u32 chosen = s.frames[depth].chosen;
          move = kept[depth];
          if ((move.info & 255) == chosen) move = {numbers.win, numbers.loss, chosen | numbers.within << 8};
          is_back = false;
        }
        if (mode == Mode::ALONE) continue;
        below = numbers;
        if (lane() == 0) add(mark(s.frames[base].code), 0u - WEIGHT_ALONE);
        keep_more(s.frames[base].code, below, known, spent, dice);
      } else {
        Numbers numbers = Numbers::won(1);
        if (!has_won) {
          if (mode == Mode::UP) put_below(move, frame.chosen, below), put_below(further, frame.chosen, below);
          numbers = sum_of_both(move, move.loss, further, further.loss).numbers;
          if (mode == Mode::DOWN && !numbers.is_proved() && depth + 1 < DEPTH) {
            Sum chosen = choose(move, behind, further, behind_further);
            chosen.numbers = numbers;
            descend(depth, chosen, true);
            ++depth;
            continue;
          }
        }
        u64 word = shuffle(table.find(code), 0);
        keep_more(code, numbers, word == 0 ? ripe : work_of(word), spent, dice);
        below = numbers;
        mode = Mode::UP;
      }
      if (depth == 0) {
        if (below.is_proved()) proved = packed(below, 31);
        return spent;
      }
      if (lane() == 0) add(mark(s.frames[depth].code), ~0u);
      --depth;
    }
  }

  /// What a move was found to come to, unless others have proved it meanwhile.
  DEVICE static void put_below(Move& move, u32 chosen, Numbers below) {
    if ((move.info & 255) == chosen && move.win > 0 && move.loss > 0)
      move = {below.win, below.loss, chosen | below.within << 8};
  }

  /// How hard a move is to prove when others are at work below it.
  DEVICE static u32 shared_out(const Move& move, u32 others) {
    if ((move.info & 255) == NONE || move.win == 0 || move.loss == 0) return Numbers::NEVER;
    u64 hard = u64(move.loss) * (1 + others);
    return hard < Numbers::MOST ? hard : Numbers::MOST;
  }

  /// The move to go on with, so that warps spread; it is marked as theirs. Those that choose at the same time would choose
  /// alike, and go on together for ever: a warp that finds it was not the first chooses again.
  DEVICE static Sum choose(const Move& move, u64 behind, const Move& further, u64 behind_further) {
#pragma unroll 1
    for (u32 tries = 1;; ++tries) {
      u32 others = read(mark(behind)), others_further = read(mark(behind_further));
      Sum sum = sum_of_both(move, shared_out(move, others), further, shared_out(further, others_further));
      u32 point = sum.best.info & 255, here = lanes_where((move.info & 255) == point);
      u32 of = first_bit(here | lanes_where((further.info & 255) == point));
      u32* chosen = mark(shuffle(here != 0 ? behind : behind_further, of));
      u32 expected = shuffle(here != 0 ? others : others_further, of);
      u32 found = shuffle(lane() == 0 ? take(chosen, 1u) : 0, 0);
      if (found <= expected || tries == MOST_TRIES) return sum;
      if (lane() == 0) add(chosen, ~0u);
    }
  }

  /// Goes on with the move that was chosen, and sets how far its numbers may grow.
  OUTLINE static void descend(u32 depth, const Sum& sum, bool goes_beyond) {
    Frame& frame = shared().frames[depth];
    u32 win = sum.best.win, loss = sum.best.loss, point = sum.best.info & 255;
    go(depth, point);
    // A fifth more spares going to and fro.
    u64 ahead = u64(sum.second) + sum.second / 5 + 1;
    u32 rest = sum.numbers.loss > win ? sum.numbers.loss - win : 0;
    u32 most_win = frame.loss > rest ? frame.loss - rest : 0;
    u32 most_loss = frame.win < ahead ? frame.win : u32(ahead);
    if (goes_beyond) {
      u32 room_win = win + (win / 2 + 1), room_loss = loss + (loss / 2 + 1);
      most_win = most_win > room_win ? most_win : room_win;
      most_loss = most_loss > room_loss ? most_loss : room_loss;
    }
    // What is open never comes to NEVER, so the hardest positions too are searched on.
    most_win = most_win < Numbers::NEVER ? most_win : Numbers::NEVER;
    most_loss = most_loss < Numbers::NEVER ? most_loss : Numbers::NEVER;
    if (lane() == 0) {
      frame.chosen = point;
      shared().frames[depth + 1].win = most_win;
      shared().frames[depth + 1].loss = most_loss;
    }
    meet();
  }

  /// Remembers numbers for which more work was done. Since no more than the logarithm of it is kept, that grows by
  /// chance, with the right expectation (Morris, 1978).
  OUTLINE static void keep_more(u64 code, Numbers numbers, u32 known, u64 more, u32& dice) {
    dice = dice * 1664525 + 1013904223;
    u32 drawn = shuffle(dice, 0) >> 1 & ((1u << known) - 1);
    u64 work = 1ull << known << (drawn < more ? 1 : 0);
    common().table.keep(code, packed(numbers, logarithm(work > more ? work : more)));
  }

  /// One warp's share of all work.
  DEVICE void run(u32 number) {
    u32 dice = number * 2654435761u + 1, turn = number;
    u64 nodes = 0;
    for (;;) {
      u32 which = ~0u;
      for (u32 i = 0; i < common().root_count && which == ~0u; ++i) {
        u32 root = (turn + i) % common().root_count;
        if (read(&common().roots[root].is_proved) == 0) which = root;
      }
      which = shuffle(which, 0);
      if (which == ~0u || shuffle(nanoseconds(), 0) >= common().end) break;
      turn = which + 1;
      u64 proved;
      nodes += work(common().roots[which], dice, proved);
      if (proved != 0 && lane() == 0) {
        common().roots[which].word = proved;
        set(&common().roots[which].is_proved, 1u);
      }
      meet();
    }
    if (lane() == 0) add(common().nodes, nodes);
  }
};
