#!/usr/bin/env bash
# Asks `agon serve` whatever its OpenAPI description allows, and what it doesn't, by schemathesis: no answer may be an error of
# the server, nor of another form or status than described. It is given a game, a tournament and a tree that are there, so that
# operations get beyond "not found". Two things are not checked: that every valid request is accepted, because no schema can say
# what a term or a legal move is; and that a wrong method is answered by 405, because whoever has no token is refused before that.
#
#   tests/api.sh [EXAMPLES]      (examples of every operation; 20 unless given)
#
# AGON names the command to test; target/debug/agon unless given, built with all its features. Schemathesis comes from PyPI, into a folder
# that is gone afterwards, unless SCHEMATHESIS names one.
# Exit codes: 0 all hold, 1 one does not, 77 schemathesis could not be had.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/lib.sh

examples=${1:-20}

tool=${SCHEMATHESIS:-}
if [ -z "$tool" ]; then
    have_python tool 'schemathesis>=4,<5' || { echo "the API: not run, schemathesis could not be had"; exit 77; }
    tool=$place/tool/bin/schemathesis
fi

"$agon" serve --port 0 --folder "$place/games" --jobs 2 > "$place/address" 2> /dev/null &
server=$!
started+=("$server")
until_said "$place/address"
address=$(head -1 "$place/address")

# A guest with a game, a tournament and a tree.
python3 - "${address%/}" "$place" << 'PYTHON'
import http.cookiejar, json, sys, urllib.request
address, path = sys.argv[1:]
jar = http.cookiejar.CookieJar()
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
token = json.load(browser.open(address + "/api/v1/token"))["token"]

def made(what, **body):
    headers = {"X-Agon-Token": token, "Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/api/v1/{what}", json.dumps(body).encode(), headers)
    return json.load(browser.open(request))["id"]

ids = {
    "tables": made("tables", game="tic-tac-toe", seats=["me", "level:easy"]),
    "trees": made("trees", game="tree([[3,12,8],[2,4,6],[14,5,2]])", player="alpha-beta"),
    "tournaments": made("tournaments", file='openings = 2\nplayers = ["random", "minimax"]\ngames = ["tic-tac-toe"]\n'),
}
guest = next(one for one in jar if one.name.startswith("agon_guest"))
own = f'[parameters]\n"header.X-Agon-Token" = "{token}"\n"cookie.{guest.name}" = "{guest.value}"\n'
known = "".join(
    f'\n[[operations]]\ninclude-path-regex = "^/api/v1/{what}/[{{]id[}}]"\nparameters = {{ "path.id" = "{one}" }}\n'
    for what, one in ids.items()
)
for mode, text in (("positive", own + known), ("all", own)):
    with open(f"{path}/{mode}.toml", "w") as out:
        out.write(text)
# Streams never end by themselves: their first words are read.
for what in ("tables", "tournaments"):
    with browser.open(f"{address}/api/v1/{what}/{ids[what]}/events", timeout=10) as stream:
        kind, first = stream.headers["Content-Type"], stream.readline().decode()
        assert kind == "text/event-stream" and first.startswith(("event:", "data:")), (what, kind, first)
PYTHON

# What is allowed of a game that is there; what isn't, of games that are there or not; one request after the other.
for run in positive:coverage,fuzzing all:coverage,fuzzing all:stateful; do
    mode=${run%:*} phases=${run#*:}
    told=$place/told
    (cd "$place" && "$tool" --config-file "$place/$mode.toml" run "${address%/}/api/v1/openapi.json" --mode "$mode" --phases "$phases" \
        --seed 1 --max-examples "$examples" --request-timeout 20 --exclude-path-regex 'events$' \
        --exclude-checks positive_data_acceptance,unsupported_method > "$told" 2>&1) || { cat "$told"; exit 1; }
    kill -0 "$server" || { echo "the API: the server is gone"; exit 1; }
    echo "the API, $phases, $mode: $(grep -oE '[0-9]+ selected' "$told" | head -1), $(grep -oE '[0-9]+ generated' "$told")"
done
