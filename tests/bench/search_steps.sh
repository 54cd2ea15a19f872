#!/bin/sh
# What each step of the search is worth: the player against itself without the step, in Elo. Prints a table in
# Markdown as it goes; 20 steps on three games at 1000 nodes and 1000 games take an hour or two on two cores.
# Usage: [ASSAY=PROGRAM] [GAMES=N] [NODES=N] [VARIANTS='chess ...'] tests/bench/search_steps.sh [STEP...]
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
assay=${ASSAY:-$root/build/release/assay}
games=${GAMES:-1000}
nodes=${NODES:-1000}
variants=${VARIANTS:-chess capablanca naiad}

# An unknown step makes the program list those there are.
all_steps() {
    printf 'setoption name LeaveOut value ?\nquit\n' | "$assay" uci | sed -n 's/.*there are //p' | tr -d ','
}

# The Elo that the whole player is ahead by, "+36.0 +- 35.4".
elo_without() {
    "$assay" match "$2" --engine2 "uci:$assay uci" --option2 "LeaveOut=$1" --nodes "$nodes" --games "$games" \
        2>/dev/null | sed -n 's/^Elo  *\([-+0-9.]* +- [0-9.]*\).*/\1/p'
}

[ $# -gt 0 ] || {
    # shellcheck disable=SC2046 # a list of words
    set -- $(all_steps)
}
echo "$("$assay" --version | head -n 1): Elo lost by the player that leaves a step out, $games games of each, $nodes nodes a move"
echo
echo "| step | $(echo "$variants" | sed 's/ / | /g') |"
echo "|---|$(echo "$variants" | sed 's/[^ ]* */---|/g')"
for step in "$@"; do
    printf '| %s |' "$step"
    for variant in $variants; do
        printf ' %s |' "$(elo_without "$step" "$variant")"
    done
    echo
done
