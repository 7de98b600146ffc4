"""pip installs the package into an environment of its own, and it works there, away from the sources."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Install(unittest.TestCase):
    def test_pip_install_into_a_fresh_environment(self):
        environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LD_PRELOAD")}

        def call(*command, cwd):
            result = subprocess.run([str(word) for word in command], cwd=cwd, env=environment, capture_output=True, text=True, timeout=3000)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            return result.stdout

        with tempfile.TemporaryDirectory() as folder:
            call(sys.executable, "-m", "venv", "--system-site-packages", folder + "/env", cwd=folder)
            python = folder + "/env/bin/python3"
            sources = pathlib.Path(folder) / "sources"  # pip leaves build folders beside what it builds
            shutil.copytree(ROOT, sources, ignore=shutil.ignore_patterns(".git", "build", "build-*", "results", "node_modules", "__pycache__"))
            call(python, "-m", "pip", "install", "--no-build-isolation", "--no-index", "--no-deps", ".", cwd=sources)
            said = call(python, "-c", "import drystone, pathlib; w = drystone.load('examples/two_balls.toml'); print(w.run(until=0.01).steps);"
                        "p = pathlib.Path(drystone.__file__).parent; print(p); print(sorted(f.name for f in p.iterdir()))", cwd=ROOT)
            self.assertIn(folder, said)
            for name in ("py.typed", "_core.pyi", "plots.py"):
                self.assertIn(name, said)


if __name__ == "__main__":
    unittest.main()
