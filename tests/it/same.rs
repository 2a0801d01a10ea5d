//! Games that are the same whatever they call their moves, games that are not, and the plays that show it.

use std::{fmt, ops::ControlFlow};

use agon_core::{AnyPosition, Facts, Move, Node, Position, Seat, StopSignal, TextError, registry};
use agon_laws::{
    mutants::{self, FaultKind},
    perft::perft,
};
use agon_rules::same::{
    Difference, RulesGraph, SameSpec, Unlike, Verdict, WalkLimits, compare, fingerprint, fingerprint_to,
};

use crate::workspace;

fn walked(start: &AnyPosition, positions: usize) -> RulesGraph {
    RulesGraph::of(start, WalkLimits { positions, depth: u32::MAX }, &|payoff| payoff)
}

fn start(term: &str) -> AnyPosition {
    registry::game(term).unwrap().start
}

fn graph(term: &str) -> RulesGraph {
    walked(&start(term), 300_000)
}

/// The games are the same to their ends, and have one fingerprint.
fn are_the_same(one: &RulesGraph, other: &RulesGraph) {
    assert_eq!(compare(one, other), Verdict::Same { depth: None });
    let both = [fingerprint(one), fingerprint(other)];
    assert!(both[0].is_some() && both[0] == both[1], "{both:?}");
}

fn difference(one: &RulesGraph, other: &RulesGraph) -> Difference {
    let prints = [fingerprint(one), fingerprint(other)];
    assert!(prints[0].is_none() || prints[0] != prints[1], "{prints:?}");
    match compare(one, other) {
        Verdict::Different(difference) => *difference,
        same @ Verdict::Same { .. } => panic!("{same:?}"),
    }
}

/// The numbers from 1 to 9 are taken in turn; whoever has three of the sum 15 wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Fifteen {
    taken: Vec<u8>,
    /// The sum that wins: with another it is another game.
    sum: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Take(u8);

impl Move for Take {
    fn code(self) -> u64 {
        self.0.into()
    }
    fn from_code(code: u64) -> Option<Self> {
        u8::try_from(code).ok().map(Take)
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Fifteen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.taken)
    }
}

impl Fifteen {
    fn wins(&self, seat: usize) -> bool {
        let own: Vec<u8> = self.taken.iter().skip(seat).step_by(2).copied().collect();
        own.iter().enumerate().any(|(i, one)| {
            own[..i].iter().enumerate().any(|(j, two)| own[..j].iter().any(|three| one + two + three == self.sum))
        })
    }
}

impl Position for Fifteen {
    type Move = Take;

    fn facts(&self) -> Facts {
        Facts::two_seats(9)
    }
    fn node(&self) -> Node {
        let is_over = self.taken.len() == 9 || self.wins(0) || self.wins(1);
        if is_over { Node::Terminal } else { Node::Decision(Seat((self.taken.len() % 2) as u8)) }
    }
    fn each_move(&self, visit: impl FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=9).filter(|number| !self.taken.contains(number)).map(Take).try_for_each(visit)
    }
    fn play(&mut self, Take(number): Take) {
        self.taken.push(number);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        match [self.wins(seat.index()), self.wins(1 - seat.index())] {
            [true, _] => 1.0,
            [_, true] => -1.0,
            _ => 0.0,
        }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        Err(TextError::new(text, "nothing"))
    }
}

/// It tells positions apart by the order of the numbers, and has 549,946 where tic-tac-toe has 5,478.
#[test]
fn fifteen_is_tic_tac_toe_and_sixteen_is_not() {
    let board = graph("tic-tac-toe");
    let fifteen = |sum| walked(&AnyPosition::new(Fifteen { taken: Vec::new(), sum }), 600_000);
    let numbers = fifteen(15);
    assert_eq!((board.positions(), numbers.positions()), (5_478, 549_946));
    are_the_same(&board, &numbers);
    let found = difference(&board, &fifteen(16));
    assert!((4..=6).contains(&found.plays[0].len()), "{found:?}");
    assert_eq!(found.plays[0].len(), found.plays[1].len());
}

#[test]
fn sheets_and_modules_are_the_games_that_they_tell() {
    let board = graph("tic-tac-toe");
    for term in ["gdl", "module"] {
        are_the_same(&board, &graph(term));
    }
    // As far as so many positions of the sheet go.
    for (term, native, depth) in
        [("gdl(sheet=breakthrough)", "breakthrough", 2), ("module(file=connect-four)", "connect-four", 5)]
    {
        let [one, other] = [term, native].map(|term| walked(&start(term), 12_000));
        match compare(&one, &other) {
            Verdict::Same { depth: Some(found) } if depth <= found => {}
            verdict => panic!("{term}: {verdict:?}"),
        }
    }
}

