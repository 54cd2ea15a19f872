#!/bin/sh
# Measures speed: `assay bench`, games a second of self-play on all cores and on one, the fits, and, where Fairy-Stockfish and
# Fairy-Max are installed, perft and searches of these programs on the same positions in turns, with medians and their ratios.
# Usage: [ASSAY=PROGRAM] tests/bench/run.sh [ROUNDS]
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
assay=${ASSAY:-$root/build/release/assay}
rounds=${1:-5}
other=$(command -v fairy-stockfish || true)
[ -n "$other" ] || [ ! -x /usr/games/fairy-stockfish ] || other=/usr/games/fairy-stockfish

kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
search_nodes=1000000
games=100

"$assay" bench

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# seconds_of VARIANT THREADS: plays games at 1000 nodes a move, stored; prints the seconds that it took.
seconds_of() {
    rm -rf "$work/games"
    begin=$(date +%s.%N)
    "$assay" selfplay "$1" --games $games --nodes 1000 --threads "$2" --out "$work/games" >"$work/summary" 2>/dev/null
    awk -v begin="$begin" -v end="$(date +%s.%N)" 'BEGIN { print end - begin }'
}

# play VARIANT: the same games on all cores and on one.
play() {
    one=$(seconds_of "$1" 1)
    all=$(seconds_of "$1" "$(nproc)")
    awk -v name="$1" -v games=$games -v one="$one" -v all="$all" '/^plies a game/ { plies = $4 }
        END { printf "%-24s %5d %9.1f %9.2f %9.2f %9.2f\n", name, games, plies, games / all, games / one, one / all }' \
        "$work/summary"
}

echo
echo "self-play at 1000 nodes a move, from random imbalances to the end, stored: games a second on $(nproc) threads and on one"
echo
printf '%-24s %5s %9s %9s %9s %9s\n' variant games plies games/s 'one thr.' gain
for variant in chess capablanca shatranj naiad weak-naiad large-nahbi nihisci noble-wing nearlydouble-wildebeest; do
    play "$variant"
done

