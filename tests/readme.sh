#!/bin/sh
# What README.md shows is real: its example variant and diagram, the commands on them, and the table of values, which is the
# one in results/values/.
# Usage: tests/readme.sh ASSAY
set -eu

assay=$1
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM

fail() {
    echo "readme.sh: $*" >&2
    exit 1
}

# The indented block that begins with a line, without its indent.
block() {
    awk -v first="$1" '
        index($0, first) == 1 { inside = 1 }
        inside && !/^    / && NF > 0 { exit }
        inside { sub(/^    /, ""); print }' "$root/README.md" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

cd "$folder"
mkdir bin
ln -s "$assay" bin/assay
PATH=$folder/bin:$PATH
export PATH

block '    # alfil-chess.ini' >alfil-chess.ini
[ -s alfil-chess.ini ] || fail "no example variant in README.md"

block '    files=6' >diagram.txt
[ -s diagram.txt ] || fail "no example diagram in README.md"

# The commands on them; the run is shortened.
block '    assay check alfil-chess.ini' >commands
[ "$(grep -c '^assay ' commands)" -ge 3 ] || fail "the variant's commands are gone"
block '    assay perft chess960' | sed 's/ *# *\([0-9]*\)$/; echo \1/' >counts
sh counts | tail -n 2 | uniq | wc -l | grep -q '^ *1$' || fail "the count of chess960 is another"
block '    assay import diagram.txt' >imports
[ "$(grep -c '^assay ' imports)" -ge 2 ] || fail "the diagram's commands are gone"
sh -eu imports >out 2>err || fail "the diagram's commands: $(cat err)"
[ -s out ] || fail "the diagram's commands print nothing"
sed 's/ *#.*//; s/--games [0-9]*/--games 20 --nodes 30/' commands >short
while read -r command; do
    [ -n "$command" ] || continue
    sh -eu -c "$command" >out 2>err || fail "$command: $(cat err)"
    [ -s out ] || fail "$command prints nothing"
done <short

# The first run's table.
block '    $ assay values naiad' | tail -n +2 >shown
[ -s shown ] || fail "no table of values in README.md"
while IFS= read -r line; do
    [ -z "$line" ] || grep -qxF -- "$line" "$root/results/values/naiad.txt" || fail "not in results/values/naiad.txt: $line"
done <shown

# Every command of the program has its row.
"$assay" --help | awk '/^  [a-z]/ { print $1 }' | while read -r command; do
    grep -q "^| \`assay $command" "$root/README.md" || fail "no row for assay $command"
done
