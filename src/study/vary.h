#pragma once

#include <string>
#include <vector>

namespace drystone {

/// A key of a scene and the values it is to have, as --set takes them.
struct Vary {
    std::string key;
    std::vector<std::string> values;

    std::string set_to(std::size_t value) const;  // "key=value"; what is no TOML is put in quotes
};

/// "KEY=a:b:n", n numbers from a to b at equal distances ("KEY=a:b:n:log": at equal ratios), or "KEY=v1,v2,..". Commas in brackets and quotes do not part values. Throws
/// InputError.
Vary parse_vary(const std::string& text);

/// All of --vary. Throws InputError where a key is there twice, and where the runs would be more than a million.
std::vector<Vary> parse_varies(const std::vector<std::string>& texts);

/// Runs there are: every value of each key with every value of the others.
std::size_t number_of_runs(const std::vector<Vary>& varies);

/// Which value of each key a run has; the last key changes fastest.
std::vector<std::size_t> choice_of_run(const std::vector<Vary>& varies, std::size_t run);

/// What --set has to say for a run.
std::vector<std::string> overrides_of_run(const std::vector<Vary>& varies, std::size_t run);

/// "0000", "0001", ...: the folder of a run among so many.
std::string folder_of_run(std::size_t run, std::size_t runs);

}  // namespace drystone
