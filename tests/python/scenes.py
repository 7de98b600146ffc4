"""Small scenes that several tests use, and where things are."""
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
DRYSTONE = os.environ.get("DRYSTONE", str(ROOT / "build/bin/drystone"))


def ball_on_floor(**drive):
    """A sphere at rest on a plane, z up; `drive` is added for the sphere."""
    scene = {
        "scene": {"dimension": 3, "gravity": [0, 0, -9.81]},
        "time": {"step": 1e-3, "duration": 0.1},
        "solver": {"tolerance": 1e-10, "threads": 1},
        "materials": {"stone": {"density": 2500.0}},
        "interactions": [{"between": ["stone", "stone"], "friction": 0.5}],
        "bodies": [
            {"name": "floor", "material": "stone", "fixed": True, "shape": {"type": "plane", "normal": [0, 0, 1]}},
            {"name": "ball", "material": "stone", "shape": {"type": "sphere", "radius": 0.1}, "position": [0, 0, 0.1]},
        ],
    }
    if drive:
        scene["drives"] = [{"body": "ball", **drive}]
    return scene


def free_box(orientation=None, **drive):
    """A brick in space, without gravity."""
    body = {"name": "brick", "material": "stone", "shape": {"type": "box", "size": [0.1, 0.2, 0.4]}}
    if orientation:
        body["orientation"] = orientation
    scene = {
        "scene": {"dimension": 3, "gravity": [0, 0, 0]},
        "time": {"step": 1e-3, "duration": 0.1},
        "solver": {"threads": 1},
        "materials": {"stone": {"density": 2000.0}},
        "bodies": [body],
    }
    if drive:
        scene["drives"] = [{"body": "brick", **drive}]
    return scene
