//! Solvers compared with published figures, at a minimal implementation of Kuhn's poker (1950).

use std::{
    fmt,
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
    time::Duration,
};

use agon_core::{
    Algorithm, AnyMove, AnyPosition, Budget, Clock, Decision, Eye, Facts, Move, NamedPlayer, Node, Options,
    PlayerPlugin, Plays, Position, Seat, Seed, SetupError, StopSignal, Stream, TextError, Turn, registry, view,
};

use super::{
    AskError, Cfr, CfrRule, CfrState, ExtensiveForm, PlaySampling, Sampled, TooManyPlays, reached_strategy_of,
    strategy_of,
};

/// Two cards of three, ante 1, one bet of 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kuhn {
    cards: Vec<u8>,
    bets: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Step(u8);

impl Move for Step {
    fn code(self) -> u64 {
        self.0.into()
    }
    fn from_code(code: u64) -> Option<Self> {
        (code < 5).then_some(Step(code as u8))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["p", "b", "J", "Q", "K"][usize::from(self.0)])
    }
}

impl fmt::Display for Kuhn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards.iter().try_for_each(|&card| Step(card).fmt(f))?;
        write!(f, "/{}", self.bets)
    }
}

impl Kuhn {
    pub(crate) fn new() -> Kuhn {
        Kuhn { cards: Vec::new(), bets: String::new() }
    }

    fn is_over(&self) -> bool {
        ["pp", "bb", "bp", "pbb", "pbp"].contains(&&*self.bets)
    }
}

impl Position for Kuhn {
    type Move = Step;

    fn facts(&self) -> Facts {
        Facts::two_seats(5).with_chance().with_hidden().with_payoffs(-2.0, 2.0)
    }
    fn node(&self) -> Node {
        if self.cards.len() < 2 {
            Node::Chance
        } else if self.is_over() {
            Node::Terminal
        } else {
            Node::Decision(Seat(self.bets.len() as u8 % 2))
        }
    }
    fn each_move(&self, visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        let all = match self.node() {
            Node::Chance => 2..5,
            Node::Terminal => 0..0,
            Node::Decision(_) => 0..2,
        };
        all.filter(|card| !self.cards.contains(card)).map(Step).try_for_each(visit)
    }
    fn play(&mut self, m: Step) {
        match m.0 {
            0 => self.bets.push('p'),
            1 => self.bets.push('b'),
            card => self.cards.push(card),
        }
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let wins = match &*self.bets {
            "bp" => true,
            "pbp" => false,
            _ => self.cards[0] > self.cards[1],
        };
        let stake = if self.bets.ends_with("bb") { 2.0 } else { 1.0 };
        if wins == (seat == Seat(0)) { stake } else { -stake }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let read = || {
            let (cards, bets) = text.split_once('/')?;
            let mut read = Kuhn::new();
            for letter in cards.chars().chain(bets.chars()) {
                let step = (0..5).map(Step).find(|step| step.to_string() == letter.to_string())?;
                read.is_legal(step).then(|| read.play(step))?;
            }
            (read.to_string() == text).then_some(read)
        };
        read().ok_or_else(|| TextError::new(text, "cards and bets"))
    }
    fn write_view(&self, eye: Eye, out: &mut dyn fmt::Write) -> fmt::Result {
        let is_shown = self.is_over() && !["bp", "pbp"].contains(&&*self.bets);
        for (seat, &card) in (0..).zip(&self.cards) {
            if is_shown || eye == Eye::Seat(Seat(seat)) {
                write!(out, "{}", Step(card))?;
            } else {
                out.write_char('?')?;
            }
        }
        write!(out, "/{}", self.bets)
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        let is_shown = self.is_over() && !["bp", "pbp"].contains(&&*self.bets);
        let mut cards = self.cards.clone();
        for (at, card) in cards.iter_mut().enumerate() {
            if !is_shown && at != seat.index() {
                let own = self.cards.get(seat.index());
                let rest: Vec<u8> = (2..5).filter(|card| Some(card) != own).collect();
                *card = rest[stream.below(rest.len() as u32) as usize];
            }
        }
        Kuhn { cards, bets: self.bets.clone() }
    }
}

fn form() -> ExtensiveForm {
    ExtensiveForm::of(&Kuhn::new(), 1_000).unwrap()
}

fn player(text: &str) -> NamedPlayer {
    registry::player(text).unwrap()
}

