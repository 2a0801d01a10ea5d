#!/usr/bin/env bash
# Plays, looks and watches in a real browser: `agon serve` in headless Chromium, driven by Playwright.
#
#   tests/browser.sh [play …]      (all of arena/serve/tests/browser, if none is named)
#
# Chromium comes from Debian's packages, Playwright and axe-core from npm, into a folder that is gone afterwards.
# AGON names the command to test; target/debug/agon unless given, built with all its features. ONLY runs the tests
# whose names have that text; PICTURES is a folder for screenshots.
# Exit codes: 0 all hold, 1 one does not, 77 a browser or its tools could not be had.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/lib.sh

export AGON=$agon

cannot() {
    echo "browser tests: not run, $1"
    exit 77
}

have chromium || cannot "chromium could not be had"
[ -x "$(command -v npm)" ] || cannot "there is no npm"
cp -r arena/serve/tests/browser/. "$place"
(cd "$place" && timeout 300 npm install --no-audit --no-fund > install.log 2>&1) ||
    cannot "Playwright and axe-core could not be had"
CHROMIUM=$(command -v chromium)
export CHROMIUM

names=("$@")
[ $# != 0 ] || names=(home play wishes lists reading inside lecture keep alone tournaments class tabs)
for name in "${names[@]}"; do
    (cd "$place" && node "$name.mjs")
done
