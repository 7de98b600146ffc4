#!/usr/bin/env python3
"""What the program says of itself: doctor, the manual page and completion for three shells. DRYSTONE is the path of the program."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", "build/bin/drystone"))


def drystone(*arguments, **options):
    return subprocess.run([DRYSTONE, *arguments], capture_output=True, text=True, timeout=120, **options)


def told(*arguments):
    result = drystone(*arguments)
    assert result.returncode == 0, result.stderr
    return result.stdout


def commands_in(help_text):
    return re.findall(r"^  ([a-z][\w-]*) {2,}\S|^  ([a-z][\w-]*)$", help_text.partition("Subcommands:")[2], re.M)


def help_pages():
    """{path of a command: its help}, as the parser prints it."""
    pages, waiting = {}, [()]
    while waiting:
        path = waiting.pop()
        pages[path] = told(*path, "--help")
        waiting += [(*path, a or b) for a, b in commands_in(pages[path])]
    return pages


PAGES = help_pages()
OPTIONS = {path: re.findall(r"(?<![\w-])(--[a-z][\w-]*)", page.partition("Options:")[2].partition("Exit status")[0])
           for path, page in PAGES.items()}


def offered(line):
    """What bash offers at the end of a line."""
    script = told("completion", "bash") + """
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _drystone; printf '%s\\n' "${COMPREPLY[@]}"
"""
    result = subprocess.run(["bash", "-c", script, "bash", *line], capture_output=True, text=True)
    assert result.returncode == 0 and not result.stderr, result.stderr
    return set(result.stdout.split())


class Words(unittest.TestCase):
    def test_there_are_commands_to_look_for(self):
        self.assertIn(("run",), PAGES)
        self.assertIn(("bench", "solvers"), PAGES)
        self.assertGreater(len(PAGES), 20)

    def test_the_manual_has_every_command_with_every_option(self):
        page = told("man").replace("\\-", "-")
        for path, page_of_help in PAGES.items():
            if path and not commands_in(page_of_help):
                section = page.partition(f".SS \\fBdrystone {' '.join(path)}\\fR")[2].partition("\n.S")[0]
                self.assertTrue(section, path)
                for option in OPTIONS[path]:
                    self.assertRegex(section, re.escape(f"\\fB{option}\\fR"), f"{path} {option}")
        self.assertIn("10 it moves", page.replace("\n", " ").replace(".br ", ""))

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_the_manual_is_taken_without_warnings(self):
        result = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=told("man"), capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_bash_offers_every_command_and_every_option(self):
        for path, page in PAGES.items():
            below = {a or b for a, b in commands_in(page)}
            self.assertEqual(offered(["drystone", *path, "-"]), set(OPTIONS[path]) | {"-h"}, path)
            if below:
                self.assertEqual(offered(["drystone", *path, ""]), below, path)

    def test_bash_offers_files_folders_and_words_where_they_are_meant(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(folder + "/there")
            open(folder + "/scene.toml", "w").close()
            begin = folder + "/"
            both = {begin + "there", begin + "scene.toml"}
            self.assertEqual(offered(["drystone", "run", begin]), both)
            self.assertEqual(offered(["drystone", "run", "--out", begin]), {begin + "there"})
            self.assertEqual(offered(["drystone", "limit", "--flow", ""]), {"associated", "coulomb"})
            self.assertEqual(offered(["drystone", "run", "--threads", ""]), set())
            self.assertEqual(offered(["drystone", "run", "x.toml", "--o"]), {"--out"})

    def test_other_shells_get_every_command_and_option(self):
        zsh, fish = told("completion", "zsh"), told("completion", "fish")
        for path, page in PAGES.items():
            if path:
                case = zsh.partition(f"        '{' '.join(path)}')")[2].partition(" ;;")[0]
                self.assertTrue(case, path)
                self.assertIn(f"-a {path[-1]} ", fish)
                lines = [line for line in fish.splitlines() if f"from {path[-1]}'" in line or f"from {path[-1]};" in line]
                for option in OPTIONS[path]:
                    self.assertIn(f"{option}[", case, path)
                    self.assertTrue(any(f" -l {option[2:]} " in line for line in lines), f"{path} {option}")

    def test_their_shells_read_them(self):
        for shell, arguments in (("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["-n"])):
            if not shutil.which(shell):
                continue
            with tempfile.NamedTemporaryFile("w") as file:
                file.write(told("completion", shell))
                file.flush()
                result = subprocess.run([shell, *arguments, file.name], capture_output=True, text=True)
                self.assertEqual((result.returncode, result.stderr), (0, ""), shell)

    def test_wrong_words_are_refused_and_nothing_is_printed(self):
        for arguments in (["completion"], ["completion", "tcsh"], ["man", "run"], ["doctor", "--dream"], ["doctor", "me"]):
            result = drystone(*arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""), arguments)
            self.assertTrue(result.stderr)


class Doctor(unittest.TestCase):
    def findings(self, **options):
        result = drystone("doctor", "--json", **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        said = json.loads(result.stdout)
        self.assertEqual(said["version"], told("--version").split()[-1])
        return {one["name"]: one for one in said["findings"]}

    def test_says_of_everything_whether_it_was_found(self):
        found = self.findings()
        for name in ("program", "processor", "instructions", "threads", "memory", "hdf5", "fonts", "viewer", "ffmpeg", "cuda", "mpi"):
            self.assertIn(name, found)
        for one in found.values():
            self.assertTrue(one["detail"])
            self.assertEqual(bool(one["advice"]), not one["found"])
        self.assertEqual(found["ffmpeg"]["found"], shutil.which("ffmpeg") is not None)
        words = told("doctor")
        for name in found:
            self.assertRegex(words, rf"(?m)^{name} +(yes|no) ")

    def test_what_is_not_on_the_path_is_missing(self):
        with tempfile.TemporaryDirectory() as empty:
            os.symlink("/bin/sh", empty + "/sh")
            found = self.findings(env={"PATH": empty})
            for name in ("ffmpeg", "python", "cuda", "mpi"):
                self.assertFalse(found[name]["found"], name)

    def test_what_is_on_the_path_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, says in (("ffmpeg", "ffmpeg version 99"), ("python3", "3.99|drystone 0.0.1|numpy"), ("mpirun", "Open MPI 77")):
                with open(f"{folder}/{name}", "w") as script:
                    script.write(f"#!/bin/sh\necho '{says}'\n")
                os.chmod(f"{folder}/{name}", 0o755)
            found = self.findings(env={"PATH": folder})
            self.assertEqual(found["ffmpeg"]["detail"], "ffmpeg version 99")
            self.assertIn("Open MPI 77", found["mpi"]["detail"])
            self.assertEqual(found["python"]["detail"], "3.99")
            self.assertFalse(found["python drystone"]["found"])  # another version than ours
            self.assertIn("0.0.1", found["python drystone"]["detail"])
            self.assertFalse(found["python numpy"]["found"])


class Numbers(unittest.TestCase):
    """What stands for a number in the help takes no nan and nothing infinite, and says what it takes in a line."""

    def numbers(self):
        kinds = "A|H|K|K,K|L|LOW,HIGH|MB|MM|N|N,N|P|R|REL|S|T|V|W|X|X,Y,Z"
        for path, page in PAGES.items():
            for option in re.findall(rf"^ +(--[a-z-]+) (?:{kinds})(?:[ :\n])", page.partition("Options:")[2], re.M):
                if option != "--frame":  # first, last or a time: a text until the run is known
                    yield path, option

    def test_there_are_many(self):
        self.assertGreater(len(list(self.numbers())), 45)

    def test_each_refuses_what_is_none(self):
        for path, option in self.numbers():
            for value in ("nan", "inf", "-inf", "-1e999"):
                result = drystone(*path, f"{option}={value}")
                said = f"{path} {option} {value}: {result.stderr}"
                self.assertEqual((result.returncode, result.stdout), (2, ""), said)
                self.assertIn(option, result.stderr, said)
                self.assertLess(len(result.stderr.splitlines()[0]), 120, said)

    def test_what_must_be_positive_says_so(self):
        for arguments in (["resume", "--until=-1"], ["stability", "--step=0"], ["measure", "--width=-2"], ["render", "--speed=0"]):
            said = drystone(*arguments).stderr.splitlines()[0]
            self.assertEqual(said, f"drystone: {arguments[1].partition('=')[0]}: {arguments[1].partition('=')[2]} must be a number above 0")
        self.assertIn("must be a number, 0 or more", drystone("ensemble", "--seed=-1").stderr)


if __name__ == "__main__":
    unittest.main()
