//! Players that break one law each.

use std::{
    any::TypeId,
    sync::atomic::{AtomicU64, Ordering},
};

use agon_core::{
    Algorithm, AnyPosition, Belief, Binding, Bound, Decision, Habits, Node, OptionSpec, Options, PlayerPlugin, Plays,
    Position, RootMove, Roster, SetupError, Turn, after, all_moves, inventory, key_of,
};

use super::{check_player, check_player_told};
use crate::tests::Heaps;

/// A player of random moves with the named fault.
struct Faulty(String);

impl Algorithm for Faulty {
    const NAME: &'static str = "faulty";
    const SUMMARY: &'static str = "breaks the law it is told to";
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec::text("fault", "a fault", "", "which")];
    const PLAYS: Plays = Plays::ANYTHING.with_hidden();
    /// Memory that a lawful player must not use.
    type Memory<P: Position> = u64;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let mut copy = game.clone();
        for _ in 0..if options.text("fault") == "prepares" { 5_000 } else { 1 } {
            copy.play_from(game, game.nth(0));
        }
        Ok(Faulty(options.text("fault").to_owned()))
    }

    fn begin<P: Position>(&self, memory: &mut u64) {
        *memory = if self.0 == "remembers" { *memory } else { 0 };
    }

    fn choose<P: Position>(&self, memory: &mut u64, position: &P, turn: &mut Turn<'_>) -> Decision<P::Move> {
        static ASKED: AtomicU64 = AtomicU64::new(0);
        let random = position.nth(turn.stream.below(position.count() as u32) as usize);
        let first = position.nth(0);
        let last = position.nth(position.count() - 1);
        *memory += 1;
        let decision = Decision::just(random);
        match self.0.as_str() {
            "panics" => panic!("as asked"),
            "remembers" => Decision::just(if memory.is_multiple_of(2) { first } else { last }),
            "counts" if ASKED.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) => Decision::just(first),
            "looks-around" | "untold" => {
                let mut copy = position.clone();
                while copy.node() != Node::Terminal {
                    copy.play(copy.nth(0));
                }
                Decision::just(first).with_nodes(u64::from(self.0 != "untold"))
            }
            "overspends" => decision.with_nodes(turn.budget.nodes.map_or(1, |most| most + 1)),
            "erased" if TypeId::of::<P>() == TypeId::of::<AnyPosition>() => Decision::just(first),
            "counts" | "erased" => Decision::just(last),
            "explains" => Decision::just(if turn.explain { first } else { last }),
            "exaggerates" => decision.with_value(Some(7.0)),
            "believes" => {
                let mut decision = Decision::just(last);
                decision.beliefs = vec![Belief { m: first, probability: 0.5 }];
                decision
            }
            "illegal" => {
                // A move of another position, which may not be legal here.
                let mut other = position.clone();
                other.play(first);
                Decision::just(other.nth(0))
            }
            "peeks" => of_text(position, &position.to_string()),
            "stares" => of_text(position, &format!("{position:?}")),
            // A search that takes the given position for the true one.
            "plays-on" => {
                let worth = |m: &P::Move| {
                    let mut copy = after(position, *m);
                    copy.playout(&mut turn.stream.clone());
                    copy.payoff(turn.seat)
                };
                let best = |best: P::Move, m| if worth(&best) < worth(&m) { m } else { best };
                Decision::just(all_moves(position).into_iter().fold(first, best))
            }
            "tells" => Decision::just(first).with_note(position.to_string()),
            "explains-all" => {
                let told = RootMove::new(first, position.key() as f64 / 1e20, Bound::Sample);
                let mut decision = Decision::just(first);
                decision.moves = vec![told];
                decision
            }
            // The whole position that it was given when last asked.
            "collects" => {
                let before = std::mem::replace(memory, key_of(&position.to_string()));
                Decision::just(if before.count_ones().is_multiple_of(2) { first } else { last })
            }
            _ => decision,
        }
    }

    fn habits(&self) -> Habits {
        let secretly = ["secretly-random", "looks-around", "untold"];
        Habits::default().with_random(!secretly.contains(&self.0.as_str()))
    }
}

/// A move that depends on all of a text.
fn of_text<P: Position>(position: &P, text: &str) -> Decision<P::Move> {
    let key = key_of(&text) % position.count() as u64;
    Decision::just(position.nth(key as usize))
}

inventory::submit! { PlayerPlugin::of::<Faulty>() }
inventory::submit! { Roster(&[Binding::of::<Heaps, Faulty>()]) }

#[test]
fn each_fault_of_a_player_breaks_its_own_law() {
    check_player("faulty", "heaps").unwrap();
    for (fault, law) in [
        ("panics", "it chooses a legal move"),
        ("illegal", "it chooses a legal move"),
        ("remembers", "the same question has the same answer"),
        ("counts", "decides for a game compiled as for any game"),
        ("overspends", "never spends more nodes"),
        ("erased", "decides for a game compiled as for any game"),
        ("explains", "it chooses the same move when it explains"),
        ("exaggerates", "values are within the declared bounds"),
        ("believes", "whose probabilities add up to one"),
        ("secretly-random", "it draws from the stream only if"),
        ("looks-around", "it tells how many positions"),
        ("untold", "it tells how many positions"),
        ("prepares", "it is seated before"),
    ] {
        let broken = check_player(&format!("faulty({fault})"), "heaps").unwrap_err();
        assert!(broken.to_string().contains(law), "{fault}: {broken}");
    }
}

#[test]
fn every_law_of_a_player_is_announced_before_it_is_checked() {
    let told = |player: &str, game: &str| {
        let mut told = Vec::new();
        let found = check_player_told(player, game, &mut |game, law| {
            told.push((game.to_owned(), law.to_owned()));
        });
        (found, told)
    };
    let (found, lawful) = told("faulty(remembers)", "heaps");
    let broken = found.unwrap_err().to_string();
    let (game, last) = lawful.last().unwrap();
    assert!(broken.contains(last.as_str()) && game == "heaps", "{game}, {last}: {broken}");
    let (found, hidden) = told("faulty", "cards");
    assert_eq!(found, Ok(()));
    for law in [
        "it decides for a game compiled",
        "when it explains",
        "the same answer",
        "how many positions",
        "wherever its seat sees",
    ] {
        assert!(hidden.iter().any(|(_, told)| told.contains(law)), "{law}: {hidden:?}");
    }
}

#[test]
fn a_player_that_uses_hidden_information_breaks_its_law() {
    check_player("faulty", "cards").unwrap();
    for (fault, law) in [
        ("peeks", "it decides alike wherever its seat sees the same"),
        ("stares", "it decides alike wherever its seat sees the same"),
        ("plays-on", "it decides alike wherever its seat sees the same"),
        ("tells", "it decides alike wherever its seat sees the same"),
        ("explains-all", "it decides alike wherever its seat sees the same"),
        ("collects", "it remembers nothing but what it was shown"),
    ] {
        let term = format!("faulty({fault})");
        let broken = check_player(&term, "cards").unwrap_err().to_string();
        assert!(broken.contains(law), "{fault}: {broken}");
        // If nothing is hidden, there is nothing a seat must not see.
        let lawful = check_player(&term, "heaps");
        assert!(lawful.is_ok() || fault == "collects", "{fault}: {lawful:?}");
    }
}
