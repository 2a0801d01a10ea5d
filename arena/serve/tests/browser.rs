//! Says that the tests in a real browser are not among these.

fn main() {
    println!(
        "\nbrowser tests: left out, for they need Chromium and Playwright; tests/browser.sh fetches both and runs \
         them, as .ci/run does\n"
    );
}
