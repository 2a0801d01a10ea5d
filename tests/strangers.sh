#!/usr/bin/env bash
# What `agon new` writes compiles, passes its tests and plays, with nothing from the network; and
# the examples from outside the house play. The builds are kept under target/, and used again.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --quiet --locked -p agon
agon="$PWD/${CARGO_TARGET_DIR:-target}/debug/agon"
home="$PWD/target/strangers"
rm -rf "$home"
mkdir -p "$home"

for kind in game player; do
    "$agon" new "$kind" "my-$kind" --path-to-agon . --into "$home/my-$kind"
    # The versions that Agon is tested with, which are here already.
    cp Cargo.lock "$home/my-$kind"
    (
        cd "$home/my-$kind"
        export CARGO_TARGET_DIR="$home/../strangers-target"
        cargo fmt --all --check
        cargo test --quiet --offline
        cargo build --quiet --offline -p "my-$kind-arena"
    )
done

game="$home/../strangers-target/debug/my-game-arena"
player="$home/../strangers-target/debug/my-player-arena"
"$game" run -g my-game -p 'alpha-beta(depth=4)' -p random --openings 10
"$player" run -g nim -p my-player -p random --openings 10
cargo run --quiet --locked -p agon-arena --example gate
cargo run --quiet --locked -p agon-draw --features png --example gallery -- "$home/gallery" 390
cargo run --quiet --locked -p outside-arena -- run -g squares -p narrow -p 'alpha-beta(depth=6)' -p random --openings 4
