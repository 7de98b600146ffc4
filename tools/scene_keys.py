#!/usr/bin/env python3
"""Writes docs/keys.md, every key of a scene, from what the readers themselves ask for while they read all scenes of the tree.

    tools/scene_keys.py [--check]        --check: say what the file has that the readers do not ask for, and the other way round

`drystone check SCENE --keys` tells what the readers asked for (src/scene/key_log.h): of every table the keys that it may have, of every key what its
value must be and what stands for it where it is left out, whether the scene has it or not. What a key means is taken from the tables of
the documents, by tools/scene_schema.py. DRYSTONE is the path of the program; DRYSTONE_SCENES may name more folders of scenes."""
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
    """Tables that users name have one title."""
    for pattern, one in ((r"\[materials\..*\]", "[materials.NAME]"), (r'layer ".*"', "a layer"), (r"control\...", "a component of control"),
                         (r'(?!a motion|a motor).* of kind "(\w+)"', r'a signal of kind "\1"')):
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
    return kinds


def sections(title):
    """Headings of the documents that explain a table, the nearest first."""
    word = re.search(r'(?:of a |with law = "?|^an? )(\w+)', title)
    own = [f'type = "{word[1]}"', f'law = "{word[1]}"'] if word else []
    if title.startswith("[[interactions]]"):
        own += ["Joints", 'law = "coulomb"', "[[interactions]]"]
    if title.startswith("[[generate]] of"):
        own += ['type = "arch"', "Generators of masonry"]
    if title.startswith("a drive"):
        own += ["Pressures on walls", "[[drives]]"]
    return [title, *own, "[[generate]]" if title in ("a packing", "a lattice") else title]


def meaning(title, key):
    """Of the sections about the table; else of the only section, or of all that agree, that has the key."""
    near = [SAID[section][key] for section in sections(title) if key in SAID.get(section, {})]
    said = near[:1] or sorted({keys[key] for keys in SAID.values() if key in keys})
    return re.sub(r"(?<!\\)\|", r"\\|", said[0]) if len(said) == 1 else ""


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


def value(tables, title, key):
    """What the readers ask for; where they have several ways to ask, or no scene has the key, what the schema has for it."""
    kinds = " or ".join(sorted(tables[title][key]["kinds"]))
    if kinds:
        return kinds
    known = set(tables[title])
    alike = [one for one in TABLES if set(one) == known] or [one for one in TABLES if key in one]
    words = {in_words(one[key]) for one in alike if key in one}
    return words.pop() if len(words) == 1 else ""


def page(tables):
    lines = ["# Every key of a scene", "",
             "Made by `tools/scene_keys.py` from what the readers ask for while they read the scenes of this repository (`drystone check SCENE --keys`), so none is "
             "forgotten; the explanations, with defaults, are those of [scene.md](scene.md) and [masonry-generators.md](masonry-generators.md), where a key is explained "
             "in one place. A number may be computed wherever one is asked for (`\"=2*w\"`). Values that are no single number, word or list are left to those pages.", ""]
    for title in sorted(tables, key=lambda name: (not name.startswith("["), name.strip("[]").lower())):
        if not tables[title]:
            continue
        lines += [f"## {title}", "", "| key | value | meaning |", "| --- | --- | --- |"]
        for key in sorted(tables[title]):
            lines.append(f"| `{key}` | {value(tables, title, key)} | {meaning(title, key)} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


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
    new = page(asked())
    if "--check" not in sys.argv:
        OUT.write_text(new)
        return 0
    old = OUT.read_text() if OUT.exists() else ""
    for title, key in sorted(keys_in(new) - keys_in(old)):
        print(f"{OUT.name}: the readers take {key} in {title}; run tools/scene_keys.py", file=sys.stderr)
    for title, key in sorted(keys_in(old) - keys_in(new)):
        print(f"{OUT.name}: no reader takes {key} in {title}; run tools/scene_keys.py", file=sys.stderr)
    if keys_in(old) == keys_in(new) and old != new:
        print(f"{OUT.name} says other values or meanings than the readers and documents; run tools/scene_keys.py", file=sys.stderr)
    return int(old != new)


if __name__ == "__main__":
    sys.exit(main())
