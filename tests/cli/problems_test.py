#!/usr/bin/env python3
"""Contact problems in files, from outside: drystone solve, dumps and curves, on problem files made with h5py: an independent hand on the format."""
import csv, json, os, pathlib, subprocess, sys, tempfile, unittest, xml.etree.ElementTree

try:
    import h5py, numpy as np
except ImportError:
    print("skipped: this Python has no h5py (Debian: python3-h5py)")
    sys.exit(77)

DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", "build/bin/drystone"))


def write_local(path, W, q, mu, dimension=3):
    W = np.asarray(W, float)
    rows, columns = np.nonzero(W)
    with h5py.File(path, "w") as file:
        group = file.create_group("fclib_local")
        group["spacedim"] = np.array([dimension], np.int32)
        for name, value in (("m", W.shape[0]), ("n", W.shape[1]), ("nz", len(rows)), ("nzmax", len(rows))):
            group[f"W/{name}"] = np.array([value], np.int32)
        group["W/p"], group["W/i"], group["W/x"] = rows.astype(np.int32), columns.astype(np.int32), W[rows, columns]
        group["vectors/q"], group["vectors/mu"] = np.asarray(q, float), np.asarray(mu, float)


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def drystone(self, *arguments):
        return subprocess.run([DRYSTONE, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120)

    def expect(self, status, *arguments):
        result = self.drystone(*arguments)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result


class Solve(InAFolder):
    def setUp(self):
        super().setUp()
        # One contact of mass 1 that falls at 1 m/s and slides at 2: r_n = 1, r_t = -mu, u_t = 2 - mu.
        write_local(self.folder / "slide.hdf5", np.eye(3), [-1, 2, 0], [0.5])
        # A body between two walls that close on it: no impulses can satisfy both contacts.
        write_local(self.folder / "wedge.hdf5", np.kron([[1, -1], [-1, 1]], np.eye(3)), [-1, 0, 0, -1, 0, 0], [0.3, 0.3])

    def test_the_answer_is_that_of_coulomb(self):
        answer = json.loads(self.expect(0, "solve", "slide.hdf5", "--json", "--save", "solved.hdf5").stdout)
        self.assertTrue(answer["converged"])
        self.assertEqual((answer["contacts"], answer["unknowns"], answer["method"]), (1, 3, "auto"))
        for key in ("iterations", "seconds", "residual", "merit", "read_seconds"):
            self.assertGreaterEqual(answer[key], 0)
        with h5py.File(self.folder / "solved.hdf5") as file:
            np.testing.assert_allclose(file["solution/r"][:], [1, -0.5, 0], atol=1e-8)
            np.testing.assert_allclose(file["solution/u"][:], [0, 1.5, 0], atol=1e-8)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["slide.hdf5", "solved.hdf5", "wedge.hdf5"])

    def test_words_and_tables(self):
        words = self.expect(0, "solve", "slide.hdf5").stdout
        self.assertIn("1 contacts, 3 unknowns, local layout", words)
        self.assertRegex(words, r"auto +converged +\d+ iterations")
        table = json.loads(self.expect(0, "solve", "slide.hdf5", "--all", "--json").stdout)
        self.assertIn("nlgs", [row["method"] for row in table])
        self.assertTrue(all(row["converged"] and row["disagreement"] < 1e-6 for row in table))
        self.assertEqual(len(json.loads(self.expect(0, "solve", "slide.hdf5", "slide.hdf5", "--json").stdout)), 2)

    def test_a_problem_without_solution_ends_with_3(self):
        result = self.expect(3, "solve", "wedge.hdf5", "--max-iterations", "500", "--json")
        self.assertFalse(json.loads(result.stdout)["converged"])
        self.assertIn("NOT CONVERGED", self.expect(3, "solve", "wedge.hdf5", "--max-iterations", "50").stdout)
        self.expect(3, "solve", "slide.hdf5", "wedge.hdf5", "--max-iterations", "50")

    def test_a_plane_problem(self):
        write_local(self.folder / "plane.hdf5", np.eye(2), [-1, 0.2], [0.5], dimension=2)
        self.expect(0, "solve", "plane.hdf5", "--save", "solved.hdf5")
        with h5py.File(self.folder / "solved.hdf5") as file:
            np.testing.assert_allclose(file["solution/r"][:], [1, -0.2], atol=1e-8)  # it sticks

    def test_a_global_problem(self):
        # A body of mass 2 under an impulse of -4 that meets the ground along its first axis: v = -2, r = 4.
        with h5py.File(self.folder / "global.hdf5", "w") as file:
            group = file.create_group("fclib_global")
            group["spacedim"] = np.array([3], np.int32)
            for matrix, scale in (("M", 2.0), ("H", 1.0)):
                for name, value in (("m", 3), ("n", 3), ("nz", -1), ("nzmax", 3)):
                    group[f"{matrix}/{name}"] = np.array([value], np.int32)
                group[f"{matrix}/p"], group[f"{matrix}/i"] = np.arange(4, dtype=np.int32), np.arange(3, dtype=np.int32)
                group[f"{matrix}/x"] = scale * np.ones(3)
            group["vectors/f"], group["vectors/w"], group["vectors/mu"] = [-4.0, 0.0, 0.0], np.zeros(3), [0.3]
        answer = json.loads(self.expect(0, "solve", "global.hdf5", "--json", "--save", "solved.hdf5").stdout)
        self.assertEqual(answer["layout"], "global")
        with h5py.File(self.folder / "solved.hdf5") as file:
            np.testing.assert_allclose(file["solution/r"][:], [4, 0, 0], atol=1e-7)
            np.testing.assert_allclose(file["fclib_local/vectors/q"][:], [-2, 0, 0])

    def test_mistakes_end_with_2(self):
        (self.folder / "text.hdf5").write_text("no")
        write_local(self.folder / "nan.hdf5", np.eye(3), [-1, float("nan"), 0], [0.5])
        (self.folder / "cut.hdf5").write_bytes((self.folder / "slide.hdf5").read_bytes()[:700])
        for arguments, message in [(["missing.hdf5"], "missing.hdf5: there is no such file"),
                                   (["text.hdf5"], "text.hdf5: is not an HDF5 file"),
                                   (["nan.hdf5"], "nan.hdf5: /fclib_local/vectors/q: entry 1 is nan"),
                                   (["cut.hdf5"], "cut.hdf5: "),
                                   (["slide.hdf5", "--method", "simplex"], "--method simplex: is no method; problem files can be solved by auto, nlgs"),
                                   (["slide.hdf5", "--tolerance", "0"], "--tolerance"),
                                   (["slide.hdf5", "--from-guess"], "slide.hdf5: holds no first guess"),
                                   (["slide.hdf5", "wedge.hdf5", "--save", "both.hdf5"], "--save"),
                                   (["slide.hdf5", "--save", "no/where.hdf5"], "--save no/where.hdf5: there is no folder no"),
                                   (["slide.hdf5", "--save", "."], "--save .: is a folder"), ([], "--help")]:
            with self.subTest(arguments):
                result = self.expect(2, "solve", *arguments)
                self.assertIn(message, result.stderr)
                self.assertEqual(result.stdout, "")

