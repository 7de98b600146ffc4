#!/usr/bin/env python3
"""Writes the JSON schema of the scene, src/scene/scene.schema.json: what `drystone check --schema` prints and editors use.

    tools/scene_schema.py [--check]        --check: say whether the file is as this would write it, but for the words of explanations

How tables hang together is said here; what a key means is taken from the tables of docs/scene.md and
docs/masonry-generators.md, and a key of which they say nothing is refused. tests/scene/schema_test.py holds it against the
readers: every table of every scene accepts exactly these keys, and of each the values that the reader asks for (tools/scene_keys.py)."""
import json
import pathlib
import re
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUT = ROOT / "src/scene/scene.schema.json"


# ---- what the documents say ----

class Said(typing.NamedTuple):
    """What the documents say of a key."""
    meaning: str
    type: str
    default: str
    heading: str  # under which it stands
    page: str

    def text(self):
        """One line, for editors."""
        parts = [self.meaning, self.type, f"default: {self.default}" if self.default and self.default != "required" else self.default]
        return "; ".join(part for part in parts if part)


def without_links(text):
    return re.sub(r"\[((?:[^][]|\[[^]]*\])+)\]\([^)]*\)", r"\1", text).replace("\\|", "|")


def table_rows(page):
    """(heading, cells of the header, cells) of every row of every table of a page."""
    heading, header, before, fenced = "", None, None, False
    for line in (ROOT / page).read_text().splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] if line.startswith("|") and not fenced else None
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and line.startswith("#"):
            heading = line.lstrip("# ")
        elif cells and set(line) <= set("|- "):
            header = before
        elif cells and header:
            yield heading, header, cells
        if not cells:
            header = None
        before = cells


def explained():
    """{table: {key: Said}} of all tables of keys. A table whose first column is "key of X" is of X (and, where nothing else there has the key, of its heading); another is of the heading above it."""
    said = {}
    for page in ("docs/scene.md", "docs/masonry-generators.md"):
        for heading, header, cells in table_rows(page):
            if not header[0].startswith("key"):
                continue
            column = {name: without_links(cell) for name, cell in zip(header, cells)}
            one = Said(without_links(cells[-1]), column.get("type", column.get("value", "")), column.get("default", ""), heading, page)
            names = {heading, header[0].removeprefix("key of ").replace("`", "")} - {"key", "key of every generator", "every generator"}
            for name in names:
                for key in re.findall(r"`(\w+)`", cells[0]):
                    said.setdefault(name, {}).setdefault(key, one)
    return said


SAID = explained()


def heading_of(section):
    """{key: words} of a table of the documents."""
    assert section in SAID, f"no document has a table of keys of {section!r}"
    return {key: one.text() for key, one in SAID[section].items()}


# ---- values ----

EXPRESSION = {"$ref": "#/definitions/expression"}


def number(**limits):
    return {"anyOf": [{"type": "number", **limits}, EXPRESSION]}


def whole(least=None, most=None):
    limits = {name: value for name, value in (("minimum", least), ("maximum", most)) if value is not None}
    return {"anyOf": [{"type": "integer", **limits}, EXPRESSION]}


def words(*known):
    return {"enum": list(known)}


def array(items, least=None, most=None):
    limits = {name: value for name, value in (("minItems", least), ("maxItems", most)) if value is not None}
    return {"type": "array", "items": items, **limits}


def either(*kinds):
    return {"anyOf": list(kinds)}


def ref(name):
    return {"$ref": f"#/definitions/{name}"}


NUMBER, POSITIVE, NOT_NEGATIVE = number(), number(exclusiveMinimum=0), number(minimum=0)
TEXT, TRUTH = {"type": "string", "minLength": 1}, {"type": "boolean"}
VECTOR, PAIR = array(NUMBER, 2, 3), array(NUMBER, 2, 2)
SIZE, TWO_SIZES = array(POSITIVE, 2, 3), array(POSITIVE, 2, 2)
SELECTOR, SIGNAL = ref("selector"), ref("signal")
TIMED = either(NUMBER, SIGNAL)
STAGE = either(TEXT, array(TEXT, 1))
FREEDOMS = array(words("x", "y", "z", "rx", "ry", "rz"), 1)


