"""What a validation case works with. A case is a file of a topic's folder: its first docstring line is the title, the rest says where the answer is
from and how it is derived; check(lab) computes and tells what it found:

    def check(lab):
        world = lab.world(SCENE)
        world.run()
        lab.value("speed", expected=5 / 7, found=world.velocities[0, 0], rel=1e-9, unit="m/s")

SLOW = True keeps a case out of the fast tests."""
import json
import math
import os
import pathlib
import subprocess
import tempfile

import drystone

ROOT = pathlib.Path(__file__).resolve().parents[1]
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))


class Row:
    """One number that was looked at."""

    def __init__(self, what, expected, found, tolerance, passed, unit):
        self.what, self.expected, self.found, self.tolerance, self.passed, self.unit = what, expected, found, tolerance, passed, unit


class Lab:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.rows, self.figures = [], []  # figures: (caption, file)

    # ---- what was found ----

    def value(self, what, expected, found, rel=None, abs=None, unit=""):
        """`found` is within a relative or absolute tolerance of `expected`."""
        tolerance = abs if abs is not None else rel * math.fabs(expected)
        passed = math.isfinite(found) and math.fabs(found - expected) <= tolerance
        self.rows.append(Row(what, f"{expected:.9g}", f"{found:.9g}", f"{abs:.1e}" if abs is not None else f"{rel:.1e} rel.", passed, unit))

    def between(self, what, low, high, found, unit=""):
        self.rows.append(Row(what, f"{low:.6g} .. {high:.6g}", f"{found:.9g}", "within", low <= found <= high, unit))

    def says(self, what, expected, found):
        """A word, or a count."""
        self.rows.append(Row(what, str(expected), str(found), "the same", expected == found, ""))

    def converged(self, report):
        """Every step did."""
        self.says("steps that did not converge", 0, report.not_converged)

    # ---- how it is found ----

    def world(self, scene, **set):
        return drystone.scene(scene, set={key.replace("__", "."): value for key, value in set.items()})

    def command(self, *arguments, scene=None, status=(0,)):
        """What a command prints; `scene` is written to a file whose name takes the place of "SCENE"."""
        with tempfile.TemporaryDirectory() as folder:
            if scene is not None:
                pathlib.Path(folder, "scene.toml").write_text(scene)
            words = [str(pathlib.Path(folder, "scene.toml")) if word == "SCENE" else str(word) for word in arguments]
            result = subprocess.run([DRYSTONE, *words], cwd=folder, capture_output=True, text=True, timeout=600)
        if result.returncode not in status:
            raise RuntimeError(f"drystone {' '.join(words)}: exit status {result.returncode}\n{result.stdout}{result.stderr}")
        return result.stdout

    def asked(self, *arguments, **options):
        """The same with --json."""
        return json.loads(self.command(*arguments, "--json", **options))

    def statics(self, scene, method, **set):
        """Normal forces by pairs of bodies [N], by `drystone statics`: {(a, b): force}, and the folder's Results."""
        out = self.folder / f"statics-{method}"
        values = [word for key, value in set.items() for word in ("--set", f"{key.replace('__', '.')}={value}")]
        self.command("statics", "SCENE", "--method", method, "--out", out, "--force", "--quiet", "--no-report", *values, scene=scene)
        run = drystone.Results(out)
        contacts = run.contacts
        normal = (contacts["force"] * contacts["normal"]).sum(axis=1)
        return dict(zip(zip(contacts["body_a"], contacts["body_b"]), normal)), run

    @staticmethod
    def pairs(world):
        """The same of a world."""
        contacts = world.contacts
        return {tuple(sorted(pair)): float(force) for pair, force in zip(contacts.bodies.tolist(), contacts.normal_forces)}

    @staticmethod
    def limit_of(said):
        """The value that --vary of stability and limit found: the middle of what it was narrowed down to."""
        return 0.5 * (said["limit"]["low"] + said["limit"]["high"])

    # ---- what is shown ----

    def curves(self, caption, series, x="", y=""):
        """{name: (xs, ys)} as a plot."""
        import matplotlib

        matplotlib.use("svg")
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(figsize=(5, 3), layout="tight")
        for name, (xs, ys) in series.items():
            axes.plot(xs, ys, "o" if name.startswith("found") else "-", label=name, markersize=3)
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        axes.legend(frameon=False, fontsize=8)
        self._keep(caption, "svg", lambda path: figure.savefig(path))
        plt.close(figure)

    def picture(self, caption, run, *options):
        """By drystone render, of a run's folder."""
        self._keep(caption, "png", lambda path: self.command("render", run, "--out", path, "--size", "800x600", *options))

    def _keep(self, caption, ending, write):
        path = self.folder / f"figure{len(self.figures)}.{ending}"
        write(path)
        self.figures.append((caption, path))
