//! A position of any game with a fault.

use std::{
    fmt::{self, Debug, Display, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, AnyMove, AnyPosition, Contribution, Estimator, Explained, Extras, Eye, Facts, Featured, ForeignNotation,
    ForeignPlugin, Heuristic, Leaf, Learnable, Named, Node, Picture, Position, Protocol, Remarks, Scoresheet, Seat,
    Setup, Stream, Sum, Symmetric, TextError, key_of, scored, view,
};

use super::flaw::Flaw;

/// A position with a fault. Where the fault makes another game, what follows from the rules is worked out from them
/// anew, as if its author had written nothing else; all other answers are those of the game.
pub(crate) struct Mutant<P> {
    here: P,
    flaw: Flaw,
    /// What is seen at the start, where no play is over too early.
    start: u64,
}

impl<P: Position> Mutant<P> {
    pub(super) fn new(start: P, flaw: Flaw) -> Mutant<P> {
        let seen = seen_by(&start, Eye::Public);
        Mutant { here: start, flaw, start: seen }
    }

    /// The position without the fault.
    pub(crate) fn here(&self) -> &P {
        &self.here
    }

    fn with(&self, here: P) -> Mutant<P> {
        Mutant { here, flaw: self.flaw, start: self.start }
    }

    /// Panics where nothing is to work.
    fn stand(&self) {
        assert!(self.flaw != Flaw::Everything, "this game is broken on purpose");
    }

    /// Whether the rules are wrong.
    fn is_other_game(&self) -> bool {
        self.flaw.is_of_rules()
    }

    /// The move or outcome that is missing here.
    fn left_out(&self) -> Option<P::Move> {
        match (self.flaw, self.here.node()) {
            (Flaw::MoveLeftOut(one_in), Node::Decision(seat)) => self.chosen(seat, one_in, 0),
            (Flaw::OutcomeLeftOut, Node::Chance) => {
                let count = self.here.count();
                (2 <= count).then(|| self.here.nth(count - 1))
            }
            _ => None,
        }
    }

    /// The move in whose place `m` is played.
    fn effect(&self, m: P::Move) -> P::Move {
        match (self.flaw, self.here.node()) {
            (Flaw::MoveDoesAnother(one_in), Node::Decision(seat)) if self.chosen(seat, one_in, 0) == Some(m) => {
                self.chosen(seat, one_in, 1).unwrap_or(m)
            }
            _ => m,
        }
    }

    /// At one position in so many, one of the moves: the one that many places after another. The same for all positions
    /// that the seat cannot tell apart.
    fn chosen(&self, seat: Seat, one_in: u64, after: usize) -> Option<P::Move> {
        let (seen, count) = (seen_by(&self.here, Eye::Seat(seat)), self.here.count());
        let is_here = 2 <= count && is_one_in(seen, one_in);
        is_here.then(|| self.here.nth((seen as usize % count + after) % count))
    }

    /// Whether the game is over here, too early.
    fn is_cut(&self) -> bool {
        let Flaw::OverTooEarly(one_in) = self.flaw else { return false };
        let seen = seen_by(&self.here, Eye::Public);
        matches!(self.here.node(), Node::Decision(_)) && seen != self.start && is_one_in(seen, one_in)
    }

    /// Whether this end is one in so many.
    fn is_end_in(&self, one_in: u64) -> bool {
        is_one_in(mixed(self.here.key()), one_in)
    }

    /// Whether a position is worth something else than the game says.
    fn values_otherwise(&self) -> bool {
        let is_wrong = matches!(self.flaw, Flaw::PayoffOutOfBounds | Flaw::EstimateWithoutEnd);
        is_wrong || self.is_other_game()
    }

    /// Whether learned evaluations read the game.
    fn is_learned(&self) -> bool {
        0 < Extras::states(&self.here, Seat(0), &mut Vec::new())
    }

    /// Whether chance, or a random move, goes by other odds here.
    fn draws_otherwise(&self) -> bool {
        let is_even = self.flaw == Flaw::OutcomesEven && self.here.node() == Node::Chance;
        is_even || self.left_out().is_some()
    }

    /// Whether a view of the eye is another than the game's.
    fn sees_otherwise(&self, eye: Eye) -> bool {
        let is_wrong = matches!(self.flaw, Flaw::SeesEverything | Flaw::SeesThePublicOnly);
        is_wrong && eye != Eye::Public && self.here.facts().hidden
    }

    /// An equal share of what all payoffs come to.
    fn share(&self) -> f64 {
        let facts = self.here.facts();
        match facts.sum {
            Sum::Zero => 0.0,
            Sum::Constant(sum) => sum / f64::from(facts.seats),
            Sum::General => f64::midpoint(facts.min_payoff, facts.max_payoff),
        }
    }

    /// The payoff where equal payoffs are a win of the first seat: what the second could still lose goes to the first.
    fn won_draw(&self, seat: Seat) -> f64 {
        let facts = self.here.facts();
        let first = self.here.payoff(Seat(0));
        if facts.seats < 2 || Seat::all(facts.seats).any(|s| self.here.payoff(s) != first) {
            return self.here.payoff(seat);
        }
        let moved = (facts.max_payoff - first).min(first - facts.min_payoff);
        match seat {
            Seat(0) => first + moved,
            Seat(1) => first - moved,
            _ => first,
        }
    }
}

/// What an eye sees, well mixed: in an open game without its past, which may forbid moves and no more.
fn seen_by<P: Position>(here: &P, eye: Eye) -> u64 {
    mixed(if here.facts().hidden { here.view_key(eye) } else { here.present_key() })
}

fn mixed(key: u64) -> u64 {
    key_of(&key)
}

fn is_one_in(seen: u64, times: u64) -> bool {
    (seen >> 32).is_multiple_of(times)
}

/// The seat after `seat` of `seats`.
fn next_seat(seat: Seat, seats: u8) -> Seat {
    Seat((seat.0 + 1) % seats)
}

impl<P: Position> Clone for Mutant<P> {
    fn clone(&self) -> Mutant<P> {
        self.with(self.here.clone())
    }
    fn clone_from(&mut self, source: &Mutant<P>) {
        self.here.clone_from(&source.here);
        (self.flaw, self.start) = (source.flaw, source.start);
    }
}

impl<P: Position> PartialEq for Mutant<P> {
    fn eq(&self, other: &Mutant<P>) -> bool {
        self.here == other.here
    }
}

impl<P: Position> Eq for Mutant<P> {}

impl<P: Position> Hash for Mutant<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.here.hash(state);
    }
}

