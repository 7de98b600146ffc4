#!/usr/bin/env python3
"""Scenes that are mirrored or turned move as before, mirrored or turned: every law, both integrators, every method, in the plane and in space.

Bodies fall on each other and on a moving floor, and none has a face in space: forces are unique there, so that nothing else may come out. Overlaps are kept; what takes
them out is a number of sweeps, which leaves something that depends on their order."""
import csv
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

DRYSTONE = os.environ["DRYSTONE"]
EACH = int(os.environ.get("DRYSTONE_MIRRORED", "1"))  # scenes for each law, integrator and dimension
METHODS = ["auto", "nlgs", "anderson", "admm", "newton"]
JOINT = "normal_stiffness = 1e8\nshear_stiffness = 5e7\n"
LAWS = {
    "dry": "friction = {friction}",
    "bouncing": "friction = {friction}\nrestitution = [{bounce}, 0.2]",
    "rolling": "friction = {friction}\nrolling_friction = 0.004",
    "cohesive": "friction = {friction}\ncohesion_force = {pull}\ncohesion_range = 0.002",
    "elastic": 'law = "elastic"\nfriction = {friction}\narea_ratio = 1.0\n' + JOINT,
    "elastic and bouncing": 'law = "elastic"\nfriction = {friction}\nrestitution = [{bounce}, 0.0]\narea_ratio = 1.0\n' + JOINT,
    "mohr_coulomb": 'law = "mohr_coulomb"\nfriction = {friction}\ncohesion = 2e3\ntensile_strength = 1e3\njoins_by_touch = true\narea_ratio = 1.0',
    "cohesive_zone": 'law = "cohesive_zone"\nfriction = {friction}\ntensile_strength = 2e3\nshear_strength = 4e3\nenergy_opening = 1.0\nenergy_shear = 2.0\n'
                     'joins_by_touch = true\narea_ratio = 1.0\n' + JOINT,
    "bonded": 'law = "bonded"\nfriction = {friction}\ntensile_force = 5.0\nshear_force = 4.0\njoins_by_touch = true',
    "spring": 'law = "spring"\nfriction = {friction}\nnormal_stiffness = 1e6\ntangential_stiffness = 5e5',
}


def product(p, q):
    """Of quaternions (w, x, y, z): first q, then p."""
    return (p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
            p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1], p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0])


class AsItIs:
    name = "as it is"

    def vector(self, v):
        return v

    def spin(self, w):
        return w

    def local(self, v):  # of a shape's own frame
        return v

    def turned(self, q):
        return q


class Mirrored(AsItIs):
    """In the plane x = 0: spins are of the other sense, but about x."""
    name = "mirrored"

    def vector(self, v):
        return [-v[0], *v[1:]]

    def spin(self, w):
        return [w[0], -w[1], -w[2]] if len(w) == 3 else [-w[0]]

    local = vector

    def turned(self, q):
        return (q[0], q[1], -q[2], -q[3])


class Turned(AsItIs):
    """By a quarter in the plane, in space by a third about (1, 1, 1): x becomes y, y z, z x."""
    name = "turned"

    def vector(self, v):
        return [-v[1], v[0]] if len(v) == 2 else [v[2], v[0], v[1]]

    def spin(self, w):
        return w if len(w) == 1 else self.vector(w)

    def turned(self, q):
        return product((0.5, 0.5, 0.5, 0.5), q)


def numbers(v):
    return "[" + ", ".join(repr(float(x)) for x in v) + "]"


def shape_of(chance, dimension):
    """(text with %s, vectors of its own frame)"""
    size = lambda: round(chance.uniform(0.05, 0.09), 3)
    if dimension == 3:
        kind = chance.choice(["sphere", "ellipsoid", "capsule"])
        if kind == "sphere":
            return f'{{ type = "sphere", radius = {size()} }}', []
        if kind == "capsule":
            return f'{{ type = "capsule", radius = {size()}, height = 0.04 }}', []
        return f'{{ type = "ellipsoid", half_axes = [{size()}, {size()}, {size()}] }}', []
    kind = chance.choice(["disk", "box", "polygon"])
    if kind == "disk":
        return f'{{ type = "disk", radius = {size()} }}', []
    if kind == "box":
        return f'{{ type = "box", size = [{size()}, {size()}] }}', []
    r = size()
    return '{ type = "polygon", vertices = [%s, %s, %s, %s] }', [[r, 0], [0.2 * r, r], [-r, 0.3 * r], [-0.4 * r, -0.8 * r]]


