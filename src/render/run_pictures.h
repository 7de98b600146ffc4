#pragma once

#include <array>
#include <optional>
#include <string>

#include "render/colours.h"
#include "render/draw.h"
#include "render/raster.h"
#include "report/run_reader.h"

namespace drystone::render {

struct PictureSettings {
    int width = 1600, height = 1200;
    ColourBy colour = ColourBy::material;
    std::string field;  // of deformable bodies: report/stress_field.h; empty: they have the colours of bodies
    double magnified = 1.0;  // displacements of deformable bodies are drawn so many times larger
    bool crosses = false;    // of principal stresses, in the plane
    bool forces = false;
    bool thrust = false;  // lines of thrust ...
    std::string of;       // ... through bodies of this name alone; empty: through all
    std::optional<Vec<3>>
        view;  // where the eye is, seen from the scene; none: from the front, right and above
    bool perspective = false;
    bool plain = false;           // nothing beside the scene
    std::optional<double> range;  // value at the end of the ramp; none: of nearly all bodies
    std::optional<std::array<double, 2>> field_range;  // of the field's ramp; none: of nearly all elements
    std::optional<double>
        newton;  // force whose line has the full width, 3/4 of a typical radius; none: a strong one
    std::optional<double> opacity;  // of bodies in space; none: 1, with forces 0.25
};

/// Pictures of the frames of a run, all with the same camera and scales.
class RunPictures {
  public:
    /// InputError where the folder holds no run or no frames, or where the settings do not fit a 2D run.
    RunPictures(const std::string& folder, const PictureSettings& settings);

    const ShownBodies& bodies() const { return reader_.bodies(); }
    int frames() const { return reader_.frames(); }
    double time(int frame) const { return reader_.time(frame); }
    int nearest(double time) const;  // the frame nearest to a time

    /// Chooses camera and scales so that these frames can be seen; of more than a hundred only so many are looked at.
    void look_at(int first, int last);

    Image image(int frame, ThreadPool& pool) const;
    std::string svg(int frame) const;  // of 2D runs

  private:
    struct Picture {
        Drawing drawing;
        Overlay overlay;
    };
    Picture picture(int frame) const;
    const std::vector<std::string>& kinds() const;  // names of materials or groups
    bool shows_forces() const { return settings_.forces || settings_.thrust; }
    Drawing bodies_of(const ShownFrame& frame) const;
    LegendWords words(const ShownFrame& frame) const;

    PictureSettings settings_;
    RunReader reader_;
    ShownFrame first_;
    ViewAxes axes_;
    Camera camera_;
    Vec<3> low_{}, high_{};  // how far planes are drawn
    double top_ = 0.0;       // of the ramp
    MeshLook look_;
    double cross_ = 0.0;  // stress whose arm goes half way through an element [Pa]
    ForceStyle style_ = ForceStyle::none;
    ForceScale scale_;
    double thrust_ = 0.0;                 // width of lines of thrust [m]
    double letter_ = 0.0, column_ = 0.0;  // of the legend: height of letters, width [pixels]
};

}  // namespace drystone::render
