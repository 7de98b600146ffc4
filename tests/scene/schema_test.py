#!/usr/bin/env python3
"""The JSON schema of the scene is that of the readers: every scene they take is valid, every table takes exactly the keys that
the schema lists for it, and what is wrong is not valid. DRYSTONE is the path of the program; DRYSTONE_SCENES may name more
folders of scenes, with ':' between them."""
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from scene_keys import TABLES, asked, in_words, scene_files  # noqa: E402

DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", ROOT / "build/bin/drystone"))
SCHEMA = json.loads((ROOT / "src/scene/scene.schema.json").read_text())
NOBODYS_KEY = "qqqqqqqqqqqq"


def drystone(*arguments, cwd=ROOT):
    return subprocess.run([DRYSTONE, *arguments], cwd=cwd, capture_output=True, text=True, timeout=240)


# ---- as much of JSON Schema, draft 7, as the schema uses ----

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int}


def resolved(schema):
    while "$ref" in schema:
        schema = SCHEMA["definitions"][schema["$ref"].rpartition("/")[2]]
    return schema


def is_of(value, name):
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def fits_limits(value, schema):
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return (value >= schema.get("minimum", value) and value <= schema.get("maximum", value)
                and (value > schema["exclusiveMinimum"] if "exclusiveMinimum" in schema else True)
                and (value < schema["exclusiveMaximum"] if "exclusiveMaximum" in schema else True))
    if isinstance(value, str):
        return len(value) >= schema.get("minLength", 0) and re.search(schema.get("pattern", ""), value) is not None
    if isinstance(value, list):
        return schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
    return True


def valid(value, schema):
    schema = resolved(schema)
    if "type" in schema and not is_of(value, schema["type"]):
        return False
    if "enum" in schema and not any(value == one and type(value) is type(one) for one in schema["enum"]):
        return False
    if not fits_limits(value, schema):
        return False
    if "anyOf" in schema and not any(valid(value, one) for one in schema["anyOf"]):
        return False
    if "oneOf" in schema and sum(valid(value, one) for one in schema["oneOf"]) != 1:
        return False
    if isinstance(value, list) and "items" in schema:
        return all(valid(item, schema["items"]) for item in value)
    if isinstance(value, dict) and "properties" in schema:
        if not set(schema.get("required", ())) <= set(value):
            return False
    if isinstance(value, dict):
        return all(valid(item, below(schema, key)) if below(schema, key) is not None else False for key, item in value.items())
    return True


def below(schema, key):
    """The schema of what is under a key of a table; None: there is no such key."""
    if key in schema.get("properties", {}):
        return schema["properties"][key]
    extra = schema.get("additionalProperties", True)
    return None if extra is False else {} if extra is True else extra


def tables(value, schema, path=(), where="scene"):
    """(path in the scene, schema of the table, its name) of every table whose keys are known."""
    schema = resolved(schema)
    for kind in ("anyOf", "oneOf"):
        for number, one in enumerate(schema.get(kind, ())):
            if valid(value, one):
                yield from tables(value, one, path, f"{where}/{resolved(one).get('title', number)}")
                return
    if isinstance(value, dict):
        if schema.get("additionalProperties", True) is False:
            yield path, schema, where
        for key, item in value.items():
            if below(schema, key) is not None:
                yield from tables(item, below(schema, key), (*path, key), f"{where}.{key if key in schema.get('properties', {}) else '*'}")
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            yield from tables(item, schema["items"], (*path, str(number)), f"{where}[]")


def words_in(text):
    return set(re.findall(r'"(\w+)"', text))


def fits(kind, key, table):
    """Whether the schema takes under a key what a reader takes. A word may tell tables apart: each has some, and all together have all."""
    said = in_words(table[key])
    if kind.startswith('"'):
        every = set().union(*(words_in(in_words(one[key])) for one in TABLES if key in one))
        if key == "elements":  # of a plane scene others than of one in space
            return words_in(kind) <= words_in(said)
        return words_in(said) == words_in(kind) or (words_in(said) < words_in(kind) <= every)
    if kind == "a number >= 0" and (key, said) == ("prestress", "a number"):  # of cables; springs may be pressed
        return True
    kinds = set(said.replace("true or false", "true/false").split(" or "))
    if kind == "a number":  # a reader may ask for a number first and for its range later
        return any(one.startswith("a number") for one in kinds)
    if kind == "a text":  # names of bodies, and words that are looked up later
        return bool({"a text", "a selector", "a table"} & kinds) or bool(words_in(said))
    return kind.replace(" or ", "/") in kinds or kind == "a whole number" and re.fullmatch(r"[\d, ]+", said) is not None


