#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scene/read_mesh.h"

namespace drystone {

/// Blanks within a name would make two words of it.
inline std::string one_word(std::string_view name) {
    std::string word(name);
    for (char& c : word)
        if (c == ' ' || c == '\t') c = '_';
    return word;
}

/// The groups of a mesh while its file is read.
class MeshGroups {
  public:
    explicit MeshGroups(SurfaceMesh& mesh) : mesh_(mesh) {}

    /// A line whose words after the first are the name. The same name again goes on with that group.
    void begin(const std::vector<std::string_view>& words) {
        std::string name;
        for (std::size_t k = 1; k < words.size(); ++k) name += (k > 1 ? "_" : "") + std::string(words[k]);
        begin(name);
    }
    void begin(const std::string& name) {
        const auto [place, is_new] = known_.try_emplace(name, static_cast<int>(mesh_.group_name.size()));
        if (is_new) mesh_.group_name.push_back(name);
        current_ = place->second;
    }

    /// Of every polygon; those before the first name are a group without one.
    void add_polygon() {
        if (current_ < 0) begin("");
        mesh_.group.push_back(current_);
    }

  private:
    SurfaceMesh& mesh_;
    std::map<std::string, int> known_;
    int current_ = -1;
};

/// Equal corners become one vertex.
class Welder {
  public:
    explicit Welder(SurfaceMesh& mesh) : mesh_(mesh) {}
    int vertex(Vec<3> p) {
        for (int k = 0; k < 3; ++k) p[k] += 0.0;  // -0 is 0
        const auto [place, is_new] = known_.try_emplace(p.c, static_cast<int>(mesh_.vertex.size()));
        if (is_new) mesh_.vertex.push_back(p);
        return place->second;
    }

  private:
    SurfaceMesh& mesh_;
    std::map<std::array<double, 3>, int> known_;
};

}  // namespace drystone
