#!/bin/sh
# Holds our reading of Fairy-Stockfish's dialect against that program itself, as npm's ffish: perft and random
# games of every variant that both know; and our own files of games that it knows. Usage:
#
#     tests/oracle/oracle.sh ASSAY ORACLE_GAMES FOLDER DEPTH GAMES
#
# ffish is installed into FOLDER, a part of the build. Without node, npm or the package the test is skipped
# (exit 77). The public file of variants is read where $ASSAY_FAIRY_INI or ../shared/data has it.
set -eu

assay=$1 program=$2 folder=$3 depth=$4 games=$5
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../.." && pwd)
version=0.7.10
least=80 # of the public file must load

for tool in node npm; do
    command -v "$tool" > /dev/null || {
        echo "skipped: no $tool"
        exit 77
    }
done
mkdir -p "$folder"
ffish=$folder/node_modules/ffish
[ -f "$ffish/package.json" ] || npm install --silent --no-save --prefix "$folder" "ffish@$version" > /dev/null 2>&1 || true
[ -f "$ffish/package.json" ] || {
    echo "skipped: npm cannot install ffish $version"
    exit 77
}

compare() {
    # shellcheck disable=SC2086 # names have no spaces
    node "$here/compare.js" "$ffish" "$program" "$1" "$depth" "$games" 1 $2
}

# The names that `assay check FILE` has loaded.
loaded() { "$assay" check "$1" | sed -n 's/^\([^ ]*\): loaded$/\1/p'; }

built_in=
for file in "$root"/configs/variants/fairy-stockfish/*.ini; do
    name=$(basename "$file" .ini)
    [ "$name" = template ] || ! "$assay" check "$file" > /dev/null 2>&1 || built_in="$built_in $name"
done
status=0
echo "== built in"
compare "$root/configs/variants/fairy-stockfish/" "$built_in" || status=1
echo "== our own dialect"
variants=$root/configs/variants
armies=$variants/different-armies.ini
own=
for name in capablanca grand knightmate makruk no-castling pawn-one-square stalemate-win torpedo semi-torpedo \
    pawn-back pawn-sideways; do
    own="$own $name=$variants/$name.ini:$name"
done
for name in shatranj xiangqi; do
    own="$own own-$name=$variants/$name.ini:$name"
done
for name in clobberers knights rookies; do
    own="$own own-$name=$armies:$name-$name"
done
compare "$here/own.ini" "$own own-fides-rookies=$armies:fides-rookies" || status=1
echo "== our own file"
compare "$here/../unit/fairy.ini" "$(loaded "$here/../unit/fairy.ini")" || status=1

public=${ASSAY_FAIRY_INI:-$root/../shared/data/fairy-stockfish-variants.ini}
if [ -f "$public" ]; then
    echo "== $(basename "$public")"
    names=$(loaded "$public")
    count=$(echo "$names" | wc -l)
    [ "$count" -ge "$least" ] || {
        echo "only $count variants of the public file are loaded, $least at least should be"
        status=1
    }
    compare "$public" "$names" || status=1
else
    echo "the public file of variants is not there: not compared"
fi
exit "$status"
