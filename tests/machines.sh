#!/usr/bin/env bash
# Plays the same tournaments as a machine of 32 bits and one of the other byte order play them, and wants the bytes of
# this machine: journals, results, ratings.
#
#   tests/machines.sh [i686] [s390x]      (both, if none is named)
#
# Rust's libraries for them come by rustup, linkers and QEMU, which runs what this machine cannot, from Debian's
# packages. What is built is kept under target/. AGON names the command of this machine, of the same commit;
# target/debug/agon unless given.
# Exit codes: 0 all bytes are the same, 1 they are not, 77 one of them could not be had; it is said which.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/lib.sh

cat > "$place/league.toml" << 'END'
seed = 3
openings = 1
random-plies = 3
max-plies = 30
thoughts = true
players = ["random", "alpha-beta(depth=2, deepening=true, table=64kB)", "mcts(iterations=40)"]
games = [
    "chess", "go(size=5)", "othello(size=6)", "amoba(size=9)", "checkers", "hex(size=5)", "kalah", "breakthrough",
    "nine-mens-morris", "chinese-checkers(size=2, seats=2)", "dots-and-boxes(width=3, height=2)", "connect-four(width=9)",
]
END
cat > "$place/dice.toml" << 'END'
seed = 4
openings = 2
max-plies = 30
thoughts = true
players = ["random", "greedy", "expectimax(depth=1)", "mcts(iterations=20)"]
games = ["backgammon", "2048", "einstein", "pig"]
END
cat > "$place/hidden.toml" << 'END'
seed = 5
openings = 1
max-plies = 60
thoughts = true
players = ["random", "ismcts(iterations=20)", "pimc"]
games = ["whist(seats=2, cards=3)", "leduc", "kuhn", "goofspiel(cards=4)"]
END

# All that a machine says, in a folder: FOLDER COMMAND…
play() {
    local folder=$1 league
    shift
    mkdir "$folder"
    "$@" run -q --json > "$folder/default.json"
    for league in league dice hidden; do
        "$@" run -q "$place/$league.toml" --json --journal "$folder/$league.journal" > "$folder/$league.json"
        "$@" report ratings "$folder/$league.journal" --json > "$folder/$league.ratings.json"
        "$@" report games "$folder/$league.journal" -o "$folder/$league.csv"
    done
    "$@" solve 'connect-four(width=4, height=4)' --json > "$folder/solved.json"
}

play "$place/here" "$agon"
missing=0
machines=("$@")
[ $# != 0 ] || machines=(i686 s390x)
for machine in "${machines[@]}"; do
    target=$machine-unknown-linux-gnu
    # What is linked statically needs nothing else of such a machine.
    setting=${target^^}
    setting=CARGO_TARGET_${setting//-/_}
    runner=()
    [ "$machine" = i686 ] || runner=("qemu-$machine")
    if ! { timeout 300 rustup target add "$target" > "$place/install.log" 2>&1 && have "$machine-linux-gnu-gcc" "gcc-$machine-linux-gnu" &&
        { [ ${#runner[@]} = 0 ] || have "${runner[0]}" qemu-user; }; }; then
        echo "machines: $machine: not run, its libraries, its linker or QEMU could not be had"
        missing=77
        continue
    fi
    env "${setting}_LINKER=$machine-linux-gnu-gcc" "${setting}_RUSTFLAGS=-C target-feature=+crt-static" \
        cargo build --quiet --locked -p agon --target "$target" --target-dir target/machines \
        --config profile.dev.opt-level=1 --config profile.dev.debug=false
    play "$place/$machine" ${runner[@]+"${runner[@]}"} "target/machines/$target/debug/agon"
    diff -r "$place/here" "$place/$machine"
    echo "machines: $machine: the same $(du -bc "$place/here"/* | tail -1 | cut -f 1) bytes of journals, results and ratings"
done
exit "$missing"
