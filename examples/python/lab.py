"""Numbers of the granular lab (docs/granular-lab.md) from the folders that runs and studies have left.

    python3 examples/python/lab.py silo results/silo         # a study over variables.w; also silo_3d
    python3 examples/python/lab.py hourglass results/hourglass
    python3 examples/python/lab.py pile results/pile         # a study over solver.seed, or one run
    python3 examples/python/lab.py collapse results/collapse # a study over variables.n
    python3 examples/python/lab.py biaxial results/biaxial   # also triaxial
    python3 examples/python/lab.py mixing results/segregation/mixing.csv

Needs nothing but Python: all it reads are tables."""
import csv
import json
import math
import pathlib
import statistics
import sys

GRAIN = 0.004  # mean diameter of silos, hourglasses and columns [m]


def table(path):
    """Columns of a CSV, as numbers where they are."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    number = lambda text: float(text) if text and text.replace(".", "").replace("-", "").replace("e", "").replace("+", "").isdigit() else text
    return {key: [number(row[key]) for row in rows] for key in (rows[0] if rows else {})}


def runs(folder):
    """The runs of a study, or the one run."""
    folder = pathlib.Path(folder)
    return sorted(path for path in folder.iterdir() if (path / "summary.json").exists()) or [folder]


def summary(run):
    return json.loads((pathlib.Path(run) / "summary.json").read_text())


def line(x, y):
    """Slope and value at 0 of the straight line through points."""
    slope = statistics.linear_regression(x, y)
    return slope.slope, slope.intercept


def flow_rate(run):
    """Of a silo [kg/s] between 15 % and 85 % of what came out; 0 where an arch stands: nothing came in the last third of the stage."""
    flow = table(pathlib.Path(run) / "probes/flow.csv")
    time, mass = flow["time"], flow["sinks.out.mass"]
    stage = [one for one in summary(run)["stages"] if one["name"] == "flow"][0]
    late = [m for t, m in zip(time, mass) if t > stage["end"] - (stage["end"] - stage["begin"]) / 3]
    if stage["ended"] == "at_most" and late[-1] == late[0]:
        return 0.0
    steady = [(t, m) for t, m in zip(time, mass) if 0.15 * mass[-1] < m < 0.85 * mass[-1]]
    return line([t for t, _ in steady], [m for _, m in steady])[0]


def silo(folder, power):
    """Flow rate over width of the outlet, against Beverloo's law Q = C (w - k d)^power."""
    widths, rates = table(pathlib.Path(folder) / "table.csv")["variables.w"], [flow_rate(run) for run in runs(folder)]
    flowing = [(w, q) for w, q in zip(widths, rates) if q > 0.0]
    slope, start = line([w for w, _ in flowing], [q ** (1 / power) for _, q in flowing])
    k = -start / slope / GRAIN
    found = line([math.log(w - k * GRAIN) for w, _ in flowing], [math.log(q) for _, q in flowing])[0]
    off = max(abs(q / (slope * (w - k * GRAIN)) ** power - 1) for w, q in flowing)
    return {"widths": widths, "rates": rates, "k": k, "exponent": found, "worst": off}


def exponent(found, k):
    """Of the flow rate over w - k d, for another k."""
    flowing = [(w, q) for w, q in zip(found["widths"], found["rates"]) if q > 0.0]
    return line([math.log(w - k * GRAIN) for w, _ in flowing], [math.log(q) for _, q in flowing])[0]


def hourglass(run):
    """Flow rates down and, turned over, back [kg/s], in the first and in the second half of the middle 70 % of each."""
    neck, rates = table(pathlib.Path(run) / "probes/neck.csv"), []
    for stage in summary(run)["stages"]:
        begin, end = stage["begin"], stage["end"]
        part = lambda a, b: [abs(q) for t, q in zip(neck["time"], neck["flux"]) if begin + a * (end - begin) < t <= begin + b * (end - begin)]
        rates.append((statistics.mean(part(0.3, 0.6)), statistics.mean(part(0.6, 0.9)), end - begin))
    return rates


def pile(run, bins=24):
    """Angles of both flanks [degrees], and the pressure on the ground in slices [Pa]."""
    bodies = table(pathlib.Path(run) / "bodies.csv")
    grains = [(x, y) for name, x, y in zip(bodies["name"], bodies["position.x"], bodies["position.y"]) if name.startswith("pour.")]
    middle = statistics.mean(x for x, _ in grains)
    half = sorted(abs(x - middle) for x, _ in grains)[int(0.98 * len(grains))]
    angles = []
    for side in (-1, 1):
        tops = {}
        for x, y in grains:
            slice_ = int(side * (x - middle) / half * bins) if side * (x - middle) > 0 else -1
            if 0.15 * bins <= slice_ < 0.85 * bins:
                tops[slice_] = max(y, tops.get(slice_, 0.0))
        angles.append(math.degrees(math.atan(-line([(k + 0.5) * half / bins for k in tops], list(tops.values()))[0])))
    contacts = table(pathlib.Path(run) / "contacts.csv")
    width = half / 8
    pressure = [0.0] * 16
    for a, b, x, fy in zip(contacts["name_a"], contacts["name_b"], contacts["point.x"], contacts["force.y"]):
        k = math.floor((x - middle) / width) + 8
        if a.startswith("ground.") != b.startswith("ground.") and 0 <= k < 16:
            pressure[k] += (fy if a.startswith("ground.") else -fy) / width
    cut = table(pathlib.Path(run) / "probes/cut.csv")
    return {"grains": len(grains), "angles": angles, "half": half, "pressure": pressure, "cut": cut["force.x"][-1]}


