//! A lawful game, and the same game with one fault at a time: the law it breaks detects each.

mod heaps;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    fmt,
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use agon_core::{
    AnyPosition, Facts, GamePlugin, Move, Node, OptionError, OptionSpec, Options, Position, RuleClaim, RulePlace, Seat,
    TextError, inventory,
};

use self::heaps::CODE_PANICS;
pub(crate) use self::heaps::{Fault, Heaps};
use crate::{
    HeldBy, LAWS, LawExtent, LawProgress, METHODS, check_game_told, check_position, hidden, inspection::Inspection,
    plays, policy, site::Site,
};

#[test]
fn the_lawful_game_breaks_no_law() {
    check_position(&Heaps::with(Fault::None)).unwrap();
}

#[test]
fn each_fault_of_a_game_breaks_its_own_law() {
    let mut wrong = Vec::new();
    for (fault, law) in [
        (Fault::EqualityForgetsTheMover, "equal"),
        (Fault::EqualityForgetsAQuietCounter, "equal"),
        (Fault::SymmetricWeights, "symmetries change no weight"),
        (Fault::SymmetricEstimates, "symmetries change no weight"),
        (Fault::SymmetricFeatures, "symmetries change no weight"),
        (Fault::SymmetricRelevance, "symmetries change no weight"),
        (Fault::ParsePanics, "any text is read without a panic"),
        (Fault::ParseAcceptsTooMuch, "any text is read without a panic"),
        (Fault::ParseMoveReadsOn, "a move is read alone"),
        (Fault::AlikeAbroad, "a word for every move"),
        (Fault::InsufficientMoves, "among the moves that suffice"),
        (Fault::ForcingMoveLeftOut, "the forcing moves listed"),
        (Fault::EndUnseenInALeaf, "`each_leaf` gives"),
        (Fault::OutcomeSeenInAnEstimate, "outcomes that look alike"),
        (Fault::OutcomeSeenInAFeature, "outcomes that look alike"),
        (Fault::FractionalCounts, "a feature that counts things"),
        (Fault::UnfairDraw, "a random move is drawn as often"),
        (Fault::UnfairOutcome, "a random move is drawn as often"),
        (Fault::UnfairPlayout, "`playout` near the end"),
        (Fault::MinusZero, "payoffs are finite"),
        (Fault::CountPanics, "equal positions have equal"),
        (Fault::EstimatePanics, "equal positions have equal"),
        (Fault::PlayPanics, "equal positions have equal"),
        (Fault::NodePanics, "symmetries carry moves"),
        (Fault::NthPanics, "equal positions have equal"),
        (Fault::DrawPanicsAtTheStart, "a random move is a legal one"),
        (Fault::PlayoutPanics, "`playout` near the end"),
        (Fault::MovesPanicAtTheStart, "whatever may be asked"),
        (Fault::CodePanics, "`is_legal` accepts"),
        (Fault::HintChanges, "a copy"),
        (Fault::ForcingChanges, "a copy"),
        (Fault::PresentKeyForgetsAll, "positions of one present key"),
        (Fault::RoomKeepsACounter, "`play_from` is `play`"),
        (Fault::SlightlyUnfairOutcome, "a random move is drawn as often"),
        (Fault::SlightlyUnfairPlayout, "`playout` near the end"),
        (Fault::NumbersTooFew, "have numbers"),
        (Fault::NumbersAlike, "have numbers"),
        (Fault::NumbersThatChange, "have numbers"),
        (Fault::LeaderLoses, "a lead is finite"),
        (Fault::GoesOnWithoutMoves, "some at any other"),
        (Fault::SecuredFalls, "a certain payoff never falls"),
        (Fault::SecuredTooMuch, "a seat's certain payoff is finite"),
        (Fault::LeadIsTurned, "whoever is ahead before the end"),
        (Fault::PresentKeyForgetsTheToss, "positions of one present key"),
        (Fault::KeyOfThirtyTwoBits, "all sixty-four bits"),
        (Fault::OnTurnIsTheOther, "on turn at a chance node"),
        (Fault::BytesOfOneSide, "each sees its own pieces"),
        (Fault::PartsOfTheOther, "an estimate is not lower"),
        (Fault::LeavesGoOn, "whatever visits moves stops"),
        (Fault::ForcingGoesOn, "whatever visits moves stops"),
        (Fault::RelevantGoesOn, "whatever visits moves stops"),
        (Fault::SufficientGoesOn, "whatever visits moves stops"),
        (Fault::MovesForgetTheBreak, "whatever visits moves stops"),
        (Fault::FarTooManyPlies, "not absurdly more"),
        (Fault::FarTooWide, "not absurdly more"),
        (Fault::PlayoutBeginsOneWay, "`playout` near the end"),
    ] {
        CODE_PANICS.set(fault == Fault::CodePanics);
        let Err(broken) = check_position(&Heaps::with(fault)) else {
            wrong.push(format!("{fault:?}: every law holds"));
            continue;
        };
        CODE_PANICS.set(false);
        if !broken.law.contains(law) {
            wrong.push(format!("{fault:?}: {broken}"));
        }
        let text = broken.to_string();
        assert!(text.contains("in full: Heaps {"), "{text}");
        // The error names the place, by the moves that lead there.
        let about_all =
            ["any text", "`playout`", "sixty-four", "is ahead", "is not lower", "own pieces", "on turn at", "absurdly"];
        let is_about_all = about_all.iter().any(|law| broken.law.contains(law));
        assert!(is_about_all || !broken.path.is_empty() || broken.position == "4 4 0 0 0", "{text}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn progress_names_every_law_and_its_game() {
    let mut told = BTreeMap::new();
    check_game_told("heaps", &mut |term, law| {
        *told.entry((term.to_owned(), law.to_owned())).or_insert(0) += 1;
    })
    .unwrap();
    let terms: BTreeSet<&str> = told.keys().map(|(term, _)| &**term).collect();
    assert_eq!(terms.into_iter().collect::<Vec<_>>(), ["heaps", "heaps(size=1)", "heaps(size=2)"]);
    for law in LAWS {
        let times = told.get(&("heaps".to_owned(), law.sentence.to_owned()));
        assert!(times.is_some_and(|&times| 30 < times), "{}: {times:?}", law.sentence);
    }
}

/// The methods of all traits are those of the table, and what stands there are laws that are checked.
#[test]
fn every_method_of_a_position_is_held_to_its_promise_by_laws_or_says_why_not() {
    let traits = [
        (include_str!("../../src/position.rs"), "pub trait Position"),
        (include_str!("../../src/explained.rs"), "pub trait Explained"),
        (include_str!("../../src/featured.rs"), "pub trait Featured"),
        (include_str!("../../src/learnable.rs"), "pub trait Learnable"),
        (include_str!("../../src/symmetric.rs"), "pub trait Symmetric"),
        (include_str!("../../src/foreign.rs"), "pub trait ForeignNotation"),
    ];
    let methods = traits.iter().flat_map(|(code, begins)| {
        let (_, code) = code.split_once(begins).unwrap();
        let (code, _) = code.split_once("\n}\n").unwrap();
        code.lines().filter_map(|line| line.strip_prefix("    fn ")?.split(['(', '<']).next())
    });
    let methods: Vec<&str> = methods.collect();
    let table: Vec<&str> = METHODS.iter().map(|(method, _)| *method).collect();
    assert_eq!(table, methods);
    let laws = RefCell::new(BTreeSet::new());
    for game in ["heaps", "cards"] {
        check_game_told(game, &mut |_, law| {
            laws.borrow_mut().insert(law.to_owned());
        })
        .unwrap();
    }
    let mut laws = laws.into_inner();
    let more = hidden::SENTENCES.iter().chain(plays::SENTENCES).chain(policy::SENTENCES);
    laws.extend(more.map(|&law| law.to_owned()));
    for (method, held) in METHODS {
        match held {
            HeldBy::NoLaw(why) => assert!(why.contains(' '), "{method}"),
            HeldBy::Laws(own) => {
                assert!(!own.is_empty(), "{method}");
                for law in *own {
                    let named = laws.iter().filter(|known| known.starts_with(law)).count();
                    assert_eq!(named, 1, "{method}: {law}");
                }
            }
        }
    }
}

/// The number of moves visited in a position with very many.
static VISITED: AtomicU64 = AtomicU64::new(0);

/// A thousand moves in each ply: the number of plies played, and the sum of the moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Wide(u8, u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Any(u64);

impl Move for Any {
    fn code(self) -> u64 {
        self.0
    }
    fn from_code(code: u64) -> Option<Self> {
        Some(Any(code))
    }
}

impl fmt::Display for Any {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "m{}", self.0)
    }
}

