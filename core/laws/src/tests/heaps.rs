//! A lawful game of two heaps, which can be given one fault.

use std::{
    cell::Cell,
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

use agon_core::{
    Contribution, Estimator, Explained, Extras, Facts, Featured, ForeignNotation, ForeignPlugin, Heuristic, Leaf,
    Learnable, Move, Named, Node, Position, Protocol, Seat, Setup, Stream, Sum, Symmetric, TextError, key_of,
    picture::{Cell as Spot, Look, Picture, Piece, Shape, Tint},
};

/// How often something was asked whose answer must not depend on it.
static ASKED: AtomicU32 = AtomicU32::new(0);

thread_local! {
    /// Whether a code that is no move panics: a move does not know its game.
    pub(super) static CODE_PANICS: Cell<bool> = const { Cell::new(false) };
}

/// The fault of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    None,
    EqualityForgetsTheMover,
    EqualityForgetsAQuietCounter,
    SymmetricWeights,
    SymmetricEstimates,
    SymmetricFeatures,
    SymmetricRelevance,
    ParsePanics,
    ParseAcceptsTooMuch,
    ParseMoveReadsOn,
    AlikeAbroad,
    InsufficientMoves,
    ForcingMoveLeftOut,
    EndUnseenInALeaf,
    OutcomeSeenInAnEstimate,
    OutcomeSeenInAFeature,
    FractionalCounts,
    UnfairDraw,
    UnfairOutcome,
    UnfairPlayout,
    MinusZero,
    CountPanics,
    EstimatePanics,
    PlayPanics,
    NodePanics,
    NthPanics,
    DrawPanicsAtTheStart,
    PlayoutPanics,
    MovesPanicAtTheStart,
    CodePanics,
    HintChanges,
    ForcingChanges,
    PresentKeyForgetsAll,
    RoomKeepsACounter,
    SlightlyUnfairOutcome,
    SlightlyUnfairPlayout,
    NumbersTooFew,
    NumbersAlike,
    NumbersThatChange,
    LeaderLoses,
    GoesOnWithoutMoves,
    SecuredFalls,
    SecuredTooMuch,
    LeadIsTurned,
    PresentKeyForgetsTheToss,
    KeyOfThirtyTwoBits,
    OnTurnIsTheOther,
    BytesOfOneSide,
    PartsOfTheOther,
    LeavesGoOn,
    ForcingGoesOn,
    RelevantGoesOn,
    SufficientGoesOn,
    MovesForgetTheBreak,
    FarTooManyPlies,
    FarTooWide,
    PlayoutBeginsOneWay,
}

/// Two heaps. A toss says whether the mover takes one or may take two; whoever takes the last wins,
/// but for the fourth ply in a row by ones, which draws.
#[derive(Clone, Debug)]
pub(crate) struct Heaps {
    fault: Fault,
    left: [u8; 2],
    mover: Seat,
    /// The most that may be taken now; zero before the toss.
    may: u8,
    /// How often in a row one was taken.
    ones: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    Take { heap: u8, n: u8 },
    One,
    // Its code is the greatest there is.
    Two,
}

impl Move for Step {
    fn code(self) -> u64 {
        match self {
            Step::Take { heap, n } => u64::from(4 * heap + n),
            Step::One => 100,
            Step::Two => u64::MAX,
        }
    }
    fn from_code(code: u64) -> Option<Self> {
        match code {
            1 | 2 | 5 | 6 => Some(Step::Take { heap: code as u8 / 4, n: code as u8 % 4 }),
            100 => Some(Step::One),
            u64::MAX => Some(Step::Two),
            code => {
                assert!(code != 299 || !CODE_PANICS.get(), "as asked");
                None
            }
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Take { heap, n } => write!(f, "{}{n}", if *heap == 0 { "a" } else { "b" }),
            Step::One => f.write_str("one"),
            Step::Two => f.write_str("two"),
        }
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.left;
        write!(f, "{a} {b} {} {} {}", self.mover.0, self.may, self.ones)
    }
}

