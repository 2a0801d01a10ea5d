//! Traces of searches: a cut is right if and only if the value holds for any values in the part that was cut;
//! exact values are those of plain minimax, and bounds are bounds.

use std::collections::{BTreeSet, HashSet};

use agon_core::{
    AnyMove, AnyPosition, Bound, Decision, Entered, Left, Manner, Node, Observer, Position, Reason, Seat, Seed, Stream,
    Sum, Turn, all_moves, registry,
};
use proptest::prelude::{ProptestConfig, proptest};

use super::{
    forest::{self, DUEL, Kind},
    spine::worth,
    start, trees,
};
use crate::workspace;

/// The tests of alpha-beta and its kin.
const DUELS: &[&str] = &[
    "alpha-beta(depth=unlimited)",
    "alpha-beta(depth=unlimited, deepening=true)",
    "alpha-beta(depth=unlimited, aspiration=0.5, deepening=true)",
    "alpha-beta(depth=unlimited, pvs=true)",
    "alpha-beta(depth=unlimited, pvs=true, deepening=true, table=64kB, hint=true, history=true, killers=true)",
    "alpha-beta(depth=unlimited, quick=true)",
    "alpha-beta(depth=unlimited, table=1kB)",
    "mtd(depth=unlimited)",
    "solve",
    "pns",
];

/// What a position is worth to a seat, by definition, as one kind of player sees the others.
type Truth = fn(&AnyPosition, Seat) -> f64;

/// Where every seat plays for itself.
fn for_itself(here: &AnyPosition, seat: Seat) -> f64 {
    worth(here)[seat.index()]
}

/// Where all the others play against `seat`.
fn against_all(here: &AnyPosition, seat: Seat) -> f64 {
    let below = |m| against_all(&agon_core::after(here, m), seat);
    let moves = all_moves(here).into_iter();
    match here.node() {
        Node::Terminal => here.payoff(seat),
        Node::Decision(mover) if mover == seat => moves.map(below).fold(f64::NEG_INFINITY, f64::max),
        Node::Decision(_) => moves.map(below).fold(f64::INFINITY, f64::min),
        Node::Chance => {
            let weights = moves.map(|m| (f64::from(here.weight(m)), below(m)));
            let (sum, total) = weights.fold((0.0, 0.0), |(sum, all), (w, value)| (sum + w * value, all + w));
            sum / total
        }
    }
}

/// A claim about a position: a seat, its value, and whether that is exact or a bound.
#[derive(Clone, Debug)]
struct Claim {
    here: AnyPosition,
    seat: Seat,
    value: f64,
    bound: Bound,
    why: Reason,
}

/// The record of a search: its positions, its claims, and its cuts.
struct Witness {
    root: AnyPosition,
    truth: Truth,
    line: Vec<(AnyPosition, Entered)>,
    /// Every position that was entered, by its text.
    entered: HashSet<String>,
    /// Claims of the search of the root that goes on.
    claims: Vec<Claim>,
    /// Whether that met a horizon: then its claims are of no use.
    met_horizon: bool,
    /// How many claims were found to be true.
    checked: usize,
    reasons: BTreeSet<&'static str>,
}

impl Witness {
    fn of(root: &AnyPosition, truth: Truth) -> Witness {
        Witness {
            root: root.clone(),
            truth,
            line: Vec::new(),
            entered: HashSet::new(),
            claims: Vec::new(),
            met_horizon: false,
            checked: 0,
            reasons: BTreeSet::new(),
        }
    }

    /// Compares the claims with the true values.
    fn check(&mut self) {
        for Claim { here, seat, value, bound, why } in std::mem::take(&mut self.claims) {
            if self.met_horizon {
                continue;
            }
            let truth = (self.truth)(&here, seat);
            let is_true = match bound {
                Bound::Exact => (value - truth).abs() < 1e-9,
                Bound::Lower => value <= truth + 1e-9,
                Bound::Upper => truth <= value + 1e-9,
                Bound::Sample => false,
            };
            assert!(is_true, "{value} {bound:?} ({why:?}) at {here}, worth {truth}");
            self.checked += 1;
        }
        self.met_horizon = false;
    }
}

impl Observer for Witness {
    fn entered(&mut self, entered: Entered) {
        let here = match (self.line.last(), entered.by) {
            (Some((above, _)), Some(m)) => agon_core::after(above, m),
            (None, None) => self.root.clone(),
            (above, by) => panic!("by {by:?} below {above:?}"),
        };
        if entered.look != Manner::Glance {
            self.entered.insert(here.to_string());
        }
        self.line.push((here, entered));
    }

