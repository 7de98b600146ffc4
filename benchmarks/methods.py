#!/usr/bin/env python3
"""`auto` against every single method, scene by scene: seconds of the solve, steps that did not converge or were halved.

    python3 benchmarks/methods.py build/bin/drystone [--limit 30] [--only silo,drum] [--methods auto,nlgs] [--csv FILE]

One thread, one run each. Seconds are the processor's, by the share that the solve had in the run: other programs on the machine disturb them less than those of the
clock on the wall, and still do. A run that takes longer than the limit is stopped, and its seconds are given for the steps it had made: its
row says `stopped`, and it is compared by seconds a step, which is in its favour where the steps to come are the harder ones. `ratio` is that of
`auto` to the best single method that left no step unconverged: 1.3 is the aim. Runs of moving grains part ways after some steps, so that
differences of ten per cent say nothing.
"""
import argparse, csv, json, pathlib, resource, signal, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

SILO = ["time.step=1e-3", "sources.0.count=500", "stages.0.until.above=499", "stages.2.until.above=200"]
SCENES = {  # name: scene, keys set
    "silo":        ("examples/silo_3d.toml", SILO),
    "silo_tight":  ("examples/silo_3d.toml", SILO + ["solver.tolerance=1e-5"]),
    "drum":        ("examples/drum.toml", ["time.duration=0.5"]),
    "rough_pour":  ("examples/starters/packing.toml", ["interactions.0.friction=0.9", "time.duration=0.2"]),
    "force_chains": ("examples/force_chains.toml", ["time.duration=0.3"]),
    "pier":        ("examples/aqueduct_pier.toml", ["time.duration=0.6"]),
    "column":      ("examples/shaken_column.toml", ["time.duration=1.0"]),
    "wall":        ("examples/tilted_wall.toml", ["time.duration=2.0"]),
    "vault":       ("examples/groin_vault.toml", []),
}
METHODS = ["auto", "nlgs", "anderson", "admm", "newton"]


def processor_seconds():
    """Of all programs that were run so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(program, scene, keys, method, limit):
    """steps, seconds of the solve, steps not converged, steps in halves, whether it was stopped; None where the method is refused."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", str(ROOT / scene), "--out", folder + "/run", "--force", "--quiet", "--no-report", "--threads", "1"]
        for key in keys + [f"solver.method={method}"]:
            command += ["--set", key]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        stopped, before = False, processor_seconds()
        try:
            _, said = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            stopped = True
            process.send_signal(signal.SIGINT)
            _, said = process.communicate()
        if process.returncode == 2:
            print(f"{scene} by {method}: {said.strip()}", file=sys.stderr)
            return None
        summary = json.loads(pathlib.Path(folder, "run", "summary.json").read_text())
        solve = (processor_seconds() - before) * summary["seconds"]["solve"] / sum(summary["seconds"].values())
        return summary["steps"], solve, summary["steps_not_converged"], summary["steps_halved"]["steps"], stopped


def ratio(rows):
    """Of auto to the best single method, by seconds a step; None where there is none to compare with."""
    a_step = {row["method"]: row["solve_s"] / max(1, row["steps"]) for row in rows if row["not_converged"] == 0}
    others = [seconds for method, seconds in a_step.items() if method != "auto"]
    return a_step["auto"] / min(others) if "auto" in a_step and others else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--limit", type=float, default=30.0, help="seconds a run")
    parser.add_argument("--only", default=",".join(SCENES))
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--csv")
    options = parser.parse_args()
    columns = ["scene", "method", "steps", "solve_s", "not_converged", "halved", "stopped"]
    all_rows = []
    print(",".join(columns + ["ratio"]))
    for name in options.only.split(","):
        scene, keys = SCENES[name]
        rows = []
        for method in options.methods.split(","):
            found = run(options.program, scene, keys, method, options.limit)
            if found is None:
                continue
            steps, seconds, failed, halved, stopped = found
            rows.append(dict(zip(columns, [name, method, steps, round(seconds, 3), failed, halved, int(stopped)])))
        of_auto = ratio(rows)
        for row in rows:
            row["ratio"] = f"{of_auto:.2f}" if row["method"] == "auto" and of_auto else ""
            print(",".join(str(value) for value in row.values()), flush=True)
        all_rows += rows
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, columns + ["ratio"])
            writer.writeheader()
            writer.writerows(all_rows)


if __name__ == "__main__":
    main()
