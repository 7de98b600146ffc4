#pragma once

#include <map>
#include <optional>
#include <string>

#include "report/http_server.h"
#include "report/page.h"
#include "report/run_reader.h"

namespace drystone {

/// A run as drystone view serves it. Paths, below the one that the run is at:
///
///     run.json  geometry  table/N  frame/N  body/I                         body I through all frames
///     frame/N/bodies  frame/N/values/WHAT  frame/N/forces/COUNT            a frame in pieces
///     frame/N/body/I                                                       the numbers of one body, JSON
///
/// Pieces are for large runs: places and turns of the bodies alone (rounded to 1/65536 of their spread), one number per body to colour it by
/// (velocity, displacement, rotation, pressure, opening, slip, damage, utilisation, status), the strongest contacts.
class ServedRun {
  public:
    ServedRun(const std::string& folder, bool beside);

    /// None: there is no such path.
    std::optional<HttpAnswer> answer(const std::string& path);

    PageWords words() const { return run_.words(); }

  private:
    using Words = std::vector<std::string>;

    void look();
    std::string header();
    std::optional<HttpAnswer> frame_answer(const Words& words);
    std::optional<HttpAnswer> values(int frame, const std::string& what);
    std::string strongest(int frame, int count);
    std::string numbers(int frame, int body);
    const ShownFrame& first();
    const ShownFrame& kept(int frame, FrameParts parts);

    RunReader run_;
    ExtentsOf extents_;
    ServedAs served_;
    int judged_ = 0;                   // frames that the extents know of
    std::optional<ShownFrame> first_;  // what displacements count from

    /// The frame that was read last: its pieces are asked for one after the other.
    struct Kept {
        int frame = -1;
        FrameParts parts = FrameParts::all;
        ShownFrame content;
    } kept_;
};

}  // namespace drystone
