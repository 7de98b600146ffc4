#pragma once

#include <string>
#include <vector>

#include "core/mat.h"

namespace drystone {

// Symmetric tensors of grains in the plane or in space, always as 3 x 3 (in the plane the rest is 0).

/// Components in the order of columns: xx, yy, xy; in space xx, yy, zz, xy, yz, xz.
std::vector<std::string> tensor_names(int dimension);
std::vector<double> tensor_values(const Mat<3>& tensor, int dimension);

Mat<3> symmetric(const Mat<3>& m);

/// Principal values, the largest first, of the first `dimension` rows and columns (Jacobi's rotations), and their unit directions in rows.
struct PrincipalValues {
    Vec<3> value{};
    Mat<3> direction{};
};
PrincipalValues principal_values(const Mat<3>& symmetric, int dimension);

/// tr / D, and the tensor less as much of the identity.
double mean_of_diagonal(const Mat<3>& tensor, int dimension);
Mat<3> deviator(const Mat<3>& tensor, int dimension);
/// Sum of all products of components.
double contraction(const Mat<3>& a, const Mat<3>& b);

/// (s1 - s2) / (s1 + s2) in the plane; q / p in space, q^2 = 3/2 of the deviator squared.
double deviator_ratio(const Mat<3>& stress, int dimension);

}  // namespace drystone
