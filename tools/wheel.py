#!/usr/bin/env python3
"""Builds a wheel of the Python module that brings its libraries: it works where Debian's packages are not installed.

    tools/wheel.py [--out FOLDER] [--from WHEEL]        (default: build/packages; builds with pip, or takes DRYSTONE_BUILD's module)

pip's wheel holds drystone/_core*.so, which asks for shared libraries by name. Those that are not part of every Linux
system (manylinux's list, PEP 600) are copied into drystone.libs/ under names with a hash, so that another package's copy of
HDF5 in the same process is not taken for ours; patchelf writes the new names and $ORIGIN paths."""
import argparse
import base64
import csv
import hashlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
EVERYWHERE = re.compile(r"(ld-linux.*|libc|libm|libdl|libpthread|librt|libutil|libresolv|libnsl|libgcc_s|libstdc\+\+)\.so.*|linux-vdso.*")


def call(*command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"wheel: {command[0]} failed:\n{result.stdout}{result.stderr}")
    return result.stdout


def needed(library):
    """(name, file) of the libraries that one asks for itself."""
    names = call("patchelf", "--print-needed", library).split()
    files = dict(re.findall(r"^\s*(\S+) => (/\S+)", call("ldd", library), re.M))
    return [(name, pathlib.Path(files[name])) for name in names if not EVERYWHERE.fullmatch(name) and name in files]


def hashed_name(file):
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:8]
    stem, dot, ending = file.name.partition(".so")
    return f"{stem}-{digest}{dot}{ending}"


def bundle(package):
    """Copies what the extension needs beside the package, and points everything there."""
    (extension,) = (package / "drystone").glob("_core*.so")
    libraries = package / "drystone.libs"
    libraries.mkdir()
    new_names, waiting, asking = {}, [extension], []
    while waiting:
        one = waiting.pop()
        asking.append(one)
        for name, file in needed(one if one == extension else new_names[one.name][1]):
            if name in new_names:
                continue
            real = file.resolve()
            copy = libraries / hashed_name(real)
            shutil.copy(real, copy)
            copy.chmod(0o644)
            new_names[name] = (copy, real)
            new_names[copy.name] = (copy, real)
            waiting.append(copy)
    for one in asking:
        for name in call("patchelf", "--print-needed", one).split():
            if name in new_names:
                call("patchelf", "--replace-needed", name, new_names[name][0].name, one)
        call("patchelf", "--set-rpath", "$ORIGIN/../drystone.libs" if one == extension else "$ORIGIN", one)
        if one != extension:
            call("patchelf", "--set-soname", one.name, one)
    return sorted(file.name for file in libraries.iterdir())


def record(package):
    """RECORD of a wheel: every file with its hash."""
    (info,) = package.glob("*.dist-info")
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    for file in sorted(package.rglob("*")):
        if file.is_file() and file.name != "RECORD":
            digest = base64.urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).rstrip(b"=").decode()
            writer.writerow([file.relative_to(package).as_posix(), f"sha256={digest}", file.stat().st_size])
    writer.writerow([f"{info.name}/RECORD", "", ""])
    (info / "RECORD").write_text(rows.getvalue())


def glibc_of(package):
    """The newest symbol version of the C library that anything here asks for: (2, 34)."""
    versions = {(2, 17)}
    for file in package.rglob("*.so*"):
        symbols = call("objdump", "-T", file)
        versions |= {(int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols)}
        if "GLIBCXX_3.4.30" in symbols:  # systems with an older C library have an older libstdc++ too
            versions.add((2, 35))
    return max(versions)


def repack(wheel, out):
    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(folder)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(package)
        libraries = bundle(package)
        major, minor = glibc_of(package)
        machine = os.uname().machine
        tag = f"manylinux_{major}_{minor}_{machine}"
        name = wheel.name.replace(f"linux_{machine}", tag)
        (description,) = package.glob("*.dist-info/WHEEL")
        description.write_text(description.read_text().replace(f"-linux_{machine}", f"-{tag}"))
        record(package)
        out.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(out / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(package.rglob("*")):
                if file.is_file():
                    archive.write(file, file.relative_to(package))
    return out / name, libraries


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/packages")
    parser.add_argument("--from", dest="wheel", type=pathlib.Path, help="a wheel that pip has built (default: built now)")
    options = parser.parse_args()
    if not shutil.which("patchelf"):
        sys.exit("wheel: patchelf is missing (Debian: apt install patchelf)")
    with tempfile.TemporaryDirectory() as folder:
        wheel = options.wheel
        if not wheel:
            call(sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-w", folder, ROOT)
            (wheel,) = pathlib.Path(folder).glob("*.whl")
        made, libraries = repack(wheel, options.out)
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB with {', '.join(libraries)}")


if __name__ == "__main__":
    main()