/// The average exploitability of a player, over all seats.
fn exploitability(text: &str, answers: u32) -> f64 {
    let (form, start) = (form(), AnyPosition::new(Kuhn::new()));
    let strategy = strategy_of(&form, &start, &player(text), Seed(1), answers).unwrap();
    form.nash_conv(&strategy) / 2.0
}

#[test]
fn the_game_is_lawful_and_of_the_size_that_is_published() {
    agon_laws::check_position(&Kuhn::new()).unwrap();
    let form = form();
    assert_eq!((form.positions(), form.sets_of(Seat(0)), form.sets_of(Seat(1))), (58, 6, 6));
    assert_eq!(ExtensiveForm::of(&Kuhn::new(), 57).unwrap_err(), TooManyPlays::Positions(57));
    let uniform = form.values(&form.uniform());
    assert!((uniform[0] - 0.125).abs() < 1e-12 && (uniform[0] + uniform[1]).abs() < 1e-12);
    // By hand: against uniform play the first seat can get 1/2, the second 5/12.
    let best = |seat| form.best_response(&form.uniform(), seat).value;
    assert!((best(Seat(0)) - 0.5).abs() < 1e-12, "{}", best(Seat(0)));
    assert!((best(Seat(1)) - 5.0 / 12.0).abs() < 1e-12, "{}", best(Seat(1)));
}

#[test]
fn a_best_response_attains_its_value_and_no_pure_strategy_exceeds_it() {
    let form = form();
    let mut stream = Seed(3).stream(0);
    for _ in 0..20 {
        let mut strategy = form.uniform();
        for set in form.sets() {
            let share = stream.unit();
            strategy[set.range()].copy_from_slice(&[share, 1.0 - share]);
        }
        for seat in [Seat(0), Seat(1)] {
            let best = form.best_response(&strategy, seat);
            let got = form.values(&best.strategy)[seat.index()];
            assert!((got - best.value).abs() < 1e-12);
            let own: Vec<_> = form.sets().iter().filter(|set| set.seat == seat).collect();
            for choices in 0..1 << own.len() {
                let mut pure = strategy.clone();
                for (bit, set) in own.iter().enumerate() {
                    let second = f64::from(choices >> bit & 1);
                    pure[set.range()].copy_from_slice(&[1.0 - second, second]);
                }
                assert!(form.values(&pure)[seat.index()] < best.value + 1e-12);
            }
        }
    }
}

#[test]
fn exploitability_falls_as_published_iteration_by_iteration() {
    let form = form();
    for (rule, course) in [
        (CfrRule::Plain, [0.13740, 0.016452, 0.0018752]),
        (CfrRule::Plus, [0.06537, 0.0023888, 0.00017473]),
        (CfrRule::DISCOUNTED, [0.04556, 0.0033327, 0.00029300]),
    ] {
        let mut cfr = Cfr::new(&form, rule);
        for (iterations, expected) in [10, 100, 1000].into_iter().zip(course) {
            while cfr.iterations() < iterations {
                cfr.iterate();
            }
            let found = form.nash_conv(&cfr.average());
            assert!((found / expected - 1.0).abs() < 1e-3, "{rule:?} {iterations}: {found}");
        }
    }
}

#[test]
fn the_value_of_kuhn_poker_is_minus_one_eighteenth() {
    let form = form();
    for rule in [CfrRule::Plus, CfrRule::DISCOUNTED] {
        let mut cfr = Cfr::new(&form, rule);
        (0..10_000).for_each(|_| cfr.iterate());
        let value = form.values(&cfr.average())[0];
        assert!((value + 1.0 / 18.0).abs() < 1e-8, "{rule:?}: {value}");
    }
}