class Scene:
    def __init__(self, seed, dimension, law, integrator):
        chance = random.Random(seed)
        some = lambda a, b: round(chance.uniform(a, b), 3)
        self.dimension, self.integrator, self.method = dimension, integrator, chance.choice(METHODS)
        self.law = LAWS[law].format(friction=chance.choice([0.0, 0.1, 0.3, 0.5]), bounce=some(0.1, 0.8), pull=some(1, 30))
        if law == "rolling" and dimension == 3:
            self.law += "\ntorsion_friction = 0.003"
        if law == "bonded" and dimension == 2:
            self.law += "\nmoments = false"  # two points and a moment would share what there are two equations for
        self.step = chance.choice([5e-4, 1e-3, 2e-3])
        self.gravity = [some(-3, 3) for _ in range(dimension - 1)] + [-9.81]
        self.drive = some(-0.5, 0.5)
        self.bodies = []
        for k in range(chance.randint(2, 4)):
            half = 0.5 * some(-1.5, 1.5)
            axis = [some(-1, 1), some(-1, 1), some(0.1, 1)] if dimension == 3 else [0, 0, 1]
            length = math.hypot(*axis)
            self.bodies.append({
                "shape": shape_of(chance, dimension),
                "position": [some(-0.02, 0.02) for _ in range(dimension - 1)] + [0.14 + 0.26 * k],
                "turned": (math.cos(half), *(math.sin(half) * x / length for x in axis)), "angle": 2 * half,
                "velocity": [some(-0.5, 0.5) for _ in range(dimension - 1)] + [some(-5, -2) * (1 + 0.6 * k)],
                "spin": [some(-5, 5) for _ in range(1 if dimension == 2 else 3)]})

    def body(self, of, name, shape, position, more):
        return f'[[bodies]]\nname = "{name}"\nmaterial = "m"\nshape = {shape}\nposition = {numbers(of.vector(position))}\n{more}\n'

    def orientation(self, of, body):
        if self.dimension == 2:
            angle = {Mirrored: -body["angle"], Turned: body["angle"] + math.pi / 2}.get(type(of), body["angle"])
            return f"{{ angle_deg = {math.degrees(angle)!r} }}"
        q = of.turned(body["turned"])
        return f"{{ axis = {numbers(q[1:])}, angle_deg = {math.degrees(2 * math.atan2(math.hypot(*q[1:]), q[0]))!r} }}"

    def text(self, of):
        up, along = [0] * (self.dimension - 1) + [1], [1] + [0] * (self.dimension - 1)
        at = lambda v: numbers(of.vector(v))
        lines = [f"[scene]\ndimension = {self.dimension}\ngravity = {at(self.gravity)}",
                 f'[time]\nstep = {self.step}\nduration = 0.1\nintegrator = "{self.integrator}"\noverlap = "keep"',
                 f'[solver]\ntolerance = 1e-11\nmax_iterations = 200000\nmethod = "{self.method}"\nthreads = 1',
                 f'[materials.m]\ndensity = 2000.0\n[[interactions]]\nbetween = ["*", "*"]\n{self.law}',
                 self.body(of, "floor", f'{{ type = "plane", normal = {at(up)} }}', [0] * self.dimension, "fixed = true"),
                 f'[[drives]]\nbody = "floor"\nmotion = {{ quantity = "velocity", direction = {at(along)}, kind = "constant", value = {self.drive} }}']
        for k, body in enumerate(self.bodies):
            shape, vectors = body["shape"]
            spin = of.spin(body["spin"])
            spin = numbers(spin) if self.dimension == 3 else repr(spin[0])
            lines.append(self.body(of, f"b{k}", shape % tuple(numbers(of.local(v)) for v in vectors) if vectors else shape, body["position"],
                                   f"orientation = {self.orientation(of, body)}\nvelocity = {at(body['velocity'])}\n"
                                   f"angular_velocity = {spin}"))
        return "\n".join(lines) + "\n[output]\nframes_every = 0\ncheckpoint_every = 0\n"


class MirroredRuns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ends(self, scene, of):
        """Velocity and place of every body when the run ends."""
        (self.folder / "scene.toml").write_text(scene.text(of))
        run = subprocess.run([DRYSTONE, "run", "scene.toml", "--out", "out", "--force", "--no-report", "--quiet"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr + scene.text(of))
        rows = csv.DictReader((self.folder / "out/bodies.csv").read_text().splitlines())
        axes = "xyz"[: scene.dimension]
        return [([float(row[f"velocity.{k}"]) for k in axes], [float(row[f"position.{k}"]) for k in axes]) for row in rows if row["fixed"] == "0"]

    def check(self, dimension, law, integrator, seed):
        scene = Scene(seed, dimension, law, integrator)
        before = self.ends(scene, AsItIs())
        self.assertGreater(max(abs(v[-1] - b["velocity"][-1]) for (v, _), b in zip(before, scene.bodies)), 1.0)  # something was struck
        for of in (Mirrored(), Turned()):
            for (v, x), (other_v, other_x) in zip(before, self.ends(scene, of)):
                for one, other in zip(of.vector(v) + of.vector(x), other_v + other_x):
                    self.assertAlmostEqual(one, other, delta=1e-5, msg=f"{of.name}, {law}, seed {seed}:\n{scene.text(of)}")

    def test_move_as_before(self):
        for dimension in (2, 3):
            for number, law in enumerate(LAWS):
                for integrator in ("moreau", "euler"):
                    for k in range(EACH):
                        with self.subTest(dimension=dimension, law=law, integrator=integrator, scene=k):
                            self.check(dimension, law, integrator, 1000 * k + number)


if __name__ == "__main__":
    sys.exit(unittest.main())
