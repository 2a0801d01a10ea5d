//! Faults in lawful games: who finds them.

use agon_core::{Position, registry};

use super::{FAULTS, FaultKind, MutantVerdict, all, find, judged_by_laws};
use crate::LawExtent;

/// What only a game that hides something can have.
const OF_HIDDEN: &[&str] = &["sees-everything", "sees-the-public-only", "redeal-is-the-truth"];

/// What a game of three cards, without places, estimates or draws, does not have.
const SMALL: &[&str] = &[
    "move-left-out",
    "move-left-out-rarely",
    "wrong-effect",
    "wrong-effect-rarely",
    "over-too-early",
    "draw-won",
    "key-of-32-bits",
    "lead-turned",
    "parts-turned",
    "estimate-without-end",
    "secured-too-much",
    "forcing-goes-on",
    "forcing-left-out",
    "numbers-too-few",
    "states-of-the-first",
    "swaps-always",
    "chance-turn-turned",
    "image-forgotten",
];

#[test]
fn names_are_unique_and_read() {
    let names: Vec<_> = all().map(|fault| fault.name).collect();
    for (n, name) in names.iter().enumerate() {
        assert!(!names[..n].contains(name), "{name}");
        assert_eq!(find(name).unwrap().name, *name);
    }
    let said = find("moves-go-onn").unwrap_err().to_string();
    assert!(said.contains("unknown fault") && said.contains("did you mean `moves-go-on`?"), "{said}");
}

/// What breaks a promise the laws find, but where the game has nothing that it could spoil; a game of other rules they
/// cannot find, unless redeals are told by those rules.
#[test]
fn laws_find_what_breaks_a_promise_and_not_what_changes_the_rules() {
    let extent = LawExtent { positions: 600, plays: 12, ..LawExtent::USUAL };
    let mut wrong = Vec::new();
    for (name, no_difference, odd) in [
        ("heaps", &["secured-too-much", "swaps-always"] as &[_], &[] as &[_]),
        ("cards", SMALL, &["outcome-left-out", "outcomes-even", "payoffs-exchanged-rarely"]),
    ] {
        let start = registry::game(name).unwrap().start;
        for fault in all() {
            let found = judged_by_laws(fault, (name, &start), extent, &mut |_| {});
            let is_hidden = start.facts().hidden;
            let is_right = match found {
                MutantVerdict::NoDifference => {
                    no_difference.contains(&fault.name)
                        || ["unchanged", "rules-alone"].contains(&fault.name)
                        || !is_hidden && OF_HIDDEN.contains(&fault.name)
                }
                MutantVerdict::Unseen => (fault.kind() == FaultKind::Rules) != odd.contains(&fault.name),
                MutantVerdict::Broken(_) => {
                    fault.name == "broken" || (fault.kind() == FaultKind::Promise) != odd.contains(&fault.name)
                }
            };
            wrong.extend((!is_right).then(|| format!("{} at {name}: {found:?}", fault.name)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(FAULTS.iter().all(|fault| fault.kind() != FaultKind::Control));
}
