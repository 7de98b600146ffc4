#!/usr/bin/env python3
"""drystone render: pictures and movies of small runs, and what is refused."""
import csv
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree as ET
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPACE = "{http://www.w3.org/2000/svg}"
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))

# Two disks of unlike size, one upon the other, held upright by a box; at rest.
STACK = """
[scene]
dimension = 2
gravity   = [0.0, -10.0]
[time]
step     = 1e-3
duration = 0.1
[output]
frames_every = 0.01
[materials.bead]
density = 1000.0
[materials.lead]
density = 3000.0
[[interactions]]
between  = ["bead", "bead"]
law      = "coulomb"
friction = 0.0
[[interactions]]
between  = ["bead", "lead"]
law      = "coulomb"
friction = 0.0
[[bodies]]
name     = "floor"
material = "bead"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
[[bodies]]
name     = "lower"
material = "bead"
shape    = { type = "disk", radius = 0.2 }
position = [0.0, 0.2]
[[bodies]]
name     = "upper"
material = "lead"
shape    = { type = "disk", radius = 0.1 }
position = [0.0, 0.5]
"""
SPHERES = STACK.replace("dimension = 2", "dimension = 3").replace("[0.0, -10.0]", "[0.0, 0.0, -10.0]").replace(
    "normal = [0, 1]", "normal = [0, 0, 1]").replace("disk", "sphere").replace("[0.0, 0.2]", "[0.0, 0.0, 0.2]").replace(
    "[0.0, 0.5]", "[0.0, 0.0, 0.5]")


# A disk that lies on walls, or is pressed on the floor by walls, whose centres are far from where it touches.
BESIDE_A_WALL = """
[scene]
dimension = 2
gravity   = [0.0, -10.0]
[time]
step     = 1e-3
duration = 0.05
[solver]
tolerance = 1e-9
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.0
[[bodies]]
name     = "floor"
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
position = [5.0, FLOOR]
[[bodies]]
name     = "disk"
material = "stone"
mass     = 1.0
shape    = { type = "disk", radius = 0.2 }
position = [0.0, 0.2]
[[bodies]]
name     = "wall"
material = "stone"
"""
PISTON = '[[drives]]\nbody = "wall"\nfix = ["x", "rz"]\nforce = [0.0, -30.0]\n'
MOVED = '[[drives]]\nbody = "wall"\nmotion = { quantity = "velocity", direction = [0, 1], kind = "constant", value = 0.1 }\n'
BELOW = {"plane": 'shape = { type = "plane", normal = [0, 1] }\nposition = [7.0, 0.0]\n',
         "plate": 'shape = { type = "box", size = [2.0, 0.1] }\nposition = [0.5, -0.05]\n',
         "drum": 'shape = { type = "drum", radius = 3.0 }\nposition = [0.0, 3.0]\n'}
ABOVE = {"plane": 'shape = { type = "plane", normal = [0, -1] }\nposition = [7.0, 0.4]\n',
         "plate": 'shape = { type = "box", size = [2.0, 0.1] }\nposition = [0.5, 0.45]\n',
         "drum": 'shape = { type = "drum", radius = 3.0 }\nposition = [0.0, -2.6]\n',
         "rough plate": 'position = [0.0, 0.5]\n[bodies.shape]\ntype = "compound"\nparts = [{ type = "disk", radius = 0.1 }, '
                        '{ type = "disk", radius = 0.1, position = [0.4, 0.0] }]\n'}
# By the kind of wall: the scene, and how many contacts bear.
WALLS = {**{f"{how} {shape}": (BESIDE_A_WALL.replace("FLOOR", "-1.0") + more[0] + wall + more[1], 1) for shape, wall in BELOW.items()
            for how, more in {"fixed": ("fixed = true\n", ""), "moved": ("fixed = true\n", MOVED),
                              "partly driven": ("mass = 2.0\n", MOVED + '[[drives]]\nbody = "wall"\nfix = ["rz"]\n')}.items()},
         **{f"{shape} as piston": (BESIDE_A_WALL.replace("FLOOR", "0.0") + "mass = 3.0\n" + wall + PISTON, 2) for shape, wall in ABOVE.items()}}


