#!/bin/sh
# `assay values` in rounds and at several node budgets gives the same bytes, table, JSON, CSV, weights and plot, on
# 1 and 2 threads and after it was killed in the middle; it ends when the values are precise enough or time is up, and
# the same number of games without that gives the same.
# Usage: tests/values_study.sh ASSAY
set -eu

assay=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM

fail() {
    echo "values_study.sh: $*" >&2
    exit 1
}

# The plot is drawn where gnuplot is.
plot=
! command -v gnuplot >/dev/null || plot='--plot values.svg'

# values NAME OPTION...: in a folder of its own, since the table names the folder of the games.
# shellcheck disable=SC2086 # two words
values() {
    mkdir -p "$folder/$1"
    cp "$folder/wrong.ini" "$folder/$1"
    (
        cd "$folder/$1"
        shift
        exec "$assay" values gardner --seed 3 --json values.json --csv values.csv --weights-out values.ini $plot "$@" \
            >stdout 2>stderr
    ) || fail "$*: $(cat "$folder/$1/stderr")"
}

same() {
    for file in stdout values.json values.csv values.ini ${plot:+values.svg}; do
        cmp "$folder/$1/$file" "$folder/$2/$file" || fail "$1 and $2 differ in $file"
    done
}

# Rounds at two budgets, from weights that are not where they end.
printf '[gardner]\nvalue.N = 900 900\n' >"$folder/wrong.ini"
study='--games 400 --nodes 20,40 --rounds 2 --weights wrong.ini'
# shellcheck disable=SC2086
{
    values one $study --threads 1
    values two $study --threads 2
    same one two
    mkdir "$folder/killed"
    cp "$folder/wrong.ini" "$folder/killed"
    (cd "$folder/killed" && exec "$assay" values gardner --seed 3 $study --threads 2 >/dev/null 2>&1) &
}
pid=$!
while kill -0 $pid 2>/dev/null; do
    [ "$(find "$folder/killed" -name games.db | wc -l)" -lt 2 ] || break
    sleep 0.02
done
kill -9 $pid 2>/dev/null || fail "the study was over before it could be killed"
wait $pid 2>/dev/null || true
# shellcheck disable=SC2086
values killed $study --threads 2
same one killed

# A line for each of five types and the first move, at each budget and in each round; all with all fields.
runs=$(find "$folder/one" -name games.db | wc -l)
[ "$runs" -ge 3 ] || fail "$runs runs: no second round"
[ "$(wc -l <"$folder/one/values.csv")" -eq $((6 * runs + 1)) ] || fail "lines are missing in the CSV"
sed 's/"[^"]*"/x/g' "$folder/one/values.csv" |
    awk -F, 'NR == 1 { n = NF } NF != n || !/\r$/ { bad = 1 } END { exit bad }' || fail "the CSV has lines of other lengths"
[ -z "$plot" ] || grep -q '</svg>' "$folder/one/values.svg" || fail "no picture"
grep -q '^# N  knight: measured' "$folder/one/values.ini" || fail "not a word on the knight in the weights"
"$assay" selfplay gardner --games 2 --nodes 10 --weights "$folder/one/values.ini" --out "$folder/loaded" \
    >"$folder/loaded.out" 2>&1 || fail "the weights are not read: $(cat "$folder/loaded.out")"

# Precise enough: it ends at a look, long before the most games that it may play, on any number of threads, and in a
# run that has more games already.
precise='--half-width 2 --nodes 20'
# shellcheck disable=SC2086
{
    values precise $precise --games 100000 --threads 1
    grep -q '^  wanted  *+- 2 pawns: reached$' "$folder/precise/stdout" ||
        fail "not precise: $(cat "$folder/precise/stdout")"
    ended=$(awk '/^games / { print $2 }' "$folder/precise/stdout")
    mkdir "$folder/more"
    (cd "$folder/more" && "$assay" values gardner --seed 3 --nodes 20 --games $((ended + 20)) \
        >/dev/null 2>&1) || fail "the longer run failed"
    values more $precise --threads 2
    same precise more
}

# Time is up: the games that it says give the same result without a clock.
values timed --nodes 20 --minutes 0.02
played=$(sed -n 's/^time is up: .*--games \([0-9]*\) .*/\1/p' "$folder/timed/stderr")
[ -n "$played" ] || fail "it does not say when time was up: $(cat "$folder/timed/stderr")"
values counted --nodes 20 --games "$played"
same timed counted
echo "$runs runs, $ended games for the half width, $played in the time"
