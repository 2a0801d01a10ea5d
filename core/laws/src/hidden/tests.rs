//! A lawful game of cards, and the same game with one fault at a time.

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

use agon_core::{
    Aim, AnyPosition, Eye, Facts, GamePlugin, Move, Node, OptionError, Options, Picture, Position, Seat, Stream,
    TextError, after, all_moves, inventory, key_of, notation,
    picture::{Cell, Shape},
    view,
};

use agon_rules::certificate::equilibrium::{NoEquilibrium, SharedMoves, measure};

use crate::check_position;

/// The fault of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fault {
    None,
    NotDeclared,
    OpenButRedealt,
    RedealIsTruth,
    RedealPeeks,
    RedealCounts,
    RedealInOrder,
    RedealSometimesInOrder,
    RedealOfAWaitingSeatInOrder,
    RedealForgetsWeights,
    RedealForgetsChoices,
    RedealForgetsOwnCard,
    RedealForgetsMoves,
    RedealDealsOneCardTwice,
    ViewForgetsOwnCard,
    ViewForgetsMoves,
    ViewForgetsTheOrder,
    ViewForgetsOwnMove,
    ViewOfTwoLines,
    ViewOfAField,
    PublicSeesACard,
    PublicSeesWhatOneSeatSees,
    MovesOfTheOthersCard,
    NotationOfTheOthersCard,
    HintOfTheOthersCard,
    ForcingByTheOthersCard,
    AimOfTheOthersCard,
    AimAtWhatIsNotShown,
    PictureOfTheTruth,
    PublicPictureOfACard,
    ShowdownInSecret,
    KeysAllAlike,
    KeysOfTheTruth,
}

/// The number of calls so far, on which a faulty answer depends.
static ASKED: AtomicU32 = AtomicU32::new(0);

/// One card of three for each seat, the first of which is twice as likely; then both pass or bet, as in Kuhn (1950),
/// but a seat with the best card always bets, and the first may wait instead of passing, which the other cannot
/// distinguish.
#[derive(Clone, Debug)]
struct Cards {
    fault: Fault,
    dealt: [u8; 2],
    acts: Vec<Act>,
    /// Has no effect on the game.
    decoration: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Act {
    Pass,
    Bet,
    Wait,
    Card(u8),
}

impl Move for Act {
    fn code(self) -> u64 {
        match self {
            Act::Pass => 0,
            Act::Bet => 1,
            Act::Wait => 2,
            Act::Card(card) => u64::from(card) + 2,
        }
    }
    fn from_code(code: u64) -> Option<Self> {
        match code {
            0 => Some(Act::Pass),
            1 => Some(Act::Bet),
            2 => Some(Act::Wait),
            3..=5 => Some(Act::Card(code as u8 - 2)),
            _ => None,
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", letter(*self))
    }
}

impl PartialEq for Cards {
    fn eq(&self, other: &Self) -> bool {
        (self.dealt, &self.acts) == (other.dealt, &other.acts)
    }
}

impl Eq for Cards {}

impl Hash for Cards {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.dealt.hash(state);
        self.acts.hash(state);
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}/", self.dealt[0], self.dealt[1])?;
        self.acts.iter().try_for_each(|act| act.fmt(f))
    }
}