impl fmt::Display for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

impl Position for Wide {
    type Move = Any;

    fn facts(&self) -> Facts {
        Facts::two_seats(30)
    }
    fn node(&self) -> Node {
        if self.0 == 30 { Node::Terminal } else { Node::Decision(Seat(self.0 % 2)) }
    }
    fn each_move(&self, mut visit: impl FnMut(Any) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..if self.0 == 30 { 0 } else { 1_000 }).map(Any).try_for_each(|m| {
            VISITED.fetch_add(1, Relaxed);
            visit(m)
        })
    }
    fn play(&mut self, m: Any) {
        self.0 += 1;
        self.1 = self.1.wrapping_mul(1_009).wrapping_add(m.0);
    }
    fn payoff(&self, _: Seat) -> f64 {
        0.0
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let read = || {
            let (plies, sum) = text.split_once(' ')?;
            let plies = plies.parse::<u8>().ok().filter(|plies| *plies <= 30)?;
            Some(Wide(plies, sum.parse().ok()?))
        };
        let wide = read().filter(|wide| wide.to_string() == text);
        wide.ok_or_else(|| TextError::new(text, "how many plies were played, and their sum"))
    }
}

#[test]
fn a_game_of_a_thousand_moves_a_ply_is_checked_in_seconds() {
    check_position(&Wide(0, 0)).unwrap();
    let visited = VISITED.load(Relaxed);
    assert!(visited < 1_500_000_000, "{visited} moves visited");
}

