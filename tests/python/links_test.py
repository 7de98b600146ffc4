"""Links of a scene: measured by name, saved and restored."""
import unittest

import drystone
import numpy as np

SCENE = {
    "scene": {"dimension": 2, "gravity": [0.0, -10.0]},
    "time": {"step": 1e-3, "duration": 1.0},
    "materials": {"stone": {"density": 1000.0}},
    "bodies": [{"name": "ball", "material": "stone", "mass": 2.0, "shape": {"type": "disk", "radius": 0.1}, "position": [0.0, 0.0]}],
    "links": [{"name": "tie", "between": ["world", "ball"], "type": "cable", "points": [[0.0, 1.0], [0.0, 0.0]],
               "stiffness": 1e4, "prestress": 20.0, "yield": 100.0}],
}


class Links(unittest.TestCase):
    def test_a_link_is_measured_by_its_name(self):
        world = drystone.scene(SCENE)
        world.step(20)
        self.assertAlmostEqual(world.measure("tension", link="tie"), 20.0, delta=1e-3)
        self.assertEqual(world.measure("status", link="tie"), 1.0)
        np.testing.assert_allclose(world.measure("force", link="tie"), [0.0, 20.0], atol=1e-3)
        for wrong in (lambda: world.measure("tension", link="tye"), lambda: world.measure("angle", link="tie"),
                      lambda: world.measure("tension", "ball", link="tie")):
            with self.assertRaises(ValueError):
                wrong()

    def test_a_restored_world_goes_on_with_the_same_links(self):
        world = drystone.scene(SCENE)
        world.set_state(velocities=np.array([[0.0, -1.0], [0.0, 0.0]]))  # it yields
        world.step(100)
        state = world.save()
        world.step(100)
        other = drystone.scene(SCENE)
        other.restore(state)
        other.step(100)
        np.testing.assert_array_equal(world.positions, other.positions)
        self.assertEqual(world.measure("tension", link="tie"), other.measure("tension", link="tie"))


if __name__ == "__main__":
    unittest.main()
