"""One contact with a full W: sticking, sliding, open

Derived, and checked by an independent root finder. u = W r + b, 0 <= r_n, Coulomb's cone. Where W couples normal and tangential directions the sliding impulse is not
the sticking one cut to the cone: it is the root of one scalar equation (theory section 5)."""
import numpy as np

W1 = np.diag([1.0, 1.0, 3.0])
W2 = np.array([[1, 0.3, -0.2], [0.3, 2, 0.5], [-0.2, 0.5, 3]])
CASES = (("sticks", W1, [-1, 0.2, 0.3], 0.5, [1, -0.2, -0.1]), ("slides", W1, [-1, 1, 1], 0.3, [1, -0.249571144782, -0.166475955297]),
         ("sticks, coupled", W2, [-1, 0.1, -0.1], 0.5, [1.105805243446, -0.253183520599, 0.149250936330]), ("opens", W2, [0.2, -1, 2], 0.5, [0, 0, 0]),
         ("without friction", W2, [-1, 0.8, -0.6], 0.0, [1, 0, 0]))


def check(lab):
    import drystone

    for name, w, b, mu, expected in CASES:
        for method in ("auto", "nlgs", "admm", "newton"):
            solution = drystone.solve(w, q=[b], mu=[mu], method=method, tolerance=1e-12)
            for k, axis in enumerate("n t1 t2".split()):
                lab.value(f"{name}, {method}: r_{axis}", expected[k], float(solution.r[0, k]), abs=1e-9)
