"""Save, restore, bytes, pickle."""
import pickle
import unittest
import warnings

import drystone
import numpy as np
from scenes import EXAMPLES, ball_on_floor, free_box

warnings.simplefilter("ignore")


class States(unittest.TestCase):
    def test_a_world_goes_on_from_a_state_with_the_same_bits(self):
        """With round bodies, blocks, joints that remember, bodies that deform and soft grains; in the same world, in a new one, through bytes and pickle."""
        for name, steps in [("force_chains", 500), ("aqueduct_pier", 3), ("tilted_wall", 3), ("mortar_chain", 50), ("shaken_column", 20),
                            ("elastic_blocks", 5), ("soft_box", 3)]:
            with self.subTest(name):
                world = drystone.load(EXAMPLES / f"{name}.toml")
                world.step(steps)
                state = world.save()
                world.step(steps)
                end = world.save()
                for kept in (state, drystone.State.from_bytes(state.to_bytes()), pickle.loads(pickle.dumps(state))):
                    world.restore(kept)
                    self.assertEqual(world.save(), state)
                    world.step(steps)
                    self.assertEqual(world.save(), end)
                other = drystone.load(EXAMPLES / f"{name}.toml")
                other.restore(state)
                other.step(steps)
                self.assertEqual(other.save(), end)

    def test_a_restored_world_measures_what_the_saved_one_did(self):
        world = drystone.load(EXAMPLES / "force_chains.toml")
        world.run(until=0.15)
        state, probes, joints, forces = world.save(), world.probes(), world.joints(), world.contacts.forces
        torque, status = world.measure("contact_torque", 300), world.contacts.status
        fresh = drystone.load(EXAMPLES / "force_chains.toml")
        for other in (world, fresh):
            other.step(10)
            other.restore(state)
            np.testing.assert_equal(other.probes(), probes)
            np.testing.assert_equal(other.joints(), joints)
            np.testing.assert_array_equal(other.contacts.forces, forces)
            np.testing.assert_array_equal(other.contacts.status, status)
            np.testing.assert_array_equal(other.measure("contact_torque", 300), torque)

    def test_the_beginning_can_be_come_back_to(self):
        world = drystone.load(EXAMPLES / "two_balls.toml")
        begin = world.save()
        world.step(100)
        end = world.save()
        world.restore(begin)
        self.assertEqual((world.time, world.steps, len(world.contacts)), (0.0, 0, 0))
        world.step(100)
        self.assertEqual(world.save(), end)

    def test_functions_of_time_go_on_where_they_were(self):
        def make():
            return drystone.scene(free_box(motion={"quantity": "velocity", "direction": [1, 0, 0], "function": lambda t: np.cos(9 * t)}))

        world = make()
        world.step(30)
        state = world.save()
        world.step(30)
        end = world.save()
        other = make()
        other.restore(pickle.loads(pickle.dumps(state)))
        other.step(30)
        self.assertEqual(other.save(), end)

    def test_the_state_of_another_scene_is_refused(self):
        state = drystone.load(EXAMPLES / "force_chains.toml").save()
        for other in (drystone.load(EXAMPLES / "two_balls.toml"), drystone.load(EXAMPLES / "force_chains.toml", set={"materials.bead.density": 2600})):
            before = other.save()
            with self.assertRaisesRegex(drystone.InputError, "the state belongs to another scene"):
                other.restore(state)
            self.assertEqual(other.save(), before)

    def test_damaged_bytes_are_refused(self):
        world = drystone.scene(ball_on_floor())
        world.step(3)
        good = world.save().to_bytes()
        for bad, words in [(b"", "no state"), (b"something else that is long enough to be one", "no state"), (good[:-1], "damaged"),
                           (good + b"x", "damaged"), (good[:200] + bytes([good[200] ^ 1]) + good[201:], "damaged")]:
            with self.assertRaisesRegex(drystone.InputError, words):
                drystone.State.from_bytes(bad)
        self.assertEqual(drystone.State.from_bytes(good).time, world.time)

    def test_bytes_that_lie_about_lengths_are_refused(self):
        """With the checksum put right: whatever number is changed, there is a State, or InputError, and no crash."""
        world = drystone.scene(ball_on_floor())
        world.step(3)
        good = world.save().to_bytes()
        head = len(b"drystone state 1\n")
        random = np.random.default_rng(1)
        refused = 0
        for _ in range(600):
            body = bytearray(good[head + 8:])
            place = random.integers(len(body))
            body[place] ^= 1 << random.integers(8)
            checksum = 0xCBF29CE484222325
            for byte in body:
                checksum = ((checksum ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
            try:
                state = drystone.State.from_bytes(good[:head] + checksum.to_bytes(8, "little") + bytes(body))
                world.restore(state)
                world.contacts, world.joints(), world.measure("contact_force", "ball")
            except drystone.InputError:
                refused += 1
        self.assertGreater(refused, 30)


if __name__ == "__main__":
    unittest.main()
