"""pip install --no-build-isolation . : the package is what CMake builds (cmake and the libraries of tools/packages.sh must be
there). DRYSTONE_BUILD=FOLDER takes the module out of a build that is there. Everything else is in pyproject.toml."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        if built := os.environ.get("DRYSTONE_BUILD"):
            folder = pathlib.Path(built).resolve()
        else:
            folder = pathlib.Path(self.build_temp).resolve()
            self._build(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(folder / "python/drystone" / target.name), str(target))

    def _build(self, folder):
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        self._call("cmake", "-S", str(ROOT), "-B", str(folder), *generator, "-DCMAKE_BUILD_TYPE=Release", "-DDRYSTONE_TESTS=OFF",
                   "-DDRYSTONE_BENCHMARKS=OFF", "-DDRYSTONE_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}")
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        self._call("cmake", "--build", str(folder), "--target", "drystone_python", "-j", jobs)

    @staticmethod
    def _call(*command):
        print(" ".join(command), flush=True)
        if subprocess.run(command, check=False).returncode != 0:
            raise SystemExit(f"{command[0]} failed: the lines above say why. The packages that the build needs are listed in "
                             "tools/packages.sh; ./dev build installs them.")


version = re.search(r"project\(drystone VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
setup(version=version, packages=["drystone"], package_dir={"": "python"}, package_data={"drystone": ["py.typed", "*.pyi"]},
      ext_modules=[Extension("drystone._core", [])], cmdclass={"build_ext": CMakeBuild})
