#!/bin/sh
# includes.sh must find each kind of fault when it is planted, and none in a tree that keeps the rules.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

mkdir -p "$tree/engine/base" "$tree/engine/rules" "$tree/engine/search" "$tree/engine/protocol" \
    "$tree/selfplay" "$tree/tuner"

# A small tree that keeps all rules.
plant_clean() {
    echo '#include "tuner/fit.h"
#include <gsl/gsl_errno.h>' >"$tree/assay.c"
    echo '#pragma once' >"$tree/commands.h"
    echo '#include <stdio.h>' >"$tree/engine/base/error.c"
    echo '#include <gsl/gsl_rng.h>' >"$tree/engine/base/random_gsl.h"
    echo '#include "engine/base/error.h"
#include "engine/rules/variant.h"' >"$tree/engine/rules/variant.c"
    echo '#include <stdio.h>
#include "commands.h"' >"$tree/engine/rules/cmd_check.c"
    echo '#include "engine/rules/variant.h"' >"$tree/engine/search/search.c"
    echo '#include "engine/search/search.h"' >"$tree/engine/protocol/uci.c"
    echo '#include <sqlite3.h>
#include "engine/search/search.h"' >"$tree/selfplay/store.c"
    echo '#include <gsl/gsl_cdf.h>
#include "selfplay/store.h"' >"$tree/tuner/fit.c"
}

expect() {
    status=0
    "$here/includes.sh" "$tree" >"$tree/out" 2>&1 || status=$?
    if [ "$status" -ne "$1" ]; then
        echo "$2: exit $status, not $1:"
        cat "$tree/out"
        exit 1
    fi
}

# plant FILE LINE: with this line behind the clean file, that very line is found to be at fault.
planted=0
plant() {
    plant_clean
    printf '%s\n' "$2" >>"$tree/$1"
    line=$(wc -l <"$tree/$1")
    expect 1 "$1 with $2"
    grep -q "^$1:$((line)): " "$tree/out" || {
        echo "$1 with $2: the fault is not named:"
        cat "$tree/out"
        exit 1
    }
    planted=$((planted + 1))
}

plant_clean
expect 0 'the clean tree'

plant engine/base/error.c '#include "engine/rules/variant.h"'
plant engine/rules/variant.c '#include "engine/search/search.h"'
plant engine/search/search.c '  #  include   "engine/protocol/uci.h"'
plant engine/protocol/uci.c '#include "selfplay/game.h"'
plant selfplay/store.c '#include "tuner/fit.h"'
plant tuner/fit.c '#include "assay.c"'
plant tuner/fit.c '#include "tests/unit/unit.h"'
plant tuner/fit.c '#include "fit.h"'
plant engine/rules/variant.c '#include <stdio.h>'
plant engine/search/search.c '#include <stdio.h> /* for a moment */'
plant tuner/fit.c '#include <sqlite3.h>'
plant assay.c '#include "sqlite3.h"'
plant selfplay/store.c '#include <spawn.h>'
plant selfplay/store.c '#include <gsl/gsl_rng.h>'
plant engine/base/error.c '#include <gsl/gsl_errno.h>'

echo "$planted planted faults found"
