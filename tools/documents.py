#!/usr/bin/env python3
"""Compares what the documents say of the tree with the tree, prints file:line of what is wrong, and fails if anything is.

    tools/documents.py [ROOT]

  - The rooms a room leans on (docs/architecture.md's table, the line "Leans on:" of its README) are those its files include,
    neither more nor fewer; remarks in parentheses count. CMakeLists.txt's room() lists no other, and what is included is
    listed or comes with what is.
  - Every source file of a room is named in its README, and every file a README names is there. `name.h`, `name.cpp`
    and `name` stand for both, in backticks or in a table of files; `name_*.cpp` is a pattern.
  - Links lead to files, and to headings, that exist; so do paths in backticks, included headers, `./dev` commands,
    commands and programs of the build."""
import pathlib
import re
import sys

from rooms import included_rooms, room_folders, sources

MADE = ("build", "results", "web/node_modules", ".", "<")  # beginnings of what is made here, or stands for something
SOURCE = r"\.(?:h|cpp|py|pyi|js|mjs|sh|cmake|toml|md|txt|supp)"


class Page:
    """A document by lines; fenced lines are code."""

    def __init__(self, root, path):
        self.root, self.path = root, path
        self.lines = path.read_text().splitlines()
        fenced = False
        self.prose, self.code = [], []  # (number, text)
        for number, line in enumerate(self.lines, 1):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            else:
                (self.code if fenced else self.prose).append((number, line))

    @property
    def name(self):
        return self.path.relative_to(self.root).as_posix()

    def spans(self):
        """(line, text) of what stands in backticks."""
        return [(number, span) for number, line in self.prose for span in re.findall(r"`([^`]+)`", line)]


def pages(root):
    found = [*root.glob("*.md"), *(root / "docs").glob("*.md"), *(root / "src").glob("*/*.md"),
             *(root / "python").glob("*.md"), *(root / "tests").glob("*/*.md"), *(root / "web").glob("*.md"),
             *(root / "validation").glob("*.md"), *(root / "gallery").glob("**/*.md")]
    return [Page(root, path) for path in sorted(found)]


def rooms_in(text, rooms):
    return {word for word in re.findall(r"[a-z0-9]+", text) if word in rooms}


def compare_rooms(where, said, included):
    """What a document says a room leans on, against what it includes."""
    for room in sorted(included - said):
        yield f"{where}: {room} is included and not named; it includes: {', '.join(sorted(included))}"
    for room in sorted(said - included):
        yield f"{where}: {room} is named and not included; it includes: {', '.join(sorted(included)) or 'nothing'}"


def check_table_of_rooms(root, rooms):
    page, rows = Page(root, root / "docs/architecture.md"), {}
    for number, line in page.prose:
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if len(cells) == 3 and cells[0] in rooms:
            rows[cells[0]] = number
            yield from compare_rooms(f"{page.name}:{number}: {cells[0]}", rooms_in(cells[2], rooms) - {cells[0]},
                                     rooms[cells[0]])
    for room in rooms.keys() - rows.keys():
        yield f"{page.name}:1: the table of rooms has no row for {room}"


def check_readmes(root, rooms):
    for room, folder in room_folders(root).items():
        readme = folder / "README.md"
        if not readme.exists():
            yield f"{readme.relative_to(root)}:1: is not there"
            continue
        page = Page(root, readme)
        lines = [(number, found[1]) for number, line in page.prose if (found := re.search(r"Leans on:? ([^.]*)", line))]
        if len(lines) != 1:
            yield f"{page.name}:1: one line must begin with \"Leans on:\"; {len(lines)} do"
        for number, said in lines:
            yield from compare_rooms(f"{page.name}:{number}", rooms_in(said, rooms) - {room}, rooms[room])
        yield from check_files_of(page, folder)


def check_cmake(root, rooms):
    listed, line_of = {}, {}
    for number, line in enumerate((root / "CMakeLists.txt").read_text().splitlines(), 1):
        if found := re.match(r"\s*room\((\w+)([^)]*)\)", line):
            listed[found[1]], line_of[found[1]] = set(found[2].split()), number

    def reached(room):
        return listed.get(room, set()).union(*map(reached, listed.get(room, set())))

    for room in rooms.keys() - listed.keys() - {"python"}:
        yield f"CMakeLists.txt:1: no room({room} ...)"
    for room, others in listed.items():
        where = f"CMakeLists.txt:{line_of[room]}: room({room})"
        for other in sorted(others - rooms.get(room, set())):
            yield f"{where}: {other} is listed and not included"
        for other in sorted(rooms.get(room, set()) - reached(room)):
            yield f"{where}: {other} is included and not listed"


def expand(span):
    """The names that one span stands for: `a.h/.cpp` two of them."""
    if found := re.fullmatch(r"([\w./*<>-]+)\.(\w+)/\.(\w+)", span):
        return [f"{found[1]}.{found[2]}", f"{found[1]}.{found[3]}"]
    return [span]


def listed_files(page):
    """(line, name) of files that a README names: in backticks, and in the first column of tables of files."""
    for number, span in page.spans():
        yield from ((number, name) for name in expand(span))
    in_table = False
    for number, line in page.prose:
        if not line.startswith("|"):
            in_table = False
        elif re.match(r"\|\s*file\s*\|", line):
            in_table = True
        elif in_table and not line.startswith(("| ---", "|---")):
            cell = line.strip("| ").split(" | ")[0]
            if "`" not in cell:
                yield from ((number, name) for word in re.split(r", | with ", re.sub(r" \(.*\)", "", cell))
                            for name in expand(word.strip()))


