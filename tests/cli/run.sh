#!/bin/sh
# Golden runs of the command line. A folder tests/cli/NAME holds `cmd` (a shell script in which
# $ASSAY is the program; it runs in an empty folder, with $ROOT the source tree) and what must come
# of it: `stdout`, `stderr` (empty where there is no such file), `exit` (0 where there is none).
#
# Usage: tests/cli/run.sh PROGRAM NAME; with UPDATE=1 set, what comes is made what must come.
set -eu

ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
ASSAY=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/${1##*/}
expected=$ROOT/tests/cli/$2
export ROOT ASSAY
[ -f "$expected/cmd" ] || {
    echo "run.sh: no $expected/cmd" >&2
    exit 1
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/empty"

status=0
(cd "$scratch/empty" && sh -eu "$expected/cmd") </dev/null \
    >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
echo "$status" >"$scratch/exit"

if [ -n "${UPDATE:-}" ]; then
    cp "$scratch/stdout" "$expected/stdout"
    rm -f "$expected/stderr" "$expected/exit"
    [ ! -s "$scratch/stderr" ] || cp "$scratch/stderr" "$expected/stderr"
    [ "$status" -eq 0 ] || cp "$scratch/exit" "$expected/exit"
    exit 0
fi

# compare FILE DEFAULT: with the default where FILE is not there.
faults=0
compare() {
    printf '%s' "$2" >"$scratch/default"
    wanted=$expected/$1
    [ -f "$wanted" ] || wanted=$scratch/default
    diff -u "$wanted" "$scratch/$1" || faults=1
}
[ -f "$expected/stdout" ] || {
    echo "run.sh: no $expected/stdout" >&2
    exit 1
}
compare stdout ''
compare stderr ''
compare exit '0
'
exit "$faults"