def table(section, required=(), also=(), /, **keys):
    """A table of keys that `section` (and the sections `also`) of the documents explain."""
    properties = {}
    for name, kind in keys.items():
        key = name.rstrip("_")  # from_ is from
        found = [heading_of(one)[key] for one in (section, *also) if key in heading_of(one)]
        assert found, f"{section}: the documents say nothing of {key}"
        properties[key] = {"description": found[0], **kind}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def told_by(key, choices, default=None):
    """One of several tables, told apart by the word under `key`."""
    options = []
    for word, one in choices.items():
        names = list(word) if isinstance(word, tuple) else [word]
        properties = {key: {"enum": names}, **{k: v for k, v in one["properties"].items() if k != key}}
        required = [*([] if default in names else [key]), *(k for k in one["required"] if k != key)]
        options.append({**one, "title": f"{key} = {names[0]}", "properties": properties, "required": required})
    return {"type": "object", "oneOf": options}


def told(section, /, **keys):
    """{key: kind} with the words of a table of the documents."""
    return table(section, **keys)["properties"]


def box():
    return table("a box that selects", ["min", "max"], min=VECTOR, max=VECTOR)


def more(one, required=(), **keys):
    return {**one, "properties": {**one["properties"], **keys}, "required": [*one["required"], *required]}


# ---- tables of the scene ----

def laws():
    between = {"between": {"description": heading_of("[[interactions]]")["between"],
                           **array(either(TEXT, SELECTOR, array(TEXT, 1)), 2, 2)}}
    dry = dict(restitution=array(number(minimum=0, maximum=1), 2, 2), restitution_threshold=NOT_NEGATIVE, rolling_friction=NOT_NEGATIVE,
               rolling_friction_ratio=NOT_NEGATIVE, rolling_growth=NOT_NEGATIVE, rolling_viscosity=NOT_NEGATIVE, torsion_friction=NOT_NEGATIVE)
    area = dict(area=POSITIVE, area_ratio=POSITIVE)
    joined = dict(initially=words("intact", "broken"), joint_gap=NOT_NEGATIVE, joins_by_touch=TRUTH)
    coulomb, joints = 'law = "coulomb"', "Joints"

    def law(name, required, **keys):
        return more(table(f'law = "{name}"', required, (joints, coulomb), **keys), ["between"], **between)

    return told_by("law", {
        "coulomb": law("coulomb", ["friction"], friction=NOT_NEGATIVE, static_friction=NOT_NEGATIVE, cohesion_force=NOT_NEGATIVE,
                       cohesion_range=NOT_NEGATIVE, **dry),
        "mohr_coulomb": law("mohr_coulomb", ["tensile_strength", "cohesion", "friction"], tensile_strength=NOT_NEGATIVE, cohesion=NOT_NEGATIVE,
                            friction=NOT_NEGATIVE, compressive_strength=POSITIVE, residual_tensile_strength=NOT_NEGATIVE,
                            residual_cohesion=NOT_NEGATIVE, residual_friction=NOT_NEGATIVE, **area, **joined, **dry),
        "elastic": law("elastic", ["normal_stiffness", "shear_stiffness", "friction"], normal_stiffness=POSITIVE, shear_stiffness=POSITIVE,
                       friction=NOT_NEGATIVE, **area, **dry),
        "cohesive_zone": law("cohesive_zone", ["normal_stiffness", "shear_stiffness", "tensile_strength", "shear_strength", "energy_opening",
                                               "energy_shear", "friction"],
                             normal_stiffness=POSITIVE, shear_stiffness=POSITIVE, tensile_strength=POSITIVE, shear_strength=POSITIVE,
                             energy_opening=POSITIVE, energy_shear=POSITIVE, friction=NOT_NEGATIVE, softening=words("linear", "exponential"),
                             compressive_strength=POSITIVE, energy_crushing=POSITIVE, residual_compressive_strength=NOT_NEGATIVE,
                             dilatancy=NOT_NEGATIVE, **area, **joined, **dry),
        "bonded": law("bonded", ["friction"], tensile_force=NOT_NEGATIVE, shear_force=NOT_NEGATIVE, bending_moment=POSITIVE,
                      twisting_moment=POSITIVE, moments=TRUTH, friction=NOT_NEGATIVE, **joined, **dry),
        "spring": law("spring", ["normal_stiffness", "friction"], normal_stiffness=POSITIVE, tangential_stiffness=NOT_NEGATIVE,
                      twist_stiffness=NOT_NEGATIVE, bend_stiffness=NOT_NEGATIVE, friction=NOT_NEGATIVE, restitution=dry["restitution"],
                      normal_damping=NOT_NEGATIVE, tangential_damping=NOT_NEGATIVE, rolling_friction=NOT_NEGATIVE, torsion_friction=NOT_NEGATIVE,
                      bonded=TRUTH, tension_strength=POSITIVE, shear_strength=POSITIVE, bend_strength=POSITIVE, twist_strength=POSITIVE),
    }, default="coulomb")


