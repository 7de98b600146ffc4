"""Two soft grains collide

Classical. A linear spring and dashpot: restitution e = exp(-gamma t_c / 2 M), duration t_c = pi / sqrt(k / M - (gamma / 2 M)^2). k = 1e5 N/m, M = 0.5 kg, e = 0.7: gamma = 50.449 N s/m,
t_c = 7.0699 ms. A force that would pull at the end of the collision is cut to zero, which changes the restitution by less than a percent."""

SCENE = """
[scene]
dimension = 3
[time]
step     = 1e-5
duration = 0.02
[solver]
method = "md"
[materials.soft]
density = 1000.0
[[interactions]]
between              = ["soft", "soft"]
law                  = "spring"
normal_stiffness     = 1e5
tangential_stiffness = 0.0
friction             = 0.0
restitution          = [0.7, 0.0]
[[bodies]]
name     = "a"
material = "soft"
mass     = 1.0
shape    = { type = "sphere", radius = 0.1 }
velocity = [0.5, 0, 0]
[[bodies]]
name     = "b"
material = "soft"
mass     = 1.0
shape    = { type = "sphere", radius = 0.1 }
position = [0.2, 0, 0]
velocity = [-0.5, 0, 0]
"""


def check(lab):
    world = lab.world(SCENE)
    ended = 0.0
    while world.time < 0.0199:
        world.step()
        if len(world.contacts.gaps) and world.contacts.gaps.min() < 0:
            ended = world.time
    lab.value("restitution", 0.7, float(world.velocities[1, 0] - world.velocities[0, 0]), rel=0.01)
    lab.value("duration", 7.069944e-3, ended, rel=0.02, unit="s")
    lab.value("momentum", 0.0, float(world.velocities[:, 0].sum()), abs=1e-12, unit="kg m/s")
