// What was found out, as pairs of words: the number of a position, and what is known of it. Files have a line for each pair,
// between the first and the last line of a checkpoint of `konoba solve` if it is one.
#pragma once
#include <cstdio>
#include <string>
#include <vector>

#include "machine.cuh"

/// How often it learns from each proved position that it is told of, as `konoba solve` does: there are far fewer of them than
/// it proves itself in the same work.
constexpr u32 LESSONS = 6;

/// Learns from positions that are proved.
template <Game GAME, int N>
struct Lessons {
  const u64* words;
  u64 count;

  DEVICE void operator()(u32 warp, u32 warps) const {
    using S = Search<GAME, N>;
    for (u64 i = warp; i < count; i += warps) {
      Numbers numbers = unpacked(words[2 * i + 1]);
      if (!numbers.is_proved()) continue;
      Root root = {0, 0, FIRST, 0, 0};
      Numbering<N>::board(words[2 * i], root.first, root.second);
      S::begin_at(root);
      S::look(shared().frames[0]);
      S::hear(0, numbers.win == 0);
      meet();
    }
  }
};

/// Finds what the replies in won positions lead to: without them a proof would have to be found again.
template <Game GAME, int N>
struct RepliesOf {
  const u64* words;
  u64 count;
  /// For each pair another one, of zeros where there is no reply or none is known.
  u64* found;

  DEVICE void operator()(u32 warp, u32 warps) const {
    using S = Search<GAME, N>;
    for (u64 i = warp; i < count; i += warps) {
      Numbers numbers = unpacked(words[2 * i + 1]);
      if (!numbers.is_proved() || numbers.win != 0) continue;
      Root root = {0, 0, FIRST, 0, 0};
      Numbering<N>::board(words[2 * i], root.first, root.second);
      S::begin_at(root);
      bool ends;
      u32 point = S::known_reply(ends);
      if (point == NONE || ends) continue;
      S::go(0, point);
      u64 code = shared().frames[1].code, word = shuffle(common().table.find(code), 0);
      if (lane() == 0 && word != 0) found[2 * i] = code, found[2 * i + 1] = word;
      meet();
    }
  }
};

/// Remembers what was found out elsewhere, and learns from it.
template <Game GAME, int N>
void take(const Common& common, const Figures* figures, const std::vector<u64>& words, u32 warps) {
  keep(common.table, words);
  u64* sent = allocate<u64>(words.size());
  send(sent, words.data(), words.size());
  for (u32 time = 0; time < LESSONS; ++time)
    run_all(common, figures, Lessons<GAME, N>{sent, words.size() / 2}, warps);
  release(sent);
}

/// From which work on there are no more than so many, by the logarithm of the work; and how many those are.
inline u32 least_work(const u64* counts, u64 most, u64& sum) {
  u32 work = 32;
  for (sum = 0; work > 0 && sum + counts[work - 1] <= most; --work) sum += counts[work - 1];
  return work;
}

/// What was found out at so much cost, no more than so many of the dearest, and the replies that belong to it. Proofs are
/// few among what cost as much, and what a certificate takes: half of the room is for them, if they fill it.
template <Game GAME, int N>
std::vector<u64> dearest(const Common& common, const Figures* figures, u64 most, u32 warps, u32& proved, u32& open) {
  std::vector<u64> all = counts(common.table);
  u64 proofs, others;
  proved = least_work(&all[32], most / 2, proofs);
  open = least_work(&all[0], most - proofs, others);
  std::vector<u64> words = collect(common.table, proved, open, proofs + others), replies(words.size());
  u64 *sent = allocate<u64>(words.size()), *found = allocate<u64>(words.size());
  send(sent, words.data(), words.size());
  run_all(common, figures, RepliesOf<GAME, N>{sent, words.size() / 2, found}, warps);
  fetch(replies.data(), found, replies.size());
  release(sent), release(found);
  for (std::size_t i = 0; i < replies.size(); i += 2)
    // What cost as much is there already.
    if (replies[i + 1] != 0 && work_of(replies[i + 1]) < (is_proof(replies[i + 1]) ? proved : open))
      words.push_back(replies[i]), words.push_back(replies[i + 1]);
  return words;
}

/// Reads a file of them. Empty if it is a checkpoint of something else, or cannot be read.
inline std::vector<u64> read_findings(const std::string& path, const std::string& subject) {
  std::FILE* file = std::fopen(path.c_str(), "r");
  std::vector<u64> words;
  if (file == nullptr) return words;
  const std::string heading = "konoba-solve 1 ";
  char line[256];
  while (std::fgets(line, sizeof line, file) != nullptr) {
    std::string text = line;
    bool is_heading = text.compare(0, heading.size(), heading) == 0;
    if (is_heading && text.compare(heading.size(), subject.size() + 1, subject + " ") != 0) break;
    u64 code, word;
    if (text.size() == 34 && std::sscanf(line, "%16llx %16llx", &code, &word) == 2) {
      words.push_back(code);
      words.push_back(word);
    }
  }
  std::fclose(file);
  return words;
}
