"""A sphere thrown along the floor slides, then rolls

Classical. A solid sphere, v0 = 1, without spin, friction mu = 0.3: friction slows it down and spins it up until the point of contact rests, at
t = 2 v0 / (7 mu g). v + (2/5) R w does not change (no moment about the line of contact points), so that it rolls with v = 5/7 v0, whatever the step."""

SCENE = """
[scene]
dimension = 3
gravity   = [0, 0, -9.81]
[time]
step     = 1e-3
duration = 0.15
[solver]
tolerance = 1e-12
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.3
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 0, 1] }
[[bodies]]
name     = "ball"
material = "stone"
shape    = { type = "sphere", radius = 0.1 }
position = [0, 0, 0.1]
velocity = [1, 0, 0]
"""


def check(lab):
    world = lab.world(SCENE)
    ball, conserved, slides_until, times, speeds = world.body("ball"), [], 0.0, [], []
    for _ in range(150):
        world.step()
        v, w = world.velocities[ball, 0], world.spins[ball, 1]
        conserved.append(v + 0.4 * 0.1 * w)
        times.append(world.time)
        speeds.append(v)
        if v - 0.1 * w > 1e-9:
            slides_until = world.time
    lab.value("speed when it rolls", 5 / 7, v, rel=1e-9, unit="m/s")
    lab.value("largest change of v + 2/5 R w", 0.0, max(abs(one - 1.0) for one in conserved), abs=1e-12, unit="m/s")
    lab.value("time of sliding", 2 / (7 * 0.3 * 9.81), slides_until, abs=1.5e-3, unit="s")
    exact = [max(5 / 7, 1 - 0.3 * 9.81 * t) for t in times]
    lab.curves("speed of the sphere", {"exact": (times, exact), "found": (times[::5], speeds[::5])}, "t [s]", "v [m/s]")
