#!/usr/bin/env bash
# Seats our players at other programs' tables: whole games by UCI and xboard against python-chess, by UCI through
# PolyGlot, by GTP against GNU Go and GRhino; matches that XBoard runs on a screen that nobody sees; a game of Go led by
# Sabaki's library; a regression of GTP; and the official client of the Model Context Protocol. Each side's moves must be
# legal to the other.
#
#   tests/clients.sh [chess] [polyglot] [xboard] [go] [sabaki] [othello] [mcp]      (all, if none is named)
#
# python-chess and mcp come from PyPI, Sabaki's library from npm, into a folder that is gone afterwards; PolyGlot, XBoard, Xvfb,
# Fairy-Max, GNU Go and GRhino from Debian's packages. AGON names the command to test; target/debug/agon unless given.
# Exit codes: 0 all hold, 1 one does not, 77 a client could not be had; it is said which.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/lib.sh

missing=0

without() {
    echo "clients: not run, $1 could not be had"
    missing=77
}

# A match of two games that XBoard runs, which must end by the rules, and without a complaint of ours.
xboard_match() {
    local variant=$1 other=$2 match="$place/$1"
    local code=0 try
    # Seen once on a busy machine: XBoard itself was at work for minutes. It is begun again, once.
    for try in 1 2; do
        code=0
        rm -f "$match.pgn"
        DISPLAY=":$(cat "$place/display")" HOME="$place" timeout 200 xboard -fcp "$place/engine" -scp "$other" -variant "$variant" \
            -matchGames 2 -popupExitMessage false -searchDepth 1 -searchTime 0:01 -soundMove "" -saveGameFile "$match.pgn" \
            -debug -nameOfDebugFile "$match.debug" > "$match.log" 2>&1 || code=$?
        [ "$code" = 124 ] || break
        echo "XBoard: try $try of a match of $variant did not end in 200 s"
        tail -n 3 "$match.debug" || true
    done
    [ "$code" = 0 ] || { tail -n 3 "$match.log"; return 1; }
    if [ "$(grep -cE '^\[Result "(1-0|0-1|1/2-1/2)"\]' "$match.pgn")" != 2 ] ||
        grep -iE 'forfeit|illegal|exited|hung' "$match.pgn" || grep -E '<first : (Illegal|Error|tellusererror)' "$match.debug"; then
        cat "$match.pgn"
        return 1
    fi
    sed -n 's/^xboard: Match/XBoard:/p' "$match.log"
}

names=("$@")
[ $# != 0 ] || names=(chess polyglot xboard go sabaki othello mcp)
for name in "${names[@]}"; do
    case $name in
        chess)
            if have_python chess chess; then
                "$place/chess/bin/python" tests/clients/chess_clients.py "$agon"
            else
                without python-chess
            fi
            ;;
        mcp)
            if have_python mcp mcp; then
                "$place/mcp/bin/python" tests/clients/mcp_client.py "$agon"
            else
                without "the client of the Model Context Protocol"
            fi
            ;;
        polyglot)
            if have polyglot; then
                # Through PolyGlot, which speaks UCI to our engine and xboard to our arena, it plays as it does by itself.
                ours='alpha-beta(depth=3)'
                printf '#!/bin/sh\nexec "%s" engine uci --player "%s"\n' "$agon" "$ours" > "$place/ours"
                chmod +x "$place/ours"
                printf '[PolyGlot]\nEngineCommand = %s\nEngineDir = %s\n' "$place/ours" "$place" > "$place/ini"
                for player in "$ours" "xboard(command=\"polyglot $place/ini\", depth=9)"; do
                    "$agon" run -q --json -g chess -p "$player" -p greedy --openings 2 --max-plies 60 --seed 3 \
                        --records "$place/games" > "$place/result"
                    grep -o '"moves":.*' "$place/games" >> "$place/moves"
                done
                cmp <(head -n 4 "$place/moves") <(tail -n +5 "$place/moves")
                echo "PolyGlot: 4 games, the moves that $ours makes by itself"
            else
                without PolyGlot
            fi
            ;;
        xboard)
            if have xboard && have Xvfb xvfb && have fairymax; then
                printf '#!/bin/sh\nexec "%s" engine xboard --player "alpha-beta(depth=2)"\n' "$agon" > "$place/engine"
                chmod +x "$place/engine"
                Xvfb -displayfd 3 -nolisten tcp -screen 0 800x600x24 3> "$place/display" > "$place/screen.log" 2>&1 &
                started+=($!)
                until_said "$place/display"
                xboard_match normal fairymax
                xboard_match fischerandom "$place/engine"
            else
                without "XBoard, Xvfb or Fairy-Max"
            fi
            ;;
        go)
            python3 tests/clients/regress.py tests/clients/go.tst "$agon" engine gtp --game 'go(size=9)' --player greedy
            if have gnugo; then
                # Who takes what is dead agrees with us about who has won; who leaves it there need not. Without what is called
                # dead, both have the same score.
                for more in "" "--capture-all-dead --play-out-aftermath --positional-superko"; do
                    # shellcheck disable=SC2086
                    python3 tests/clients/gtp_clients.py "$agon" go 'mcts(iterations=100)' 7 6 \
                        gnugo --mode gtp --level 1 --chinese-rules --seed 1 $more
                done
            else
                without "GNU Go"
            fi
            ;;
        sabaki)
            if [ -x "$(command -v npm)" ] && timeout 200 npm install --silent --prefix "$place/sabaki" @sabaki/gtp > "$place/install.log" 2>&1; then
                NODE_PATH="$place/sabaki/node_modules" timeout 300 node tests/clients/sabaki.js "$agon"
            else
                without "Sabaki's library"
            fi
            ;;
        othello)
            if have gtp-rhino grhino; then
                python3 tests/clients/gtp_clients.py "$agon" othello 'alpha-beta(depth=3)' 8 4 gtp-rhino
            else
                without GRhino
            fi
            ;;
        *)
            echo "no clients are called $name; accepted: chess, polyglot, xboard, go, sabaki, othello"
            exit 1
            ;;
    esac
done
exit $missing
