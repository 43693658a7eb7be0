// Who wins after first moves, found out on a GPU: README.md says how.
#include <filesystem>
#include <string>

#include "findings.cuh"
#include "replies.cuh"

#ifndef GAME
#define GAME QUENTIN
#endif
#ifndef SIZE
#define SIZE 6
#endif
#define NAMED(name) QUOTED(name)
#define QUOTED(name) #name

constexpr Game PLAYED = Game::GAME;
constexpr int N = SIZE;
using Searched = Search<PLAYED, N>;

struct Options {
  std::vector<std::string> first;
  double memory = 1, seconds = 60, slice = 5;
  u32 warps = MOST_WARPS, job = 256, ripe = 8, one_in = 1;
  u64 most = 400000;
  std::string from, to, weights_from, weights_to, certificates;
  u64 replies = 1 << 20;
};

[[noreturn]] static void fail(const std::string& why) {
  std::fprintf(stderr, "prover: %s\n", why.c_str());
  std::exit(2);
}

/// A number that is written alone and lies between these.
static double number(const std::string& name, const std::string& text, double least, double most) {
  char* end;
  double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0 || !(value >= least && value <= most)) fail(name + " cannot be " + text);
  return value;
}

/// Nothing is searched for an hour to find out that there is no place for what was found.
static void ensure_writable(const std::string& path) {
  bool is_there = std::filesystem::exists(path);
  std::FILE* file = std::fopen(path.c_str(), "a");
  if (file == nullptr) fail(path + " cannot be written");
  std::fclose(file);
  if (!is_there) std::filesystem::remove(path);
}

static Options read_options(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    std::string name = words[i];
    if (i + 1 == count) fail(name + " needs a value");
    std::string value = words[++i];
    if (name == "--first")
      for (std::size_t at = 0; at <= value.size(); at = value.find(',', at) + 1) {
        options.first.push_back(value.substr(at, value.find(',', at) - at));
        if (value.find(',', at) == std::string::npos) break;
      }
    else if (name == "--gigabytes") options.memory = number(name, value, 0.001, 1e6);
    else if (name == "--seconds") options.seconds = number(name, value, 0, 1e9);
    else if (name == "--slice") options.slice = number(name, value, 0.01, 1e9);
    else if (name == "--warps") options.warps = number(name, value, 1, MOST_WARPS);
    else if (name == "--job") options.job = number(name, value, 1, 1 << 30);
    else if (name == "--ripe") options.ripe = number(name, value, 0, 31);
    else if (name == "--weights-from") options.weights_from = value;
    else if (name == "--weights-to") options.weights_to = value;
    else if (name == "--certificates") options.certificates = value;
    else if (name == "--replies") options.replies = number(name, value, 1, 1e12);
    else if (name == "--one-in") options.one_in = number(name, value, 1, 1 << 30);
    else if (name == "--most") options.most = number(name, value, 1, 1e12);
    else if (name == "--from") options.from = value;
    else if (name == "--to") options.to = value;
    else fail("there is no option " + name);
  }
  if (options.first.empty()) fail("--first POINT,... is needed");
  if ((options.one_in & (options.one_in - 1)) != 0) fail("--one-in is to be a power of two");
  for (const std::string& path : {options.to, options.weights_to})
    if (!path.empty()) ensure_writable(path);
  for (const std::string& first : options.first)
    if (!options.certificates.empty()) ensure_writable(options.certificates + "/" + first + ".txt");
  return options;
}

static Root root_after(const std::string& point) {
  // No board here has a row of two digits.
  int x = point.size() != 2 ? -1 : point[0] - 'a', y = point.size() != 2 ? -1 : point[1] - '1';
  if (x < 0 || x >= N || y < 0 || y >= N) fail("no point of the board: " + point);
  return {1ull << (STRIDE * y + x), 0, SECOND, 0, 0};
}

