"""Probes of regions and cuts: sums over tiles, stresses against forces of walls, weights across cuts, mass that passes."""
import pathlib
import tempfile
import unittest

import numpy as np

import drystone

GRAVITY = {2: [0, -9.81], 3: [0, 0, -9.81]}


def shape(kind, size):
    return {"disk": {"type": "disk", "radius": size}, "sphere": {"type": "sphere", "radius": size},
            "polygon": {"type": "polygon", "vertices": [[size, 0], [0.2 * size, 0.9 * size], [-size, 0.4 * size], [-0.7 * size, -0.8 * size]]},
            "box2": {"type": "box", "size": [1.5 * size, 1.2 * size]},
            "box3": {"type": "box", "size": [1.5 * size, 1.2 * size, size]},
            "dumbbell": {"type": "compound", "parts": [{"type": "disk", "radius": 0.4 * size, "position": [-0.5 * size, 0]},
                                                       {"type": "disk", "radius": 0.3 * size, "position": [0.5 * size, 0]}]}}[kind]


def heap(dimension, kinds, walls=True, speed=0.5, **more):
    """Grains above a floor between walls, on a jittered grid."""
    random = np.random.default_rng(3)
    sides = [np.eye(dimension)[-1]] + ([s * np.eye(dimension)[k] for k in range(dimension - 1) for s in (1, -1)] if walls else [])
    bodies = [{"name": f"wall{k}", "material": "stone", "fixed": True, "shape": {"type": "plane", "normal": n.tolist()},
               "position": (-0.4 * n if k else 0 * n).tolist()} for k, n in enumerate(sides)]
    counts = [5, 4] if dimension == 2 else [3, 3, 3]
    for k, cell in enumerate(np.ndindex(*counts)):
        place = 0.15 * (np.array(cell) + 0.5) + random.uniform(-0.01, 0.01, dimension)
        place[:-1] -= 0.15 * np.array(counts[:-1]) / 2
        bodies.append({"name": f"g{k}", "material": "stone", "shape": shape(kinds[k % len(kinds)], random.uniform(0.04, 0.06)),
                       "position": place.tolist(), "velocity": random.uniform(-speed, speed, dimension).tolist()})
    return {"scene": {"dimension": dimension, "gravity": GRAVITY[dimension]}, "time": {"step": 2e-3, "duration": 0.2},
            "solver": {"tolerance": 1e-12, "threads": 1, "max_iterations": 100000},
            "materials": {"stone": {"density": 2000.0}}, "interactions": [{"between": ["stone", "stone"], "friction": 0.4}],
            "bodies": bodies, **more}


MIXES = [(2, ["disk"]), (2, ["disk", "polygon", "box2"]), (2, ["dumbbell"]), (3, ["sphere"]), (3, ["sphere", "box3"])]


def tensor(values):
    n = 2 if len(values) == 3 else 3
    places = [(0, 0), (1, 1), (0, 1)] if n == 2 else [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)]
    out = np.zeros((n, n))
    for value, (i, j) in zip(values, places):
        out[i, j] = out[j, i] = value
    return out


def box(low, high):
    return {"type": "box", "min": list(map(float, low)), "max": list(map(float, high))}


def tiles(dimension, n):
    edges = np.linspace(-0.5, 1.0, n + 1)
    for cell in np.ndindex(*[n] * dimension):
        yield box(edges[list(cell)], edges[np.array(cell) + 1])


