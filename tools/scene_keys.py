#!/usr/bin/env python3
"""Writes docs/keys.md, every key of a scene, from what the readers themselves ask for while they read all scenes of the tree.

    tools/scene_keys.py [--check]        --check: say what the file has that the readers do not ask for, and the other way round

`drystone check SCENE --keys` tells what the readers asked for (src/scene/key_log.h): of every table the keys that it may have, of every key what its
value must be and what stands for it where it is left out, whether the scene has it or not. What a key means, its unit and its default are taken from the tables of
the documents, by tools/scene_schema.py, and of one table of the documents alone: a key of which that says nothing is refused, and so is one whose value nobody knows, and a table of
the readers or of the schema that no scene has. DRYSTONE is the path of the program; DRYSTONE_SCENES may name more folders of scenes."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from scene_schema import ROOT, SAID

DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", ROOT / "build/bin/drystone"))
OUT = ROOT / "docs/keys.md"


def scene_files(folder, corpus=False):
    """Every whole scene of the tree, those in the documents written into `folder`; those of the fuzzer are not all without mistakes."""
    yield from sorted(p for p in (ROOT / "examples").rglob("*.toml") if p.parent.name != "own_law")
    yield from sorted((ROOT / "tests/scene/every_table").glob("*.toml"))
    yield from sorted((ROOT / "tests/fuzz/corpus/scene").glob("*.toml") if corpus else ())
    for more in filter(None, os.environ.get("DRYSTONE_SCENES", "").split(":")):
        yield from sorted(pathlib.Path(more).glob("*.toml"))
    (folder / "quake.at2").write_text((ROOT / "examples/shake.at2").read_text())  # what scenes in the documents read
    (folder / "sieves.csv").write_text("diameter,percent\n0.004,0\n0.008,60\n0.012,100\n")
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for number, text in enumerate(re.findall(r"^```toml\n(# scene:.*?)^```", page.read_text(), re.M | re.S)):
            path = folder / f"{page.stem}-{number}.toml"
            path.write_text(text)
            yield path


def title_of(title):
    """Tables that users name have one title, and so have functions of time."""
    for pattern, one in ((r"\[materials\..*\]", "[materials.NAME]"), (r'layer ".*"', "a layer"), (r"control\...", "a component of control"),
                         (r"control", "control of a cell"), (r"box", "a box that selects"), (r"(inside|region|outside)", "a region"),
                         (r"(\[\[generate\]\] of a)( [aeiou].*)", r"\1n\2"), (r"(a motion|a motor|a control)", r"\1"),
                         (r'(a motion|a motor|a control) of kind "(\w+)"', r'\1 of kind "\2"'), (r'.* of kind "(\w+)"', r'a function of time of kind "\1"'),
                         (r"(a history|history|level|mass|pressure|rate|strain|stress|tilt_deg|scale|position|plus)", "a function of time")):
        if re.fullmatch(pattern, title):
            return re.sub(f"^{pattern}$", one, title)
    return title


def asked():
    """{table: {key: {kinds, otherwise}}} over all scenes; keys that a table may have and nobody asked for have no kinds."""
    tables = {}
    with tempfile.TemporaryDirectory() as folder:
        for path in scene_files(pathlib.Path(folder), corpus=True):
            result = subprocess.run([DRYSTONE, "check", str(path), "--keys"], capture_output=True, text=True, cwd=ROOT)
            for title, table in (json.loads(result.stdout) if result.returncode == 0 else {}).items():
                mine = tables.setdefault(title_of(title), {})
                for key in {*table["known"], *table["keys"]}:
                    here, there = mine.setdefault(key, {"kinds": set(), "otherwise": set()}), table["keys"].get(key, {})
                    here["kinds"].update(there.get("kinds", ()))
                    here["otherwise"].update(there.get("otherwise", ()))
    for keys in tables.values():
        for one in keys.values():
            if any(kind.startswith('"') for kind in one["kinds"]):
                one["kinds"].discard("a text")  # it is one of a few
            one["kinds"] = tidy(one["kinds"])
    return tables


def tidy(kinds):
    """Two numbers in the plane are three in space."""
    kinds = {kind.replace("an array of a list of", "a list of") for kind in kinds}
    if {"two numbers", "three numbers"} <= kinds:
        kinds = (kinds - {"two numbers", "three numbers"}) | {"two or three numbers"}
    words = sorted(kind for kind in kinds if kind.startswith('"'))
    if len(words) > 1:  # others in the plane than in space
        kinds = (kinds - set(words)) | {", ".join(dict.fromkeys(", ".join(words).split(", ")))}
    return kinds


NAMED = (("selector", "a text", "a selector"), ("function of time", "a table", "a function of time"))  # what the documents call it, the readers, and this page


def called(kinds, said):
    """Kinds as the documents call them: the readers ask for a text or a table first."""
    for word, plain, name in NAMED:
        if said and word in said.type and plain in kinds:
            kinds = (kinds - {plain, name}) | {name}
            kinds -= {"a table"} if name == "a selector" else set()
    ranged = {kind for kind in kinds if kind.startswith("a number ")}
    if ranged and "a number" in kinds:  # asked for first, and for its range later; or by some without a range
        kinds = kinds - ({"a number"} if said and ">" in said.type else ranged)
    return kinds


SHAPES = {f"{'an' if word[0] in 'e' else 'a'} {word}" for word in
          ("sphere disk plane drum box polygon polyhedron mesh cylinder cone capsule ellipsoid ellipse superquadric superellipse compound").split()}
TABLES_OF = {  # which tables of the documents explain a table of the readers; others have its name
    "a damping": ["damping of a material"], "an orientation in 2D": ["an orientation"], "a plot of [report]": ["a plot"], "cut": ["a cut"],
    "a radius law": ["a law of radii"], "where": ["a box that selects"], "faces": ["a box that selects"], "a region": ["a region"],
    "a part of a compound": ["a shape"], "a packing": ['type = "packing"', "[[generate]]"], "a lattice": ['type = "lattice"', "[[generate]]"],
    "a control": ["control", "a function of time"], "a motor": ["a motor", "a function of time"], "a motion": ["a motion", "a function of time"],
    "a drive that travels": ["[[drives]]"], "a drive with a pressure": ["Pressures on walls", "[[drives]]"], "a pressure that follows another": ["Pressures on walls"],
    "deformable": ["deformable that says how it is divided", "deformable"], "[[sinks]]": ["[[sinks]]", "[[sources]]"],
    "[[sources]]": ["[[sources]]"], "until": ["until"]}


def sections(title):
    """Tables of the documents that explain a table of the readers, the nearest first."""
    if title in SHAPES:
        return ["a shape", "a region"]
    if kind := re.fullmatch(r'(.*) of kind "(\w+)"', title):
        return [title, *TABLES_OF.get(kind[1], [kind[1]]), "a function of time"]
    if law := re.fullmatch(r'\[\[interactions\]\](?: with law = "(\w+)")?', title):
        return ["[[interactions]]", f'law = "{law[1] or "coulomb"}"', "Joints", 'law = "coulomb"']
    if structure := re.fullmatch(r"\[\[generate\]\] of an? (\w+)", title):
        also = {"barrel_vault": ["arch"], "groin_vault": ["barrel_vault", "arch"], "apse": ["dome"]}.get(structure[1], [])
        return [*(f'type = "{word}"' for word in [structure[1], *also]), "Generators of masonry"]
    return TABLES_OF.get(title, [title])


def said_of(title, key):
    """The first that says more than where else it is said; None: nobody says anything."""
    found = [SAID[section][key] for section in sections(title) if key in SAID.get(section, {})]
    return next((one for one in found if not re.match(r'as above|as of `?"|as of a source|as in `', one.meaning)), found[0] if found else None)


def in_words(kind):
    """A value of the schema, as the readers would say it; nothing where it is more than a word."""
    if "$ref" in kind:
        name = kind["$ref"].rpartition("/")[2]
        return {"selector": "a selector", "signal": "a signal", "expression": ""}.get(name, "a table")
    if "enum" in kind:
        return ", ".join(json.dumps(word) for word in kind["enum"])
    if "anyOf" in kind:
        plain = [one for one in kind["anyOf"] if one != {"$ref": "#/definitions/expression"}]
        return " or ".join(filter(None, map(in_words, plain)))
    if kind.get("type") == "number":
        lo, hi = kind.get("minimum"), kind.get("maximum")
        return ("a number > 0" if "exclusiveMinimum" in kind else f"a number from {lo} to {hi}" if hi is not None else "a number >= 0" if lo == 0 else "a number")
    if kind.get("type") == "array":
        inside = in_words(kind["items"])
        return f"an array of {inside.replace('a number', 'numbers')}" if inside else "an array"
    return {"integer": "a whole number", "string": "a text", "boolean": "true or false", "object": "a table"}.get(kind.get("type"), "")


def schema_tables(schema):
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield schema["properties"]
        for one in schema.values():
            yield from schema_tables(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from schema_tables(one)


SCHEMA = json.loads((ROOT / "src/scene/scene.schema.json").read_text())
TABLES = list(schema_tables(SCHEMA))


UNIT = re.compile(r"(?:, | in )((?:(?:N s/m|N m|N/m|Pa/m|J/m²|J/m2|kg/m³|kg/s|kg|m/s²|m/s2|m/s|rad/s|1/s|Pa|N|m2|m|s|Hz|degrees|J)(?: or |, )?)+)(?=$|[ ,;:(.])")


def with_unit(kind, said):
    unit = UNIT.search(said.type) if said else None
    return f"{kind} [{unit[1].strip(', ')}]" if unit and kind else kind


def value(tables, title, key):
    """What the readers ask for; where they have several ways to ask, what the schema or the documents have for it."""
    said = said_of(title, key)
    kinds = " or ".join(sorted(called(tables[title][key]["kinds"], said)))
    if kinds:
        return with_unit(kinds, said)
    known = set(tables[title])
    alike = [one for one in TABLES if set(one) == known] or [one for one in TABLES if key in one]
    words = {in_words(one[key]) for one in alike if key in one} - {""}
    return with_unit(words.pop(), said) if len(words) == 1 else said.type if said else ""


def default(tables, title, key):
    """The documents'; else the readers' own."""
    said, own = said_of(title, key), sorted(tables[title][key]["otherwise"])
    return said.default if said and said.default else own[0] if len(own) == 1 else ""


def anchor(said):
    """Where in the documents it is explained."""
    name = re.sub(r"[^\w\- ]", "", said.heading.lower()).replace(" ", "-")
    return f"[{said.heading.replace('[', chr(92) + '[').replace(']', chr(92) + ']')}]({said.page.removeprefix('docs/')}#{name})"


def cell(text):
    return re.sub(r"(?<!\\)\|", r"\\|", text)


def page(tables):
    lines = ["# Every key of a scene", "",
             "Made by `tools/scene_keys.py` from what the readers ask for while they read the scenes of this repository (`drystone check SCENE --keys`), so none is "
             "forgotten; what keys mean, their units and defaults are those of the pages that each table names. A number may be computed wherever one is asked for (`\"=2*w\"`). "
             "No default: it may be left out, or others say when it is needed.", ""]
    for title in sorted(tables, key=lambda name: (not name.startswith("["), name.strip("[]").lower())):
        if not tables[title]:
            continue
        places = list(dict.fromkeys(anchor(one) for key in sorted(tables[title]) if (one := said_of(title, key))))
        lines += [f"## {title}", "", f"Explained in {', '.join(places)}.", "", "| key | value | default | meaning |", "| --- | --- | --- | --- |"]
        for key in sorted(tables[title]):
            said = said_of(title, key)
            lines.append("| " + " | ".join([f"`{key}`", *(cell(text) for text in (value(tables, title, key), default(tables, title, key), said.meaning if said else ""))]) + " |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def titles_of_readers():
    """Titles of tables as the readers' sources have them; those that are put together are left out."""
    titles = set()
    for file in sorted((ROOT / "src/scene").glob("*.cpp")):
        for title in re.findall(r'\bTable(?: \w+)?\([^;"]*"((?:[^"\\]|\\.)*)"', file.read_text()):
            if not re.search(r"[{}]|^ |[. ]$|^(time|scene|type)$", title):
                titles.add(title_of(title.replace('\\"', '"')))
    return titles


