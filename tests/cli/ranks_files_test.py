#!/usr/bin/env python3
"""Files that several processes write together: the same as one process writes, whoever has the bodies."""
import os
import subprocess
import unittest

import h5py
import numpy

import ranks_features_test as features
from ranks_scenes import DRYSTONE, LAWS, NIGHT, RANKS, SOME, RankTest, box_of, grains, head, ranks_command, rows, summary

STATUS = ["open", "sticking", "sliding"]
FEATURES = ("links", "stages with sources, sinks and links", "bonds", "a lattice under stress", "elastic joints", "walls under pressure")


def numbers(table, name, d):
    return numpy.array([[float(row[f"{name}.{axis}"]) for axis in "xyz"[:d]] for row in table]).reshape(-1, d)


def arrays(group):
    """All of a checkpoint's state, by name."""
    out = {}
    group.visititems(lambda name, one: out.__setitem__(name, one[()]) if isinstance(one, h5py.Dataset) else None)
    return out


class Checkpoints(RankTest):
    def compare_with_tables(self, folder, d):
        """bodies.csv and contacts.csv: rank 0 writes them, of the world that it gathers. Velocities are those of the origin of shapes there, to rounding."""
        bodies, contacts = rows(folder, "bodies.csv"), rows(folder, "contacts.csv")
        with h5py.File(os.path.join(folder, "checkpoint.h5")) as file:
            state = arrays(file["state"])
        ids = state["id"][:, 0]
        order = numpy.argsort(ids)
        order = order[ids[order] >= 0][:len(bodies)]  # the world as a body is the last, and in no table
        self.assertEqual(len(order), len(bodies))
        self.assertTrue((numbers(bodies, "position", d) == state["position"][order]).all())
        velocity = numbers(bodies, "velocity", d)
        numpy.testing.assert_allclose(state["velocity"][order, :d], velocity, rtol=1e-14, atol=1e-14 * abs(velocity).max())
        row_of = {id: row for row, id in enumerate(ids[order])}
        mine = [k for k, one in enumerate(state["identity"]) if one[0] in row_of and one[2] in row_of]
        seen = {}
        for row, k in enumerate(mine):
            one = state["identity"][k]
            seen.setdefault((row_of[one[0]], row_of[one[2]]), []).append((*state["place"][k][:d], state["place"][k][2 * d], STATUS[state["status"][k, 0]]))
        told = {}
        for row in contacts:
            point = [float(row[f"point.{axis}"]) for axis in "xyz"[:d]]
            told.setdefault((int(row["body_a"]), int(row["body_b"])), []).append((*point, float(row["gap"]), row["status"]))
        for pair, listed in told.items():
            for one in listed:
                self.assertIn(one, seen[pair], pair)
        return state

    def test_they_have_what_the_tables_have(self):
        for k, name in enumerate(FEATURES):
            for d, ranks in SOME if NIGHT else (SOME[k % 2],):
                with self.subTest(name, d=d, ranks=ranks):
                    folder = self.run_it(self.scene(features.FEATURES[name](d)), ranks, "many", expect=(0, 3))
                    self.assertEqual(summary(folder)["ranks_way"], "domains")
                    self.assertGreater(len(self.compare_with_tables(folder, d)["identity"]), 0)

    def test_links_are_called_as_in_one_process_and_go_on(self):
        """Their ends are parts behind those of the body that they hold. Forces are unique: what goes on is what was never stopped."""
        for d, ranks in SOME:
            with self.subTest(d=d, ranks=ranks):
                scene = self.scene(features.FEATURES["links"](d))
                until, auto = ("--set", "time.duration=0.02"), ("--set", "solver.ranks=auto")
                one, many = self.run_it(scene, 0, "one", *until, *auto, expect=(0, 3)), self.run_it(scene, ranks, "many", *until, expect=(0, 3))
                ends = []
                for folder in (one, many):
                    with h5py.File(os.path.join(folder, "checkpoint.h5")) as file:
                        ends.append(sorted(tuple(row) for row in file["state/identity"][:] if row[1] > 0 or row[3] > 0))  # balls have one part
                self.assertGreater(len(ends[0]), 4)
                self.assertEqual(*ends)
                at_once = self.run_it(scene, 0, "at_once", *auto, expect=(0, 3))
                done = subprocess.run([DRYSTONE, "resume", many, "--until", "0.04", "--no-report", *auto], capture_output=True, text=True)
                self.assertIn(done.returncode, (0, 3), done.stderr)
                self.assertLess(self.largest_difference(at_once, many, self.columns(at_once, "velocity") + self.columns(at_once, "position")), 1e-8)

    def packing(self, d, more=""):
        half, count = (0.08, 40) if d == 2 else (0.03, 40)
        return self.scene(head(d, duration=0.12, more='reproducible = true\nranks = "domains"\ntolerance = 1e-4\n') + LAWS["rolling"] + box_of(d, half) +
                          grains(d, count, half, 0.2) + more)

    def test_all_their_arrays_are_the_same_for_every_number_of_ranks(self):
        for d, ranks in SOME:
            with self.subTest(d=d, ranks=ranks):
                scene = self.packing(d)
                one, many = self.run_it(scene, 0, "one", expect=(0, 3)), self.run_it(scene, ranks, "many", expect=(0, 3))
                self.compare_with_tables(many, d)
                with h5py.File(os.path.join(one, "checkpoint.h5")) as p, h5py.File(os.path.join(many, "checkpoint.h5")) as q:
                    a, b = arrays(p["state"]), arrays(q["state"])
                    self.assertEqual(sorted(a), sorted(b))
                    self.assertGreater(len(a["identity"]), 20)
                    self.assertTrue(numpy.any(a["moment"] != 0.0))
                    for name in a:
                        if name != "energy":  # of which losses are summed up in the order of ranks
                            numpy.testing.assert_array_equal(a[name], b[name], name)
                            self.assertEqual(p["state"][name].attrs.get("checksum"), q["state"][name].attrs.get("checksum"), name)
                            self.assertEqual(p["state"][name].id.get_offset(), q["state"][name].id.get_offset(), name)

    def test_a_folder_that_only_rank_0_sees_is_written_by_it(self):
        """A disk of its own for every other rank: they cannot put their rows there."""
        scene = self.packing(2)
        right = self.run_it(scene, 2, "right", expect=(0, 3))
        alone = os.path.join(self.here, "alone")
        hide = f"mount -t tmpfs tmpfs {alone} && "
        os.mkdir(alone)
        if subprocess.run(["unshare", "-m", "sh", "-c", hide + "true"], capture_output=True).returncode != 0:
            self.skipTest("no disks of their own for ranks")
        program = f"{DRYSTONE} run {scene} --out {alone}/run --no-report --quiet"
        there = f'test $OMPI_COMM_WORLD_RANK = 0 && exec {program} || exec unshare -m sh -c "{hide} exec {program}"'
        done = subprocess.run([*ranks_command(2), "sh", "-c", there], capture_output=True, text=True, timeout=100)
        self.assertIn(done.returncode, (0, 3), done.stderr)
        self.assert_same_bits(right, alone + "/run")
        self.compare_with_tables(alone + "/run", 2)
        self.assertEqual([name for name in os.listdir(alone + "/run") if name.endswith(".part")], [])

    def test_a_damaged_number_is_found(self):
        folder = self.run_it(self.packing(2), RANKS[-1], "run", expect=(0, 3))
        path = os.path.join(folder, "checkpoint.h5")
        with h5py.File(path) as file:
            places = {name: one.id.get_offset() for name, one in file["state"].items() if isinstance(one, h5py.Dataset) and one.size > 0}
        with open(path, "rb") as file:
            whole = file.read()
        for name in ("position", "identity", "status", "impulse"):
            spoiled = bytearray(whole)
            spoiled[places[name] + 1] ^= 1
            with open(path, "wb") as file:
                file.write(spoiled)
            done = subprocess.run([DRYSTONE, "resume", folder, "--until", "0.2"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"/state/{name}: is damaged", done.stderr)


if __name__ == "__main__":
    unittest.main()
