#!/usr/bin/env python3
"""Counts of the tree that CONTRIBUTING.md bounds; prints them, and fails where one is above its bound.

    tools/counts.py [--list WHAT] [ROOT]

  arguments    functions defined in src/ that take more than five; explicit instantiations and lambdas do not count
  lines        files of src/ of more than 500 lines
  deformable   files of src/ that touch the data of deformable bodies (BODIES_THAT_DEFORM below), outside of the room elastic and of
               files whose name says that they are about nothing else
  md           places that compare a method with `SolverMethod::md`
  world        functions in headers of src/step that may change all of a world: `World<D>&`, not const, and not a part of it

--list prints file:line of each, instead."""
import pathlib
import re
import sys

from rooms import sources

BOUNDS = {"arguments": 0, "lines": 0, "deformable": 1, "md": 2, "world": 89}
OWN = re.compile(r"deform|material_place|surface_touch|compliant")
BODIES_THAT_DEFORM = re.compile(r"\b(?:elastic_parts|deforming_of|deforming|driven_nodes|loaded_nodes|held_matter|"
                                r"Elastic(?:Body|Model|Parts)|Deforming)\b(?!\.h)|\w\.elastic\b")
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "decltype", "alignas", "noexcept", "requires", "static_assert", "catch"}


def without_comments(text):
    """The same lines, without comments and what stands between quotes."""
    token = re.compile(r'//[^\n]*|/\*.*?\*/|R"\w*\(.*?\)\w*"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
    return token.sub(lambda found: '""' + "\n" * found[0].count("\n") if found[0][0] in "R\"'" else "\n" * found[0].count("\n"), text)


def closing(text, start, pair):
    """Where the bracket opened at `start` is closed."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i
    return len(text)


def arguments(text):
    """How many there are between the parentheses of a signature."""
    depth = count = 0
    for i, c in enumerate(text):
        depth += (c in "(<[{") - (c in ")]}") - (c == ">" and text[i - 1] != "-")
        count += c == "," and depth == 0
    return count + 1 if text.strip() else 0


def definitions(text):
    """(line, name, arguments) of functions with a body, at namespace or class level."""
    head, i = 0, 0  # where the present declaration begins
    while i < len(text):
        if text[i] == "#" and not text[head:i].strip():  # a macro, with its continuations
            i = re.compile(r"(?:\\\n|[^\n])*").match(text, i).end()
            head = i
        elif text[i] in ";}":
            head = i + 1
        elif text[i] == "{":
            declared = text[head:i]
            if re.search(r"\b(?:namespace|class|struct|union|extern)\b[^()=]*$", declared):
                head = i + 1
            else:
                if found := re.search(r"([~\w]+|operator\W+)\s*\(", re.sub(r"<[^()]*?>", lambda f: " " * len(f[0]), declared)):
                    opened = found.end() - 1
                    closed = closing(declared, opened, "()")
                    if found[1] not in KEYWORDS:
                        yield text.count("\n", 0, head + found.start()) + 1, found[1], arguments(declared[opened + 1:closed])
                i = closing(text, i, "{}")
                head = i + 1
        i += 1


def count(root):
    """By what is counted, the places."""
    found = {what: [] for what in BOUNDS}
    for file in sorted((root / "src").rglob("*")):
        if file.suffix not in {".h", ".cpp"}:
            continue
        name, text = file.relative_to(root).as_posix(), file.read_text()
        code = without_comments(text)
        if text.count("\n") > 500:
            found["lines"].append(f"{name}:501: {text.count(chr(10))} lines")
        for line, function, taken in definitions(code):
            if taken > 5:
                found["arguments"].append(f"{name}:{line}: {function} takes {taken} arguments")
        if file.parent.name != "elastic" and not OWN.search(file.name) and (hit := BODIES_THAT_DEFORM.search(code)):
            found["deformable"].append(f"{name}:{code.count(chr(10), 0, hit.start()) + 1}: {hit[0]}")
        for hit in re.finditer(r"[!=]= SolverMethod::md\b", code):
            found["md"].append(f"{name}:{code.count(chr(10), 0, hit.start()) + 1}: {hit[0]}")
        if file.parent.name == "step" and file.suffix == ".h":
            for hit in re.finditer(r"(?<!const )World<D>& \w", code):
                found["world"].append(f"{name}:{code.count(chr(10), 0, hit.start()) + 1}: takes a World")
    return found


def main():
    asked = sys.argv[sys.argv.index("--list") + 1] if "--list" in sys.argv else None
    roots = [word for word in sys.argv[1:] if word not in ("--list", asked)]
    found = count(pathlib.Path(roots[0] if roots else ".").resolve())
    if asked:
        print("\n".join(found[asked]))
        return
    for what, places in found.items():
        print(f"{what:12} {len(places):4}   at most {BOUNDS[what]}")
    sys.exit(any(len(places) > BOUNDS[what] for what, places in found.items()))


if __name__ == "__main__":
    main()