impl Heaps {
    pub(crate) fn with(fault: Fault) -> Heaps {
        Heaps { fault, left: [4, 4], mover: Seat(0), may: 0, ones: 0 }
    }

    /// Of the lawful game, with this many in each heap.
    pub(crate) fn of(size: u8) -> Heaps {
        Heaps { left: [size; 2], ..Heaps::with(Fault::None) }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// What equality looks at.
    fn essence(&self) -> ([u8; 2], Seat, u8, u8) {
        let forgets_mover = self.is(Fault::EqualityForgetsTheMover);
        let mover = if forgets_mover { Seat(0) } else { self.mover };
        let forgets_ones = self.is(Fault::EqualityForgetsAQuietCounter);
        (self.left, mover, self.may, if forgets_ones { 0 } else { self.ones })
    }

    /// Panics, if that is the fault, in the middle of the game.
    fn may_panic(&self, fault: Fault) {
        assert!(!self.is(fault) || self.left != [2, 3], "as asked");
    }

    /// Visits these moves; with that fault, all of them whatever the visitor says.
    fn visited(&self, fault: Fault, list: &[Step], mut visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        let goes_on = self.is(fault);
        list.iter().try_for_each(|&m| match visit(m) {
            ControlFlow::Break(()) if !goes_on => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
    }

    fn takes(&self) -> impl Iterator<Item = Step> {
        let heaps = self.left;
        let of = move |heap: u8, may: u8| (1..=may.min(heaps[usize::from(heap)])).map(move |n| Step::Take { heap, n });
        let may = self.may;
        of(0, may).chain(of(1, may))
    }
}

impl PartialEq for Heaps {
    fn eq(&self, other: &Self) -> bool {
        self.essence() == other.essence()
    }
}

impl Eq for Heaps {}

impl Hash for Heaps {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.essence().hash(state);
    }
}

impl Position for Heaps {
    type Move = Step;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        let plies = if self.is(Fault::FarTooManyPlies) { 16_000 * 16 } else { 16 };
        let payoff = if self.is(Fault::FarTooWide) { 16_000.0 } else { 1.0 };
        let sum = if self.is(Fault::SecuredTooMuch) { Sum::General } else { Sum::Zero };
        Facts::two_seats(plies).with_chance().with_payoffs(-payoff, payoff).with_sum(sum)
    }
    fn node(&self) -> Node {
        self.may_panic(Fault::NodePanics);
        match (self.left, self.ones, self.may) {
            ([0, 0], ..) if self.is(Fault::GoesOnWithoutMoves) => Node::Decision(self.mover),
            ([0, 0], ..) | (_, 4, _) => Node::Terminal,
            (.., 0) => Node::Chance,
            _ => Node::Decision(self.mover),
        }
    }
    fn each_move(&self, mut visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        assert!(!self.is(Fault::MovesPanicAtTheStart) || self.left != [4, 4], "as asked");
        let end = match self.node() {
            Node::Terminal => ControlFlow::Continue(()),
            Node::Chance => [Step::One, Step::Two].into_iter().try_for_each(visit),
            Node::Decision(_) => self.takes().try_for_each(&mut visit),
        };
        if self.is(Fault::MovesForgetTheBreak) { ControlFlow::Continue(()) } else { end }
    }
    fn count(&self) -> usize {
        let one_too_many = usize::from(self.is(Fault::CountPanics) && self.left == [1, 2]);
        self.takes().count() * usize::from(self.may != 0 && self.node() != Node::Terminal)
            + 2 * usize::from(self.node() == Node::Chance)
            + one_too_many
    }
    fn nth(&self, n: usize) -> Step {
        self.may_panic(Fault::NthPanics);
        let (mut number, mut found) = (0, None);
        let _ = self.each_move(|m| {
            found = found.or((number == n).then_some(m));
            number += 1;
            ControlFlow::Continue(())
        });
        found.expect("there are so many moves")
    }
    fn play_from(&mut self, source: &Self, m: Step) {
        let is_decision = |at: &Self| matches!(at.node(), Node::Decision(_));
        let keeps = self.is(Fault::RoomKeepsACounter) && is_decision(self) && is_decision(source);
        let ones = self.ones;
        self.clone_from(source);
        self.play(m);
        self.ones = if keeps { ones } else { self.ones };
    }
    fn present_key(&self) -> u64 {
        if self.is(Fault::PresentKeyForgetsTheToss) && self.may != 0 {
            return Heaps { may: 1, ..self.clone() }.key();
        }
        if self.is(Fault::PresentKeyForgetsAll) { 7 } else { self.key() }
    }
    fn key(&self) -> u64 {
        let key = key_of(self);
        if self.is(Fault::KeyOfThirtyTwoBits) { key >> 32 } else { key }
    }
    fn picture(&self) -> Picture {
        let mut picture = Picture::from_text(self.to_string());
        let tint = if self.mover == Seat(0) { Tint::White } else { Tint::Black };
        let mark = Piece::new(Look::Stone, tint).of(self.mover);
        picture.add(Spot::new("turn", 0.0, 0.0, Shape::Square).with(mark));
        picture
    }
    fn hint(&self, m: Step) -> i32 {
        let asked = if self.is(Fault::HintChanges) { ASKED.fetch_add(1, Relaxed) } else { 0 };
        (m.code() % 7) as i32 + (asked % 3) as i32
    }
    fn play(&mut self, m: Step) {
        self.may_panic(Fault::PlayPanics);
        match m {
            Step::One => self.may = 1,
            Step::Two => self.may = 2,
            Step::Take { heap, n } => {
                self.left[usize::from(heap)] -= n;
                self.ones = if n == 1 { self.ones + 1 } else { 0 };
                self.may = 0;
                self.mover = self.mover.opponent();
            }
        }
    }
    fn payoff(&self, seat: Seat) -> f64 {
        match self.left {
            [0, 0] if seat == self.mover => -1.0,
            [0, 0] => 1.0,
            _ if self.is(Fault::MinusZero) => -0.0,
            _ => 0.0,
        }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new(text, "two heaps, the mover, what may be taken, and ones");
        let numbers: Vec<&str> = text.split(' ').collect();
        let [a, b, mover, may, ones] = numbers[..] else { return Err(wrong()) };
        let number = |text: &str, most: u8| match text.parse::<u8>() {
            Ok(number) if number <= most && number.to_string() == text => Ok(number),
            _ if self.is(Fault::ParsePanics) => text.parse().map(Ok).expect("a number"),
            _ => Err(wrong()),
        };
        let last = if self.is(Fault::ParseAcceptsTooMuch) { 255 } else { 1 };
        let left = [number(a, 4)?, number(b, 4)?];
        let (mover, may) = (Seat(number(mover, last)?), number(may, 2)?);
        Ok(Heaps { left, mover, may, ones: number(ones, 4)?, ..*self }).and_then(|position| {
            let over = matches!(position.node(), Node::Terminal);
            if over && position.may != 0 { Err(wrong()) } else { Ok(position) }
        })
    }
    fn weight(&self, outcome: Step) -> u32 {
        let [a, b] = self.left;
        let skewed = self.is(Fault::SymmetricWeights) && a < b;
        if outcome == Step::One && !skewed { 2 } else { 1 }
    }
    fn draw_move(&self, stream: &mut Stream) -> Step {
        assert!(!self.is(Fault::DrawPanicsAtTheStart) || self.left != [4, 4], "as asked");
        if self.node() == Node::Chance {
            if self.is(Fault::SlightlyUnfairOutcome) {
                return if stream.below(100) < 38 { Step::Two } else { Step::One };
            }
            let fair = u32::from(!self.is(Fault::UnfairOutcome));
            return if stream.below(2 + fair) == 0 { Step::Two } else { Step::One };
        }
        let n = stream.below(self.count() as u32);
        self.nth(if self.is(Fault::UnfairDraw) { n / 2 } else { n } as usize)
    }
    fn playout(&mut self, stream: &mut Stream) {
        if self.is(Fault::PlayoutBeginsOneWay) && self.node() == Node::Chance {
            self.play(Step::One);
        }
        while self.node() != Node::Terminal {
            self.may_panic(Fault::PlayoutPanics);
            let now_and_then = self.is(Fault::SlightlyUnfairPlayout) && stream.below(3) == 0;
            let careless = (self.is(Fault::UnfairPlayout) || now_and_then) && self.node() != Node::Chance;
            self.play(if careless { self.nth(0) } else { self.draw_move(stream) });
        }
    }
    fn parse_move(&self, text: &str) -> Option<Step> {
        let reads_on = self.is(Fault::ParseMoveReadsOn);
        let word = if reads_on { text.split(' ').next()? } else { text };
        let (mut found, mut written) = (None, String::new());
        let _ = self.each_move(|m| {
            written = m.to_string();
            if written == word {
                found = Some(m);
            }
            ControlFlow::Continue(())
        });
        found
    }
    fn heuristics(&self) -> &'static [Named] {
        const { &[Named::new("left", "what is left")] }
    }
    fn estimate(&self, _left: Heuristic, seat: Seat) -> f64 {
        self.may_panic(Fault::EstimatePanics);
        let [a, b] = self.left.map(f64::from);
        let b = if self.is(Fault::SymmetricEstimates) { 2.0 * b } else { b };
        let toss = if self.is(Fault::OutcomeSeenInAnEstimate) { f64::from(self.may) } else { 0.0 };
        let value = (a + b + toss) / 20.0;
        if seat == self.mover { value } else { -value }
    }
    fn each_relevant(&self, visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        let some = if self.is(Fault::SymmetricRelevance) { 1 } else { usize::MAX };
        let list: Vec<Step> = self.takes().take(some).collect();
        self.visited(Fault::RelevantGoesOn, &list, visit)
    }
    fn each_sufficient(&self, visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        // A seat that can take the last does so.
        let [a, b] = self.left;
        let wins = |m: &Step| matches!(*m, Step::Take { n, .. } if n == a + b);
        let list: Vec<Step> = match self.takes().find(wins) {
            Some(m) => vec![m],
            None if self.is(Fault::InsufficientMoves) => self.takes().take(1).collect(),
            None => self.takes().collect(),
        };
        self.visited(Fault::SufficientGoesOn, &list, visit)
    }
    fn each_leaf(
        &self,
        room: &mut Self,
        estimator: &Estimator,
        seat: Seat,
        mut visit: impl FnMut(Step, Leaf) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let unseen = self.is(Fault::EndUnseenInALeaf);
        let goes_on = self.is(Fault::LeavesGoOn);
        estimator.each_played(self, room, seat, |m, leaf| {
            let asked = visit(m, Leaf { is_over: leaf.is_over && !unseen, ..leaf });
            if goes_on { ControlFlow::Continue(()) } else { asked }
        })
    }
    fn is_forcing(&self, m: Step) -> bool {
        let asked = self.is(Fault::ForcingChanges) && ASKED.fetch_add(1, Relaxed).is_multiple_of(5);
        asked || matches!(m, Step::Take { n, .. } if n == self.may)
    }
    fn each_forcing(&self, visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        let left_out = usize::from(self.is(Fault::ForcingMoveLeftOut));
        let list = self.takes().filter(|&m| self.is_forcing(m)).skip(left_out);
        let list: Vec<Step> = list.collect();
        self.visited(Fault::ForcingGoesOn, &list, visit)
    }
    fn outcomes_look_alike(&self) -> bool {
        true
    }
}

