#!/usr/bin/env bash
# Plays a tournament in parts by engines that other people wrote, kills some of the parts on the
# way, and wants the same bytes as from one machine.
#
#   tests/engines.sh [parallel] [ray]      (parallel, if none is named)
#
# What is not there is put into a folder that is gone afterwards: GNU parallel from Debian's
# packages, Ray from PyPI. AGON names the command to test; target/debug/agon unless given.
# Exit codes: 0 the bytes are the same, 1 they are not, 77 an engine could not be had.
set -euo pipefail
cd "$(dirname "$0")/.."

agon=$(realpath "${AGON:-target/debug/agon}")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

# GNU parallel, from the system or out of Debian's package.
have_parallel() {
    if ! command -v parallel > /dev/null; then
        (
            mkdir -p "$place/debian" && cd "$place/debian"
            apt-get update && apt-get download parallel && dpkg -x parallel_*.deb .
        ) > "$place/install.log" 2>&1 || return 1
        export PATH="$place/debian/usr/bin:$PATH"
    fi
    mkdir -p "$HOME/.parallel"
    # It asks scientists for a citation, once; nobody is here to answer.
    touch "$HOME/.parallel/will-cite"
}

# Ray, in an environment of its own.
have_ray() {
    (
        python3 -m venv "$place/ray" && "$place/ray/bin/pip" install ray
    ) > "$place/install.log" 2>&1 || return 1
    export PATH="$place/ray/bin:$PATH"
}

start_parallel() { sh submission; }
start_ray() { RAY_DEDUP_LOGS=0 python submission; }

# The tournament, on this machine in one go.
mkdir "$place/whole"
cat > "$place/league.toml" << 'END'
seed = 11
openings = 40
random-plies = 2
players = ["random", "alpha-beta(depth=3)", "mcts(iterations=1500)"]
games = ["connect-four", "othello(size=6)"]
END
cp "$place/league.toml" "$place/whole"
(cd "$place/whole" && "$agon" run league.toml --json > result.json)

# An agon that dies in the middle of every second part, the first time it is asked for it.
mkdir "$place/bin"
cat > "$place/bin/agon" << END
#!/usr/bin/env bash
call="\$*"
case "\$call" in
*"--shard "[135]/*)
    part=\${call#*--shard }
    part=\${part%%/*}
    if mkdir "died-\$part" 2> /dev/null; then
        "$agon" "\$@" --durable-every 1 > /dev/null &
        # Not before it has kept some games: the heading takes less than so many bytes.
        until [ -n "\$(find . -name "agon-*-\$part-of-5.journal" -size +1500c)" ]; do
            kill -0 \$! || exit 1
        done
        kill -9 \$! && touch "died-\$part/on-the-way"
        exit 1
    fi
    ;;
esac
exec "$agon" "\$@"
END
chmod +x "$place/bin/agon"
export PATH="$place/bin:$PATH"

for engine in "${@:-parallel}"; do
    if ! "have_$engine"; then
        tail -n 3 "$place/install.log" >&2
        echo "engines: $engine could not be had; nothing is shown about it" >&2
        exit 77
    fi
    mkdir "$place/$engine-parts"
    (
        cd "$place/$engine-parts"
        cp "$place/league.toml" .
        agon plan league.toml --for "$engine" --shards 5 > submission
        "start_$engine" > output 2>&1 || { cat output >&2; exit 1; }
        for part in 1 3 5; do
            test -f "died-$part/on-the-way" || { echo "engines: part $part was never killed" >&2; exit 1; }
        done
        merged=$(ls agon-*.journal | grep -v -- -of-)
        cmp "$merged" "$place/whole/league.journal"
        agon verify "$merged"
    ) || exit 1
    echo "engines: by $engine, in 5 parts of which 3 were killed, the journal is the same byte for byte"
done