#[test]
fn a_resumed_iteration_learns_the_same_as_an_uninterrupted_one() {
    let form = form();
    for rule in [CfrRule::Plain, CfrRule::Plus, CfrRule::DISCOUNTED, CfrRule::LINEAR] {
        let mut whole = Cfr::new(&form, rule);
        (0..37).for_each(|_| whole.iterate());
        let mut other = Cfr::resumed(&form, rule, whole.state()).unwrap();
        for _ in 0..100 {
            whole.iterate();
            other.iterate();
        }
        assert_eq!(whole.state(), other.state(), "{rule:?}");
    }
    let wrong = CfrState { regrets: vec![0.0; 3], ..Cfr::new(&form, CfrRule::Plain).state() };
    assert!(Cfr::resumed(&form, CfrRule::Plain, wrong).is_none());
    for sampling in [PlaySampling::External, PlaySampling::OUTCOME] {
        let mut whole = Sampled::new(sampling).noting();
        let learn = |sampled: &mut Sampled, numbers: std::ops::Range<u64>| {
            for number in numbers {
                let mut stream = Seed(1).stream(number);
                assert!(sampled.iterate(&Kuhn::new(), &mut stream, &mut || true));
            }
        };
        learn(&mut whole, 0..10);
        let mut other = Sampled::resumed(sampling, whole.state()).unwrap();
        for sampled in [&mut whole, &mut other] {
            learn(sampled, 10..200);
        }
        assert_eq!(whole.state(), other.state(), "{sampling:?}");
        assert_eq!((whole.met().len(), whole.sets()), (12, 12));
        for (seat, position) in whole.met() {
            assert_eq!(position.node(), Node::Decision(*seat));
        }
        let mut wrong = whole.state();
        wrong.sets[1].2 += 1;
        assert!(Sampled::resumed(sampling, wrong).is_none());
    }
}

#[test]
fn sampled_plays_of_an_average_strategy_pay_its_value() {
    let form = form();
    let mut sampled = Sampled::new(PlaySampling::External);
    let mut stream = Seed(1).stream(0);
    (0..2_000).for_each(|_| assert!(sampled.iterate(&Kuhn::new(), &mut stream, &mut || true)));
    let value = form.values(&sampled.average_in(&form))[0];
    let plays = (0..40_000).map(|_| sampled.play(&Kuhn::new(), &mut stream));
    let mean = plays.inspect(|paid| assert_eq!(paid[0], -paid[1])).map(|paid| paid[0]).sum::<f64>();
    // Four standard errors of a payoff of two at most.
    assert!((mean / 40_000.0 - value).abs() < 4.0 * 2.0 / 200.0, "{mean} {value}");
}

#[test]
fn sampling_comes_close_to_equilibrium() {
    let form = form();
    for (sampling, iterations, most) in [(PlaySampling::External, 30_000, 0.02), (PlaySampling::OUTCOME, 200_000, 0.06)]
    {
        let mut sampled = Sampled::new(sampling);
        let mut stream = Seed(1).stream(0);
        (0..iterations).for_each(|_| assert!(sampled.iterate(&Kuhn::new(), &mut stream, &mut || true)));
        let found = form.nash_conv(&sampled.average_in(&form));
        assert!(found < most, "{sampling:?}: {found}");
        assert_eq!(sampled.sets(), 12);
    }
}

#[test]
fn exploitability_of_players_has_known_values() {
    assert!((exploitability("random", 1) - f64::midpoint(0.5, 5.0 / 12.0)).abs() < 1e-12);
    assert!((exploitability("epsilon(random, 0.3)", 1) - 11.0 / 24.0).abs() < 1e-12);
    assert!((exploitability("mix(random, random*2)", 1) - 11.0 / 24.0).abs() < 1e-12);
    assert!(exploitability("equilibrium(iterations=1000)", 1) < 0.0002);
    // A sixth, for a player that always plays the same.
    assert!((exploitability("pimc(deals=200)", 1) - 1.0 / 6.0).abs() < 1e-9);
    let few = exploitability("ismcts(iterations=100, choice=share)", 1);
    let many = exploitability("ismcts(iterations=10000, choice=share)", 1);
    assert!(few < many && many < 0.18, "more plays are exploited more: {few}, {many}");
    let start = AnyPosition::new(Kuhn::new());
    let refused = player("alpha-beta").seat(&start).err().unwrap().to_string();
    assert!(refused.contains("hides from it; use ") && refused.contains("ismcts"), "{refused}");
    assert!(player("mix(random, minimax)").seat(&start).is_err());
}

/// Always bets, and counts how often it is asked.
struct Bold;

static ASKED: AtomicUsize = AtomicUsize::new(0);

impl Algorithm for Bold {
    const NAME: &'static str = "bold";
    const SUMMARY: &'static str = "always bets";
    const PLAYS: Plays = Plays::ANYTHING.with_hidden();
    type Memory<P: Position> = ();

    fn configure(_: &Options, _: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Bold)
    }
    fn choose<P: Position>(&self, (): &mut (), here: &P, _: &mut Turn<'_>) -> Decision<P::Move> {
        ASKED.fetch_add(1, Relaxed);
        Decision::just(here.nth(here.count() - 1))
    }
}

