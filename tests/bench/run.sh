#!/bin/sh
# Measures speed: `assay bench`, games a second of self-play on all cores, and, where Fairy-Stockfish is installed, perft of both programs on the
# same positions in turns, with medians and their ratio. Both count the last ply in bulk.
# Usage: [ASSAY=PROGRAM] tests/bench/run.sh [ROUNDS]
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
assay=${ASSAY:-$root/build/release/assay}
rounds=${1:-5}
other=$(command -v fairy-stockfish || true)
[ -n "$other" ] || [ ! -x /usr/games/fairy-stockfish ] || other=/usr/games/fairy-stockfish

"$assay" bench

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# games VARIANT: plays some at 1000 nodes a move, stored, on all cores.
games() {
    begin=$(date +%s.%N)
    "$assay" selfplay "$1" --games 100 --nodes 1000 --out "$work/$1" >"$work/summary" 2>/dev/null
    awk -v name="$1" -v begin="$begin" -v end="$(date +%s.%N)" '/^plies a game/ { plies = $4 }
        END { printf "%-24s %5d %9.1f %9.2f %9.2f\n", name, 100, plies, end - begin, 100 / (end - begin) }' \
        "$work/summary"
}

echo
echo "self-play at 1000 nodes a move, from random imbalances to the end, stored, $(nproc) threads"
echo
printf '%-24s %5s %9s %9s %9s\n' variant games plies seconds games/s
for variant in chess naiad weak-naiad; do
    games "$variant"
done

if [ -z "$other" ]; then
    echo 'fairy-stockfish is not installed: no comparison' >&2
    exit 0
fi

# perft_ours FEN DEPTH, perft_theirs FEN DEPTH: print the count.
perft_ours() {
    "$assay" perft chess --fen "$1" "$2" | tail -n 1
}

perft_theirs() {
    printf 'uci\nsetoption name UCI_Variant value chess\nposition fen %s\ngo perft %s\nquit\n' \
        "$1" "$2" | "$other" 2>/dev/null | awk '/^Nodes searched:/ { print $3 }'
}

# time_one FILE COMMAND...: adds the processor seconds that the command took to the file; its output
# is left in $work/count.
time_one() {
    file=$1
    shift
    (
        "$@" >"$work/count"
        times
    ) | awk 'END { gsub(/[ms]/, " "); print $1 * 60 + $2 + $3 * 60 + $4 }' >>"$file"
}

median() {
    sort -n "$1" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int((NR + 2) / 2)]) / 2 }'
}

# Runs both programs in turns, and both with depth 1, which is what starting them takes.
compare() {
    name=$1 fen=$2 depth=$3
    rm -f "$work"/ours* "$work"/theirs*
    i=0
    while [ "$i" -lt "$rounds" ]; do
        time_one "$work/ours" perft_ours "$fen" "$depth"
        ours=$(cat "$work/count")
        time_one "$work/theirs" perft_theirs "$fen" "$depth"
        theirs=$(cat "$work/count")
        if [ "$ours" != "$theirs" ]; then
            echo "$name: assay counts '$ours', fairy-stockfish '$theirs'" >&2
            exit 1
        fi
        time_one "$work/ours.start" perft_ours "$fen" 1
        time_one "$work/theirs.start" perft_theirs "$fen" 1
        i=$((i + 1))
    done
    echo "$name $depth $ours" "$(median "$work/ours")" "$(median "$work/ours.start")" \
        "$(median "$work/theirs")" "$(median "$work/theirs.start")" |
        awk '{
            a = $4 - $5; b = $6 - $7
            if (a <= 0 || b <= 0) { print $1 ": too fast to measure"; exit }
            printf "%-10s %5d %10d %9.3f %9.3f %9.2f %9.2f %7.2f\n",
                $1, $2, $3, a, b, $3 / a * 1e-6, $3 / b * 1e-6, b / a
        }'
}

echo
echo "perft, medians of $rounds runs in turns, processor seconds less those of a start of the program"
echo '(theirs: fairy-stockfish; both count the last ply in bulk)'
echo
printf '%-10s %5s %10s %9s %9s %9s %9s %7s\n' \
    position depth nodes 'ours s' 'theirs s' 'ours M/s' 'their M/s' ratio
compare start 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' 5
compare kiwipete 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' 4
