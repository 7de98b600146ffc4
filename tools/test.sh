#!/usr/bin/env bash
# ./dev test [--all | --sanitize]: builds and tests; the exit status is 0 when everything passed.
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/packages.sh

# run_tests FOLDER [CTEST OPTIONS]
run_tests() {
    local folder=$1
    shift
    # One more than there are processors: some of them wait, for a browser, for other processes, for time to pass.
    ctest --test-dir "$folder" --output-on-failure --no-tests=error -j$(($(nproc) + 1)) "$@"
}

# What the fast tier leaves to the nightly one besides its label: tests whose names say so, and its program, which is not built (ctest knows it by that name).
by_night='ByNight|^test_nightly_NOT_BUILT$'

everything() {
    release all "$@"
    python3 tools/rooms.py
}

# The threaded tests alone under TSan: the others would tell nothing new and take ten times as long.
sanitize() {
    export LSAN_OPTIONS="suppressions=$PWD/tools/leaks.supp"
    configure_and_build build-asan -DCMAKE_BUILD_TYPE=Debug -DDRYSTONE_SANITIZE=address,undefined \
        -DDRYSTONE_BENCHMARKS=OFF
    run_tests build-asan -LE nightly -E "$by_night"
    configure_and_build build-tsan -DCMAKE_BUILD_TYPE=Debug -DDRYSTONE_SANITIZE=thread -DDRYSTONE_BENCHMARKS=OFF
    run_tests build-tsan -LE nightly -E "$by_night" -R 'Thread|Pool|Determinism'
}

mode=${1:---fast}
case $mode in
    --fast | --all | --sanitize) ;;
    *)
        echo "tools/test.sh: unknown option $mode; there are --all and --sanitize" >&2
        exit 2
        ;;
esac

# Runs of the program sync what they write: in memory, where there is room for it, the tests of it take half the time.
scratch=
if [ -w /dev/shm ] && [ "$(df --output=avail -k /dev/shm | tail -1)" -gt 2000000 ]; then
    scratch=$(mktemp -d /dev/shm/drystone.XXXXXX)
    export TMPDIR=$scratch
fi

trap 'status=$?; [ -z "$scratch" ] || rm -rf "$scratch"; [ $status -eq 0 ] && echo "./dev test $mode: passed" || echo "./dev test $mode: FAILED"; exit $status' EXIT
install_packages "${PACKAGES[@]}" "${TEST_PACKAGES[@]}"
case $mode in
    --fast)
        everything
        run_tests build -LE nightly -E "$by_night"
        ;;
    --all)
        everything all_benchmarks nightly_tests
        run_tests build
        # The same bits from a build without optimisation: the golden hashes are those of the release build.
        configure_and_build build-debug -DCMAKE_BUILD_TYPE=Debug -DDRYSTONE_BENCHMARKS=OFF
        run_tests build-debug -R 'Determinism'
        ;;
    --sanitize)
        sanitize
        ;;
esac
