#include "hdf5/handle.h"

namespace drystone::hdf5 {

void be_silent() {
    static const herr_t done = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    static_cast<void>(done);
}

std::string last_reason() {
    std::string reason;
    const auto keep_innermost = [](unsigned, const H5E_error2_t* error, void* text) -> herr_t {
        if (error->desc && *error->desc) *static_cast<std::string*>(text) = error->desc;
        return 0;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_innermost, &reason);
    return reason.empty() ? "no reason given" : reason;
}

}  // namespace drystone::hdf5
