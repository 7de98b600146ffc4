"""The harmonic overhang

Classical. Blocks of length L, each pushed out over the one below by L / (2 k), k counted from the top, just stand: 1.141667 L in all for five. All offsets 1 % smaller
rest, 1 % larger tip."""

SCENE = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 1e-3
duration = 1.0
[solver]
tolerance = 1e-11
[materials.stone]
density = 1000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 1.0
"""


def stack(factor, n=5):
    text, x = SCENE, 0.0
    offsets = [0.5 * factor / k for k in range(n, 0, -1)]  # from the lowest
    text += '[[bodies]]\nmaterial = "stone"\nfixed = true\nshape = { type = "box", size = [1.0, 0.2] }\nposition = [0, -0.1]\n'
    for k, offset in enumerate(offsets):
        x += offset
        text += f'[[bodies]]\nmaterial = "stone"\nshape = {{ type = "box", size = [1.0, 0.2] }}\nposition = [{x:.15g}, {0.1 + 0.2 * k:.15g}]\n'
    return text, x


def check(lab):
    lab.value("overhang of five blocks", 1.1416666667, stack(1.0)[1], rel=1e-9, unit="m")
    for factor, verdict in ((0.99, "stands"), (1.01, "moves")):
        world = lab.world(stack(factor)[0])
        lab.says(f"offsets times {factor:g}", verdict, world.stability().verdict)
