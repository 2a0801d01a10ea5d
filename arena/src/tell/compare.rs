//! Comparing two results of the same players: equality, or changes in strength.
//!
//! If everything is reproducible, equality means equal fingerprints. With a clock, or with
//! different tournaments, pairs are compared by their share of points, with errors from the pairs
//! of games that share an opening if there are such. If both were played from the same openings
//! with the same dice they are compared opening by opening, which detects much smaller changes,
//! because the effect of the opening cancels.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::Accepted;
use serde::Serialize;

use crate::{
    ask::spec_error::SpecError,
    rating::{Evidence, Paired, finite, seen},
    tally::{listed::Listed, section_manner::SectionManner},
    tell::{document::ResultDocument, pair_entry::PairEntry, section_entry::SectionEntry},
};

/// How one pair did, then and now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PairChange {
    /// The game's term, and how it is played where the result has several of that term.
    pub game: String,
    /// A player.
    pub one: String,
    /// Another.
    pub other: String,
    /// The share of points of `one`, 0 to 1; if payoffs decide, of the payoffs at stake.
    pub before: f64,
    /// The share it has.
    pub now: f64,
    /// The probability of a difference at least as large if nothing has changed (two-sided).
    pub probability: f64,
    /// How many openings both were played from, where they were compared one by one.
    pub paired: Option<u64>,
    /// If payoffs decide: the payoff per game of `one` beyond the mean of the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payoff: Option<PayoffChange>,
    /// Whether that is too little to be chance, all pairs considered (Bonferroni); if one looks for losses alone, whether
    /// it is one.
    pub is_significant: bool,
    /// The least change of the share that would have been significant with a probability of 80 %; null of too few
    /// openings to tell.
    pub seen: Option<f64>,
    /// The half-width of the 95 % interval of the change of the share, and its degrees of freedom.
    #[serde(skip)]
    error: (f64, f64),
}

impl PairChange {
    /// How much the share of `name` has grown, if it is one of the two.
    fn gain(&self, name: &str) -> Option<f64> {
        let gain = self.now - self.before;
        match name {
            name if name == self.one => Some(gain),
            name if name == self.other => Some(-gain),
            _ => None,
        }
    }
}

/// How a payoff changed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PayoffChange {
    /// A game, then.
    pub before: f64,
    /// A game, now.
    pub now: f64,
    /// How much more it is, opening by opening where that is known.
    pub change: f64,
    /// The half-width of the 95 % interval of the change; null of too few openings to tell.
    pub error: Option<f64>,
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Comparison {
    /// Whether every move of every game is equal.
    pub is_equal: bool,
    /// The fingerprints, then and now.
    pub fingerprints: (String, String),
    /// Whose change it is: the player that was asked for, or the only one whose options are not what they were.
    pub changed: Option<String>,
    /// Every pair that met in both.
    pub pairs: Vec<PairChange>,
    /// Pairs that met in one of them only.
    pub unmatched: Vec<String>,
    /// Why pairs are not compared opening by opening, where they are not.
    pub unpaired: Option<String>,
    /// Which of them is not finished.
    pub unfinished: Vec<String>,
}

impl Comparison {
    /// Makes it one about this player, as to gains and losses.
    ///
    /// # Errors
    ///
    /// If no pair has it.
    pub fn about(&mut self, name: &str) -> Result<(), SpecError> {
        let names: BTreeSet<&str> = self.pairs.iter().flat_map(|pair| [&*pair.one, &*pair.other]).collect();
        if !names.contains(name) {
            let accepted = Accepted::new(name, names.into_iter());
            return Err(SpecError::new(format!("no player of both is called `{name}`{accepted}")));
        }
        self.changed = Some(name.to_owned());
        Ok(())
    }

    /// Looks for losses of the player that it is about, and for nothing else: they count if they had less than the
    /// chance `significance` over all its pairs, to one side. Without such a player nothing counts.
    pub fn look_for_losses(&mut self, significance: f64) {
        let name = self.changed.clone().unwrap_or_default();
        let own = self.pairs.iter().filter(|pair| pair.gain(&name).is_some()).count();
        let each = significance / own.max(1) as f64;
        for pair in &mut self.pairs {
            let gain = pair.gain(&name);
            pair.is_significant = gain.is_some_and(|gain| gain < 0.0 && pair.probability / 2.0 < each);
            pair.seen = gain.and_then(|_| seen(pair.error.0, pair.error.1, each));
        }
    }

