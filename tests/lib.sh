# What the scripts of this folder share: the command to test, a folder that is gone afterwards, and other people's
# programs. It is read by them with `source tests/lib.sh`, at the root of the repository.
# shellcheck shell=bash disable=SC2034

# The command to test.
agon=$(realpath "${AGON:-target/debug/agon}")
export PATH="$PATH:/usr/games"

# The folder, and the processes that end with the script: `started+=($!)`.
place=$(mktemp -d)
started=()
finish() {
    [ ${#started[@]} = 0 ] || { kill "${started[@]}" && wait "${started[@]}"; } 2> /dev/null || true
    rm -rf "$place"
}
trap finish EXIT

# Whether a program is there, or can be had from Debian's package of that name: PROGRAM [PACKAGE]
have() {
    [ -x "$(command -v "$1")" ] && return
    local get=(apt-get install -qq -y -o DPkg::Lock::Timeout=300 "${2:-$1}")
    {
        timeout 600 "${get[@]}" || { timeout 300 apt-get update && timeout 600 "${get[@]}"; }
    } > "$place/install.log" 2>&1
    [ -x "$(command -v "$1")" ]
}

# Packages from PyPI, in an environment of their own at $place/NAME: NAME PACKAGE…
have_python() {
    local own="$place/$1"
    shift
    { python3 -m venv "$own" && timeout 600 "$own/bin/pip" install -q "$@"; } >> "$place/install.log" 2>&1
}

# Waits until a file has something in it, for some twenty seconds.
until_said() {
    for _ in $(seq 100); do
        [ ! -s "$1" ] || return 0
        sleep 0.2
    done
}
