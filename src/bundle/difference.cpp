// What two runs computed, compared: tables byte for byte, frames bit for bit.

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "bundle/bundle.h"
#include "io/frames_file.h"

namespace drystone {

namespace fs = std::filesystem;

namespace {

/// The tables of a run: what it computed, without seconds.
std::set<std::string> tables_in(const std::string& folder) {
    std::set<std::string> names;
    for (const char* inside : {"", "probes/"}) {
        if (!fs::is_directory(folder + "/" + inside)) continue;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder + "/" + inside))
            if (entry.path().extension() == ".csv") names.insert(inside + entry.path().filename().string());
    }
    return names;
}

/// The first line that is not the same; 0: there is none.
long differing_line(const std::string& path, const std::string& other_path) {
    std::ifstream file(path, std::ios::binary), other_file(other_path, std::ios::binary);
    for (long number = 1;; ++number) {
        std::string line, other;
        const bool more = static_cast<bool>(std::getline(file, line)), other_more = static_cast<bool>(std::getline(other_file, other));
        if (more != other_more || line != other) return number;
        if (!more) return 0;
    }
}

/// NaNs are the same as themselves.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <class Part, class... Lists>
bool same_lists(const Part& a, const Part& b, Lists Part::*... list) {
    return (same_bits(a.*list, b.*list) && ...);
}

bool same_memory(const std::vector<FrameMemory>& a, const std::vector<FrameMemory>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const FrameMemory& one, const FrameMemory& other) { return one.name == other.name && same_bits(one.values, other.values); });
}

/// All that is in them.
bool same_frames(const Frame& a, const Frame& b) {
    using F = Frame;
    using J = FrameJoints;
    using M = DeformableFrame;
    return std::memcmp(&a.time, &b.time, sizeof a.time) == 0 && a.step == b.step &&
           same_lists(a, b, &F::position, &F::orientation, &F::velocity, &F::angular_velocity) &&
           same_lists(a, b, &F::contact_bodies, &F::contact_parts, &F::point, &F::normal, &F::gap, &F::area, &F::force, &F::moment, &F::status,
                      &F::utilisation) &&
           same_memory(a.memory, b.memory) && same_lists(a, b, &F::cell_edges, &F::cell_velocity) &&
           same_lists(a.deformable, b.deformable, &M::position, &M::gradient, &M::velocity, &M::stress, &M::strain, &M::energy_density, &M::node_stress) &&
           same_lists(a.joints, b.joints, &J::normal, &J::shear, &J::opening, &J::slip, &J::damage, &J::utilisation, &J::point, &J::status,
                      &J::corner_opening) &&
           same_lists(a, b, &F::link_ends, &F::link_force, &F::link_status, &F::membrane_edge);
}

std::string difference_of_frames(const std::string& path, const std::string& other_path) {
    const FramesFile file(path), other(other_path);
    if (file.frames() != other.frames()) return fmt::format("frames.h5: {} frames, and {}", file.frames(), other.frames());
    for (int k = 0; k < file.frames(); ++k)
        if (!same_frames(file.read(k), other.read(k))) return fmt::format("frames.h5: frame {}, at {} s, is another", k, file.time(k));
    return "";
}

}  // namespace

std::string first_difference(const std::string& folder, const std::string& other) {
    const std::set<std::string> tables = tables_in(folder), others = tables_in(other);
    for (const std::string& name : tables)
        if (!others.contains(name)) return name + ": only one of them has it";
    for (const std::string& name : others)
        if (!tables.contains(name)) return name + ": only one of them has it";
    for (const std::string& name : tables)
        if (const long line = differing_line(folder + "/" + name, other + "/" + name); line > 0)
            return fmt::format("{}: line {} is another", name, line);
    const bool has = fs::exists(folder + "/frames.h5");
    if (has != fs::exists(other + "/frames.h5")) return "frames.h5: only one of them has it";
    return has ? difference_of_frames(folder + "/frames.h5", other + "/frames.h5") : "";
}

}  // namespace drystone
