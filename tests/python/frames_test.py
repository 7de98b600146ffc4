"""Frames: a file written to the layout of docs/results.md reads back as the world it was written from, and what a run of the
command has stored is what the module computes."""
import pathlib
import subprocess
import tempfile
import unittest
import warnings

import drystone
import numpy as np
from scenes import DRYSTONE, EXAMPLES

try:
    import h5py
except ImportError:
    h5py = None

warnings.simplefilter("ignore")


def write_frames(path, worlds):
    """The parts of the layout that the reader uses, from worlds of one scene at several times."""
    first = worlds[0]
    shapes = first.shapes()
    solids = [s for s in shapes if s["vertices"] is not None]
    D = first.dimension
    with h5py.File(path, "w", libver="latest") as f:
        f.attrs.update({"format": "drystone frames", "format_version": 1, "dimension": D, "step": first.time_step})
        f["bodies/name"], f["bodies/group"] = [n.encode() for n in first.names], [g.encode() for g in first.groups]
        f["bodies/mass"], f["bodies/fixed"] = first.masses, first.fixed.astype(np.uint8)
        kinds = ["disk" if D == 2 else "sphere", "plane", "drum", "solid"]
        turn = [matrix(first, s["body"]) for s in shapes]
        f["parts/body"] = np.array([s["body"] for s in shapes], dtype=np.int32)
        f["parts/kind"] = np.array([kinds.index(s["type"]) for s in shapes], dtype=np.uint8)
        f["parts/radius"] = np.array([s["radius"] for s in shapes])
        f["parts/centre"] = np.array([t.T @ (s["centre"] - first.positions[s["body"]]) for s, t in zip(shapes, turn)])
        f["parts/axis"] = np.array([t.T @ s["axis"] for s, t in zip(shapes, turn)])
        f["parts/solid"] = np.cumsum([s["vertices"] is not None for s in shapes]) - 1 if solids else np.full(len(shapes), -1)
        if solids:
            number = f["parts/solid"][:]
            number[[s["vertices"] is None for s in shapes]] = -1
            f["parts/solid"][:] = number
        f["solids/shape"] = np.arange(len(solids), dtype=np.int32)
        f["solids/origin"] = np.array([first.positions[s["body"]] * 0 for s in solids]).reshape(-1, D)
        f["solids/turn"] = np.array([np.eye(D) for _ in solids]).reshape(-1, D, D)
        local = [(s["vertices"] - first.positions[s["body"]]) @ matrix(first, s["body"]) for s in solids]
        f["shapes/vertex"] = np.concatenate(local) if local else np.zeros((0, D))
        f["shapes/vertex_start"] = np.cumsum([0] + [len(v) for v in local]).astype(np.int32)
        faces = [s["faces"] or [list(range(len(s["vertices"])))] for s in solids]
        f["shapes/face_start"] = np.cumsum([0] + [len(one) for one in faces]).astype(np.int32)
        corners = [face for one in faces for face in one]
        f["shapes/corner_start"] = np.cumsum([0] + [len(face) for face in corners]).astype(np.int32)
        f["shapes/corner"] = np.array([k for face in corners for k in face], dtype=np.int32)
        f["frames/time"], f["frames/step"] = [w.time for w in worlds], [w.steps for w in worlds]
        for name, field in [("position", "positions"), ("orientation", "orientations"), ("velocity", "velocities"), ("angular_velocity", "spins")]:
            f[f"frames/{name}"] = np.array([getattr(w, field) for w in worlds])
        contacts = [w.contacts for w in worlds]
        counts = [len(c) for c in contacts]
        f["contacts/count"], f["contacts/first"] = counts, np.cumsum([0] + counts[:-1])
        for name, field in [("bodies", "bodies"), ("point", "points"), ("normal", "normals"), ("gap", "gaps"), ("area", "areas"), ("force", "forces"),
                            ("moment", "moments"), ("status", "status")]:
            f[f"contacts/{name}"] = np.concatenate([getattr(c, field) for c in contacts])