impl<P: Position> Debug for Mutant<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.here, f)
    }
}

impl<P: Position> Display for Mutant<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.here, f)
    }
}

/// Visits what `each` visits, and goes on when it is asked to stop.
fn goes_on<M>(
    mut visit: impl FnMut(M) -> ControlFlow<()>,
    each: impl FnOnce(&mut dyn FnMut(M) -> ControlFlow<()>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    each(&mut |m| {
        let _ = visit(m);
        ControlFlow::Continue(())
    })
}

impl<P: Position> Position for Mutant<P> {
    type Move = P::Move;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        let mut facts = self.here.facts();
        let width = facts.max_payoff - facts.min_payoff;
        match self.flaw {
            Flaw::PliesTooFew => facts.max_plies = facts.max_plies.div_ceil(10),
            Flaw::PliesFarTooMany => facts.max_plies = facts.max_plies.saturating_mul(10_000),
            Flaw::PayoffsFarTooWide => {
                facts.min_payoff -= 5_000.0 * width;
                facts.max_payoff += 5_000.0 * width;
            }
            _ => {}
        }
        facts
    }
    fn node(&self) -> Node {
        if self.is_cut() { Node::Terminal } else { self.here.node() }
    }
    fn each_move(&self, mut visit: impl FnMut(P::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.stand();
        match self.flaw {
            Flaw::MovesBackwards => {
                let mut moves = Vec::new();
                self.here.moves(&mut moves);
                moves.into_iter().rev().try_for_each(visit)
            }
            Flaw::MovesGoOn => goes_on(visit, |visit| self.here.each_move(visit)),
            _ if self.is_cut() => ControlFlow::Continue(()),
            _ => match self.left_out() {
                Some(missing) => {
                    self.here.each_move(|m| if m == missing { ControlFlow::Continue(()) } else { visit(m) })
                }
                None => self.here.each_move(visit),
            },
        }
    }
    fn play(&mut self, m: P::Move) {
        self.here.play(self.effect(m));
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.stand();
        let facts = self.here.facts();
        if self.is_cut() {
            return self.share();
        }
        match self.flaw {
            Flaw::PayoffsExchanged(one_in) if self.is_end_in(one_in) => self.here.payoff(next_seat(seat, facts.seats)),
            Flaw::DrawWon => self.won_draw(seat),
            Flaw::PayoffsHalved => self.here.payoff(seat) / 2.0,
            Flaw::PayoffOutOfBounds if self.is_end_in(10) => facts.max_payoff + 1.0,
            _ => self.here.payoff(seat),
        }
    }
    fn parse(&self, text: &str) -> Result<Mutant<P>, TextError> {
        let read = self.here.parse(text)?;
        Ok(if self.flaw == Flaw::TextUnread { self.clone() } else { self.with(read) })
    }
    fn weight(&self, outcome: P::Move) -> u32 {
        match self.flaw {
            Flaw::OutcomesEven => 1,
            Flaw::OutcomeWithoutWeight if self.here.nth(0) == outcome => 0,
            _ => self.here.weight(outcome),
        }
    }
    fn play_from(&mut self, source: &Mutant<P>, m: P::Move) {
        (self.flaw, self.start) = (source.flaw, source.start);
        self.here.play_from(&source.here, source.effect(m));
    }
    fn count(&self) -> usize {
        self.stand();
        if self.is_cut() {
            return 0;
        }
        let missing = usize::from(self.left_out().is_some());
        self.here.count() - missing + usize::from(self.flaw == Flaw::CountOneMore)
    }
    fn is_legal(&self, m: P::Move) -> bool {
        self.stand();
        match self.flaw {
            Flaw::LegalWhateverIsAsked => true,
            _ if self.is_cut() || self.left_out() == Some(m) => false,
            _ => self.here.is_legal(m),
        }
    }
    fn draw_move(&self, stream: &mut Stream) -> P::Move {
        self.stand();
        if self.draws_otherwise() {
            return drawn(self, stream);
        }
        let m = self.here.draw_move(stream);
        if self.flaw == Flaw::DrawLeansLow { m.min(self.here.draw_move(stream)) } else { m }
    }
    fn playout(&mut self, stream: &mut Stream) {
        self.stand();
        if self.is_other_game() {
            while self.node() != Node::Terminal {
                let m = self.draw_move(stream);
                self.play(m);
            }
            return;
        }
        if self.flaw == Flaw::PlayoutBeginsOneWay && self.here.node() != Node::Terminal {
            self.here.play(self.here.nth(0));
        }
        self.here.playout(stream);
    }
    fn policy_move(&self, stream: &mut Stream) -> P::Move {
        if self.is_other_game() {
            return self.draw_move(stream);
        }
        self.here.policy_move(stream)
    }
    fn key(&self) -> u64 {
        let key = self.here.key();
        if self.flaw == Flaw::KeyOfThirtyTwoBits { key >> 32 } else { key }
    }
    fn write_move(&self, m: P::Move, out: &mut dyn Write) -> fmt::Result {
        if self.flaw == Flaw::WordsAlike { out.write_str("it") } else { self.here.write_move(m, out) }
    }
    fn parse_move(&self, text: &str) -> Option<P::Move> {
        let m = self.here.parse_move(text).filter(|_| self.flaw != Flaw::WordsUnread)?;
        (!self.is_other_game() || self.is_legal(m)).then_some(m)
    }
    fn picture(&self) -> Picture {
        self.here.picture()
    }
    fn aim(&self, m: P::Move) -> Aim {
        self.here.aim(m)
    }
    fn cover(&mut self, eye: Eye) -> bool {
        !self.sees_otherwise(eye) && self.here.cover(eye)
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        match self.flaw {
            Flaw::SeesEverything if self.sees_otherwise(eye) => write!(out, "{}", self.here),
            Flaw::SeesThePublicOnly => self.here.write_view(Eye::Public, out),
            _ => self.here.write_view(eye, out),
        }
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Mutant<P> {
        if self.flaw == Flaw::RedealIsTheTruth {
            return self.clone();
        }
        self.with(self.here.redeal(seat, stream))
    }
    fn view_key(&self, eye: Eye) -> u64 {
        if self.sees_otherwise(eye) { key_of(&view(self, eye)) } else { self.here.view_key(eye) }
    }
    fn picture_for(&self, eye: Eye) -> Picture {
        if self.sees_otherwise(eye) { Picture::from_text(view(self, eye)) } else { self.here.picture_for(eye) }
    }
    fn heuristics(&self) -> &'static [Named] {
        self.here.heuristics()
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        match self.flaw {
            Flaw::EstimateWithoutEnd => f64::INFINITY,
            _ => self.here.estimate(heuristic, seat),
        }
    }
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        self.here.keep(heuristic);
    }
    fn each_relevant(&self, visit: impl FnMut(P::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.flaw {
            Flaw::RelevantGoesOn => goes_on(visit, |visit| self.here.each_relevant(visit)),
            _ if self.is_other_game() => self.each_move(visit),
            _ => self.here.each_relevant(visit),
        }
    }
    fn each_sufficient(&self, visit: impl FnMut(P::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.flaw {
            Flaw::SufficientGoesOn => goes_on(visit, |visit| self.here.each_sufficient(visit)),
            Flaw::SufficientTooFew => (0..self.here.count().min(1)).map(|n| self.here.nth(n)).try_for_each(visit),
            _ if self.is_other_game() => self.each_move(visit),
            _ => self.here.each_sufficient(visit),
        }
    }
    fn each_leaf(
        &self,
        room: &mut Mutant<P>,
        estimator: &Estimator,
        seat: Seat,
        mut visit: impl FnMut(P::Move, Leaf) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.values_otherwise() {
            return estimator.each_played(self, room, seat, visit);
        }
        self.here.each_leaf(&mut room.here, estimator, seat, |m, leaf| {
            let asked = visit(m, leaf);
            if self.flaw == Flaw::LeavesGoOn { ControlFlow::Continue(()) } else { asked }
        })
    }
    fn hint(&self, m: P::Move) -> i32 {
        self.here.hint(m)
    }
    fn is_forcing(&self, m: P::Move) -> bool {
        self.here.is_forcing(m)
    }
    fn each_forcing(&self, mut visit: impl FnMut(P::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.flaw {
            Flaw::ForcingGoesOn => goes_on(visit, |visit| self.here.each_forcing(visit)),
            Flaw::ForcingLeftOut => ControlFlow::Continue(()),
            _ if self.is_other_game() => {
                self.each_move(|m| if self.is_forcing(m) { visit(m) } else { ControlFlow::Continue(()) })
            }
            _ => self.here.each_forcing(visit),
        }
    }
    fn is_forced(&self) -> bool {
        self.here.is_forced()
    }
    fn outcomes_look_alike(&self) -> bool {
        self.here.outcomes_look_alike() && !self.is_other_game()
    }
    fn pass(&mut self) -> bool {
        self.here.pass()
    }
    fn present_key(&self) -> u64 {
        let key = self.here.present_key();
        if self.flaw == Flaw::PresentKeyOfEightBits { key >> 56 } else { key }
    }
    fn bytes(&self) -> usize {
        size_of::<Mutant<P>>() - size_of::<P>() + self.here.bytes()
    }
}

impl<P: Position> Explained for Mutant<P> {
    fn parts(&self, heuristic: Heuristic) -> Vec<Contribution> {
        let mut parts = Extras::parts(&self.here, heuristic);
        if self.flaw == Flaw::PartsTurned {
            for part in &mut parts {
                let terms = part.terms.iter_mut().flat_map(|(_, values)| values);
                part.values.iter_mut().chain(terms).for_each(|value| *value = -*value);
            }
        }
        parts
    }
    fn ending(&self) -> &'static str {
        if self.is_cut() { "" } else { Extras::ending(&self.here) }
    }
    fn rules(&self) -> Option<String> {
        Extras::rules(&self.here)
    }
    fn remarks(&self) -> Remarks {
        Extras::remarks(&self.here)
    }
}

impl<P: Position> Learnable for Mutant<P> {
    fn numbers(&self) -> u32 {
        let numbers = Extras::numbers(&self.here);
        if self.flaw == Flaw::NumbersTooFew { numbers.div_ceil(2) } else { numbers }
    }
    fn number(&self, m: P::Move) -> u32 {
        Extras::number(&self.here, m)
    }
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        Extras::states(&self.here, if self.flaw == Flaw::StatesOfTheFirst { Seat(0) } else { seat }, out)
    }
    fn swaps(&self) -> bool {
        Extras::swaps(&self.here) || self.flaw == Flaw::SwapsAlways && self.is_learned()
    }
    fn on_turn(&self) -> Seat {
        let seat = Extras::on_turn(&self.here);
        let is_turned = self.flaw == Flaw::ChanceTurnTurned && self.here.node() == Node::Chance;
        if is_turned && self.is_learned() { next_seat(seat, self.here.facts().seats) } else { seat }
    }
    fn secured(&self, seat: Seat) -> f64 {
        let (facts, secured) = (self.here.facts(), Extras::secured(&self.here, seat));
        match self.flaw {
            Flaw::SecuredTooMuch if facts.sum == Sum::General => secured + (facts.max_payoff - facts.min_payoff) / 2.0,
            _ if self.is_other_game() => 0.0,
            _ => secured,
        }
    }
}

impl<P: Position> Featured for Mutant<P> {
    fn features(&self) -> &'static [Named] {
        Extras::features(&self.here)
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        Extras::feature_values(&self.here, seat, values);
    }
    fn feature_units(&self, units: &mut Vec<f64>) {
        Extras::feature_units(&self.here, units);
    }
}

