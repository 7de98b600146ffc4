#pragma once

namespace drystone {

/// The instruction set whose kernels this processor gets: "avx512", "avx2" or "baseline". Answers do not depend on it.
const char* instruction_set();

}  // namespace drystone
