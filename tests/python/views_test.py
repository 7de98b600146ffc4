"""Arrays that look into the world: no copies, no dangling, and what is written there is taken in."""
import gc
import sys
import unittest
import warnings
import weakref

import drystone
import numpy as np
from scenes import EXAMPLES, ball_on_floor, free_box

warnings.simplefilter("ignore")
STATE = ("positions", "orientations", "velocities", "spins")


def address(array):
    return array.__array_interface__["data"][0]


class Lifetimes(unittest.TestCase):
    def test_arrays_of_the_state_are_not_copied(self):
        for name in ("force_chains", "two_balls"):
            world = drystone.load(EXAMPLES / f"{name}.toml")
            for field in STATE + ("masses",):
                first, second = getattr(world, field), getattr(world, field)
                self.assertTrue(np.shares_memory(first, second), field)
                self.assertFalse(first.flags.owndata)
            self.assertTrue(np.may_share_memory(world.velocities, world.spins))  # interleaved, as the step has them

    def test_storage_stays_where_it_is(self):
        world = drystone.load(EXAMPLES / "force_chains.toml")
        held = {field: getattr(world, field) for field in STATE}
        state = world.save()
        world.step(300)
        world.restore(state)
        world.step(500)
        for field, view in held.items():
            self.assertEqual(address(view), address(getattr(world, field)))
            np.testing.assert_array_equal(view, getattr(world, field))
        self.assertTrue(np.any(held["velocities"] != 0))

    def test_a_view_keeps_its_world_alive(self):
        world = drystone.load(EXAMPLES / "force_chains.toml")
        world.step(10)
        alive, view, copy = weakref.ref(world), world.positions, world.positions.copy()
        del world
        gc.collect()
        self.assertIsNotNone(alive())
        np.testing.assert_array_equal(view, copy)
        del view
        gc.collect()
        self.assertIsNone(alive())

    def test_views_do_not_pile_up_references(self):
        world = drystone.scene(ball_on_floor())
        world.step()
        before = sys.getrefcount(world)
        for _ in range(100):
            world.positions, world.spins, world.masses, world.contacts.points, world.shapes(), world.joints(), world.save()
        self.assertEqual(sys.getrefcount(world), before)

    def test_what_laws_remember_is_there_by_name(self):
        scene = ball_on_floor()
        scene["interactions"] = [{"between": ["stone", "stone"], "law": "elastic", "normal_stiffness": 1e9, "shear_stiffness": 1e9,
                                  "friction": 0.5, "area": 1e-4}]
        scene["bodies"][1]["velocity"] = [0.1, 0, 0]
        world = drystone.scene(scene)
        world.step(20)
        contacts = world.contacts
        memory = contacts.memory
        self.assertEqual(sorted(memory), ["intact", "slip", "stored"])
        self.assertEqual(memory["slip"].shape, (len(contacts), 3))
        self.assertEqual(memory["stored"].shape, (len(contacts),))
        np.testing.assert_allclose(1e9 * 1e-4 * memory["slip"][:, 0], -contacts.forces[:, 0], rtol=1e-9)  # the spring's law
        self.assertAlmostEqual(memory["stored"].sum(), world.energy["stored"], delta=1e-15)
        self.assertFalse(memory["slip"].flags.writeable)
        np.testing.assert_array_equal(contacts.damage, np.zeros(len(contacts)))
        self.assertEqual(drystone.scene(ball_on_floor()).contacts.memory, {})

    def test_contacts_stay_as_they_were_taken(self):
        world = drystone.load(EXAMPLES / "force_chains.toml")
        world.run(until=0.15)
        contacts = world.contacts
        names = ("bodies", "points", "normals", "gaps", "areas", "impulses", "moments", "status", "damage", "forces", "normal_forces")
        arrays = {name: getattr(contacts, name) for name in names}
        copies = {name: array.copy() for name, array in arrays.items()}
        alive = weakref.ref(contacts)
        del contacts
        world.step(400)
        self.assertNotEqual(len(world.contacts), len(arrays["gaps"]))
        del world
        gc.collect()
        for name in names:
            np.testing.assert_array_equal(arrays[name], copies[name])
        self.assertIsNotNone(alive())
        arrays.clear()
        gc.collect()
        self.assertIsNone(alive())

    def test_contacts_are_views_of_one_copy(self):
        world = drystone.load(EXAMPLES / "force_chains.toml")
        world.run(until=0.1)
        contacts = world.contacts
        for name in ("points", "normals", "gaps", "impulses", "status", "bodies"):
            self.assertTrue(np.shares_memory(getattr(contacts, name), getattr(contacts, name)), name)
            with self.assertRaises(ValueError):
                getattr(contacts, name)[...] = 0
        np.testing.assert_allclose(contacts.normal_forces, np.sum(contacts.forces * contacts.normals, axis=1), atol=1e-12)
        np.testing.assert_array_equal(contacts.forces, (1.0 / world.time_step) * contacts.impulses)

    def test_no_contacts_are_empty_arrays(self):
        contacts = drystone.scene(free_box()).contacts
        self.assertEqual((len(contacts), contacts.points.shape, contacts.bodies.shape), (0, (0, 3), (0, 2)))

    def test_masses_cannot_be_written(self):
        with self.assertRaises(ValueError):
            drystone.scene(ball_on_floor()).masses[0] = 1.0