def shape_kinds():
    sizes, points = SIZE, array(VECTOR, 3)
    rounding = dict(rounding=NOT_NEGATIVE)
    return {
        ("sphere", "disk"): table("a shape", ["radius"], radius=POSITIVE),
        "box": table("a shape", ["size"], size=sizes, **rounding),
        "polygon": table("a shape", ["vertices"], vertices=points, decompose=TRUTH, **rounding),
        "polyhedron": table("a shape", ["vertices"], vertices=points, **rounding),
        "mesh": table("a shape", ["file"], file=TEXT, decompose=TRUTH, **rounding),
        "cylinder": table("a shape", ["radius", "height"], radius=POSITIVE, height=POSITIVE, sides=whole(3, 1000), **rounding),
        "cone": table("a shape", ["radius", "height"], radius=POSITIVE, height=POSITIVE, top_radius=NOT_NEGATIVE, **rounding),
        "capsule": table("a shape", ["radius", "height"], radius=POSITIVE, height=POSITIVE),
        ("ellipsoid", "ellipse"): table("a shape", ["half_axes"], half_axes=sizes),
        "superquadric": table("a shape", ["half_axes", "exponents"], half_axes=sizes, exponents=array(number(minimum=1.1, maximum=20), 2, 2)),
        "superellipse": table("a shape", ["half_axes", "exponent"], half_axes=sizes, exponent=number(minimum=1.1, maximum=20)),
    }


def shapes():
    convex = shape_kinds()
    part = told_by("type", {word: more(one, **told("a shape", position=VECTOR, orientation=ref("orientation"))) for word, one in convex.items()})
    return told_by("type", {**convex, "plane": table("a shape", ["normal"], normal=VECTOR), "drum": table("a shape", ["radius"], radius=POSITIVE, length=POSITIVE),
                            "compound": table("a shape", ["parts"], parts=array(part, 1))})


def signal_kinds():
    baseline = words("none", "constant", "linear", "quadratic")
    kinds = {"constant": table("a function of time", ["value"], value=NUMBER), "ramp": table("a function of time", ["from", "to", "over"], **{"from": NUMBER, "to": NUMBER, "over": NOT_NEGATIVE}),
             "sine": table("a function of time", ["amplitude", "frequency_hz"], amplitude=NUMBER, frequency_hz=POSITIVE, phase_deg=NUMBER),
             "table": table("a function of time", ["points"], points=array(PAIR, 1)), "record": table("a function of time", ["file"], file=TEXT, scale=NUMBER, baseline=baseline)}
    return {word: more(one, **told("a function of time", start=NUMBER, stop=NUMBER)) for word, one in kinds.items()}


def signals(required=(), **keys):
    return told_by("kind", {word: more(one, required, **keys) for word, one in signal_kinds().items()})


def motions():
    quantity = words("displacement", "velocity", "acceleration")
    keys = told("a motion", quantity=quantity, direction=VECTOR, axis=array(NUMBER, 3, 3), point=VECTOR)
    ellipse = table('a motion of kind "ellipse"', ["quantity", "semi_axes", "frequency_hz"], ("a motion",), quantity=quantity, semi_axes=array(VECTOR, 2, 2), frequency_hz=POSITIVE,
                    phase_deg=NUMBER, start=NUMBER, stop=NUMBER)
    return told_by("kind", {**{word: more(one, ["quantity"], **keys) for word, one in signal_kinds().items()}, "ellipse": ellipse})


