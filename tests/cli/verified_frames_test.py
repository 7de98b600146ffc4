#!/usr/bin/env python3
"""`drystone verify` compares frames bit for bit: a bundle in whose frames one number of any list is another, hashes put right, is told from the
run that its scene makes."""
import hashlib
import io
import json
import shutil
import tarfile
import unittest

import h5py
import numpy as np

from laws_of_runs_test import scene
from stages_test import FRICTION, InAFolder, ball, floor, head

NO_RESULTS = ("contacts/first", "contacts/count", "cell/corner")  # where rows are, and what is drawn


def short(text):
    return text.replace("duration = 0.06", "duration = 0.01")


CASES = {
    "mortar": lambda: short(scene(3, "cohesive_zone", "block", "auto", "moreau")),
    "mesh": lambda: short(scene(2, "dry", "meshed", "auto", "moreau")),
    "cell": lambda: (head(2, duration=0.01, gravity=0.0) + FRICTION + ball(2, "a", [0.1, 0.1]) + ball(2, "b", [0.31, 0.1]) +
                     "[cell]\nsize = [1.0, 1.0]\nperiodic = [true, true]\ncontrol = { xy = { rate = 1.0 } }\n"),
    "links": lambda: (head(2, duration=0.01) + FRICTION + floor(2) + ball(2, "a", [0.0, 0.1]) + ball(2, "b", [0.5, 0.3]) +
                      '[[links]]\nname = "rod"\ntype = "rod"\nbetween = ["a", "b"]\npoints = [[0.0, 0.1], [0.5, 0.3]]\n'),
}


def results_in(file):
    """Names of the lists that frames have: all that grow with them, but for what is drawn."""
    names = []
    file.visititems(lambda name, one: names.append(name) if isinstance(one, h5py.Dataset) and one.maxshape[:1] == (None,) else None)
    return [name for name in names if "drawn" not in name and name not in NO_RESULTS]


def change(path, name):
    """Makes the last number of that list another."""
    with h5py.File(path, "r+") as file:
        data = file[name]
        last = int(file["contacts/first"][-1]) if name.startswith("contacts/") else len(data) - 1
        value = np.atleast_1d(data[last])
        flat = value.reshape(-1)
        down = np.issubdtype(flat.dtype, np.integer) and flat[-1] > 0  # of numbers of bodies and parts: one that is there
        flat[-1] = 1 if not np.isfinite(flat[-1]) else flat[-1] - 1 if down else flat[-1] + 1
        data[last] = value if data.ndim > 1 else value[0]


class VerifiedFrames(InAFolder):
    def repacked(self, frames):
        """bundle.tar.gz with these frames, whose hash its manifest has."""
        with tarfile.open(self.folder / "bundle.tar.gz") as archive:
            files = {one.name: archive.extractfile(one).read() for one in archive.getmembers()}
        files["frames.h5"] = frames
        manifest = json.loads(files["manifest.json"])
        for one in manifest["files"]:
            one.update(bytes=len(files[one["name"]]), sha256=hashlib.sha256(files[one["name"]]).hexdigest())
        files["manifest.json"] = json.dumps(manifest).encode()
        files["SHA256SUMS"] = "".join(f"{one['sha256']}  {one['name']}\n" for one in manifest["files"]).encode()
        with tarfile.open(self.folder / "other.tar.gz", "w:gz", format=tarfile.USTAR_FORMAT) as archive:
            for name, text in files.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(text)
                archive.addfile(entry, io.BytesIO(text))

    def test_every_list_of_a_frame_is_compared(self):
        seen = set()
        for case, text in CASES.items():
            self.run_scene(text(), case)
            self.expect(0, "pack", case, "--out", "bundle.tar.gz", "--force")
            with h5py.File(self.folder / case / "frames.h5") as file:
                names = results_in(file)
            for name in sorted(set(names) - seen):
                with self.subTest(case=case, list=name):
                    shutil.copy(self.folder / case / "frames.h5", self.folder / "other.h5")
                    change(self.folder / "other.h5", name)
                    self.repacked((self.folder / "other.h5").read_bytes())
                    said = self.expect(3, "verify", "other.tar.gz")
                    self.assertIn("NOT the same: frames.h5", said.stderr)
            seen.update(names)
        for name in ("frames/position", "contacts/utilisation", "contacts/memory/damage", "joints/opening", "deformable/stress", "cell/edges", "links/status"):
            self.assertIn(name, seen)


if __name__ == "__main__":
    unittest.main()
