#include "step/tabulate_laws.h"

#include <algorithm>
#include <map>

namespace drystone {

namespace {

/// What interactions can know of a body: its material, and the named parties it belongs to.
struct Traits {
    int material = 0;
    std::vector<int> parties{};  // ascending
    auto operator<=>(const Traits&) const = default;
};

bool is_named(const Party& party) {
    return party.kind == Party::Kind::bodies || party.kind == Party::Kind::group;
}

/// The bodies and groups that interactions name, each once.
std::vector<Party> named_parties(const std::vector<Interaction>& interactions) {
    std::vector<Party> named;
    for (const Interaction& entry : interactions) {
        for (const Party& party : {entry.a, entry.b}) {
            if (is_named(party) && std::find(named.begin(), named.end(), party) == named.end())
                named.push_back(party);
        }
    }
    return named;
}

template <int D>
std::vector<Traits> traits_of(const WorldDescription<D>& description, const std::vector<Party>& named) {
    std::vector<Traits> traits;
    for (const BodyDescription<D>& body : description.bodies) traits.push_back({body.material});
    for (std::size_t p = 0; p < named.size(); ++p) {
        for (const int body : named[p].bodies)
            traits[static_cast<std::size_t>(body)].parties.push_back(static_cast<int>(p));
        if (named[p].kind != Party::Kind::group) continue;
        for (std::size_t i = 0; i < traits.size(); ++i) {
            if (description.bodies[i].group == named[p].group)
                traits[i].parties.push_back(static_cast<int>(p));
        }
    }
    return traits;
}

/// Numbers of the surfaces that a party stands for.
std::vector<int> members(const Party& party, const std::vector<Party>& named,
                         const std::vector<Traits>& surfaces) {
    const int number = static_cast<int>(std::find(named.begin(), named.end(), party) - named.begin());
    std::vector<int> found;
    for (std::size_t s = 0; s < surfaces.size(); ++s) {
        const std::vector<int>& parties = surfaces[s].parties;
        const bool belongs = party.kind == Party::Kind::any ||
                             (party.kind == Party::Kind::material && surfaces[s].material == party.material) ||
                             (is_named(party) && std::binary_search(parties.begin(), parties.end(), number));
        if (belongs) found.push_back(static_cast<int>(s));
    }
    return found;
}

}  // namespace

template <int D>
LawBook tabulate_laws(const WorldDescription<D>& description, std::vector<int>& surface) {
    const std::vector<Interaction>& interactions = description.interactions;
    const std::vector<Party> named = named_parties(interactions);
    const std::vector<Traits> traits = traits_of(description, named);

    std::map<Traits, int> numbers;
    std::vector<Traits> surfaces;
    surface.clear();
    for (std::size_t i = 0; i < traits.size(); ++i) {
        const auto [at, is_new] = numbers.emplace(traits[i], static_cast<int>(surfaces.size()));
        if (is_new) surfaces.push_back(traits[i]);
        surface.push_back(at->second);
    }

    LawBook book;
    book.surfaces = static_cast<int>(surfaces.size());
    book.laws = {Coulomb{}};
    book.between.assign(surfaces.size() * surfaces.size(), 0);
    for (const Interaction& entry : interactions) {
        const int law = static_cast<int>(book.laws.size());
        book.laws.push_back(entry.law);
        const std::vector<int> side_b = members(entry.b, named, surfaces);
        for (const int a : members(entry.a, named, surfaces)) {
            for (const int b : side_b) {
                book.between[a * book.surfaces + b] = law;
                book.between[b * book.surfaces + a] = law;
            }
        }
    }
    const auto any = [&](const auto& does) {
        return std::any_of(description.links.begin(), description.links.end(),
                           [&](const LinkDescription<D>& d) { return does(LinkModel<D>{.type = d.type, .is = d.is}); });
    };
    book.sum_up<D>(any([](const LinkModel<D>& link) { return link.remembers(); }));
    book.turns = book.turns || any([](const LinkModel<D>& link) { return link.carries_moments(); });
    return book;
}

template LawBook tabulate_laws(const WorldDescription<2>&, std::vector<int>&);
template LawBook tabulate_laws(const WorldDescription<3>&, std::vector<int>&);

}  // namespace drystone
