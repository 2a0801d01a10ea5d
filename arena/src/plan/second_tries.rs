//! The key `retries` of a tournament: second tries for every player that may have them.

use agon_core::{
    MoveTry, NamedPlayer, registry,
    term::{Argument, Term},
};

use crate::{ask::SpecError, plan::tournament::Entry};

/// The player that `text` names with so many second tries, if it may have any and says nothing of them itself.
pub(super) fn given(player: NamedPlayer, text: &str, retries: Option<u32>) -> NamedPlayer {
    let says = |text: &str| Term::parse(text).is_ok_and(|term| term.arguments.iter().any(is_of_tries));
    let Some(retries) = retries.filter(|_| may_have(&player) && !says(text) && !says(&player.term)) else {
        return player;
    };
    let mut term = Term::parse(&player.term).expect("canonical terms are terms");
    term.arguments.push(Argument { option: Some(MoveTry::OPTION.to_owned()), value: retries.to_string() });
    registry::player(&term.to_string()).expect("only one option of a number has changed")
}

/// # Errors
///
/// If second tries are asked for, and nobody may have any.
pub(super) fn check(retries: Option<u32>, entries: &[Entry]) -> Result<(), SpecError> {
    if retries.is_none() || entries.iter().any(|entry| may_have(&entry.player)) {
        return Ok(());
    }
    let all =
        registry::players().values().filter(|plugin| plugin.options.iter().any(|spec| spec.name == MoveTry::OPTION));
    let all: Vec<String> = all.map(|plugin| format!("`{}`", plugin.name)).collect();
    Err(SpecError::new(format!("retries: nobody here may try again; accepted: with {}", all.join(", "))))
}

fn is_of_tries(argument: &Argument) -> bool {
    argument.option.as_deref() == Some(MoveTry::OPTION)
}

fn may_have(player: &NamedPlayer) -> bool {
    player.plugin.options.iter().any(|spec| spec.name == MoveTry::OPTION)
}
