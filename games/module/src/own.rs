//! The modules that are built in, compiled from the sources beside them (docs/module.md says how).

/// Their names, which people type, and their bytes.
pub(crate) const MODULES: &[(&str, &[u8])] = &[
    ("connect-four", include_bytes!("modules/connect-four.wasm")),
    ("dice-race", include_bytes!("modules/dice-race.wasm")),
    ("tic-tac-toe", include_bytes!("modules/tic-tac-toe.wasm")),
];