class Tiles(unittest.TestCase):
    def test_sums_add_up(self):
        for dimension, kinds in MIXES:
            world = drystone.scene(heap(dimension, kinds))
            world.step(60)
            whole = box([-0.5] * dimension, [1.0] * dimension)
            volume = 1.5 ** dimension
            parts = list(tiles(dimension, 5))
            for quantity in ("count", "mass", "momentum", "kinetic_energy", "contacts", "rattlers", "stress", "solid_fraction"):
                with self.subTest(dimension=dimension, kinds=kinds, quantity=quantity):
                    weigh = quantity in ("stress", "solid_fraction")
                    total = np.asarray(world.measure(quantity, region=whole)) * (volume if weigh else 1)
                    tiled = sum(np.asarray(world.measure(quantity, region=one)) * (volume / 5 ** dimension if weigh else 1) for one in parts)
                    np.testing.assert_allclose(tiled, total, rtol=1e-11, atol=1e-11 * np.abs(total).max())
            grains = ~world.fixed
            self.assertEqual(world.measure("count", region=whole), grains.sum())
            self.assertAlmostEqual(world.measure("mass", region=whole), world.masses[grains].sum(), places=10)
            self.assertAlmostEqual(world.measure("solid_fraction", region=whole), world.masses[grains].sum() / 2000.0 / volume, places=12)
            self.assertAlmostEqual(np.trace(tensor(world.measure("fabric", region=whole))), 1.0)
            np.testing.assert_allclose(world.measure("fabric", region=whole), world.measure("fabric"))
            v = world.velocities[grains]
            temperature = np.mean(np.sum((v - v.mean(axis=0)) ** 2, axis=1)) / dimension
            self.assertAlmostEqual(world.measure("granular_temperature", region=whole), temperature, places=12)
            self.assertAlmostEqual(world.measure("granular_temperature"), temperature, places=12)

    def test_by_hand(self):
        world = drystone.scene(heap(2, ["disk", "polygon"]))
        world.step(80)
        where = box([-0.2, 0.0], [0.15, 0.2])
        low, high = np.array(where["min"]), np.array(where["max"])
        contacts, rows = world.contacts, world.positions
        inside = np.all((rows >= low) & (rows < high), axis=1) & ~world.fixed
        bears = np.any(contacts.impulses != 0, axis=1)
        here = bears & np.all((contacts.points >= low) & (contacts.points < high), axis=1)
        self.assertEqual(world.measure("contacts", region=where), here.sum())
        ends = np.bincount(contacts.bodies[bears].ravel(), minlength=len(rows))
        self.assertAlmostEqual(world.measure("coordination", region=where), ends[inside].mean())
        self.assertEqual(world.measure("rattlers", region=where), np.sum(ends[inside] < 2))
        n, f = contacts.normals[here], contacts.normal_forces[here]
        np.testing.assert_allclose(tensor(world.measure("fabric", region=where)), np.einsum("ki,kj->ij", n, n) / len(n))
        self.assertAlmostEqual(world.measure("strong_fraction", region=where), np.mean(f > f.mean()))
        v, m = world.velocities[inside], world.masses[inside]
        apart = v - (m[:, None] * v).sum(axis=0) / m.sum()
        np.testing.assert_allclose(tensor(world.measure("kinetic_stress", region=where)),
                                   np.einsum("k,ki,kj->ij", m, apart, apart) / np.prod(high - low))

    def test_disks_and_spheres(self):
        for dimension, word in ((2, "disk"), (3, "sphere")):
            world = drystone.scene(heap(dimension, [word], walls=False))
            body = world.body("g7")
            around = {"type": word, "centre": world.positions[body].tolist(), "radius": 1e-3}
            self.assertAlmostEqual(world.measure("solid_fraction", region=around), 1.0, places=12)
            self.assertEqual(world.measure("count", region=around), 1)
            around["radius"] = 3.0
            ball = (np.pi if dimension == 2 else 4 / 3 * np.pi) * 3.0 ** dimension
            self.assertAlmostEqual(world.measure("solid_fraction", region=around) * ball, world.masses[~world.fixed].sum() / 2000.0, places=9)


