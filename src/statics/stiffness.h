#pragma once

#include <functional>
#include <vector>

#include "statics/assembly.h"
#include "sparse/sparse_cholesky.h"

namespace drystone {

/// The global stiffness matrix K of the elements by symmetric blocks: the lower triangle, sorted by column, then row
/// (Bagi 6.1.7). Degrees of freedom that are held or driven have a stiffness of their own and couple to nothing.
template <int D>
struct Stiffness {
    int elements = 0;
    std::vector<SparseCholesky::Block> place;
    std::vector<ElementBlock<D>> block;

    /// K x. (elements)
    std::vector<Generalised<D>> times(const std::vector<Generalised<D>>& x) const;

    /// Puts it, with `scale` before and after each block (elements), into a factor; `shift` is added to the diagonal of that.
    bool factorise(SparseCholesky& factor, const std::vector<Generalised<D>>* scale = nullptr,
                   double shift = 0.0) const;
};

enum class Tangent { elastic, secant };

/// Of the links for which `acts` holds: as if bonded, or with secants where friction is at its limit. rho (of the mean contact
/// stiffness, moments at the element's size) is added to the diagonal.
template <int D>
Stiffness<D> assemble_stiffness(const StiffAssembly<D>& assembly, const std::vector<Link<D>>& links,
                                const std::function<bool(const Link<D>&)>& acts, Tangent tangent, double rho);

template <int D>
void solve_in_place(SparseCholesky& factor, std::vector<Generalised<D>>& x);

}  // namespace drystone
