#!/usr/bin/env bash
# What `agon new` writes compiles, passes its tests and plays, with nothing from the network; what
# docs/rust.md has one write by hand does too; and the examples from outside the house play. The builds are
# kept under target/, and used again.
set -euo pipefail
cd "$(dirname "$0")/.."

# The command and the examples, with the features that the tests have built them with.
cargo build --quiet --locked --workspace --tests --examples --bin outside-arena
built="$PWD/${CARGO_TARGET_DIR:-target}/debug"
agon="$built/agon"
home="$PWD/target/strangers"
rm -rf "$home"
mkdir -p "$home"

# Cargo outside of the workspace: all that is built there shares one folder, and has no warning.
outside() {
    RUSTFLAGS="-D warnings" CARGO_TARGET_DIR="$home/../strangers-target" cargo "$@"
}

for crate in "game my-game" "game my-cards --hidden" "game my-dice --dice" "game my-three --seats 3" \
    "game my-four --seats 4" "player my-player"; do
    read -r kind name options <<<"$crate"
    # shellcheck disable=SC2086 # An option and its value.
    "$agon" new "$kind" "$name" $options --path-to-agon . --into "$home/$name"
    # The versions that Agon is tested with, which are here already.
    cp Cargo.lock "$home/$name"
    (
        cd "$home/$name"
        cargo fmt --all --check
        outside test --quiet --offline
        # The arenas whose games are played below.
        [ "$name" = my-four ] || outside build --quiet --offline -p "$name-arena"
    )
done

# By hand: the manifests and the `main` as docs/rust.md has them, the sources that it shows in part.
by_hand="$home/by-hand"
block() { # LANGUAGE NUMBER: that block of the page
    awk -v open="\`\`\`$1" -v number="$2" \
        '/^```$/ { shown = 0 } shown { print } $0 == open { shown = ++count == number }' docs/rust.md
}
manifest() { # NAME NUMBER
    mkdir -p "$by_hand/$1/src"
    printf '[package]\nname = "outside-%s"\nversion = "0.1.0"\nedition = "2024"\n\n' "$1" >"$by_hand/$1/Cargo.toml"
    block toml "$2" | sed "s#…/agon#$PWD#" >>"$by_hand/$1/Cargo.toml"
    printf '\n[workspace]\n' >>"$by_hand/$1/Cargo.toml"
    cp Cargo.lock "$by_hand/$1"
}
manifest game 1
manifest arena 2
manifest player 3
block rust 3 >"$by_hand/arena/src/main.rs"
cp tests/outside/game/src/lib.rs "$by_hand/game/src"
cp tests/outside/player/src/lib.rs "$by_hand/player/src"
cat >>"$by_hand/player/src/lib.rs" <<'END'

#[test]
fn the_laws_hold() {
    use agon_nim as _;
    agon_laws::check_player("narrow", "nim").unwrap();
}
END
for crate in game player arena; do
    (
        cd "$by_hand/$crate"
        outside test --quiet --offline
        if [ "$crate" = arena ]; then
            outside run --quiet --offline -- run -g squares -p narrow -p random --openings 4
        fi
    )
done

# Where a trait is missing, the compiler says what to write.
cp -r "$by_hand/game" "$by_hand/unwritten"
cat >>"$by_hand/unwritten/src/lib.rs" <<'END'
const _: fn() = || {
    fn asked<M: agon_core::Move, P: agon_core::Position>() {}
    asked::<u8, u8>();
    agon_core::GamePlugin::of::<u8>();
    agon_core::PlayerPlugin::of::<u8>();
};
END
said=$(cd "$by_hand/unwritten" && outside check --quiet --offline 2>&1) && exit 1
for asked in from_code each_move SAMPLES choose; do
    [[ $said == *"note: write "*"$asked"* ]] || { echo "no word of $asked: $said" && exit 1; }
done

game="$home/../strangers-target/debug/my-game-arena"
player="$home/../strangers-target/debug/my-player-arena"
"$game" run -g my-game -p 'alpha-beta(depth=4)' -p random --openings 10
# The laws, and its tests with its claims, find every fault but that it declares too few plies, which no play of a game so
# small comes near; its tests are asked by cargo.
code=0
told=$(cd "$home/my-game" && RUSTFLAGS="-D warnings" CARGO_TARGET_DIR="$home/../strangers-target" CARGO_NET_OFFLINE=true \
    "$game" laws my-game --mutants --tests . </dev/null) || code=$?
echo "$told"
[ $code = 3 ] && grep -qE '^words-unread +found +found$' <<<"$told" && grep -qE '^plies-too-few +- +-$' <<<"$told"
"$home/../strangers-target/debug/my-cards-arena" run -g my-cards -p ismcts -p random --openings 10
"$home/../strangers-target/debug/my-dice-arena" run -g my-dice -p 'expectiminimax(depth=3)' -p random --openings 10
"$home/../strangers-target/debug/my-three-arena" run -g my-three -p 'max-n(depth=6)' -p random -p random --openings 10
"$player" run -g nim -p my-player -p random --openings 10
"$built/examples/gate"
"$agon" run -g nim -p perfect -p random --openings 2 --journal "$home/my.journal" >/dev/null
"$built/examples/journal" "$home/my.journal"
"$built/examples/gallery" "$home/gallery" 390
"$built/outside-arena" run -g squares -p narrow -p 'alpha-beta(depth=6)' -p random --openings 4
