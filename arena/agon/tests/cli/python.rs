//! Python, which games of a class are written in, and which not every machine has.

use std::process::{Command, Stdio};

/// Fails where there is none.
pub(crate) fn needed() {
    let mut python = Command::new("python3");
    let version = python.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(version.is_ok_and(|status| status.success()), "python3 is not here");
}
