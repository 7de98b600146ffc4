#!/usr/bin/env python3
"""What is installed and packaged works away from the build folder. DRYSTONE is the path of the program in its build folder.

    packages_test.py            what is installed (fast)
    packages_test.py Nightly    also a program of one's own, Debian packages in a bare Debian, a wheel (minutes)"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = pathlib.Path(os.environ.get("DRYSTONE", ROOT / "build/bin/drystone")).resolve()
BUILD = DRYSTONE.parents[1]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LD_PRELOAD")}
PYTHON = "/usr/bin/python3"


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def call(self, *command, status=0, **options):
        options = {"cwd": self.folder, "env": ENVIRONMENT, "timeout": 1800} | options
        result = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
        self.assertEqual(result.returncode, status, result.stdout[-4000:] + result.stderr[-4000:])
        return result.stdout

    def install(self, component):
        self.call("cmake", "--install", BUILD, "--prefix", self.folder / "usr", "--component", component)

    def installed(self):
        return {path.relative_to(self.folder / "usr").as_posix() for path in (self.folder / "usr").rglob("*") if path.is_file()}


class Installed(InAFolder):
    def test_the_program_comes_with_manual_completion_examples_and_licence(self):
        self.install("program")
        files = self.installed()
        for name in ("bin/drystone", "share/man/man1/drystone.1.gz", "share/bash-completion/completions/drystone",
                     "share/zsh/vendor-completions/_drystone", "share/fish/vendor_completions.d/drystone.fish",
                     "share/doc/drystone/copyright", "share/doc/drystone/CITATION.cff", "share/doc/drystone/docs/changes.md",
                     "share/doc/drystone/examples/two_balls.toml"):
            self.assertIn(name, files)
        self.assertFalse([name for name in files if name.endswith((".a", ".h", ".cmake")) and "/examples/" not in name], "that is the part for development")
        program = self.folder / "usr/bin/drystone"
        example = self.folder / "usr/share/doc/drystone/examples/two_balls.toml"
        self.call(program, "run", example, "--out", "results", "--quiet")
        self.assertTrue((self.folder / "results/summary.json").exists())

    def test_the_version_is_said_in_one_place_and_repeated_faithfully(self):
        version = re.search(r"project\(drystone VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertEqual(self.call(DRYSTONE, "--version"), f"drystone {version}\n")
        self.assertEqual(re.search(r"(?m)^version: (.*)$", (ROOT / "CITATION.cff").read_text())[1], version)
        self.assertIn(version, (ROOT / "docs/changes.md").read_text())


OWN_PROGRAM = {
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(mine CXX)
set(CMAKE_CXX_STANDARD 20)
find_package(drystone 0.1 REQUIRED)
add_executable(mine main.cpp)
target_link_libraries(mine PRIVATE drystone::drystone_scene)
""",
    "main.cpp": """#include <cstdio>
#include "scene/scene.h"
int main(int, char** argv) { std::printf("%d\\n", drystone::read_scene(argv[1], {}).dimension); }
"""}


class NightlyDevelopment(InAFolder):
    def test_a_program_of_ones_own_links_what_was_installed(self):
        self.install("development")
        for name, text in OWN_PROGRAM.items():
            (self.folder / name).write_text(text)
        self.call("cmake", "-S", ".", "-B", "mine", f"-DCMAKE_PREFIX_PATH={self.folder}/usr")
        self.call("cmake", "--build", "mine")
        self.assertEqual(self.call("mine/mine", ROOT / "examples/two_balls.toml"), "3\n")

    def test_another_version_is_refused(self):
        self.install("development")
        (self.folder / "CMakeLists.txt").write_text(OWN_PROGRAM["CMakeLists.txt"].replace("0.1 ", "7.5 "))
        (self.folder / "main.cpp").write_text("int main() {}")
        self.call("cmake", "-S", ".", "-B", "mine", f"-DCMAKE_PREFIX_PATH={self.folder}/usr", status=1)


def can_make_a_root():
    return os.geteuid() == 0 and shutil.which("debootstrap") and pathlib.Path("/etc/apt/sources.list.d/debian.sources").exists()