static u64 code_of(const Figures& figures, const Root& root) {
  u64 code = ~0ull;
  for (u32 view = 4 * root.side; view < 4 * root.side + 4; ++view) {
    u64 sum = Searched::added(figures, view, FIRST, root.first) + Searched::added(figures, view, SECOND, root.second);
    code = sum < code ? sum : code;
  }
  return code;
}

static u64 find(const Table& table, u64 code) {
  u64 place = u64((unsigned __int128)scattered(code) * table.buckets >> 64), words[2 * SLOTS];
  fetch(words, table.slots + place * 2 * SLOTS, 2 * SLOTS);
  for (u32 slot = 0; slot < SLOTS; ++slot) {
    u64 word = words[2 * slot + 1];
    if (word != 0 && (words[2 * slot] ^ crossing(word)) == code) return word;
  }
  return 0;
}

/// Closes a file. Whether all that was written to it is there.
static bool is_whole(std::FILE* file) {
  bool has_failed = std::ferror(file) != 0;
  return std::fclose(file) == 0 && !has_failed;
}

/// Writes a file beside what is there and puts it in its place once it is whole.
template <class Write>
static void replace(const std::string& path, Write write) {
  std::string draft = path + ".draft";
  std::FILE* file = std::fopen(draft.c_str(), "wb");
  if (file == nullptr) fail(path + " cannot be written");
  bool is_written = write(file);
  if (!is_whole(file) || !is_written) {
    std::filesystem::remove(draft);
    fail(path + " could not be written whole");
  }
  std::filesystem::rename(draft, path);
}

/// What a search uses and has found out.
struct Prover {
  const Options& options;
  Figures made;
  Figures* figures;
  Common common;
  std::vector<Root> roots;
  u32 warps;

  explicit Prover(const Options& options) : options(options), figures(allocate<Figures>(1)), common{}, warps(options.warps * processors()) {
    Searched::fill(made);
    send(figures, &made, 1);
    std::vector<float> weights(Searched::WEIGHTS);
    Searched::begin(weights.data());
    if (!options.weights_from.empty()) {
      std::FILE* file = std::fopen(options.weights_from.c_str(), "rb");
      if (file == nullptr || std::fread(weights.data(), 4, weights.size(), file) != weights.size())
        fail(options.weights_from + " cannot be read");
      std::fclose(file);
    }
    for (const std::string& point : options.first) roots.push_back(root_after(point));
    common.table.buckets = u64(options.memory * (1ull << 30)) / 64;
    common.table.slots = allocate<u64>(common.table.buckets * 2 * SLOTS);
    common.weights = allocate<float>(weights.size());
    send(common.weights, weights.data(), weights.size());
    common.marks = allocate<u32>(MARKS);
    common.roots = allocate<Root>(roots.size());
    send(common.roots, roots.data(), roots.size());
    common.root_count = roots.size();
    common.job = options.job;
    common.ripe = options.ripe;
    common.one_in = options.one_in;
    common.nodes = allocate<u64>(1);
    if (options.from.empty()) return;
    std::vector<u64> words = read_findings(options.from, game() + ":" + std::to_string(N) + ",nopie");
    if (words.empty()) fail(options.from + " holds nothing about this game on this board, or cannot be read");
    take<PLAYED, N>(common, figures, words, warps);
  }

  static std::string game() {
    std::string name = NAMED(GAME);
    for (char& letter : name) letter = letter | 32;
    return name;
  }

