// Where the search runs: on a GPU, or as fibers on the processor.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <thread>
#include <vector>

#include "search.cuh"

inline u64 nanoseconds_on_host() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return u64(now.tv_sec) * 1000000000u + u64(now.tv_nsec);
}

#ifdef __CUDACC__

inline void ensure(cudaError_t error) {
  if (error != cudaSuccess) {
    std::fprintf(stderr, "prover: %s\n", cudaGetErrorString(error));
    std::exit(1);
  }
}

template <class T>
T* allocate(u64 count) {
  T* made;
  ensure(cudaMalloc(&made, count * sizeof(T)));
  ensure(cudaMemset(made, 0, count * sizeof(T)));
  return made;
}
template <class T>
void release(T* made) { ensure(cudaFree(made)); }
template <class T>
void clear(T* made, u64 count) { ensure(cudaMemset(made, 0, count * sizeof(T))); }
template <class T>
void send(T* to, const T* from, u64 count) { ensure(cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyHostToDevice)); }
template <class T>
void fetch(T* to, const T* from, u64 count) { ensure(cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyDeviceToHost)); }

/// Makes what the warps of a block share.
DEVICE void begin_block(const Common& common, const Figures* figures) {
  if (threadIdx.x == 0) block().common = common;
  for (u32 i = threadIdx.x; i < sizeof(Figures) / 4; i += blockDim.x)
    reinterpret_cast<u32*>(&block().figures)[i] = reinterpret_cast<const u32*>(figures)[i];
  __syncthreads();
}
DEVICE u32 own_number() { return (blockIdx.x * blockDim.x + threadIdx.x) / LANES; }

inline u32 processors() {
  int count;
  ensure(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
  return count;
}

/// Starts so many warps, a block on each multiprocessor.
template <class... Parameters, class... Given>
void launch(void (*kernel)(Parameters...), u32 warps, const Given&... given) {
  ensure(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Block)));
  kernel<<<processors(), warps / processors() * LANES, sizeof(Block)>>>(given...);
  ensure(cudaGetLastError());
  ensure(cudaDeviceSynchronize());
}

template <Game GAME, int N>
__global__ void __launch_bounds__(WARPS * LANES, 1) search_all(Common common, const Figures* figures, u64 length) {
  begin_block(common, figures);
  if (threadIdx.x == 0) block().common.end = nanoseconds() + length;
  __syncthreads();
  Search<GAME, N>().run(own_number());
}

/// Searches for so many nanoseconds.
template <Game GAME, int N>
void search(const Common& common, const Figures* figures, u64 length, u32 warps) {
  launch(search_all<GAME, N>, warps, common, figures, length);
}

/// Other work of all warps.
template <class Work>
__global__ void __launch_bounds__(WARPS * LANES, 1) work_all(Common common, const Figures* figures, Work work) {
  begin_block(common, figures);
  work(own_number(), gridDim.x * blockDim.x / LANES);
}
template <class Work>
void run_all(const Common& common, const Figures* figures, Work work, u32 warps) {
  launch(work_all<Work>, warps, common, figures, work);
}