class NightlyDebian(InAFolder):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.packages = pathlib.Path(folder.name)
        result = subprocess.run(["cpack", "-B", folder.name], cwd=BUILD, capture_output=True, text=True, timeout=1800)
        assert result.returncode == 0, result.stdout + result.stderr
        cls.files = {file.name.partition("_")[0]: file for file in cls.packages.glob("*.deb")}

    def field(self, package, name):
        return self.call("dpkg-deb", "-f", self.files[package], name).strip()

    def test_packages_say_what_they_need(self):
        self.assertLessEqual({"drystone", "libdrystone-dev"}, set(self.files))
        depends = self.field("drystone", "Depends")
        for library in ("libc6", "libhdf5", "libcholmod", "libfmt"):  # found by dpkg-shlibdeps
            self.assertIn(library, depends)
        self.assertNotIn("-dev", depends)
        self.assertIn("libhdf5-dev", self.field("libdrystone-dev", "Depends"))
        if "python3-drystone" in self.files:
            self.assertIn("python3-numpy", self.field("python3-drystone", "Depends"))
        for package in self.files:
            self.assertTrue(self.field(package, "Description") and self.field(package, "Maintainer"))

    def test_packages_share_no_file_and_hold_nothing_of_this_machine(self):
        seen = {}
        for package, file in self.files.items():
            for line in self.call("dpkg-deb", "-c", file).splitlines():
                words = line.split()
                self.assertEqual(words[1], "root/root", line)
                if not words[5].endswith("/"):
                    self.assertNotIn(words[5], seen, "in two packages")
                    seen[words[5]] = package
        self.assertEqual(seen["./usr/bin/drystone"], "drystone")
        self.assertFalse([name for name in seen if not name.startswith("./usr/")])

    @unittest.skipUnless(can_make_a_root(), "needs root, debootstrap and Debian's sources")
    def test_a_bare_debian_installs_runs_and_forgets_them(self):
        root = self.folder / "debian"
        sources = pathlib.Path("/etc/apt/sources.list.d/debian.sources")
        mirror = re.search(r"(?m)^URIs: (\S+)", sources.read_text())[1]
        self.call("debootstrap", "--variant=minbase", "bookworm", root, mirror)
        (root / "etc/apt/sources.list").unlink(missing_ok=True)
        shutil.copy(sources, root / "etc/apt/sources.list.d/")
        for file in pathlib.Path("/etc/apt/apt.conf.d").glob("99*"):
            shutil.copy(file, root / "etc/apt/apt.conf.d/")
        for name in ("resolv.conf", "hosts"):
            shutil.copy(f"/etc/{name}", root / "etc")
        for file in self.files.values():
            shutil.copy(file, root / "tmp")

        def inside(command):
            return self.call("chroot", root, "/bin/sh", "-c", command, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"})

        inside("apt-get update -qq")
        before = self.listing(root)
        names = " ".join(f"/tmp/{self.files[name].name}" for name in ("drystone", "python3-drystone") if name in self.files)
        inside(f"apt-get install -y -qq --no-install-recommends {names}")
        inside("cd /tmp && drystone run /usr/share/doc/drystone/examples/two_balls.toml --out /tmp/results --quiet && drystone doctor")
        self.assertTrue((root / "tmp/results/summary.json").exists())
        if "python3-drystone" in self.files:
            said = inside("python3 -c 'import drystone; print(drystone.load(\"/usr/share/doc/drystone/examples/two_balls.toml\").run(until=0.01).steps)'")
            self.assertEqual(said, "10\n")
        inside("rm -r /tmp/results; apt-get purge -y -qq drystone python3-drystone; apt-get autoremove --purge -y -qq")
        self.assertEqual({path for path in self.listing(root) - before if "drystone" in path}, set())

    @staticmethod
    def listing(root):
        return {str(path.relative_to(root)) for part in ("usr", "etc", "var", "root", "tmp") for path in (root / part).rglob("*")
                if not str(path.relative_to(root)).startswith(("var/cache", "var/log"))}


@unittest.skipUnless(shutil.which("patchelf") and (BUILD / "python/drystone").exists(), "needs patchelf and the Python module")
class NightlyWheel(InAFolder):
    def test_a_wheel_brings_its_libraries(self):
        sources = self.folder / "sources"  # pip leaves folders beside what it builds
        shutil.copytree(ROOT, sources, ignore=shutil.ignore_patterns(".git", "build", "build-*", "results", "node_modules", "__pycache__"))
        interpreter = re.search(r"(?m)^Python_EXECUTABLE:.*=(.*)$", (BUILD / "CMakeCache.txt").read_text())[1]
        self.call(interpreter, sources / "tools/wheel.py", "--out", self.folder / "wheels", env=ENVIRONMENT | {"DRYSTONE_BUILD": str(BUILD)})
        (wheel,) = (self.folder / "wheels").glob("*.whl")
        self.assertIn("manylinux", wheel.name)
        self.call(interpreter, "-m", "venv", "--system-site-packages", "env")
        self.call("env/bin/python3", "-m", "pip", "install", "--no-index", "--no-deps", wheel)
        said = self.call(self.folder / "env/bin/python3", "-c", "import drystone; w = drystone.load('examples/two_balls.toml');"
                         "print(w.run(until=0.01).steps); print(open('/proc/self/maps').read())", cwd=ROOT)
        self.assertTrue(said.startswith("10\n"))
        loaded = {line.split()[-1] for line in said.splitlines() if ".so" in line}
        for name in ("libhdf5", "libcholmod", "libfmt"):
            ours = [path for path in loaded if f"/{name}" in path and "h5py" not in path]
            self.assertTrue(ours and all("drystone.libs" in path for path in ours), f"{name}: {ours}")
        with zipfile.ZipFile(wheel) as archive:
            self.assertIsNone(archive.testzip())


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else "Installed"
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(case) for name, case in list(globals().items())
                               if name.startswith(chosen) and isinstance(case, type) and issubclass(case, unittest.TestCase))
    assert suite.countTestCases() > 0, chosen
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
