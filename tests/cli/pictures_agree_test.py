#!/usr/bin/env python3
"""Pictures of scenes of every shape: of a scene in a mirror, or turned by 180 degrees, they are in the mirror, or turned; SVG and PNG have the same bodies at the same
places, within the picture; cells are seen whole; movies begin and end as the pictures of the first and last frame. DRYSTONE is the path of the program, DRYSTONE_CROSSINGS=all more scenes."""
import itertools
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
import zlib

import numpy as np

DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", "build/bin/drystone"))
ALL = os.environ.get("DRYSTONE_CROSSINGS") == "all"
WIDTH, HEIGHT = 400, 300
MIRRORS = {"left and right": np.diag([-1.0, 1.0]), "up and down": np.diag([1.0, -1.0]), "turned": -np.eye(2)}
FLIPS = {"left and right": lambda a: a[:, ::-1], "up and down": lambda a: a[::-1], "turned": lambda a: a[::-1, ::-1]}


def png(path):
    """(height, width, channels)"""
    data, at, packed = pathlib.Path(path).read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        content = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", content[:10])
        packed += content if kind == b"IDAT" else b""
        at += 12 + length
    channels = {0: 1, 2: 3, 6: 4}[colour]
    raw, row = zlib.decompress(packed), width * channels
    out = np.zeros((height, row), int)
    for y in range(height):
        filtered, line = raw[y * (row + 1)], np.frombuffer(raw, "u1", row, y * (row + 1) + 1).astype(int)
        above = out[y - 1] if y else np.zeros(row, int)
        if filtered == 1:
            line = np.cumsum(line.reshape(-1, channels), axis=0).ravel()
        elif filtered == 2:
            line = line + above
        elif filtered:
            for x in range(row):
                left, corner = (line[x - channels], above[x - channels]) if x >= channels else (0, 0)
                guess = left + above[x] - corner
                near = min((abs(guess - left), 0, left), (abs(guess - above[x]), 1, above[x]), (abs(guess - corner), 2, corner))[2]
                line[x] = (line[x] + (near if filtered == 4 else (left + above[x]) // 2)) % 256
        out[y] = line % 256
    return out.reshape(height, width, channels)


def text(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {text(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple, np.ndarray)):
        return "[" + ", ".join(map(text, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, int) else repr(float(value))


def shapes_in_the_plane(s):
    return [{"type": "disk", "radius": 0.7 * s}, {"type": "box", "size": [s, 1.6 * s]}, {"type": "box", "size": [s, 1.6 * s], "rounding": 0.1 * s},
            {"type": "polygon", "vertices": [[s, 0], [0.2 * s, 0.9 * s], [-s, 0.4 * s], [-0.7 * s, -0.8 * s]]}, {"type": "capsule", "radius": 0.2 * s, "height": s},
            {"type": "ellipse", "half_axes": [0.8 * s, 0.4 * s]}, {"type": "superellipse", "half_axes": [0.8 * s, 0.4 * s], "exponent": 4.0},
            {"type": "compound", "parts": [{"type": "disk", "radius": 0.3 * s, "position": [0.4 * s, 0.1 * s]},
                                           {"type": "box", "size": [0.5 * s, 0.3 * s], "position": [-0.3 * s, 0.1 * s], "orientation": {"angle_deg": 33.0}}]}]


def mirrored(shape):
    """With x -> -x in its own frame."""
    out = dict(shape)
    if "vertices" in out:
        out["vertices"] = [[-x, y] for x, y in out["vertices"]][::-1]
    if "parts" in out:
        out["parts"] = [mirrored(part) | {"position": [-part["position"][0], part["position"][1]]} |
                        ({"orientation": {"angle_deg": -part["orientation"]["angle_deg"]}} if "orientation" in part else {}) for part in out["parts"]]
    return out


def scene(dimension, bodies, more=""):
    out = [f"[scene]\ndimension = {dimension}\ngravity = {text([0.0] * dimension)}\n[time]\nstep = 1e-4\nduration = 2e-4\n[output]\nframes_every = 1e-4\n{more}"]
    out += [f"[materials.{name}]\ndensity = 2000.0\nyoung = 1e7\npoisson = 0.2" for name in ("stone", "brick", "clay")]
    out += ['[[interactions]]\nbetween = ["*", "*"]\nfriction = 0.5']
    return "\n".join(out + ["[[bodies]]\n" + "\n".join(f"{key} = {text(value)}" for key, value in body.items()) for body in bodies]) + "\n"


def in_the_plane(seed, turn, walls, deformable, cell=False):
    random, bodies = np.random.default_rng(seed), []
    is_mirror = np.linalg.det(turn) < 0
    for i, j in itertools.product((-1, 0, 1), repeat=2):
        shapes = shapes_in_the_plane(random.uniform(0.3, 0.6))
        if deformable:  # curved ones do not touch meshes
            shapes = [shape for shape in shapes if shape["type"] in ("disk", "box", "polygon", "compound") and "rounding" not in shape]
        shape = shapes[(3 * i + j + seed) % len(shapes)]
        place, angle = 2.0 * np.array([i, j]) + random.uniform(-0.3, 0.3, 2), random.uniform(-180, 180)
        body = {"material": str(random.choice(["stone", "brick", "clay"])), "shape": mirrored(shape) if is_mirror else shape, "position": turn @ place,
                "orientation": {"angle_deg": (-angle if is_mirror else angle) + (180.0 if turn[1, 1] < 0 else 0.0)}}
        if deformable and shape["type"] in ("box", "polygon"):
            body["deformable"] = "uniform" if i > 0 else {"divisions": [3, 2]} if shape["type"] == "box" else {"refine": 1}
        bodies.append(body)
    for normal, at in [([0, 1], [0, -3.5]), ([1, 0], [-3.6, 0]), ([-0.6, 0.8], [3, -3])] if walls else []:
        bodies.append({"material": "stone", "fixed": True, "shape": {"type": "plane", "normal": turn @ normal}, "position": turn @ at})
    return scene(2, bodies, "[cell]\nsize = [7, 7.5]\norigin = [-3.5, -3.75]\nperiodic = [true, true]\n" if cell else "")


def in_space(seed, turned):
    """Turned by 180 degrees about y, along which the eye looks."""
    random, bodies = np.random.default_rng(seed), []
    for i, j in itertools.product((-1, 0, 1), repeat=2):
        s = random.uniform(0.3, 0.6)
        shapes = [{"type": "sphere", "radius": 0.8 * s}, {"type": "box", "size": [s, 1.5 * s, 0.8 * s]}, {"type": "cylinder", "radius": 0.4 * s, "height": s},
                  {"type": "polyhedron", "vertices": [[0, 0, 0], [0.9 * s, 0.2 * s, 0], [0.5 * s, 0.8 * s, 0.1 * s], [0.3 * s, 0.3 * s, 0.7 * s]]},
                  {"type": "cylinder", "radius": 0.4 * s, "height": s, "sides": 7}, {"type": "cone", "radius": 0.5 * s, "height": s},
                  {"type": "capsule", "radius": 0.3 * s, "height": s}, {"type": "ellipsoid", "half_axes": [0.8 * s, 0.4 * s, 0.5 * s]},
                  {"type": "superquadric", "half_axes": [0.8 * s, 0.4 * s, 0.5 * s], "exponents": [4.0, 3.0]}]
        place, axis, angle = 2.0 * np.array([i, 0, j]) + random.uniform(-0.3, 0.3, 3), random.normal(size=3), random.uniform(0.0, np.pi)
        axis /= np.linalg.norm(axis)
        if turned:  # (0, y) (w, v) as quaternions
            w, v = np.cos(angle / 2), np.sin(angle / 2) * axis
            w, v = -v[1], w * np.array([0.0, 1.0, 0.0]) + np.cross([0.0, 1.0, 0.0], v)
            axis, angle, place = v / np.linalg.norm(v), 2.0 * np.arctan2(np.linalg.norm(v), w), place * [-1, 1, -1]
        bodies.append({"material": "stone", "shape": shapes[(3 * i + j + seed) % len(shapes)], "position": place,
                       "orientation": {"axis": axis, "angle_deg": np.degrees(angle)}})
    return scene(3, bodies)


class Pictures(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.folder = pathlib.Path(home.name)

    def drystone(self, *words):
        result = subprocess.run([DRYSTONE, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)

    def run_scene(self, content, *words):
        (self.folder / "scene.toml").write_text(content)
        self.drystone("run", "scene.toml", "--out", "run", "--force", "--quiet", "--no-report", *words)

    def picture(self, *words, size=f"{WIDTH}x{HEIGHT}"):
        self.drystone("render", "run", "--out", "picture.png", "--plain", "--size", size, *words)
        return png(self.folder / "picture.png")

    def test_a_mirror_shows_the_picture_in_a_mirror(self):
        for seed in range(8 if ALL else 1):
            for options in ((True, False, False), (False, False, True), (True, True, False)):
                self.run_scene(in_the_plane(seed, np.eye(2), *options))
                picture = self.picture()
                for name, turn in MIRRORS.items():
                    with self.subTest(seed=seed, options=options, mirror=name):
                        self.run_scene(in_the_plane(seed, turn, *options))
                        np.testing.assert_array_equal(FLIPS[name](self.picture()), picture)

    def test_what_is_turned_covers_the_turned_picture(self):
        for seed in range(8 if ALL else 2):
            with self.subTest(seed=seed):
                covered = []
                for turned in (False, True):
                    self.run_scene(in_space(seed, turned))
                    covered.append((self.picture("--view", "0,-1,0") != 255).any(axis=2))
                self.assertLessEqual((covered[1][::-1, ::-1] != covered[0]).sum(), 3)
                edge = np.concatenate([covered[0][0], covered[0][-1], covered[0][:, 0], covered[0][:, -1]])
                self.assertFalse(edge.any(), "a body is cut off")
                columns = covered[0].any(axis=0)
                self.assertGreaterEqual(np.sum(columns[1:] & ~columns[:-1]), 3)  # three rows of bodies, apart from each other

    def test_svg_and_png_have_the_same_bodies_and_all_of_them(self):
        for seed in range(8 if ALL else 2):
            with self.subTest(seed=seed):
                self.run_scene(in_the_plane(seed, np.eye(2), seed % 2 == 0, False))
                picture = self.picture()
                self.drystone("render", "run", "--out", "picture.svg", "--plain", "--size", f"{WIDTH}x{HEIGHT}")
                bodies = re.search(r'<g id="bodies">(.*?)</g>', (self.folder / "picture.svg").read_text(), re.S).group(1)
                middles = [(float(x), float(y), fill) for x, y, fill in re.findall(r'<circle cx="([^"]*)" cy="([^"]*)"[^>]*? fill="([^"]*)"', bodies)]
                for points, fill in re.findall(r'<polygon points="([^"]*)" fill="([^"]*)"', bodies):
                    points = np.array([one.split(",") for one in points.split()], float)
                    self.assertTrue(((points > 0) & (points < [WIDTH, HEIGHT])).all())
                    middles.append((*points.mean(axis=0), fill))
                compounds = len(re.findall("compound", (self.folder / "scene.toml").read_text()))
                self.assertEqual(len(middles), 9 + compounds)
                for x, y, fill in middles:
                    seen = picture[int(y), int(x), :3]
                    self.assertLessEqual(np.abs(seen - [int(fill[k:k + 2], 16) for k in (1, 3, 5)]).max(), 2)

    def test_a_cell_is_seen_whole_however_few_are_in_it(self):
        disk = {"material": "stone", "shape": {"type": "disk", "radius": 0.1}, "position": [2.0, 1.5]}
        self.run_scene(scene(2, [disk], "[cell]\nsize = [4, 3]\nperiodic = [true, true]\n"))
        covered = (self.picture() != 255).any(axis=2)
        rows, columns = np.flatnonzero(covered.sum(axis=1) > 200), np.flatnonzero(covered.sum(axis=0) > 150)
        self.assertAlmostEqual((columns.max() - columns.min()) / (rows.max() - rows.min()), 4.0 / 3.0, delta=0.02)
        self.assertEqual(covered[:, 0].sum() + covered[:, -1].sum() + covered[0].sum() + covered[-1].sum(), 0)

    @unittest.skipUnless(shutil.which("ffmpeg"), "there is no ffmpeg")
    def test_a_movie_goes_from_the_first_picture_to_the_last(self):
        disks = [{"material": name, "shape": {"type": "disk", "radius": 0.5}, "position": [x, 0.0], "velocity": [v, 1.0]} for name, x, v in (("stone", -2.0, 0.0), ("clay", 2.0, 1.0))]
        self.run_scene(scene(2, disks), "--set", "time.step=1e-2", "--set", "time.duration=1.0", "--set", "output.frames_every=0.1")
        self.drystone("render", "run", "--movie", "movie.mp4", "--plain", "--size", "160x120", "--fps", "10", "--speed", "0.5")
        raw = subprocess.run(["ffmpeg", "-v", "error", "-i", "movie.mp4", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], cwd=self.folder, capture_output=True, check=True).stdout
        frames = np.frombuffer(raw, "u1").reshape(-1, 120, 160, 3).astype(int)
        self.assertEqual(len(frames), 21)  # 2 s at 10 a second, both ends
        for frame, when in (frames[0], "first"), (frames[-1], "last"):
            self.assertLess(np.abs(frame - self.picture("--whole-run", "--frame", when, size="160x120")[:, :, :3]).mean(), 4.0)
        self.assertGreater(np.abs(frames[0] - frames[-1]).mean(), 8.0)


if __name__ == "__main__":
    unittest.main()