def drives():
    page, subject = "[[drives]]", dict(name=TEXT, body=SELECTOR, bodies=SELECTOR, stage=STAGE)
    control = either(TEXT, signals(["body", "direction"], **told("control", body=SELECTOR, point=VECTOR, direction=VECTOR)))
    axles = array(array(NUMBER, 2, 2), 1)
    travel = table("travel", ["from", "to"], from_=VECTOR, to=VECTOR, speed=POSITIVE, stations=whole(2), every=POSITIVE, position=TIMED,
                   start=NOT_NEGATIVE, axles=axles)
    follow = table("Pressures on walls", ["of", "ratio"], of=TEXT, ratio=NUMBER, plus=TIMED, over=NOT_NEGATIVE, measured=TRUTH)
    ordinary = table(page, motion=motions(), fix=FREEDOMS, force=VECTOR, point=VECTOR, follows=TRUTH, torque=either(NUMBER, VECTOR),
                     acceleration=VECTOR, history=SIGNAL, control=control, where=box(), **subject)
    travels = table(page, ["travel", "force"], force=VECTOR, history=SIGNAL, travel=travel, **subject)
    presses = table("Pressures on walls", ["pressure"], (page,), pressure=either(NUMBER, SIGNAL, follow), area=POSITIVE, direction=VECTOR,
                    between=SELECTOR, free=FREEDOMS, **subject)
    return {"type": "object", "oneOf": [{"title": "a motion or load", **ordinary}, {"title": "a load that travels", **travels},
                                        {"title": "a pressure on a wall", **presses}]}


def deformable():
    counts = array(whole(1), 2, 3)
    keys = table("deformable", elements=words("quads", "triangles", "hexahedra", "tetrahedra"), formulation=words("incompatible", "full"),
                 mass=words("lumped", "consistent"), elasticity=words("corotational", "small", "svk"), plane=words("strain", "stress"),
                 candidates=words("nodes", "faces", "gauss"))
    return either(words("uniform"), more(keys, **told("deformable that says how it is divided", uniform=TRUTH, divisions=counts, size=POSITIVE, refine=whole(0, 6), mesh=TEXT)))


def radii():
    between = dict(min=POSITIVE, max=POSITIVE)
    spread = table("a law of radii", ["mean", "deviation"], mean=POSITIVE, deviation=NOT_NEGATIVE, **between)
    laws_of_radii = told_by("law", {"uniform": table("a law of radii", ["min", "max"], **between), ("normal", "lognormal"): spread,
                                    "two": table("a law of radii", ["small", "large", "fraction"], small=POSITIVE, large=POSITIVE, fraction=number(minimum=0, maximum=1)),
                                    "grading": table("a law of radii", points=array(PAIR, 2), file=TEXT)})
    return either(POSITIVE, array(POSITIVE, 2, 2), laws_of_radii)