#[test]
fn what_somebody_asks_for_is_what_the_parts_say_until_it_is_stopped() {
    let [one, other, turned] =
        ["tree([[1,2],[3,4]])", "tree([[-1,-2],[-3,-5]])", "tree([[-1,-2],[-3,-4]]@2)"].map(start);
    let (spec, stop) = (SameSpec::default(), StopSignal::new());
    let found = spec.compare([&one, &other], &stop).unwrap();
    let graphs = [&one, &other].map(|start| walked(start, 100));
    assert_eq!(found.verdict, compare(&graphs[0], &graphs[1]));
    assert_eq!(found.games.each_ref().map(|game| Some(game.fingerprint.clone())), graphs.each_ref().map(fingerprint));
    assert_eq!(spec.walk(&one, &stop).unwrap(), found.games[0]);
    let short = SameSpec { depth: Some(1), ..spec };
    let found = short.compare([&one, &other], &stop).unwrap();
    assert_eq!((&found.verdict, found.depth), (&Verdict::Same { depth: Some(1) }, Some(1)));
    assert_eq!(found.games[0].fingerprint, fingerprint_to(&graphs[0], 1));
    // Seats have other numbers where that is allowed, and only in an order that fits.
    assert!(matches!(spec.compare([&one, &turned], &stop).unwrap().verdict, Verdict::Different(_)));
    let any_seats = SameSpec { any_seats: true, ..spec };
    let found = any_seats.compare([&one, &turned], &stop).unwrap();
    assert_eq!((found.verdict, found.seats), (Verdict::Same { depth: None }, Some(vec![Seat(1), Seat(0)])));
    assert!(matches!(any_seats.compare([&one, &other], &stop).unwrap().verdict, Verdict::Different(_)));
    stop.give();
    assert_eq!(spec.walk(&one, &stop), None);
    assert_eq!(spec.compare([&one, &one], &stop), None);
    // While it walks: of chess nobody sees the end.
    let stop = StopSignal::new();
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| SameSpec { positions: Some(usize::MAX), ..spec }.walk(&start("chess"), &stop));
        stop.give();
        assert_eq!(asked.join().unwrap(), None);
    });
}

#[test]
fn what_differs_is_shown_by_a_shortest_play() {
    // As many plays of each length, and another winner.
    let [nim, misere] = ["nim(heaps=1+2)", "nim(heaps=1+2, misere=true)"].map(start);
    assert!((0..5).all(|depth| perft(&nim, depth) == perft(&misere, depth)));
    let found = difference(&walked(&nim, 100), &walked(&misere, 100));
    // No game of these heaps is over before the second move.
    assert_eq!(found.plays.each_ref().map(Vec::len), [2, 2], "{found:?}");
    assert_eq!(found.what, Unlike::Payoffs([vec![-1.0, 1.0], vec![1.0, -1.0]]));
    let found = difference(&graph("nim(heaps=1+2)"), &graph("nim(heaps=1+3)"));
    assert_eq!(found.plays, [Vec::<String>::new(), Vec::new()]);
    assert!(matches!(found.what, Unlike::Moves { counts: [3, 4], .. }), "{found:?}");
    // Heaps in another order are the same heaps.
    are_the_same(&graph("nim(heaps=1+2+4)"), &graph("nim(heaps=4+1+2)"));
    // A game that goes on for ever in circles, and one that is walked in part.
    let [one, other] = [10, 40].map(|positions| walked(&start("othello(size=4)"), positions));
    assert_eq!(compare(&one, &other), Verdict::Same { depth: one.depth() });
    assert!(one.depth() < other.depth() && fingerprint(&one).is_none());
}

#[test]
fn seats_and_payoffs_are_compared_as_they_are() {
    let [one, three] = ["nim(heaps=2+3)", "tic-tac-toe(players=3, width=2, height=2, line=2)"].map(graph);
    let swapped = graph("nim(heaps=2+3)").reseated(&[Seat(1), Seat(0)]);
    assert_eq!(difference(&one, &swapped).plays[0].len(), 0);
    are_the_same(&one, &swapped.reseated(&[Seat(1), Seat(0)]));
    // To and fro, among three.
    let turned = graph("tic-tac-toe(players=3, width=2, height=2, line=2)").reseated(&[Seat(1), Seat(2), Seat(0)]);
    assert!(matches!(difference(&three, &turned).what, Unlike::Acting(_)));
    are_the_same(&three, &turned.reseated(&[Seat(2), Seat(0), Seat(1)]));
    let doubled =
        RulesGraph::of(&start("nim(heaps=2+3)"), WalkLimits { positions: 100, depth: 99 }, &|payoff| 2.0 * payoff);
    assert!(matches!(difference(&one, &doubled).what, Unlike::Payoffs(_)));
}

