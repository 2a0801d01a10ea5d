//! Random explicit trees: small, of every shape, with many equal values.

use proptest::prelude::{Just, Strategy, prop, prop_oneof};

/// What may stand in the trees of a forest.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// The number of seats.
    pub(crate) seats: usize,
    /// Whether there are chance nodes.
    pub(crate) chance: bool,
    /// What the payoffs of all seats add up to, if always to the same.
    pub(crate) sum: Option<f64>,
    /// Whether a seat may move out of turn.
    pub(crate) any_turns: bool,
    /// What may be paid.
    pub(crate) pays: &'static [f64],
}

/// Small whole numbers.
pub(crate) const WHOLE: &[f64] = &[0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0];

/// Two seats, zero-sum, with chance and moves out of turn.
pub(crate) const DUEL: Kind = Kind { seats: 2, chance: true, sum: Some(0.0), any_turns: true, pays: WHOLE };

/// Terms of the game `tree`. Every one begins with a decision of the first seat.
pub(crate) fn trees(kind: Kind) -> impl Strategy<Value = String> {
    let leaf = payoffs(kind).boxed();
    let inner = leaf.clone().prop_recursive(5, 80, 4, move |below| {
        let turn = if kind.any_turns {
            prop_oneof![
                2 => Just(String::new()),
                1 => (1..=kind.seats).prop_map(|seat| format!("@{seat}")),
            ]
            .boxed()
        } else {
            Just(String::new()).boxed()
        };
        let decision = (prop::collection::vec(below.clone(), 1..4), turn, payoffs(kind))
            .prop_map(|(below, turn, estimate)| format!("[{}]{turn}~{estimate}", below.join(",")));
        if !kind.chance {
            return decision.boxed();
        }
        let outcomes = prop::collection::vec((1u32..4, below), 1..4);
        let chance = (outcomes, payoffs(kind)).prop_map(|(outcomes, estimate)| {
            let total: u32 = outcomes.iter().map(|(weight, _)| weight).sum();
            let written: Vec<String> =
                outcomes.iter().map(|(weight, below)| format!("{weight}/{total}:{below}")).collect();
            format!("{{{}}}~{estimate}", written.join(","))
        });
        prop_oneof![3 => decision, 2 => chance].boxed()
    });
    prop::collection::vec(inner, 1..5).prop_map(|below| format!("tree([{}]@1)", below.join(",")))
}

fn payoffs(kind: Kind) -> impl Strategy<Value = String> {
    let numbers = prop::collection::vec(prop::sample::select(kind.pays), kind.seats);
    numbers.prop_map(move |mut payoffs| {
        if let (Some(sum), Some((last, others))) = (kind.sum, payoffs.split_last_mut()) {
            *last = sum - others.iter().sum::<f64>();
        }
        let written: Vec<String> = payoffs.iter().map(f64::to_string).collect();
        format!("({})", written.join(","))
    })
}
