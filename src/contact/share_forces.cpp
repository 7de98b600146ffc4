#include "contact/share_forces.h"

#include <algorithm>
#include <tuple>

namespace drystone {

namespace {

/// Divides one force among the points order[begin] .. order[end].
template <int D>
void divide(const Contacts<D>& contacts, ContactScratch<D>& scratch, std::size_t begin, std::size_t end) {
    double area = 0.0;
    for (std::size_t k = begin; k < end; ++k) area += contacts.point[scratch.order[k]].area;
    for (std::size_t k = begin; k < end; ++k) {
        const int i = scratch.order[k];
        scratch.share[i] =
            area > 0.0 ? contacts.point[i].area / area : 1.0 / static_cast<double>(end - begin);
    }
}

}  // namespace

template <int D>
void share_forces(const Matter<D>& matter, const Parts<D>& parts, const LawBook& book,
                  const Contacts<D>& contacts, ContactScratch<D>& scratch) {
    const auto pair = [&](int i) {
        return std::make_tuple(parts.body[contacts.point[i].a], parts.body[contacts.point[i].b], contacts.point[i].image);
    };
    scratch.share.assign(contacts.point.size(), 1.0);
    scratch.order.clear();
    for (int i = 0; i < contacts.size(); ++i) {
        const int a = parts.body[contacts.point[i].a], b = parts.body[contacts.point[i].b];
        if (contacts.memory.intact(i) && shares_force(book.of(matter.surface[a], matter.surface[b])))
            scratch.order.push_back(i);
    }
    std::sort(scratch.order.begin(), scratch.order.end(),
              [&](int i, int j) { return std::make_tuple(pair(i), i) < std::make_tuple(pair(j), j); });
    for (std::size_t begin = 0, end = 0; begin < scratch.order.size(); begin = end) {
        while (end < scratch.order.size() && pair(scratch.order[end]) == pair(scratch.order[begin])) ++end;
        divide(contacts, scratch, begin, end);
    }
}

template void share_forces(const Matter<2>&, const Parts<2>&, const LawBook&, const Contacts<2>&,
                           ContactScratch<2>&);
template void share_forces(const Matter<3>&, const Parts<3>&, const LawBook&, const Contacts<3>&,
                           ContactScratch<3>&);

}  // namespace drystone