#[test]
fn a_budget_that_ends_is_told_with_what_was_looked_at() {
    let start = AnyPosition::new(Wide(0, 0));
    let mut shares = Vec::new();
    let looked = |positions, plays, shares: &mut Vec<f64>| {
        let mut tell = |now: LawProgress<'_>| shares.push(now.share);
        let extent = LawExtent { positions, plays, moves: 16_000 };
        Inspection::new(("wide", &start), extent, &mut tell).check().unwrap()
    };
    // A thousand moves in each of thirty plies: the budget of the plays ends in the first.
    let few = looked(20, 4, &mut shares);
    assert_eq!((few.near, few.positions, few.plays), (1, 4, 1), "{few:?}");
    assert!(few.cut.iter().any(|cut| cut.ends_with("1 of 4 random plays")), "{few:?}");
    // What is told goes up, and ends at the whole.
    assert!(shares.is_sorted() && shares[0] < 0.01, "{shares:?}");
    assert!(shares.last().is_some_and(|last| (0.4..=1.0).contains(last)), "{shares:?}");
    // More is more: now all plays are over.
    let more = looked(800, 4, &mut Vec::new());
    assert_eq!((more.near, more.plays, more.positions), (32, 4, 120), "{more:?}");
    assert!(!more.cut.iter().any(|cut| cut.ends_with("random plays")), "{more:?}");
}

/// Twelve plies of four moves, and a number that the moves make; at one end in several hundred more is paid than was
/// declared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct RareEnd(u8, u32);

impl fmt::Display for RareEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

impl Position for RareEnd {
    type Move = Any;

    fn facts(&self) -> Facts {
        Facts::two_seats(12)
    }
    fn node(&self) -> Node {
        if self.0 == 12 { Node::Terminal } else { Node::Decision(Seat(self.0 % 2)) }
    }
    fn each_move(&self, visit: impl FnMut(Any) -> ControlFlow<()>) -> ControlFlow<()> {
        let moves = if self.node() == Node::Terminal { 0 } else { 4 };
        (0..moves).map(Any).try_for_each(visit)
    }
    fn play(&mut self, Any(m): Any) {
        *self = RareEnd(self.0 + 1, (self.1 * 5 + m as u32 + 1) % 1_000_003);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let paid = if self.1.is_multiple_of(601) { 3.0 } else { 1.0 };
        if seat == Seat(0) { paid } else { -paid }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let read = || {
            let (plies, number) = text.split_once(' ')?;
            Some(RareEnd(plies.parse().ok()?, number.parse().ok()?))
        };
        let is_one = |own: &RareEnd| own.to_string() == text && own.0 <= 12 && own.1 < 1_000_003;
        read().filter(is_one).ok_or_else(|| TextError::new(text, "plies and a number"))
    }
}