def matrix(world, body):
    turn = world.orientations[body]
    if world.dimension == 2:
        return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    w, x, y, z = turn
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


@unittest.skipIf(h5py is None, "h5py is not there")
class FramesOfARun(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def compare(self, frame, world, digits):
        self.assertEqual((frame.time, frame.step, frame.dimension), (world.time, world.steps, world.dimension))
        np.testing.assert_array_equal(frame.positions, world.positions)
        np.testing.assert_array_equal(frame.orientations, world.orientations)
        np.testing.assert_allclose(frame.velocities, world.velocities, rtol=digits, atol=1e-30)
        np.testing.assert_allclose(frame.spins, world.spins, rtol=digits, atol=1e-30)
        np.testing.assert_array_equal(frame.masses, world.masses)
        np.testing.assert_array_equal(frame.fixed, world.fixed)
        np.testing.assert_array_equal(frame.walls, world.walls)
        self.assertEqual((frame.names, frame.groups), (world.names, world.groups))
        self.assertEqual(len(frame.shapes()), len(world.shapes()))
        for ours, theirs in zip(frame.shapes(), world.shapes()):
            self.assertEqual((ours["body"], ours["type"], ours["radius"]), (theirs["body"], theirs["type"], theirs["radius"]))
            np.testing.assert_allclose(ours["centre"], theirs["centre"], atol=1e-12)
            np.testing.assert_allclose(ours["axis"], theirs["axis"], atol=1e-12)
            if theirs["vertices"] is not None:
                np.testing.assert_allclose(ours["vertices"], theirs["vertices"], atol=1e-12)
            self.assertEqual(ours["faces"], theirs["faces"])
        if world.steps == 0:
            return
        contacts = world.contacts
        np.testing.assert_array_equal(frame.contacts.bodies, contacts.bodies)
        np.testing.assert_array_equal(frame.contacts.points, contacts.points)
        np.testing.assert_array_equal(frame.contacts.status, contacts.status)
        scale = np.abs(contacts.forces).max() if len(contacts) else 1.0
        np.testing.assert_allclose(frame.contacts.forces, contacts.forces, atol=digits * scale)
        np.testing.assert_allclose(frame.contacts.normal_forces, contacts.normal_forces, atol=3 * digits * scale)
        ours, theirs = frame.joints(), world.joints()
        for name in ("bodies", "status", "contacts"):
            np.testing.assert_array_equal(ours[name], theirs[name], name)
        if frame.geometry.joints is None:  # as in files of earlier versions
            return
        for name in ("opening", "slip", "damage", "utilisation", "normal", "shear"):
            np.testing.assert_allclose(ours[name], theirs[name], rtol=1e-6, atol=1e-12 if name in ("opening", "slip") else 0.0, err_msg=name)
        np.testing.assert_allclose(frame.contacts.utilisation, world.contacts.utilisation, rtol=1e-6)

    def test_a_file_of_that_layout(self):
        for name, steps in [("force_chains", 300), ("aqueduct_pier", 2), ("arch", 5), ("two_balls", 40)]:
            with self.subTest(name):
                worlds = [drystone.load(EXAMPLES / f"{name}.toml") for _ in range(3)]
                worlds[1].step(steps), worlds[2].step(2 * steps)
                path = self.folder / f"{name}.h5"
                write_frames(path, worlds)
                frames = drystone.Frames(path)
                self.assertEqual(len(frames), 3)
                for frame, world in zip(frames, worlds):
                    self.compare(frame, world, digits=1e-14)
                self.assertEqual(frames[-1].time, worlds[2].time)
                self.assertEqual(frames.at(worlds[1].time * 1.1).step, steps)
                np.testing.assert_array_equal(frames.track(0), [w.positions[0] for w in worlds])
                with self.assertRaises(IndexError):
                    frames[3]

    def test_stresses_of_deformable_bodies(self):
        out = self.folder / "own_weight"
        subprocess.run([DRYSTONE, "run", str(EXAMPLES / "own_weight.toml"), "--out", str(out), "--quiet"], check=True, timeout=240,
                       capture_output=True)
        frame = drystone.Results(out).frames[-1]
        block = frame.deformable(frame.names.index("meshed"))
        heights = block["reference"][block["element_node"], 1].mean(axis=1)
        np.testing.assert_allclose(block["stress"][:, 1], -2000.0 * 9.81 * (2.0 - heights), atol=1.0)
        self.assertLess(block["position"][:, 1].max(), 2.0)
        uniform = frame.deformable(frame.names.index("uniform"))
        np.testing.assert_allclose(uniform["stress"][:, 1], [-2000.0 * 9.81], atol=1.0)
        self.assertEqual(uniform["position"].shape, (4, 2))
        self.assertEqual([s["type"] for s in frame.shapes()], ["plane", "mesh", "solid", "solid"])
        with self.assertRaises(ValueError):
            frame.deformable(frame.names.index("rigid"))

    def test_what_a_run_of_the_command_has_stored(self):
        for name, duration, every in [("two_balls", 0.05, 0.01), ("arch", 0.01, 0.005)]:
            scene = EXAMPLES / f"{name}.toml"
            out = self.folder / name
            subprocess.run([DRYSTONE, "run", str(scene), "--out", str(out), "--set", f"time.duration={duration}", "--set",
                            f"output.frames_every={every}", "--quiet"], check=True, timeout=240, capture_output=True)
            if not (out / "frames.h5").exists():
                self.skipTest("this program writes no frames")
            frames = drystone.Results(out).frames
            np.testing.assert_allclose(frames.times, np.arange(0, duration + every / 2, every), atol=1e-12)
            world = drystone.load(scene)
            for frame in frames:
                world.step(frame.step - world.steps)
                self.compare(frame, world, digits=1e-6)

    def test_pictures_take_frames(self):
        try:
            from drystone import plots
            import matplotlib
        except ImportError:
            self.skipTest("matplotlib is not there")
        matplotlib.use("Agg")
        world = drystone.load(EXAMPLES / "arch.toml")
        world.step(5)
        write_frames(self.folder / "f.h5", [world])
        frame = drystone.Frames(self.folder / "f.h5")[0]
        np.testing.assert_allclose(plots.joint_status(frame).points, plots.joint_status(world).points, rtol=1e-6)
        np.testing.assert_array_equal(plots.force_chains(frame).segments, plots.force_chains(world).segments)

    def test_what_is_no_frames_file_is_refused(self):
        world = drystone.load(EXAMPLES / "arch.toml")
        world.step(5)
        good = self.folder / "good.h5"
        write_frames(good, [world])
        (self.folder / "text.h5").write_text("no")
        data = good.read_bytes()
        (self.folder / "cut.h5").write_bytes(data[:len(data) // 2])

        def changed(name, change):
            path = self.folder / name
            path.write_bytes(data)
            with h5py.File(path, "r+") as f:
                change(f)

        changed("foreign.h5", lambda f: f.attrs.update({"format": "other"}))
        changed("newer.h5", lambda f: f.attrs.update({"format_version": 99}))
        changed("less.h5", lambda f: f.pop("parts/body"))
        changed("wild.h5", lambda f: f["parts/body"].write_direct(f["parts/body"][:] + 1000))
        for name, words in [("nothing", "there is no such file"), ("text", "cannot be read as the frames of a run"), ("cut", "cannot be read"),
                            ("foreign", "does not hold frames of drystone"), ("newer", "its format is version 99, this program reads versions 1 and 2"),
                            ("less", "cannot be read"), ("wild", "parts of bodies that are not there")]:
            with self.subTest(name), self.assertRaisesRegex(drystone.InputError, f"{name}.h5: .*{words}"):
                drystone.Frames(self.folder / f"{name}.h5")
        changed("contacts.h5", lambda f: f["contacts/bodies"].write_direct(f["contacts/bodies"][:] + 1000))
        with self.assertRaisesRegex(drystone.InputError, "contacts of bodies that are not there"):
            drystone.Frames(self.folder / "contacts.h5")[0]


if __name__ == "__main__":
    unittest.main()
