//! What a journal keeps of the rules of its games: that they are the same later on is a fact, and no matter of names.

use agon_core::{NamedGame, term::Term};
use agon_rules::same::{RulesGraph, WalkLimits, fingerprint, fingerprint_to};
use serde::{Deserialize, Serialize};

use crate::plan::guard;

/// How many positions of a game are walked for it.
const POSITIONS: usize = 10_000;
/// The same where a program or a sheet has to be asked.
const ASKED: usize = 200;
/// More are never walked, whatever a journal says: rules that have changed may make a small game a large one.
const MOST: usize = 4 * POSITIONS;

/// The fingerprint of a game's rules from its start on, as far as so many positions go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptRules {
    /// What `agon same` prints for as many plies.
    rules: String,
    /// Of how many plies; of all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
}

impl KeptRules {
    /// What is kept of `game`; nothing if its rules break down.
    pub(crate) fn of(game: &NamedGame) -> Option<KeptRules> {
        guard::catch(|| KeptRules::walked(game)).ok()
    }

    fn walked(game: &NamedGame) -> KeptRules {
        let asks = Term::parse(&game.term).is_ok_and(|term| game.plugin.reaches_out(&term));
        let positions = if asks { ASKED } else { POSITIONS };
        let graph = walked(game, WalkLimits { positions, depth: u32::MAX });
        match graph.depth() {
            Some(plies) => KeptRules { rules: fingerprint_to(&graph, plies), plies: Some(plies) },
            None => KeptRules { rules: fingerprint(&graph).unwrap_or_default(), plies: None },
        }
    }

    /// Whether `game` has these rules, as far as they are known. Rules that break down say nothing.
    pub(crate) fn hold(&self, game: &NamedGame) -> bool {
        guard::catch(|| self.are_of(game)).unwrap_or(true)
    }

    fn are_of(&self, game: &NamedGame) -> bool {
        let graph = walked(game, WalkLimits { positions: MOST, depth: self.plies.unwrap_or(u32::MAX) });
        match self.plies {
            Some(plies) => fingerprint_to(&graph, plies) == self.rules,
            None => fingerprint(&graph).is_some_and(|rules| rules == self.rules),
        }
    }

    /// Whether two that were kept show that the rules were different.
    pub(crate) fn contradict(&self, other: &KeptRules) -> bool {
        self.plies == other.plies && self.rules != other.rules
    }

    /// How much of the game it says something of, in words.
    pub(crate) fn extent(&self) -> String {
        self.plies.map_or("of all its positions".to_owned(), |plies| format!("of its first {plies} plies"))
    }
}

