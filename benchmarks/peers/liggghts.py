#!/usr/bin/env python3
"""Soft spheres by Drystone (method = "md") and by LIGGGHTS, the same packing, springs, dashpots, friction and time step: time per
particle and step on one core, and whether both move alike.

    apt-get install liggghts
    python3 benchmarks/peers/liggghts.py [--count 4000] [--steps 1000] [--repeat 5] [--csv FILE]

Spheres are settled in a box by Drystone. Then gravity tilts at once by 20 degrees and both programs run on from the same places, at rest and
with springs that remember nothing, taking turns. LIGGGHTS: pair_style gran model hooke/stiffness tangential history (no rolling), walls
alike, fix nve/sphere, single core, its own report of the loop's time. Drystone: one thread, the time of its steps, records apart. Agreement: kinetic
energy and height at the end, and contacts a sphere.
"""
import argparse, csv, json, math, pathlib, re, shutil, statistics, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RADIUS, DENSITY, G, TILT = 0.005, 2500.0, 9.81, math.radians(20.0)
KN, KT, GAMMA_N, GAMMA_T, MU = 1e4, 5e3, 1.0, 0.5, 0.4
MASS = DENSITY * 4 / 3 * math.pi * RADIUS**3
T_C = math.pi / math.sqrt(KN / (MASS / 2) - (GAMMA_N / MASS) ** 2)
DT = T_C / 50


def scene(gravity, side, height, duration, outer, bodies):
    walls = [((0, 0, 1), (0, 0, 0)), ((1, 0, 0), (0, 0, 0)), ((-1, 0, 0), (side, 0, 0)), ((0, 1, 0), (0, 0, 0)), ((0, -1, 0), (0, side, 0))]
    planes = "".join(
        f'[[bodies]]\nmaterial = "glass"\nfixed = true\nposition = {list(p)}\nshape = {{ type = "plane", normal = {list(n)} }}\n' for n, p in walls
    )
    return f"""[scene]
title = "LIGGGHTS"
dimension = 3
gravity = {list(gravity)}
[time]
step = {outer * DT!r}
duration = {duration!r}
[solver]
method = "md"
threads = 1
[md]
step = {DT!r}
[output]
frames_every = 0
checkpoint_wall = 0
[materials.glass]
density = {DENSITY}
[[interactions]]
between = ["glass", "glass"]
law = "spring"
normal_stiffness = {KN}
tangential_stiffness = {KT}
normal_damping = {GAMMA_N}
tangential_damping = {GAMMA_T}
friction = {MU}
{planes}{bodies}
"""


def drystone(program, text, folder):
    path = folder / "scene.toml"
    path.write_text(text)
    out = folder / "out"
    subprocess.run([program, "run", path, "--out", out, "--force", "--quiet", "--no-report"], check=True, stderr=subprocess.DEVNULL)
    summary = json.loads((out / "summary.json").read_text())
    with open(out / "bodies.csv") as file:
        rows = [row for row in csv.DictReader(file) if row["shape"] == "sphere"]
    return summary, rows


def spheres(rows):
    entry = '[[bodies]]\nmaterial = "glass"\nshape = {{ type = "sphere", radius = {} }}\nposition = [{}, {}, {}]\n'
    return "".join(entry.format(RADIUS, row["position.x"], row["position.y"], row["position.z"]) for row in rows)


