#pragma once

#include "ranks/rows.h"
#include "step/elsewhere.h"

namespace drystone {

/// Puts this rank's rows into the checkpoint that rank 0 makes (`make`; the others have none), all ranks at once. False, on all of them: some rank does not see
/// the file, which is on a disk that they do not share. FileError on rank 0 where one could not write.
template <int D>
bool put_rows(const ranks::RowsOfRank<D>& rows, bool in_cell, ranks::Team& team, const MakeRoom* make);

}  // namespace drystone