def masonry():
    """{type: table}"""
    every = dict(name=TEXT, material=TEXT, position=VECTOR, orientation=ref("orientation"), fixed=TRUTH, deformable=ref("deformable"))

    def structure(word, required, also=(), **keys):
        own = table(f'type = "{word}"', required, also, **keys)
        return more(own, [] if word == "assembly" else ["material"],
                    **{key: {"description": heading_of("Generators of masonry")[key], **kind} for key, kind in every.items()})

    arch_keys = dict(form=words("semicircular", "segmental", "pointed"), radius=POSITIVE, inner_radius=POSITIVE, span=POSITIVE, thickness=POSITIVE,
                     voussoirs=whole(1), embrace_deg=POSITIVE, rise=POSITIVE, pointedness=NOT_NEGATIVE, keystone=TRUTH, abutment=NOT_NEGATIVE)
    arch_more, arch_needs = dict(abutment_margin=NOT_NEGATIVE, rings=whole(1)), ["thickness", "voussoirs"]
    round_keys = dict(radius=POSITIVE, inner_radius=POSITIVE, thickness=POSITIVE, courses=whole(1), oculus_deg=POSITIVE, keystone=TRUTH, staggered=TRUTH)
    opening = table("an opening", ["position", "size"], position=PAIR, size=TWO_SIZES, lintel=TRUTH, bearing=POSITIVE)
    beams = table("beams", ["count", "section", "span", "bearing"], count=whole(1), section=TWO_SIZES, span=POSITIVE, bearing=POSITIVE, material=TEXT)
    storey = table("a storey", ["springing", "thickness", "voussoirs", "cover"], springing=POSITIVE, thickness=POSITIVE, voussoirs=whole(3),
                   pier_courses=whole(1), cover=POSITIVE, cornice=NOT_NEGATIVE)
    layer = {"type": "object", "additionalProperties": table("a layer", material=TEXT, fixed=TRUTH, skip=TRUTH)}
    base = dict(base=NOT_NEGATIVE, base_margin=NOT_NEGATIVE)
    return {
        "wall": structure("wall", ["length", "height", "block"], length=POSITIVE, height=POSITIVE, thickness=POSITIVE, block=TWO_SIZES,
                          bond=words("running", "stack", "english", "flemish"), head_gap=NOT_NEGATIVE, bed_gap=NOT_NEGATIVE,
                          openings=array(opening), beams=beams, fixed_course=TRUTH, **base),
        "arch": structure("arch", ["thickness"], depth=POSITIVE, blocks=whole(1), abutments=TRUTH, **arch_keys, **arch_more),  # voussoirs or blocks
        "column": structure("column", ["radius"], drums=whole(1), height=POSITIVE, drum_heights=array(POSITIVE, 1), radius=POSITIVE,
                            top_radius=POSITIVE, entasis=NUMBER, sides=whole(3), capital=TWO_SIZES, base=TWO_SIZES),
        "stack": structure("stack", ["sizes"], sizes=array(SIZE, 1), count=whole(1), offsets=array(either(NUMBER, PAIR)), harmonic=NUMBER, base=TRUTH),
        "barrel_vault": structure("barrel_vault", [*arch_needs, "length", "block_length"], ('type = "arch"',), length=POSITIVE, block_length=POSITIVE,
                                  **arch_keys, **arch_more),
        "groin_vault": structure("groin_vault", [*arch_needs, "block_length"], ('type = "arch"',), block_length=POSITIVE, **arch_keys),
        "dome": structure("dome", ["thickness", "courses", "stones", "oculus_deg"], stones=whole(3), base_deg=POSITIVE, base_ring=NOT_NEGATIVE, **round_keys),
        "apse": structure("apse", ["thickness", "courses", "stones", "oculus_deg"], stones=whole(2), wall_height=NOT_NEGATIVE, wall_courses=whole(1),
                          front=NOT_NEGATIVE, base=NOT_NEGATIVE, **round_keys),
        "bridge": structure("bridge", ["span", "thickness", "voussoirs", "abutment", "foundation", "cover", "block"], spans=whole(1),
                            span=either(POSITIVE, array(POSITIVE, 1)), rise=POSITIVE, thickness=POSITIVE, rings=whole(1), voussoirs=whole(3),
                            springing=NOT_NEGATIVE, pier_width=POSITIVE, pier_courses=whole(1), abutment=POSITIVE, foundation=POSITIVE, cover=POSITIVE,
                            block=TWO_SIZES, fill=words("blocks", "none"), end_wall=NOT_NEGATIVE, parapet=NOT_NEGATIVE, width=POSITIVE,
                            spandrel_thickness=POSITIVE),
        "arcade": structure("arcade", ["span", "pier_width", "storeys", "block", "foundation"], bays=whole(1), span=POSITIVE, pier_width=POSITIVE,
                            storeys=array(storey, 1), block=PAIR, foundation=POSITIVE, depth=POSITIVE),
        "buttress": structure("buttress", ["height", "foot", "courses", "block"], height=POSITIVE, foot=POSITIVE, top=POSITIVE, courses=whole(1),
                              steps=whole(0), block=POSITIVE, base=NOT_NEGATIVE, depth=POSITIVE),
        "staircase": structure("staircase", ["treads", "rise", "width", "overlap", "bearing"], form=words("straight", "spiral"), treads=whole(1),
                               rise=POSITIVE, width=POSITIVE, overlap=POSITIVE, bearing=POSITIVE, going=POSITIVE, newel=POSITIVE, per_turn=whole(1)),
        "rubble": structure("rubble", ["height", "thickness", "stone"], height=POSITIVE, thickness=POSITIVE, length=POSITIVE, stone=POSITIVE,
                            relaxation=whole(0), facing=NOT_NEGATIVE, facing_block=TWO_SIZES, **base),
        "cut": structure("cut", ["shape"], shape=ref("shape"), block=SIZE, stone=POSITIVE, relaxation=whole(0)),
        "assembly": structure("assembly", [], file=TEXT, files=array(TEXT, 1), folder=TEXT, scale=POSITIVE, decompose=TRUTH, arc_deg=POSITIVE, layers=layer),
    }