/// A play that the budget cuts short says nothing about how long plays are.
#[test]
fn where_no_play_came_to_its_end_declared_plies_are_not_judged() {
    let start = AnyPosition::new(Heaps::with(Fault::FarTooManyPlies));
    let mut tell = |_: LawProgress<'_>| {};
    let walk = Inspection::new(("heaps", &start), LawExtent::USUAL, &mut tell);
    let mut whole = plays::WholePlays::default();
    whole.begin();
    whole.come("heaps", &Site::start(&start)).unwrap();
    whole.check(&walk).unwrap();
}

/// All ends that are met on the way count.
#[test]
fn a_rare_end_that_pays_more_than_declared_is_met() {
    let broken = check_position(&RareEnd(0, 0)).unwrap_err();
    assert!(broken.law.contains("payoffs are finite") && broken.found.contains("payoff 3"), "{broken}");
}

/// Six moves in each of forty plies, and how often each was played. Once the fourth was played eight times,
/// `is_legal` refuses every move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Forgetful([u8; 6]);

impl fmt::Display for Forgetful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.map(|count| count.to_string()).join(" "))
    }
}

impl Position for Forgetful {
    type Move = Any;

    fn facts(&self) -> Facts {
        Facts::two_seats(40)
    }
    fn node(&self) -> Node {
        let plies: u8 = self.0.iter().sum();
        if plies == 40 { Node::Terminal } else { Node::Decision(Seat(plies % 2)) }
    }
    fn each_move(&self, visit: impl FnMut(Any) -> ControlFlow<()>) -> ControlFlow<()> {
        let moves = if self.node() == Node::Terminal { 0 } else { 6 };
        (0..moves).map(Any).try_for_each(visit)
    }
    fn is_legal(&self, m: Any) -> bool {
        self.node() != Node::Terminal && m.0 < 6 && self.0[3] < 8
    }
    fn play(&mut self, m: Any) {
        self.0[m.0 as usize] += 1;
    }
    fn payoff(&self, _: Seat) -> f64 {
        0.0
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let read = || {
            let counts = text.split(' ').map(|count| count.parse().ok());
            let counts = counts.collect::<Option<Vec<u8>>>()?.try_into().ok()?;
            Some(Forgetful(counts))
        };
        let is_one =
            |own: &Forgetful| own.to_string() == text && own.0.iter().map(|&count| u32::from(count)).sum::<u32>() <= 40;
        read().filter(is_one).ok_or_else(|| TextError::new(text, "how often each was played"))
    }
}

/// A violation at the end of a long random play is reported with a short play.
#[test]
fn the_play_reported_with_a_broken_law_is_short() {
    let broken = check_position(&Forgetful([0; 6])).unwrap_err();
    assert!(broken.law.contains("`is_legal` accepts"), "{broken}");
    assert_eq!(broken.path, "m3 m3 m3 m3 m3 m3 m3 m3", "{broken}");
}

/// The game with a wrong description.
mod described {
    use super::*;
    use crate::check_plugin;

    const RIGHT: GamePlugin = GamePlugin {
        name: "heaps",
        aliases: &["Two Heaps"],
        summary: "two heaps",
        rules: "Take from one [heap]; the last wins.",
        help: "",
        claims: &[],
        options: &[OptionSpec::whole("size", 1..=4, "4", "how many in each")],
        samples: &["", "size=1", "size=2"],
        is_inside: true,
        is_concealed: false,
        start: |options: &Options| -> Result<_, OptionError> {
            let size = options.whole("size");
            Ok(AnyPosition::new(Heaps::of(size)))
        },
    };

    inventory::submit! { RIGHT }

    const ODD: &[OptionSpec] = &[OptionSpec::whole("Size", 1..=4, "4", "how many")];
    const NO_DEFAULT: &[OptionSpec] = &[OptionSpec::whole("size", 1..=4, "9", "how many")];
    const SILENT: &[OptionSpec] = &[OptionSpec::whole("size", 1..=4, "4", "")];
    const TWICE: &[OptionSpec] = &[OptionSpec::flag("size", "no", "large"), OptionSpec::flag("si-ze", "no", "large")];

    /// Both options are accepted, and change nothing.
    const DEAF: GamePlugin = GamePlugin {
        name: "deaf-heaps",
        aliases: &[],
        start: |_| -> Result<_, OptionError> { Ok(AnyPosition::new(Heaps::with(Fault::None))) },
        ..RIGHT
    };

