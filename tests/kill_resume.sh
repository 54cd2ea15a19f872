#!/bin/sh
# A run that is killed at random moments and taken up again gives the store of a run that was left
# alone; Ctrl-C prints a command that goes on; a second process is refused.
# Usage: tests/kill_resume.sh ASSAY STORE_DUMP [KILLS]
set -eu

assay=$1
dump=$2
most_kills=${3:-12}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM

fail() {
    echo "kill_resume.sh: $*" >&2
    exit 1
}

# The run that all others must equal: some seconds long.
games=120
play() {
    "$assay" selfplay chess --games $games --nodes 500 --max-plies 200 --table-kb 64 --threads 2 "$@"
}
# The same for the background: $! is the program itself and not a shell that waits for it.
exec_play() {
    exec "$assay" selfplay chess --games $games --nodes 500 --max-plies 200 --table-kb 64 \
        --threads 2 "$@"
}
play --out "$folder/whole" >"$folder/whole.out" 2>"$folder/whole.err" || fail "the whole run failed"
"$dump" "$folder/whole/games.db" >"$folder/whole.txt"
[ "$(grep -c '^[0-9]*|' "$folder/whole.txt")" -eq $games ] || fail "the whole run lacks games"

same_as_whole() {
    "$dump" "$folder/$1/games.db" >"$folder/$1.txt"
    cmp "$folder/whole.txt" "$folder/$1.txt" || fail "$1 differs from the whole run"
}

# A fraction of a second, at random: 0.05 to 0.56.
random_pause() {
    sleep "$(od -An -N1 -tu1 /dev/urandom | awk '{ printf "%.3f", 0.05 + $1 / 500 }')"
}

count_games() {
    if [ -s "$1" ]; then
        "$dump" "$1" 2>/dev/null | grep -c '^[0-9]*|' || true
    else
        echo 0
    fi
}

# Killed at random moments, until it has come to its end.
kills=0
before=0
while :; do
    exec_play --out "$folder/killed" >"$folder/killed.out" 2>"$folder/killed.err" &
    pid=$!
    random_pause
    if kill -9 $pid 2>/dev/null; then
        kills=$((kills + 1))
    fi
    status=0
    wait $pid 2>/dev/null || status=$?
    case $status in
    0) break ;;
    137) ;;
    *) cat "$folder/killed.err" >&2 && fail "the killed run ended with $status" ;;
    esac
    after=$(count_games "$folder/killed/games.db")
    [ "$after" -ge "$before" ] || fail "$before games were stored, and after a kill $after"
    before=$after
    [ $kills -lt "$most_kills" ] || break
done
[ $kills -ge 3 ] || fail "the run was over after $kills kills: too short to show anything"
play --out "$folder/killed" >/dev/null 2>&1 || fail "the killed run cannot be finished"
same_as_whole killed

# Interrupted: it ends within five seconds and prints the command that goes on, which works as it is.
for signal in INT TERM; do
    exec_play --out "$folder/stopped $signal" >"$folder/stopped.out" 2>"$folder/stopped.err" &
    pid=$!
    sleep 0.3
    start=$(date +%s)
    kill -$signal $pid
    status=0
    wait $pid || status=$?
    [ $(($(date +%s) - start)) -le 5 ] || fail "it took more than five seconds to stop"
    [ $status -eq 1 ] || fail "stopped by $signal it ended with $status"
    [ ! -s "$folder/stopped.out" ] || fail "a stopped run printed results"
    command=$(grep -A1 'to go on:$' "$folder/stopped.err" | tail -n 1)
    [ -n "$command" ] || fail "no command to go on by"
    eval "$command" >"$folder/resumed.out" 2>"$folder/resumed.err" || fail "it does not work: $command"
    mv "$folder/stopped $signal" "$folder/stopped$signal"
    same_as_whole stopped$signal
    # What it says in the end is what the whole run says, but for the folder.
    grep -v '^stored in' "$folder/whole.out" >"$folder/expected.out"
    grep -v '^stored in' "$folder/resumed.out" | cmp - "$folder/expected.out" || fail "another summary"
done

# The same run twice at once: the second is refused, the first is not disturbed.
exec_play --out "$folder/twice" >/dev/null 2>"$folder/twice.err" &
pid=$!
sleep 0.3
status=0
play --out "$folder/twice" >"$folder/second.out" 2>"$folder/second.err" || status=$?
[ $status -eq 1 ] || fail "the second process ended with $status"
grep -q 'is in use by another process' "$folder/second.err" || fail "the second process is not told why"
wait $pid || fail "the first process was disturbed"
same_as_whole twice

# Bad input writes nothing.
for bad in "--nodes 0" "--nodes x" "--games -1" "--openings none" "--threads 0" "--weights nosuch" \
    "--nosuch 1" "--games 0"; do
    status=0
    # shellcheck disable=SC2086 # two words
    "$assay" selfplay chess $bad --out "$folder/bad" >"$folder/bad.out" 2>"$folder/bad.err" || status=$?
    [ $status -ne 0 ] || fail "'$bad' was taken"
    [ -s "$folder/bad.err" ] || fail "'$bad': not a word"
    [ ! -e "$folder/bad" ] || fail "'$bad': something was written"
done
echo "killed $kills times"
