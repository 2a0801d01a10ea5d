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
PATH="$place/python/bin:$PATH" "$python" -m pip install -q --no-build-isolation ./arena/python
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