    fn left(&mut self, left: Left<'_>) {
        let (here, entered) = self.line.pop().expect("only what was entered is left");
        match left.why {
            Reason::Horizon | Reason::Quiet | Reason::Known(Some(_)) => self.met_horizon = true,
            Reason::Refuted => {
                let [alpha, beta] = entered.window;
                let is_outside = left.value <= alpha || beta <= left.value || left.value.is_nan();
                assert!(is_outside, "{left:?} in {entered:?} refutes nothing");
                self.reasons.insert("refuted");
            }
            Reason::Enough => {
                self.reasons.insert("enough");
            }
            Reason::Known(None) => {
                self.reasons.insert("known");
            }
            _ => {}
        }
        if !left.value.is_nan() && left.bound != Bound::Sample {
            let (seat, value, bound, why) = (entered.seat, left.value, left.bound, left.why);
            self.claims.push(Claim { here, seat, value, bound, why });
        }
        if self.line.is_empty() {
            self.check();
        }
    }

    fn skipped(&mut self, m: AnyMove, why: Reason) {
        let (above, _) = self.line.last().expect("a move is left out of what was entered");
        assert!(above.is_legal(m), "{m} in {above}");
        if why == Reason::Enough {
            self.reasons.insert("enough");
        }
    }
}

fn watch(player: &str, position: &AnyPosition, truth: Truth) -> (Decision<AnyMove>, Witness) {
    let Node::Decision(seat) = position.node() else { panic!("{position} is no decision") };
    let mut seated = registry::player(player).unwrap().seat_erased(position).unwrap();
    let (mut witness, mut stream) = (Witness::of(position, truth), Seed(0).stream(0));
    let mut turn = Turn::new(seat, &mut stream);
    let decision = seated.choose_watched(position, &mut turn, &mut witness).unwrap();
    assert!(witness.line.is_empty(), "all that was entered was left");
    (decision, witness)
}

/// The values put into the part that was cut.
#[derive(Clone, Copy, Debug)]
enum Filling {
    Least(Seat),
    Greatest(Seat),
    Random,
}

/// The tree below `here` in brackets, with other payoffs, within the bounds of the game, wherever the
/// search was not.
fn refilled(here: &AnyPosition, entered: &HashSet<String>, filling: Filling, stream: &mut Stream) -> String {
    let facts = here.facts();
    let below = |stream: &mut Stream| -> Vec<(AnyMove, String)> {
        let moves = all_moves(here).into_iter();
        moves.map(|m| (m, refilled(&agon_core::after(here, m), entered, filling, stream))).collect()
    };
    match here.node() {
        Node::Decision(seat) => {
            let written: Vec<String> = below(stream).into_iter().map(|(_, below)| below).collect();
            format!("[{}]@{}", written.join(","), seat.0 + 1)
        }
        Node::Chance => {
            let below = below(stream);
            let total: u32 = below.iter().map(|&(m, _)| here.weight(m)).sum();
            let written: Vec<String> =
                below.iter().map(|(m, below)| format!("{}/{total}:{below}", here.weight(*m))).collect();
            format!("{{{}}}", written.join(","))
        }
        Node::Terminal if entered.contains(&here.to_string()) => {
            let payoffs = Seat::all(facts.seats).map(|seat| here.payoff(seat).to_string());
            format!("({})", payoffs.collect::<Vec<_>>().join(","))
        }
        Node::Terminal => loop {
            let (low, high) = (facts.min_payoff, facts.max_payoff);
            let extreme = match filling {
                Filling::Least(seat) => Some((seat, low)),
                Filling::Greatest(seat) => Some((seat, high)),
                Filling::Random => None,
            };
            let mut payoffs: Vec<f64> =
                (0..facts.seats).map(|_| low + f64::from(stream.below((high - low) as u32 + 1))).collect();
            if let Some((seat, payoff)) = extreme {
                payoffs[seat.index()] = payoff;
            }
            let sum = match facts.sum {
                Sum::Zero => Some(0.0),
                Sum::Constant(sum) => Some(sum),
                Sum::General => None,
            };
            if let Some(sum) = sum {
                // Of the other seats, one gets the remainder of the sum.
                let rest =
                    if extreme.is_some_and(|(seat, _)| seat.0 + 1 == facts.seats) { 0 } else { payoffs.len() - 1 };
                payoffs[rest] += sum - payoffs.iter().sum::<f64>();
                if !(low..=high).contains(&payoffs[rest]) {
                    // With the others at random there is a way.
                    if extreme.is_some() && stream.below(100) == 0 {
                        return refilled(here, entered, Filling::Random, stream);
                    }
                    continue;
                }
            }
            let written: Vec<String> = payoffs.iter().map(f64::to_string).collect();
            break format!("({})", written.join(","));
        },
    }
}

