#!/bin/sh
# Twelve fairy pieces in chess against their published values, all by one rule that was written down, and committed,
# before a game of it was played:
#
#   On full boards, as in the opening, each piece is measured against the piece of chess that is nearest to it by the
#   published values (pawn 1, knight 3.25, rook 5, queen 9.5). Nearest to a pawn: among all others, in pawns
#   (--thinning 0). Nearest to another: instead of that one (--versus), whose published value is added.
#
# Prints a line for each piece, how many are within the larger of half a pawn and 15 %, and the rank correlation.
# Usage: results/twelve-pieces.sh ASSAY FOLDER [SEED]; the reports are FOLDER/twelve-PIECE.txt and .json. It goes on
# where it was interrupted.
set -eu

assay=$1
folder=$2
seed=${3:-2}

# piece, published from, to, measured by: P or TYPE=TYPE, the variant, and for the latter the published value and the
# sign of the difference.
pieces='
alfil 0.8 0.8 P alfil 0 1
dabbaba 1.0 1.0 P dabbaba 0 1
wazir 1.25 1.25 P wazir 0 1
ferz 1.5 1.5 P ferz 0 1
zebra 1.75 1.75 P zebra 0 1
grasshopper 2.0 2.0 P grasshopper 0 1
camel 2.25 2.25 N=C camel 3.25 -1
commoner 2.6 3 N=M commoner 3.25 -1
nightrider 5.6 5.6 H=R nightrider 5 1
archbishop 8.25 8.75 Q=A queen-archbishop 9.5 -1
chancellor 8.75 9.35 Q=C queen-chancellor 9.5 -1
amazon 11.5 12 Z=Q queen-amazon 9.5 1
'

mkdir -p "$folder"
printf '%s' "$pieces" | while read -r piece low high way variant base sign; do
    [ -n "$piece" ] || continue
    report=$folder/twelve-$piece
    how="--versus $way --games 2000"
    [ "$way" != P ] || how='--thinning 0 --games 4000'
    # shellcheck disable=SC2086 # several words
    [ -s "$report.txt" ] || {
        "$assay" values "fairy-pieces:$variant" $how --seed "$seed" --out "$folder/games-$piece" \
            --json "$report.json" >"$report.new"
        mv "$report.new" "$report.txt"
    }
    awk -v piece="$piece" -v low="$low" -v high="$high" -v way="$way" -v base="$base" -v sign="$sign" '
        function is_number(word) { return word ~ /^-?[0-9]+[.][0-9]+$/ }
        NR == 1 && !/in pawns$/ { exit }
        (way == "P" && $2 == piece) || (way != "P" && $2 == "-") {
            at = way == "P" ? 3 : 4
            measured = is_number($at) && is_number($(at + 1)) && is_number($(at + 3))
            value = base + sign * $at
            first = base + sign * $(sign > 0 ? at + 1 : at + 3)
            last = base + sign * $(sign > 0 ? at + 3 : at + 1)
            exit
        }
        END {
            off = value < low ? value - low : value > high ? value - high : 0
            end = value < low ? low : high
            bound = .15 * end > .5 ? .15 * end : .5
            printf "%-12s %5.2f to %5.2f  %-3s  ", piece, low, high, way
            if (!measured)
                print "not measured"
            else
                printf "%5.2f  %5.2f to %5.2f  %s\n", value, first, last,
                    (off < -bound || off > bound) ? sprintf("off by %+.2f", off) : "within"
        }' "$report.txt"
done | awk '
    { print; published[NR] = $2 + $4; value[NR] = $6; within += /within$/; missing += /not measured$/ }
    function rank(list, i,   j, r) {
        r = 1
        for (j = 1; j <= NR; j++)
            r += list[j] < list[i] ? 1 : list[j] == list[i] && j != i ? .5 : 0
        return r
    }
    END {
        if (missing) {
            printf "%d of %d within; %d not measured\n", within, NR, missing
            exit 1
        }
        for (i = 1; i <= NR; i++)
            squares += (rank(published, i) - rank(value, i)) ^ 2
        printf "%d of %d within; rank correlation %.2f\n", within, NR, 1 - 6 * squares / (NR * (NR * NR - 1))
    }'
