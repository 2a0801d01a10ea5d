//! How broken rules are reported through code that cannot return an error.

use std::{any::Any, fmt, panic};

/// What a panic is about where the rules of a game that somebody brought don't hold: its program, or its
/// module, broke a promise, and nobody who plays it is at fault.
///
/// [`Position`](crate::Position) cannot fail. A game whose rules are run, not written in the arena, ends what is
/// going on with this; whoever catches it tells it from a panic of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRules(String);

impl BrokenRules {
    /// Ends what is going on: `what`, a sentence, is wrong with the rules. No panic hook hears of it.
    pub fn give_up(what: impl Into<String>) -> ! {
        panic::resume_unwind(Box::new(BrokenRules(what.into())))
    }

    /// What is wrong with the rules, if that is what a panic is about.
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
    fn what_is_wrong_with_the_rules_is_told_from_any_other_panic() {
        let broken = catch_unwind(|| BrokenRules::give_up("it has no moves")).unwrap_err();
        assert_eq!(BrokenRules::of(&*broken).unwrap().to_string(), "it has no moves");
        let other = catch_unwind(|| std::panic::resume_unwind(Box::new("it has no moves")));
        assert_eq!(BrokenRules::of(&*other.unwrap_err()), None);
    }
}
