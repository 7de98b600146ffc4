#!/usr/bin/env python3
"""Contact problems of scenes with deformable bodies, dumped and solved again from outside."""
import csv, json, unittest

from problems_test import InAFolder, h5py, np

# A meshed, a uniform and a rigid block in a stack that slides. theta = 1: places move by the velocities at the end.
DEFORMABLE = """
[scene]
dimension = {D}
gravity = [{zeros}-10.0]
[time]
step = 1e-3
duration = 0.02
theta = 1.0
[solver]
tolerance = 1e-11
[materials.stone]
density = 1000.0
young = 1e7
poisson = 0.2
[[interactions]]
between = ["stone", "stone"]
law = "coulomb"
friction = 0.3
[[bodies]]
material = "stone"
fixed = true
shape = {{ type = "plane", normal = [{zeros}1] }}
[[bodies]]
material = "stone"
shape = {{ type = "box", size = [{size}] }}
position = [{zeros}0.1]
velocity = [0.5, {zeros}]
deformable = {{ divisions = [{divisions}] }}
[[bodies]]
material = "stone"
shape = {{ type = "box", size = [{size}] }}
position = [{zeros}0.3]
velocity = [1.0, {zeros}]
deformable = "uniform"
[[bodies]]
material = "stone"
shape = {{ type = "box", size = [{size}] }}
position = [{zeros}0.5]
[output]
frames_every = 1e-3
"""


def deformable_scene(D, law=""):
    text = DEFORMABLE.format(D=D, zeros="0.0, " * (D - 1), size=", ".join(["0.4"] * (D - 1) + ["0.2"]),
                             divisions=", ".join(["3"] * (D - 1) + ["2"])).replace(", ]", "]")
    return text.replace('law = "coulomb"', law) if law else text


