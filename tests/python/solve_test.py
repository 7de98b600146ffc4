"""drystone.solve: answers known by hand, the law checked from outside, dense and sparse alike."""
import unittest

import drystone
import numpy as np

try:
    import scipy.sparse
except ImportError:
    scipy = None


def random_problem(contacts, dimension, seed):
    random = np.random.default_rng(seed)
    A = random.normal(size=(contacts * dimension, 2 * contacts * dimension))
    return A @ A.T / (contacts * dimension), random.normal(size=(contacts, dimension)), random.uniform(0.1, 0.9, contacts)


class Solve(unittest.TestCase):
    def test_one_contact_opens_sticks_or_slides(self):
        W = np.diag([2.0, 4.0])
        opens = drystone.solve(W, [[0.5, 1.0]], [0.3])
        self.assertEqual(opens.r.tolist(), [[0.0, 0.0]])
        np.testing.assert_allclose(drystone.solve(W, [-1.0, 0.4], [0.3]).r, [[0.5, -0.1]], rtol=1e-10)
        slides = drystone.solve(W, [-1.0, 2.0], [0.3])
        np.testing.assert_allclose(slides.r, [[0.5, -0.15]], rtol=1e-10)
        np.testing.assert_allclose(slides.u, [[0.0, 1.4]], rtol=1e-10, atol=1e-12)
        self.assertTrue(slides.converged)

    def test_signorini_and_coulomb_hold_at_every_contact(self):
        for dimension in (2, 3):
            W, q, mu = random_problem(30, dimension, seed=dimension)
            for order in ("coloured", "random", "sequential"):
                solution = drystone.solve(W, q, mu, tolerance=1e-11, order=order)
                self.assertTrue(solution.converged, solution)
                r, u = solution.r, solution.u
                np.testing.assert_allclose(u.ravel(), W @ r.ravel() + q.ravel(), atol=1e-12)
                self.assertGreater(np.count_nonzero(r[:, 0] > 0), 5)
                self.assertLess(np.max(np.abs(np.minimum(r[:, 0], u[:, 0]))), 1e-8)
                friction, slip = np.linalg.norm(r[:, 1:], axis=1), np.linalg.norm(u[:, 1:], axis=1)
                self.assertTrue(np.all(friction <= mu * r[:, 0] + 1e-9))
                sliding = (slip > 1e-6) & (r[:, 0] > 1e-6)
                np.testing.assert_allclose(np.sum(r[:, 1:] * u[:, 1:], axis=1)[sliding], -(mu * r[:, 0] * slip)[sliding], atol=1e-7)

    @unittest.skipIf(scipy is None, "scipy is not there")
    def test_sparse_and_dense_give_the_same_bits(self):
        W, q, mu = random_problem(20, 3, seed=5)
        keep = np.kron(np.abs(np.subtract.outer(range(20), range(20))) < 3, np.ones((3, 3)))
        W = W * keep + 5 * np.eye(60)
        dense = drystone.solve(W, q, mu)
        for form in (scipy.sparse.csr_matrix, scipy.sparse.coo_matrix, scipy.sparse.bsr_matrix):
            np.testing.assert_array_equal(drystone.solve(form(W), q, mu).r, dense.r)

    def test_a_guess_that_is_the_answer_needs_no_iteration(self):
        W, q, mu = random_problem(10, 3, seed=6)
        first = drystone.solve(W, q, mu, tolerance=1e-10)
        again = drystone.solve(W, q, mu, tolerance=1e-9, r0=first.r)
        self.assertEqual(again.iterations, 0)

    def test_what_is_not_solved_is_said(self):
        W, q, mu = random_problem(10, 3, seed=6)
        solution = drystone.solve(W, q, mu, tolerance=1e-12, max_iterations=2)
        self.assertFalse(solution.converged)
        self.assertGreater(solution.residual, 1e-12)

    def test_what_does_not_fit_is_refused(self):
        W, q, mu = random_problem(4, 3, seed=7)
        for arguments, words in [((W[:9, :9], q, mu), "W: of shape"), ((W, q, mu[:3]), "q: 12 numbers for 3 contacts"), ((W, q.ravel(), 0.5), "dimension"),
                                 ((W, q * np.nan, mu), "q: a number is not finite"), ((W, q, -mu), "mu: must not be negative"), ((0 * W, q, mu), "W: its diagonal"),
                                 ((W * np.inf, q, mu), "W: a number is not finite"), (("x", q, mu), "W: must be numbers")]:
            with self.subTest(words), self.assertRaisesRegex(drystone.InputError, words):
                drystone.solve(*arguments)
        for options, words in [({"method": "anderson"}, "it can be auto, nlgs, admm, newton"), ({"order": "any"}, "order: \"any\" is not known"), ({"tolerance": 0}, "tolerance"), ({"r0": [1]}, "r0")]:
            with self.subTest(words), self.assertRaisesRegex(drystone.InputError, words):
                drystone.solve(W, q, mu, **options)
        np.testing.assert_array_equal(drystone.solve(W, q.ravel(), 0.5, dimension=3).r, drystone.solve(W, q, 0.5).r)


if __name__ == "__main__":
    unittest.main()
