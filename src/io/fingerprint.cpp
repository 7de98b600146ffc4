#include "io/fingerprint.h"

#include <cstdio>
#include <fstream>
#include <set>
#include <vector>

#include "core/input_error.h"

namespace drystone {

namespace fs = std::filesystem;

void Hash::add(std::string_view bytes) {
    for (const char c : bytes) {
        value_ ^= static_cast<unsigned char>(c);
        value_ *= 0x100000001b3u;
    }
}

std::string Hash::digits() const {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value_));
    return text;
}

namespace {

void add_file(const fs::path& path, Hash& hash) {
    std::ifstream file(path, std::ios::binary);
    std::vector<char> block(1 << 16);
    while (file.read(block.data(), std::ssize(block)) || file.gcount() > 0)
        hash.add({block.data(), static_cast<std::size_t>(file.gcount())});
    if (!file.eof()) throw InputError(path.string(), "cannot be read");
}

/// Links are not followed, and pipes and devices not read: they are their kind.
void add(const fs::path& path, Hash& hash) {
    const fs::file_type type = fs::symlink_status(path).type();
    hash.add_bits(type);
    if (type == fs::file_type::regular) add_file(path, hash);
    if (type != fs::file_type::directory) return;
    std::set<fs::path> entries;  // in the order of their names
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) entries.insert(entry.path());
    for (const fs::path& entry : entries) {
        hash.add(entry.filename().string() + '\0');
        add(entry, hash);
    }
}

/// inputs/0 holds one file, or one folder of files: that is what its user knows.
fs::path as_known(const fs::path& path) {
    if (!fs::is_directory(path)) return path;
    const fs::directory_iterator entries(path);
    const bool one = std::distance(begin(entries), end(entries)) == 1;
    return one ? fs::directory_iterator(path)->path() : path;
}

}  // namespace

std::string fingerprint_of(const fs::path& path) {
    if (!fs::exists(fs::symlink_status(path))) return "";
    Hash hash;
    add(path, hash);
    return hash.digits();
}

void expect_unchanged(const std::string& folder, const Fingerprints& before) {
    for (const auto& [name, fingerprint] : before) {
        const fs::path path = fs::path(folder) / name;
        const std::string now = fingerprint_of(path);
        if (now == fingerprint) continue;
        throw InputError(as_known(path).string(),
                         now.empty()
                             ? "is gone: the run was begun with it"
                             : "was changed since the run began: put it back, or run the changed scene anew");
    }
}

}  // namespace drystone
