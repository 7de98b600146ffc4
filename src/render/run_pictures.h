#pragma once

#include <array>
#include <optional>
#include <string>

#include "render/body_values.h"
#include "render/colours.h"
#include "render/draw.h"
#include "render/raster.h"
#include "report/run_reader.h"

namespace drystone::render {

struct PictureSettings {
    int width = 1600, height = 1200;
    ColourBy colour = ColourBy::material;
    std::optional<BodyValues> values = {};  // bodies are coloured by these numbers, in place of `colour`
    std::string field =
        {};  // of deformable bodies: report/stress_field.h; empty: they have the colours of bodies
    std::optional<double> magnified =
        {};  // displacements are drawn so many times larger; none: as they are, of a mechanism so that they can be seen
    std::optional<double> since = {};  // the time from which displacements count [s]; none: the first frame
    bool mechanism = false;            // arrows of displacements, and outlines of where bodies were
    std::optional<ColourBy> joints = {};    // joints are drawn and coloured by this
    bool cracks = false;                    // a crack map: joints by their openings, as wide as these
    std::optional<double> crack_from = {};  // openings below are not drawn [m]; none: 1/50 of the largest
    bool crosses = false;    // of principal stresses, in the plane
    bool forces = false;
    bool thrust = false;  // lines of thrust ...
    bool kern = false;    // ... with the kern of the joints
    std::string of = {};  // ... through bodies of this name alone; empty: through all
    std::optional<Vec<3>> view =
        {};  // where the eye is, seen from the scene; none: from the front, right and above
    bool perspective = false;
    bool plain = false;           // nothing beside the scene
    std::optional<double> range =
        {};  // value at the end of the ramp, of joints where they have one, in the unit it is told in; none: of nearly all bodies
    std::optional<std::array<double, 2>> field_range =
        {};  // of the field's ramp; none: of nearly all elements
    std::optional<double> newton =
        {};  // force whose line has the full width, 3/4 of a typical radius; none: a strong one
    std::optional<double> opacity = {};  // of bodies in space; none: 1, with forces 0.25
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
    std::vector<Colour> colours(const ShownFrame& frame) const;
    bool shows_forces() const { return settings_.forces || settings_.thrust; }
    bool shows_joints() const { return settings_.joints.has_value() || settings_.cracks; }
    Magnified shown(const ShownFrame& frame) const { return {frame, since_, times_}; }
    Drawing bodies_of(const ShownFrame& frame) const;
    LegendWords words(const ShownFrame& frame) const;
    void refuse_what_is_missing(const std::string& folder) const;
    void choose_magnification(const std::vector<int>& frames);
    void choose_joint_look(const Extents& extents);
    void add_crack_labels(const ShownFrame& frame, Overlay& out) const;

    PictureSettings settings_;
    RunReader reader_;
    ShownFrame first_, since_;  // the run's first frame, and the one from which displacements count
    double times_ = 1.0;        // they are drawn so many times larger
    JointLook joints_;
    ViewAxes axes_;
    Camera camera_;
    Vec<3> low_{}, high_{};  // how far planes are drawn
    double top_ = 0.0;       // of the ramp ...
    double low_value_ = 0.0; // ... and where it begins, of numbers from a table
    MeshLook look_;
    double cross_ = 0.0;  // stress whose arm goes half way through an element [Pa]
    ForceStyle style_ = ForceStyle::none;
    ForceScale scale_;
    double grain_ = 1.0;                  // a typical radius [m]
    double thrust_ = 0.0;                 // width of lines of thrust [m]
    double link_ = 0.0;                   // of cables [m]
    double letter_ = 0.0, column_ = 0.0;  // of the legend: height of letters, width [pixels]
};

}  // namespace drystone::render
