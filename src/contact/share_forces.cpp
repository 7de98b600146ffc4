#include "contact/share_forces.h"

#include <algorithm>
#include <tuple>

namespace drystone {

namespace {

/// Divides one force among the points order[begin] .. order[end].
template <int D>
void divide(Contacts<D>& contacts, std::size_t begin, std::size_t end) {
    double area = 0.0;
    for (std::size_t k = begin; k < end; ++k) area += contacts.point[contacts.order[k]].area;
    for (std::size_t k = begin; k < end; ++k) {
        const int i = contacts.order[k];
        contacts.share[i] =
            area > 0.0 ? contacts.point[i].area / area : 1.0 / static_cast<double>(end - begin);
    }
}

}  // namespace

template <int D>
void share_forces(const Bodies<D>& bodies, const Parts<D>& parts, const LawBook& book,
                  Contacts<D>& contacts) {
    const auto pair = [&](int i) {
        return std::make_tuple(parts.body[contacts.point[i].a], parts.body[contacts.point[i].b]);
    };
    contacts.share.assign(contacts.point.size(), 1.0);
    contacts.order.clear();
    for (int i = 0; i < contacts.size(); ++i) {
        const auto [a, b] = pair(i);
        if (contacts.memory.intact(i) && shares_force(book.of(bodies.surface[a], bodies.surface[b])))
            contacts.order.push_back(i);
    }
    std::sort(contacts.order.begin(), contacts.order.end(),
              [&](int i, int j) { return std::make_tuple(pair(i), i) < std::make_tuple(pair(j), j); });
    for (std::size_t begin = 0, end = 0; begin < contacts.order.size(); begin = end) {
        while (end < contacts.order.size() && pair(contacts.order[end]) == pair(contacts.order[begin])) ++end;
        divide(contacts, begin, end);
    }
}

template void share_forces(const Bodies<2>&, const Parts<2>&, const LawBook&, Contacts<2>&);
template void share_forces(const Bodies<3>&, const Parts<3>&, const LawBook&, Contacts<3>&);

}  // namespace drystone