fn walked(game: &NamedGame, limits: WalkLimits) -> RulesGraph {
    RulesGraph::of(&game.start, limits, &|payoff| payoff)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use agon_core::registry;

    use super::KeptRules;
    use crate::{
        Plan, Shard, Spec,
        keep::{Continued, Detail, Header, JournalOptions, Merging, Reader, Verification, Writer, merge, verify},
        play::referee::Referee,
    };

    const USUAL: &str = "nim(heaps=1+2)";
    const MISERE: &str = "nim(heaps=1+2, misere=true)";

    fn rules(term: &str) -> KeptRules {
        KeptRules::of(&registry::game(term).unwrap()).unwrap()
    }

    fn plan() -> Plan {
        let spec = Spec::default().game("pig").game(USUAL).player("random").player_named("b", "random");
        Plan::new(spec.openings(3, 0).resolve().unwrap()).unwrap()
    }

    /// Writes so many games of this part into a journal that was begun by these rules of the second game.
    fn written(path: &Path, shard: Shard, of_nim: Option<&str>, games: u64) {
        let plan = plan();
        let mut header = Header::new(&plan, shard, "test").with_rules(&plan);
        assert_eq!(header.rules.keys().copied().collect::<Vec<_>>(), [0, 1]);
        match of_nim {
            Some(term) => drop(header.rules.insert(1, rules(term))),
            None => header.rules.clear(),
        }
        let mut writer = Writer::open(path, &header, &JournalOptions::default(), &mut |_| Ok(())).unwrap();
        let mut referee = Referee::new(&plan);
        for index in 0..games.min(plan.shard_games(shard)) {
            let mut bytes = Vec::new();
            referee.play(plan.shard_number(shard, index)).encode(&mut bytes);
            writer.append(&bytes).unwrap();
        }
        writer.sync().unwrap();
    }

    #[test]
    fn rules_are_kept_as_far_as_they_were_walked_and_hold_for_no_others() {
        let tic_tac_toe = rules("tic-tac-toe");
        // As `agon same` prints it.
        assert!(tic_tac_toe.plies.is_none() && tic_tac_toe.rules.starts_with("4eb05f90a648"), "{tic_tac_toe:?}");
        for (term, other, plies) in [
            ("chess", "tic-tac-toe", Some(3)),
            ("kuhn", "tic-tac-toe", None),
            ("pig", "pig(target=5)", Some(6)),
            (USUAL, MISERE, None),
        ] {
            let [one, other] = [term, other].map(|term| registry::game(term).unwrap());
            let kept = KeptRules::of(&one).unwrap();
            assert!(kept.hold(&one) && !kept.hold(&other), "{kept:?}");
            assert_eq!(kept.plies.is_none(), plies.is_none(), "{kept:?}");
            assert!(plies.is_none() || kept.plies == plies, "{kept:?}");
        }
    }

    #[test]
    fn games_by_other_rules_are_not_called_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        for (of_nim, is_same) in [(Some(USUAL), true), (Some(MISERE), false), (None, true)] {
            let _ = fs::remove_file(&path);
            written(&path, Shard::WHOLE, of_nim, u64::MAX);
            match verify(&[&path], 1, &mut |_, _| ()).unwrap() {
                Verification::Same { .. } => assert!(is_same, "{of_nim:?}"),
                Verification::OtherRules { game, extent } => {
                    assert!(!is_same);
                    assert_eq!((&*game, &*extent), (USUAL, "of all its positions"));
                }
                Verification::Different(difference) => panic!("{difference}"),
            }
        }
    }

    #[test]
    fn every_game_of_other_rules_is_found() {
        let plan = plan();
        let mut header = Header::new(&plan, Shard::WHOLE, "test").with_rules(&plan);
        assert_eq!(header.other_rules(&plan).count(), 0);
        header.rules = [(0, rules("chess")), (1, rules(MISERE))].into();
        let changed: Vec<String> = header.other_rules(&plan).map(|(game, _)| game).collect();
        assert_eq!(changed, ["pig", USUAL]);
    }

    #[test]
    fn what_is_missing_is_not_played_by_other_rules() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        for (of_nim, games, is_refused) in [(MISERE, 2, true), (USUAL, 2, false), (MISERE, u64::MAX, false)] {
            let _ = fs::remove_file(&path);
            written(&path, Shard::WHOLE, Some(of_nim), games);
            let options = JournalOptions { rules: true, ..JournalOptions::default() };
            let opened = (plan(), Shard::WHOLE);
            let continued = Continued::open(&path, opened, "test", &options, Detail::Figures, &mut |_, _| Ok(()));
            assert_eq!(continued.is_err(), is_refused, "{of_nim}, {games} games");
            if let Err(error) = continued {
                assert!(error.to_string().contains("nim(heaps=1+2) has other rules"), "{error}");
            }
        }
    }

    #[test]
    fn parts_by_different_rules_are_not_merged_and_the_whole_keeps_the_rules() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two, out] = ["1", "2", "out"].map(|name| folder.path().join(name));
        written(&one, Shard::part(0, 2), Some(USUAL), u64::MAX);
        for (of_nim, is_refused) in [(Some(MISERE), true), (None, false), (Some(USUAL), false)] {
            let _ = (fs::remove_file(&two), fs::remove_file(&out));
            written(&two, Shard::part(1, 2), of_nim, u64::MAX);
            match merge(&[one.clone(), two.clone()], &out, Merging::default(), &mut |_, _| ()) {
                Ok(_) => {
                    assert!(!is_refused, "{of_nim:?}");
                    assert_eq!(Reader::open(&out).unwrap().header().rules[&1], rules(USUAL));
                }
                Err(error) => {
                    assert!(
                        is_refused && error.to_string().contains("by different rules of nim(heaps=1+2)"),
                        "{error}"
                    );
                }
            }
        }
    }
}
