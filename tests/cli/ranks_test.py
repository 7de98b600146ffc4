#!/usr/bin/env python3
"""Runs on several processes: one folder as from one process, the same answers, restarts with other numbers of ranks, faults."""
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

from ranks_scenes import COULOMB, DRYSTONE, HAS_MPI, LAWS, NIGHT, RANKS, RANKS_IN, SOME, RankTest, box_of, grains, head, ranks_command, shaken, summary


class Ranks(RankTest):
    # Domains

    def test_free_flight_and_single_impacts_are_those_of_one_process(self):
        """Few contacts, none redundant: velocities to 1e-8 whatever the number of ranks. By day each law meets both integrators, one in the plane, one in space."""
        integrators = ("", 'integrator = "euler"\n')
        for d, ranks in SOME:
            for k, (law, text) in enumerate(LAWS.items()):
                for integrator in integrators if NIGHT else (integrators[(d + k) % 2],):
                    with self.subTest(d=d, law=law, integrator=integrator, ranks=ranks):
                        scene = self.scene(head(d, duration=0.03, more='tolerance = 1e-12\nranks = "domains"\n', time_more=integrator) + text +
                                           box_of(d, 0.1) + grains(d, 12, 0.1, 0.09))
                        one = self.run_it(scene, 0, "one", "--set", "solver.ranks=auto", expect=(0, 3))
                        many = self.run_it(scene, ranks, "many", expect=(0, 3))
                        self.assertEqual(summary(many)["ranks"], ranks)
                        self.assertEqual(summary(many)["ranks_way"], "domains")
                        self.assertLess(self.largest_difference(one, many, self.columns(one, "v") + self.columns(one, "position")), 1e-8)

    def test_packings_keep_their_balance_and_their_certificate(self):
        """Crossed: dimension, law, walls that stand or move, grains round or not; by day one of the last four in the plane
        and another in space for each law. Contacts are many and forces not unique: residual, energy, count."""
        for d, ranks in SOME:
            crossed = [(moving, shape) for moving in (False, True) for shape in (None, f'{{ type = "box", size = {[1.0] * d} }}')]
            for k, (law, text) in enumerate(LAWS.items()):
                for moving, shape in crossed if NIGHT else (crossed[k if d == 2 else 3 - k],):
                    with self.subTest(d=d, law=law, moving=moving, shape=shape, ranks=ranks):
                        scene = self.scene(head(d, duration=0.08, more='tolerance = 1e-5\nranks = "domains"\n') + text +
                                           box_of(d, 0.08, shaken(d) if moving else "") + grains(d, 40 if shape is None else 12, 0.08, 0.25, shape))
                        one = self.run_it(scene, 0, "one", "--set", "solver.ranks=auto", expect=(0, 3))
                        many = self.run_it(scene, ranks, "many", expect=(0, 3))
                        s, t = summary(one), summary(many)
                        self.assertLess(abs(t["energy"]["balance_error_relative"]), 1e-9)
                        self.assertLessEqual(t["steps_not_converged"], s["steps_not_converged"] + 2)
                        scale = abs(s["energy"]["potential"]) + s["energy"]["kinetic"]
                        self.assertLess(abs(t["energy"]["potential"] - s["energy"]["potential"]), 0.03 * scale)
                        self.assertLess(abs(t["contacts"]["mean"] - s["contacts"]["mean"]), 0.15 * s["contacts"]["mean"] + 2)
                        self.assertLess(t["max_penetration"]["relative"], max(0.02, 2 * s["max_penetration"]["relative"]))

    def test_the_same_bits_every_run_and_the_same_files(self):
        scene = self.scene(head(3, more='ranks = "domains"\n') + LAWS["rolling"] + box_of(3, 0.06) + grains(3, 40, 0.06, 0.3) +
                           '[output]\nframes_every = 0.01\n[[probes]]\nname = "all"\nquantities = ["kinetic_energy", "coordination"]\n')
        one = self.run_it(scene, 0, "one", "--set", "solver.ranks=auto", expect=(0, 3))
        for ranks in RANKS:
            first, again = (self.run_it(scene, ranks, out, expect=(0, 3)) for out in ("first", "again"))
            for name in ("bodies.csv", "contacts.csv", "probes/all.csv"):
                with open(os.path.join(first, name)) as p, open(os.path.join(again, name)) as q:
                    self.assertEqual(p.read(), q.read(), name)
            files = lambda folder: sorted(os.path.join(at, f)[len(folder):] for at, _, names in os.walk(folder) for f in names)
            self.assertEqual(files(one), files(first))

    def test_a_restart_with_another_number_of_ranks(self):
        scene = self.scene(head(2, duration=0.1, more='ranks = "domains"\n') + LAWS["cohesive"] + box_of(2, 0.1) + grains(2, 30, 0.1, 0.15) +
                           "[output]\ncheckpoint_every = 0.05\n")
        for before, after in ((2, 3), (3, 2), (2, 0), (0, 2)) if NIGHT else ((2, 3), (3, 0)):
            with self.subTest(before=before, after=after):
                folder = self.run_it(scene, before, "run", *(["--set", "solver.ranks=auto"] if before == 0 else []), expect=(0, 3))
                more = ["--set", "solver.ranks=" + ("domains" if after else "auto")]
                command = (ranks_command(after) if after else []) + [DRYSTONE, "resume", folder, "--until", "0.15", "--no-report", *more]
                done = subprocess.run(command, capture_output=True, text=True, timeout=300)
                self.assertIn(done.returncode, (0, 3), done.stderr)
                s = summary(folder)
                self.assertEqual(s["ranks"], max(after, 1))
                self.assertAlmostEqual(s["simulated_seconds"], 0.15)
                self.assertLess(abs(s["energy"]["balance_error_relative"]), 1e-9)

    def peaks(self, scene, ranks):
        """The most memory of each rank [bytes]."""
        watcher = ("import os, pathlib, resource, subprocess, sys\nstatus = subprocess.run(sys.argv[2:]).returncode\n"
                   "rank = os.environ.get('OMPI_COMM_WORLD_RANK') or os.environ.get('PMI_RANK')\n"
                   "pathlib.Path(sys.argv[1] + rank).write_text(str(1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))\nsys.exit(status)")
        told = os.path.join(self.here, "peak")
        done = subprocess.run([*ranks_command(ranks), sys.executable, "-c", watcher, told, DRYSTONE, "run", scene, "--out", os.path.join(self.here, "out"),
                               "--force", "--no-report", "--quiet"], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [float(pathlib.Path(told + str(rank)).read_text()) for rank in range(ranks)]

    @unittest.skipUnless(NIGHT, "by night")
    def test_a_rank_makes_its_own_bodies_alone(self):
        """Of 10^5 balls each of 8 ranks but the first needs less than half of what a world of all of them takes (0.8 kB each before the first step)."""
        for d in (2, 3):
            with self.subTest(d=d):
                peaks = {}
                for side in ({2: 10, 3: 5}[d], {2: 316, 3: 46}[d]):
                    lattice = (f'[[generate]]\ntype = "lattice"\nname = "grain"\nshape = "{"disk" if d == 2 else "sphere"}"\nmaterial = "stone"\nradius = 0.01\n'
                               f'spacing = 0.05\ncounts = {[side] * d}\norigin = {[0.0] * (d - 1) + [0.1]}\n')
                    scene = self.scene(head(d, duration=0.003, more='ranks = "domains"\n') + COULOMB + box_of(d, 100.0) + lattice + "[output]\nframes_every = 0\n")
                    peaks[side ** d] = self.peaks(scene, 8)
                (few, base), (many, peak) = sorted(peaks.items())
                each = [(p - b) / (many - few) for p, b in zip(peak[1:], base[1:])]
                self.assertLess(max(each), 600.0)

    # The same bits

    def test_reproducible_is_the_same_for_every_number_of_ranks(self):
        """In domains, one process included: dimension, law, integrator, walls that stand or move, grains round or not, a body that rests on many."""
        lid = {d: f'[[bodies]]\nname = "lid"\nmaterial = "stone"\nshape = {{ type = "box", size = {[0.15] * (d - 1) + [0.01]} }}\n'
                  f'position = {[0.0] * (d - 1) + [0.31]}\n' for d in (2, 3)}
        boxes = {2: '{ type = "box", size = [1.0, 1.0] }', 3: '{ type = "box", size = [1.0, 1.0, 1.0] }'}
        cases = [(d, law, shape, moving, more) for d in (2, 3) for law, shape, moving, more in (
            ("dry", None, False, ""), ("rolling", None, True, lid[d]), ("cohesive", None, False, ""), ("bouncing", boxes[d], True, ""))
            if NIGHT or (d == 2) == (law in ("rolling", "cohesive"))]
        for d, law, shape, moving, more in cases:
            euler = 'integrator = "euler"\n' if law == "cohesive" else ""
            scene = self.scene(head(d, duration=0.06, more='reproducible = true\nranks = "domains"\ntolerance = 1e-4\n', time_more=euler) + LAWS[law] +
                               box_of(d, 0.08, shaken(d) if moving else "") + grains(d, 60 if shape is None else 15, 0.08, 0.3, shape) + more)
            one = self.run_it(scene, 0, "one", expect=(0, 3))
            self.assertEqual(summary(one)["ranks_way"], "domains")
            for ranks in RANKS_IN[d]:
                with self.subTest(d=d, law=law, shape=shape, moving=moving, ranks=ranks):
                    many = self.run_it(scene, ranks, "many", expect=(0, 3))
                    self.assertEqual(summary(many)["ranks_way"], "domains")
                    self.assert_same_bits(one, many)

    def test_reproducible_goes_on_the_same_with_other_numbers_of_ranks(self):
        scene = self.scene(head(2, duration=0.1, more='reproducible = true\nranks = "domains"\n') + LAWS["rolling"] + box_of(2, 0.08) + grains(2, 60, 0.08, 0.3) +
                           "[output]\ncheckpoint_every = 0.05\n")
        folders = []
        for before, after in ((0, RANKS[-1]), (RANKS[0], 0), (RANKS[-1], RANKS[0])):
            folder = self.run_it(scene, before, f"run{before}", expect=(0, 3))
            command = (ranks_command(after) if after else []) + [DRYSTONE, "resume", folder, "--until", "0.15", "--no-report"]
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
            self.assertIn(done.returncode, (0, 3), done.stderr)
            folders.append(folder)
        for folder in folders[1:]:
            self.assert_same_bits(folders[0], folder)

    def test_reproducible_is_gathered_where_domains_cannot_be_had(self):
        scene = self.scene(head(2, more="reproducible = true\n") + LAWS["rolling"] + box_of(2, 0.06) + grains(2, 30, 0.06, 0.3))
        one = self.run_it(scene, 0, "one", expect=(0, 3))
        many = self.run_it(scene, RANKS[0], "many", expect=(0, 3))
        self.assert_same_bits(one, many)
        self.assertEqual(summary(many)["ranks_way"], "gathered")
        self.assertTrue(any("ranks" in warning for warning in summary(many)["warnings"]))

    # What is refused

    def test_what_is_wrong_is_said_once_and_at_its_place(self):
        scene = self.scene(head(2, more='ranks = "domains"\n') + "young = 1e7\npoisson = 0.2\n" + COULOMB + grains(2, 5, 0.1, 0.2) + '[[bodies]]\nname = "soft"\nmaterial = "stone"\n'
                           "shape = { type = \"box\", size = [0.05, 0.05] }\nposition = [0.5, 0.5]\ndeformable = \"uniform\"\n")
        self.run_it(scene, 2, "none", expect=(2,))
        self.assertEqual(self.said.count("does not know this yet: bodies that deform"), 1)
        self.assertRegex(self.said, r"scene.toml:\d+:\d+: ")
        self.assertFalse(os.path.exists(os.path.join(self.here, "none")))
        self.run_it(scene, 2, "gathered", "--set", "solver.ranks=auto")
        self.run_it(self.scene("[scene]\n", "bad"), 2, "none", expect=(2,))
        self.assertEqual(self.said.count("bad.toml:"), 1)
        self.run_it(scene, 0, "none", "--set", "solver.reproducible=true", expect=(2,))
        for words, status, said in ((["run", "--nothing"], 2, "Try: drystone"), (["nothing"], 2, "there is no command"), (["--version"], 0, "drystone 0.")):
            done = subprocess.run([*ranks_command(3), DRYSTONE, *words], capture_output=True, text=True)
            self.assertEqual((done.returncode, (done.stdout + done.stderr).count(said)), (status, 1), done.stderr)

    def test_what_is_wrong_for_one_rank_alone_is_said_once(self):
        """Its words leave before anybody ends: mpirun ends all processes when one has failed."""
        scene = self.scene(head(2, more='ranks = "domains"\n') + COULOMB + grains(2, 5, 0.1, 0.2))
        for who in range(3) if NIGHT else (0, 2):
            there = f'test $OMPI_COMM_WORLD_RANK = {who} && exec {DRYSTONE} run {scene}x --out {self.here}/none || exec {DRYSTONE} run {scene} --out {self.here}/none'
            done = subprocess.run([*ranks_command(3), "sh", "-c", there], capture_output=True, text=True, timeout=100)
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertEqual((done.stdout + done.stderr).count("scene.tomlx: "), 1, done.stdout + done.stderr)
            self.assertFalse(os.path.exists(os.path.join(self.here, "none")))

    # Faults

    def begin_and_kill(self, scene, folder, victim):
        """Begins a run on two ranks, kills one of them, or mpirun, once there is a checkpoint, and waits until nobody is left."""
        process = subprocess.Popen([*ranks_command(2), DRYSTONE, "run", scene, "--out", folder, "--no-report", "--quiet"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        deadline = time.time() + 60
        while time.time() < deadline and not any("checkpoint" in name for name in (os.listdir(folder) if os.path.isdir(folder) else [])):
            time.sleep(0.1)
        time.sleep(0.5)
        ranks = {rank: pid for pid in os.listdir("/proc") if pid.isdigit() for rank in (0, 1) if self.is_rank(pid, folder, rank)}
        self.assertEqual(len(ranks), 2)
        os.kill(process.pid if victim == "mpirun" else int(ranks[victim]), signal.SIGKILL)
        words, errors = process.communicate(timeout=60)
        while time.time() < deadline and any(self.is_rank(pid, folder, rank) for rank, pid in ranks.items()):
            time.sleep(0.1)
        self.assertFalse([pid for rank, pid in ranks.items() if self.is_rank(pid, folder, rank)])
        self.assertNotEqual(process.returncode, 0)
        return words + errors

    def test_who_dies_ends_the_run_and_leaves_a_checkpoint(self):
        scene = self.scene(head(3, step=1e-4, duration=50.0, more='ranks = "domains"\n') + COULOMB + box_of(3, 0.06) + grains(3, 40, 0.06, 0.3) +
                           "[output]\nframes_every = 1.0\ncheckpoint_every = 0.002\n")
        for victim in (1, 0, "mpirun") if NIGHT else (1, 0):
            with self.subTest(victim=victim):
                folder = os.path.join(self.here, f"run{victim}")
                said = self.begin_and_kill(scene, folder, victim)
                if victim != "mpirun":
                    self.assertIn(f"rank {victim}", said)
                done = subprocess.run([*ranks_command(3), DRYSTONE, "resume", folder, "--until", "0.01", "--no-report"], capture_output=True, text=True,
                                      timeout=120)
                past = "is at" in done.stderr  # the run had come further than that
                self.assertTrue(done.returncode in (0, 3) or past, done.stderr)

    def test_a_full_disk_is_told_once_and_loses_nothing_that_was_written(self):
        disk = os.path.join(self.here, "disk")
        os.mkdir(disk)
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=900k", "tmpfs", disk], capture_output=True, text=True)
        if mount.returncode != 0:
            self.skipTest("no small disk to fill: " + mount.stderr.strip())
        self.addCleanup(subprocess.run, ["umount", disk])
        scene = self.scene(head(3, duration=0.2, more='ranks = "domains"\n') + COULOMB + box_of(3, 0.06) + grains(3, 40, 0.06, 0.3) +
                           "[output]\nframes_every = 0.001\ncheckpoint_every = 0.01\n")
        for ranks in RANKS if NIGHT else (3,):
            with self.subTest(ranks=ranks):
                folder = self.run_it(scene, ranks, "disk/run", expect=(1,))
                self.assertEqual(self.said.count("No space left on device"), 1)
                subprocess.run(["mount", "-o", "remount,size=200m", disk], check=True)
                done = subprocess.run([*ranks_command(2), DRYSTONE, "resume", folder, "--no-report"], capture_output=True, text=True, timeout=120)
                self.assertIn(done.returncode, (0, 3), done.stderr)
                self.assertAlmostEqual(summary(folder)["simulated_seconds"], 0.2)
                subprocess.run(["rm", "-r", folder])
                subprocess.run(["mount", "-o", "remount,size=900k", disk], check=True)

    @staticmethod
    def is_rank(pid, folder, rank):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as line, open(f"/proc/{pid}/environ", "rb") as environment:
                if folder.encode() not in line.read():
                    return False
                return f"OMPI_COMM_WORLD_RANK={rank}".encode() in environment.read().split(b"\0")
        except OSError:
            return False


class WithoutMpi(unittest.TestCase):
    def test_a_program_without_mpi_says_so(self):
        if HAS_MPI:
            self.skipTest("this program has MPI")
        environment = dict(os.environ, OMPI_COMM_WORLD_SIZE="2", OMPI_COMM_WORLD_RANK="0")
        done = subprocess.run([DRYSTONE, "run", "any.toml"], capture_output=True, text=True, env=environment)
        self.assertEqual(done.returncode, 2)
        self.assertIn("built without MPI", done.stderr)


if __name__ == "__main__":
    unittest.main()