    /// Whether all that changed by more than chance is a gain of the player that it is about.
    pub fn is_gain(&self) -> bool {
        let Some(name) = &self.changed else { return false };
        let mut changed = self.pairs.iter().filter(|pair| pair.is_significant).peekable();
        self.unmatched.is_empty()
            && changed.peek().is_some()
            && changed.all(|pair| pair.gain(name).is_some_and(|gain| 0.0 < gain))
    }

    /// The least change of a share that would have been seen in every pair with a probability of 80 %.
    pub fn seen(&self) -> Option<f64> {
        self.pairs.iter().filter_map(|pair| pair.seen).max_by(f64::total_cmp)
    }

    /// Why `now` is not as good as `before`, if it is not. With `is_exact` every move must be equal; otherwise every
    /// pair must have met in both, and none may have changed by more than chance.
    pub fn failure(&self, is_exact: bool) -> Option<String> {
        let changed = self.pairs.iter().filter(|pair| pair.is_significant).count();
        let why = match (changed, self.pairs.len()) {
            _ if self.is_equal => return None,
            _ if is_exact => "moves differ from the baseline".to_owned(),
            _ if !self.unmatched.is_empty() => "the pairs that met are not those of the baseline".to_owned(),
            (_, 0) => "no two players met, so there are no points to compare".to_owned(),
            (0, _) => return None,
            (changed, pairs) => {
                let how = match &self.changed {
                    Some(name) if self.is_gain() => format!(": {name} gained"),
                    _ => String::new(),
                };
                format!("{changed} of {pairs} pairs changed by more than chance{how}")
            }
        };
        Some(why)
    }
}

/// The results of one entry against another: the openings of a meeting, or single games, and their
/// details.
struct PairBefore<'a> {
    evidence: Evidence,
    listed: Option<(&'a Listed, u64)>,
    /// From the least payoff to the greatest, where payoffs decide.
    width: Option<f64>,
    /// Whether the list belongs to the first name in alphabetical order.
    is_first: bool,
}

impl PairBefore<'_> {
    fn shares(&self) -> Option<impl Iterator<Item = Option<f64>>> {
        let (listed, games) = self.listed?;
        let is_first = self.is_first;
        let own = move |share: f64| if is_first { share } else { 1.0 - share };
        let shares = listed.shares(games, self.width.unwrap_or(2.0));
        Some(shares.into_iter().map(move |share| share.map(own)))
    }

    /// The change opening by opening, if both lists are available.
    fn paired(&self, now: &PairBefore<'_>) -> Option<Paired> {
        let mut paired = Paired::default();
        for (before, now) in self.shares()?.zip(now.shares()?) {
            if let (Some(before), Some(now)) = (before, now) {
                paired.add(before, now);
            }
        }
        // One opening shows nothing, two samples do.
        (1 < paired.units).then_some(paired)
    }
}