  /// Searches until all is proved or the time is up, and tells how it goes.
  void search_all() {
    u64 begin = nanoseconds_on_host(), before = 0, nodes = 0;
    for (bool is_open = true; is_open;) {
      double spent = (nanoseconds_on_host() - begin) / 1e9;
      if (spent >= options.seconds) break;
      double length = std::min(options.slice, options.seconds - spent);
      search<PLAYED, N>(common, figures, u64(length * 1e9), warps);
      fetch(&nodes, common.nodes, 1);
      fetch(roots.data(), common.roots, roots.size());
      double now = (nanoseconds_on_host() - begin) / 1e9;
      std::printf("%.1f s, %.2f M nodes, %.2f M a second:", now, nodes / 1e6, (nodes - before) / 1e6 / (now - spent));
      before = nodes;
      is_open = false;
      for (std::size_t i = 0; i < roots.size(); ++i) {
        u64 word = roots[i].word != 0 ? roots[i].word : find(common.table, code_of(made, roots[i]));
        Numbers numbers = unpacked(word);
        if (roots[i].is_proved != 0)
          std::printf(" %s=%d", options.first[i].c_str(), winner(roots[i]) + 1);
        else
          std::printf(" %s %u/%u", options.first[i].c_str(), numbers.win, numbers.loss), is_open = true;
      }
      std::printf("\n");
      std::fflush(stdout);
    }
  }

  static u32 winner(const Root& root) { return (unpacked(root.word).win == 0) == (root.side == FIRST) ? FIRST : SECOND; }

  /// Writes what was found out at some cost, as lines of two words (`checkpoint.py` makes checkpoints of them), and what was
  /// learned.
  void save() const {
    if (!options.to.empty()) {
      u32 proved, open;
      std::vector<u64> words = dearest<PLAYED, N>(common, figures, options.most, warps, proved, open);
      replace(options.to, [&](std::FILE* file) {
        for (std::size_t i = 0; i < words.size(); i += 2) std::fprintf(file, "%016llx %016llx\n", words[i], words[i + 1]);
        return true;
      });
      std::printf("kept %zu: proofs from work 2^%u on, others from 2^%u on\n", words.size() / 2, proved, open);
    }
    if (!options.weights_to.empty()) {
      std::vector<float> weights(Searched::WEIGHTS);
      fetch(weights.data(), common.weights, weights.size());
      replace(options.weights_to, [&](std::FILE* file) {
        return std::fwrite(weights.data(), 4, weights.size(), file) == weights.size();
      });
    }
    std::fflush(stdout);
  }

  /// Writes a certificate for each first move that is settled. Whether all of them could be made.
  bool certify_all(Finder<PLAYED, N>& finder) const {
    bool are_whole = true;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      if (roots[i].is_proved == 0) continue;
      const std::string& name = options.first[i];
      Found found = finder.find(roots[i], winner(roots[i]), options.seconds);
      are_whole &= found.is_whole;
      if (found.is_whole) std::printf("%s: %zu replies\n", name.c_str(), found.list.size());
      else std::printf("%s: no certificate, for lack of room or time\n", name.c_str());
      std::fflush(stdout);
      if (found.is_whole)
        replace(options.certificates + "/" + name + ".txt", [&](std::FILE* file) {
          return certify<PLAYED, N>(file, game().c_str(), roots[i], winner(roots[i]), found);
        });
    }
    return are_whole;
  }

  void tell_work() const {
    std::vector<u64> all = counts(common.table);
    for (u32 work = 0; work < 32; ++work)
      if (all[work] + all[work + 32] > 0)
        std::printf("work 2^%u: %llu open, %llu proved\n", work, all[work], all[work + 32]);
  }
};

int main(int count, char** words) {
  Options options = read_options(count, words);
  Prover prover(options);
  // Memory that is lacking is better known now.
  std::unique_ptr<Finder<PLAYED, N>> finder;
  if (!options.certificates.empty())
    finder = std::make_unique<Finder<PLAYED, N>>(prover.common, prover.figures, options.replies, prover.warps);
  std::printf("%s %d, %u processors, %u warps on each, %.1f GiB\n", NAMED(GAME), N, processors(), options.warps,
              options.memory);
  prover.search_all();
  prover.tell_work();
  // Certificates take long, and may not come to an end in time.
  prover.save();
  if (!finder) return 0;
  bool are_whole = prover.certify_all(*finder);
  prover.save();
  return are_whole ? 0 : 1;
}
