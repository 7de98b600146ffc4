#include "contact/links.h"

#include <cassert>

namespace drystone {

template <int D>
int add_handle(const Matter<D>& matter, const Bodies<D>& bodies, int body, const Vec<D>& point, Parts<D>& parts) {
    const auto i = static_cast<std::size_t>(body);
    parts.body.push_back(body);
    parts.kind.push_back(PartKind::handle);
    parts.movable.push_back(matter.freedom[i] != Freedom::immovable);
    parts.radius.push_back(0.0);
    parts.length.push_back(0.0);
    parts.local_centre.push_back(rotate_back(bodies.rotation[i], parts.space.difference(point, bodies.position[i])));
    parts.solid.push_back(-1);
    parts.local_axis.emplace_back();
    parts.surface.push_back(-1);
    parts.centre.push_back(point);
    parts.axis.emplace_back();
    ++parts.handles;
    return parts.size() - 1;
}

template <int D>
void find_links(const Parts<D>& parts, const Links<D>& links, std::vector<ContactPoint<D>>& contacts) {
    for (int k = 0; k < links.size(); ++k) {
        const int a = links.handle(k), b = a + 1;
        assert(parts.kind[a] == PartKind::handle && parts.kind[b] == PartKind::handle);
        const Vec<D> apart = parts.space.difference(parts.centre[b], parts.centre[a]);
        const Vec<D> n = Vec<D>::axis(0);  // any: a link is alike in all directions
        contacts.push_back(
            {.a = a, .b = b, .point = parts.centre[a] + 0.5 * apart, .normal = n, .gap = dot(n, apart)});
    }
}

template <int D>
Spin<D> turned(const Bodies<D>& bodies, const Parts<D>& parts, const Links<D>& links, int k) {
    const Rotation<D>& a = bodies.rotation[parts.body[links.handle(k)]];
    const Rotation<D>& b = bodies.rotation[parts.body[links.handle(k) + 1]];
    return vector_of(b * inverse(a * links.at_first[k]));
}

#define DRYSTONE_LINKS(D)                                                                      \
    template int add_handle(const Matter<D>&, const Bodies<D>&, int, const Vec<D>&, Parts<D>&); \
    template void find_links(const Parts<D>&, const Links<D>&, std::vector<ContactPoint<D>>&); \
    template Spin<D> turned(const Bodies<D>&, const Parts<D>&, const Links<D>&, int);
DRYSTONE_LINKS(2)
DRYSTONE_LINKS(3)
#undef DRYSTONE_LINKS

}  // namespace drystone
