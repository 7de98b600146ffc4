"""Forces that equilibrium alone decides, by nine methods

Derived. Where contacts are as many as equations of equilibrium the forces are unique, so that exact contact, springs of any stiffness (in the limit of stiff ones) and every solver must find the same. Three systems
without friction: a column of five disks, contact i from below carries (6 - i) W; a disk in a groove of two planes inclined by 40 degrees, W / (2 cos) each; a triangular pile of five rows on fixed
disks, 2 r s apart, s = 1.02 so that neighbours in a row do not touch: the k-th contact down a lattice line carries k W / (2 cos(phi)), sin(phi) = s / 2. Springs of 1e12 N/m move the disks by
1e-10 of their size."""
import math

HEAD = """
[scene]
dimension = 2
gravity   = [0, -9.81]
[time]
step     = 1e-5
duration = 4e-3
[solver]
tolerance      = 1e-13
max_iterations = 1000000
[statics]
load_steps = 1
tolerance  = 1e-11
max_iterations = 200000
[materials.stone]
density = 1000.0
[[interactions]]
between              = ["stone", "stone"]
law                  = "spring"
normal_stiffness     = 1e12
tangential_stiffness = 0.0
friction             = 0.0
"""
WEIGHT = 9.81


def disk(x, y, fixed=False, r=0.05):
    """A disk; one that can move does not turn, for without friction spins are open."""
    if not fixed:
        name = f"disk.{x:.3f}.{y:.3f}"
        return disk(x, y, True, r).replace("fixed = true", f'name = "{name}"\nmass = 1.0') + f'[[drives]]\nbody = "{name}"\nfix = ["rz"]\n'
    return f'[[bodies]]\nmaterial = "stone"\nfixed = true\nshape = {{ type = "disk", radius = {r} }}\nposition = [{x!r}, {y!r}]\n'


def plane(nx, ny):
    return f'[[bodies]]\nmaterial = "stone"\nfixed = true\nshape = {{ type = "plane", normal = [{nx!r}, {ny!r}] }}\n'



def column(n=5):
    text = HEAD + plane(0.0, 1.0) + "".join(disk(0.0, 0.05 + 0.1 * k) for k in range(n)).replace('["rz"]', '["x", "rz"]')
    expected = {(k, k + 1): (n - k) * WEIGHT for k in range(n)}
    return text, expected


def groove(degrees=40.0):
    b = math.radians(degrees)
    text = HEAD + plane(math.sin(b), math.cos(b)) + plane(-math.sin(b), math.cos(b)) + disk(0.0, 0.05 / math.cos(b))
    force = WEIGHT / (2 * math.cos(b))
    return text, {(0, 2): force, (1, 2): force}


def pile(rows=5, s=1.02):
    r, phi = 0.05, math.asin(s / 2)
    rise, text, numbers = 2 * r * math.cos(phi), HEAD, {}
    for row in range(rows):
        for j in range(rows - row):
            numbers[row, j] = len(numbers)
            text += disk(2 * r * s * (j + 0.5 * row), row * rise, fixed=row == 0)
    expected = {}
    for (row, j), number in numbers.items():
        if row == 0:
            continue
        for below, along in ((numbers[row - 1, j], rows - row - j), (numbers[row - 1, j + 1], j + 1)):
            expected[tuple(sorted((number, below)))] = along * WEIGHT / (2 * math.cos(phi))
    return text, expected


def worst(found, expected):
    """The largest error of a force in the largest force; contacts that carry nothing do not count."""
    scale = max(expected.values())
    names = set(expected) | {pair for pair, force in found.items() if abs(force) > 1e-9 * scale}
    return max(abs(found.get(pair, 0.0) - expected.get(pair, 0.0)) for pair in names) / scale


def check(lab):
    for name, (scene, expected) in (("column", column()), ("groove", groove()), ("pile", pile())):
        for method in ("nlgs", "anderson", "admm", "newton"):
            world = lab.world(scene, solver__method=method, time__step=1e-3)  # rounding of gaps over h counts beside g h
            lab.converged(world.step(2))
            lab.value(f"{name}, contact dynamics by {method}: largest error", 0.0, worst(lab.pairs(world), expected), abs=1e-8)
        world = lab.world(scene, solver__method="md")
        world.run()
        lab.value(f"{name}, soft grains: largest error", 0.0, worst(lab.pairs(world), expected), abs=1e-8)
        for method in ("serrano", "kishino", "bagi-bojtar"):
            forces, _ = lab.statics(scene, method)
            found = {tuple(sorted((int(a), int(b)))): float(force) for (a, b), force in forces.items()}
            lab.value(f"{name}, {method}: largest error", 0.0, worst(found, expected), abs=1e-8)
    limit_of_the_groove(lab)


def limit_of_the_groove(lab, degrees=40.0):
    """A force beside the weight moves the disk out of the groove at W tan(slope): by convex programs and by steps from rest."""
    scene = groove(degrees)[0].replace('law                  = "spring"\nnormal_stiffness     = 1e12\ntangential_stiffness = 0.0\n', "")
    tangent = math.tan(math.radians(degrees))
    said = lab.asked("limit", "SCENE", "--set", "limit.acceleration=[9.81,0.0]", scene=scene)
    lab.value("groove, limit: force that moves it out, in weights", tangent, said["multiplier"], rel=1e-8)
    pushed = "[variables]\npush = 0.1\n" + scene.replace("gravity   = [0, -9.81]", 'gravity   = ["=9.81*push", -9.81]')
    said = lab.asked("stability", "SCENE", "--vary", "variables.push=0.1:2", "--to", "1e-9", scene=pushed)
    lab.value("groove, steps from rest: the same", tangent, lab.limit_of(said), rel=1e-8)
