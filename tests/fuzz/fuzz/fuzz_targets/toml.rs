//! libFuzzer hands `toml` what it comes up with.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    agon_fuzz::tournaments::tournaments(input);
});
