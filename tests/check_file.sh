#!/bin/sh
# What `assay check FILE` says of a file with several variants: a line for each, a count, and the exit.
# Usage: tests/check_file.sh ASSAY
set -eu

assay=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "check_file.sh: $*" >&2
    exit 1
}

cat > several.ini << 'END'
# Comments, as in the public file.
[good:chess]
customPiece1 = b:BmW

[dropper:chess]
twoBoards = true

[child:dropper]
maxRank = 8

[twice:nosuch]
king = k
END
cat > wanted << 'END'
good: loaded
dropper: refused: several.ini:6: twoBoards: games on two boards are not supported
child: refused: several.ini:6: twoBoards: games on two boards are not supported
END
status=0
"$assay" check several.ini > got || status=$?
[ "$status" -eq 1 ] || fail "exit $status with a variant refused, 1 is right"
head -3 got | diff wanted - || fail "the lines differ"
sed -n 4p got | grep -q '^twice: refused: several.ini:11: there is no variant "nosuch"' || fail "line 4: $(sed -n 4p got)"
[ "$(sed -n 5p got)" = "1 loaded, 3 refused" ] || fail "the count: $(sed -n 5p got)"

printf '[one:chess]\nmustCapture = true\n[two:chess]\ncheckmateValue = win\n' > all.ini
"$assay" check all.ini > got || fail "exit $? with all loaded"
[ "$(tail -1 got)" = "2 loaded, 0 refused" ] || fail "the count: $(tail -1 got)"

# One of them, in full.
"$assay" check all.ini:one | grep -q 'Who can capture must capture' || fail "FILE:NAME does not print the variant"
"$assay" check several.ini:dropper 2> got && fail "a refused variant is printed"
grep -q 'several.ini:6: twoBoards: ' got || fail "$(cat got)"

# A file with one variant prints it.
printf '[only:chess]\nmustCapture = true\n' > only.ini
"$assay" check only.ini | grep -q 'Who can capture must capture' || fail "a file's only variant is not printed"
