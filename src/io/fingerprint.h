#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace drystone {

/// A text of 16 digits by which a change is known: FNV-1a over the bytes of a file, or over the names and bytes of all that a
/// folder holds. "" where there is nothing.
std::string fingerprint_of(const std::filesystem::path& path);

/// Of files and folders within a folder, by their path in it.
using Fingerprints = std::map<std::string, std::string>;

/// Refuses with the first one that is no longer what it was.
void expect_unchanged(const std::string& folder, const Fingerprints& before);

}  // namespace drystone
