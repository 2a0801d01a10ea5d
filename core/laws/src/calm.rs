//! Panics of the code under test are findings.

use std::panic;

use agon_core::BrokenRules;

/// The result of `act`, or the message of its panic, which is printed by the panic hook as well.
pub(super) fn calm<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(panic::AssertUnwindSafe(act)).map_err(|payload| {
        if let Some(broken) = BrokenRules::of(&*payload) {
            return broken.to_string();
        }
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        format!("a panic: {}", text.unwrap_or_default())
    })
}
