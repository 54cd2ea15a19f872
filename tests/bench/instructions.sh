#!/bin/sh
# Instructions for each node of a fixed perft and a fixed search, by callgrind, less those of a start of the program:
# figures that do not depend on how busy the machine is. Prints a table.
# Usage: [ASSAY=PROGRAM] tests/bench/instructions.sh [VARIANT...]
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
assay=${ASSAY:-$root/build/release/assay}
perft_depth=4
search_depth=9
command -v valgrind >/dev/null || {
    echo 'instructions.sh: valgrind is not installed: apt-get install valgrind' >&2
    exit 1
}
[ $# -gt 0 ] || set -- chess capablanca shatranj naiad large-nahbi nihisci noble-wing nearlydouble-wildebeest

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# count VARIANT PERFT SEARCH: instructions of the bench with these depths; its line is left in $work/line.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$assay" bench "$1" --perft "$2" --depth "$3" \
        >"$work/out" 2>"$work/err"
    grep "^$1 " "$work/out" >"$work/line"
    awk '/refs:/ { gsub(",", "", $NF); print $NF }' "$work/err"
}

# A number of the line that count() left: 3 is perft, 6 the search's nodes.
column() { awk -v n="$1" '{ print $n }' "$work/line"; }

echo "$("$assay" --version | head -n 1), perft $perft_depth and searches to depth $search_depth"
echo "command: tests/bench/instructions.sh"
echo
printf '%-24s %12s %15s %12s %18s\n' variant perft 'instructions/n' search 'instructions/n'
for variant in "$@"; do
    base=$(count "$variant" 1 1)
    perft_less=$(column 3) search_less=$(column 6)
    perft=$(count "$variant" $perft_depth 1)
    perft_nodes=$(column 3) depth=$(column 2)
    [ "$depth" -le $perft_depth ]
    search=$(count "$variant" 1 $search_depth)
    echo "$variant $base $perft $search $((perft_nodes - perft_less)) $(($(column 6) - search_less))" |
        awk '{ printf "%-24s %12d %15.1f %12d %18.1f\n", $1, $5, ($3 - $2) / $5, $6, ($4 - $2) / $6 }'
done
