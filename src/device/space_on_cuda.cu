// The stages in space, by itself: nvcc takes minutes for either.

#include "device/pipeline_on_cuda.h"

namespace drystone::device {

template std::unique_ptr<Pipeline<3>> pipeline_on_cuda(int);

}  // namespace drystone::device
