//! Panics of what is checked are findings.

use std::panic;

use crate::BrokenRules;

/// What `act` returns; or, if it panics, what the panic says. The panic is printed where panics
/// are printed, too.
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
