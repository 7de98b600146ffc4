"""A disk that is full at any byte, seen from Python: an error is raised, and the interpreter ends by itself, with its own status."""
import os
import subprocess
import sys
import tempfile
import unittest

from scenes import EXAMPLES

PROGRAM = f"""
import atexit, resource, signal, sys
import drystone
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
limit = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
atexit.register(print, "good bye")
try:
    drystone.run({str(EXAMPLES / "arch.toml")!r}, out="run", set={{"time.duration": 0.01, "output.frames_every": 0.002}}, quiet=True, report=False)
    print("done")
except Exception as error:
    print(type(error).__name__, error)
sys.exit(7)
"""


class FullDisks(unittest.TestCase):
    def test_the_interpreter_ends_by_itself(self):
        for limit in (0, 1000, 3000, 12000, 40000, 70000, 90000, 10**7):
            with self.subTest(limit=limit), tempfile.TemporaryDirectory() as folder:
                result = subprocess.run([sys.executable, "-c", PROGRAM, str(limit)], cwd=folder, capture_output=True, text=True, timeout=120)
                self.assertEqual((result.returncode, result.stderr), (7, ""), result.stdout)
                first, last = result.stdout.splitlines()
                self.assertEqual(last, "good bye")
                if limit == 10**7:
                    self.assertEqual(first, "done")
                else:
                    self.assertIn("File too large", first)
                if limit < 12000:
                    self.assertEqual(os.listdir(folder), [])  # it could not begin


if __name__ == "__main__":
    unittest.main()
