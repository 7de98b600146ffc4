#pragma once

#include <string>
#include <vector>

#include "report/page.h"

namespace drystone {

/// The pictures of a report that need no program in the browser, and that are printed: of a run with joints its crack map, mechanism, thrust and the
/// utilisation of its joints in the last frame; the plots that the scene asks for under [report]; the energies. None of a run without joints
/// whose scene has no [report].
std::vector<Figure> figures_of(const std::string& folder);

}  // namespace drystone