class DumpOfDeformableBodies(InAFolder):
    """Their compliance is in W: what is in the file is the whole problem of the step."""

    def run_scene(self, D):
        (self.folder / "stack.toml").write_text(deformable_scene(D))
        self.expect(0, "run", "stack.toml", "--force", "--dump-problems", "20")
        with h5py.File(self.folder / "stack/problems/step-000020.hdf5") as file:
            local, n = file["fclib_local"], file["fclib_local/W/m"][0]
            W, start = np.zeros((n, n)), local["W/p"][:]
            for column in range(n):
                entries = slice(start[column], start[column + 1])
                W[local["W/i"][entries], column] = local["W/x"][entries]
            return W, local["vectors/q"][:], file["solution/r"][:], file["solution/u"][:]

    def contacts(self):
        with open(self.folder / "stack/contacts.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_the_file_holds_the_whole_problem_and_its_solution(self):
        for D in (2, 3):
            with self.subTest(D):
                W, q, r, u = self.run_scene(D)
                rows = self.contacts()
                self.assertEqual(len(r), D * len(rows))
                np.testing.assert_allclose(W, W.T, rtol=0, atol=1e-12 * abs(W).max())
                self.assertGreater(np.linalg.eigvalsh(W).min(), -1e-9 * abs(W).max())
                self.assertGreater(np.diag(W).min(), 0.0)
                np.testing.assert_allclose(u, W @ r + q, rtol=0, atol=1e-12 * abs(q).max())
                # The impulses are the forces of the tables, the normal first; the slip of nodes on the plane is that of frames.
                for k, row in enumerate(rows):
                    force = 1e-3 * np.array([float(row[f"force.{axis}"]) for axis in "xyz"[:D]])
                    normal = np.array([float(row[f"normal.{axis}"]) for axis in "xyz"[:D]])
                    scale = 1e-9 * abs(r).max()
                    self.assertAlmostEqual(r[D * k], force @ normal, delta=scale)
                    self.assertAlmostEqual(np.linalg.norm(r[D * k:D * (k + 1)]), np.linalg.norm(force), delta=scale)
                self.check_velocities_of_nodes(D, rows, u)

    def check_velocities_of_nodes(self, D, rows, u):
        with h5py.File(self.folder / "stack/frames.h5", swmr=True) as file:
            mesh = file["deformable"]
            nodes = slice(*mesh["node_start"][:2])
            before, after = mesh["position"][-2, nodes], mesh["position"][-1, nodes]
        velocity, seen = (after - before) / 1e-3, 0
        for k, row in enumerate(rows):
            if {row["body_a"], row["body_b"]} != {"0", "1"}:
                continue
            place = np.array([float(row[f"point.{axis}"]) for axis in "xyz"[:D]])
            node = np.argmin(np.linalg.norm(before - place, axis=1))  # theta = 1: contacts are found where the step begins
            self.assertLess(np.linalg.norm(before[node] - place), 1e-12)
            # Within 1e-6 of the slip, 0.4 m/s: a body that turns does not go quite straight in a step.
            self.assertAlmostEqual(u[D * k], velocity[node][D - 1], delta=1e-6)
            self.assertAlmostEqual(np.linalg.norm(u[D * k + 1:D * (k + 1)]), np.linalg.norm(velocity[node][:D - 1]), delta=1e-6)
            self.assertGreater(np.linalg.norm(velocity[node][:D - 1]), 0.3)
            seen += 1
        self.assertEqual(seen, 4 ** (D - 1))

    def test_solving_the_file_gives_the_answer_of_the_step(self):
        for D in (2, 3):
            with self.subTest(D):
                W, q, r, u = self.run_scene(D)
                answer = json.loads(self.expect(0, "solve", "stack/problems/step-000020.hdf5", "--tolerance", "1e-11", "--json",
                                                "--save", "solved.hdf5").stdout)
                self.assertLessEqual(answer["residual"], 1e-11)
                with h5py.File(self.folder / "solved.hdf5") as solved:
                    np.testing.assert_allclose(solved["solution/u"][:], u, rtol=0, atol=1e-6 * abs(q).max())
                    if D == 2:  # in space the uniform block and the rigid one on it share their load as they like
                        np.testing.assert_allclose(solved["solution/r"][:], r, rtol=0, atol=1e-6 * abs(r).max())
                # What the step found is a solution of the file, to the run's tolerance: nothing is left to do.
                again = json.loads(self.expect(0, "solve", "stack/problems/step-000020.hdf5", "--tolerance", "1e-10", "--json",
                                               "--from-guess").stdout)
                self.assertTrue(again["converged"])
                self.assertLessEqual(self.natural_residual(D, W, r, u), 1e-10)

    def natural_residual(self, D, W, r, u):
        """|r - projection of r - rho (u + mu |u_t| n) on the cone| / |r|, mu = 0.3, by hand."""
        error = 0.0
        for k in range(len(r) // D):
            own = slice(D * k, D * (k + 1))
            rho = D / np.trace(W[own, own])
            x = r[own] - rho * u[own]
            x[0] -= rho * 0.3 * np.linalg.norm(u[own][1:])
            t = np.linalg.norm(x[1:])
            if 0.3 * t <= -x[0]:
                onto = np.zeros(D)
            elif t <= 0.3 * x[0]:
                onto = x
            else:
                normal = (x[0] + 0.3 * t) / (1 + 0.3 ** 2)
                onto = np.array([normal, *(0.3 * normal * x[1:] / t)])
            error += np.sum((r[own] - onto) ** 2)
        return np.sqrt(error) / np.linalg.norm(r)

    def test_joints_between_them_are_counted_as_left_out(self):
        (self.folder / "stack.toml").write_text(deformable_scene(2, 'law = "mohr_coulomb"\ncohesion = 1e6\ntensile_strength = 1e6'))
        result = self.expect(0, "run", "stack.toml", "--dump-problems", "5")
        self.assertIn("0 contact problems written to stack/problems, 4 left out", result.stdout)

    def test_curves_of_a_scene_are_those_of_its_file(self):
        self.run_scene(2)
        curves = [[(row["contacts"], row["method"], row["tolerance"], row["iterations"], float(row["residual"]))
                   for row in csv.DictReader(self.expect(0, "bench", "solvers", *problem, "--methods", "newton").stdout.splitlines())]
                  for problem in (["stack.toml", "--step", "20"], ["stack/problems/step-000020.hdf5"])]
        self.assertEqual(len(curves[0]), 10)  # ten tolerances, all of them reached
        for ours, theirs in zip(*curves, strict=True):
            self.assertEqual(ours[:-1], theirs[:-1])
            self.assertAlmostEqual(ours[-1], theirs[-1], delta=1e-3 * theirs[-1] + 1e-13)


if __name__ == "__main__":
    unittest.main()