class Rest(unittest.TestCase):
    def test_stress_is_what_the_walls_press_with(self):
        for dimension, kinds in (MIXES[0], MIXES[3]):
            with self.subTest(dimension=dimension, kinds=kinds):
                world = drystone.scene(heap(dimension, kinds, speed=0.0))
                self.assertTrue(world.settle(below=1e-9, at_most=10.0))
                whole = box([-0.5] * dimension, [1.0] * dimension)
                contacts, grains = world.contacts, ~world.fixed
                walls = world.fixed[contacts.bodies].any(axis=1)
                force = contacts.forces[walls] * np.where(world.fixed[contacts.bodies[walls, 1]], -1, 1)[:, None]  # on the grain
                g = np.array(GRAVITY[dimension])
                moments = np.einsum("ki,kj->ij", force, contacts.points[walls])
                moments += np.einsum("k,i,kj->ij", world.masses[grains], g, world.positions[grains])
                expected = -0.5 * (moments + moments.T) / 1.5 ** dimension
                found = tensor(world.measure("stress", region=whole))
                np.testing.assert_allclose(found, expected, atol=1e-8 * np.abs(expected).max())
                self.assertGreater(found[-1, -1], 0.0)
                values = np.linalg.eigvalsh(found)
                ratio = (values[1] - values[0]) / values.sum() if dimension == 2 else \
                    np.sqrt(1.5 * np.sum((values - values.mean()) ** 2)) / values.mean()
                self.assertAlmostEqual(world.measure("deviator_ratio", region=whole), ratio, places=10)

    def test_a_cut_carries_what_is_above(self):
        for dimension, kinds in (MIXES[0], MIXES[3]):
            with self.subTest(dimension=dimension, kinds=kinds):
                world = drystone.scene(heap(dimension, kinds, speed=0.0))
                self.assertTrue(world.settle(below=1e-9, at_most=10.0))
                up = np.eye(dimension)[-1]
                for height in (0.01, 0.08):
                    cut = {"point": (height * up).tolist(), "normal": up.tolist()}
                    above = ~world.fixed & (world.positions[:, -1] > height)
                    # What is above rests on what is below and leans on the walls, whose centres are at height 0: below.
                    force = world.measure("force", cut=cut)
                    weight = world.masses[above].sum() * np.array(GRAVITY[dimension])
                    np.testing.assert_allclose(force, weight, atol=1e-7 * np.abs(weight).max())
                    back = world.measure("force", cut={"point": (height * up).tolist(), "normal": (-up).tolist()})
                    np.testing.assert_allclose(back, -force, atol=1e-12)
                    moment = np.atleast_1d(world.measure("moment", cut=cut))
                    arms = world.positions[above] - height * up
                    full = np.cross(arms, world.masses[above][:, None] * np.array(GRAVITY[dimension]))
                    np.testing.assert_allclose(moment, np.atleast_1d(full.sum(axis=0)), atol=1e-6 * np.abs(weight).max())


