#include "render/raster.h"

#include <algorithm>
#include <cmath>

#include "render/band.h"

namespace drystone::render {

namespace {

constexpr int band_rows = 8;

/// A thing of a drawing by its place in a list.
struct Item {
    enum class Kind { ball, face, stroke } kind;
    int index;
};

/// For each band what may touch it, in the order in which it is drawn.
class Bins {
  public:
    Bins(const Drawing& drawing, const Camera& camera, int height)
        : camera_(camera), bands_((height + band_rows - 1) / band_rows) {
        for (const Layer layer : all_layers) {
            for (std::size_t i = 0; layer == Layer::body && i < drawing.balls.size(); ++i)
                add(drawing.balls[i], static_cast<int>(i));
            for (std::size_t i = 0; i < drawing.faces.size(); ++i) {
                if (drawing.faces[i].layer == layer)
                    add(drawing.faces[i].corners, 0.0, {Item::Kind::face, static_cast<int>(i)});
            }
            for (std::size_t i = 0; i < drawing.strokes.size(); ++i) {
                const Stroke& stroke = drawing.strokes[i];
                if (stroke.layer == layer)
                    add(stroke.points, stroke.radius, {Item::Kind::stroke, static_cast<int>(i)});
            }
        }
    }

    int size() const { return static_cast<int>(bands_.size()); }
    const std::vector<Item>& operator[](int band) const { return bands_[band]; }

  private:
    void add(const Ball& ball, int index) { add({ball.centre}, ball.radius, {Item::Kind::ball, index}); }

    void add(const std::vector<Vec<3>>& points, double reach, Item item) {
        double top = 1e300, bottom = -1e300;
        for (const Vec<3>& point : points) {
            const Vec<3> p = camera_.to_view(point);
            if (camera_.perspective() && p[2] + reach >= 0.99 * camera_.distance)
                return;  // behind the eye, or about it
            const double y = camera_.project(p)[1];
            // A ball aside of the middle looks longer than wide: by less than the factor for its nearest point, squared.
            const double near = camera_.scale_at(p[2] + reach);
            const double half =
                reach * near * near / camera_.scale_at(p[2]) * (camera_.perspective() ? 1.5 : 1.0) + 3.0;
            top = std::min(top, y - half);
            bottom = std::max(bottom, y + half);
        }
        const double last = static_cast<double>(size()) - 1.0;
        if (!(bottom >= 0.0) || !(top / band_rows <= last + 1.0)) return;
        const int from = static_cast<int>(std::max(0.0, top / band_rows));
        const int to = static_cast<int>(std::min(last, bottom / band_rows));
        for (int band = from; band <= to; ++band) bands_[band].push_back(item);
    }

    const Camera& camera_;
    std::vector<std::vector<Item>> bands_;
};

}  // namespace

Image rasterise(const Drawing& drawing, const Camera& camera, const Overlay& overlay,
                const RasterSettings& settings, ThreadPool& pool) {
    Image image{settings.width, settings.height, {}};
    image.rgb.resize(3 * static_cast<std::size_t>(settings.width) * settings.height);
    const Bins bins(drawing, camera, settings.height);
    pool.for_ranges(bins.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (int k = static_cast<int>(begin); k < static_cast<int>(end); ++k) {
            const int first = k * band_rows, rows = std::min(band_rows, settings.height - first);
            Band band(camera, {settings.width, first, rows, drawing.flat, settings.opacity});
            for (const Item& item : bins[k]) {
                if (item.kind == Item::Kind::ball) band.draw(drawing.balls[item.index]);
                if (item.kind == Item::Kind::face) band.draw(drawing.faces[item.index]);
                if (item.kind == Item::Kind::stroke) band.draw(drawing.strokes[item.index]);
            }
            band.finish(overlay);
            band.store(image);
        }
    });
    return image;
}

}  // namespace drystone::render