def generators():
    crowd = dict(name=TEXT, shape=either(TEXT, ref("shape")), material=TEXT, velocity=VECTOR, fixed=TRUTH)
    packing = table('type = "packing"', ["count", "material", "inside"], ("[[generate]]",), count=whole(1), radius=radii(), inside=ref("region"),
                    shapes=ref("grain_shapes"), **crowd)
    lattice = table('type = "lattice"', ["radius", "spacing", "counts", "shape", "material"], ("[[generate]]",), radius=POSITIVE,
                    spacing=either(POSITIVE, SIZE), counts=array(whole(1), 2, 3), origin=VECTOR, jitter=NOT_NEGATIVE, **crowd)
    return told_by("type", {"packing": packing, "lattice": lattice, **masonry()})


def links():
    motor = either(signals(["quantity"], **told("a motor", quantity=words("velocity", "displacement"), most=POSITIVE)),
                   table("a motor", ["quantity", "value"], ("a function of time",), quantity=words("velocity", "displacement"), most=POSITIVE, value=NUMBER))
    return table("[[links]]", ["name", "between", "type"], name=TEXT, between=array(SELECTOR, 2, 2),
                 type=words("ball", "weld", "hinge", "slider", "rod", "cable", "spring"), point=VECTOR, points=array(VECTOR, 2, 2), axis=VECTOR,
                 collide=TRUTH, axial_stiffness=POSITIVE, stiffness=POSITIVE, prestress=NUMBER, yield_=POSITIVE, damping=NOT_NEGATIVE,
                 strength=POSITIVE, moment_strength=POSITIVE, friction=NOT_NEGATIVE, limits=PAIR, motor=motor)


def stages():
    until = table("until", ["quantity"], quantity=TEXT, below=NUMBER, above=NUMBER, **{"for": NOT_NEGATIVE}, at_most=POSITIVE, body=SELECTOR, bodies=SELECTOR,
                  between=array(SELECTOR, 2, 2), link=TEXT, drive=TEXT, membrane=TEXT, region=ref("probe_region"),
                  cut=table("a cut", ["point", "normal"], point=VECTOR, normal=VECTOR))
    return table("[[stages]]", ["name"], name=TEXT, duration=POSITIVE, until=until, remove=SELECTOR, release=SELECTOR, hold=SELECTOR,
                 set={"type": "object"})


def water():
    pressure = table("[[water.pressure]]", body=SELECTOR, bodies=SELECTOR, direction=VECTOR, faces=box(), factor=NOT_NEGATIVE)
    return table("[water]", ["level"], level=TIMED, density=POSITIVE, drag=table("drag", ["coefficient"], coefficient=NOT_NEGATIVE, velocity=VECTOR),
                 buoyancy=TRUTH, pressure=array(pressure))


def cell():
    component = table("a component of control", rate=TIMED, strain=TIMED, stress=TIMED)
    names = ["xx", "yy", "zz", "xy", "yz", "xz"]
    return table("[cell]", ["size", "periodic"], origin=VECTOR, size=SIZE, periodic=array(TRUTH, 2, 3),
                 control=table("control of a cell", **{name: component for name in names}), mass=POSITIVE, damping=NOT_NEGATIVE)