    /// The size has an effect; the flag has none, and no sample sets it.
    const HALF_DEAF: GamePlugin = GamePlugin {
        name: "half-deaf-heaps",
        aliases: &[],
        options: &[
            OptionSpec::whole("size", 1..=4, "4", "how many in each"),
            OptionSpec::flag("misere", "no", "whoever takes the last loses"),
        ],
        ..RIGHT
    };

    inventory::submit! { DEAF }
    inventory::submit! { HALF_DEAF }

    #[test]
    fn an_option_without_effect_is_found() {
        for (plugin, law) in [(DEAF, "different options make"), (HALF_DEAF, "every option makes a difference")] {
            let broken = check_plugin(&plugin).unwrap_err().to_string();
            assert!(broken.contains(law), "{law}: {broken}");
        }
    }

    #[test]
    fn a_wrong_description_is_found() {
        check_plugin(&RIGHT).unwrap();
        for (plugin, law) in [
            (GamePlugin { name: "Heaps", ..RIGHT }, "a name is lower case"),
            (GamePlugin { summary: "", ..RIGHT }, "a summary"),
            (GamePlugin { aliases: &["H-eaps"], ..RIGHT }, "an alias"),
            (GamePlugin { aliases: &["heaps (two)"], ..RIGHT }, "an alias"),
            (GamePlugin { options: ODD, ..RIGHT }, "a name is lower case"),
            (GamePlugin { options: NO_DEFAULT, ..RIGHT }, "every option accepts its default"),
            (GamePlugin { options: SILENT, ..RIGHT }, "every option has a meaning"),
            (GamePlugin { options: TWICE, ..RIGHT }, "no two options"),
            (GamePlugin { samples: &["", "size=7"], ..RIGHT }, "every sample is a game"),
            (GamePlugin { samples: &["size=1", "size=2", "size=3"], ..RIGHT }, "the usual game"),
            (GamePlugin { samples: &["", "size=1", "size=4"], ..RIGHT }, "at least three"),
            (GamePlugin { rules: "Take from one [heap", ..RIGHT }, "square brackets"),
            (GamePlugin { rules: "Take from [1,2]", ..RIGHT }, "square brackets"),
        ] {
            let broken = check_plugin(&plugin).unwrap_err().to_string();
            assert!(broken.contains(law), "{law}: {broken}");
        }
    }

    const HELD: &[RuleClaim] = &[
        RulePlace::start("size=2").then(&["one"]).legal("b1", "some are left"),
        RulePlace::start("size=2").then(&["one"]).illegal("b2", "the toss gives one"),
        RulePlace::start("size=1").then(&["one", "a1", "one", "b1"]).pays(&[-1.0, 1.0], "the second took the last"),
    ];
    const FALSE: &[RuleClaim] = &[
        RulePlace::start("size=2").then(&["one"]).illegal("b1", ""),
        RulePlace::start("size=2").then(&["one"]).legal("b2", ""),
        RulePlace::start("size=2").legal("b1", "nothing is tossed"),
        RulePlace::start("size=2").then(&["one", "b2"]).legal("one", ""),
        RulePlace::start("size=1").then(&["one", "a1", "one", "b1"]).illegal("a1", ""),
        RulePlace::start("size=1").then(&["one", "a1", "one", "b1"]).pays(&[1.0, -1.0], ""),
        RulePlace::start("size=1").then(&["one", "a1", "one", "b1"]).pays(&[-1.0, 1.0, 0.0], ""),
        RulePlace::start("size=1").then(&["one", "a1"]).pays(&[-1.0, 1.0], ""),
        RulePlace::start("size=1").then(&["one", "a1", "one", "b1", "one"]).pays(&[-1.0, 1.0], ""),
        RulePlace::start("size=9").legal("one", ""),
        RulePlace::at("?").legal("one", ""),
    ];

    #[test]
    fn a_false_claim_about_the_rules_is_found() {
        check_plugin(&GamePlugin { claims: HELD, ..RIGHT }).unwrap();
        for claims in FALSE.chunks(1) {
            let broken = check_plugin(&GamePlugin { claims, ..RIGHT }).unwrap_err().to_string();
            assert!(broken.contains("what a game says of its rules holds"), "{claims:?}: {broken}");
        }
    }
}
