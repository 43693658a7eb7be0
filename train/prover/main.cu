// Who wins after first moves, found out on a GPU: README.md says how.
#include <filesystem>
#include <string>

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
  u32 warps = 16, job = 512, ripe = 9, one_in = 1;
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
    else if (name == "--warps") options.warps = number(name, value, 1, 64);
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

/// What a checkpoint of `konoba solve` holds.
static std::vector<u64> findings(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "r");
  if (file == nullptr) fail(path + " cannot be read");
  std::vector<u64> words;
  char line[256];
  while (std::fgets(line, sizeof line, file) != nullptr) {
    u64 code, word;
    if (std::strlen(line) == 34 && std::sscanf(line, "%16llx %16llx", &code, &word) == 2) {
      words.push_back(code);
      words.push_back(word);
    }
  }
  std::fclose(file);
  return words;
}

/// Closes a file. Whether all that was written to it is there.
static bool is_whole(std::FILE* file) {
  bool has_failed = std::ferror(file) != 0;
  return std::fclose(file) == 0 && !has_failed;
}

/// Writes what was found out at some cost, as lines of two words: `checkpoint.py` makes checkpoints of them.
static void write(const Table& table, const Options& options) {
  std::vector<u64> all = counts(table);
  for (u32 work = 0; work < 32; ++work)
    if (all[work] + all[work + 32] > 0)
      std::printf("work 2^%u: %llu open, %llu proved\n", work, all[work], all[work + 32]);
  if (options.to.empty()) return;
  u32 least_work = 31;
  for (u64 sum = 0; least_work > 0; --least_work)
    if ((sum += all[least_work] + all[least_work + 32]) > options.most) break;
  std::vector<u64> words = collect(table, least_work + 1, least_work + 1, options.most);
  std::FILE* file = std::fopen(options.to.c_str(), "w");
  if (file == nullptr) fail(options.to + " cannot be written");
  for (std::size_t i = 0; i < words.size(); i += 2) std::fprintf(file, "%016llx %016llx\n", words[i], words[i + 1]);
  if (!is_whole(file)) fail(options.to + " could not be written whole");
  std::printf("kept %zu from work 2^%u on\n", words.size() / 2, least_work + 1);
}

/// Finds the winner's replies from a root that is proved, and writes them into the folder.
static void write_certificate(const Common& common, const Figures* figures, const Root& root, const Options& options,
                              const std::string& name, u32 warps) {
  u32 winner = (unpacked(root.word).win == 0) == (root.side == FIRST) ? FIRST : SECOND;
  // Lanes that are at work when the last reply is found add some more.
  u64 size = 1 << 18;
  while (size < 2 * options.replies + LANES * warps) size *= 2;
  Replies replies = {allocate<u64>(size),    size - 1, allocate<Stones>(options.replies), allocate<u8>(options.replies),
                     options.replies, allocate<u64>(1), allocate<u64>(1), winner, root};
  u64 begin = 0, end = 0, failed = 0;
  do {
    answer<PLAYED, N>(common, figures, replies, begin, end, warps);
    begin = end;
    fetch(&end, replies.count, 1);
    fetch(&failed, replies.failed, 1);
  } while (begin < end && failed == 0);
  std::printf("%s: %llu replies, %llu failed\n", name.c_str(), end, failed);
  std::fflush(stdout);
  std::vector<Stones> list(failed == 0 ? end : 0);
  std::vector<u8> points(list.size());
  fetch(list.data(), replies.list, list.size());
  fetch(points.data(), replies.replies, points.size());
  release(replies.met), release(replies.list), release(replies.replies), release(replies.count), release(replies.failed);
  if (failed != 0) return;
  std::string path = options.certificates + "/" + name + ".txt";
  std::FILE* file = std::fopen(path.c_str(), "w");
  std::string game = NAMED(GAME);
  for (char& letter : game) letter = letter | 32;
  if (file == nullptr || !certify<PLAYED, N>(file, game.c_str(), root, winner, list, points) || !is_whole(file))
    fail(path + " could not be written whole");
}

int main(int count, char** words) {
  Options options = read_options(count, words);
  Figures made;
  Searched::fill(made);
  Figures* figures = allocate<Figures>(1);
  send(figures, &made, 1);
  std::vector<float> weights(Searched::WEIGHTS);
  Searched::begin(weights.data());
  if (!options.weights_from.empty()) {
    std::FILE* file = std::fopen(options.weights_from.c_str(), "rb");
    if (file == nullptr || std::fread(weights.data(), 4, weights.size(), file) != weights.size())
      fail(options.weights_from + " cannot be read");
    std::fclose(file);
  }
  std::vector<Root> roots;
  for (const std::string& point : options.first) roots.push_back(root_after(point));

  Common common = {};
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
  if (!options.from.empty()) keep(common.table, findings(options.from));
  std::printf("%s %d, %u processors, %u warps on each, %.1f GiB\n", NAMED(GAME), N, processors(), options.warps,
              options.memory);

  u64 begin = nanoseconds_on_host(), before = 0, nodes = 0;
  for (bool is_open = true; is_open;) {
    double spent = (nanoseconds_on_host() - begin) / 1e9;
    if (spent >= options.seconds) break;
    double length = std::min(options.slice, options.seconds - spent);
    search<PLAYED, N>(common, figures, u64(length * 1e9), options.warps * processors());
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
        std::printf(" %s=%d", options.first[i].c_str(), (numbers.win == 0) == (roots[i].side == FIRST) ? 1 : 2);
      else
        std::printf(" %s %u/%u", options.first[i].c_str(), numbers.win, numbers.loss), is_open = true;
    }
    std::printf("\n");
    std::fflush(stdout);
  }
  for (std::size_t i = 0; i < roots.size() && !options.certificates.empty(); ++i)
    if (roots[i].is_proved != 0)
      write_certificate(common, figures, roots[i], options, options.first[i], options.warps * processors());
  if (!options.weights_to.empty()) {
    fetch(weights.data(), common.weights, weights.size());
    std::FILE* file = std::fopen(options.weights_to.c_str(), "wb");
    if (file == nullptr) fail(options.weights_to + " cannot be written");
    std::fwrite(weights.data(), 4, weights.size(), file);
    if (!is_whole(file)) fail(options.weights_to + " could not be written whole");
  }
  write(common.table, options);
}
