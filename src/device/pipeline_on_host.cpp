#include "device/on_host.h"
#include "device/pipeline_on.h"

namespace drystone::device {

template <int D>
std::unique_ptr<Pipeline<D>> pipeline_on_host() {
    return std::make_unique<PipelineOn<D, OnHost>>();
}

template std::unique_ptr<Pipeline<2>> pipeline_on_host();
template std::unique_ptr<Pipeline<3>> pipeline_on_host();

}  // namespace drystone::device