/// Checks that cuts change neither the value nor the move.
fn cuts_are_right(player: &str, tree: &str) -> Witness {
    cuts_are_right_by(for_itself, player, tree)
}

/// The same for a player that sees the others otherwise.
fn cuts_are_right_by(truth_of: Truth, player: &str, tree: &str) -> Witness {
    let position = start(tree);
    let Node::Decision(seat) = position.node() else { panic!("{tree} begins with a decision") };
    let (decision, witness) = watch(player, &position, truth_of);
    let truth = truth_of(&position, seat);
    assert!((decision.value.unwrap() - truth).abs() < 1e-9, "{player} at {tree}");
    let extremes = Seat::all(position.facts().seats).flat_map(|seat| [Filling::Least(seat), Filling::Greatest(seat)]);
    for filling in extremes.chain([Filling::Random; 2]) {
        let mut stream = Seed(7).stream(u64::from(position.facts().max_plies));
        let other = refilled(&position, &witness.entered, filling, &mut stream);
        let other = start(&format!("tree({other})"));
        let value = truth_of(&other, seat);
        assert!((value - truth).abs() < 1e-9, "{player} at {tree}: {truth}, but {value} with {filling:?}");
        let after = truth_of(&agon_core::after(&other, decision.m), seat);
        assert!((after - truth).abs() < 1e-9, "{player} at {tree}: the move is worth {after} with {filling:?}");
    }
    witness
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_cut_of_alpha_beta_and_its_kin_changes_no_value(tree in trees()) {
        for player in DUELS {
            cuts_are_right(player, &tree);
        }
    }

    #[test]
    fn a_cut_at_chance_changes_no_value(tree in forest::trees(DUEL)) {
        for prune in ["none", "star1", "star2"] {
            cuts_are_right(&format!("expectiminimax(depth=unlimited, prune={prune})"), &tree);
            cuts_are_right(&format!("paranoid(depth=unlimited, prune={prune}, table=64kB)"), &tree);
        }
        cuts_are_right("best-reply(depth=unlimited)", &tree);
        cuts_are_right("max-n(depth=unlimited)", &tree);
    }

    #[test]
    fn a_cut_of_many_seats_changes_no_value(
        tree in forest::trees(Kind { seats: 3, sum: Some(0.0), ..DUEL })
    ) {
        cuts_are_right("max-n(depth=unlimited)", &tree);
    }

    #[test]
    fn a_cut_against_a_coalition_changes_no_value(
        tree in forest::trees(Kind { seats: 3, sum: None, ..DUEL })
    ) {
        for more in ["none", "star1", "star2", "star1, table=64kB", "star2, table=64kB"] {
            let player = format!("paranoid(depth=unlimited, prune={more})");
            cuts_are_right_by(against_all, &player, &tree);
        }
        // The payoffs have no sum: only what nobody can surpass ends a search for many.
        cuts_are_right("max-n(depth=unlimited)", &tree);
    }
}

#[test]
fn remembered_transpositions_are_true() {
    let players = [
        "alpha-beta(depth=unlimited, table=64kB)",
        "alpha-beta(depth=unlimited, table=64kB, symmetry=true, pvs=true, deepening=true)",
        "expectiminimax(depth=unlimited, table=64kB)",
        "mtd(depth=unlimited)",
        "solve(table=64kB)",
        "pns(table=64kB)",
    ];
    let mut pairs = Vec::new();
    for game in [
        "nim(heaps=1+2+3)",
        "grundy(heap=9)",
        "tic-tac-toe(width=3, height=2)",
        "nim(heaps=2+3, misere=true)",
        "kalah(payoff=margin, pits=2, seeds=2)",
        "kalah(payoff=margin, pits=3, seeds=3)",
        "dots-and-boxes(width=2, height=1, payoff=margin)",
    ] {
        pairs.extend(players.iter().map(|player| (*player, game)));
    }
    let reasons = std::sync::Mutex::new(BTreeSet::new());
    workspace::for_each(&pairs, |&(player, game)| {
        let position = start(game);
        let Node::Decision(seat) = position.node() else { return Err(game.to_owned()) };
        let (decision, witness) = watch(player, &position, for_itself);
        if decision.value != Some(worth(&position)[seat.index()]) {
            return Err(format!("{player} at {game}: {:?}", decision.value));
        }
        if witness.checked == 0 {
            return Err(format!("{player} at {game} claimed nothing"));
        }
        reasons.lock().unwrap().extend(witness.reasons);
        Ok(())
    });
    let reasons: Vec<&str> = reasons.into_inner().unwrap().into_iter().collect();
    assert_eq!(reasons, ["enough", "known", "refuted"]);
}
