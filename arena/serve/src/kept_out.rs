//! Who is not let in for a while.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// For how long an address is kept out.
const OUT: Duration = Duration::from_secs(3_600);
/// The most addresses that are kept out at a time.
const MOST_OUT: usize = 10_000;

/// The addresses that are kept out, and until when.
#[derive(Default)]
pub(crate) struct KeptOut(Mutex<HashMap<String, Instant>>);

impl KeptOut {
    /// For how many minutes more an address is kept out, if it is.
    pub(crate) fn minutes(&self, address: &str) -> Option<u64> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = all.get(address)?.checked_duration_since(Instant::now())?;
        Some(left.as_secs().div_ceil(60))
    }

    /// Keeps an address out from now on.
    pub(crate) fn add(&self, address: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        all.retain(|_, until| now < *until);
        if all.len() < MOST_OUT {
            all.insert(address.to_owned(), now + OUT);
        }
    }

    /// Lets an address in again.
    pub(crate) fn remove(&self, address: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(address);
    }

    /// All of them.
    pub(crate) fn addresses(&self) -> Vec<String> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        all.iter().filter(|(_, until)| now < **until).map(|(own, _)| own.clone()).collect()
    }
}