def settings():
    gravity = either(VECTOR, table("gravity", ["vector"], vector=VECTOR, tilt_deg=TIMED, axis=array(NUMBER, 3, 3), scale=TIMED))
    return {
        "scene": table("[scene]", ["dimension"], title=TEXT, dimension={"enum": [2, 3]}, gravity=gravity),
        "time": table("[time]", ["step"], step=POSITIVE, duration=NOT_NEGATIVE, integrator=words("moreau", "euler"),
                      overlap=words("project", "keep", "push"), theta=number(minimum=0.5, maximum=1), quasistatic=TRUTH, halve=whole(0),
                      settle=either(TRUTH, table("settle", below=POSITIVE, at_most=POSITIVE))),
        "solver": table("[solver]", method=words("auto", "nlgs", "anderson", "admm", "newton", "md"), order=words("coloured", "random", "sequential"),
                        tolerance=number(exclusiveMinimum=0, exclusiveMaximum=1), max_iterations=whole(1), fixed_iterations=whole(0), seed=whole(0),
                        device=words("cpu", "cuda", "auto"), threads=whole(0, 4096), ranks=words("auto", "domains", "gathered"),
                        reproducible=TRUTH),
        "md": table("[md]", steps_per_collision=number(minimum=5, maximum=1e6), step=POSITIVE),
        "contacts": table("[contacts]", points=words("vertices", "gauss"), initial_overlaps=words("refuse", "accept")),
        "statics": table("[statics]", method=words("bagi-bojtar", "kishino", "serrano"), displacements=words("large", "small"), load_steps=whole(1),
                         ramp=number(minimum=0, maximum=1), tolerance=POSITIVE, max_iterations=whole(1), rho=POSITIVE, fictitious_stiffness=POSITIVE,
                         touching_gap=NOT_NEGATIVE, max_move=POSITIVE),
        "output": table("[output]", frames_every=NOT_NEGATIVE, checkpoint_every=NOT_NEGATIVE, checkpoint_wall=NOT_NEGATIVE),
        "limit": table("[limit]", acceleration=VECTOR, drives=array(TEXT, 1)),
        "report": report(),
    }


def report():
    columns = either(TEXT, array(TEXT, 1))
    plot = table("a plot", ["y"], title=TEXT, x=TEXT, y=columns, x_from_start=TRUTH, y_from_start=TRUTH)
    return table("[report]", title=TEXT, project=TEXT, client=TEXT, author=TEXT, load_case=TEXT, notes=TEXT, plots=array(plot))


def contents():
    material = table("[materials.NAME]", ["density"], density=POSITIVE, young=POSITIVE, poisson=number(exclusiveMinimum=-1, exclusiveMaximum=0.5),
                     damping=either(NOT_NEGATIVE, table("damping of a material", mass=NOT_NEGATIVE, stiffness=NOT_NEGATIVE)))
    body = table("[[bodies]]", ["material"], name=TEXT, material=TEXT, shape=ref("shape"), position=VECTOR, orientation=ref("orientation"),
                 velocity=VECTOR, angular_velocity=either(NUMBER, array(NUMBER, 3, 3)), fixed=TRUTH, mass=POSITIVE, deformable=ref("deformable"))
    grains = dict(shape=either(TEXT, ref("shape")), radius=radii(), shapes=ref("grain_shapes"))
    source = table("[[sources]]", ["name", "material", "region"], name=TEXT, material=TEXT, region=ref("region"), rate=POSITIVE, mass_rate=POSITIVE,
                   batch=table("batch", ["count", "every"], count=whole(1), every=POSITIVE), count=whole(1), from_=NOT_NEGATIVE, until=NOT_NEGATIVE,
                   velocity=VECTOR, stage=STAGE, **grains)
    sink = table("[[sinks]]", ["name"], name=TEXT, region=ref("region"), outside=ref("region"), of=SELECTOR, from_=NOT_NEGATIVE, until=NOT_NEGATIVE, stage=STAGE)
    membrane = table("[[membranes]]", ["name", "of", "pressure"], name=TEXT, of=SELECTOR, pressure=TIMED, platens=SELECTOR, reach=POSITIVE,
                     push_platens=TRUTH, stage=STAGE)
    turn = either(NUMBER, array(NUMBER, 3, 3))
    settles = array(table("a settlement", body=SELECTOR, bodies=SELECTOR, by=VECTOR, turn_deg=turn), 1)
    settlement = table("[[settlements]]", ["history", "of"], history=SIGNAL, of=settles, stage=STAGE)
    support = table("[[supports]]", body=SELECTOR, bodies=SELECTOR, stiffness=VECTOR, rotational_stiffness=either(NUMBER, VECTOR))
    probe = table("[[probes]]", ["name", "quantities"], name={"type": "string", "pattern": "^[A-Za-z0-9_.-]+$"}, body=SELECTOR, bodies=SELECTOR, at=VECTOR,
                  between=array(SELECTOR, 2, 2), link=TEXT, drive=TEXT, membrane=TEXT, region=ref("probe_region"),
                  cut=table("a cut", ["point", "normal"], point=VECTOR, normal=VECTOR), quantities=array(TEXT, 1), every=NOT_NEGATIVE, average=TRUTH, stage=STAGE)
    file = either(TEXT, table("bodies_from", ["file"], file=TEXT, bodies=SELECTOR))
    return {
        "variables": {"type": "object", "additionalProperties": NUMBER, "description": "Numbers with names, used in others as \"=2*name + 0.1\"."},
        "materials": {"type": "object", "additionalProperties": material},
        "interactions": array(laws()), "bodies": array(body), "bodies_from": either(file, array(file, 1)), "generate": array(generators()),
        "sources": array(source), "sinks": array(sink), "drives": array(drives()), "membranes": array(membrane), "settlements": array(settlement),
        "damping": array(table("[[damping]]", ["of", "mass"], of=SELECTOR, mass=either(NOT_NEGATIVE, SIGNAL))), "links": array(links()), "supports": array(support),
        "water": water(), "cell": cell(), "stages": array(stages()), "probes": array(probe),
    }


