#!/bin/sh
# Dependence runs one way: reads every #include of the program and names each that goes against
#
#     engine/base <- engine/rules <- engine/search <- engine/protocol <- selfplay <- tuner <- assay.c
#
# and those of stdio.h, sqlite3.h, spawn.h and gsl/ out of their places. Tests may include anything,
# and the program nothing of the tests. Usage: tests/includes.sh [ROOT]; exit 1 on any fault.
set -eu

root=${1:-$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)}
cd "$root"

# The files that there are, of those that there may be.
files=$(find assay.c commands.h engine selfplay tuner -name '*.[ch]' -o -name '*.cpp' | sort)
[ -n "$files" ] || {
    echo "includes.sh: no sources in $root" >&2
    exit 1
}

# shellcheck disable=SC2086 # no spaces in our names
awk '
# How high a path stands; 0 for what is not ours, -1 for ours out of place.
function level(path) {
    if (path ~ /^engine\/base\//) return 1
    if (path ~ /^engine\/rules\//) return 2
    if (path ~ /^engine\/search\//) return 3
    if (path ~ /^engine\/protocol\//) return 4
    if (path ~ /^selfplay\//) return 5
    if (path ~ /^tuner\//) return 6
    if (path == "assay.c") return 7
    if (path == "commands.h") return 0
    return -1
}
function fault(what) {
    printf "%s:%d: %s\n", FILENAME, FNR, what
    faults++
}
FNR == 1 {
    files++
    mine = level(FILENAME)
    if (mine < 0) fault("a file in no known folder")
}
/^[ \t]*#[ \t]*include/ {
    includes++
    header = $0
    sub(/^[^<"]*[<"]/, "", header)
    sub(/[>"].*$/, "", header)
    if ($0 ~ /include[ \t]*"/) {
        theirs = level(header)
        if (theirs < 0) fault("\"" header "\" is not a path from the root of the program")
        else if (theirs > mine) fault("\"" header "\" stands above this file")
    }
    if (header == "stdio.h" && FILENAME ~ /^engine\/(rules|search)\// \
        && FILENAME !~ /\/cmd_[a-z_]*\.c$/)
        fault("<stdio.h> in rules and search: only commands print")
    if (header == "sqlite3.h" && FILENAME != "selfplay/store.c")
        fault("<sqlite3.h> outside selfplay/store.c")
    if (header == "spawn.h" && FILENAME != "selfplay/process.c")
        fault("<spawn.h> outside selfplay/process.c")
    if (header ~ /^gsl\// \
        && FILENAME !~ /^(tuner\/|selfplay\/interval\.|engine\/base\/random_gsl\.|assay\.c$)/)
        fault("<gsl/> outside tuner, selfplay/interval, engine/base/random_gsl and assay.c")
}
END {
    if (includes == 0) { print "includes.sh: no includes found"; exit 1 }
    printf "%d files, %d includes, %d faults\n", files, includes, faults
    exit faults > 0
}' $files
