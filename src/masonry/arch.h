#pragma once

#include "masonry/block.h"

namespace drystone::masonry {

enum class ArchForm { semicircular, segmental, pointed };

/// An arch of voussoirs with radial joints over equal angles. Corners lie on the circles of radius -
/// thickness/2 and radius + thickness/2; the edges between them are straight. The point midway between the
/// two springings of the intrados is at the origin; in space the depth is centred on y = 0. Mirror images to
/// the last bit.
///
/// A pointed arch has two arcs, each about a centre `pointedness * radius` beyond the axis; the joint at the
/// crown is vertical and the angles are equal on the line of the mean radius.
struct ArchParameters {
    ArchForm form = ArchForm::semicircular;
    double radius = 0.0;           // to the middle of the thickness [m]; one of radius, inner_radius and span
    double inner_radius = 0.0;     // of the intrados [m]
    double span = 0.0;             // between the springings of the intrados [m]
    double thickness = 0.0;        // [m]
    int voussoirs = 0;             // in all; even if pointed
    double embrace_deg = 0.0;      // angle between the end joints; segmental: this or rise
    double rise = 0.0;             // of the intrados above its springings [m]; segmental
    double pointedness = 0.0;      // 0: semicircle; 0.5 and more: steep lancets. Below 1
    int rings = 1;                 // of voussoirs on top of each other, together as thick as `thickness`
    double depth = 0.0;            // [m]; 3D
    bool keystone = false;         // insist on a stone at the crown: an odd number of voussoirs
    double abutment = -1.0;        // length of the fixed block behind either end joint [m]; negative: the
                                   // thickness; 0: none
    double abutment_margin = 0.0;  // by which it stands out beyond the joint, inside and outside [m]
    bool short_names = false;      // parts "k", "left" and "right" instead of "voussoir.k", "abutment.left" and "abutment.right"
};

/// Where two voussoirs meet.
struct Joint {
    Vec<2> inner{}, outer{};  // on intrados and extrados [m]
};

/// The voussoirs + 1 joints from left to right, the end joints included. Checks the shape.
std::vector<Joint> arch_joints(const ArchParameters& parameters);

/// Stone between two joints, of one ring of several: ring 0 is the innermost.
Polygon voussoir(const Joint& left, const Joint& right, int ring = 0, int rings = 1);

/// "k" of a single ring, else "ringr.k".
std::string ring_part(int ring, int rings, int k);

/// Refuses a number of rings that cannot be.
void check_rings(int rings, int voussoirs);

/// The fixed blocks behind the end joints: left, right.
std::vector<Polygon> arch_abutments(const ArchParameters& parameters, const std::vector<Joint>& joints);

/// Parts: "voussoir.k" from 0 at the left, of several rings "voussoir.ringr.k"; "abutment.left", "abutment.right". With short names
/// "k" ("ringr.k"), "left", "right".
template <int D>
std::vector<Block<D>> arch(const ArchParameters& parameters);

}  // namespace drystone::masonry