impl Explained for Heaps {
    fn parts(&self, _left: Heuristic) -> Vec<Contribution> {
        let heap = |(name, n): (&str, u8)| {
            let mut values = vec![0.0; 2];
            let wrong = usize::from(self.is(Fault::PartsOfTheOther));
            values[self.mover.index() ^ wrong] = f64::from(n);
            Contribution::new(name.to_owned(), 2, vec![("left", values)])
        };
        ["a", "b"].into_iter().zip(self.left).map(heap).collect()
    }
}

impl Learnable for Heaps {
    fn on_turn(&self) -> Seat {
        let is_wrong = self.is(Fault::OnTurnIsTheOther) && self.node() == Node::Chance;
        if is_wrong { self.mover.opponent() } else { self.mover }
    }
    fn swaps(&self) -> bool {
        true
    }
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        // The mover's mark, what is left, and what may be taken.
        out.clear();
        let is_other = if self.is(Fault::BytesOfOneSide) { Seat(0) } else { seat } != self.mover;
        let mark = 1 + u8::from(is_other);
        out.extend([mark, self.left[0], self.left[1], self.may, self.ones]);
        6
    }
    fn secured(&self, seat: Seat) -> f64 {
        let is_over = self.node() == Node::Terminal;
        match self.left {
            [0, 0] if self.is(Fault::SecuredTooMuch) => 0.5,
            [2, 2] if self.is(Fault::SecuredFalls) && !is_over && seat == Seat(0) => 0.5,
            _ => 0.0,
        }
    }
    fn numbers(&self) -> u32 {
        if self.is(Fault::NumbersTooFew) { 6 } else { 7 }
    }
    fn number(&self, m: Step) -> u32 {
        match m.code() as u32 {
            code if self.is(Fault::NumbersAlike) => code % 4,
            code if self.is(Fault::NumbersThatChange) && self.ones % 2 == 1 => 7 - code,
            code => code,
        }
    }
}

