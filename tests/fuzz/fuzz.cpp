#include "fuzz/fuzz.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>

#include "core/input_error.h"
#include "fuzz/mutate.h"

#if defined(__SANITIZE_ADDRESS__)
extern "C" const char* __asan_default_options() {
    return "max_allocation_size_mb=2000:hard_rss_limit_mb=4000:detect_leaks=0";
}
#endif

namespace drystone::fuzz {

namespace {

namespace fs = std::filesystem;

constexpr int most_seconds = 60;        // of the processor, for one case
constexpr int most_wall_seconds = 600;  // waiting for nothing

/// Seen by parent and child.
struct Progress {
    long next = 0;  // the case in work
    long refused = 0, taken = 0;
    char words[400] = "";  // of what was thrown
};

struct Options {
    fs::path corpus, scratch;
    std::uint64_t seed = 1;
    long count = 0, only = -1;
};

std::vector<Case> read_folder(const fs::path& folder) {
    std::vector<Case> all;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (!entry.is_regular_file() || entry.path().extension() == ".md") continue;
        std::ifstream in(entry.path(), std::ios::binary);
        all.push_back({entry.path().filename().string(),
                       {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}});
    }
    std::sort(all.begin(), all.end(), [](const Case& a, const Case& b) { return a.name < b.name; });
    return all;
}

/// Case n: the corpus as it is, then damaged inputs.
Case make_case(const Target& target, const std::vector<Case>& all, const Options& options, long n) {
    if (n < static_cast<long>(all.size())) return all[static_cast<std::size_t>(n)];
    Random random(options.seed, static_cast<std::uint64_t>(n));
    return target.damage(all, random);
}

void limit_time() {
    const itimerval limit{{0, 0}, {most_seconds, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
    alarm(most_wall_seconds);
}

void limit_memory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const rlimit limit{4ul << 30, 4ul << 30};
    setrlimit(RLIMIT_AS, &limit);
#endif
}

/// Returns whether the case went well.
bool feed(const Target& target, const Case& one, const Options& options, long n, Progress& progress) {
    Random random(options.seed + 1, static_cast<std::uint64_t>(n));
    try {
        target.feed(one, options.scratch, random);
        ++progress.taken;
        return true;
    } catch (const InputError&) {
        ++progress.refused;
        return true;
    } catch (const std::exception& error) {
        std::snprintf(progress.words, sizeof progress.words, "%s", error.what());
    }
    return false;
}

[[noreturn]] void work(const Target& target, const std::vector<Case>& all, const Options& options, long end,
                       Progress& progress) {
    limit_memory();
    for (; progress.next < end; ++progress.next) {
        limit_time();
        if (!feed(target, make_case(target, all, options, progress.next), options, progress.next, progress))
            std::_Exit(1);
    }
    std::_Exit(0);
}

std::string in_words(int status, const Progress& progress) {
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM
                   ? "takes too long"
                   : std::string("signal ") + strsignal(WTERMSIG(status));
    return progress.words[0] ? progress.words : "status " + std::to_string(WEXITSTATUS(status));
}

void keep(const Case& one, long n, const std::string& why) {
    fs::create_directories("fuzz-failures");
    const std::string name =
        "fuzz-failures/" + std::to_string(n) + "-" + fs::path(one.name).filename().string();
    std::ofstream(name, std::ios::binary) << one.bytes;
    std::printf("case %ld (%s): %s\n", n, name.c_str(), why.c_str());
    std::fflush(stdout);
}

}  // namespace

void require_place(const std::string& place, const std::string& message) {
    static const std::regex good("(.*:[1-9][0-9]*(:[1-9][0-9]*)?)|(--set .*)");
    if (!std::regex_match(place, good, std::regex_constants::match_default))
        throw std::runtime_error("no place: " + message);
}

std::string write(const fs::path& folder, const Case& one) {
    const std::string path = (folder / one.name).string();
    std::ofstream(path, std::ios::binary) << one.bytes;
    return path;
}

Case damage_text(const std::vector<Case>& all, Random& random) {
    const Case& one = all[random.below(all.size())];
    const Case& other = all[random.below(all.size())];
    return {one.name, mutate_text(one.bytes, {one.bytes, other.bytes}, random)};
}

Case damage_bytes(const std::vector<Case>& all, Random& random) {
    const Case& one = all[random.below(all.size())];
    return {one.name, mutate_bytes(one.bytes, random)};
}

int run(const Target& target, int argc, char** argv) {
    if (argc < 4) {
        std::printf("use: %s CORPUS SEED COUNT [ONLY]\n", argv[0]);
        return 2;
    }
    Options options{argv[1], fs::temp_directory_path() / ("drystone-fuzz-" + std::to_string(getpid()))};
    options.seed = std::strtoull(argv[2], nullptr, 10);
    options.count = std::strtol(argv[3], nullptr, 10);
    if (argc > 4) options.only = std::strtol(argv[4], nullptr, 10);
    fs::create_directories(options.scratch);
    std::vector<Case> all = target.seeds(options.scratch);
    for (Case& one : read_folder(options.corpus)) all.push_back(std::move(one));

    auto& progress = *static_cast<Progress*>(
        mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    progress = {};
    const long end = options.only >= 0 ? options.only + 1 : static_cast<long>(all.size()) + options.count;
    progress.next = std::max(0L, options.only);
    long failures = 0;
    while (progress.next < end) {
        const pid_t child = fork();
        if (child == 0) work(target, all, options, end, progress);
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
        keep(make_case(target, all, options, progress.next), progress.next, in_words(status, progress));
        progress.words[0] = 0;
        ++progress.next;
        ++failures;
    }
    fs::remove_all(options.scratch);
    std::printf("%ld cases: %ld taken, %ld refused, %ld failed\n",
                progress.taken + progress.refused + failures, progress.taken, progress.refused, failures);
    return failures > 0 ? 1 : 0;
}

}  // namespace drystone::fuzz
