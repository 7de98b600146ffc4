#include "step/tabulate_laws.h"

#include <algorithm>
#include <map>

namespace drystone {

namespace {

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
std::vector<int> members(const Party& party, const SurfaceTable& table) {
    const int number =
        static_cast<int>(std::find(table.named.begin(), table.named.end(), party) - table.named.begin());
    std::vector<int> found;
    for (std::size_t s = 0; s < table.traits.size(); ++s) {
        const Traits& traits = table.traits[s];
        const std::vector<int>& parties = traits.parties;
        const bool belongs = party.kind == Party::Kind::any ||
                             (party.kind == Party::Kind::material && traits.material == party.material) ||
                             (is_named(party) && std::binary_search(parties.begin(), parties.end(), number));
        if (belongs) found.push_back(static_cast<int>(s));
    }
    return found;
}

/// Which law is between which surfaces: entry k of the interactions is law k + 1.
void lay_out(const std::vector<Interaction>& interactions, const SurfaceTable& table, LawBook& book) {
    book.surfaces = static_cast<int>(table.traits.size());
    book.between.assign(table.traits.size() * table.traits.size(), 0);
    int law = 0;
    for (const Interaction& entry : interactions) {
        ++law;
        const std::vector<int> side_b = members(entry.b, table);
        for (const int a : members(entry.a, table)) {
            for (const int b : side_b) {
                book.between[a * book.surfaces + b] = law;
                book.between[b * book.surfaces + a] = law;
            }
        }
    }
}

}  // namespace

template <int D>
LawBook tabulate_laws(const WorldDescription<D>& description, std::vector<int>& surface,
                      SurfaceTable& table) {
    const std::vector<Interaction>& interactions = description.interactions;
    table = {named_parties(interactions), {}};
    const std::vector<Traits> traits = traits_of(description, table.named);

    std::map<Traits, int> numbers;
    surface.clear();
    for (std::size_t i = 0; i < traits.size(); ++i) {
        const auto [at, is_new] = numbers.emplace(traits[i], static_cast<int>(table.traits.size()));
        if (is_new) table.traits.push_back(traits[i]);
        surface.push_back(at->second);
    }

    LawBook book;
    book.laws = {Coulomb{}};
    for (const Interaction& entry : interactions) book.laws.push_back(entry.law);
    lay_out(interactions, table, book);
    const auto any = [&](const auto& does) {
        return std::any_of(
            description.links.begin(), description.links.end(),
            [&](const LinkDescription<D>& d) { return does(LinkModel<D>{.type = d.type, .is = d.is}); });
    };
    book.sum_up<D>(any([](const LinkModel<D>& link) { return link.remembers(); }));
    book.turns = book.turns || any([](const LinkModel<D>& link) { return link.carries_moments(); });
    return book;
}

int surface_of_newcomer(int material, const std::string& group, const std::vector<Interaction>& interactions,
                        SurfaceTable& table, LawBook& book) {
    Traits traits{material};
    for (std::size_t p = 0; p < table.named.size(); ++p) {
        if (!group.empty() && table.named[p].kind == Party::Kind::group && table.named[p].group == group)
            traits.parties.push_back(static_cast<int>(p));
    }
    const auto known = std::find(table.traits.begin(), table.traits.end(), traits);
    if (known != table.traits.end()) return static_cast<int>(known - table.traits.begin());
    table.traits.push_back(traits);
    lay_out(interactions, table, book);
    return book.surfaces - 1;
}

template LawBook tabulate_laws(const WorldDescription<2>&, std::vector<int>&, SurfaceTable&);
template LawBook tabulate_laws(const WorldDescription<3>&, std::vector<int>&, SurfaceTable&);

}  // namespace drystone
