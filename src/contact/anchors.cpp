#include "contact/anchors.h"

namespace drystone {

namespace {

/// The two bodies, and where the second is seen.
template <int D>
struct AnchoredSides {
    int a = 0, b = 0;
    Vec<D> place_b{};
};

template <int D>
void take_hold(const Bodies<D>& bodies, const AnchoredSides<D>& at, const ContactPoint<D>& c, AnchorMemory<D>& memory) {
    memory.anchored = true;
    memory.made_gap = c.gap;
    memory.anchor_a = rotate_back(bodies.rotation[at.a], c.point - bodies.position[at.a]);
    memory.anchor_b = rotate_back(bodies.rotation[at.b], c.point - at.place_b);
}

template <int D>
void follow(const Bodies<D>& bodies, const AnchoredSides<D>& at, ContactPoint<D>& c, AnchorMemory<D>& memory) {
    const Vec<D> on_a = bodies.position[at.a] + rotate(bodies.rotation[at.a], memory.anchor_a);
    const Vec<D> on_b = at.place_b + rotate(bodies.rotation[at.b], memory.anchor_b);
    const Vec<D> apart = on_b - on_a;
    const double opened = dot(c.normal, apart);
    c.point = 0.5 * (on_a + on_b);
    c.gap = memory.made_gap + opened;
    memory.slip = apart - opened * c.normal;
}

}  // namespace

template <int D>
void hold_anchors(const Matter<D>& matter, const Bodies<D>& bodies, const Parts<D>& parts,
                  const LawBook& book, Contacts<D>& contacts) {
    for (std::size_t i = 0; i < contacts.point.size(); ++i) {
        ContactPoint<D>& c = contacts.point[i];
        const int a = parts.body[c.a], b = parts.body[c.b];
        const bool elastic = matter.freedom[a] == Freedom::elastic || matter.freedom[b] == Freedom::elastic;
        const bool held = !elastic && anchors(book.of(matter.surface[a], matter.surface[b]));
        const MemoryRow<D> row = contacts.memory.open(i, book.anchor_places, MemoryAxes<D>{});
        row.template change<AnchorMemory<D>>([&](AnchorMemory<D>& memory) {
            memory.anchored = memory.anchored && memory.intact;
            if (!held || !memory.intact) return;
            const AnchoredSides<D> sides{a, b, parts.space.seen(bodies.position[b], c.image)};
            if (!memory.anchored) take_hold(bodies, sides, c, memory);
            follow(bodies, sides, c, memory);
        });
    }
}

template void hold_anchors(const Matter<2>&, const Bodies<2>&, const Parts<2>&, const LawBook&, Contacts<2>&);
template void hold_anchors(const Matter<3>&, const Bodies<3>&, const Parts<3>&, const LawBook&, Contacts<3>&);

}  // namespace drystone