/// Two dice, or one draw of both; then the seat bets that their sum is more than seven, or does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Dice {
    is_one_draw: bool,
    fallen: Vec<u8>,
    /// Whether it bets.
    said: Option<bool>,
    /// Whether the second die has a six less and a five more.
    is_loaded: bool,
}

impl Position for Dice {
    type Move = Take;

    fn facts(&self) -> Facts {
        Facts::new(1, 3).with_chance()
    }
    fn node(&self) -> Node {
        match (self.fallen.len(), self.said) {
            (_, Some(_)) => Node::Terminal,
            (2, None) => Node::Decision(Seat(0)),
            _ => Node::Chance,
        }
    }
    fn each_move(&self, visit: impl FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        let moves = match self.node() {
            Node::Chance if self.is_one_draw => 0..36,
            Node::Chance => 0..6,
            _ => 0..2,
        };
        moves.map(Take).try_for_each(visit)
    }
    fn weight(&self, Take(outcome): Take) -> u32 {
        let second = if self.is_one_draw { outcome % 6 } else { outcome };
        let is_second = self.is_one_draw || self.fallen.len() == 1;
        match (self.is_loaded && is_second, second) {
            (true, 4) => 3,
            (true, 5) => 1,
            _ => 2,
        }
    }
    fn play(&mut self, Take(number): Take) {
        match self.node() {
            Node::Chance if self.is_one_draw => self.fallen = vec![number / 6, number % 6],
            Node::Chance => self.fallen.push(number),
            _ => self.said = Some(number == 1),
        }
    }
    fn payoff(&self, _: Seat) -> f64 {
        let is_more = 7 < self.fallen.iter().sum::<u8>() + 2;
        match (self.said, is_more) {
            (Some(true), true) => 1.0,
            (Some(true), false) => -1.0,
            _ => 0.0,
        }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        Err(TextError::new(text, "nothing"))
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

#[test]
fn draws_one_after_the_other_are_one_draw_and_odds_are_exact() {
    let dice = |is_one_draw, is_loaded| {
        let start = Dice { is_one_draw, fallen: Vec::new(), said: None, is_loaded };
        walked(&AnyPosition::new(start), 1_000)
    };
    are_the_same(&dice(true, false), &dice(false, false));
    are_the_same(&dice(true, true), &dice(false, true));
    let found = difference(&dice(true, false), &dice(false, true));
    assert_eq!((found.plays[0].len(), found.what), (0, Unlike::Odds));
    are_the_same(&graph("pig(target=8, turns=12)"), &graph("pig(target=8, turns=12)"));
}

#[test]
fn what_seats_cannot_tell_apart_belongs_to_the_game() {
    for term in ["kuhn", "leduc", "pennies", "dark-hex(2, 2)"] {
        are_the_same(&graph(term), &graph(term));
        // The same moves and payoffs, and a seat sees what it must not, or less than it may.
        for fault in mutants::all().filter(|fault| ["sees-everything", "sees-the-public-only"].contains(&fault.name)) {
            let mutant = walked(&fault.planted_in(&start(term)), 300_000);
            let found = difference(&graph(term), &mutant);
            assert!(matches!(found.what, Unlike::Sight(_)), "{term}, {}: {found:?}", fault.name);
        }
    }
}

/// Matching pennies are a tree of the textbook; with the second seat's set taken apart it is another game.
#[test]
fn a_tree_with_sets_is_the_game_that_hides_the_same() {
    let tree = |text: &str| graph(&format!("tree({text})"));
    are_the_same(&graph("pennies"), &tree("[I1:[1,-1],I1:[-1,1]]"));
    let found = difference(&graph("pennies"), &tree("[[1,-1],[-1,1]]"));
    assert!(matches!(found.what, Unlike::Hidden([true, false])), "{found:?}");
    let found = difference(&tree("[[A:[1,2],A:[1,2]],[3,4]]"), &tree("[[A:[1,2],B:[1,2]],[3,4]]"));
    assert!(matches!(found.what, Unlike::Sight(_) | Unlike::Hidden(_)), "{found:?}");
}

/// To each depth the fingerprints are equal where the comparison finds nothing, and no further walk changes them.
#[test]
fn a_fingerprint_of_the_first_plies_says_what_a_comparison_of_them_does() {
    let sees_all = mutants::all().find(|fault| fault.name == "sees-everything").unwrap();
    let pairs = [
        (start("tic-tac-toe"), start("gdl")),
        (start("nim(heaps=2+3)"), start("nim(heaps=2+3, misere=true)")),
        (start("pig(target=8, turns=4)"), start("pig(target=8, turns=3)")),
        (start("pennies"), start("tree([I1:[1,-1],I1:[-1,1]])")),
        (start("leduc"), start("leduc")),
        (start("kuhn"), sees_all.planted_in(&start("kuhn"))),
        (start("othello(size=4)"), start("othello(size=4)")),
    ];
    let mut found = Vec::new();
    for (one, other) in pairs {
        let depths: Vec<bool> = (0..9)
            .map(|depth| {
                let to = |start: &AnyPosition, depth| {
                    RulesGraph::of(start, WalkLimits { positions: 100_000, depth }, &|payoff| payoff)
                };
                let [short, long] = [depth, depth + 2].map(|depth| [&one, &other].map(|start| to(start, depth)));
                let prints = |graphs: &[RulesGraph; 2]| graphs.each_ref().map(|graph| fingerprint_to(graph, depth));
                assert_eq!(prints(&short), prints(&long), "{one}, {depth} plies");
                let [first, second] = prints(&short);
                let is_same = matches!(compare(&short[0], &short[1]), Verdict::Same { .. });
                assert_eq!(is_same, first == second, "{one} and {other}, {depth} plies");
                is_same
            })
            .collect();
        found.push(depths.iter().position(|is_same| !is_same));
    }
    assert_eq!(found, [None, Some(2), Some(1), None, None, Some(2), None]);
}

/// Every game as it is usually played, and the smallest of its samples that can be walked to its end, with every fault
/// that makes other rules: found within so many positions, without a difference there, or told as beyond them.
#[test]
fn other_rules_are_found_in_every_game_or_named_as_beyond() {
    const POSITIONS: usize = 1_000;
    let faults: Vec<_> = mutants::all().filter(|fault| fault.kind() == FaultKind::Rules).collect();
    assert!(10 <= faults.len());
    let (mut found, mut without, mut beyond) = (0, 0, Vec::new());
    for game in workspace::games().filter(|game| game.is_inside) {
        let walk = |term: &str| (start(term), walked(&start(term), POSITIONS));
        let whole = game.sample_terms().skip(1).map(|term| walk(&term)).filter(|(_, graph)| graph.depth().is_none());
        let smallest = whole.min_by_key(|(_, graph)| graph.positions());
        let looked: Vec<(AnyPosition, RulesGraph)> = [walk(game.name)].into_iter().chain(smallest).collect();
        // What counting plays sees so far must have been seen.
        let counts = |start: &AnyPosition, own: &RulesGraph| -> Vec<u64> {
            let least = own.depth().unwrap_or(2).min(2);
            (0..=least).map(|depth| if start.facts().chance { 0 } else { perft(start, depth) }).collect()
        };
        let counted: Vec<Vec<u64>> = looked.iter().map(|(start, own)| counts(start, own)).collect();
        for fault in &faults {
            let verdicts = looked.iter().zip(&counted).map(|((start, own), counted)| {
                let mutant = fault.planted_in(start);
                let verdict = compare(own, &walked(&mutant, POSITIONS));
                let is_found = matches!(verdict, Verdict::Different(_));
                assert!(is_found || counts(&mutant, own) == *counted, "{}, {}", game.name, fault.name);
                verdict
            });
            let verdicts: Vec<Verdict> = verdicts.collect();
            let depths = verdicts.into_iter().map(|verdict| match verdict {
                Verdict::Different(_) => None,
                Verdict::Same { depth } => Some(depth),
            });
            match depths.collect::<Option<Vec<Option<u32>>>>() {
                None => found += 1,
                Some(depths) => match depths.into_iter().flatten().min() {
                    None => without += 1,
                    Some(depth) => beyond.push(format!("{} {} {depth}", game.name, fault.name)),
                },
            }
        }
    }
    insta::assert_snapshot!(
        "faults_and_how_far_they_were_looked_for",
        format!(
            "{found} found, {without} without a difference; looked for in vain, to so many plies:\n{}",
            beyond.join("\n")
        )
    );
}