agon_core::inventory::submit! { PlayerPlugin::of::<Bold>() }

#[test]
fn players_are_queried_only_at_sets_that_their_own_moves_reach() {
    let form = form();
    // The first seat, which bets, is never asked what it does after it has passed; all others are.
    let start = AnyPosition::new(Kuhn::new());
    let asked = |text| reached_strategy_of(&form, &start, &player(text), Seed(1), 1).unwrap();
    let found = form.nash_conv(&asked("bold")) / 2.0;
    assert_eq!(ASKED.swap(0, Relaxed), 9);
    let mut asked_everywhere = vec![0.0; form.moves()];
    form.sets().iter().for_each(|set| asked_everywhere[set.range()][1] = 1.0);
    assert!((found - form.nash_conv(&asked_everywhere) / 2.0).abs() < 1e-12, "{found}");
    // A player that mixes reaches every set.
    asked("epsilon(bold, 0.5)");
    assert_eq!(ASKED.swap(0, Relaxed), 12);
    // A full strategy also asks at every set.
    assert!((exploitability("bold", 1) - found).abs() < 1e-12);
    assert_eq!(ASKED.swap(0, Relaxed), 12);
}

/// The answer of a player that holds the king and begins, without an explanation.
fn with_the_king(text: &str, stop: Option<&StopSignal>) -> Decision<AnyMove> {
    let start = AnyPosition::new(Kuhn::new());
    let here = start.parse("KJ/").unwrap();
    let mut stream = Seed(1).stream(0);
    let mut turn = Turn::new(Seat(0), &mut stream).until(stop);
    player(text).seat(&start).unwrap().choose(&here, &mut turn).unwrap()
}

#[test]
fn a_preparation_ends_when_it_is_stopped_and_says_so() {
    for text in
        ["best-response(to=ismcts(iterations=1000000000))", "best-response(to=mix(random, pimc(deals=1000000)))"]
    {
        let stop = StopSignal::new();
        let decision = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(20));
                stop.give();
            });
            with_the_king(text, Some(&stop))
        });
        let note = decision.note.map_or_else(String::new, |note| note.to_string());
        assert!(note.contains("stopped before it was prepared"), "{text}: {note}");
    }
    assert!(ExtensiveForm::of_while(&Kuhn::new(), 1_000, &mut || false).unwrap().is_none());
}

/// What waits on the way counts as well, and is gone when the iteration is given up.
#[test]
fn an_iteration_without_room_for_its_end_leaves_the_memory_full() {
    for sampling in [PlaySampling::External, PlaySampling::OUTCOME] {
        let mut sampled = Sampled::new(sampling).within(300);
        let is_complete = sampled.iterate(&Kuhn::new(), &mut Seed(0).stream(0), &mut || true);
        assert!(!is_complete && sampled.is_full(), "{sampling:?}");
    }
}

/// A clock on which a millisecond passes with every look at it.
#[derive(Default)]
struct LookClock(AtomicUsize);

impl Clock for LookClock {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Relaxed) as u64)
    }
}

#[test]
fn an_equilibrium_under_a_clock_goes_on_learning_from_move_to_move() {
    let start = AnyPosition::new(Kuhn::new());
    let here = start.parse("KJ/").unwrap();
    for (text, at_first) in [
        ("equilibrium(rule=cfr, iterations=500)", "stopped before it was prepared"),
        ("equilibrium(rule=dcfr, iterations=500)", "stopped before it was prepared"),
        ("equilibrium(rule=outcome, iterations=500)", "sampled plays so far"),
        ("equilibrium(rule=external, iterations=500)", "sampled plays so far"),
        ("equilibrium(limit=57, iterations=5)", "stopped before it was prepared"),
    ] {
        // Those that learn at one go share nothing with it.
        let whole = player(text)
            .seat(&start)
            .unwrap()
            .choose(&here, &mut Turn::new(Seat(0), &mut Seed(1).stream(0)).explained(true));
        let whole = whole.unwrap();
        let mut seated = player(text).seat(&start).unwrap();
        let mut notes = Vec::new();
        let last = loop {
            let (clock, mut stream) = (LookClock::default(), Seed(1).stream(0));
            let turn = Turn::new(Seat(0), &mut stream).explained(true);
            let mut turn = turn.timed(&clock, Some(Duration::from_millis(40)));
            let decision = seated.choose(&here, &mut turn).unwrap();
            let Some(note) = decision.note.clone().filter(|_| decision.note != whole.note) else {
                break decision;
            };
            assert!(clock.0.into_inner() < 60, "{text}: it minds the time");
            notes.push(note.to_string());
            assert!(notes.len() < 2_000, "{text} comes to no end: {}", notes[notes.len() - 1]);
        };
        assert!(3 < notes.len() && notes[0].contains(at_first), "{text}: {notes:?}");
        let learnt = |note: &String| note.split(' ').find_map(|word| word.parse::<u64>().ok());
        let counts: Vec<u64> = notes.iter().filter_map(learnt).collect();
        assert!(counts.is_sorted() && counts[0] < counts[counts.len() - 1], "{text}: {counts:?}");
        assert!(notes[2].contains("so far"), "{text}: {notes:?}");
        if text.contains("cfr") {
            // Iterations are never cut in two.
            assert_eq!(last, whole, "{text}");
        }
    }
}

