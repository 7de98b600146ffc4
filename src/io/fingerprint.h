#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace drystone {

/// FNV-1a, 64 bits: tells apart what somebody changed, and is no seal.
class Hash {
  public:
    void add(std::string_view bytes);
    template <class T>
    void add_bits(const T& value) {
        add({reinterpret_cast<const char*>(&value), sizeof value});
    }
    std::string digits() const;  // 16

  private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// A text of 16 digits by which a change is known: the hash of the bytes of a file, or of the names and bytes of all that a
/// folder holds. "" where there is nothing.
std::string fingerprint_of(const std::filesystem::path& path);

/// Of files and folders within a folder, by their path in it.
using Fingerprints = std::map<std::string, std::string>;

/// Refuses with the first one that is no longer what it was.
void expect_unchanged(const std::string& folder, const Fingerprints& before);

}  // namespace drystone
