# The packages Drystone needs and the one way to build it. Sourced by ./dev and tools/test.sh, in the root folder.

PACKAGES=(g++ cmake ninja-build ccache libfmt-dev libtomlplusplus-dev libcli11-dev nlohmann-json3-dev
          libqhull-dev libsuitesparse-dev voro++-dev libhdf5-dev libfclib-dev zlib1g-dev
          libopenmpi-dev openmpi-bin libgtest-dev python3 python3-numpy python3-matplotlib python3-h5py)

# The page of reports is built with npm, from Debian unless there is one already; its tests look at it with chromium.
command -v npm >/dev/null || PACKAGES+=(nodejs npm)
TEST_PACKAGES=(chromium ffmpeg) # ffmpeg: drystone render --movie; its tests are skipped without it

# The Python module, what it may be used with, and what its tests need (pip in an environment of its own, mypy).
PACKAGES+=(pybind11-dev python3-dev python3-numpy python3-h5py python3-scipy python3-matplotlib python3-pip python3-setuptools
           python3-wheel python3-venv mypy)

# ./dev package; its tests make a bare Debian with debootstrap where they may.
PACKAGING_PACKAGES=(dpkg-dev file patchelf binutils gzip)

# ./dev docs
DOCUMENTATION_PACKAGES=(python3-sphinx python3-myst-parser furo python3-sphinx-copybutton doxygen libjs-mathjax fonts-mathjax)

# The interpreter that the Python module of the build is for.
python_of_module() { sed -n 's/^Python_EXECUTABLE:.*=//p' build/CMakeCache.txt; }

# Installs what is missing, or prints the one command that does.
install_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        if sudo -n true 2>/dev/null; then
            sudo=(sudo -n)
        else
            echo "Missing packages. Install them with:"
            echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"
            exit 1
        fi
    fi
    echo "installing: ${missing[*]}"
    "${sudo[@]}" apt-get update -qq
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# configure FOLDER [CMAKE OPTIONS]
configure() {
    local folder=$1
    shift
    cmake -S . -B "$folder" -G Ninja "$@" >"$folder.log" 2>&1 || { cat "$folder.log"; exit 1; }
    rm -f "$folder.log"
}

# configure_and_build FOLDER [CMAKE OPTIONS]: everything.
configure_and_build() {
    configure "$@"
    cmake --build "$1"
}

# release TARGET ...: what is named, of the release build.
release() {
    configure build -DCMAKE_BUILD_TYPE=Release
    cmake --build build --target "$@"
}
