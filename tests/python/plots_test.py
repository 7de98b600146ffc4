"""Pictures: the numbers they are made of."""
import pathlib
import tempfile
import unittest
import warnings

import drystone
import numpy as np
from scenes import EXAMPLES, ball_on_floor, free_box

try:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from drystone import plots
except ImportError:
    matplotlib = None

from drystone._joints import joints_of

warnings.simplefilter("ignore")


def column(number):
    """Blocks of 1 kg on each other, 2D."""
    scene = drystone.Scene(dimension=2, gravity=[0, -10.0])
    scene.time(step=1e-3, duration=1).solver(tolerance=1e-10, method="auto").material("stone", density=1000.0).interaction(friction=0.5)
    scene.body("floor", material="stone", fixed=True, shape={"type": "plane", "normal": [0, 1]})
    for k in range(number):
        scene.body(f"block{k}", material="stone", shape={"type": "box", "size": [0.1, 0.01]}, position=[0, 0.005 + 0.01 * k])
    return scene.world()


def box_of_grains(dimension, walls):
    """Grains of 1 cm between walls, pressed together from the right. walls: "fixed", "driven" (a motion along x), "piston" (held but
    along x), each as planes or, with "plates", as boxes."""
    up = [0.0] * (dimension - 1) + [-10.0]
    scene = drystone.Scene(dimension=dimension, gravity=up)
    scene.time(step=1e-3, duration=1).solver(tolerance=1e-6).material("stone", density=2000.0).interaction(friction=0.3)
    sides = [(axis, sign) for axis in range(dimension) for sign in (1, -1) if (axis, sign) != (dimension - 1, -1)]
    for axis, sign in sides:
        unit = [float(sign * (k == axis)) for k in range(dimension)]
        at = np.zeros(dimension) if axis == dimension - 1 else np.where(np.arange(dimension) == axis, 0.05 * (1 - sign), 0.05)
        moves = (axis, sign) == (0, -1)
        thick = np.where(np.arange(dimension) == axis, 0.02, 0.5)
        shape = {"type": "box", "size": thick.tolist()} if "plates" in walls else {"type": "plane", "normal": unit}
        place = at - 0.01 * np.array(unit) if "plates" in walls else at
        if moves and "plates" in walls:  # clear of the others
            shape["size"] = [0.02] + [0.09] * (dimension - 2) + [0.2]
            place[-1] = 0.105
        free = {"mass": 2.0} if moves and "piston" in walls else {"fixed": True}
        name = f"wall{axis}{sign}"
        scene.body(name, material="stone", shape=shape, position=place.tolist(), **free)
        if moves and "piston" in walls:
            held = ["y", "rz"] if dimension == 2 else ["y", "z", "rx", "ry", "rz"]
            scene.drive(name, fix=held, force=[-20.0] + [0.0] * (dimension - 1))
        if moves and "driven" in walls:
            scene.drive(name, motion={"quantity": "velocity", "direction": unit, "kind": "constant", "value": 1e-3})
    for k in range(32):
        place = [0.014 + 0.024 * (k // 4**axis % 4) + 1e-3 * np.sin(10 * k + axis) for axis in range(dimension - 1)]
        place.append(0.012 + 0.024 * (k // 4**(dimension - 1)))
        scene.body(f"grain{k}", material="stone", shape={"type": "disk" if dimension == 2 else "sphere", "radius": 0.01}, position=place)
    return scene.world()


@unittest.skipIf(matplotlib is None, "matplotlib is not there")
class Plots(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.heap = drystone.load(EXAMPLES / "force_chains.toml")
        cls.heap.run(until=0.3)

    def tearDown(self):
        plt.close("all")

    def assert_drawn(self, ax):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.png"
            ax.figure.savefig(path)
            pixels = plt.imread(path)
        self.assertGreater(np.std(pixels[..., :3]), 0.02)

    def test_chains_join_the_centres_of_grains_that_press(self):
        chains = plots.force_chains(self.heap)
        contacts = self.heap.contacts
        bearing = contacts.normal_forces > 0
        np.testing.assert_array_equal(chains.forces, contacts.normal_forces[bearing])
        a, b = contacts.bodies[bearing].T
        free = ~self.heap.walls[a] & ~self.heap.walls[b]
        np.testing.assert_array_equal(chains.segments[free, 0], self.heap.positions[a[free]])
        np.testing.assert_array_equal(chains.segments[free, 1], self.heap.positions[b[free]])
        walls = self.heap.walls[a]
        np.testing.assert_array_equal(chains.segments[walls, 0], contacts.points[bearing][walls])
        lines = [c for c in chains.ax.collections if hasattr(c, "get_segments")]
        widths = lines[0].get_linewidths()
        self.assertEqual(np.argmax(chains.forces) in np.flatnonzero(widths == np.max(widths)), True)
        self.assert_drawn(chains.ax)

    def test_the_distribution_of_forces_is_one(self):
        found = plots.force_distribution(self.heap, bins=25)
        width = found.ratio[1] - found.ratio[0]
        self.assertAlmostEqual(np.sum(found.density) * width, 1.0, delta=1e-12)
        self.assertAlmostEqual(np.sum(found.density * found.ratio) * width, 1.0, delta=0.05)  # its mean
        self.assertGreater(plots.force_distribution(self.heap, walls=True).mean, 0)
        self.assert_drawn(found.ax)

    def test_walls_are_walls_whether_they_move_or_not(self):
        for dimension in (2, 3):
            for kind in ("fixed", "driven", "piston", "fixed plates", "driven plates", "piston plates"):
                with self.subTest(f"{kind}, {dimension}D"):
                    world = box_of_grains(dimension, kind)
                    world.step(300)
                    wall = np.array([name.startswith("wall") for name in world.names])
                    np.testing.assert_array_equal(world.walls, wall)
                    contacts = world.contacts
                    bearing = contacts.normal_forces > 0
                    bodies, points = contacts.bodies[bearing], contacts.points[bearing]
                    at_wall = wall[bodies].any(axis=1)
                    moving = (bodies == world.names.index("wall0-1")).any(axis=1)
                    self.assertGreater(np.count_nonzero(moving), 0)
                    self.assertGreater(np.count_nonzero(~at_wall), 10)
                    found = plots.force_distribution(world)
                    self.assertAlmostEqual(found.mean, contacts.normal_forces[bearing][~at_wall].mean(), delta=1e-9)
                    every = plots.force_distribution(world, walls=True)
                    self.assertAlmostEqual(every.mean, contacts.normal_forces[bearing].mean(), delta=1e-9)
                    plane = [0, dimension - 1]
                    chains = plots.force_chains(world)
                    for side in (0, 1):
                        ends = np.where(wall[bodies[:, side], None], points, world.positions[bodies[:, side]])
                        np.testing.assert_array_equal(chains.segments[:, side], ends[:, plane])
                    plt.close("all")

    def test_a_column_has_all_its_normals_upright(self):
        world = column(4)
        world.step(3)
        rose = plots.fabric_rose(world)
        self.assertAlmostEqual(rose.anisotropy, 2.0, delta=1e-6)
        self.assertAlmostEqual(abs(rose.direction), np.pi / 2, delta=1e-6)
        self.assertAlmostEqual(np.sum(rose.density) * 2 * np.pi / 36, 1.0, delta=1e-12)
        heap = plots.fabric_rose(self.heap)
        self.assertLess(heap.anisotropy, 0.5)
        self.assert_drawn(heap.ax)

    def test_the_thrust_of_a_column_goes_down_its_middle(self):
        world = column(4)
        world.step(3)
        found = plots.joint_status(world)
        np.testing.assert_allclose(found.points[:, 0], 0, atol=1e-8)
        np.testing.assert_allclose(np.sort(found.points[:, 1]), [0, 0.01, 0.02, 0.03], atol=1e-6)
        np.testing.assert_allclose(np.sort(found.normal), [10, 20, 30, 40], rtol=1e-6)
        self.assertEqual(found.status.tolist(), [1, 1, 1, 1])
        self.assertFalse(found.hinges.any())
        self.assert_drawn(found.ax)

    def test_the_thrust_line_of_an_arch_goes_from_wall_to_wall_through_the_centres_of_pressure(self):
        world = drystone.load(EXAMPLES / "arch.toml")
        world.step(5)
        points = world.joints()["point"]
        for of in ("", "arch", "arch.voussoir"):
            found = plots.thrust_line(world, of=of)
            self.assertEqual(found.segments.shape, (31, 2, 2))
            ends = found.segments.reshape(-1, 2)
            nearest = np.linalg.norm(ends[:, None] - points[None], axis=2)
            np.testing.assert_allclose(nearest.min(axis=1), 0, atol=1e-9)
            uses = np.bincount(nearest.argmin(axis=1), minlength=len(points))  # the line goes on through all joints but two
            self.assertEqual(sorted(uses.tolist()), [1, 1] + 30 * [2])
            self.assert_drawn(found.ax)
        self.assertEqual(len(plots.thrust_line(world, of="arc").segments), 0)

    def test_joints_from_contacts_are_those_of_the_engine(self):
        for world in (self.heap, column(5), drystone.load(EXAMPLES / "aqueduct_pier.toml")):
            world.step(2)
            ours, theirs = joints_of(world.contacts), world.joints()
            for name in ("bodies", "contacts", "status"):
                np.testing.assert_array_equal(ours[name], theirs[name], name)
            scale = np.abs(theirs["normal"]).max()
            np.testing.assert_allclose(ours["normal"], theirs["normal"], atol=1e-12 * scale)
            pressed = theirs["normal"] > 1e-6 * scale
            np.testing.assert_allclose(ours["point"][pressed], theirs["point"][pressed], rtol=1e-6, atol=1e-9)
            if world is self.heap:  # round: no faces that touched at time 0
                np.testing.assert_array_equal(ours["opening"], theirs["opening"])

    def test_scenes_in_space_are_projected(self):
        world = drystone.load(EXAMPLES / "aqueduct_pier.toml")
        world.step(2)
        for view, axes in (("xz", [0, 2]), ("xy", [0, 1]), ("yz", [1, 2])):
            found = plots.joint_status(world, view=view)
            np.testing.assert_array_equal(found.points, joints_of(world.contacts)["point"][:, axes])
            self.assert_drawn(found.ax)
        plots.force_chains(world), plots.fabric_rose(world)
        with self.assertRaisesRegex(drystone.InputError, 'view: "zz" is no plane'):
            plots.force_chains(world, view="zz")

    def test_where_there_is_no_force_it_is_said(self):
        world = drystone.scene(free_box())
        self.assertEqual(len(plots.force_chains(world).forces), 0)
        for draw in (plots.force_distribution, plots.fabric_rose):
            with self.assertRaisesRegex(drystone.InputError, "there is no contact that bears a force"):
                draw(world)

    def test_given_axes_are_used(self):
        figure, ax = plt.subplots()
        world = drystone.scene(ball_on_floor())
        world.step(2)
        self.assertIs(plots.force_chains(world, ax).ax, ax)


if __name__ == "__main__":
    unittest.main()
