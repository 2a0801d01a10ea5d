//! All that can be asked of a position, so that two can be compared.

use std::ops::ControlFlow;

use agon_core::{
    AnyMove, AnyPosition, Estimator, Explained, Eye, Featured, Heuristic, Learnable, Node, Position, Protocol, Seat,
    Seed, Symmetric, all_moves, notation, scored, view,
};

/// An answer, after the name of the method that gave it.
type MethodAnswer = (&'static str, String);

/// A visitor of moves.
type VisitMove<'a> = &'a mut dyn FnMut(AnyMove) -> ControlFlow<()>;

/// The first question whose answers differ, and both answers. What is drawn is drawn with this seed.
pub(super) fn told_apart(one: &AnyPosition, other: &AnyPosition, seed: Seed) -> Option<(&'static str, String, String)> {
    let (ours, theirs) = (answers(one, seed), answers(other, seed));
    let count = (ours.len() != theirs.len()).then(|| ("answers", ours.len().to_string(), theirs.len().to_string()));
    let mut both = ours.into_iter().zip(theirs);
    let apart = both.find(|(one, other)| one != other);
    apart.map(|((asked, one), (_, other))| (asked, one, other)).or(count)
}

/// The moves that `each` visits.
fn list(each: impl FnOnce(VisitMove<'_>) -> ControlFlow<()>) -> String {
    let mut list = Vec::new();
    let _ = each(&mut |m| {
        list.push(m);
        ControlFlow::Continue(())
    });
    format!("{list:?}")
}

/// All questions that can be asked of a position, and its answers.
fn answers(here: &AnyPosition, seed: Seed) -> Vec<MethodAnswer> {
    let mut answers = vec![
        ("facts", format!("{:?}", here.facts())),
        ("rules", here.rules().unwrap_or_default()),
        ("remarks", format!("{:?}", here.remarks())),
        ("node", here.node().to_string()),
        ("on_turn", here.on_turn().to_string()),
        ("key", here.key().to_string()),
        ("present_key", here.present_key().to_string()),
        ("lead", format!("{:?}", here.lead())),
        ("each_move", list(|visit| here.each_move(visit))),
        ("moves", format!("{:?}", all_moves(here))),
        ("count", here.count().to_string()),
        ("parse", format!("{here} {}", here.parse(&here.to_string()).as_ref() == Ok(here))),
        ("picture", format!("{:?}", here.picture())),
        ("scoresheet", format!("{:?}", here.scoresheet())),
        ("heuristics", format!("{:?}", here.heuristics())),
        ("features", format!("{:?}", here.features())),
        ("swaps", here.swaps().to_string()),
        ("numbers", here.numbers().to_string()),
        ("symmetries", here.symmetries().to_string()),
        ("outcomes_look_alike", here.outcomes_look_alike().to_string()),
    ];
    let mut units = Vec::new();
    here.feature_units(&mut units);
    answers.push(("feature_units", format!("{units:?}")));
    for protocol in Protocol::ALL {
        answers.push(("foreign_setup", format!("{:?}", here.foreign_setup(protocol))));
    }
    for symmetry in 0..here.symmetries() {
        answers.push(("image", here.image(symmetry).to_string()));
    }
    for eye in Eye::all(here.facts().seats) {
        answers.push(("write_view", view(here, eye)));
        answers.push(("view_key", here.view_key(eye).to_string()));
        answers.push(("picture_for", format!("{:?}", here.picture_for(eye))));
    }
    for seat in Seat::all(here.facts().seats) {
        of_a_seat(here, seat, seed, &mut answers);
    }
    if here.node() == Node::Terminal {
        answers.push(("ending", here.ending().to_owned()));
    } else {
        to_go_on(here, seed, &mut answers);
    }
    answers
}

/// What is asked of a seat.
fn of_a_seat(here: &AnyPosition, seat: Seat, seed: Seed, answers: &mut Vec<MethodAnswer>) {
    let mut bytes = Vec::new();
    let bound = here.states(seat, &mut bytes);
    let redealt = here.redeal(seat, &mut seed.stream(seat.index() as u64));
    answers.extend([
        ("states", format!("{bound} {bytes:?}")),
        ("secured", here.secured(seat).to_string()),
        ("redeal", redealt.to_string()),
    ]);
    if here.node() == Node::Terminal {
        answers.push(("payoff", here.payoff(seat).to_string()));
        return;
    }
    let mut values = Vec::new();
    here.feature_values(seat, &mut values);
    answers.push(("feature_values", format!("{values:?}")));
    for index in 0..here.heuristics().len() {
        let heuristic = Heuristic(index as u8);
        let mut kept = here.clone();
        kept.keep(Some(heuristic));
        answers.extend([
            ("estimate", here.estimate(heuristic, seat).to_string()),
            ("keep", kept.estimate(heuristic, seat).to_string()),
            ("parts", format!("{:?}", here.parts(heuristic))),
        ]);
    }
    let named = (0..here.heuristics().len()).map(|index| Estimator::Named(Heuristic(index as u8)));
    for estimator in named.chain([Estimator::Nothing(0.25)]) {
        let mut leaves = Vec::new();
        let _ = here.each_leaf(&mut here.clone(), &estimator, seat, |m, leaf| {
            leaves.push((m, leaf));
            ControlFlow::Continue(())
        });
        answers.push(("each_leaf", format!("{leaves:?}")));
    }
}

/// What is asked where the game goes on.
fn to_go_on(here: &AnyPosition, seed: Seed, answers: &mut Vec<MethodAnswer>) {
    let (mut end, mut passed) = (here.clone(), here.clone());
    end.playout(&mut seed.stream(100));
    let has_passed = passed.pass();
    answers.extend([
        ("draw_move", here.draw_move(&mut seed.stream(101)).to_string()),
        ("policy_move", here.policy_move(&mut seed.stream(102)).to_string()),
        ("playout", end.to_string()),
        ("pass", format!("{has_passed} {passed}")),
        ("each_relevant", list(|visit| here.each_relevant(visit))),
        ("each_sufficient", list(|visit| here.each_sufficient(visit))),
        ("each_forcing", list(|visit| here.each_forcing(visit))),
        ("is_forced", here.is_forced().to_string()),
    ]);
    let is_chance = here.node() == Node::Chance;
    for (n, m) in all_moves(here).into_iter().enumerate() {
        let written = notation(here, m);
        answers.extend([
            ("nth", here.nth(n).to_string()),
            ("is_legal", here.is_legal(m).to_string()),
            ("write_move", written.clone()),
            ("parse_move", format!("{:?}", here.parse_move(&written))),
            ("write_scoresheet", scored(here, m)),
            ("aim", format!("{:?}", here.aim(m))),
        ]);
        if is_chance {
            answers.push(("weight", here.weight(m).to_string()));
        } else {
            answers.extend([
                ("hint", here.hint(m).to_string()),
                ("is_forcing", here.is_forcing(m).to_string()),
                ("number", here.number(m).to_string()),
            ]);
        }
        for symmetry in 0..here.symmetries() {
            answers.push(("image_of_move", here.image_of_move(m, symmetry).to_string()));
        }
        for protocol in Protocol::ALL {
            if here.foreign_setup(protocol).is_ok() {
                let mut word = String::new();
                let _ = here.write_foreign(m, protocol, &mut word);
                let read = here.parse_foreign(&word, protocol);
                answers.push(("write_foreign", word));
                answers.push(("parse_foreign", format!("{read:?}")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::answers;
    use crate::{
        METHODS,
        oracle::twins,
        tests::{Fault, Heaps},
    };
    use agon_core::{AnyPosition, Node, Position, Seed, after, all_moves};

    /// What no player asks, or what both play by.
    const NOT_ASKED: &[&str] = &["play", "play_from", "cover", "bytes"];

    #[test]
    fn twins_that_differ_in_anything_are_told_apart() {
        let lawful = AnyPosition::new(Heaps::with(Fault::None));
        twins(&lawful, &lawful, 50).unwrap();
        let mut wrong = Vec::new();
        for (fault, method) in [
            (Fault::SymmetricWeights, "weight"),
            (Fault::UnfairPlayout, "playout"),
            (Fault::UnfairDraw, "playout"),
            (Fault::LeadIsTurned, "lead"),
            (Fault::SecuredFalls, "secured"),
            (Fault::BytesOfOneSide, "states"),
            (Fault::OnTurnIsTheOther, "on_turn"),
            (Fault::KeyOfThirtyTwoBits, "key"),
            (Fault::PresentKeyForgetsAll, "present_key"),
            (Fault::PartsOfTheOther, "parts"),
            (Fault::NumbersAlike, "number"),
            (Fault::AlikeAbroad, "write_foreign"),
            (Fault::SymmetricEstimates, "estimate"),
            (Fault::SymmetricFeatures, "feature_values"),
            (Fault::SymmetricRelevance, "each_relevant"),
            (Fault::InsufficientMoves, "each_sufficient"),
            (Fault::ForcingMoveLeftOut, "each_forcing"),
            (Fault::EndUnseenInALeaf, "each_leaf"),
            (Fault::FractionalCounts, "feature_units"),
            (Fault::MinusZero, "each_leaf"),
            (Fault::FarTooManyPlies, "facts"),
        ] {
            let found = twins(&lawful, &AnyPosition::new(Heaps::with(fault)), 50).unwrap_err();
            if !found.found.starts_with(&format!("{method}: ")) {
                wrong.push(format!("{fault:?}: {}", found.found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn every_method_of_a_position_is_asked() {
        let mut asked: BTreeSet<&str> = NOT_ASKED.iter().copied().collect();
        let mut here = AnyPosition::new(Heaps::of(2));
        loop {
            asked.extend(answers(&here, Seed(1)).into_iter().map(|(method, _)| method));
            if here.node() == Node::Terminal {
                break;
            }
            here = after(&here, all_moves(&here)[0]);
        }
        let methods: BTreeSet<&str> = METHODS.iter().map(|(method, _)| *method).collect();
        assert_eq!(asked, methods);
    }
}
