#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "core/names.h"
#include "render/draw.h"
#include "render/joint_faces.h"

namespace drystone::render {

namespace {

/// Two bodies that press on each other, as in measure/joints.h.
struct Joint {
    int a = 0, b = 0;
    Vec<3> point;         // centre of pressure
    double normal = 0.0;  // sum of the normal forces [N]
};

/// Contacts come by (a, b).
std::vector<Joint> pressed_joints(const ShownBodies& bodies, const Magnified& shown) {
    const ShownFrame& frame = shown.frame;
    const int d = bodies.dimension;
    std::vector<Joint> joints;
    for (std::size_t k = 0; k < frame.contacts(); ++k) {
        if (joints.empty() || joints.back().a != frame.a[k] || joints.back().b != frame.b[k])
            joints.push_back({frame.a[k], frame.b[k], {}, 0.0});
        const double normal = dot(spatial(frame.force, d, k), spatial(frame.normal, d, k));
        joints.back().normal += normal;
        joints.back().point += normal * spatial(frame.point, d, k);
    }
    double strongest = 0.0;
    for (Joint& joint : joints) {
        joint.point = (1.0 / joint.normal) * joint.point;
        if (std::isfinite(joint.normal)) strongest = std::max(strongest, joint.normal);
    }
    std::erase_if(joints, [&](const Joint& joint) {
        return !(joint.normal > 1e-4 * strongest) || !std::isfinite(joint.normal);
    });
    for (Joint& joint : joints) joint.point = carried(bodies, shown, joint.a, joint.point);
    return joints;
}

/// (bodies)  the joints that a line goes through in each; none in walls and in bodies that do not belong.
std::vector<std::vector<int>> joints_by_body(const ShownBodies& bodies, const std::vector<Joint>& joints,
                                             const std::string& of) {
    std::vector<std::vector<int>> own(bodies.size()), other(bodies.size());
    const auto crossed = [&](int body) { return !bodies.wall[body] && belongs(bodies.names[body], of); };
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const auto& [a, b, point, normal] = joints[j];
        const bool inside = of.empty() || (crossed(a) && crossed(b));
        for (const int body : {a, b}) {
            if (crossed(body)) (inside ? own : other)[body].push_back(static_cast<int>(j));
        }
    }
    for (int i = 0; i < bodies.size(); ++i) {
        if (own[i].size() != 1 || other[i].empty()) continue;
        own[i].push_back(*std::max_element(other[i].begin(), other[i].end(), [&](int j, int k) {
            return joints[j].normal < joints[k].normal;
        }));
    }
    return own;
}

/// Straight pieces between nodes: the joints, then one node per body in which more than two joints meet.
struct Pieces {
    std::vector<Vec<3>> node;
    std::vector<std::vector<int>> next;  // (nodes)  the nodes a piece leads to
    int joints = 0;

    void join(int from, int to) {
        next[from].push_back(to);
        next[to].push_back(from);
    }
    bool ends(int at) const { return at >= joints || next[at].size() != 2; }
};

Pieces pieces_of(const std::vector<Joint>& joints, const std::vector<std::vector<int>>& by_body) {
    Pieces out{.node = {}, .next = {}, .joints = static_cast<int>(joints.size())};
    for (const Joint& joint : joints) out.node.push_back(joint.point);
    out.next.resize(joints.size());
    for (const std::vector<int>& list : by_body) {
        if (list.size() == 2) out.join(list[0], list[1]);
        if (list.size() < 3) continue;
        Vec<3> mean;
        double weight = 0.0;
        for (const int j : list) {
            mean += joints[j].normal * joints[j].point;
            weight += joints[j].normal;
        }
        out.node.push_back((1.0 / weight) * mean);
        out.next.emplace_back();
        for (const int j : list) out.join(j, static_cast<int>(out.node.size()) - 1);
    }
    return out;
}

/// Goes on from a node, taking the pieces, until the line ends or closes.
std::vector<Vec<3>> walk(Pieces& pieces, int at) {
    std::vector<Vec<3>> line{pieces.node[at]};
    do {
        const int to = pieces.next[at].back();
        pieces.next[at].pop_back();
        std::erase(pieces.next[to], at);
        line.push_back(pieces.node[to]);
        at = to;
    } while (at < pieces.joints && !pieces.next[at].empty());
    return line;
}

}  // namespace

