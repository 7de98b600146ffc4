"""Arches that slide: the least thickness at low friction

Cocchetti and Rizzi 2020, table 3, for the continuum; for 16 voussoirs an exact linear program derived for this collection: below mu = 0.3958 mechanisms slide as well as
turn and the thickness grows: 0.12317, 0.14295, 0.16386 of R for mu = 0.38, 0.36, 0.34."""
from least_thickness_of_an_arch import SCENE


def check(lab):
    found = {}
    for mu, expected in ((0.38, 0.12317), (0.36, 0.14295), (0.34, 0.16386)):
        scene = SCENE.replace("friction = 0.9", f"friction = {mu}")
        said = lab.asked("limit", "SCENE", "--vary", "generate.0.thickness=0.08:0.3", "--to", "1e-4", scene=scene)
        found[mu] = lab.limit_of(said)
        lab.value(f"friction {mu:g}: thickness", expected, found[mu], rel=5e-3, unit="R")
    table = {0.38: 0.12317, 0.36: 0.14295, 0.34: 0.16386}
    lab.curves("least thickness of 16 voussoirs", {"linear program": (list(table), list(table.values())), "found": (list(found), list(found.values()))},
               "friction", "t / R")