def gaps(tables):
    """What the reference does not tell, a line each."""
    for title, keys in sorted(tables.items()):
        for key in sorted(keys):
            said = said_of(title, key)
            if not said or not said.meaning:
                yield f"{title}: no table of the documents ({', '.join(sections(title))}) says what {key} means"
            elif re.match(r"as above|as of |as in |likewise|see (below|there)$", said.meaning):
                yield f"{title}: of {key} the documents say only {said.meaning!r}"
            if not value(tables, title, key):
                yield f"{title}: nobody says what the value of {key} is"
    for title in sorted(titles_of_readers() - set(tables)):
        yield f"{title}: a table that no scene has; put one into tests/scene/every_table"
    known = [set(keys) for keys in tables.values()]
    carriers = [set(), *(set(tables.get(title, ())) for title in ("a motion", "a motor", "a control", "a part of a compound", "a region of a probe"))]
    for one in TABLES:
        if not any(set(one) <= keys | carrier for keys in known for carrier in carriers):
            yield f"the schema has a table of {', '.join(sorted(one))}, which no scene has"


def keys_in(text):
    """{(table, key)} of a page."""
    title, found = "", set()
    for line in text.splitlines():
        if line.startswith("## "):
            title = line[3:]
        elif line.startswith("| `"):
            found.add((title, line.split("`")[1]))
    return found


def main():
    tables = asked()
    missing = list(gaps(tables))
    for line in missing:
        print(f"{OUT.name}: {line}", file=sys.stderr)
    new = page(tables)
    if "--check" not in sys.argv:
        OUT.write_text(new)
        return int(bool(missing))
    old = OUT.read_text() if OUT.exists() else ""
    for title, key in sorted(keys_in(new) - keys_in(old)):
        print(f"{OUT.name}: the readers take {key} in {title}; run tools/scene_keys.py", file=sys.stderr)
    for title, key in sorted(keys_in(old) - keys_in(new)):
        print(f"{OUT.name}: no reader takes {key} in {title}; run tools/scene_keys.py", file=sys.stderr)
    if keys_in(old) == keys_in(new) and old != new:
        print(f"{OUT.name} says other values or meanings than the readers and documents; run tools/scene_keys.py", file=sys.stderr)
    return int(old != new or bool(missing))


if __name__ == "__main__":
    sys.exit(main())
