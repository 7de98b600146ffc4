#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace drystone {

/// What a bundle says of itself, manifest.json: how its run was made, and every file with its hash.
struct Manifest {
    struct File {
        std::string name;
        std::int64_t bytes = 0;
        std::string sha256;
    };
    std::string version;  // of the program that made the run
    std::string title;
    std::vector<std::string> overrides;  // --set, with which scene.toml and inputs/ make the run again
    double until = 0.0;                  // simulated seconds; 0: as the scene says [s]
    int exit_status = 0;                 // 0, or 3 where steps did not converge
    std::string not_repeatable;          // why the run cannot be made again from this alone; empty: it can
    std::vector<File> files;             // without manifest.json and SHA256SUMS
};

std::string manifest_text(const Manifest& manifest);

/// InputError, with `place` in front, where it is none of ours.
Manifest manifest_from(const std::string& text, const std::string& place);

/// As `sha256sum --check` reads it.
std::string sha256_sums(const Manifest& manifest);

}  // namespace drystone