class Writes(unittest.TestCase):
    def test_a_velocity_that_is_written_is_the_one_the_ball_has(self):
        world = drystone.scene(free_box())
        world.velocities[0] = [1.0, 2.0, 3.0]
        world.step(100)
        np.testing.assert_allclose(world.positions[0], [0.1, 0.2, 0.3], rtol=1e-12)

    def test_the_inertia_turns_with_an_orientation_that_is_written(self):
        """A torque on a brick that was turned by hand: the answer of a brick that the scene turned."""
        torque = {"torque": [1.0, 0.0, 0.0]}
        turned = drystone.scene(free_box({"axis": [0, 0, 1], "angle_deg": 90}, **torque))
        by_hand = drystone.scene(free_box(**torque))
        for write in ("view", "set_state"):
            with self.subTest(write):
                half = np.sqrt(0.5)
                old = by_hand.orientations[0].copy()
                turn = np.array([half, 0, 0, half])
                w, x, y, z = turn[0] * old[0] - turn[1:] @ old[1:], *(turn[0] * old[1:] + old[0] * turn[1:] + np.cross(turn[1:], old[1:]))
                if write == "view":
                    by_hand.orientations[0] = np.array([w, x, y, z]) * 3.0  # need not be of length one
                else:
                    by_hand.set_state(orientations=[[w, x, y, z]])
                by_hand.step(1)
                turned.step(1)
                np.testing.assert_allclose(by_hand.spins, turned.spins, rtol=1e-10, atol=1e-14)
                self.assertAlmostEqual(np.linalg.norm(by_hand.orientations[0]), 1.0, delta=1e-14)
                turned = drystone.scene(free_box({"axis": [0, 0, 1], "angle_deg": 90}, **torque))
                by_hand = drystone.scene(free_box(**torque))

    def test_a_ball_put_onto_another_is_carried_by_it(self):
        scene = ball_on_floor()
        scene["bodies"].append({"name": "far", "material": "stone", "shape": {"type": "sphere", "radius": 0.1}, "position": [50, 0, 0.1],})
        world = drystone.scene(scene)
        world.step(5)
        world.positions[world.body("far")] = [0, 0, 0.3]
        world.step(1)
        self.assertIn([1, 2], world.contacts.bodies.tolist())
        np.testing.assert_allclose(world.measure("contact_force", "floor")[2], -2 * 9.81 * world.masses[1], rtol=1e-6)

    def test_the_balance_counts_from_what_was_written(self):
        world = drystone.load(EXAMPLES / "force_chains.toml")
        world.run(until=0.1)
        world.velocities[100:] += [0.3, 1.0]
        radius = np.array([shape["radius"] for shape in world.shapes()])  # disks: I = m r^2 / 2; planes have no mass
        kinetic = 0.5 * world.masses * (np.sum(world.velocities**2, axis=1) + 0.5 * radius**2 * world.spins**2)
        self.assertAlmostEqual(world.measure("kinetic_energy"), np.sum(kinetic[~world.fixed]), delta=1e-10)
        world.positions[200:] += [0.0, 0.001]
        world.step(100)
        energy = world.energy
        self.assertLess(abs(energy["balance_error"]), 1e-9 * energy["dissipated"])

    def test_what_is_fixed_gets_no_velocity_and_what_is_driven_stays_with_its_drive(self):
        scene = ball_on_floor()
        scene["bodies"].append({"name": "lid", "material": "stone", "fixed": True, "shape": {"type": "plane", "normal": [0, 0, -1]}, "position": [0, 0, 5]})
        scene["drives"] = [{"body": "lid", "motion": {"quantity": "velocity", "direction": [0, 0, -1], "kind": "constant", "value": 0.5}}]
        world = drystone.scene(scene)
        world.step(10)
        world.velocities[:] = [1.0, 0, 0]
        world.positions[world.body("lid")] = [0, 0, 9.0]
        world.step(1)
        self.assertEqual(world.velocities[world.body("floor")].tolist(), [0, 0, 0])
        np.testing.assert_allclose(world.velocities[world.body("lid")], [0, 0, -0.5], rtol=1e-10)
        np.testing.assert_allclose(world.positions[world.body("lid")], [0, 0, 5 - 0.5 * 0.011], rtol=1e-12)

    def test_a_wall_may_be_moved_by_hand(self):
        world = drystone.scene(ball_on_floor())
        world.positions[0] = [0, 0, -1.0]
        world.step(20)
        self.assertEqual(len(world.contacts), 0)
        self.assertLess(world.positions[1, 2], 0.1)

    def test_what_is_not_finite_is_refused_and_set_state_leaves_nothing_of_it(self):
        world = drystone.scene(ball_on_floor())
        world.step(2)
        before = world.save()
        for arguments, words in [({"positions": [[0, 0, 0], [np.nan, 0, 0]]}, "positions[1]: a number written there is not finite"),
                                 ({"velocities": [[0, 0, 0], [np.inf, 0, 0]]}, "velocities[1]"), ({"spins": np.full((2, 3), np.nan)}, "spins[0]"),
                                 ({"orientations": np.zeros((2, 4))}, "orientations[0]: a quaternion of zeros"),
                                 ({"positions": [[1, 2]]}, "positions: must be numbers of shape (2, 3)"), ({"spins": "x"}, "spins: must be numbers")]:
            with self.subTest(words), self.assertRaises(drystone.InputError) as caught:
                world.set_state(**arguments)
            self.assertIn(words, str(caught.exception))
            self.assertEqual(world.save(), before)
        world.positions[1, 0] = np.nan
        with self.assertRaises(drystone.InputError):
            world.step()
        world.positions[1, 0] = 0.0
        world.step()

    def test_looking_changes_nothing(self):
        """Taking arrays, measuring and saving on the way gives the bits of a run that nobody looked at."""
        world, other = (drystone.load(EXAMPLES / "two_balls.toml") for _ in range(2))
        for _ in range(50):
            world.positions, world.orientations, world.contacts, world.probes(), world.save(), world.touch()
            world.step(2)
        other.step(100)
        self.assertEqual(world.save(), other.save())


if __name__ == "__main__":
    unittest.main()