impl Cards {
    fn with(fault: Fault) -> Cards {
        Cards { fault, dealt: [0; 2], acts: Vec::new(), decoration: 0 }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// The actions, as everybody sees them.
    fn acts(&self) -> String {
        self.acts.iter().map(|act| if *act == Act::Wait { 'p' } else { letter(*act) }).collect()
    }

    /// Whether both cards lie open at the end.
    fn is_shown(&self) -> bool {
        self.is_over() && self.folded().is_none() && !self.is(Fault::ShowdownInSecret)
    }

    /// Who folded, if anybody did.
    fn folded(&self) -> Option<Seat> {
        match &*self.acts() {
            "bp" => Some(Seat(1)),
            "pbp" => Some(Seat(0)),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        matches!(&*self.acts(), "pp" | "bb" | "bp" | "pbb" | "pbp")
    }

    fn list(&self) -> Vec<Act> {
        match self.node() {
            Node::Chance => {
                let rest = (1..=3).filter(|card| !self.dealt.contains(card));
                rest.map(Act::Card).collect()
            }
            Node::Terminal => Vec::new(),
            Node::Decision(seat) => {
                let card = match self.fault {
                    Fault::MovesOfTheOthersCard => self.dealt[seat.opponent().index()],
                    _ => self.dealt[seat.index()],
                };
                match (card, self.acts.is_empty()) {
                    (3, _) => vec![Act::Bet],
                    (_, true) => vec![Act::Pass, Act::Bet, Act::Wait],
                    (_, false) => vec![Act::Pass, Act::Bet],
                }
            }
        }
    }

    /// All positions possible to the knowledge of `seat`, each with its weight.
    fn deals(&self, seat: Seat) -> Vec<(u32, Cards)> {
        let own = [Fault::RedealForgetsOwnCard, Fault::ViewForgetsOwnCard].contains(&self.fault);
        let known = |index: usize| index == seat.index() && !own || self.dealt[index] == 0 || self.is_shown();
        let may = |index| {
            if known(index) { self.dealt[index]..=self.dealt[index] } else { 1..=3 }
        };
        let pairs = may(0).flat_map(|one| may(1).map(move |other| [one, other]));
        let twice = self.is(Fault::RedealDealsOneCardTwice);
        let pairs = pairs.filter(|[one, other]| twice || one != other || *one == 0);
        let forgets = self.is(Fault::ViewForgetsOwnMove);
        let is_quiet = matches!(self.acts.first(), Some(Act::Pass | Act::Wait));
        let firsts = match self.acts.first() {
            Some(_) if is_quiet && forgets => vec![Act::Pass],
            Some(_) if is_quiet && seat == Seat(1) => vec![Act::Pass, Act::Wait],
            first => first.copied().into_iter().collect(),
        };
        let mut all = Vec::new();
        for cards in pairs {
            let nature = |card| 1 + u32::from(card == 1 && !self.is(Fault::RedealForgetsWeights));
            let rest: u32 = (1..=3).filter(|&card| card != cards[0]).map(nature).sum();
            let second = if cards[1] == 0 { 1 } else { 6 * nature(cards[1]) / rest };
            let with = Cards { dealt: cards, acts: Vec::new(), ..self.clone() };
            if self.acts.is_empty() {
                all.push((nature(cards[0]) * second, with));
                continue;
            }
            for &first in &firsts {
                let mut replay = Cards { fault: Fault::None, ..with.clone() };
                let mut weight = nature(cards[0]) * second;
                for &act in [first].iter().chain(&self.acts[1..]) {
                    let Node::Decision(mover) = replay.node() else { break };
                    let moves = replay.list();
                    let is_counted = mover != seat && !self.is(Fault::RedealForgetsChoices);
                    weight *= if is_counted { 6 / moves.len() as u32 } else { 1 };
                    weight *= u32::from(twice || moves.contains(&act));
                    replay.play(act);
                }
                all.push((weight, Cards { acts: replay.acts, ..with.clone() }));
            }
        }
        all
    }
}

fn letter(act: Act) -> char {
    match act {
        Act::Pass => 'p',
        Act::Bet => 'b',
        Act::Wait => 'w',
        Act::Card(card) => char::from(b'0' + card),
    }
}

impl Position for Cards {
    type Move = Act;

    fn facts(&self) -> Facts {
        let facts = Facts::two_seats(5).with_chance().with_payoffs(-2.0, 2.0);
        if [Fault::NotDeclared, Fault::OpenButRedealt].contains(&self.fault) { facts } else { facts.with_hidden() }
    }
    fn node(&self) -> Node {
        if self.dealt.contains(&0) {
            Node::Chance
        } else if self.is_over() {
            Node::Terminal
        } else {
            Node::Decision(Seat(self.acts.len() as u8 % 2))
        }
    }
    fn each_move(&self, visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        self.list().into_iter().try_for_each(visit)
    }
    fn play(&mut self, m: Act) {
        match m {
            Act::Card(card) => self.dealt[usize::from(self.dealt[0] != 0)] = card,
            act => self.acts.push(act),
        }
        self.decoration += 1;
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let won = match self.folded() {
            Some(folded) => folded != Seat(0),
            None => self.dealt[0] > self.dealt[1],
        };
        let bets = self.acts.iter().filter(|act| **act == Act::Bet).count();
        let stake = if bets == 2 { 2.0 } else { 1.0 };
        if won == (seat == Seat(0)) { stake } else { -stake }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let read = || {
            let (cards, acts) = text.split_once('/')?;
            let mut position = Cards::with(self.fault);
            for card in cards.chars().filter(|card| *card != '0') {
                let act = Act::Card(card.to_digit(10)? as u8);
                position.list().contains(&act).then(|| position.play(act))?;
            }
            for act in acts.chars() {
                let act = [Act::Pass, Act::Bet, Act::Wait].into_iter().find(|m| letter(*m) == act)?;
                position.list().contains(&act).then(|| position.play(act))?;
            }
            (position.to_string() == text).then_some(Cards { decoration: 0, ..position })
        };
        read().ok_or_else(|| TextError::new(text, "two cards, a stroke, and what was done"))
    }
    fn weight(&self, outcome: Act) -> u32 {
        if outcome == Act::Card(1) { 2 } else { 1 }
    }
    fn write_move(&self, m: Act, out: &mut dyn fmt::Write) -> fmt::Result {
        match (m, self.node(), self.fault) {
            (Act::Bet, Node::Decision(seat), Fault::NotationOfTheOthersCard) => {
                write!(out, "b{}", self.dealt[seat.opponent().index()])
            }
            _ => write!(out, "{m}"),
        }
    }
    fn hint(&self, _: Act) -> i32 {
        let Node::Decision(seat) = self.node() else { return 0 };
        let card = self.dealt[seat.opponent().index()];
        if self.is(Fault::HintOfTheOthersCard) { card.into() } else { 0 }
    }
    fn is_forcing(&self, _: Act) -> bool {
        let Node::Decision(seat) = self.node() else { return false };
        self.is(Fault::ForcingByTheOthersCard) && self.dealt[seat.opponent().index()] == 3
    }
    fn picture(&self) -> Picture {
        let mut picture = Picture::from_text(self.to_string());
        picture.add(Cell::new("table", 0.0, 0.0, Shape::Square));
        picture
    }
    fn picture_for(&self, eye: Eye) -> Picture {
        match (self.fault, eye) {
            (Fault::PictureOfTheTruth | Fault::NotDeclared | Fault::OpenButRedealt, _) => self.picture(),
            (Fault::PublicPictureOfACard, Eye::Public) => Picture::from_text(view(self, Eye::Seat(Seat(1)))),
            _ => Picture::from_text(view(self, eye)),
        }
    }
    fn aim(&self, _: Act) -> Aim {
        match (self.fault, self.node()) {
            (Fault::AimOfTheOthersCard, Node::Decision(seat)) => {
                let mut aim = Aim::word();
                aim.number = Some(self.dealt[seat.opponent().index()].into());
                aim
            }
            (Fault::AimAtWhatIsNotShown, Node::Decision(_)) => Aim::at("table"),
            _ => Aim::word(),
        }
    }
    fn write_view(&self, eye: Eye, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.is(Fault::OpenButRedealt) {
            return write!(out, "{self}");
        }
        for seat in Seat::all(2) {
            let is_own = eye == Eye::Seat(seat) && !self.is(Fault::ViewForgetsOwnCard);
            let peeks = self.is(Fault::PublicSeesACard) && eye == Eye::Public && seat == Seat(1)
                || self.is(Fault::PublicSeesWhatOneSeatSees) && seat == Seat(0) && eye != Eye::Seat(Seat(1));
            match self.dealt[seat.index()] {
                0 => out.write_char('-')?,
                card if is_own || self.is_shown() || peeks => write!(out, "{card}")?,
                _ => out.write_char('?')?,
            }
        }
        match (self.fault, eye) {
            (Fault::ViewForgetsMoves, _) => Ok(()),
            (Fault::ViewForgetsTheOrder, _) => {
                let bets = self.acts.iter().filter(|act| **act == Act::Bet).count();
                write!(out, "/{} of {}", bets, self.acts.len())
            }
            (fault, Eye::Seat(Seat(0)))
                if fault != Fault::ViewForgetsOwnMove && self.acts.first() == Some(&Act::Wait) =>
            {
                write!(out, "/w{}", &self.acts()[1..])
            }
            (Fault::ViewOfTwoLines, _) => write!(out, "\n{}", self.acts()),
            (Fault::ViewOfAField, _) => write!(out, "/{} {}", self.acts(), self.decoration),
            _ => write!(out, "/{}", self.acts()),
        }
    }
    fn view_key(&self, eye: Eye) -> u64 {
        match self.fault {
            Fault::KeysAllAlike => 1,
            Fault::KeysOfTheTruth => key_of(&(self.dealt, eye, view(self, eye))),
            _ => key_of(&view(self, eye)),
        }
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        let deals = self.deals(seat);
        let total: u32 = deals.iter().map(|(weight, _)| weight).sum();
        let mut left = stream.below(total.max(1));
        let mut drawn = None;
        for (weight, deal) in &deals {
            if left < *weight {
                drawn = Some(deal.clone());
                break;
            }
            left -= weight;
        }
        let drawn = drawn.unwrap_or_else(|| self.clone());
        let first = deals.iter().find(|(weight, _)| *weight != 0);
        let first = first.map_or_else(|| self.clone(), |(_, deal)| deal.clone());
        match self.fault {
            Fault::RedealIsTruth | Fault::NotDeclared => self.clone(),
            Fault::RedealPeeks if stream.below(4) == 0 => self.clone(),
            Fault::RedealCounts if ASKED.fetch_add(1, Relaxed).is_multiple_of(3) => first,
            Fault::RedealInOrder => first,
            Fault::RedealOfAWaitingSeatInOrder if self.node() != Node::Decision(seat) => first,
            Fault::RedealSometimesInOrder if stream.below(4) == 0 => first,
            Fault::RedealForgetsMoves => Cards { acts: Vec::new(), ..drawn },
            _ => drawn,
        }
    }
}

inventory::submit! {
    GamePlugin {
        name: "cards",
        aliases: &[],
        summary: "one card each",
        rules: "",
        claims: &[],
        help: "",
        options: &[],
        samples: &[""],
        is_inside: true,
        is_concealed: false,
        start: |_: &Options| -> Result<_, OptionError> { Ok(AnyPosition::new(Cards::with(Fault::None))) },
    }
}

#[test]
fn the_lawful_game_breaks_no_law() {
    check_position(&Cards::with(Fault::None)).unwrap();
}

#[test]
fn each_fault_of_a_game_breaks_its_own_law() {
    for (fault, law) in [
        (Fault::NotDeclared, "where nothing is hidden"),
        (Fault::OpenButRedealt, "where nothing is hidden"),
        (Fault::RedealIsTruth, "somewhere a redeal is another position"),
        (Fault::RedealPeeks, "depends on the view and the stream alone"),
        (Fault::RedealCounts, "depends on the view and the stream alone"),
        (Fault::RedealInOrder, "redeals are as likely"),
        (Fault::RedealOfAWaitingSeatInOrder, "redeals are as likely"),
        (Fault::RedealSometimesInOrder, "redeals are as likely"),
        (Fault::RedealForgetsWeights, "redeals are as likely"),
        (Fault::RedealForgetsChoices, "redeals are as likely"),
        (Fault::RedealForgetsOwnCard, "a redeal has the same view"),
        (Fault::RedealForgetsMoves, "a redeal has the same view"),
        (Fault::RedealDealsOneCardTwice, "a redeal can be reached"),
        (Fault::ViewForgetsOwnCard, "have the same moves"),
        (Fault::ViewForgetsMoves, "tells it whether it is its turn"),
        (Fault::ViewForgetsTheOrder, "tells it whether it is its turn"),
        (Fault::ViewForgetsOwnMove, "a seat forgets neither"),
        (Fault::ViewOfTwoLines, "a view is one line"),
        (Fault::ViewOfAField, "equal positions have equal views"),
        (Fault::PublicSeesACard, "what everybody sees"),
        (Fault::PublicSeesWhatOneSeatSees, "what everybody sees"),
        (Fault::MovesOfTheOthersCard, "have the same moves"),
        (Fault::NotationOfTheOthersCard, "have the same moves"),
        (Fault::HintOfTheOthersCard, "have the same moves"),
        (Fault::ForcingByTheOthersCard, "have the same moves"),
        (Fault::AimOfTheOthersCard, "have the same moves"),
        (Fault::AimAtWhatIsNotShown, "has every place that its moves point at"),
        (Fault::PictureOfTheTruth, "equal views have equal pictures"),
        (Fault::PublicPictureOfACard, "equal views have equal pictures"),
        (Fault::ShowdownInSecret, "a seat sees at the end what it gets"),
        (Fault::KeysAllAlike, "view keys are equal exactly"),
        (Fault::KeysOfTheTruth, "view keys are equal exactly"),
    ] {
        let broken = check_position(&Cards::with(fault)).unwrap_err();
        assert!(broken.law.contains(law), "{fault:?}: {broken}");
    }
}

/// The strategies by which each seat makes any move as often as any other, whatever else it has seen.
fn uniform(here: &AnyPosition, sets: &mut Vec<SharedMoves>) {
    let moves = all_moves(here);
    if let Node::Decision(seat) = here.node() {
        let seen = view(here, Eye::Seat(seat));
        if !sets.iter().any(|set| (set.seat, &set.view) == (seat, &seen)) {
            let each = moves.iter().map(|&m| (notation(here, m), 1)).collect();
            sets.push(SharedMoves { seat, view: seen, of: moves.len() as u64, moves: each });
        }
    }
    // As the walk goes, so that a set has the moves of the play that comes there first.
    moves.into_iter().rev().for_each(|m| uniform(&after(here, m), sets));
}

/// A best response is found set by set, which is one only for seats that remember.
#[test]
fn strategies_of_seats_that_forget_are_not_measured() {
    let measured = |fault| {
        let (start, mut sets) = (AnyPosition::new(Cards::with(fault)), Vec::new());
        uniform(&start, &mut sets);
        measure(&start, &sets, 10_000)
    };
    let found = measured(Fault::None).unwrap();
    assert_eq!(found.values.iter().sum::<num_rational::BigRational>(), num_rational::BigRational::default());
    let refused = measured(Fault::ViewForgetsOwnMove).unwrap_err();
    assert!(matches!(refused, NoEquilibrium::Forgets { .. }), "{refused}");
    let refused = measured(Fault::MovesOfTheOthersCard).unwrap_err();
    assert!(matches!(refused, NoEquilibrium::Unlike { .. }), "{refused}");
}
