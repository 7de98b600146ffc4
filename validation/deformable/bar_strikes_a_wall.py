"""An elastic bar strikes a wall

Doyen, Ern and Piperno 2011 (their benchmark). L = 10, E = 900, rho = 1, so c = 30; v0 = 10, gap 5. Contact from t = 0.5 for 2 L / c = 0.6667 s with the force E A v0 / c = 300 N, then the bar
leaves with +10 undeformed. A hundred elements, theta = 1/2; the force of single steps oscillates about its mean, as lumped masses do."""

SCENE = """
[scene]
dimension = 2
[time]
step     = 2e-3
duration = 1.6
[solver]
tolerance = 1e-10
[materials.rubber]
density = 1.0
young   = 900.0
[materials.rock]
density = 1.0
[[interactions]]
between  = ["rubber", "rock"]
friction = 0.0
[[bodies]]
name     = "wall"
material = "rock"
fixed    = true
shape    = { type = "plane", normal = [1, 0] }
[[bodies]]
name       = "bar"
material   = "rubber"
shape      = { type = "box", size = [10.0, 1.0] }
position   = [10.0, 0.0]
velocity   = [-10.0, 0.0]
deformable = { divisions = [100, 1], elasticity = "small", plane = "stress" }
"""
SLOW = True


def check(lab):
    world = lab.world(SCENE)
    times, forces = [], []
    while world.time < 1.599:
        world.step()
        times.append(world.time)
        forces.append(-float(world.measure("contact_force", "wall")[0]))
    touching = [t for t, f in zip(times, forces) if f > 1.0]
    lab.value("contact begins", 0.5, touching[0], abs=0.01, unit="s")
    lab.value("contact lasts", 20 / 30, touching[-1] - touching[0], rel=0.03, unit="s")
    lab.value("mean force over 2 L / c", 300.0, sum(forces) * 2e-3 / (20 / 30), rel=0.02, unit="N")
    lab.value("mean speed after", 10.0, float(world.velocities[world.body("bar"), 0]), rel=0.02, unit="m/s")
    lab.curves("force on the wall", {"exact": ([0, 0.5, 0.5, 1.1667, 1.1667, 1.6], [0, 0, 300, 300, 0, 0]), "found": (times[::4], forces[::4])}, "t [s]", "F [N]")