SLIDING = """
[scene]
title = "A ball that slides"
dimension = 3
gravity = [0.0, 0.0, -10.0]
[time]
step = 1e-3
duration = 0.02
overlap = "keep"  # velocities without gaps to close
[solver]
tolerance = 1e-10
[materials.stone]
density = 1000.0
[[interactions]]
between = ["stone", "stone"]
law = "coulomb"
friction = 0.3
[[bodies]]
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 0, 1] }
[[bodies]]
material = "stone"
shape = { type = "sphere", radius = 0.1 }
position = [0.0, 0.0, 0.1]
velocity = [2.0, 0.0, 0.0]
[[bodies]]
material = "stone"
shape = { type = "sphere", radius = 0.1 }
position = [0.0, 0.0, 0.3]
velocity = [2.0, 0.0, 0.0]
"""


class Dump(InAFolder):
    def setUp(self):
        super().setUp()
        (self.folder / "sliding.toml").write_text(SLIDING)

    def problems(self):
        return sorted(p.name for p in (self.folder / "sliding/problems").iterdir())

    def test_solving_a_dumped_problem_gives_the_velocities_of_the_step(self):
        self.expect(0, "run", "sliding.toml", "--dump-problems", "5")
        self.assertEqual(self.problems(), [f"step-{k:06}.hdf5" for k in (5, 10, 15, 20)])
        for method in ([], ["--from-guess"]):
            self.expect(0, "solve", "sliding/problems/step-000020.hdf5", "--tolerance", "1e-10", "--save", "solved.hdf5", *method)
            with h5py.File(self.folder / "solved.hdf5") as solved:
                np.testing.assert_allclose(solved["solution/u"][:], self.velocities(), atol=1e-8)
        with h5py.File(self.folder / "sliding/problems/step-000020.hdf5") as file:
            np.testing.assert_allclose(file["solution/u"][:], self.velocities(), atol=1e-8)
            self.assertEqual(file["guesses/1/r"].shape, (6,))
            self.assertGreater(file["guesses/1/r"][0], 0)  # the weight, from the step before

    def velocities(self):
        """Of the two contacts at the end of the run, from the bodies: ball on plane, ball on ball."""
        with open(self.folder / "sliding/bodies.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        v = [np.array([float(row[f"velocity.{axis}"]) for axis in "xyz"]) for row in rows]
        w = [np.array([float(row[f"angular_velocity.{axis}"]) for axis in "xyz"]) for row in rows]
        x = [np.array([float(row[f"position.{axis}"]) for axis in "xyz"]) for row in rows]
        dt = 1e-3
        middle = (x[2] - 0.5 * dt * v[2]) - (x[1] - 0.5 * dt * v[1])  # where contacts are found: half a step before
        n = [np.array([0.0, 0.0, 1.0]), middle / np.linalg.norm(middle)]
        arm = 0.5 * np.linalg.norm(middle)  # a little more than the radius: a gap opens as one ball rolls off the other
        u = [v[1] + np.cross(w[1], -0.1 * n[0]),
             v[2] + np.cross(w[2], -arm * n[1]) - v[1] - np.cross(w[1], arm * n[1])]
        # Everything happens in the plane y = 0: the tangents of the file are along it and across it, signs unknown.
        with h5py.File(self.folder / "sliding/problems/step-000020.hdf5") as file:
            stored = file["solution/u"][:].reshape(2, 3)
        out = []
        for k in range(2):
            normal, slip = n[k] @ u[k], np.linalg.norm(u[k] - (n[k] @ u[k]) * n[k])
            self.assertAlmostEqual(np.linalg.norm(stored[k][1:]), slip, delta=1e-8)
            out += [normal, *stored[k][1:]]
        self.assertGreater(np.linalg.norm(u[0]), 0.5)  # it slides
        return out

    def test_old_dumps_go_with_the_results_they_belong_to(self):
        self.expect(0, "run", "sliding.toml", "--dump-problems", "5")
        self.expect(0, "run", "sliding.toml", "--dump-problems", "10", "--force")
        self.assertEqual(self.problems(), ["step-000010.hdf5", "step-000020.hdf5"])
        self.expect(0, "run", "sliding.toml", "--force")
        self.assertFalse((self.folder / "sliding/problems").exists())
        self.expect(2, "run", "sliding.toml", "--force", "--dump-problems", "0")

    def test_what_fclib_cannot_say_is_counted(self):
        (self.folder / "sticky.toml").write_text(SLIDING.replace("friction = 0.3", "friction = 0.3\nrolling_friction = 0.01"))
        result = self.expect(0, "run", "sticky.toml", "--dump-problems", "5")
        self.assertIn("warning: 0 contact problems written to sticky/problems, 4 left out; the first, of step 5: 0 of its 2 "
                      "contacts hold by cohesion, tension or a joint and 2 carry moments", result.stdout)
        self.assertEqual(len(list((self.folder / "sticky/problems").iterdir())), 0)


class Curves(InAFolder):
    def setUp(self):
        super().setUp()
        (self.folder / "sliding.toml").write_text(SLIDING)
        write_local(self.folder / "slide.hdf5", np.eye(3), [-1, 2, 0], [0.5])

    def test_every_method_on_files_and_scenes(self):
        result = self.expect(0, "bench", "solvers", "slide.hdf5", "sliding.toml", "--step", "3", "--out", "curves")
        text = (self.folder / "curves/curves.csv").read_text()
        self.assertEqual(result.stdout, text)
        rows = list(csv.DictReader(text.splitlines()))
        self.assertEqual({(row["problem"], row["contacts"]) for row in rows}, {("slide", "1"), ("sliding step 3", "2")})
        self.assertLessEqual({"auto", "nlgs", "admm"}, {row["method"] for row in rows if row["problem"] == "sliding step 3"})
        for row in rows:
            self.assertEqual(row["converged"], "true")
            self.assertLessEqual(float(row["residual"]), float(row["tolerance"]))
            self.assertGreater(float(row["seconds"]), 0)
        xml.etree.ElementTree.parse(self.folder / "curves/curves.svg")

    def test_mistakes(self):
        self.assertIn("--methods simplex: is no method", self.expect(2, "bench", "solvers", "slide.hdf5", "--methods", "nlgs,simplex").stderr)
        self.assertIn("missing.hdf5: there is no such file", self.expect(2, "bench", "solvers", "missing.hdf5").stderr)
        self.expect(2, "bench")
        (self.folder / "taken").mkdir()
        (self.folder / "taken/file").write_text("")
        self.assertIn("not empty", self.expect(2, "bench", "solvers", "slide.hdf5", "--out", "taken").stderr)
        only = self.expect(0, "bench", "solvers", "slide.hdf5", "--methods", "nlgs").stdout
        self.assertEqual({row.split(",")[2] for row in only.splitlines()[1:]}, {"nlgs"})


if __name__ == "__main__":
    unittest.main()
