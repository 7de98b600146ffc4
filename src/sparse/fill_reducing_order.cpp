// The order in which nodes are eliminated so that the factor fills little: minimum degree or, for large patterns, nested dissection if that is better.

#include <cholmod.h>

#include "sparse/block_cholesky.h"

namespace drystone {

namespace {

/// Nodes from which nested dissection is tried besides minimum degree: it takes a hundredth of a millisecond a node, and halves the products of the factor of
/// a wall of ten thousand.
constexpr int large = 2000;

}  // namespace

std::vector<int> fill_reducing_order(int nodes, std::span<const SparseCholesky::Block> blocks) {
    std::vector<int> order(static_cast<std::size_t>(nodes));
    if (nodes == 0) return order;
    cholmod_common common;
    cholmod_start(&common);
    common.print = 0;
    if (nodes >= large) {  // the one that fills less; of itself CHOLMOD looks at the scalar pattern and stays with the first
        common.nmethods = 2;
        common.method[0].ordering = CHOLMOD_AMD;
        common.method[1].ordering = CHOLMOD_METIS;
    }
    cholmod_triplet* pattern = cholmod_allocate_triplet(order.size(), order.size(), blocks.size(), -1, CHOLMOD_PATTERN, &common);
    for (std::size_t k = 0; k < blocks.size(); ++k) {
        static_cast<int*>(pattern->i)[k] = blocks[k].row;
        static_cast<int*>(pattern->j)[k] = blocks[k].column;
    }
    pattern->nnz = blocks.size();
    cholmod_sparse* matrix = cholmod_triplet_to_sparse(pattern, blocks.size(), &common);
    cholmod_factor* factor = cholmod_analyze(matrix, &common);
    const int* chosen = static_cast<const int*>(factor->Perm);
    order.assign(chosen, chosen + nodes);
    cholmod_free_factor(&factor, &common);
    cholmod_free_sparse(&matrix, &common);
    cholmod_free_triplet(&pattern, &common);
    cholmod_finish(&common);
    return order;
}

}  // namespace drystone