logit=${assay%/*}/tests/bench_logit
if [ -x "$logit" ]; then
    echo
    echo 'fits of piece values, no two pairs of games alike'
    echo
    "$logit" 1000000 8
    "$logit" 10000000 60 "$(nproc)"
fi

# The median of the figures in a file.
median() {
    sort -n "$1" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int((NR + 2) / 2)]) / 2 }'
}

# Nodes a second of fairymax by its own clock, from its last line about a search to a depth.
# shellcheck disable=SC2094 # the one waits for what the other writes
rate_fairymax() {
    printf 'xboard\nnew\nvariant %s\npost\nsd %s\nst 60\ngo\n' "$1" "$2" >"$work/in"
    {
        cat "$work/in"
        until grep -q '^move' "$work/talk"; do sleep 0.2; done
        echo quit
    } | "$fairymax" >"$work/talk" 2>/dev/null
    awk '$1 + 0 > 0 && $3 + 0 > 0 { rate = $4 / $3 * 100 } END { print rate }' "$work/talk"
}

# Our own of a second.
rate_ours() {
    printf 'setoption name UCI_Variant value %s\ngo movetime 1000\n' "$1" | "$assay" uci |
        awk '{ for (i = 1; i < NF; i++) if ($i == "nps") rate = $(i + 1) } END { print rate }'
}

# beside_fairymax OURS THEIRS DEPTH: names of a variant, and a depth that takes fairymax a second or so.
beside_fairymax() {
    rm -f "$work/ours" "$work/theirs"
    i=0
    while [ "$i" -lt "$rounds" ]; do
        : >"$work/talk"
        rate_ours "$1" >>"$work/ours"
        rate_fairymax "$2" "$3" >>"$work/theirs"
        i=$((i + 1))
    done
    echo "$1 $(median "$work/ours") $(median "$work/theirs")" |
        awk '{ printf "%-12s %9.2f %9.2f %7.2f\n", $1, $2 * 1e-6, $3 * 1e-6, $2 / $3 }'
}

fairymax=$(command -v fairymax || true)
[ -n "$fairymax" ] || [ ! -x /usr/games/fairymax ] || fairymax=/usr/games/fairymax
if [ -n "$fairymax" ]; then
    echo
    echo "searches from the array, million nodes a second, medians of $rounds runs in turns (theirs: fairymax)"
    echo
    printf '%-12s %9s %9s %7s\n' variant ours theirs ratio
    beside_fairymax chess normal 10
    beside_fairymax capablanca capablanca 9
    beside_fairymax shatranj shatranj 10
else
    echo 'fairymax is not installed: no comparison' >&2
fi

if [ -z "$other" ]; then
    echo 'fairy-stockfish is not installed: no comparison' >&2
    exit 0
fi

# The argument of UCI's `position` for a FEN, `start` for the array.
uci_position() {
    if [ "$1" = start ]; then echo startpos; else echo "fen $1"; fi
}

# What the programs do, on a variant and a FEN: they print how many nodes they have counted or searched.
perft_ours() {
    if [ "$2" = start ]; then "$assay" perft "$1" "$3"; else "$assay" perft "$1" --fen "$2" "$3"; fi | tail -n 1
}

perft_theirs() {
    printf 'uci\nsetoption name UCI_Variant value %s\nposition %s\ngo perft %s\nquit\n' \
        "$1" "$(uci_position "$2")" "$3" | "$other" 2>/dev/null | awk '/^Nodes searched:/ { print $3 }'
}

# search_uci ENGINE VARIANT FEN NODES: `quit` must not come before the search has ended.
# shellcheck disable=SC2094 # the one waits for what the other writes
search_uci() {
    engine=$1
    : >"$work/talk"
    {
        printf 'uci\nsetoption name Hash value 16\nsetoption name UCI_Variant value %s\nisready\n' "$2"
        printf 'position %s\ngo nodes %s\n' "$(uci_position "$3")" "$4"
        until grep -q '^bestmove' "$work/talk"; do sleep 0.2; done
        echo quit
    } | $engine >"$work/talk" 2>/dev/null
    awk '{ for (i = 1; i < NF; i++) if ($i == "nodes") nodes = $(i + 1) } END { print nodes }' "$work/talk"
}

search_ours() { search_uci "$assay uci" "$@"; }
search_theirs() { search_uci "$other" "$@"; }

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

# compare WHAT NAME VARIANT FEN AMOUNT LITTLE: runs both programs in turns, and both with little to do, which is
# what starting them takes.
compare() {
    what=$1 name=$2 variant=$3 fen=$4 amount=$5 little=$6
    rm -f "$work"/ours* "$work"/theirs*
    i=0
    while [ "$i" -lt "$rounds" ]; do
        for who in ours theirs; do
            time_one "$work/$who" "${what}_$who" "$variant" "$fen" "$amount"
            cat "$work/count" >>"$work/$who.nodes"
            time_one "$work/$who.start" "${what}_$who" "$variant" "$fen" "$little"
        done
        i=$((i + 1))
    done
    ours=$(median "$work/ours.nodes")
    theirs=$(median "$work/theirs.nodes")
    if [ "$what" = perft ] && [ "$ours" != "$theirs" ]; then
        echo "$name: assay counts '$ours', fairy-stockfish '$theirs'" >&2
        exit 1
    fi
    echo "$name $ours $(median "$work/ours") $(median "$work/ours.start")" \
        "$theirs $(median "$work/theirs") $(median "$work/theirs.start")" |
        awk '{
            a = $3 - $4; b = $6 - $7
            if (a <= 0 || b <= 0) { print $1 ": too fast to measure"; exit }
            ours = $2 / a * 1e-6; theirs = $5 / b * 1e-6
            printf "%-12s %10d %9.3f %9.2f %10d %9.3f %9.2f %7.2f\n", $1, $2, a, ours, $5, b, theirs, ours / theirs
        }'
}

heading() {
    echo
    echo "$1, medians of $rounds runs in turns, processor seconds less those of a start of the program"
    echo "(theirs: fairy-stockfish; $2)"
    echo
    printf '%-12s %10s %9s %9s %10s %9s %9s %7s\n' position ours s M/s theirs s M/s ratio
}

heading perft 'both count the last ply in bulk'
compare perft chess chess start 6 1
compare perft kiwipete chess "$kiwipete" 5 1
compare perft capablanca capablanca start 5 1
compare perft shatranj shatranj start 6 1

heading "searches of $search_nodes nodes" 'its classical evaluation, tables of 16 MB'
compare search chess chess start "$search_nodes" 1
compare search kiwipete chess "$kiwipete" "$search_nodes" 1
compare search capablanca capablanca start "$search_nodes" 1
compare search shatranj shatranj start "$search_nodes" 1