def collapse(folder, width=0.05):
    """Height over width before, run-out over width after."""
    found = []
    for run in runs(folder):
        rest, grains = summary(run)["stages"][0], table(run / "probes/grains.csv")
        mean = [y for t, y in zip(grains["time"], grains["position.y"]) if t <= rest["end"]][-1]
        bodies = table(run / "bodies.csv")
        far = sorted(x for name, x in zip(bodies["name"], bodies["position.x"]) if name.startswith("column."))
        found.append((2 * mean / width, (far[int(0.98 * len(far))] - width) / width))
    return found


def biaxial(run):
    """Strain from the moment at which shear begins, q/p = (s1 - s3) / (s1 + s3), area over that of the beginning."""
    run = pathlib.Path(run)
    begin = summary(run)["stages"][1]["begin"]
    top, bottom, left, right = (table(run / f"probes/{name}.csv") for name in ("top", "bottom", "left", "right"))
    rows = [k for k, t in enumerate(top["time"]) if t > begin]
    height = [a - b for a, b in zip(top["position.y"], bottom["position.y"])]
    width = top["face_area"]
    first = rows[0]
    return [(math.log(height[first] / height[k]),
             (top["face_stress"][k] - side) / (top["face_stress"][k] + side), height[k] * width[k] / (height[first] * width[first]))
            for k in rows for side in [0.5 * (left["stress"][k] + right["stress"][k])]]


def triaxial(run):
    """Strain, q/p with q = s1 - s3 and p = (s1 + 2 s3) / 3, volume over that of the beginning."""
    run = pathlib.Path(run)
    begin = summary(run)["stages"][1]["begin"]
    top, foil = table(run / "probes/top.csv"), table(run / "probes/foil.csv")
    rows = [k for k, t in enumerate(top["time"]) if t > begin - 1e-9]  # the last of the compression is the first
    first = rows[0]
    return [(math.log(top["position.z"][first] / top["position.z"][k]), (s1 - s3) / (s1 + 2 * s3) * 3, foil["volume"][k] / foil["volume"][first])
            for k in rows for s1, s3 in [(top["face_stress"][k], foil["pressure"][k])]]


def tell(what, folder):
    if what in ("silo", "silo_3d"):
        power = 2.5 if what == "silo_3d" else 1.5
        found = silo(folder, power)
        for w, q in zip(found["widths"], found["rates"]):
            print(f"{1000 * w:5.0f} mm  {f'{q:8.4f} kg/s' if q > 0 else 'an arch stands'}")
        print(f"Q^(1/{power}) is zero at w = {found['k']:.2f} d; worst point off by {100 * found['worst']:.0f} %; "
              f"exponent {found['exponent']:.2f} there, {exponent(found, 1.4):.2f} for k = 1.4")
    elif what == "hourglass":
        for name, (early, late, lasts) in zip(("down", "back"), hourglass(folder)):
            print(f"{name}: {early:.4f} and {late:.4f} kg/s, {lasts:.3f} s")
    elif what == "pile":
        piles = [pile(run) for run in runs(folder)]
        angles = [angle for one in piles for angle in one["angles"]]
        print(f"{len(piles)} piles of {min(one['grains'] for one in piles)} to {max(one['grains'] for one in piles)} grains, flanks "
              f"{statistics.mean(angles):.1f} +- {statistics.pstdev(angles):.1f} degrees; half as wide as {statistics.mean(one['half'] for one in piles):.3f} m")
        for k in range(16):
            here = [one["pressure"][k] for one in piles]
            print(f"{(k - 7.5) / 8:+.2f} of the half width: {statistics.mean(here):7.0f} +- {statistics.pstdev(here):5.0f} Pa")
        cuts = [one["cut"] for one in piles]
        print(f"across the middle {statistics.mean(cuts):.1f} +- {statistics.pstdev(cuts):.1f} N")
    elif what == "collapse":
        for a, runout in collapse(folder):
            print(f"height {a:5.2f} widths, run-out {runout:5.2f} widths: {runout / a:.2f} a, {runout / a ** (2 / 3):.2f} a^(2/3)")
    elif what in ("biaxial", "triaxial"):
        rows = biaxial(folder) if what == "biaxial" else triaxial(folder)
        peak = max(rows, key=lambda row: row[1])
        for row in rows[:: max(1, len(rows) // 10)]:
            print(f"strain {row[0]:.4f}  q/p {row[1]:.3f}  volume {row[2]:.4f}")
        print(f"peak q/p {peak[1]:.3f} at a strain of {peak[0]:.4f}; at the end {statistics.mean(row[1] for row in rows[-len(rows) // 5:]):.3f}, "
              f"volume {rows[-1][2]:.4f}, least {min(row[2] for row in rows):.4f}")
    elif what == "mixing":
        rows = table(folder)
        for t, m in list(zip(rows["time"], rows["mixing"]))[:: max(1, len(rows["time"]) // 12)]:
            print(f"{t * 0.9 / (2 * math.pi):.2f} turns: {m:.3f}")
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    tell(*sys.argv[1:])