def liggghts(program, rows, gravity, side, height, steps, folder):
    data = [f"start\n\n{len(rows)} atoms\n\n1 atom types\n\n0 {side} xlo xhi\n0 {side} ylo yhi\n0 {height} zlo zhi\n\nAtoms\n\n"]
    for i, row in enumerate(rows):  # id type diameter density x y z
        data.append(f"{i + 1} 1 {2 * RADIUS} {DENSITY} {row['position.x']} {row['position.y']} {row['position.z']}\n")
    (folder / "start.data").write_text("".join(data))
    size = math.sqrt(sum(g * g for g in gravity))
    model = "model hooke/stiffness tangential history"
    settings = "absolute_damping on tangential_damping on"
    walls = "".join(
        f"fix w{k} all wall/gran {model} primitive type 1 {plane} {at} {settings}\n"
        for k, (plane, at) in enumerate([("xplane", 0), ("xplane", side), ("yplane", 0), ("yplane", side), ("zplane", 0)])
    )
    script = f"""atom_style granular
atom_modify map array sort 1000 {4 * RADIUS}
boundary f f f
newton off
communicate single vel yes
units si
read_data start.data
neighbor {0.3 * RADIUS} bin
neigh_modify delay 0 every 1 check yes
fix m1 all property/global youngsModulus peratomtype 1e7
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global kn peratomtypepair 1 {KN}
fix m4 all property/global kt peratomtypepair 1 {KT}
fix m5 all property/global gamman_abs peratomtypepair 1 {GAMMA_N}
fix m6 all property/global gammat_abs peratomtypepair 1 {GAMMA_T}
fix m7 all property/global coefficientFriction peratomtypepair 1 {MU}
pair_style gran {model} {settings}
pair_coeff * *
timestep {DT!r}
fix gravi all gravity {size!r} vector {gravity[0]!r} {gravity[1]!r} {gravity[2]!r}
{walls}
fix integr all nve/sphere
compute ke all ke
compute er all erotate/sphere
compute mid all com
compute touching all contact/atom
compute pairs all reduce sum c_touching
thermo_style custom step atoms c_ke c_er c_pairs c_mid[3]
thermo {steps}
thermo_modify lost error norm no
run {steps}
"""
    (folder / "in.run").write_text(script)
    result = subprocess.run([program, "-in", "in.run", "-screen", "none", "-log", "log.run"], cwd=folder, capture_output=True, text=True)
    log = (folder / "log.run").read_text(errors="replace")
    if result.returncode != 0 or "Loop time" not in log:
        sys.exit(f"LIGGGHTS failed:\n{log[-2000:]}\n{result.stdout[-500:]}{result.stderr[-500:]}")
    seconds = float(re.search(r"Loop time of (\S+)", log)[1])
    last = re.findall(r"^\s*%d\s+%d\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)" % (steps, len(rows)), log, re.M)[-1]
    return seconds, float(last[0]) + float(last[1]), float(last[3]), float(last[2]) / 2


def main():
    parse = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parse.add_argument("--count", type=int, default=4000)
    parse.add_argument("--steps", type=int, default=1000)
    parse.add_argument("--repeat", type=int, default=5)
    parse.add_argument("--drystone", default=ROOT / "build/bin/drystone")
    parse.add_argument("--csv", type=pathlib.Path)
    args = parse.parse_args()
    other = shutil.which("liggghts") or sys.exit("liggghts is not installed: apt-get install liggghts")
    side = 2 * RADIUS * round(args.count ** (1 / 3)) * 0.95
    volume = args.count * 4 / 3 * math.pi * RADIUS**3
    height = volume / 0.45 / side**2
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        packing = f'[[generate]]\ntype = "packing"\nname = "s"\ncount = {args.count}\nshape = "sphere"\nmaterial = "glass"\nradius = {RADIUS}\n' \
                  f'inside = {{ type = "box", min = [0.0, 0.0, 0.0], max = [{side}, {side}, {height}] }}\n'
        _, rows = drystone(args.drystone, scene((0.0, 0.0, -G), side, height, 14000 * DT, 100, packing), folder)
        tilted = (G * math.sin(TILT), 0.0, -G * math.cos(TILT))
        ours, theirs = [], []
        for _ in range(args.repeat):
            text = scene(tilted, side, height, args.steps * DT, 100, spheres(rows))
            summary, after = drystone(args.drystone, text, folder)
            ours.append(sum(summary["seconds"][k] for k in ("detect", "assemble", "solve", "advance")))
            seconds, kinetic, z, touching = liggghts(other, rows, tilted, side, 2 * height, args.steps, folder)
            theirs.append(seconds)
    n, work = len(rows), len(rows) * args.steps
    mean_z = sum(float(row["position.z"]) for row in after) / n
    a, b = statistics.median(ours), statistics.median(theirs)
    substeps = summary["md"]["substeps"]
    result = {
        "spheres": n,
        "steps": args.steps,
        "drystone_ns": round(1e9 * a / (n * substeps), 1),
        "liggghts_ns": round(1e9 * b / work, 1),
        "ratio": round((b / work) / (a / (n * substeps)), 2),
        "drystone_kinetic_J": summary["energy"]["kinetic"],
        "liggghts_kinetic_J": kinetic,
        "drystone_height_m": mean_z,
        "liggghts_height_m": z,
        "drystone_contacts": summary["contacts"]["last"],
        "liggghts_touching": touching,
    }
    for key, value in result.items():
        print(f"{key:20} {value}")
    print("seconds", [round(x, 2) for x in ours], [round(x, 2) for x in theirs])
    if args.csv:
        with open(args.csv, "w", newline="") as file:
            rows = csv.DictWriter(file, result)
            rows.writeheader()
            rows.writerow(result)


main()
