#include "scene/judge_overlaps.h"

#include <algorithm>

#include <fmt/format.h>

#include "step/initial_overlaps.h"

namespace drystone {

namespace {

constexpr double most_allowed = 0.1;  // of the smaller body
constexpr std::size_t most_named = 5;

template <int D>
std::string name_of(const WorldDescription<D>& description, int body) {
    const std::string& name = description.bodies[static_cast<std::size_t>(body)].name;
    return name.empty() ? fmt::format("body number {}", body) : fmt::format("'{}'", name);
}

template <int D>
std::string in_words(const WorldDescription<D>& description, const BodyOverlap& o) {
    return fmt::format("{} and {} by {:.3g} m ({:.2g} % of the smaller)", name_of(description, o.a),
                       name_of(description, o.b), o.depth, 100.0 * o.share);
}

template <int D>
std::string worst_of(const WorldDescription<D>& description, const std::vector<BodyOverlap>& overlaps) {
    std::string text;
    for (std::size_t i = 0; i < std::min(most_named, overlaps.size()); ++i)
        text += (i == 0 ? "" : ", ") + in_words(description, overlaps[i]);
    return overlaps.size() > most_named ? text + fmt::format(", and {} more", overlaps.size() - most_named)
                                        : text;
}

}  // namespace

template <int D>
void judge_overlaps(const World<D>& world, Scene& scene, std::span<const char> known) {
    std::vector<BodyOverlap> overlaps = find_overlaps(world);
    const auto is_known = [&](int i) { return !known.empty() && known[static_cast<std::size_t>(i)] != 0; };
    std::erase_if(overlaps, [&](const BodyOverlap& one) { return is_known(one.a) && is_known(one.b); });
    if (overlaps.empty()) return;
    const BodyOverlap& worst = overlaps.front();
    const std::string words = worst_of(world.description, overlaps);
    if (worst.share > most_allowed && !scene.accepts_overlaps) {
        const bool moves = world.matter.freedom[static_cast<std::size_t>(worst.b)] != Freedom::immovable;
        refuse(world.description.bodies[static_cast<std::size_t>(moves ? worst.b : worst.a)].place,
               fmt::format("{}{}. More than {:.0f} % of the smaller body is refused: move them apart, or say "
                           "initial_overlaps = \"accept\" in [contacts]",
                           overlaps_at_start, words, 100.0 * most_allowed));
    }
    scene.warnings.push_back(overlaps_at_start + words);
}

template void judge_overlaps(const World<2>&, Scene&, std::span<const char>);
template void judge_overlaps(const World<3>&, Scene&, std::span<const char>);

}  // namespace drystone