class Schema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.scenes = {path: tomllib.loads(path.read_text()) for path in scene_files(pathlib.Path(folder.name))}
        assert len(cls.scenes) > 60, len(cls.scenes)

    def test_is_what_the_tool_writes_and_the_program_prints(self):
        result = subprocess.run([sys.executable, ROOT / "tools/scene_schema.py", "--check"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        said = drystone("check", "--schema")
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertEqual(said.stdout, (ROOT / "src/scene/scene.schema.json").read_text())

    def test_takes_no_scene_beside_it_and_needs_one_without(self):
        for arguments in (["--schema", "examples/two_balls.toml"], []):
            result = drystone("check", *arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""), arguments)
            self.assertIn("drystone check: ", result.stderr)

    def test_scenes_that_the_readers_take_are_valid(self):
        for path, scene in self.scenes.items():
            if not valid(scene, SCHEMA):
                refused = drystone("check", str(path)).returncode == 2
                self.assertTrue(refused, f"{path} is read, and not valid")

    def test_a_library_for_schemas_agrees(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        jsonschema.Draft7Validator.check_schema(SCHEMA)
        validator = jsonschema.Draft7Validator(SCHEMA)
        for path, scene in self.scenes.items():
            self.assertEqual(validator.is_valid(scene), valid(scene, SCHEMA), path)

    def test_every_table_takes_exactly_these_keys(self):
        listed, taken, asked = {}, {}, set()
        for path, scene in self.scenes.items():
            if not valid(scene, SCHEMA):
                continue
            dimension = scene["scene"]["dimension"]
            for place, schema, name in tables(scene, SCHEMA):
                if (name, dimension) in asked or name in ("scene", "scene.stages[].set"):
                    continue
                asked.add((name, dimension))
                said = drystone("check", str(path), "--set", f"{'.'.join(place)}.{NOBODYS_KEY}=1").stderr
                self.assertIn(f'unknown key "{NOBODYS_KEY}"', said, f"{path}: {name}")
                known = re.search(r"; known: (.*)", said)
                listed[name] = set(schema["properties"])
                if known:
                    taken.setdefault(name, set()).update(re.findall(r'"(\w+)"', known[1]))
        self.assertGreater(len(taken), 60)
        both = {name for name, dimension in asked if (name, 5 - dimension) in asked}
        for name, keys in taken.items():
            self.assertLessEqual(keys - FORMS.get(name, set()) - NOT_OF_SCENES, listed[name], f"{name}: the reader takes what the schema does not have")
            if name in both:
                self.assertEqual(listed[name] - keys - ({"with"} if "region" in name else set()), set(), f"{name}: the schema has what the reader does not take")

    def test_every_key_that_a_reader_asks_for_is_in_the_schema(self):
        known = set(re.findall(r'"(\w+)": ', json.dumps(SCHEMA)))
        ask = re.compile(r"\b(?:number|positive|not_negative|whole_number|text|truth|vector<\w+>|choice(?:<\w+>)?|at|find)\(\s*\"([a-z]\w+)\"")
        for file in sorted((ROOT / "src/scene").glob("*.cpp")):
            for key in ask.findall(file.read_text()):
                self.assertIn(key, known | NOT_OF_SCENES, file.name)

    def test_the_reference_has_every_key_that_a_reader_takes(self):
        result = subprocess.run([sys.executable, ROOT / "tools/scene_keys.py", "--check"], capture_output=True, text=True,
                                env={**os.environ, "DRYSTONE": DRYSTONE, "DRYSTONE_SCENES": ""})
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_values_are_what_the_readers_ask_for(self):
        """Of tables that have the same keys in the schema: numbers, whole numbers, texts, truths and words."""
        plain, compared = {"a number", "a number > 0", "a number >= 0", "a whole number", "a text", "true or false"}, 0
        wrong = []
        for title, keys in asked().items():
            alike = [table for table in TABLES if set(table) == set(keys)]
            for key, one in keys.items() if alike else ():
                words = sorted(kind for kind in one["kinds"] if kind.startswith('"'))  # others in the plane than in space
                for kind in [kind for kind in one["kinds"] if kind not in words] + ([", ".join(words)] if words else []):
                    if kind not in plain and not kind.startswith('"'):
                        continue
                    compared += 1
                    if not any(fits(kind, key, table) for table in alike):
                        wrong.append(f"{title}: {key} is {kind}, in the schema {[in_words(table[key]) for table in alike]}")
        self.assertEqual(wrong, [])
        self.assertGreater(compared, 200)

    def test_scenes_of_the_gallery_and_starters_are_valid(self):
        paths = [*(ROOT / "gallery").rglob("*.toml"), *(ROOT / "validation").rglob("*.toml"), *(ROOT / "tests/scene/every_table").glob("*.toml")]
        with tempfile.TemporaryDirectory() as folder:
            for word in re.findall(r"^(\S+)", drystone("new", "--list").stdout, re.M):
                path = pathlib.Path(folder) / f"{word}.toml"
                self.assertEqual(drystone("new", word, str(path)).returncode, 0, word)
                paths.append(path)
            self.assertGreater(len(paths), 20)
            for path in paths:
                self.assertTrue(valid(tomllib.loads(path.read_text()), SCHEMA), path)

    def test_typical_mistakes_are_not_valid(self):
        """Each in a scene that is fine but for it; the readers refuse it as well."""
        for name, old, new in MISTAKES:
            text = (ROOT / name).read_text()
            self.assertEqual(text.count(old) > 0, True, f"{name} has no {old!r}")
            broken = text.replace(old, new, 1)
            self.assertTrue(valid(tomllib.loads(text), SCHEMA), name)
            self.assertFalse(valid(tomllib.loads(broken), SCHEMA), f"{name}: {new} for {old}")
            with tempfile.NamedTemporaryFile("w", suffix=".toml", dir=(ROOT / name).parent) as file:
                file.write(broken)
                file.flush()
                self.assertEqual(drystone("check", file.name).returncode, 2, f"{name}: {new} for {old}")

    def test_every_key_of_the_schema_is_explained(self):
        """In what editors show, but for the word that tells tables apart."""
        silent = []

        def look(schema, where):
            for key, one in schema.get("properties", {}).items() if isinstance(schema.get("properties"), dict) else ():
                if "description" not in one and "enum" not in one:
                    silent.append(f"{where}.{key}")
            for word, one in schema.items() if isinstance(schema, dict) else ():
                for item in one if isinstance(one, list) else one.values() if word in ("properties", "definitions") else [one]:
                    if isinstance(item, dict):
                        look(item, f"{where}/{item.get('title', word)}" if isinstance(item.get("title", ""), str) else where)

        look(SCHEMA, "scene")
        self.assertEqual(silent, [])

    def test_what_is_wrong_is_not_valid(self):
        path = ROOT / "examples/two_balls.toml"
        scene = self.scenes[path]
        self.assertTrue(valid(scene, SCHEMA))
        count = 0
        for place, schema, name in tables(scene, SCHEMA):
            broken = copy.deepcopy(scene)
            here = broken
            for step in place:
                here = here[int(step) if isinstance(here, list) else step]
            here[NOBODYS_KEY] = 1
            self.assertFalse(valid(broken, SCHEMA), f"{name} takes any key")
            del here[NOBODYS_KEY]
            for key in schema["required"]:
                kept = here.pop(key)
                self.assertFalse(valid(broken, SCHEMA), f"{name} goes without {key}")
                here[key] = kept
            count += 1
        self.assertGreater(count, 8)
        for key, value in (("step", -1.0), ("step", "1e-3"), ("duration", [1]), ("integrator", "runge-kutta"), ("quasistatic", 1)):
            broken = copy.deepcopy(scene)
            broken["time"][key] = value
            self.assertFalse(valid(broken, SCHEMA), f"time.{key} = {value}")
        broken["time"] = {"step": "=2*h", "duration": 1}
        self.assertTrue(valid(broken, SCHEMA), "numbers may be computed")


BALLS = "examples/two_balls.toml"
MISTAKES = (  # what people write, and should not: (scene, what it has, what stands there instead)
    (BALLS, "friction ", "fricton "), (BALLS, "dimension = 3", "dimension = 4"), (BALLS, "dimension = 3", 'dimension = "3D"'), (BALLS, '"sphere"', '"ball"'),
    (BALLS, "density", "rho"), (BALLS, "[[bodies]]\n", "[[bodies]]\nfixed = 1\n"), (BALLS, "[time]\n", "[time]\ntime_step = 1e-3\n"),
    (BALLS, "restitution = [0.0, 0.0]", "restitution = 0.5"), (BALLS, "radius = 0.05", "radius = -0.05"), (BALLS, "radius = 0.05", "diameter = 0.1"),
    (BALLS, "tolerance      = 1e-5", "tolerance      = 2"), (BALLS, 'law         = "coulomb"', 'law         = "Coulomb"'), (BALLS, "gravity   = [0.0, 0.0, -9.81]", "gravity   = -9.81"),
    ("examples/arch.toml", '"arch"', '"arc"'), ("examples/drum.toml", '"velocity"', '"speed"'), ("examples/drum.toml", "over = 0.5", "during = 0.5"),
)
FORMS = {"scene.drives[]/a motion or load": {"travel", "pressure"}, "scene.links[].motor/1": {"kind"}}  # keys that make it a table of another form
NOT_OF_SCENES = {"function"}  # a key of scenes that programs make, never of files

if __name__ == "__main__":
    unittest.main()