# A block on a fixed one, 0.6 m wide, pressed at X from its middle; without gravity the centre of pressure is there.
PRESSED = """
[scene]
dimension = 2
gravity   = [0.0, 0.0]
[time]
step     = 1e-3
duration = 0.01
[solver]
tolerance = 1e-10
[materials.stone]
density = 2000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.6
[[bodies]]
name     = "base"
material = "stone"
fixed    = true
shape    = { type = "box", size = [0.6, 0.2] }
position = [0.0, 0.1]
[[bodies]]
name     = "block"
material = "stone"
shape    = { type = "box", size = [0.6, 0.4] }
position = [0.0, 0.4]
[[drives]]
body  = "block"
force = [0.0, -1000.0]
point = [X, 0.6]
[[probes]]
name       = "block"
body       = "block"
quantities = ["position", "contact_force"]
"""
# The same without the load, tipping about its lower left corner.
TIPPING = PRESSED.split("[[drives]]")[0].replace("duration = 0.01", "duration = 0.1").replace("position = [0.0, 0.4]", "position = [0.0, 0.4]\nvelocity = [-0.1, 0.15]\nangular_velocity = 0.5")


def read_png(path):
    """Width, height and rows of a PNG with Paeth's filter in every row."""
    data = path.read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    raw, rows, before = zlib.decompress(packed), [], bytearray(3 * width)
    for y in range(height):
        line = raw[y * (3 * width + 1):(y + 1) * (3 * width + 1)]
        assert line[0] == 4
        row = bytearray(line[1:])
        for i in range(len(row)):
            a, b, c = (row[i - 3] if i >= 3 else 0), before[i], (before[i - 3] if i >= 3 else 0)
            p = a + b - c
            row[i] = (row[i] + min((a, b, c), key=lambda v: abs(p - v))) & 255
        rows.append(row)
        before = row
    return width, height, rows


