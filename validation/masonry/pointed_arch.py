"""Pointed arches need less

Derived for this collection by an exact linear program: two arcs of middle radius R whose centres lie e beyond the axis, ten voussoirs a side: least t / R = 0.107348 (e = 0), 0.085991 (e = 0.1 R),
0.069925 (e = 0.2 R)."""
from least_thickness_of_an_arch import SCENE


def check(lab):
    for e, expected in ((0.1, 0.085991), (0.2, 0.069925)):
        scene = SCENE.replace("voussoirs = 16", f'form = "pointed"\npointedness = {e}\nvoussoirs = 20')
        said = lab.asked("limit", "SCENE", "--vary", "generate.0.thickness=0.03:0.2", "--to", "1e-4", scene=scene)
        lab.value(f"centres {e:g} R beyond the axis", expected, lab.limit_of(said), rel=1.5e-2, unit="R")
