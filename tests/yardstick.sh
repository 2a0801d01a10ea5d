#!/usr/bin/env bash
# Plays against the usual program of each game, and says how much stronger or weaker one is than it.
#
#   tests/yardstick.sh [othello] [backgammon] [chess] [go]                 (all, if none is named)
#   PLAYER='mcts(iterations=5000)' tests/yardstick.sh othello              a player of one's own, and its ratings
#   AGAINST='level 3' PLAYER='…' tests/yardstick.sh othello                beside programs with that in their name
#
# The programs and the rules are in tests/benches/yardstick. Every row is a match of its own from the same openings, whose
# journal stays in target/yardstick, in a folder for each build of `agon`: what is stopped goes on where it was. Without
# PLAYER it is `strong` at the numbers of nodes below, and the table is the one of players/STRENGTH.md. After MINUTES
# (55 unless given) no more is played. AGON names the command; target/debug/agon unless given.
# Exit codes: 0 every row is complete, 1 there was a fault, 2 there is no such game or program, 77 rows are missing.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/lib.sh

# The players of the table, the quicker one first.
declare -A strong=(
    [othello]='strong(nodes=20000)'
    [backgammon]='strong(nodes=20000) strong(nodes=200000)'
    [chess]='strong(nodes=20000) strong(nodes=100000)'
    [go]='strong(nodes=20000) strong(nodes=80000)'
)
[ $# != 0 ] || set -- othello backgammon chess go
for game in "$@"; do
    [ -n "${strong[$game]:-}" ] || { echo "yardstick: there is none for \`$game\`, but for ${!strong[*]}" >&2 && exit 2; }
done

# The rows, as RANK GAME PLAYER NAME COMMAND PACKAGE ENTRY between tabs; slow ones come last, whatever their game.
rows() {
    local game players rank player entry name command package slow
    for game in "$@"; do
        read -ra players <<<"${strong[$game]}"
        [ -z "${PLAYER:-}" ] || players=("$PLAYER")
        for rank in "${!players[@]}"; do
            player=${players[rank]}
            while IFS=$'\t' read -r entry name command package slow; do
                [[ $name == *"${AGAINST:-}"* ]] || continue
                printf '%s\t' "${slow:+9}$rank" "$game" "$player" "$name" "$command" "$package"
                printf '%s\n' "$entry"
            done < <(sed -nE 's/^ *(\{ name = "([^"]+)", .*\}), # ([^ ]+) ([^ ]+) ?(slow)?$/\1\t\2\t\3\t\4\t\5/p' \
                "tests/benches/yardstick/$game.toml")
        done
    done | sort -s -n -k1,1
}

# The row of the table for the match that is kept in $1: what $2 scored against the program called $3 at $4.
row() {
    "$agon" report ratings "$1" --json | player="$2" awk -v name="$3" -v game="$4" '
        function field(key) {
            return match($0, "\"" key "\":[^,}]*") ? substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) : "null"
        }
        function elo(value) { value = sprintf("%+.0f", value); sub(/-/, "−", value); return value }
        {
            played = field("played")
            sub(/.*"pairs":/, "")
            if (!match($0, "\"score\":")) exit
            share = field("score"); mean = field("elo"); low = field("low"); high = field("high")
            if (index($0, "\"one\":\"" name "\"")) {
                share = 1 - share; swap = low
                low = high == "null" ? high : -high; high = swap == "null" ? swap : -swap
                if (mean != "null") mean = -mean
            }
            if (low == "null") interval = "to " elo(high)
            else if (high == "null") interval = "from " elo(low)
            else interval = elo(low) " to " elo(high)
            printf "| %s | `%s` | %s | %d | %.1f %% | %s | %s |\n", game, ENVIRON["player"], name, played, 100 * share,
                mean == "null" ? "—" : elo(mean), interval
        }'
}

kept="$PWD/target/yardstick/$("$agon" --version | tr -d '()' | tr ' ' -)"
mkdir -p "$kept"
until=$((SECONDS + ${MINUTES:-55} * 60))
lacking=() faults=0 count=0
while IFS=$'\t' read -r _ game player name command package entry; do
    count=$((count + 1))
    if ! have "$command" "$package"; then
        lacking+=("$name could not be had")
        continue
    fi
    match=$kept/$(tr -cs 'A-Za-z0-9=\n' '-' <<<"$game-$player-$name" | cut -c 1-150)
    {
        sed '/^# After each/,$d' "tests/benches/yardstick/$game.toml"
        printf "players = ['''%s''', %s]\n" "$player" "$entry"
    } >"$match.toml"
    code=0
    if [ $SECONDS -lt $until ]; then
        # Programs keep files of theirs at home.
        HOME=$place timeout $((until - SECONDS)) "$agon" run -q "$match.toml" >"$match.txt" </dev/null &
        # So that it ends with this script.
        started=($!)
        wait $! || code=$?
        started=()
    fi
    if [ $code != 0 ] && [ $code != 124 ] || ! [ -f "$match.journal" ]; then
        [ $code = 0 ] || [ $code = 124 ] || faults=1
        lacking+=("$player against $name: not played")
        continue
    fi
    "$agon" report "$match.journal" --json >"$match.json"
    games=$(sed -n 's/^  "games": \([0-9]*\),$/\1/p' "$match.json")
    planned=$(sed -n 's/^  "planned": \([0-9]*\),$/\1/p' "$match.json")
    [ "$games" = "$planned" ] || lacking+=("$player against $name: $games of $planned games")
    grep -q '^  "faults": \[\]' "$match.json" || { faults=1 && lacking+=("$player against $name: faults, see $match.txt"); }
    row "$match.journal" "$player" "$name" "$game" | tee -a "$place/table" >&2
done < <(rows "$@")
[ $count != 0 ] || { echo "yardstick: no program has \`${AGAINST:-}\` in its name" >&2 && exit 2; }

printf '\n| game | one | other | games | share | Elo | 95 %% |\n|---|---|---|---:|---:|---:|---|\n'
[ ! -f "$place/table" ] || sort -s -k2,2 "$place/table"
if [ -n "${PLAYER:-}" ]; then
    # All that was ever played by this build, on one scale.
    for game in "$@"; do
        ! compgen -G "$kept/$game-*.journal" >/dev/null || "$agon" report ratings "$kept/$game"-*.journal
    done
fi
[ ${#lacking[@]} = 0 ] || { printf '\n' && printf '%s\n' "${lacking[@]}"; }
[ $faults = 0 ] || exit 1
[ ${#lacking[@]} = 0 ] || { echo "rows that are not complete: ${#lacking[@]}; the same command goes on" && exit 77; }
