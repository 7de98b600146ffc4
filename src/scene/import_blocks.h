#pragma once

#include "masonry/block.h"
#include "scene/draft.h"
#include "scene/table.h"

namespace drystone {

/// A stone of a file, where the file has it.
template <int D>
struct ImportedBlock {
    masonry::Block<D> block;
    int material = -1;  // -1: that of the generator
};

/// The keys of type = "assembly" besides those of every generator of masonry.
Keys import_keys();

/// The stones of the files that `file`, `files` or `folder` names: in space of each mesh (OBJ, STL, PLY) and drawing (DXF), one for every
/// group, and in a group for every surface; in the plane the closed polylines of drawings. `layers` says what a group is made of.
template <int D>
std::vector<ImportedBlock<D>> import_blocks(const Table& table, const Draft<D>& draft);

}  // namespace drystone
