#!/bin/sh
# `assay values` gives the same bytes, table and JSON, on 1, 2 and 4 threads and after it was killed in the
# middle; it refuses what it cannot do, and writes nothing then.
# Usage: tests/values.sh ASSAY [GAMES [NODES]]
set -eu

assay=$1
games=${2:-80}
nodes=${3:-150}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM

fail() {
    echo "values.sh: $*" >&2
    exit 1
}

# values NAME OPTION...: in a folder of its own, since the table names the folder of the games.
values() {
    mkdir -p "$folder/$1"
    (
        cd "$folder/$1"
        shift
        exec "$assay" values naiad --games "$games" --nodes "$nodes" --seed 7 --json values.json "$@" \
            >stdout 2>stderr
    )
}

same_as_one() {
    cmp "$folder/one/stdout" "$folder/$1/stdout" || fail "another table: $1"
    cmp "$folder/one/values.json" "$folder/$1/values.json" || fail "another JSON: $1"
}

values one --threads 1 || fail "the run failed: $(cat "$folder/one/stderr")"
grep -q '^  Y  naiad ' "$folder/one/stdout" || fail "no row for the naiad"
grep -q '"name": "naiad"' "$folder/one/values.json" || fail "no naiad in the JSON"
values two --threads 2 || fail "two threads failed"
same_as_one two
values four --threads 4 || fail "four threads failed"
same_as_one four

# Games with pieces in hand: as many threads, and the table says what was done.
for threads in 1 2; do
    mkdir "$folder/hands$threads"
    (cd "$folder/hands$threads" && exec "$assay" values crazyhouse --games 40 --nodes 50 --threads $threads \
        >stdout 2>stderr) || fail "crazyhouse failed: $(cat "$folder/hands$threads/stderr")"
done
cmp "$folder/hands1/stdout" "$folder/hands2/stdout" || fail "another table of crazyhouse"
grep -q '^pieces in hand  ' "$folder/hands1/stdout" || fail "the table does not tell of pieces in hand"