class Probes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_flux_is_the_mass_that_changes_sides(self):
        for integrator in ("moreau", "euler"):
            scene = heap(2, ["disk", "polygon"], time={"step": 2e-3, "duration": 0.2, "integrator": integrator})
            scene["probes"] = [{"name": "cut", "cut": {"point": [0, 0.15], "normal": [0, 1]}, "quantities": ["flux", "force", "moment"]},
                               {"name": "mean", "cut": {"point": [0, 0.15], "normal": [0, 1]}, "quantities": ["flux"], "every": 0.05,
                                "average": True},
                               {"name": "box", "region": box([-0.2, 0], [0.2, 0.2]), "quantities": ["count", "stress", "fabric"]}]
            options = dict(quiet=True, report=False)
            first = drystone.scene(scene)
            above = first.masses @ (first.positions[:, 1] > 0.15)
            run = drystone.run(scene, out=self.folder / integrator, **options)
            last = run.frames[-1]
            passed = last.masses @ (last.positions[:, 1] > 0.15) - above
            self.assertNotEqual(passed, 0.0)
            self.assertAlmostEqual(run.probe("cut")["flux"].sum() * 2e-3, passed, places=9)
            self.assertAlmostEqual(run.probe("mean")["flux"].sum() * 0.05, passed, places=9)
            part = self.folder / (integrator + "-part")
            drystone.run(scene, out=part, until=0.07, threads=2, **options)
            resumed = drystone.resume(part, until=0.2, **options)
            for name in ("cut", "mean", "box"):
                self.assertEqual((run.folder / f"probes/{name}.csv").read_bytes(), (resumed.folder / f"probes/{name}.csv").read_bytes())

    def test_a_region_goes_with_its_body(self):
        scene = heap(2, ["disk"], walls=False)
        scene["bodies"].append({"name": "cart", "material": "stone", "shape": {"type": "box", "size": [0.2, 0.02]}, "position": [2.0, 1.0]})
        scene["bodies"].append({"name": "rider", "material": "stone", "shape": {"type": "disk", "radius": 0.02}, "position": [2.0, 1.03]})
        scene["drives"] = [{"body": "cart", "motion": {"quantity": "velocity", "direction": [0, 1], "kind": "constant", "value": 1.0}}]
        world = drystone.scene(scene)
        around = box([1.9, 1.01], [2.1, 1.06])
        moving = {**around, "with": "cart"}
        before = world.measure("solid_fraction", region=moving)
        self.assertAlmostEqual(before, np.pi * 0.02 ** 2 / 0.01, places=12)
        world.step(100)
        self.assertEqual(world.measure("count", region=around), 0)
        self.assertEqual(world.measure("count", region=moving), 1)
        self.assertAlmostEqual(world.measure("solid_fraction", region=moving), before, places=5)

    def test_what_is_wrong_is_refused(self):
        scene = drystone._toml.document(heap(2, ["disk"]))
        for probe, words in (
                ('region = { type = "box", min = [0, 0], max = [0, 1] }\nquantities = ["count"]', "max must be greater than min"),
                ('region = { type = "sphere", centre = [0, 0], radius = 1 }\nquantities = ["count"]', "sphere"),
                ('region = { type = "box", min = [0, 0], max = [1, 1], with = "nobody" }\nquantities = ["count"]', "nobody"),
                ('region = { type = "box", min = [0, 0], max = [1, 1] }\nquantities = ["flux"]', "is a quantity of a cut"),
                ('quantities = ["stress"]', "is a quantity of a region"),
                ('quantities = ["solid_fraction"]', "is a quantity of a region"),
                ('body = "g1"\nregion = { type = "box", min = [0, 0], max = [1, 1] }\nquantities = ["count"]', "give one"),
                ('cut = { point = [0, 0], normal = [0, 0] }\nquantities = ["force"]', "normal"),
                ('cut = { point = [0, 0] }\nquantities = ["force"]', "normal")):
            with self.subTest(probe):
                with self.assertRaisesRegex(drystone.InputError, r"scene:\d+:\d+: .*" + words):
                    drystone.scene(scene + '\n[[probes]]\nname = "p"\n' + probe + "\n")
        curved = heap(3, ["sphere"])
        curved["bodies"][-1]["shape"] = {"type": "ellipsoid", "half_axes": [0.04, 0.05, 0.03]}
        x, y = curved["bodies"][-1]["position"][:2]
        curved["bodies"][-1]["position"] = [x, y, 5.0]  # alone
        around = box([x - 0.1, y - 0.1, 4.9], [x + 0.1, y + 0.1, 5.2])
        curved["probes"] = [{"name": "p", "region": around, "quantities": ["solid_fraction", "count", "stress"]}]
        self.assertAlmostEqual(drystone.scene(curved).measure("solid_fraction", region=around),
                               4.0 / 3.0 * np.pi * 0.04 * 0.05 * 0.03 / (0.2 * 0.2 * 0.3), delta=1e-12)
        with self.assertRaisesRegex(drystone.InputError, "probe"):
            drystone.scene(heap(2, ["disk"])).measure("flux", cut={"point": [0, 0], "normal": [0, 1]})


if __name__ == "__main__":
    unittest.main()