impl Featured for Heaps {
    fn features(&self) -> &'static [Named] {
        const { &[Named::new("largest", "the larger heap")] }
    }
    fn feature_values(&self, _seat: Seat, values: &mut Vec<f64>) {
        let [a, b] = self.left;
        let largest = if self.is(Fault::SymmetricFeatures) { a } else { a.max(b) };
        let toss = if self.is(Fault::OutcomeSeenInAFeature) { self.may } else { 0 };
        *values = vec![(largest + toss).into()];
    }
    fn feature_units(&self, units: &mut Vec<f64>) {
        *units = vec![if self.is(Fault::FractionalCounts) { 2.0 } else { 1.0 }];
    }
}

impl Symmetric for Heaps {
    fn symmetries(&self) -> usize {
        2
    }
    fn image(&self, symmetry: usize) -> Self {
        let [a, b] = self.left;
        Heaps { left: if symmetry == 0 { [a, b] } else { [b, a] }, ..*self }
    }
    fn image_of_move(&self, m: Step, symmetry: usize) -> Step {
        match m {
            Step::Take { heap, n } => Step::Take { heap: heap ^ symmetry as u8, n },
            toss => toss,
        }
    }
}

impl ForeignNotation for Heaps {
    fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
        if protocol == Protocol::Gtp { Ok(Setup::default()) } else { Err("it isn't".to_owned()) }
    }
    fn write_foreign(&self, m: Step, _: Protocol, out: &mut dyn fmt::Write) -> fmt::Result {
        match m {
            Step::Take { n, .. } if self.is(Fault::AlikeAbroad) => write!(out, "{n}"),
            m => write!(out, "{m}"),
        }
    }
    fn lead(&self) -> Option<f64> {
        let is_over = self.node() == Node::Terminal;
        let [a, b] = self.left;
        // Whoever may take all that is left is as good as ahead.
        let can_win = !is_over && 0 < self.may && a + b <= self.may && a.min(b) == 0;
        let sign = if self.mover == Seat(0) { 1.0 } else { -1.0 };
        let turned = if self.is(Fault::LeadIsTurned) { -sign } else { sign };
        let lead = if is_over {
            self.payoff(Seat(0))
        } else if can_win {
            turned
        } else {
            0.0
        };
        Some(if self.is(Fault::LeaderLoses) { -lead } else { lead })
    }
}

agon_core::inventory::submit! { ForeignPlugin::of::<Heaps>() }
