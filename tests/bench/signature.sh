#!/bin/sh
# The search plays as it did when tests/bench.expected was written. A change of play is fine where it is
# meant: UPDATE=1 writes the file anew. Usage: tests/bench/signature.sh ASSAY
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
expected=$root/tests/bench.expected
found=$("$1" bench --signature --perft 4 --depth 8)
if [ "${UPDATE:-0}" = 1 ]; then
    printf '%s\n' "$found" >"$expected"
fi
printf '%s\n' "$found" | diff "$expected" -
