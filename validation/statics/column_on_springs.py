"""A column of disks on springs

Classical. n disks of weight W, springs k in series: contact i from below shortens by (n - i + 1) W / k, the top sinks by n (n + 1) W / (2 k)."""

HEAD = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 1e-3
duration = 1.0
[statics]
load_steps     = 1
displacements  = "small"
tolerance      = 1e-12
max_iterations = 200000
[materials.stone]
density = 1000.0
[[interactions]]
between              = ["stone", "stone"]
law                  = "spring"
normal_stiffness     = 1e6
tangential_stiffness = 5e5
friction             = 0.5
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 1] }
""" + "".join(f"""
[[bodies]]
material = "stone"
mass     = 1.0
shape    = {{ type = "disk", radius = 0.05 }}
position = [0, {0.05 + 0.1 * k}]
[[drives]]
body = "DISK{k}"
fix  = ["rz"]
""".replace('[[bodies]]', f'[[bodies]]\nname = "DISK{k}"') for k in range(5))


def check(lab):
    for method in ("serrano", "kishino", "bagi-bojtar"):
        forces, run = lab.statics(HEAD, method)
        for k, force in enumerate(sorted(forces.values(), reverse=True)):
            lab.value(f"{method}: contact {k + 1}", (5 - k) * 9.81, float(force), rel=1e-9, unit="N")
        lab.value(f"{method}: the top sinks by", 15 * 9.81e-6, 0.45 - float(run.bodies["position.y"][5]), rel=1e-6, unit="m")
