//! Nothing but measurements, each a file beside this one: `cargo bench -p agon-benches --features native --bench NAME`.
