#include "contact/anchors.h"

namespace drystone {

template <int D>
void hold_anchors(const Matter<D>& matter, const Bodies<D>& bodies, const Parts<D>& parts,
                  const LawBook& book, Contacts<D>& contacts) {
    for (std::size_t i = 0; i < contacts.point.size(); ++i) {
        ContactPoint<D>& c = contacts.point.whole()[i];
        const int a = parts.body[c.a], b = parts.body[c.b];
        const bool elastic = matter.freedom[a] == Freedom::elastic || matter.freedom[b] == Freedom::elastic;
        const bool held = !elastic && anchors(book.of(matter.surface[a], matter.surface[b]));
        const MemoryRow<D> row = contacts.memory.open(i, book.anchor_places, MemoryAxes<D>{});
        row.template change<AnchorMemory<D>>([&](AnchorMemory<D>& memory) {
            memory.anchored = memory.anchored && memory.intact;
            if (!held || !memory.intact) return;
            const AnchoredSides<D> sides{bodies.position[a], bodies.rotation[a], parts.space.seen(bodies.position[b], c.image), bodies.rotation[b]};
            hold_anchor<D>(sides, {c.point, c.normal, c.gap}, memory);
        });
    }
}

template void hold_anchors(const Matter<2>&, const Bodies<2>&, const Parts<2>&, const LawBook&, Contacts<2>&);
template void hold_anchors(const Matter<3>&, const Bodies<3>&, const Parts<3>&, const LawBook&, Contacts<3>&);

}  // namespace drystone