__global__ void count_all(const u64* slots, u64 all, u64* counts) {
  __shared__ u32 own[64];
  if (threadIdx.x < 64) own[threadIdx.x] = 0;
  __syncthreads();
  for (u64 i = blockIdx.x * u64(blockDim.x) + threadIdx.x; i < all; i += u64(gridDim.x) * blockDim.x) {
    u64 word = slots[2 * i + 1];
    if (word != 0) atomicAdd(&own[work_of(word) + 32 * is_proof(word)], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&counts[threadIdx.x], u64(own[threadIdx.x]));
}
__global__ void collect_all(const u64* slots, u64 all, u32 least_proved, u32 least_open, u64* to, u64* count, u64 most) {
  for (u64 i = blockIdx.x * u64(blockDim.x) + threadIdx.x; i < all; i += u64(gridDim.x) * blockDim.x) {
    u64 word = slots[2 * i + 1];
    if (word == 0 || work_of(word) < (is_proof(word) ? least_proved : least_open)) continue;
    u64 place = atomicAdd(count, 1ull);
    if (place < most) to[2 * place] = slots[2 * i] ^ crossing(word), to[2 * place + 1] = word;
  }
}
__global__ void keep_all(Table table, const u64* words, u64 count) {
  u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, warps = gridDim.x * blockDim.x / LANES;
  for (u64 i = warp; i < count; i += warps) table.keep(words[2 * i], words[2 * i + 1]);
}

/// How many entries there are by the logarithm of their work: open ones, then proved ones.
inline std::vector<u64> counts(const Table& table) {
  u64* made = allocate<u64>(64);
  count_all<<<4096, 256>>>(table.slots, table.buckets * SLOTS, made);
  std::vector<u64> all(64);
  fetch(all.data(), made, 64);
  ensure(cudaFree(made));
  return all;
}
/// The entries with at least so much work, as pairs of words.
inline std::vector<u64> collect(const Table& table, u32 least_proved, u32 least_open, u64 most) {
  u64 *words = allocate<u64>(2 * most), *count = allocate<u64>(1), found;
  collect_all<<<4096, 256>>>(table.slots, table.buckets * SLOTS, least_proved, least_open, words, count, most);
  fetch(&found, count, 1);
  std::vector<u64> all(2 * (found < most ? found : most));
  fetch(all.data(), words, all.size());
  ensure(cudaFree(words));
  ensure(cudaFree(count));
  return all;
}
inline void keep(const Table& table, const std::vector<u64>& words) {
  u64* sent = allocate<u64>(words.size());
  send(sent, words.data(), words.size());
  keep_all<<<256, 128>>>(table, sent, words.size() / 2);
  ensure(cudaDeviceSynchronize());
  ensure(cudaFree(sent));
}

#else

template <class T>
T* allocate(u64 count) {
  void* made = std::aligned_alloc(64, (count * sizeof(T) + 63) / 64 * 64);
  if (made == nullptr) std::fprintf(stderr, "prover: out of memory\n"), std::exit(1);
  std::memset(made, 0, count * sizeof(T));
  return static_cast<T*>(made);
}
template <class T>
void release(T* made) { std::free(made); }
template <class T>
void clear(T* made, u64 count) { std::memset(made, 0, count * sizeof(T)); }
template <class T>
void send(T* to, const T* from, u64 count) { std::memcpy(to, from, count * sizeof(T)); }
template <class T>
void fetch(T* to, const T* from, u64 count) { std::memcpy(to, from, count * sizeof(T)); }

/// Each warp on a thread of its own.
template <class Work>
void run_all(const Common& common, const Figures* figures, Work work, u32 warps) {
  std::vector<std::thread> threads;
  for (u32 warp = 0; warp < warps; ++warp)
    threads.emplace_back([=, &common, &work] {
      auto own = std::make_unique<Block>();
      own->common = common;
      own->figures = *figures;
      own_block = own.get();
      fibers::run([&] { work(warp, warps); });
    });
  for (auto& thread : threads) thread.join();
}

template <Game GAME, int N>
void search(Common common, const Figures* figures, u64 length, u32 warps) {
  common.end = nanoseconds() + length;
  run_all(common, figures, [](u32 warp, u32) { Search<GAME, N>().run(warp); }, warps);
}

inline u32 processors() { return 1; }

inline std::vector<u64> counts(const Table& table) {
  std::vector<u64> all(64);
  for (u64 i = 0; i < table.buckets * SLOTS; ++i) {
    u64 word = table.slots[2 * i + 1];
    if (word != 0) ++all[work_of(word) + 32 * is_proof(word)];
  }
  return all;
}
inline std::vector<u64> collect(const Table& table, u32 least_proved, u32 least_open, u64 most) {
  std::vector<u64> all;
  for (u64 i = 0; i < table.buckets * SLOTS && all.size() < 2 * most; ++i) {
    u64 word = table.slots[2 * i + 1];
    if (word == 0 || work_of(word) < (is_proof(word) ? least_proved : least_open)) continue;
    all.push_back(table.slots[2 * i] ^ crossing(word));
    all.push_back(word);
  }
  return all;
}
inline void keep(const Table& table, const std::vector<u64>& words) {
  fibers::run([&] {
    for (u64 i = 0; i < words.size(); i += 2) table.keep(words[i], words[i + 1]);
  });
}

#endif
