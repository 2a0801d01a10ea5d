#!/usr/bin/env bash
# Counts the instructions of some fifty commands, which unlike their time depend neither on load nor on the clock of the
# processor, and compares them with those of tests/instructions.tsv.
#
#   tests/instructions.sh            (fails where a row has moved by more than 1 %)
#   WRITE=1 tests/instructions.sh    (writes the rows anew: a commit that does says why they moved)
#
# A row is: instructions; what was done, in leaves, nodes or games; instructions for each of these; the command. Cachegrind
# counts, of Debian's package valgrind. AGON names the command to test, target/release/agon unless given, which
# `.ci/deep instructions` builds.
# Exit codes: 0 no row has moved, 1 one has, or could not be counted, 77 the rows are of another compiler or machine, or
# there is no valgrind; it is said which.
set -euo pipefail
cd "$(dirname "$0")/.."
AGON=${AGON:-target/release/agon}
source tests/lib.sh

have valgrind || { echo "not counted: valgrind could not be had" && exit 77; }
rows=tests/instructions.tsv
built="$(rustc --version | cut -d' ' -f1,2), $(uname -m)"

# One row: COMMAND
count() {
    local own said n all
    own=$(mktemp -p "$place")
    # shellcheck disable=SC2086 # The words of a command.
    said=$(valgrind --tool=cachegrind --cache-sim=no --branch-sim=no --cachegrind-out-file=/dev/null --log-file="$own" \
        "$agon" $1 --json 2> "$own.err") || { echo "$1: $(tail -n 1 "$own.err")" >&2 && return 1; }
    all=$(sed -nE 's/.*I +refs: +([0-9,]+).*/\1/p' "$own" | tr -d ,)
    n=$(grep -oE '"(leaves|nodes|games)": *[0-9]+' <<< "$said" | head -n 1 | grep -oE '[0-9]+$') || n=1
    printf '%s\t%s\t%s\t%s\n' "$all" "$n" "$((all / (n > 0 ? n : 1)))" "$1"
}
export -f count
export agon place

grep -v '^#' "$rows" | cut -f4 | tr '\n' '\0' |
    xargs -0 -P "$(nproc)" -I{} bash -c 'count "$1"' _ {} > "$place/found" || { echo "a row could not be counted" && exit 1; }
# In the order of the rows.
{
    echo "# $built"
    printf '# instructions\tof\teach\tcommand\n'
    while IFS=$'\t' read -r _ _ _ command; do
        awk -F'\t' -v command="$command" '$4 == command' "$place/found"
    done < <(grep -v '^#' "$rows")
} > "$place/rows"
if [ -n "${WRITE:-}" ]; then
    cp "$place/rows" "$rows"
    echo "$(grep -vc '^#' "$rows") rows written"
    exit
fi
moved=$(paste "$rows" "$place/rows" | awk -F'\t' '!/^#/ && ($5 > 1.01 * $1 || $5 < 0.99 * $1) {
    printf "%+6.1f %%  %d -> %d  %s\n", 100 * ($5 / $1 - 1), $1, $5, $4 }')
[ -z "$moved" ] || echo "$moved"
if [ "$(head -n 1 "$rows")" != "# $built" ]; then
    echo "compared with rows of another compiler or machine: $(head -n 1 "$rows" | cut -c3-), here $built"
    exit 77
fi
[ -z "$moved" ] || exit 1
echo "$(grep -vc '^#' "$rows") rows, none moved by more than 1 %"