def check_files_of(page, folder):
    files = {file.relative_to(folder).as_posix() for file in sources(folder)}
    stems = {file.rsplit(".", 1)[0] for file in files}
    named = set()
    for number, name in listed_files(page):
        if "*" in name:
            matches = {file for file in files if pathlib.PurePath(file).match(name)}
            named |= matches
            if not matches and "/" not in name and re.search(r"\.(h|cpp|\*)$", name):
                yield f"{page.name}:{number}: no file is like {name}"
        elif name in stems:
            named |= {name + ".h", name + ".cpp"}
        elif name in files:
            named |= {name.rsplit(".", 1)[0] + suffix for suffix in (".h", ".cpp")}
        elif re.fullmatch(r"[a-z0-9_]+\.(h|cpp)", name) and not (page.path.parent / name).exists():
            yield f"{page.name}:{number}: there is no {name} here"
    for file in sorted(files - named):
        yield f"{page.name}:1: {file} is not named"


def slug(heading):
    return re.sub(r"[^\w\- ]", "", re.sub(r"`", "", heading.strip().lower())).replace(" ", "-")


def check_links(root, all_pages):
    headings = {page.path: {slug(found[1]) for _, line in page.prose if (found := re.match(r"#+ (.*)", line))}
                for page in all_pages}
    for page in all_pages:
        for number, line in page.prose:
            for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                file = (page.path.parent / path).resolve() if path else page.path
                if not file.exists():
                    yield f"{page.name}:{number}: link to {target}: there is no such file"
                elif anchor and anchor not in headings.get(file, set()):
                    yield f"{page.name}:{number}: link to {target}: there is no such heading"


def exists(root, rooms, name):
    """A path of the tree, from its root or from src/; patterns and <placeholders> want one file at least."""
    if "<" in name:  # `laws/<name>.h`: the folder
        return any((base / name.partition("<")[0]).is_dir() for base in (root, root / "src"))
    name = name.rstrip("/")
    for base in (root, root / "src"):
        if any(base.glob(name)) or (name.split("/")[0] in rooms and any(base.glob(name + ".*"))):
            return True
    return False


def looks_like_path(root, rooms, span, strict):
    """Whether a span means a path of the tree. Pages for users also name files that runs leave (`bodies/wall`): there a
    path begins with a folder of the tree, or is a source file of a room; `strict` pages mean the tree with every path."""
    if not re.fullmatch(r"[\w.*<>-]+(/[\w.*<>-]*)+", span) or span.startswith(MADE):
        return False
    first = span.split("/")[0]
    if strict:
        return True
    if first in rooms and first != "python":
        return re.search(SOURCE + "$", span) is not None
    return (root / first).is_dir()


def check_paths(root, rooms, all_pages):
    for page in all_pages:
        strict = page.name in ("CONTRIBUTING.md", "docs/architecture.md")
        for number, span in page.spans():
            for name in expand(span):
                if looks_like_path(root, rooms, name, strict) and not exists(root, rooms, name) \
                        and not any(page.path.parent.glob(name)):
                    yield f"{page.name}:{number}: there is no {name}"
        for number, line in page.code:
            if found := re.match(r'\s*#include "([a-z0-9_]+/[^"]+)"', line):
                if not (root / "src" / found[1]).exists():
                    yield f"{page.name}:{number}: there is no header {found[1]}"
            if page.name == "docs/architecture.md":
                for name in re.findall(r"\b[a-z0-9]+/[a-z_]+\b", line):
                    if name.split("/")[0] in rooms and not exists(root, rooms, name):
                        yield f"{page.name}:{number}: there is no {name}"


def dev_commands(root):
    """Words of ./dev and their options, from its help."""
    commands = {}
    for found in re.finditer(r"^\./dev (\w+)((?: --\w+)*)", (root / "dev").read_text(), re.M):
        commands.setdefault(found[1], set()).update(found[2].split())
    return commands | {"help": set()}


def programs(root):
    found = {"drystone"}
    for file in [root / "CMakeLists.txt", *root.glob("*/CMakeLists.txt"), *root.glob("tests/*/CMakeLists.txt")]:
        text = file.read_text()
        found |= set(re.findall(r"(?:add_executable|benchmark)\((\w+)", text))
        found |= {f"fuzz_{kind}" for kind in re.findall(r"^fuzzer\((\w+)", text, re.M)}
    return found | {f"test_{folder.name}" for folder in (root / "tests").iterdir() if folder.is_dir()}


def check_commands(root, all_pages):
    dev, bins = dev_commands(root), programs(root)
    words = {word for file in (root / "src/cli").glob("*.cpp")
             for word in re.findall(r'add_subcommand\(\s*"(\w+)"', file.read_text())}
    for page in all_pages:
        texts = [*page.spans(), *page.code, *((n, line) for n, line in page.prose if line.startswith("    "))]
        for number, text in texts:
            for word, options in re.findall(r"\./dev (\w+)((?: --\w+)*)", text):
                for missing in ([word] if word not in dev else sorted(set(options.split()) - dev[word])):
                    yield f"{page.name}:{number}: ./dev does not know {missing}"
            for name in re.findall(r"\bbuild/bin/(\w+)", text):
                if name not in bins:
                    yield f"{page.name}:{number}: nothing builds {name}"
            for word in re.findall(r"^(?:\$ )?(?:build/bin/)?drystone ([a-z]\w*)", text):
                if words and word not in words:
                    yield f"{page.name}:{number}: drystone has no command {word}"


def check(root):
    rooms, all_pages = included_rooms(root), pages(root)
    return [*check_table_of_rooms(root, rooms), *check_cmake(root, rooms), *check_readmes(root, rooms),
            *check_links(root, all_pages), *check_paths(root, rooms, all_pages), *check_commands(root, all_pages)]


def main():
    wrong = check(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve())
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
