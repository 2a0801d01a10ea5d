#!/usr/bin/env bash
# The pages without a server, from a plain host of files: the module of WebAssembly is built, `agon site` writes the folder, and
# a browser looks, with everything else cut off. What the module answers is compared with what the server answers.
#
#   tests/site.sh
#
# The module is built for the target that is installed, or by Debian's rustc-web, which compiles the standard library along; it
# is kept under target/. MODULE names one that is built already. AGON and ONLY as for tests/browser.sh.
# Exit codes: 0 all hold, 1 one does not, 77 a compiler, a browser or its tools could not be had.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/lib.sh

cannot() {
    echo "site: not run, $1"
    exit 77
}

# Builds the module, and says where it is.
module() {
    local target=wasm32-unknown-unknown own="$PWD/target/site"
    if [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
        cargo build --quiet --locked --release --target $target --target-dir "$own" --manifest-path arena/site/Cargo.toml
    else
        have /usr/bin/rustc rustc-web && have /usr/bin/cargo cargo-web && have_sources || return 77
        local linker
        linker=$(find "$(rustc --print sysroot)/lib/rustlib" -name rust-lld -type f | head -n 1)
        PATH="$PATH:$(dirname "$linker")" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 /usr/bin/cargo build --quiet --locked \
            --release -Zbuild-std=std,panic_abort --target $target --target-dir "$own" --manifest-path arena/site/Cargo.toml
    fi >&2
    echo "$own/$target/release/agon.wasm"
}

# The sources of the standard library, from the same distribution.
have_sources() {
    [ -d /usr/lib/rustlib/src/rust/library ] || timeout 600 apt-get install -qq -y rust-web-src > "$place/install.log" 2>&1
}

have chromium || cannot "chromium could not be had"
[ -x "$(command -v npm)" ] || cannot "there is no npm"
MODULE=${MODULE:-$(module)} || cannot "no compiler for WebAssembly could be had"
cp -r arena/serve/tests/browser/. "$place"
(cd "$place" && timeout 300 npm install --no-audit --no-fund > install.log 2>&1) ||
    cannot "Playwright and axe-core could not be had"
AGON=$agon CHROMIUM=$(command -v chromium) SITE="$place/site"
export AGON CHROMIUM SITE
"$agon" site --module "$MODULE" -o "$SITE"
packed=$(gzip -9 -c "$SITE/assets/agon.wasm" | wc -c)
echo "the module: $(wc -c < "$SITE/assets/agon.wasm") bytes, $packed packed"
(cd "$place" && node site.mjs)
