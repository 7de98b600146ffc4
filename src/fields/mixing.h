#pragma once

#include <string>
#include <vector>

#include "granular/assembly.h"

namespace drystone {

/// How well kinds of grains are mixed, by cubes (squares) of one edge that space is cut into.
///
///     s^2   = sum over cells c and kinds k of (n_c / N) (phi_ck - p_k)^2       phi_ck: share of kind k in cell c
///     s_0^2 = sum over k of p_k (1 - p_k)                                      p_k: share of all
///     mixing = (1 - s^2 / s_0^2) / (1 - (C - 1) / (N - 1))                     C: cells that hold grains
///
/// 0 where every cell has one kind alone; grains whose kinds were dealt out at random have 1 in the mean, exactly, for any cells, since then
/// the mean of s^2 is s_0^2 (C - 1) / (N - 1): the variance of drawing without putting back. Beyond 1: better than random. (Lacey 1954, with the
/// random limit of the very cells.) NaN where there is one kind alone, or no two grains in a cell.
struct Mixing {
    double index = 0.0;
    int cells = 0;
    double intensity = 0.0;  // s^2 / s_0^2 (Danckwerts' intensity of segregation): 1 apart, 0 every cell alike
};
Mixing mixing_of(const std::vector<Vec<3>>& places, const std::vector<int>& kind, double edge);

/// Contacts that bear between unlike grains, over how many of them kinds dealt out at random have in the mean: 1 mixed, 0 apart. NaN without any.
double unlike_contacts(const Assembly& assembly, const std::vector<int>& kind);

/// What tells kinds apart: `group`, `material` or `radius` (smaller or larger than the middle of least and greatest); "": the first of these
/// by which there are two kinds.
std::vector<int> kinds_of(const GrainList& grains, const std::string& by);

}  // namespace drystone
