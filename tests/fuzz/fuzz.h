#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/random.h"

// Small fuzzers: damaged inputs are fed to a reader, which must take them or refuse them with an InputError. A crash, an assertion, a
// hang, memory without bound, another exception or a refusal without a place is a failure. Every case is a function of seed and number,
// so a failure comes back; no compiler support is needed, and all sanitizers work.

namespace drystone::fuzz {

/// An input: its name tells the reader, by its ending.
struct Case {
    std::string name;
    std::string bytes;
};

struct Target {
    /// Inputs to begin with, besides those of the corpus.
    std::function<std::vector<Case>(const std::filesystem::path& scratch)> seeds;
    /// Damages one of the inputs.
    std::function<Case(const std::vector<Case>& all, Random& random)> damage;
    /// Reads it. `scratch`: a folder for files. What is thrown besides InputError is a failure.
    std::function<void(const Case& one, const std::filesystem::path& scratch, Random& random)> feed;
};

/// The program: `fuzz_<kind> CORPUS SEED COUNT [ONLY]`. Feeds every file of the folder as it is, then COUNT damaged ones (or only
/// that number). Failing inputs are written to ./fuzz-failures. Status 1 where there was one.
int run(const Target& target, int argc, char** argv);

/// Throws where a refusal of `file` says neither a line nor an option: "file:3:7", "--set ..".
void require_place(const std::string& place, const std::string& message);

/// Writes bytes to a file of the folder, and its path.
std::string write(const std::filesystem::path& folder, const Case& one);

/// One of the inputs, text or bytes, damaged.
Case damage_text(const std::vector<Case>& all, Random& random);
Case damage_bytes(const std::vector<Case>& all, Random& random);

}  // namespace drystone::fuzz
