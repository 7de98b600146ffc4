#include "scene/nearest.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace drystone {

int edit_distance(std::string_view a, std::string_view b) {
    std::vector<int> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        if (a[i - 1] == '*') {  // of a pattern: stands for any letters
            row[0] = above[0];
            for (std::size_t j = 1; j <= b.size(); ++j) row[j] = std::min(above[j], row[j - 1]);
            std::swap(before, above);
            std::swap(above, row);
            continue;
        }
        row[0] = above[0] + 1;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, above);
        std::swap(above, row);
    }
    return above[b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
    const std::string* best = nullptr;
    const int letters = static_cast<int>(word.size());
    int least = std::min(1 + letters / 3, std::max(1, letters - 2));  // more of them wrong: another word, such as "max" for "law"
    for (const std::string& candidate : candidates) {
        const int distance = edit_distance(word, candidate);
        if (distance < least || (distance == least && !best)) {
            best = &candidate;
            least = distance;
        }
    }
    if (best) return *best;
    constexpr std::size_t telling = 4;  // letters: "angle" for "angle_deg"
    for (const std::string& candidate : candidates) {
        if (word.size() >= telling && candidate.starts_with(word)) return candidate;
    }
    return {};
}

std::string quoted_list(std::span<const std::string> words) {
    std::string list;
    for (const std::string& word : words) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", word);
    return list;
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
    const std::string near = nearest(word, candidates);
    if (!near.empty()) return fmt::format("; did you mean \"{}\"?", near);
    constexpr std::size_t short_list = 25;
    if (candidates.empty() || candidates.size() > short_list) return {};
    return "; known: " + quoted_list(candidates);
}

}  // namespace drystone
