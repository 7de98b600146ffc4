"""The type stubs say what the module has, and everything has a word of explanation."""
import ast
import inspect
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import drystone
import drystone._core as core

PACKAGE = pathlib.Path(drystone.__file__).resolve().parent
STUB = ast.parse((PACKAGE / "_core.pyi").read_text())
PLAIN = {"__init__", "__new__", "__module__", "__repr__", "__getstate__", "__setstate__", "__hash__"}  # every class has these, or needs no type


def members(tree):
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
    return names


def own_members(cls):
    return {name for name in vars(cls) if name not in PLAIN and not name.startswith("_pybind11") and name != "__doc__"}


class Stubs(unittest.TestCase):
    def test_names_of_the_module(self):
        real = {name for name in vars(core) if not name.startswith("__")} | {"__version__"}
        self.assertEqual(members(STUB), real)

    def test_names_of_the_classes(self):
        classes = [node for node in STUB.body if isinstance(node, ast.ClassDef) and node.name != "InputError"]
        self.assertGreater(len(classes), 5)
        for node in classes:
            with self.subTest(node.name):
                self.assertEqual(members(node) - {"__eq__"}, own_members(getattr(core, node.name)) - {"__eq__"})

    def test_arguments_of_functions_and_methods(self):
        """pybind11 writes the signature into the first line of the docstring."""
        compared = 0
        for owner, scope in [(core, STUB)] + [(getattr(core, n.name), n) for n in STUB.body if isinstance(n, ast.ClassDef)]:
            for node in scope.body:
                if not isinstance(node, ast.FunctionDef) or node.decorator_list or node.name.startswith("__"):
                    continue
                line = getattr(owner, node.name).__doc__.splitlines()[0]
                told = [a for a in re.findall(r"[(,] ?(\w+):", line) if a not in ("self", "arg0")]
                self.assertEqual(told, [a.arg for a in node.args.args if a.arg != "self"], line)
                compared += 1
        self.assertGreater(compared, 15)

    def test_everything_is_explained(self):
        for name in drystone.__all__:
            thing = getattr(drystone, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                self.assertTrue(thing.__doc__, name)
        for cls in (core.World, core.Contacts, core.Report, core.State, core.Stability, core.Solution):
            for name in own_members(cls) - {"__len__", "__eq__"}:
                doc = inspect.getdoc(getattr(cls, name)) or ""
                text = doc.split("\n", 2)[-1] if doc.startswith(name + "(") else doc
                self.assertTrue(text.strip(), f"{cls.__name__}.{name}")

    @unittest.skipUnless(shutil.which("mypy"), "mypy is not installed")
    def test_mypy_finds_nothing(self):
        result = subprocess.run(["mypy", "--ignore-missing-imports", "--no-incremental", "--cache-dir=/dev/null", str(PACKAGE)],
                                capture_output=True, text=True, timeout=280)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
