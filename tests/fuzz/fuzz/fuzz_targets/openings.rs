//! libFuzzer hands `openings` what it comes up with.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    agon_fuzz::openings::openings(input);
});