class Render(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        for name, scene in (("stack", STACK), ("spheres", SPHERES)):
            (cls.folder / f"{name}.toml").write_text(scene)
            result = subprocess.run([DRYSTONE, "run", f"{name}.toml", "--no-report", "--quiet"], cwd=cls.folder,
                                    capture_output=True, text=True)
            assert result.returncode == 0, result.stderr

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def render(self, *arguments, status=0, **options):
        result = subprocess.run([DRYSTONE, "render", *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                                timeout=120, **options)
        self.assertEqual(result.returncode, status, f"{arguments}\n{result.stdout}{result.stderr}")
        return result.stdout + result.stderr

    def refused(self, words, *arguments, **options):
        before = sorted(self.folder.rglob("*"))
        self.assertIn(words, self.render(*arguments, status=2, **options))
        self.assertEqual(sorted(self.folder.rglob("*")), before)

    def test_a_picture_shows_materials_where_they_are(self):
        self.render("stack", "--out", "a.png", "--size", "200x160", "--plain", "--frame", "first")
        width, height, rows = read_png(self.folder / "a.png")
        self.assertEqual((width, height), (200, 160))
        colours = {tuple(row[3 * x:3 * x + 3]) for row in rows for x in range(width)}
        self.assertIn((0x8f, 0xb3, 0xc4), colours)  # bead
        self.assertIn((0xd9, 0xa6, 0x79), colours)  # lead
        area = lambda colour: sum(tuple(row[3 * x:3 * x + 3]) == colour for row in rows for x in range(width))
        # Radii 2 : 1; the pixels of outlines have other colours.
        self.assertAlmostEqual(area((0x8f, 0xb3, 0xc4)) / area((0xd9, 0xa6, 0x79)), 4.0, delta=0.5)

    def test_the_pixels_do_not_depend_on_threads(self):
        for name in ("stack", "spheres"):
            for threads in (1, 3):
                self.render(name, "--out", f"{name}{threads}.png", "--size", "300x200", "--forces", "--threads", threads)
            self.assertEqual((self.folder / f"{name}1.png").read_bytes(), (self.folder / f"{name}3.png").read_bytes())

    def test_the_frame_is_the_nearest_and_is_told(self):
        self.assertIn("frame 4 of 11, at 0.03 s", self.render("stack", "--frame", "0.0311", "--out", "b.png", "--size", "64x64"))
        self.assertIn("frame 11 of 11, at 0.1 s", self.render("stack", "--out", "b.png", "--size", "64x64"))
        self.assertIn("frame 1 of 11, at 0 s", self.render("stack", "--frame", "first", "--out", "b.png", "--size", "64x64"))

    def test_an_svg_has_circles_and_lines_as_wide_as_forces(self):
        self.render("stack", "--out", "a.svg", "--forces")
        root = ET.parse(self.folder / "a.svg").getroot()
        space = {"s": "http://www.w3.org/2000/svg"}
        circles = root.findall(".//s:g[@id='bodies']/s:circle", space)
        radii = [float(c.get("r")) + 0.5 * float(c.get("stroke-width")) for c in circles]
        self.assertEqual(len(radii), 2)
        self.assertAlmostEqual(radii[0] / radii[1], 2.0, delta=1e-3)
        # The floor carries both disks, the lower one the upper: weights as 1000 * 0.2^2 + 3000 * 0.1^2 to 3000 * 0.1^2.
        widths = sorted(float(line.get("stroke-width")) for line in root.findall(".//s:g[@id='forces']/s:polyline", space))
        self.assertEqual(len(widths), 2)
        self.assertAlmostEqual(widths[1] / widths[0], 70.0 / 30.0, delta=0.01)
        self.assertTrue(any(t.text.endswith(" N") for t in root.findall(".//s:text", space)))
        self.assertTrue(any(t.text.endswith(" m") for t in root.findall(".//s:text", space)))

    def lines_of(self, path, group):
        """Polylines of a group of an SVG, as lists of points."""
        root = ET.parse(self.folder / path).getroot()
        lines = root.findall(f".//{SPACE}g[@id='{group}']/{SPACE}polyline")
        return [[tuple(map(float, point.split(","))) for point in line.get("points").split()] for line in lines]

    def test_lines_of_force_end_at_the_contact_with_walls_of_every_kind(self):
        for kind, (scene, contacts) in WALLS.items():
            with self.subTest(kind):
                name = kind.replace(" ", "_")
                (self.folder / f"{name}.toml").write_text(scene)
                subprocess.run([DRYSTONE, "run", f"{name}.toml", "--no-report", "--quiet"], cwd=self.folder, check=True)
                self.render(name, "--out", "w.svg", "--forces", "--plain")
                disk = max(ET.parse(self.folder / "w.svg").getroot().iter(f"{SPACE}circle"), key=lambda c: float(c.get("r")))
                x, y, radius = (float(disk.get(name)) for name in ("cx", "cy", "r"))
                lines = self.lines_of("w.svg", "forces")
                self.assertEqual(len(lines), contacts)
                for line in lines:  # from the centre, upright, to the rim
                    self.assertEqual(len(line), 2)
                    self.assertTrue(any(abs(px - x) < 0.01 and abs(py - y) < 0.01 for px, py in line))
                    self.assertAlmostEqual(max(abs(py - y) for _, py in line), radius, delta=0.02 * radius)
                    self.assertLess(max(abs(px - x) for px, _ in line), 0.02 * radius)

    def test_the_thrust_line_of_an_arch_goes_through_its_centres_of_pressure(self):
        subprocess.run([DRYSTONE, "run", str(ROOT / "examples/arch.toml"), "--out", "arch", "--no-report", "--quiet"], cwd=self.folder,
                       check=True)
        with open(self.folder / "arch/joints.csv", newline="") as file:
            points = sorted((float(row["point.x"]), float(row["point.y"])) for row in csv.DictReader(file))
        self.assertEqual(len(points), 32)
        self.render("arch", "--out", "t.svg", "--thrust")
        self.assertEqual(self.lines_of("t.svg", "forces"), [])
        [line] = self.lines_of("t.svg", "thrust")
        self.assertEqual(len(line), 32)
        line = line if line[0][0] < line[-1][0] else line[::-1]
        scale = (line[-1][0] - line[0][0]) / (points[-1][0] - points[0][0])
        for (x, y), (px, py) in zip(points, line):
            self.assertAlmostEqual((px - line[0][0]) / scale, x - points[0][0], delta=2e-5)
            self.assertAlmostEqual(-(py - line[0][1]) / scale, y - points[0][1], delta=2e-5)
        self.render("arch", "--out", "t.svg", "--thrust", "--of", "arch.voussoir", "--forces")
        self.assertEqual(len(self.lines_of("t.svg", "thrust")[0]), 32)
        self.assertEqual(len(self.lines_of("t.svg", "forces")), 32)
        self.refused("belongs to --thrust", "arch", "--out", "x.png", "--of", "arch")
        self.refused("no body has that name", "arch", "--out", "x.png", "--thrust", "--of", "arc")

    def test_every_way_to_colour_and_view(self):
        for way in ("velocity", "displacement", "pressure", "material", "group"):
            self.render("spheres", "--out", "c.png", "--size", "160x120", "--colour", way)
        for more in (["--perspective"], ["--view", "0,0,1"], ["--view=-1,2,0.5", "--perspective", "--forces"],
                     ["--opacity", "0.5", "--whole-run"], ["--range", "3", "--colour", "velocity"], ["--force-scale", "5", "--forces"]):
            self.render("spheres", "--out", "c.png", "--size", "160x120", *more)
        self.assertEqual(list(self.folder.glob("*.part")), [])

    def run_scene(self, name, text, *more):
        (self.folder / f"{name}.toml").write_text(text)
        subprocess.run([DRYSTONE, "run", f"{name}.toml", "--out", name, "--quiet", "--force", *more], cwd=self.folder, check=True)

    def words_in(self, svg):
        return [text.text for text in ET.parse(self.folder / svg).getroot().iter(f"{SPACE}text")]

    def test_the_kern_is_left_beyond_the_middle_third(self):
        for x, words in ((0.09, "never left"), (-0.09, "never left"), (0.11, "left at 1 of"), (-0.11, "left at 1 of")):
            self.run_scene("pressed", PRESSED.replace("X", str(x)), "--no-report")
            self.render("pressed", "--out", "k.svg", "--kern")
            self.assertIn(words, self.words_in("k.svg"), x)
            self.assertEqual(len(self.lines_of("k.svg", "marks")), 1 if "left at" in words else 0)

    def test_the_crack_of_a_tipping_block_is_its_angle_times_its_width(self):
        self.run_scene("tipping", TIPPING, "--no-report")
        with open(self.folder / "tipping/bodies.csv") as file:
            angle = float(list(csv.DictReader(file))[1]["angle"])
        self.assertGreater(angle, 0.04)
        self.render("tipping", "--out", "k.svg", "--cracks", "--crack-from", "1")
        words = self.words_in("k.svg")
        told = [float(word.split()[0]) for word in words if word.endswith(" mm") and not word.startswith("from")]
        self.assertAlmostEqual(max(told), 1e3 * 0.6 * angle, delta=1.0)  # two digits
        self.assertIn("from 1 mm", words)
        lines = self.lines_of("k.svg", "joints")
        self.assertGreater(len(lines), 5)
        self.render("tipping", "--out", "m.svg", "--mechanism", "--magnify", "2", "--since", "0.05")
        self.assertIn("drawn x 2", self.words_in("m.svg"))
        self.assertIn("since t = 0.05 s", self.words_in("m.svg"))
        self.assertEqual(len(self.lines_of("m.svg", "before")), 2)  # outlines of both
        for way in ("opening", "slip", "damage", "utilisation", "status"):
            self.render("tipping", "--out", "c.png", "--size", "160x120", "--colour", way)
            self.render("tipping", "--out", "c.png", "--size", "160x120", "--joints", way)

    def test_what_only_joints_have_is_refused_without_them(self):
        for option in (["--cracks"], ["--kern"], ["--joints", "status"], ["--colour", "opening"]):
            self.refused("has no joints in its frames", "stack", "--out", "x.png", *option)
        self.refused("is not known: there are opening", "stack", "--out", "x.png", "--joints", "velocity")
        self.refused("belongs to --cracks", "stack", "--out", "x.png", "--crack-from", "1")
        self.render("stack", "--out", "c.png", "--size", "160x120", "--colour", "utilisation")
        subprocess.run([DRYSTONE, "run", "stack.toml", "--out", "alone", "--no-report", "--quiet", "--force", "--set", "output.frames_every=0"],
                       cwd=self.folder, check=True)
        self.refused("--mechanism needs an earlier one", "alone", "--out", "x.png", "--mechanism")

    def test_files_of_earlier_versions_are_still_drawn(self):
        """Such have no joints, and no utilisation of contacts."""
        try:
            import h5py
        except ImportError:
            self.skipTest("h5py is not there")
        self.run_scene("tipping", TIPPING, "--no-report")
        old = self.folder / "old"
        shutil.copytree(self.folder / "tipping", old, dirs_exist_ok=True)
        with h5py.File(old / "frames.h5", "r+") as file:
            del file["joints"], file["contacts/utilisation"]
        self.render("old", "--out", "c.png", "--size", "160x120", "--forces", "--thrust")
        self.refused("has no joints in its frames: no faces of its bodies touched at time 0, or it was made by an earlier version", "old", "--out", "x.png", "--cracks")
        done = subprocess.run([DRYSTONE, "report", "old"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_plots_have_their_numbers_and_units(self):
        self.run_scene("pressed", PRESSED.replace("X", "0.0"), "--no-report")
        plot = lambda *words, status=0: subprocess.run([DRYSTONE, "plot", *words], cwd=self.folder, capture_output=True, text=True)
        done = plot("pressed", "--y", "block.contact_force.y", "--out", "p.svg", "--title", "Reaction")
        self.assertEqual((done.returncode, done.stdout), (0, "p.svg: 1 curve of 10 points\n"), done.stderr)
        words = self.words_in("p.svg")
        for word in ("Reaction", "time [s]", "contact force.y of block [N]"):
            self.assertIn(word, words)
        plot("pressed", "stack", "--y", "steps.kinetic", "--out", "p.svg")
        self.assertIn("kinetic of steps, stack", self.words_in("p.svg"))
        plot("pressed", "--x", "block.position.y", "--x-from-start", "--y", "block.contact_force.y", "--out", "p.png", "--size", "320x240")
        self.assertEqual(read_png(self.folder / "p.png")[:2], (640, 480))
        for words, message in ((("pressed", "--y", "block.mood"), 'pressed: there is no column "block.mood"; there are time, '),
                               (("pressed", "--y", "time", "--out", "p.pdf"), "plots are .svg or .png"), (("nowhere", "--y", "time"), "is not a folder")):
            refused = plot(*words)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(message, refused.stderr)

    def test_a_report_for_a_client_has_its_title_block_findings_and_figures(self):
        words = '[report]\nproject = "Mill <north>"\nclient = "Parish"\nauthor = "A. Mason"\nload_case = "LC 3"\nnotes = "dry"\n' \
                'plots = [{ title = "Reaction over time", y = "block.contact_force.y" }]\n'
        self.run_scene("client", PRESSED.replace("X", "0.05") + words)
        page = (self.folder / "client/report.html").read_text()
        for text in ("Mill &lt;north&gt;", "Parish", "A. Mason", "LC 3", "Date of the run", "Stands: at rest at the end", "All 10 steps converged",
                     "Line of thrust", "Utilisation of joints", "Reaction over time", "@media print", "@page"):
            self.assertIn(text, page)
        self.assertGreaterEqual(page.count("<svg"), 4)
        self.assertNotIn("http://", page.replace("http://www.w3.org/", "").split("<script>")[0])
        for wrong, message in (('[report]\nowner = "me"\n', 'unknown key "owner" in [report]'),
                               ('[report]\nplots = [{ y = "block.mood" }]\n', 'no probe has a column "block.mood"; there are time, block.position.x')):
            (self.folder / "wrong.toml").write_text(PRESSED.replace("X", "0.0") + wrong)
            done = subprocess.run([DRYSTONE, "check", "wrong.toml"], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)

    def test_what_is_wrong_is_refused(self):
        self.refused("is not a folder", "nowhere", "--out", "x.png")
        self.refused("says nothing to write", "stack")
        self.refused("pictures are .png or, of 2D runs, .svg", "stack", "--out", "x.jpg")
        self.refused("movies are .mp4", "stack", "--movie", "x.avi")
        self.refused("only 2D runs are written as SVG", "spheres", "--out", "x.svg")
        self.refused("is outside the run: its frames are from 0 to 0.1 s", "stack", "--out", "x.png", "--frame", "7")
        self.refused("is outside the run", "stack", "--out", "x.png", "--frame=-1")
        self.refused("is not a time in seconds", "stack", "--out", "x.png", "--frame", "soon")
        self.refused("is not a size", "stack", "--out", "x.png", "--size", "big")
        self.refused("is not a size", "stack", "--out", "x.png", "--size", "100000x10")
        self.refused("a movie needs even numbers", "stack", "--movie", "x.mp4", "--size", "201x200")
        self.refused("is not known: there are velocity", "stack", "--out", "x.png", "--colour", "taste")
        self.refused("--view and --perspective are for 3D runs", "stack", "--out", "x.png", "--view", "1,1,1")
        self.refused("three numbers", "spheres", "--out", "x.png", "--view", "1,1")
        self.refused("not all 0", "spheres", "--out", "x.png", "--view", "0,0,0")
        self.refused("there is no folder none", "stack", "--out", "none/x.png")
        self.refused("would have", "stack", "--movie", "x.mp4", "--speed", "1e-9")
        (self.folder / "empty").mkdir()
        self.refused("holds no run", "empty", "--out", "x.png")

    def test_a_run_with_its_last_state_alone_has_that_picture(self):
        subprocess.run([DRYSTONE, "run", "stack.toml", "--out", "bare", "--no-report", "--quiet", "--set", "output.frames_every=0"],
                       cwd=self.folder, check=True)
        self.assertIn("frame 1 of 1, at 0.1 s", self.render("bare", "--out", "d.png", "--size", "64x64"))

    def test_a_run_without_frames_is_refused(self):
        (self.folder / "begun").mkdir()
        (self.folder / "begun/scene.toml").write_text(STACK)
        self.refused("holds no frames", "begun", "--out", "x.png")
        (self.folder / "begun/frames.h5").write_text("not HDF5")
        self.refused("begun/frames.h5", "begun", "--out", "x.png")

    def test_without_ffmpeg_a_movie_is_refused(self):
        self.refused("movies need the program ffmpeg", "stack", "--movie", "x.mp4", env={"PATH": str(self.folder)})

    def stand_in(self, script):
        """A folder with a program ffmpeg of our own."""
        place = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        (place / "ffmpeg").write_text("#!/bin/sh\n" + script)
        (place / "ffmpeg").chmod(0o755)
        return {"PATH": f"{place}:{os.environ['PATH']}"}

    def test_the_last_words_of_ffmpeg_are_told(self):
        for script in ("echo 'no such codec' >&2; exit 1", "cat >/dev/null; echo 'no such codec' >&2; exit 3"):
            words = self.render("stack", "--movie", "y.mp4", status=1, env=self.stand_in(script))
            self.assertIn("ffmpeg failed: no such codec", words)
            self.assertEqual(list(self.folder.glob("y.mp4*")), [])

    def test_an_interrupted_movie_leaves_nothing(self):
        # An ffmpeg that takes no picture until it is killed; for it a file has been begun.
        environment = self.stand_in("touch z.mp4.part; exec sleep 60")
        for number in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen([DRYSTONE, "render", "stack", "--movie", "z.mp4", "--size", "64x64", "--fps", "1000", "--speed",
                                        "0.001"], cwd=self.folder, env=environment, stdout=subprocess.DEVNULL)
            while not (self.folder / "z.mp4.part").exists():
                time.sleep(0.01)
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=20), 4)
            self.assertEqual(list(self.folder.glob("z.mp4*")), [])

    @unittest.skipUnless(shutil.which("ffmpeg") and shutil.which("ffprobe"), "ffmpeg is not installed: no movie is made")
    def test_a_movie_has_its_pictures(self):
        said = self.render("stack", "--movie", "m.mp4", "--size", "128x96", "--fps", "20", "--speed", "0.05", "--colour", "velocity")
        self.assertIn("41 pictures", said)  # 0.1 s at a twentieth of its speed: 2 s, 20 pictures each, and the first
        probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,width,height,r_frame_rate",
                                "-of", "default=noprint_wrappers=1", "m.mp4"], cwd=self.folder, capture_output=True, text=True, check=True)
        found = dict(line.split("=") for line in probe.stdout.split())
        self.assertEqual(found, {"width": "128", "height": "96", "r_frame_rate": "20/1", "nb_read_frames": "41"})
        self.assertFalse((self.folder / "m.mp4.part").exists())


if __name__ == "__main__":
    unittest.main()