/// Compares two results; a change is significant if it had less than the chance `significance`
/// over all pairs. Pairs that were played from the same openings with the same dice are compared opening by
/// opening.
pub fn compare(before: &ResultDocument, now: &ResultDocument, significance: f64) -> Comparison {
    let is_one_plan = before.schedule.is_some() && before.schedule == now.schedule;
    let [manners_before, manners_now] =
        [before, now].map(|result| result.sections.iter().map(SectionEntry::manner).collect::<Vec<_>>());
    let [names_before, names_now] = [&manners_before, &manners_now].map(|manners| SectionManner::names(manners));
    let (mut pairs, mut unmatched) = (Vec::new(), Vec::new());
    let alone = |when: &str, name: &str, (a, b): &(String, String)| format!("only {when}: {name}: {a} – {b}");
    for (then, today) in matched(&manners_before, &manners_now) {
        let one = then.map_or_else(BTreeMap::new, |at| pairs_of(&before.sections[at]));
        let mut other = today.map_or_else(BTreeMap::new, |at| pairs_of(&now.sections[at]));
        for (key, then_known) in one {
            let name = then.map_or("", |at| &names_before[at]);
            let Some(known) = other.remove(&key) else {
                unmatched.push(alone("before", name, &key));
                continue;
            };
            let paired = if is_one_plan { then_known.paired(&known) } else { None };
            let (before, now) = (then_known.evidence, known.evidence);
            // Nothing is no result that could be held beside another.
            if (before.units == 0) != (now.units == 0) {
                let when = if now.units == 0 { "before" } else { "now" };
                unmatched.push(format!("{}, with games that count", alone(when, name, &key)));
                continue;
            }
            let unpaired = || before.probability_of_change(now);
            let (change, error) = paired.map_or_else(|| before.change(now), |p| p.change());
            let freedom = match &paired {
                Some(paired) => paired.units as f64 - 1.0,
                // About as many as Welch's test has.
                None => (before.units + now.units) as f64 - 2.0,
            };
            let payoff = then_known.width.filter(|_| known.width == then_known.width);
            let payoff = payoff.map(|width| PayoffChange {
                before: width * (before.share() - 0.5),
                now: width * (now.share() - 0.5),
                change: width * change,
                error: finite(width * error),
            });
            pairs.push(PairChange {
                game: today.map_or(name, |at| &names_now[at]).to_owned(),
                one: key.0,
                other: key.1,
                before: before.share(),
                now: now.share(),
                probability: paired.map_or_else(unpaired, |paired| paired.probability()),
                paired: paired.map(|paired| paired.units),
                payoff,
                is_significant: false,
                seen: None,
                error: (error, freedom),
            });
        }
        let name = today.map_or("", |at| &names_now[at]);
        unmatched.extend(other.keys().map(|key| alone("now", name, key)));
    }
    let each = significance / pairs.len().max(1) as f64;
    for pair in &mut pairs {
        pair.is_significant = pair.probability < each;
        pair.seen = seen(pair.error.0, pair.error.1, each / 2.0);
    }
    let (then_terms, terms) = (before.terms(), now.terms());
    let is_other = |(name, term): &(&&str, &&str)| then_terms.get(**name).is_some_and(|t| t != *term);
    let mut others = terms.iter().filter(is_other);
    let changed = others.next().filter(|_| others.next().is_none());
    let is_equal = before.fingerprint == now.fingerprint;
    let is_any_apart = pairs.iter().any(|pair| pair.paired.is_none());
    let why = match (&before.schedule, &now.schedule) {
        (Some(one), Some(other)) if one == other => "too few openings of both are listed one by one",
        (Some(_), Some(_)) => "seeds, names, openings or seatings differ",
        (None, Some(_)) => "the one before does not say how it was played; play it anew with this version",
        (_, None) => "who meets whom depends on results",
    };
    let unfinished = [("before", before), ("now", now)].into_iter();
    let unfinished = unfinished.filter(|(_, result)| result.games < result.planned);
    Comparison {
        is_equal,
        fingerprints: (before.fingerprint.clone(), now.fingerprint.clone()),
        changed: changed.map(|(name, _)| (*name).to_owned()),
        unpaired: (is_any_apart && !is_equal).then(|| why.to_owned()),
        pairs,
        unmatched,
        unfinished: unfinished.map(|(when, s)| format!("{when}: {} of {} games", s.games, s.planned)).collect(),
    }
}

/// Matches the sections of two results: those played alike, then those under the same limits, then those of one game,
/// while equally many of it remain. In the order of the first result, then of the second.
fn matched(before: &[SectionManner], now: &[SectionManner]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut found: Vec<Option<usize>> = vec![None; before.len()];
    let kinds: [fn(&SectionManner) -> SectionManner; 3] =
        [SectionManner::clone, SectionManner::limits, SectionManner::only_game];
    for (strictness, kind) in kinds.into_iter().enumerate() {
        let left = |taken: &[Option<usize>], of: &SectionManner| {
            let is_free = |at: &usize| !taken.contains(&Some(*at));
            let alike = |at: &usize| kind(&now[*at]) == kind(of);
            (0..now.len()).filter(is_free).filter(alike).collect::<Vec<usize>>()
        };
        for at in 0..before.len() {
            let own = &before[at];
            let waiting =
                (0..before.len()).filter(|&other| found[other].is_none() && kind(&before[other]) == kind(own)).count();
            let free = left(&found, own);
            if found[at].is_none() && (strictness == 0 || waiting == free.len()) {
                found[at] = free.first().copied();
            }
        }
    }
    let others = (0..now.len()).filter(|at| !found.contains(&Some(*at)));
    let others: Vec<_> = others.map(|at| (None, Some(at))).collect();
    found.into_iter().enumerate().map(|(at, now)| (Some(at), now)).chain(others).collect()
}

