//! What solvers claim is checked by the rules alone, and every kind of damage is refused.

use std::collections::BTreeSet;

use agon_core::{AnyPosition, Node, Position, Seat, StopSignal, after, all_moves, notation, registry};
use agon_players::solve::{Goal, Graph, Proof, Unanswered};
use agon_rules::certificate::{Answer, Claim, Refused, check_claim};

const MOST: usize = 1_000_000;

/// Games of two seats, and what the first one gets.
const PROVEN: &[(&str, f64)] = &[
    ("nim(heaps=3+4+5)", 1.0),
    ("nim(heaps=1+2+3, misere=true)", -1.0),
    ("grundy(heap=12)", 1.0),
    ("hex(size=4)", 1.0),
    // G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah (2000).
    ("kalah(pits=2, seeds=2)", -1.0),
    ("kalah(pits=3, seeds=1)", 0.0),
    ("kalah(pits=3, seeds=2)", 1.0),
    // J. Tromp's table of small boards.
    ("connect-four(width=4, height=4)", 0.0),
    ("connect-four(width=5, height=4)", 0.0),
];

fn start(term: &str) -> AnyPosition {
    registry::game(term).unwrap().start
}

/// What a seat is sure of in a solved game, with its answers.
fn claim(start: &AnyPosition, seat: Seat, below: f64) -> Claim {
    let graph = Graph::solve(start, MOST, false).unwrap();
    let least = graph.value_for(seat, graph.find(start).unwrap().value) - below;
    let answers = Goal { seat, least, is_win: false }.answers(&graph, start, MOST).unwrap();
    let answer = |(here, m): &(AnyPosition, _)| Answer { position: here.to_string(), r#move: notation(here, *m) };
    Claim { seat, least, answers: answers.iter().map(answer).collect() }
}

/// The same by proofs, of a position that is worth `value` to the first of two seats.
fn proven(start: &AnyPosition, seat: Seat, value: f64) -> Claim {
    let mut proof = Proof::new(32 << 20);
    let never = StopSignal::unexpected();
    let answers = proof.answers(start, (seat, value), (MOST, u64::MAX), &never).unwrap();
    let answer = |(here, m): &(AnyPosition, _)| Answer { position: here.to_string(), r#move: notation(here, *m) };
    let least = if seat == Seat(0) { value } else { 0.0 - value };
    Claim { seat, least, answers: answers.iter().map(answer).collect() }
}

/// What the answers are worth, walking every play by itself; `None` where one is missing. Notes the answers that were used.
fn slowly(here: &AnyPosition, claim: &Claim, used: &mut BTreeSet<String>) -> Option<f64> {
    let mut below = |m| slowly(&after(here, m), claim, used);
    match here.node() {
        Node::Terminal => Some(here.payoff(claim.seat)),
        Node::Chance => {
            let parts = all_moves(here).into_iter().map(|m| Some((f64::from(here.weight(m)), below(m)?)));
            let parts = parts.collect::<Option<Vec<(f64, f64)>>>()?;
            let total: f64 = parts.iter().map(|part| part.0).sum();
            Some(parts.iter().map(|(weight, worth)| weight * worth).sum::<f64>() / total)
        }
        Node::Decision(seat) if seat == claim.seat => {
            let text = here.to_string();
            let answer = claim.answers.iter().find(|answer| answer.position == text)?;
            let worth = below(here.parse_move(&answer.r#move)?);
            used.insert(text);
            worth
        }
        Node::Decision(_) => {
            let worths = all_moves(here).into_iter().map(below).collect::<Option<Vec<f64>>>()?;
            worths.into_iter().reduce(f64::min)
        }
    }
}

#[test]
fn published_values_are_certified_for_both_seats() {
    for (term, value) in [
        ("tic-tac-toe", 0.0),
        // Bouton 1901: heaps whose sum without carrying is zero are lost.
        ("nim(heaps=1+2+3)", -1.0),
        ("nim(heaps=1+2+4)", 1.0),
        ("nim(heaps=1+2+3, misere=true)", -1.0),
        ("grundy", -1.0),
        // Hex is won by whoever begins (Nash).
        ("hex(size=3)", 1.0),
        ("connect-four(width=4, height=4)", 0.0),
        ("tree", 3.0),
    ] {
        let start = start(term);
        for (seat, least) in [(Seat(0), value), (Seat(1), -value)] {
            let claim = claim(&start, seat, 0.0);
            assert_eq!(claim.least, least, "{term}");
            let walked = check_claim(&start, &claim, MOST).unwrap_or_else(|why| panic!("{term}: {why}"));
            assert!(claim.answers.len() <= walked);
            // And no more than that.
            let more = Claim { least: least.next_up(), ..claim };
            let found = check_claim(&start, &more, MOST);
            assert_eq!(found, Err(Refused::Less { found: least, least: least.next_up() }), "{term}");
        }
    }
}

/// What is too large to be listed, or would be for larger ones.
#[test]
fn proofs_are_certified_without_a_graph() {
    for (term, value) in PROVEN {
        let start = start(term);
        for (seat, least) in [(Seat(0), *value), (Seat(1), 0.0 - value)] {
            // Of the seat that gets the least there is, nothing has to be shown.
            if least == start.facts().min_payoff {
                continue;
            }
            let claim = proven(&start, seat, *value);
            check_claim(&start, &claim, MOST).unwrap_or_else(|why| panic!("{term}: {why}"));
            let more = Claim { least: least.next_up(), ..claim };
            let found = check_claim(&start, &more, MOST);
            assert!(matches!(found, Err(Refused::Less { .. })), "{term}: {found:?}");
        }
    }
}

#[test]
fn answers_of_a_wrong_value_are_not_found() {
    let start = start("nim(heaps=1+2+4)");
    let mut proof = Proof::new(1 << 20);
    let mut ask = |seat, value, most, nodes| {
        let limits = (most, nodes);
        proof.answers(&start, (Seat(seat), value), limits, &StopSignal::unexpected()).map(|answers| answers.len())
    };
    // The first seat wins.
    let found = ask(0, 1.0, MOST, u64::MAX);
    assert!(found.is_ok_and(|answers| 3 < answers), "{found:?}");
    assert_eq!(ask(1, -1.0, MOST, u64::MAX), Err(Unanswered::Wrong));
    assert_eq!(ask(0, 1.0, 2, u64::MAX), Err(Unanswered::TooMany(2)));
    assert_eq!(ask(0, 1.0, MOST, 1), Err(Unanswered::Unproven(1)));
}

#[test]
fn what_chance_draws_is_worth_its_mean_and_never_too_much() {
    for term in
        ["pig(target=8, turns=12)", "tree({1/2:8, 1/3:24, 1/6:-12})", "tree([{1/3:[3,1],2/3:2},{1/2:7,1/2:-1}])"]
    {
        let start = start(term);
        for seat in Seat::all(2) {
            let sure = claim(&start, seat, 1e-9);
            check_claim(&start, &sure, MOST).unwrap_or_else(|why| panic!("{term}: {why}"));
            let more = Claim { least: sure.least + 2e-9, ..sure };
            assert!(matches!(check_claim(&start, &more, MOST), Err(Refused::Less { .. })), "{term}");
        }
    }
}

#[test]
fn every_answer_that_is_removed_or_changed_is_missed() {
    let mut damaged = 0;
    for term in ["nim(heaps=1+2+4)", "grundy", "hex(size=3)", "tree({1/10:[3,[1,2]],9/10:[[5,1],4]})"] {
        let start = start(term);
        let seat = if term.starts_with("nim") || term.starts_with("hex") { Seat(0) } else { Seat(1) };
        let whole = claim(&start, seat, 1e-9);
        check_claim(&start, &whole, MOST).unwrap();
        for index in 0..whole.answers.len() {
            let mut less = whole.clone();
            let gone = less.answers.remove(index);
            assert_eq!(check_claim(&start, &less, MOST), Err(Refused::Missing(gone.position.clone())), "{term}");
            let mut twice = whole.clone();
            twice.answers.push(gone.clone());
            let answer = whole.answers.len();
            let refused = Err(Refused::Twice { answer, position: gone.position.clone() });
            assert_eq!(check_claim(&start, &twice, MOST), refused, "{term}");
            // Any other move: it is worth less, or leads where nothing is answered, or leaves answers unused.
            let here = start.parse(&gone.position).unwrap();
            for m in all_moves(&here).into_iter().filter(|&m| notation(&here, m) != gone.r#move) {
                let mut other = whole.clone();
                other.answers[index].r#move = notation(&here, m);
                let mut used = BTreeSet::new();
                let worth = slowly(&start, &other, &mut used);
                let holds = worth.is_some_and(|worth| other.least <= worth) && used.len() == other.answers.len();
                assert_eq!(check_claim(&start, &other, MOST).is_ok(), holds, "{term}: {}", gone.position);
                damaged += usize::from(!holds);
            }
            let mut wrong = whole.clone();
            wrong.answers[index].r#move = "nowhere".to_owned();
            assert_eq!(check_claim(&start, &wrong, MOST).unwrap_err().answer(), Some(index), "{term}");
            wrong.answers[index].position = "nothing".to_owned();
            assert!(matches!(check_claim(&start, &wrong, MOST), Err(Refused::Position { .. })), "{term}");
        }
    }
    assert!(200 < damaged, "{damaged}");
}

#[test]
fn answers_of_other_rules_are_refused() {
    // Of the same positions and moves: who takes the last loses.
    let [normal, misere] = ["nim(heaps=1+2+4)", "nim(heaps=1+2+4, misere=true)"].map(start);
    let own = claim(&normal, Seat(0), 0.0);
    check_claim(&normal, &own, MOST).unwrap();
    let refused = check_claim(&misere, &own, MOST).unwrap_err();
    assert!(matches!(refused, Refused::Less { found: -1.0, least: 1.0 }), "{refused}");
    // A position that nobody comes to, and too many to walk.
    let mut more = own.clone();
    let idle = normal.parse("1+1+4 1").unwrap();
    assert_eq!(idle.node(), Node::Decision(Seat(0)));
    more.answers.push(Answer { position: idle.to_string(), r#move: notation(&idle, all_moves(&idle)[0]) });
    let refused = check_claim(&normal, &more, MOST).unwrap_err();
    assert!(matches!(refused, Refused::Unreached { .. }), "{refused}");
    assert_eq!(check_claim(&normal, &own, 3), Err(Refused::TooMany(3)));
}
