#include "scene/read_supports.h"

#include <fmt/format.h>

#include "scene/read_body_list.h"
#include "scene/table.h"

namespace drystone {

namespace {

template <int N>
Vec<N> not_negative(const Node& node, std::string_view what, const Vec<N>& v) {
    for (const double k : v.c)
        if (k < 0.0) refuse(node.place, fmt::format("{} must be zero or more, found {}", what, k));
    return v;
}

template <int D>
Support<D> read_support(const Table& table) {
    Support<D> support;
    if (const Node* node = table.find("stiffness"))
        support.stiffness = not_negative(*node, "stiffness", vector_of<D>(*node, "stiffness"));
    if (const Node* node = table.find("rotational_stiffness")) {
        if constexpr (D == 3)
            support.rotational = vector_of<3>(*node, "rotational_stiffness");
        else
            support.rotational = {{number_of(*node, "rotational_stiffness")}};
        support.rotational = not_negative(*node, "rotational_stiffness", support.rotational);
    }
    if (support.stiffness == Vec<D>{} && support.rotational == Spin<D>{})
        refuse(table.place(), "this support holds nothing; give it a stiffness or rotational_stiffness");
    return support;
}

}  // namespace

template <int D>
void read_supports(const Node& document, Draft<D>& draft) {
    for (const Node* node : tables_of(find_in(document, "supports"), "supports")) {
        const Table table(*node, "[[supports]]", {"body", "bodies", "stiffness", "rotational_stiffness"});
        Support<D> support = read_support<D>(table);
        for (const int body : read_body_or_bodies(*node, draft)) {
            support.body = body;
            draft.world.supports.push_back(support);
        }
    }
}

template void read_supports<2>(const Node&, Draft<2>&);
template void read_supports<3>(const Node&, Draft<3>&);

}  // namespace drystone
