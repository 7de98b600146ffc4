#pragma once

#include <string>

#include "render/image.h"

namespace drystone::render {

/// The bytes of a PNG file: 8 bits a channel, no alpha.
std::string encode_png(const Image& image);

}  // namespace drystone::render
