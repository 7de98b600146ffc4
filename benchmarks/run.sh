#!/usr/bin/env bash
# ./dev bench: packings at rest, every size with one thread and two; prints CSV and keeps it in
# benchmarks/results/<machine>/packings.csv, cold.csv, masonry.csv, settling.csv and statics.csv, with the commit. python3
# tools/speed.py then makes the tables of README and docs/speed.md of them. Needs about 25 minutes the first time, 4 GiB and a quiet machine.
set -euo pipefail
cd "$(dirname "$0")/.."
machine=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1 | tr -c 'A-Za-z0-9\n' '-' | tr -s '-' | tr 'A-Z' 'a-z')
folder=benchmarks/results/${machine%-}-$(nproc)-cores
mkdir -p "$folder"
{
    header=
    for size in "3 1000" "3 10000" "3 100000" "3 1000000" "2 10000" "2 100000"; do
        for threads in 1 2; do
            build/bin/bench_packings $size $threads | if [ -z "$header" ]; then cat; else tail -1; fi
            header=printed
        done
    done
} | tee "$folder/packings.csv"
build/bin/bench_cold 1000 10000 100000 1000000 | tee "$folder/cold.csv"
{
    echo "what,bodies,contacts,tolerance,first step [ms],median step [ms],largest residual,detection,Mupdates/s"
    build/bin/bench_masonry arch 31 1e-6 2000
    build/bin/bench_masonry wall 15 13 1e-6 500
    build/bin/bench_masonry wall 15 13 1e-10 500
    build/bin/bench_masonry wall 30 15 1e-8 5
    build/bin/bench_masonry wall 100 100 1e-6 10
    build/bin/bench_masonry pyramid 20 1e-8 10
} | tee "$folder/masonry.csv"
build/bin/bench_settling 10000 1 | tee "$folder/settling.csv"
build/bin/bench_statics 45 142 | tee "$folder/statics.csv"
python3 tools/speed.py --stamp "$folder"/{packings,cold,masonry,settling,statics}.csv