std::vector<std::vector<Vec<3>>> thrust_lines(const ShownBodies& bodies, const Magnified& shown,
                                              const std::string& of) {
    const std::vector<Joint> joints = pressed_joints(bodies, shown);
    Pieces pieces = pieces_of(joints, joints_by_body(bodies, joints, of));
    const int nodes = static_cast<int>(pieces.node.size());
    std::vector<std::vector<Vec<3>>> lines;
    std::vector<int> starts, rest;  // first from ends, then rings that have none
    for (int k = 0; k < nodes; ++k) (pieces.ends(k) ? starts : rest).push_back(k);
    starts.insert(starts.end(), rest.begin(), rest.end());
    for (const int k : starts) {
        while (!pieces.next[k].empty()) lines.push_back(walk(pieces, k));
    }
    return lines;
}

void draw_thrust(const ShownBodies& bodies, const Magnified& shown, const std::string& of, double width,
                 Drawing& out) {
    for (std::vector<Vec<3>>& line : thrust_lines(bodies, shown, of))
        out.strokes.push_back(
            {.points = std::move(line), .radius = 0.5 * width, .colour = thrust, .layer = Layer::thrust});
}

namespace {

/// The kern of the face of a joint that is nearest to where it presses; none where no faces touched at time 0.
class Kerns {
  public:
    Kerns(const ShownBodies& bodies, const ShownFrame& first, const Magnified& shown) {
        for (const JointFace& face : joint_faces(bodies)) {
            std::vector<Vec<3>> corners;
            for (const int k : face.corners)
                corners.push_back(corner_place(bodies, first, shown, face.joint, k));
            if (bodies.dimension == 2) corners = {corners.front(), corners.back()};
            kerns_[{bodies.joints.a[face.joint], bodies.joints.b[face.joint]}].push_back(kern_of(corners));
        }
    }

    const Kern* of(const Joint& joint) const {
        const auto found = kerns_.find(std::minmax(joint.a, joint.b));
        if (found == kerns_.end()) return nullptr;
        return &*std::min_element(found->second.begin(), found->second.end(),
                                  [&](const Kern& p, const Kern& q) {
                                      return norm(p.centre - joint.point) < norm(q.centre - joint.point);
                                  });
    }

  private:
    std::map<std::pair<int, int>, std::vector<Kern>> kerns_;
};

/// The quadrilateral between two lines, whichever way round they are given.
std::vector<Vec<3>> strip(const std::vector<Vec<3>>& p, const std::vector<Vec<3>>& q) {
    const bool same = norm(p[0] - q[0]) + norm(p[1] - q[1]) < norm(p[0] - q[1]) + norm(p[1] - q[0]);
    std::vector<Vec<3>> corners{p[0], p[1], same ? q[1] : q[0], same ? q[0] : q[1]};
    if (cross(corners[1] - corners[0], corners[2] - corners[0])[2] < 0.0)
        std::reverse(corners.begin(), corners.end());
    return corners;
}

/// About a point, across the direction that the picture is seen from.
void draw_ring(const Vec<3>& centre, double radius, double width, Drawing& out) {
    Stroke ring{.points = {}, .radius = 0.5 * width, .colour = left_kern, .layer = Layer::mark};
    constexpr int count = 24;
    for (int k = 0; k <= count; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / count;
        const Vec<3> y = out.flat ? Vec<3>::axis(1) : Vec<3>::axis(2);
        ring.points.push_back(centre + radius * std::cos(angle) * Vec<3>::axis(0) +
                              radius * std::sin(angle) * y);
    }
    out.strokes.push_back(std::move(ring));
}

}  // namespace

KernCount draw_kern(const ShownBodies& bodies, const ShownFrame& first, const Magnified& shown, const KernLook& look, Drawing& out) {
    const std::vector<Joint> joints = pressed_joints(bodies, shown);
    const Kerns kerns(bodies, first, shown);
    const std::vector<std::vector<int>> by_body = joints_by_body(bodies, joints, look.of);
    std::vector<char> crossed(joints.size(), 0);
    for (const std::vector<int>& list : by_body) {
        for (const int j : list) crossed[j] = 1;
        if (list.size() != 2 || !out.flat) continue;
        const Kern *from = kerns.of(joints[list[0]]), *to = kerns.of(joints[list[1]]);
        if (from && to)
            out.faces.push_back({.corners = strip(from->outline, to->outline),
                                 .colour = kern_green,
                                 .layer = Layer::kern,
                                 .one_sided = false,
                                 .outlined = false});
    }
    KernCount count;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const Kern* kern = crossed[j] ? kerns.of(joints[j]) : nullptr;
        if (!kern) continue;
        ++count.joints;
        if (!out.flat)
            out.faces.push_back(
                {.corners = kern->outline, .colour = kern_green, .layer = Layer::kern, .one_sided = false});
        if (kern->holds(joints[j].point)) continue;
        ++count.left;
        draw_ring(joints[j].point, 1.6 * look.width, 0.5 * look.width, out);
    }
    return count;
}

}  // namespace drystone::render
