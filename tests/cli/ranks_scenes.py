"""What the tests of runs on several processes share: scenes in pieces, and how to run them."""
import csv
import functools
import json
import os
import shutil
import subprocess
import tempfile
import unittest

DRYSTONE = os.environ["DRYSTONE"]
MPIRUN = shutil.which("mpirun")
HAS_MPI = os.environ.get("DRYSTONE_HAS_MPI", "ON") == "ON"
NIGHT = "DRYSTONE_RANKS" in os.environ
RANKS = [int(n) for n in os.environ.get("DRYSTONE_RANKS", "2 3").split()]
SOME = [(d, ranks) for d in (2, 3) for ranks in RANKS] if NIGHT else [(2, 2), (3, 3)]  # by day: the plane and space, two and three ranks
RANKS_IN = {d: [ranks for dimension, ranks in SOME if dimension == d] for d in (2, 3)}
COULOMB = '[[interactions]]\nbetween = ["stone", "stone"]\nlaw = "coulomb"\nfriction = 0.5\n'
LAWS = {
    "dry": COULOMB,
    "bouncing": COULOMB + "restitution = [0.5, 0.0]\n",
    "rolling": COULOMB + "rolling_friction_ratio = 0.1\n",
    "cohesive": COULOMB + "cohesion_force = 2.0\ncohesion_range = 1e-4\n",
}


@functools.cache
def mpirun_flags():
    """Of Open MPI: more ranks than cores, and other runs beside this one. It would bind each of two ranks to a core, where they would wait, spinning, for those of
    another run; and it would look for networks, which is half of what a short run takes."""
    if "Open MPI" not in subprocess.run([MPIRUN, "--version"], capture_output=True, text=True).stdout:
        return []
    flags = ["--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1", "--mca", "pml", "ob1", "--mca", "btl", "self,vader"]
    return flags + (["--allow-run-as-root"] if os.geteuid() == 0 else [])


def ranks_command(ranks):
    return [MPIRUN, *mpirun_flags(), "-n", str(ranks)]


def head(d, step=1e-3, duration=0.05, more="", time_more="", gravity=None):
    """`duration` None: as stages say."""
    gravity = gravity or ([0.0, -9.81] if d == 2 else [0.0, 0.0, -9.81])
    lasts = "" if duration is None else f"duration = {duration}\n"
    return (f'[scene]\ntitle = "ranks"\ndimension = {d}\ngravity = {gravity}\n[time]\nstep = {step}\n{lasts}{time_more}'
            f'[solver]\nthreads = 1\n{more}[materials.stone]\ndensity = 2500.0\n')


def box_of(d, half, drive=""):
    """A floor and walls; the floor may be driven."""
    text = ""
    up = [0] * d
    up[-1] = 1
    text += f'[[bodies]]\nname = "floor"\nmaterial = "stone"\nfixed = true\nshape = {{ type = "plane", normal = {up} }}\n'
    for axis in range(d - 1):
        for sign in (1, -1):
            normal, place = [0] * d, [0.0] * d
            normal[axis], place[axis] = sign, -sign * half
            text += (f'[[bodies]]\nname = "wall{axis}{sign}"\nmaterial = "stone"\nfixed = true\n'
                     f'shape = {{ type = "plane", normal = {normal} }}\nposition = {place}\n')
    return text + drive


def grains(d, count, half, top, shape=None):
    low, high = [-half] * (d - 1) + [0.001], [half] * (d - 1) + [top]
    shape = shape or ('"disk"' if d == 2 else '"sphere"')
    return (f'[[generate]]\ntype = "packing"\nname = "grain"\ncount = {count}\nshape = {shape}\nmaterial = "stone"\n'
            f'radius = {{ law = "uniform", min = 0.008, max = 0.012 }}\ninside = {{ type = "box", min = {low}, max = {high} }}\n')


def shaken(d):
    direction = [1] + [0] * (d - 1)
    return ('[[drives]]\nbody = "floor"\n'
            f'motion = {{ quantity = "displacement", direction = {direction}, kind = "sine", amplitude = 2e-3, frequency_hz = 20.0 }}\n')


def rows(folder, name):
    with open(os.path.join(folder, name)) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def summary(folder):
    with open(os.path.join(folder, "summary.json")) as file:
        return json.load(file)


@unittest.skipUnless(MPIRUN and HAS_MPI, "no MPI")
class RankTest(unittest.TestCase):
    def setUp(self):
        self.here = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.here, ignore_errors=True)

    def scene(self, text, name="scene"):
        path = os.path.join(self.here, name + ".toml")
        with open(path, "w") as file:
            file.write(text)
        return path

    def run_it(self, scene, ranks, out, *more, expect=(0,)):
        folder = os.path.join(self.here, out)
        command = ranks_command(ranks) if ranks > 0 else []
        done = subprocess.run([*command, DRYSTONE, "run", scene, "--out", folder, "--force", "--no-report", *more], capture_output=True, text=True,
                              timeout=300)
        self.assertIn(done.returncode, expect, done.stdout + done.stderr)
        self.said = done.stdout + done.stderr
        return folder

    def largest_difference(self, one, other, names):
        a, b = rows(one, "bodies.csv"), rows(other, "bodies.csv")
        self.assertEqual(len(a), len(b))
        return max(abs(float(p[name]) - float(q[name])) for p, q in zip(a, b) for name in names)

    def columns(self, folder, beginning):
        return [name for name in rows(folder, "bodies.csv")[0] if name.startswith(beginning)]

    def assert_same_bits(self, one, other):
        """Bodies and contacts as they are written, which is to the last digit; of steps what is not summed up over the run."""
        for name in ("bodies.csv", "contacts.csv", "steps.csv"):
            with open(os.path.join(one, name)) as p, open(os.path.join(other, name)) as q:
                columns = 9 if name == "steps.csv" else 1000
                same = lambda text: [line.split(",")[:columns] for line in text.read().splitlines()]
                self.assertEqual(same(p), same(q), name)
