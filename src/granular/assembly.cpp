#include "granular/assembly.h"

namespace drystone {

GrainSelection everybody(const Assembly& assembly) {
    GrainSelection out;
    out.grain.assign(assembly.grains.size(), 1);
    out.contact.assign(assembly.contacts.size(), 1);
    if (assembly.grains.space.repeats()) out.volume = assembly.grains.space.volume();
    return out;
}

GrainSelection among_grains(const Assembly& assembly, GrainSelection selection) {
    for (std::size_t k = 0; k < assembly.contacts.size(); ++k) {
        if (assembly.contacts[k].is_at_wall()) selection.contact[k] = 0;
    }
    return selection;
}

}  // namespace drystone
