//! How code that cannot return an error reports broken rules.

use std::{any::Any, fmt, panic};

/// The payload of a panic raised by the rules of a game that comes from outside: its program or module broke a promise,
/// and no player is at fault.
///
/// [`Position`](crate::Position) cannot fail. A game whose rules are run from outside unwinds with this instead, and
/// code that catches panics can distinguish it from a panic of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRules(String);

impl BrokenRules {
    /// Unwinds with `what`, a sentence that names the mistake in the rules. Calls no panic hook.
    pub fn give_up(what: impl Into<String>) -> ! {
        panic::resume_unwind(Box::new(BrokenRules(what.into())))
    }

    /// The payload of `panic`, if rules were broken.
    pub fn of(panic: &(dyn Any + Send)) -> Option<&BrokenRules> {
        panic.downcast_ref()
    }
}

impl fmt::Display for BrokenRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::BrokenRules;

    #[test]
    fn faults_of_rules_are_distinguished_from_other_panics() {
        let broken = catch_unwind(|| BrokenRules::give_up("it has no moves")).unwrap_err();
        assert_eq!(BrokenRules::of(&*broken).unwrap().to_string(), "it has no moves");
        let other = catch_unwind(|| std::panic::resume_unwind(Box::new("it has no moves")));
        assert_eq!(BrokenRules::of(&*other.unwrap_err()), None);
    }
}