# Killed as soon as some games are stored, and taken up again.
mkdir "$folder/killed"
(
    cd "$folder/killed"
    exec "$assay" values naiad --games "$games" --nodes "$nodes" --seed 7 --threads 2 >/dev/null 2>&1
) &
pid=$!
while kill -0 $pid 2>/dev/null; do
    size=$(cat "$folder"/killed/results/runs/*/games.db-wal 2>/dev/null | wc -c)
    [ "$size" -lt 100000 ] || break
    sleep 0.02
done
kill -9 $pid 2>/dev/null || fail "the run was over before it could be killed"
wait $pid 2>/dev/null || true
values killed --threads 2 || fail "the killed run does not go on: $(cat "$folder/killed/stderr")"
same_as_one killed

# Terms of pairs are read from the same games, and tested.
cp -r "$folder/one" "$folder/pairs"
values pairs --pairs || fail "--pairs failed: $(cat "$folder/pairs/stderr")"
grep -q '^ *knight pair ' "$folder/pairs/stdout" || fail "no row for the knight pair"
grep -q '^terms of pairs ' "$folder/pairs/stdout" || fail "the terms of pairs are not tested"

# Where armies differ no piece moves together with the first move: rows are what was done to the array.
mkdir "$folder/armies"
(cd "$folder/armies" && "$assay" values different-armies:fides-clobberers --games 120 --nodes 50 --seed 7 >stdout 2>stderr) \
    || fail "different armies: $(cat "$folder/armies/stderr")"
grep -q "^White's army " "$folder/armies/stdout" || fail "different armies: $(cat "$folder/armies/stdout")"
! grep -q 'moves together' "$folder/armies/stdout" || fail "different armies: $(cat "$folder/armies/stdout")"

# One piece instead of another, and the two armies.
versus() {
    mkdir -p "$folder/versus"
    (cd "$folder/versus" && "$assay" values "$@" --games 60 --nodes 50 --seed 7 --json values.json >stdout 2>stderr) \
        || fail "values $*: $(cat "$folder/versus/stderr")"
    grep -q '"versus": {' "$folder/versus/values.json" || fail "values $*: no versus in the JSON"
    grep -q '^  nothing else  *[0-9.]* % +- ' "$folder/versus/stdout" || fail "values $*: no score"
    grep -q '^stage of the game    the opening: ' "$folder/versus/stdout" || fail "values $*: of what stage?"
}
versus naiad --versus Y=N
grep -q '^     naiad - knight ' "$folder/versus/stdout" || fail "no row for naiad - knight"
versus different-armies:fides-knights --versus white=black
grep -q "^     White's army and first move " "$folder/versus/stdout" || fail "no row for White's army"

# Values against two armies: the same bytes on any number of threads, and games of both kinds.
against() {
    mkdir -p "$folder/against-$1"
    (
        cd "$folder/against-$1"
        threads=$1
        shift
        exec "$assay" values "$@" --games 80 --nodes 50 --seed 7 --json values.json --csv values.csv \
            --threads "$threads" >stdout 2>stderr
    ) || fail "values $*: $(cat "$folder/against-$1/stderr")"
}
against 1 naiad --against Y=N
against 2 naiad --against Y=N
against 4 naiad --against Y=N
for file in stdout values.json values.csv; do
    cmp "$folder/against-1/$file" "$folder/against-2/$file" || fail "--against: another $file on two threads"
    cmp "$folder/against-1/$file" "$folder/against-4/$file" || fail "--against: another $file on four threads"
done
grep -q '^  Y  naiad ' "$folder/against-1/stdout" || fail "--against: no row for the naiad"
grep -q '^two armies  *[1-9][0-9]* games, [1-9][0-9]* pairs with one each; [1-9]' "$folder/against-1/stdout" \
    || fail "--against: no games of both kinds"
grep -q '^naiad,50,1,Y,naiad against Y=N,' "$folder/against-1/values.csv" || fail "--against: no row in the CSV"
grep -q '"games_with_one_each": [1-9]' "$folder/against-1/values.json" || fail "--against: no games in the JSON"
rm -r "$folder/against-1"
against 1 different-armies:fides-knights --against white=black
grep -q "against White's army  *against Black's army" "$folder/against-1/stdout" || fail "no table for two armies"
grep -q '^first move ' "$folder/against-1/stdout" || fail "two armies: the first move is told from the armies"

# Another unit than the pawn: the same bytes on any number of threads, for values and for a versus.
unit() {
    mkdir -p "$folder/unit-$1"
    (
        cd "$folder/unit-$1"
        threads=$1
        shift
        exec "$assay" values "$@" --games 120 --nodes 50 --seed 7 --json values.json --csv values.csv \
            --threads "$threads" >stdout 2>stderr
    ) || fail "values $*: $(cat "$folder/unit-$1/stderr")"
}
for kind in '' --versus=Y=N; do
    for threads in 1 2 4; do
        unit $threads naiad --unit=R $kind
    done
    for file in stdout values.json values.csv; do
        cmp "$folder/unit-1/$file" "$folder/unit-2/$file" || fail "--unit $kind: another $file on two threads"
        cmp "$folder/unit-1/$file" "$folder/unit-4/$file" || fail "--unit $kind: another $file on four threads"
    done
    head -n 1 "$folder/unit-1/stdout" | grep -q 'in rooks$\|in log odds$' || fail "--unit $kind: not in rooks"
    ! grep -q ' pawns' "$folder/unit-1/stdout" || fail "--unit $kind: $(cat "$folder/unit-1/stdout")"
    grep -q '"unit": "rook"' "$folder/unit-1/values.json" || fail "--unit $kind: not in rooks in the JSON"
    grep -q ',rook,' "$folder/unit-1/values.csv" || fail "--unit $kind: not in rooks in the CSV"
done
grep -q '^     naiad - knight ' "$folder/unit-1/stdout" || fail "--unit: no row for naiad - knight"
grep -q '^  1 rook \(less\|more\) ' "$folder/unit-1/stdout" || fail "--unit: no odds of a rook"
rm -r "$folder/unit-1"
unit 1 naiad --unit=R --against=Y=N
grep -q '^two armies ' "$folder/unit-1/stdout" || fail "--unit --against: no two armies"

# Predictive values: the same bytes on any number of threads, by another name in every output, and of as many
# positions as were asked for.
predictive() {
    mkdir -p "$folder/predictive-$1"
    (
        cd "$folder/predictive-$1"
        threads=$1
        shift
        exec "$assay" values naiad --predictive "$@" --games 80 --nodes 50 --seed 7 --json values.json \
            --csv values.csv --threads "$threads" >stdout 2>stderr
    ) || fail "values --predictive $*: $(cat "$folder/predictive-$1/stderr")"
}
for threads in 1 2 4; do
    predictive $threads --pairs
done
for file in stdout values.json values.csv; do
    cmp "$folder/predictive-1/$file" "$folder/predictive-2/$file" || fail "--predictive: another $file on two threads"
    cmp "$folder/predictive-1/$file" "$folder/predictive-4/$file" || fail "--predictive: another $file on four threads"
done
head -n 1 "$folder/predictive-1/stdout" | grep -q '^naiad: predictive values of the pieces in play, in ' ||
    fail "--predictive: $(head -n 1 "$folder/predictive-1/stdout")"
grep -q '^     on move ' "$folder/predictive-1/stdout" || fail "--predictive: no row for who is on move"
grep -q '^terms of pairs ' "$folder/predictive-1/stdout" || fail "--predictive --pairs: no pairs"
grep -q 'at most 6 of each game, of games that begin with the array$' "$folder/predictive-1/stdout" ||
    fail "--predictive: it does not say which positions"
grep -q '"kind": "predictive value"' "$folder/predictive-1/values.json" || fail "--predictive: JSON without a kind"
grep -q '^naiad,.*,predictive value.$' "$folder/predictive-1/values.csv" || fail "--predictive: CSV without a kind"
grep -q '"kind": "value"' "$folder/one/values.json" || fail "JSON of values without a kind"
positions() { sed -n 's/^positions  *\([0-9]*\) .*/\1/p' "$folder/predictive-1/stdout"; }
six=$(positions)
predictive 1 --predictive=60
sixty=$(positions)
if [ "$six" -gt 480 ] || [ "$six" -le 300 ] || [ "$sixty" -le $((3 * six)) ]; then
    fail "$six positions at most 6 of a game, $sixty at most 60"
fi
predictive 1 --openings imbalance
grep -q 'of games that begin with a random imbalance$' "$folder/predictive-1/stdout" ||
    fail "--predictive: other openings are not told"

# Bad calls.
refused() {
    expected=$1
    shift
    mkdir -p "$folder/bad"
    status=0
    (cd "$folder/bad" && "$assay" values "$@" >stdout 2>stderr) || status=$?
    [ "$status" -eq "$expected" ] || fail "values $*: exit $status, not $expected"
    [ -s "$folder/bad/stderr" ] || fail "values $*: not a word"
    [ ! -s "$folder/bad/stdout" ] || fail "values $*: it prints results"
    [ ! -e "$folder/bad/results" ] || fail "values $*: something was written"
}
refused 1 naiad --games 0
grep -q 'no games' "$folder/bad/stderr" || fail "no games: $(cat "$folder/bad/stderr")"
refused 1 naiaad
refused 1 naiad --json /nosuch/folder/values.json
refused 2 naiad --nodes none
refused 2 naiad --versus Y=N --rounds 2
refused 2 naiad --against Y=N --rounds 2
refused 2 naiad --against Y=N --pairs
refused 1 naiad --against Y=P
grep -q "'P' is a pawn" "$folder/bad/stderr" || fail "a pawn: $(cat "$folder/bad/stderr")"
refused 1 naiad --against white=black
refused 2 naiad --predictive=0
refused 2 naiad --predictive --rounds 2
refused 2 naiad --predictive --versus Y=N
refused 2 naiad --predictive --against Y=N
refused 2 naiad --predictive --weights-out ./weights.ini
grep -q 'weights-out does not go with --predictive' "$folder/bad/stderr" || fail "$(cat "$folder/bad/stderr")"
refused 1 naiad --unit K
refused 1 naiad --unit R --against Y=R
refused 1 naiad --versus Y=K
grep -q "'K' is a king" "$folder/bad/stderr" || fail "a king: $(cat "$folder/bad/stderr")"
refused 2
echo "same bytes on 1, 2 and 4 threads and after a kill: $games games"
