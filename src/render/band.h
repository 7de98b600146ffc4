#pragma once

#include <limits>
#include <vector>

#include "render/camera.h"
#include "render/image.h"
#include "render/legend.h"

namespace drystone::render {

/// Some rows of a picture while they are drawn: samples with what is nearest in them, of bodies and of all else. Nearer is a
/// larger height (p_z, towards the eye); of equals the later one is seen.
class Band {
  public:
    static constexpr int samples = 3;  // along each side of a pixel

    /// Which rows of the picture, and how they look.
    struct Settings {
        int width, first_row, rows;  // [pixels]
        bool flat;                   // a run in 2D: no light
        double opacity;              // of bodies
    };
    Band(const Camera& camera, const Settings& settings);

    void draw(const Ball& ball);
    void draw(const Face& face);
    void draw(const Stroke& stroke);

    /// Bodies as a veil over the rest; then the overlay on top.
    void finish(const Overlay& overlay);

    /// The means of samples, into the picture's rows.
    void store(Image& image) const;

  private:
    struct Sample {
        double height = -std::numeric_limits<double>::infinity();
        float r = 1.0F, g = 1.0F, b = 1.0F;
    };
    using Layers = std::vector<Sample>;

    /// Columns and rows of samples, [x0, x1) x [y0, y1), within the band.
    struct Block {
        int x0, x1, y0, y1;
    };
    Block block(double left, double right, double top, double bottom) const;
    Vec<2> pixel(int x, int y) const;  // where a sample is [pixels]
    void put(Layers& layers, int x, int y, double height, const Colour& colour);

    /// Calls cover(x, y, distance, t) for samples nearer to the segment p q than half_p + t (half_q - half_p), 0 <= t <= 1.
    template <class Cover>
    void capsule(const Vec<2>& p, const Vec<2>& q, double half_p, double half_q, const Cover& cover) const;
    void draw_segment(const Vec<3>& from, const Vec<3>& to, const Stroke& stroke);

    const Camera& camera_;
    int width_, first_row_, rows_;
    bool flat_;
    double opacity_;
    double hairline_;  // half the width of thin lines [pixels]
    Layers bodies_, rest_;
};

}  // namespace drystone::render
