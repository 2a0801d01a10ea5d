#!/usr/bin/env bash
# The Python package: builds it with its extension as users do, installs it in a fresh environment, and runs its tests there;
# then the same without the extension, which asks the command.
#
#   tests/python.sh
#
# AGON names the command that the extension is compared with; target/debug/agon unless given. The extension is built by maturin,
# from PyPI as mypy, pyright, NumPy, PettingZoo, Gymnasium, OpenSpiel, pandas, polars, matplotlib, tqdm and nbclient are.
# AGON_QUESTIONS is how many questions are put to both; 100000 unless given.
# Exit codes: 0 all hold, 1 one does not, 77 something could not be had; it is said what.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/lib.sh

missing=0
without() {
    echo "python: not run, $1 could not be had"
    missing=77
}

export AGON=$agon PYTHONDONTWRITEBYTECODE=1 AGON_QUESTIONS=${AGON_QUESTIONS:-100000}

tests() { (cd arena/python && timeout 900 "$@" -m unittest); }

if ! have_python python maturin numpy; then
    without "maturin and NumPy"
    AGON_NATIVE=no PYTHONPATH=src tests python3
    exit $missing
fi
python=$place/python/bin/python
for packages in "mypy typing_extensions" "pyright[nodejs]" "pettingzoo gymnasium" "open_spiel" "pandas" "polars" "matplotlib" "tqdm" \
    "nbclient ipykernel"; do
    # shellcheck disable=SC2086
    timeout 300 "$python" -m pip install -q $packages >> "$place/install.log" 2>&1 || without "$packages"
done

if ! timeout 300 cargo fetch --quiet --locked --manifest-path arena/python/native/Cargo.toml; then
    without "what the extension is made of"
    AGON_NATIVE=no PYTHONPATH=src tests "$python"
    exit $missing
fi
(cd arena/python/native && cargo fmt --check && cargo clippy --quiet --locked -- -D warnings)
# Without what is compiled for tests alone, which is as large again.
cp "$agon" "$place/agon" && strip "$place/agon" 2> "$place/strip.log" || true
PATH="$place/python/bin:$PATH" "$python" -m pip wheel -q --no-build-isolation --no-deps ./arena/python \
    -C command="$place/agon" -w "$place/wheels"
"$python" -m pip install -q "$place"/wheels/*.whl
# Every Python that is here takes the same wheel, and needs nothing else: no other package, no path, no variable.
for with in $(compgen -c python3.1 | grep -E '^python3\.1[0-9]$' | sort -u) \
    "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3.1[0-9]; do
    "$with" -c 'import venv' 2> "$place/venv.log" || continue
    "$with" -m venv "$place/bare" && "$place/bare/bin/pip" install -q --no-index "$place"/wheels/*.whl
    env -i -C "$place" bare/bin/agon run -g nim -p random -p greedy -n 1 --no-journal > "$place/table"
    env -i -C "$place" bare/bin/python -c '
import sys, agon
assert agon._backend.native, "the extension is not there"
result = agon.run_tournament("nim", ["random", "greedy"], journal="bare.journal")
print("bare Python", sys.version.split()[0], "takes the wheel:", result.fingerprint[:8])'
    rm -r "$place/bare" "$place/bare.journal"
done
if "$python" -c 'import mypy' 2> "$place/mypy.log"; then
    (cd arena/python && "$python" -m mypy --cache-dir "$place/mypy")
    (cd arena/python && "$python" -m mypy.stubtest agon._native)
fi
if "$python" -c 'import pyright' 2> "$place/pyright.log"; then
    (cd arena/python && "$python" -m pyright --pythonpath "$python")
fi
echo "== with the extension"
tests "$python"
echo "== without it"
AGON_NATIVE=no tests "$python"
exit $missing
