#include "hdf5/handle.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <string_view>
#include <system_error>

namespace drystone::hdf5 {

namespace {

/// "No space left on device" of the library's "file write failed: time = .., errno = 28, error message = 'No space left on device', buf = 0x..".
std::string system_words(const std::string& reason) {
    constexpr std::string_view before = "error message = '";
    const std::size_t begin = reason.find(before), end = reason.find('\'', begin + before.size());
    if (begin == std::string::npos || end == std::string::npos) return reason;
    return reason.substr(begin + before.size(), end - begin - before.size());
}

}  // namespace

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
    return reason.empty() ? "no reason given" : system_words(reason);
}

bool is_of_disk(const std::string& reason) {
    constexpr int numbers[] = {ENOSPC, EDQUOT, EFBIG, EIO};
    return std::any_of(std::begin(numbers), std::end(numbers), [&](int number) { return reason == std::generic_category().message(number); });
}

bool is_of_lock(const std::string& reason) { return reason == std::generic_category().message(EAGAIN); }

}  // namespace drystone::hdf5
