#!/usr/bin/env python3
"""10^4 spheres fall from a loose lattice into a box and settle, half a second: rigid grains by Drystone, soft ones by LIGGGHTS, one core each,
in turns.

    apt-get install liggghts
    python3 benchmarks/peers/liggghts_settling.py [--count 10000] [--step 5e-5] [--young 5e6] [--repeat 3] [--csv FILE]

Both begin from the lattice that build/bin/bench_settling writes: radii 4.5 to 5.5 mm, density 2500, friction 0.5, restitution 0.3. Drystone:
euler, h = 5e-4 s, tolerance 1e-3, every step converged. LIGGGHTS: Hertz with tangential history, Young's modulus softened to --young, steps
of --step (a tenth of the Rayleigh time at 5 MPa), neighbours within 0.3 radii. Seconds are processor time of the whole process by
the kernel's account: what else the machine does counts little. Agreement: mean height and kinetic energy at the end.
"""
import argparse, csv, pathlib, re, resource, shutil, statistics, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RADIUS, DENSITY, G, MU, RESTITUTION, POISSON, DURATION = 0.005, 2500.0, 9.81, 0.5, 0.3, 0.3, 0.5


def processor_time(command, folder):
    """Output of the command, and the user time that it took [s]."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return result.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def drystone(program, count, folder):
    text, seconds = processor_time([program, str(count), "1", "start.csv"], folder)
    row = next(csv.DictReader(text.splitlines()))
    return seconds, float(row["height_m"]), float(row["kinetic_J"]), int(row["unconverged"])


def script(width, young, step, steps):
    model = "model hertz tangential history"
    planes = [("xplane", 0), ("xplane", width), ("yplane", 0), ("yplane", width), ("zplane", 0)]
    walls = "".join(f"fix w{k} all wall/gran {model} primitive type 1 {plane} {at!r}\n" for k, (plane, at) in enumerate(planes))
    return f"""atom_style granular
atom_modify map array sort 1000 {4 * RADIUS}
boundary f f f
newton off
communicate single vel yes
units si
read_data start.data
neighbor {0.3 * RADIUS} bin
neigh_modify delay 0 every 1 check yes
fix m1 all property/global youngsModulus peratomtype {young!r}
fix m2 all property/global poissonsRatio peratomtype {POISSON}
fix m3 all property/global coefficientRestitution peratomtypepair 1 {RESTITUTION}
fix m4 all property/global coefficientFriction peratomtypepair 1 {MU}
pair_style gran {model}
pair_coeff * *
timestep {step!r}
fix gravi all gravity {G} vector 0.0 0.0 -1.0
{walls}fix integr all nve/sphere
compute ke all ke
compute er all erotate/sphere
compute mid all com
thermo_style custom step atoms c_ke c_er c_mid[3]
thermo {steps}
thermo_modify lost error norm no
run {steps}
"""


def liggghts(program, args, folder):
    lines = (folder / "start.csv").read_text().splitlines()
    width, rows = float(lines[0]), [[float(x) for x in line.split(",")] for line in lines[1:]]
    top = 1.5 * max(row[2] for row in rows)
    data = [f"start\n\n{len(rows)} atoms\n\n1 atom types\n\n0 {width!r} xlo xhi\n0 {width!r} ylo yhi\n0 {top!r} zlo zhi\n\nAtoms\n\n"]
    data += [f"{i + 1} 1 {2 * r!r} {DENSITY} {x!r} {y!r} {z!r}\n" for i, (x, y, z, r) in enumerate(rows)]
    (folder / "start.data").write_text("".join(data))
    steps = round(DURATION / args.step)
    (folder / "in.run").write_text(script(width, args.young, args.step, steps))
    _, seconds = processor_time([program, "-in", "in.run", "-screen", "none", "-log", "log.run"], folder)
    log = (folder / "log.run").read_text(errors="replace")
    last = re.findall(r"^\s*%d\s+%d\s+(\S+)\s+(\S+)\s+(\S+)" % (steps, len(rows)), log, re.M)
    if not last:
        sys.exit(f"LIGGGHTS failed:\n{log[-2000:]}")
    return seconds, float(last[-1][2]), float(last[-1][0]) + float(last[-1][1])


def main():
    parse = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parse.add_argument("--count", type=int, default=10000)
    parse.add_argument("--step", type=float, default=5e-5)
    parse.add_argument("--young", type=float, default=5e6)
    parse.add_argument("--repeat", type=int, default=3)
    parse.add_argument("--drystone", type=pathlib.Path, default=ROOT / "build/bin/bench_settling")
    parse.add_argument("--csv", type=pathlib.Path)
    args = parse.parse_args()
    other = shutil.which("liggghts") or sys.exit("liggghts is not installed: apt-get install liggghts")
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for _ in range(args.repeat):
            ours.append(drystone(args.drystone.resolve(), args.count, folder))
            theirs.append(liggghts(other, args, folder))
    a, b = (statistics.median(run[0] for run in runs) for runs in (ours, theirs))
    result = {"spheres": args.count, "drystone_s": round(a, 2), "liggghts_s": round(b, 2), "ratio": round(b / a, 2),
              "liggghts_step_s": args.step, "liggghts_young_Pa": args.young, "drystone_unconverged": ours[0][3],
              "drystone_height_m": ours[0][1], "liggghts_height_m": theirs[0][1],
              "drystone_kinetic_J": ours[0][2], "liggghts_kinetic_J": theirs[0][2]}
    for key, value in result.items():
        print(f"{key:22} {value}")
    print("seconds", [round(run[0], 2) for run in ours], [round(run[0], 2) for run in theirs])
    if args.csv:
        with open(args.csv, "w", newline="") as file:
            rows = csv.DictWriter(file, result)
            rows.writeheader()
            rows.writerow(result)


main()
