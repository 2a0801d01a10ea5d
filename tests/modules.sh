#!/usr/bin/env bash
# Compiles the built-in modules that are written in C from their sources again, and the game that `agon new` writes, and
# wants the same games: the same bytes where the compiler is the one that they were made with; the same perft and every
# law with any.
#
#   tests/modules.sh
#
# The compiler, clang, and its linker come from Debian's packages; that of AssemblyScript is not looked for. AGON names
# the command, with modules; target/debug/agon unless given.
# Exit codes: 0 all are the same games, 1 they are not, 77 the compiler could not be had.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/lib.sh

# The version of clang whose bytes are in the repository.
made_with=14
sources=games/module/src/modules

if ! { have clang && have wasm-ld lld && clang --print-targets 2> /dev/null | grep -q wasm32; }; then
    echo "modules: not run, clang for WebAssembly could not be had"
    exit 77
fi
version=$(clang -dumpversion)
version=${version%%.*}

# As docs/module.md has it: SOURCE MODULE
compile() {
    clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=4096 -Wl,--initial-memory=65536 \
        -o "$2" "$1"
}

# Leaves of the tree of a game, move by move: TERM
leaves() { "$agon" perft "$1" --depth 4 --divide 2> /dev/null; }

cp "$sources"/*.c "$place"
"$agon" new game --module "$place/mine.c" > "$place/said"
for source in "$place"/*.c; do
    name=$(basename "$source" .c)
    same=$name
    [ "$name" != mine ] || same=tic-tac-toe
    compile "$source" "$place/$name.wasm"
    "$agon" laws "module(file=\"$place/$name.wasm\")" > "$place/said"
    leaves "module(file=$same)" > "$place/ours"
    leaves "module(file=\"$place/$name.wasm\")" > "$place/theirs"
    diff "$place/ours" "$place/theirs"
    what="the same leaves, and every law"
    if [ "$version" = "$made_with" ] && [ "$name" = "$same" ]; then
        cmp "$place/$name.wasm" "$sources/$name.wasm"
        what="$what, and the same bytes"
    fi
    echo "modules: $name, by clang $version: $what"
done