def region(**also):
    kinds = {"box": table("a region", ["min", "max"], min=VECTOR, max=VECTOR), ("sphere", "disk"): table("a region", ["radius"], centre=VECTOR, radius=POSITIVE),
             "cylinder": table("a region", ["radius", "height"], centre=VECTOR, axis=VECTOR, radius=POSITIVE, height=POSITIVE)}
    return told_by("type", {word: more(one, **also) for word, one in kinds.items()})


def definitions():
    selector = either(TEXT, table("a selector", ["box"], box=box()), array(SELECTOR, 1))
    return {
        "expression": {"type": "string", "pattern": "^=", "description": "A number computed from [variables]."},
        "selector": selector, "signal": signals(), "region": region(), "probe_region": region(**told("a region of a probe", with_=SELECTOR)), "shape": shapes(), "deformable": deformable(),
        "orientation": table("an orientation", ["angle_deg"], axis=array(NUMBER, 3, 3), angle_deg=NUMBER),
        "grain_shapes": array(table("an entry of shapes", ["shape"], shape=ref("shape"), weight=NOT_NEGATIVE), 1),
    }


def schema():
    tables = {**settings(), **contents()}
    for name, words_of in heading_of("a scene").items():
        tables[name] = {"description": words_of, **tables[name]}
    return {"$schema": "http://json-schema.org/draft-07/schema#", "title": "A scene of Drystone", "type": "object",
            "properties": tables, "required": ["scene", "time"], "additionalProperties": False, "definitions": definitions()}


def as_text(whole_schema):
    """JSON, a line for each table of the scene: changes are seen by table."""
    def line(value):
        return json.dumps(value, ensure_ascii=False)

    def lines(tables):
        return "{\n" + ",\n".join(f"  {line(name)}: {line(one)}" for name, one in tables.items()) + "\n }"

    return "{\n" + ",\n".join(f" {line(key)}: {lines(value) if key in ('properties', 'definitions') else line(value)}"
                              for key, value in whole_schema.items()) + "\n}\n"


def without_words(value):
    """The schema without descriptions: a sentence that was mended in the documents need not be in the file at once."""
    if isinstance(value, dict):
        return {key: without_words(item) for key, item in value.items() if not (key == "description" and isinstance(item, str))}
    return [without_words(item) for item in value] if isinstance(value, list) else value


def main():
    text = as_text(schema())
    if sys.argv[1:] == ["--check"]:
        if not OUT.exists() or without_words(json.loads(OUT.read_text())) != without_words(schema()):
            sys.exit(f"{OUT.relative_to(ROOT)} is not what tools/scene_schema.py writes: run it")
        return
    OUT.write_text(text)


if __name__ == "__main__":
    main()
