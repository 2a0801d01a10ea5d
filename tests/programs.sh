#!/usr/bin/env bash
# Plays tournaments against programs that other people wrote, out of Debian's packages, and wants no
# fault in them, the same games on one thread and on two, and nothing left afterwards.
#
#   tests/programs.sh
#
# What is not there is installed. AGON names the command to
# test, built with the feature `engines`; target/debug/agon unless given.
# Exit codes: 0 all is well, 1 it is not, 77 none of the programs could be had.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/lib.sh

# Plays GAME between two players on one thread and on two.
met=0
meet() {
    local program=$1 package=$2 game=$3 one=$4 other=$5
    if ! have "$program" "$package"; then
        echo "programs: $package could not be had; nothing is shown about it" >&2
        return 0
    fi
    met=$((met + 1))
    league() { # JOBS NAME
        env AGON_PROGRAMS=$$ "$agon" run -q -g "$game" -p "$one" -p "$other" --openings 3 --random-plies 4 --max-plies 120 --seed 7 --jobs "$1" \
            --json --records "$place/$2.jsonl" > "$place/$2.json"
    }
    league 1 1
    league 2 2
    if grep -vE '"ended":"(over|too long|resigned)"' "$place/1.jsonl"; then
        echo "programs: $program is at fault" >&2
        return 1
    fi
    local same="the same on two threads"
    if ! cmp -s "$place/1.jsonl" "$place/2.jsonl"; then
        # A program that answers otherwise when it is asked the same again, on one thread, shows nothing about threads.
        league 1 3
        if cmp -s "$place/1.jsonl" "$place/3.jsonl"; then
            cmp "$place/1.jsonl" "$place/2.jsonl"
        fi
        same="it answers otherwise each time, on one thread too"
    fi
    # Whatever was started there has this in its environment.
    if grep -sqz "^AGON_PROGRAMS=$$\$" /proc/[0-9]*/environ; then
        echo "programs: something of $program is left" >&2
        return 1
    fi
    echo "programs: 6 games of $game by $program: no fault, $same"
    rm "$place"/[123].json*
}

search='alpha-beta(depth=3)'
meet stockfish stockfish chess 'uci(command="stockfish", nodes=300, options="Hash=4; Threads=1")' "$search"
meet stockfish stockfish 'chess(chess960=0)' 'uci(command="stockfish", nodes=300)' "$search"
meet fairy-stockfish fairy-stockfish chess 'uci(command="fairy-stockfish", nodes=300)' "$search"
meet toga2 toga2 chess 'uci(command="toga2", depth=2)' "$search"
meet glaurung glaurung chess 'uci(command="glaurung", depth=2)' "$search"
meet gnuchess gnuchess chess 'uci(command="gnuchess -u", depth=2, options="OwnBook=false")' "$search"
meet fairymax fairymax chess 'xboard(command="fairymax", depth=3, restart=true)' "$search"
meet phalanx phalanx chess 'xboard(command="phalanx -b- -p- -l-", init="depth 2", restart=true)' "$search"
meet hoichess hoichess chess 'xboard(command="hoichess -x", depth=2, init="book off")' "$search"
meet gnugo gnugo 'go(size=5)' \
    'gtp("gnugo --mode gtp --level 1 --seed 1 --chinese-rules --capture-all-dead --play-out-aftermath --positional-superko", restart=true)' random
meet gtp-rhino grhino othello 'gtp("gtp-rhino --level=1 --book=0", verdict=true)' "$search"
# It has its own folder at home.
meet gnubg gnubg backgammon \
    "process(\"python3 arena/python/examples/gnubg_player.py 0\", env=\"PYTHONPATH=arena/python/src HOME=$place\")" random
[ $met -gt 0 ] || exit 77
