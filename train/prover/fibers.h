// A warp as 32 fibers on one thread: each lane runs until it must know of the others.
#pragma once
#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <ucontext.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define HOST_DEVICE inline
#define DEVICE inline
#define OUTLINE inline
#define HOST_OUTLINE inline

constexpr u32 WARPS = 1;

namespace fibers {

constexpr std::size_t STACK = 1 << 18;

struct Warp {
  ucontext_t begin[LANES], home;
  jmp_buf at[LANES], back;
  bool begun[LANES], ended[LANES];
  /// What lanes give at one meeting and at the next, while some have not yet read the one before.
  u64 given[2][LANES];
  u32 meetings[LANES];
  u32 now = 0;
  std::vector<char> stacks;
  std::function<void()> work;
};

inline thread_local Warp* warp = nullptr;

inline void enter() {
  Warp& w = *warp;
  w.work();
  w.ended[w.now] = true;
  _longjmp(w.back, 1);
}

/// Runs the work in all lanes, each up to its next meeting, over and over until all have ended.
inline void run(std::function<void()> work) {
  Warp w;
  w.stacks.resize(STACK * LANES);
  w.work = work;
  std::memset(w.begun, 0, sizeof w.begun);
  std::memset(w.ended, 0, sizeof w.ended);
  std::memset(w.meetings, 0, sizeof w.meetings);
  warp = &w;
  for (;;) {
    u32 ended = 0;
    for (w.now = 0; w.now < LANES; ++w.now) {
      if (w.ended[w.now]) { ++ended; continue; }
      if (_setjmp(w.back) == 0) {
        if (w.begun[w.now]) _longjmp(w.at[w.now], 1);
        w.begun[w.now] = true;
        ucontext_t& context = w.begin[w.now];
        getcontext(&context);
        context.uc_stack.ss_sp = w.stacks.data() + STACK * w.now;
        context.uc_stack.ss_size = STACK;
        context.uc_link = nullptr;
        makecontext(&context, enter, 0);
        setcontext(&context);
      }
    }
    if (ended == LANES) break;
    if (ended != 0) { std::fprintf(stderr, "lanes have parted\n"); std::abort(); }
  }
  warp = nullptr;
}

/// Waits until every lane has come here.
inline void meet() {
  Warp& w = *warp;
  if (_setjmp(w.at[w.now]) == 0) _longjmp(w.back, 1);
}

/// What each lane gives, for all of them.
template <class F>
inline auto gather(u64 value, F with) {
  Warp& w = *warp;
  u32 place = ++w.meetings[w.now] & 1;
  w.given[place][w.now] = value;
  meet();
  return with(w.given[place]);
}

}  // namespace fibers

inline u32 lane() { return fibers::warp->now; }
inline void meet() { fibers::meet(); }
inline u32 lanes_where(bool is) {
  return fibers::gather(is, [](const u64* all) {
    u32 bits = 0;
    for (u32 i = 0; i < LANES; ++i) bits |= u32(all[i]) << i;
    return bits;
  });
}
inline bool any_lane(bool is) { return lanes_where(is) != 0; }
inline u64 shuffle(u64 value, u32 from) {
  return fibers::gather(value, [=](const u64* all) { return all[from]; });
}
inline u32 shuffle(u32 value, u32 from) { return u32(shuffle(u64(value), from)); }
inline u32 least(u32 value) {
  return fibers::gather(value, [](const u64* all) {
    u64 least = all[0];
    for (u32 i = 1; i < LANES; ++i) least = all[i] < least ? all[i] : least;
    return u32(least);
  });
}
inline u32 most(u32 value) { return ~least(~value); }
inline u32 total(u32 value) {
  return fibers::gather(value, [](const u64* all) {
    u64 total = 0;
    for (u32 i = 0; i < LANES; ++i) total += all[i];
    return u32(total);
  });
}
inline u64 either(u64 value) {
  return fibers::gather(value, [](const u64* all) {
    u64 either = 0;
    for (u32 i = 0; i < LANES; ++i) either |= all[i];
    return either;
  });
}
inline float sum(float value) {
  u32 bits;
  std::memcpy(&bits, &value, 4);
  return fibers::gather(bits, [](const u64* all) {
    float sum = 0;
    for (u32 i = 0; i < LANES; ++i) {
      float one;
      u32 bits = u32(all[i]);
      std::memcpy(&one, &bits, 4);
      sum += one;
    }
    return sum;
  });
}
inline u64 high_product(u64 one, u64 other) { return u64((unsigned __int128)one * other >> 64); }
inline u64 nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return u64(now.tv_sec) * 1000000000u + u64(now.tv_nsec);
}
inline u64 read(const u64* from) { return __atomic_load_n(from, __ATOMIC_RELAXED); }
inline u32 read(const u32* from) { return __atomic_load_n(from, __ATOMIC_RELAXED); }
inline float read(const float* from) { return *from; }
inline void read_pair(const u64* from, u64& one, u64& other) {
  one = read(from);
  other = read(from + 1);
}
inline void fetch_line(const u64*) {}
inline void write_pair(u64* to, u64 one, u64 other) {
  __atomic_store_n(to, one, __ATOMIC_RELAXED);
  __atomic_store_n(to + 1, other, __ATOMIC_RELAXED);
}
inline void add(u32* to, u32 more) { __atomic_fetch_add(to, more, __ATOMIC_RELAXED); }
inline void add(u64* to, u64 more) { __atomic_fetch_add(to, more, __ATOMIC_RELAXED); }
inline void add(float* to, float more) { *to += more; }
inline u32 take(u32* from, u32 more) { return __atomic_fetch_add(from, more, __ATOMIC_RELAXED); }
inline u64 take(u64* from, u64 more) { return __atomic_fetch_add(from, more, __ATOMIC_RELAXED); }
inline u64 replace(u64* in, u64 old, u64 value) {
  __atomic_compare_exchange_n(in, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return old;
}
inline u32 set(u32* to, u32 value) { return __atomic_exchange_n(to, value, __ATOMIC_RELAXED); }