/// The results of every pair of a section, by names in alphabetical order.
fn pairs_of(section: &SectionEntry) -> BTreeMap<(String, String), PairBefore<'_>> {
    let of = |pair: &'_ PairEntry| {
        let is_first = pair.one <= pair.other;
        let evidence = pair.evidence().unwrap_or_default();
        let evidence = if is_first { evidence } else { evidence.mirrored() };
        let (a, b) = (pair.one.clone(), pair.other.clone());
        let key = if is_first { (a, b) } else { (b, a) };
        (key, (evidence, is_first))
    };
    let known = |pair| {
        let (key, (evidence, is_first)) = of(pair);
        let listed = pair.by_opening.as_ref().map(|listed| (listed, section.seatings_each));
        let width = section.payoffs.map(|_| section.width());
        (key, PairBefore { evidence, listed, width, is_first })
    };
    section.pairs.iter().map(known).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Comparison, ResultDocument, compare};

    /// A section of nim under that limit, with the first one's half points by opening.
    fn section(nodes: u64, (one, other): (&str, &str), openings: [u64; 5]) -> Value {
        json!({ "game": "nim", "nodes": nodes, "seatings_each": 2, "pairs": [{
            "one": one, "other": other, "wins": 0, "draws": 0, "losses": 0, "openings": openings,
        }] })
    }

    fn of(fingerprint: &str, sections: &[Value]) -> ResultDocument {
        let schema = "agon.result/1";
        let all = json!({ "schema": schema, "fingerprint": fingerprint, "sections": sections });
        ResultDocument::read(&all.to_string()).unwrap()
    }

    fn result(fingerprint: &str, one: &str, other: &str, openings: [u64; 5]) -> ResultDocument {
        of(fingerprint, &[section(1, (one, other), openings)])
    }

    #[test]
    fn equal_results_are_equal_and_named_pairs_are_found_in_any_order() {
        let one = result("x", "a", "b", [0, 10, 80, 20, 10]);
        let other = result("x", "b", "a", [10, 20, 80, 10, 0]);
        let compared = compare(&one, &other, 0.01);
        assert!(compared.is_equal);
        assert_eq!(compared.pairs[0].probability, 1.0);
        assert!(!compared.pairs[0].is_significant);
    }

    #[test]
    fn a_large_change_is_significant_and_a_small_one_is_not() {
        let one = result("x", "a", "b", [10, 20, 40, 20, 10]);
        let small = compare(&one, &result("y", "a", "b", [11, 20, 40, 20, 9]), 0.01);
        assert!(!small.is_equal && !small.pairs[0].is_significant);
        assert_eq!(small.failure(false), None);
        let large = compare(&one, &result("y", "a", "b", [40, 30, 20, 10, 0]), 0.01);
        assert!(large.pairs[0].is_significant && large.failure(false).is_some());
        // Means 0.5 and 0.25 of 100 units with variances 0.0757… and 0.0631…: t = −6.7.
        assert!(large.pairs[0].probability < 1e-9, "{:?}", large.pairs);
        // The standard error of the change is 0.0373; seen is 2.61 + 0.84 of them.
        let least = large.seen().unwrap();
        assert!((0.12..0.135).contains(&least), "{least}");
        let stranger = compare(&one, &result("y", "a", "c", [0, 0, 1, 0, 0]), 0.01);
        assert_eq!((stranger.pairs.len(), stranger.unmatched.len()), (0, 2));
        assert!(stranger.failure(false).is_some());
    }

    #[test]
    fn a_gain_is_told_from_a_loss() {
        let (low, even, high) = ([40, 30, 20, 10, 0], [10, 20, 40, 20, 10], [0, 10, 20, 30, 40]);
        let compared = |name: &str, before, now, is_one_sided: bool| {
            let (before, now) = (result("x", "a", "b", before), result("y", "a", "b", now));
            let mut compared = compare(&before, &now, 0.01);
            compared.about(name).unwrap();
            if is_one_sided {
                compared.look_for_losses(0.01);
            }
            (compared.failure(false).is_some(), compared.is_gain())
        };
        for (name, better, worse) in [("a", high, low), ("b", low, high)] {
            for is_one_sided in [false, true] {
                let differs = !is_one_sided;
                assert_eq!(compared(name, even, better, is_one_sided), (differs, differs));
                assert_eq!(compared(name, even, worse, is_one_sided), (true, false));
                assert_eq!(compared(name, even, even, is_one_sided), (false, false));
            }
        }
        let (before, now) = (result("x", "a", "b", even), result("y", "a", "b", high));
        let mut unknown = compare(&before, &now, 0.01);
        assert!(unknown.changed.is_none() && !unknown.is_gain(), "it may be that b got weaker");
        let said = unknown.about("aa").unwrap_err().to_string();
        assert!(said.contains("did you mean `a`?"), "{said}");
    }

    /// Whatever the order of the sections of one game, and whichever of them changes, that one is seen.
    #[test]
    fn sections_of_one_game_have_different_names() {
        const EVEN: [u64; 5] = [10, 20, 40, 20, 10];
        const HIGH: [u64; 5] = [0, 10, 20, 30, 40];
        let ab = ("a", "b");
        let sections = |budgets: &[u64], turned: Option<u64>| {
            let openings = |budget| if Some(budget) == turned { HIGH } else { EVEN };
            budgets.iter().map(|&n| section(n, ab, openings(n))).collect::<Vec<_>>()
        };
        let changed = |compared: &Comparison| {
            let changed = compared.pairs.iter().filter(|pair| pair.is_significant);
            changed.map(|pair| pair.game.clone()).collect::<Vec<_>>()
        };
        let before = of("x", &sections(&[10, 20, 30], None));
        for order in [[10, 20, 30], [30, 20, 10], [20, 30, 10]] {
            for turned in order {
                let now = of("y", &sections(&order, Some(turned)));
                let compared = compare(&before, &now, 0.01);
                assert_eq!(compared.pairs.len(), 3, "{compared:?}");
                assert_eq!(changed(&compared), [format!("nim, {turned} nodes a move")]);
                assert_eq!(compare(&now, &before, 0.01).pairs.len(), 3);
            }
        }
        // A changed limit leaves its section comparable, but not if it could be either of two.
        let now = of("y", &sections(&[10, 25, 30], None));
        assert_eq!(compare(&before, &now, 0.01).pairs.len(), 3);
        let now = of("y", &sections(&[10, 30], None));
        let compared = compare(&before, &now, 0.01);
        assert_eq!((compared.pairs.len(), compared.unmatched.len()), (2, 1), "{compared:?}");
        assert_eq!(compared.unmatched, ["only before: nim, 20 nodes a move: a – b"]);
        // Equal sections are compared in their order.
        let twice = |turned: bool| {
            let second = section(10, ab, if turned { HIGH } else { EVEN });
            of(if turned { "y" } else { "x" }, &[section(10, ab, EVEN), second])
        };
        assert_eq!(changed(&compare(&twice(false), &twice(true), 0.01)), ["nim (2)"]);
    }

    #[test]
    fn a_pair_without_counted_units_fails_the_comparison() {
        let before = result("x", "a", "b", [0, 10, 80, 20, 10]);
        let nothing = result("y", "a", "b", [0; 5]);
        for (one, other) in [(&before, &nothing), (&nothing, &before)] {
            let compared = compare(one, other, 0.01);
            assert_eq!((compared.pairs.len(), compared.unmatched.len()), (0, 1));
            assert!(compared.failure(false).is_some());
        }
        // One seat, without meetings: points show nothing.
        let alone = |fingerprint| of(fingerprint, &[json!({ "game": "pig", "pairs": [] })]);
        assert!(compare(&alone("x"), &alone("y"), 0.01).failure(false).is_some());
        assert!(compare(&alone("x"), &alone("x"), 0.01).failure(false).is_none());
    }

    /// As listed by a result of one plan.
    #[test]
    fn openings_are_held_beside_themselves_where_both_list_them() {
        let listed = |fingerprint: &str, schedule: &str, one: &str, other: &str, made: &str| {
            let mut all = json!({
                "schema": "agon.result/1", "fingerprint": fingerprint, "schedule": schedule,
                "sections": [section(1, (one, other), [0, 0, 8, 0, 0])],
            });
            all["sections"][0]["pairs"][0]["by_opening"] = made.into();
            ResultDocument::read(&all.to_string()).unwrap()
        };
        let before = listed("x", "s", "a", "b", "01234-22");
        let compared = |now: &ResultDocument| {
            let compared = compare(&before, now, 0.01);
            (compared.pairs[0].paired, compared.pairs[0].probability, compared.unpaired)
        };
        // Half a point more from each of four openings, one of which did not count before.
        let now = listed("y", "s", "a", "b", "12344322");
        let (paired, probability, unpaired) = compared(&now);
        assert_eq!((paired, unpaired), (Some(7), None));
        assert!(0.01 < probability && probability < 0.1, "{probability}");
        let mirrored = listed("y", "s", "b", "a", "32100122");
        assert_eq!(compared(&mirrored).1, probability);
        // Other dice, no list, or nothing that counts in both.
        let dice = listed("y", "t", "a", "b", "12344322");
        assert!(compared(&dice).2.unwrap().contains("seeds"));
        for made in ["--------", "0-------", ""] {
            let (paired, _, unpaired) = compared(&listed("y", "s", "a", "b", made));
            assert!(paired.is_none() && unpaired.unwrap().contains("too few"), "{made}");
        }
        assert!(compared(&result("y", "a", "b", [0, 0, 8, 0, 0])).2.is_some());
    }
}
