// In a build without npm the page has no program: src/report/page.cpp says so in every report.
#include "report/viewer_bytes.h"

namespace drystone {

const std::string_view viewer_script;
const std::string_view viewer_style;

}  // namespace drystone
