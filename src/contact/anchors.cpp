#include "contact/anchors.h"

namespace drystone {

namespace {

template <int D>
void take_hold(const Bodies<D>& bodies, int a, int b, const ContactPoint<D>& c, AnchorMemory<D>& memory) {
    memory.anchored = true;
    memory.made_gap = c.gap;
    memory.anchor_a = rotate_back(bodies.rotation[a], c.point - bodies.position[a]);
    memory.anchor_b = rotate_back(bodies.rotation[b], c.point - bodies.position[b]);
}

template <int D>
void follow(const Bodies<D>& bodies, int a, int b, ContactPoint<D>& c, AnchorMemory<D>& memory) {
    const Vec<D> on_a = bodies.position[a] + rotate(bodies.rotation[a], memory.anchor_a);
    const Vec<D> on_b = bodies.position[b] + rotate(bodies.rotation[b], memory.anchor_b);
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
            if (!memory.anchored) take_hold(bodies, a, b, c, memory);
            follow(bodies, a, b, c, memory);
        });
    }
}

template void hold_anchors(const Matter<2>&, const Bodies<2>&, const Parts<2>&, const LawBook&, Contacts<2>&);
template void hold_anchors(const Matter<3>&, const Bodies<3>&, const Parts<3>&, const LawBook&, Contacts<3>&);

}  // namespace drystone
