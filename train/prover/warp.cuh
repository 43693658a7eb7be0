// What a warp of 32 threads does together. Compiled by nvcc these are the processor's instructions; compiled by any other
// compiler a warp is 32 fibers on one thread, so that the search can be tested where there is no GPU.
#pragma once
#include <math.h>
#include <cstdint>

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = unsigned long long;

constexpr u32 LANES = 32;

/// How many warps there may be on a multiprocessor, one block of them: for so many the compiler fits the registers.
#ifndef MOST_WARPS
#define MOST_WARPS 16
#endif

#ifdef __CUDACC__

#define HOST_DEVICE __host__ __device__ __forceinline__
#define DEVICE __device__ __forceinline__
#define OUTLINE __device__ __noinline__
#define HOST_OUTLINE __host__ __device__ __noinline__

/// For how many warps a block has room.
constexpr u32 WARPS = MOST_WARPS;

DEVICE u32 lane() { return threadIdx.x & 31; }
DEVICE void meet() { __syncwarp(); }
DEVICE u32 lanes_where(bool is) { return __ballot_sync(~0u, is); }
DEVICE bool any_lane(bool is) { return __any_sync(~0u, is); }
DEVICE u32 shuffle(u32 value, u32 from) { return __shfl_sync(~0u, value, from); }
DEVICE u64 shuffle(u64 value, u32 from) { return __shfl_sync(~0u, value, from); }
DEVICE u32 least(u32 value) { return __reduce_min_sync(~0u, value); }
DEVICE u32 most(u32 value) { return __reduce_max_sync(~0u, value); }
DEVICE u32 total(u32 value) { return __reduce_add_sync(~0u, value); }
DEVICE u64 either(u64 value) {
  return u64(__reduce_or_sync(~0u, u32(value >> 32))) << 32 | __reduce_or_sync(~0u, u32(value));
}
DEVICE float sum(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(~0u, value, step);
  return value;
}
DEVICE u64 high_product(u64 one, u64 other) { return __umul64hi(one, other); }
DEVICE u64 nanoseconds() {
  u64 now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}
// Memory that other warps write meanwhile is read past the cache of the multiprocessor.
DEVICE u64 read(const u64* from) { return __ldcg(from); }
DEVICE u32 read(const u32* from) { return __ldcg(from); }
DEVICE float read(const float* from) { return __ldcg(from); }
DEVICE void read_pair(const u64* from, u64& one, u64& other) {
  ulonglong2 both = __ldcg(reinterpret_cast<const ulonglong2*>(from));
  one = both.x;
  other = both.y;
}
DEVICE void fetch_line(const u64* from) { asm volatile("prefetch.global.L2 [%0];" ::"l"(from)); }
DEVICE void write_pair(u64* to, u64 one, u64 other) {
  __stcg(reinterpret_cast<ulonglong2*>(to), make_ulonglong2(one, other));
}
DEVICE void add(u32* to, u32 more) { atomicAdd(to, more); }
DEVICE void add(u64* to, u64 more) { atomicAdd(to, more); }
DEVICE void add(float* to, float more) { atomicAdd(to, more); }
DEVICE u32 take(u32* from, u32 more) { return atomicAdd(from, more); }
DEVICE u64 take(u64* from, u64 more) { return atomicAdd(from, more); }
DEVICE u64 replace(u64* in, u64 old, u64 value) { return atomicCAS(in, old, value); }
DEVICE u32 set(u32* to, u32 value) { return atomicExch(to, value); }

#else
#include "fibers.h"
#endif

#ifdef __CUDA_ARCH__
HOST_DEVICE u32 count(u32 bits) { return __popc(bits); }
HOST_DEVICE u32 count(u64 bits) { return __popcll(bits); }
HOST_DEVICE u32 first_bit(u32 bits) { return __ffs(bits) - 1; }
HOST_DEVICE u32 first_bit(u64 bits) { return __ffsll(bits) - 1; }
#else
HOST_DEVICE u32 count(u32 bits) { return __builtin_popcount(bits); }
HOST_DEVICE u32 count(u64 bits) { return __builtin_popcountll(bits); }
HOST_DEVICE u32 first_bit(u32 bits) { return __builtin_ctz(bits); }
HOST_DEVICE u32 first_bit(u64 bits) { return __builtin_ctzll(bits); }
#endif
