#!/bin/sh
# `assay values --player`: an outside engine plays the games. The same bytes on 1, 2 and 4 threads, by an engine that
# has to be started again for each game, and after it failed in the middle; another version of it is another run; what
# it fails at ends the run by name and is no result.
# Usage: tests/values_player.sh ASSAY FAKE_ENGINE
set -eu

assay=$1
fake=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM

fail() {
    echo "values_player.sh: $*" >&2
    exit 1
}

# be NAME FAULT...: the engine in that folder is the fake one with a fault.
be() {
    mkdir -p "$folder/$1"
    name=$1
    shift
    printf '#!/bin/sh\nexec "%s" uci %s\n' "$fake" "$*" >"$folder/$name/engine.new"
    chmod +x "$folder/$name/engine.new"
    mv "$folder/$name/engine.new" "$folder/$name/engine"
}

# values NAME OPTION...: with the engine in that folder, which the table names.
values() {
    (
        cd "$folder/$1"
        shift
        exec "$assay" values chess --player uci:./engine --games 24 --nodes 20 --max-plies 80 --seed 5 --out games \
            --json values.json "$@" >stdout 2>stderr
    )
}

same_as_one() {
    cmp "$folder/one/stdout" "$folder/$1/stdout" || fail "another table: $1"
    cmp "$folder/one/values.json" "$folder/$1/values.json" || fail "another JSON: $1"
}

for threads in one:1 two:2 four:4; do
    be "${threads%:*}"
    values "${threads%:*}" --threads "${threads#*:}" || fail "$threads: $(cat "$folder/${threads%:*}/stderr")"
    same_as_one "${threads%:*}"
done
grep -q '^strength of play  *20 nodes a move of Fake (uci:./engine)$' "$folder/one/stdout" ||
    fail "the engine is not named: $(cat "$folder/one/stdout")"
grep -q '"player": "Fake"' "$folder/one/values.json" || fail "the engine is not in the JSON"
be once once
values once --threads 2 || fail "restarted: $(cat "$folder/once/stderr")"
same_as_one once

# It fails: no game is made of that, and with one that does not the same command goes on.
for fault in 'crash 9:crash' 'quit 9:exit status 3' 'illegal 9:illegal move' 'none 9:illegal move'; do
    be failing "${fault%:*}"
    ! values failing --threads 2 || fail "it does not fail: $fault"
    grep -q "^assay values: game [0-9]*: Fake at ply 8 of .*${fault#*:}" "$folder/failing/stderr" ||
        fail "$fault: $(cat "$folder/failing/stderr")"
    [ ! -s "$folder/failing/stdout" ] || fail "$fault: it prints results"
done
be failing
values failing --threads 2 || fail "it does not go on: $(cat "$folder/failing/stderr")"
same_as_one failing

# Another version.
be failing renamed
! values failing --threads 2 || fail "another version goes on with the run"
grep -q "settings say 'player_name = Fake', this run's 'player_name = Fake 2'" "$folder/failing/stderr" ||
    fail "another version: $(cat "$folder/failing/stderr")"

# Bad calls.
refused() {
    expected=$1
    shift
    status=0
    values failing "$@" || status=$?
    [ "$status" -eq "$expected" ] || fail "$*: exit $status, not $expected"
    [ -s "$folder/failing/stderr" ] || fail "$*: not a word"
    [ ! -s "$folder/failing/stdout" ] || fail "$*: it prints results"
}
be failing
refused 1 --player own
refused 1 --player xboard:./engine
refused 1 --player uci:./nosuch
refused 1 --player-variant gothic
refused 1 --player-options 'Skil Level=3'
refused 2 --rounds 2
echo "same bytes on 1, 2 and 4 threads, and after failures"