#[test]
fn a_player_that_could_not_prepare_fully_reports_it_at_every_move() {
    let (form, start) = (form(), AnyPosition::new(Kuhn::new()));
    for (text, why) in
        [("equilibrium(limit=57)", "more than 57 positions"), ("best-response(limit=57)", "more than 57 positions")]
    {
        let note = with_the_king(text, None).note.map_or_else(String::new, |note| note.to_string());
        assert!(note.contains(why), "{text}: {note}");
    }
    let asked = |text| strategy_of(&form, &start, &player(text), Seed(1), 1);
    let refused = asked("mix(random, best-response(limit=57))").unwrap_err();
    assert!(matches!(refused, AskError::TooLarge(_, TooManyPlays::Positions(57))), "{refused}");
    // It plays the strategy that it learned from samples, so that strategy is reported.
    assert!(asked("equilibrium(limit=57)").is_ok());
    for text in [
        "equilibrium(limit=58)",
        "best-response(limit=58)",
        "best-response(to=equilibrium(limit=57))",
        "equilibrium(rule=outcome)",
    ] {
        assert_eq!(with_the_king(text, None).note, None, "{text}");
    }
}

#[test]
fn the_memory_of_a_best_response_includes_its_opponent() {
    let start = AnyPosition::new(Kuhn::new());
    let memory = |text: &str| player(text).seat(&start).unwrap().memory();
    let asked = "ismcts(iterations=1000000000)";
    let (own, whole) = (memory("best-response"), memory(&format!("best-response(to={asked})")));
    assert_eq!(whole, own + memory(asked));
}

#[test]
fn players_of_hidden_games_decide_by_their_view_alone() {
    let (form, start) = (form(), AnyPosition::new(Kuhn::new()));
    let mut all = vec![start.clone()];
    let mut at = 0;
    while let Some(here) = all.get(at).cloned() {
        all.extend(agon_core::all_moves(&here).into_iter().map(|m| agon_core::after(&here, m)));
        at += 1;
    }
    for text in [
        "random",
        "pimc",
        "ismcts(iterations=50)",
        "ismcts(iterations=50, tree=single, choice=share)",
        "equilibrium(iterations=10)",
        "equilibrium(rule=external, iterations=100)",
        "best-response(to=epsilon(pimc, 0.5))",
        "mix(pimc, random)",
    ] {
        let mut seated = player(text).seat(&start).unwrap();
        for set in form.sets() {
            let mut decided = Vec::new();
            let seen =
                |p: &&AnyPosition| p.node() == Node::Decision(set.seat) && view(*p, Eye::Seat(set.seat)) == set.view();
            for here in all.iter().filter(seen) {
                for number in 0..4 {
                    let mut stream = Seed(2).stream(number);
                    let turn = Turn::new(set.seat, &mut stream).within(Budget::of(Some(60)));
                    seated.begin();
                    let decision = seated.choose(here, &mut turn.explained(true)).unwrap();
                    decided.push((number, decision));
                }
            }
            assert_eq!(decided.len(), 8);
            for number in 0..4 {
                let mut alike = decided.iter().filter(|(n, _)| *n == number).map(|(_, d)| d);
                let first = alike.next().unwrap();
                assert!(alike.all(|other| other == first), "{text} at {}", set.view());
            }
        }
    }
}