impl<P: Position> Symmetric for Mutant<P> {
    fn symmetries(&self) -> usize {
        // What is wrong at some positions is not at their images.
        if self.is_other_game() { 1 } else { Extras::symmetries(&self.here) }
    }
    fn image(&self, symmetry: usize) -> Mutant<P> {
        if self.flaw == Flaw::ImageForgotten {
            return self.clone();
        }
        self.with(Extras::image(&self.here, symmetry))
    }
    fn image_of_move(&self, m: P::Move, symmetry: usize) -> P::Move {
        Extras::image_of_move(&self.here, m, symmetry)
    }
}

/// Of erased positions alone: nobody else asks.
impl ForeignNotation for Mutant<AnyPosition> {
    fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
        self.here.foreign_setup(protocol)
    }
    fn write_foreign(&self, m: AnyMove, protocol: Protocol, out: &mut dyn Write) -> fmt::Result {
        self.here.write_foreign(m, protocol, out)
    }
    fn parse_foreign(&self, text: &str, protocol: Protocol) -> Option<AnyMove> {
        let m = self.here.parse_foreign(text, protocol)?;
        (!self.is_other_game() || self.is_legal(m)).then_some(m)
    }
    fn write_scoresheet(&self, m: AnyMove, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&scored(&self.here, m))
    }
    fn scoresheet(&self) -> Scoresheet {
        self.here.scoresheet()
    }
    fn lead(&self) -> Option<f64> {
        match self.flaw {
            Flaw::LeadTurned => self.here.lead().map(|lead| -lead),
            _ if self.is_other_game() => None,
            _ => self.here.lead(),
        }
    }
}

agon_core::inventory::submit! { ForeignPlugin::of::<Mutant<AnyPosition>>() }

/// A move by its weight where chance acts, any otherwise.
fn drawn<P: Position>(here: &P, stream: &mut Stream) -> P::Move {
    let mut moves = Vec::new();
    here.moves(&mut moves);
    let is_chance = here.node() == Node::Chance;
    let weight = |m| if is_chance { here.weight(m) } else { 1 };
    let mut left = stream.below(moves.iter().map(|&m| weight(m)).sum());
    for &m in &moves {
        let own = weight(m);
        if left < own {
            return m;
        }
        left -= own;
    }
    unreachable!("what is drawn is less than the sum of the weights")
}
