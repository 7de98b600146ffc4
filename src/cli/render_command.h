#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/exit_status.h"

namespace drystone {

/// drystone render DIR: pictures (PNG, SVG) and movies of a run, without a display.
struct RenderCommand {
    std::string folder;
    std::string frame = "last";  // a time in seconds, first or last
    std::string out;             // x.png or x.svg; empty: none
    std::string movie;           // x.mp4; empty: none
    double fps = 25.0;           // pictures a second of the movie
    double speed = 1.0;          // simulated seconds in a second of the movie
    std::string size = "1600x1200";
    std::string colour = "material";
    std::string colour_from;          // "FILE.csv:column"; empty: `colour` says it
    std::string field;                // of deformable bodies; empty: none
    std::vector<double> field_range;  // two numbers, or none
    bool crosses = false;
    std::optional<double> magnified, since;
    bool mechanism = false;
    std::string joints;  // what joints are coloured by; empty: they are not drawn
    bool cracks = false;
    std::optional<double> crack_from;  // [mm]
    std::vector<double> view;  // three numbers; empty: three quarters from above
    bool perspective = false;
    bool forces = false;
    bool thrust = false;
    bool kern = false;
    std::string of;  // bodies the line of thrust goes through; empty: all
    bool plain = false;
    bool whole_run = false;  // camera and scales for all frames, not for this one
    std::optional<double> range, newton, opacity;
    int threads = 0;  // 0: all cores
};

ExitStatus render_pictures(const RenderCommand& command);

}  // namespace drystone
