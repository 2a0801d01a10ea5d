//! A position of another game in other words: all but its texts is that game's.

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::Arc,
};

use agon_core::{
    AnyMove, AnyPosition, Estimator, Explained, Extras, Eye, Facts, Featured, Heuristic, Leaf, Learnable, Named, Node,
    Picture, Position, Remarks, Seat, Stream, Symmetric, TextError, notation, view,
};

use crate::{mask::Mask, seen, told::Told};

/// A position of a game in disguise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disguised {
    here: AnyPosition,
    dress: Arc<Dress>,
}

/// What all positions of a game in disguise share.
#[derive(Debug, PartialEq, Eq)]
struct Dress {
    mask: Mask,
    told: Told,
}

impl Disguised {
    /// This position of a game, of which `told` is known, in the words of `mask`.
    pub(crate) fn new(here: AnyPosition, mask: Mask, told: Told) -> Disguised {
        Disguised { here, dress: Arc::new(Dress { mask, told }) }
    }

    /// The position without the disguise.
    pub fn undisguised(&self) -> &AnyPosition {
        &self.here
    }

    fn with(&self, here: AnyPosition) -> Disguised {
        Disguised { here, dress: self.dress.clone() }
    }
}

impl Hash for Disguised {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.here.hash(state);
    }
}

/// What can be seen, as facts in no order, and behind a bar the position's text, its pieces in no order either.
impl fmt::Display for Disguised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&seen::shown(&self.dress.mask, &self.here))
    }
}

impl Position for Disguised {
    type Move = AnyMove;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        self.here.facts()
    }
    #[inline]
    fn node(&self) -> Node {
        self.here.node()
    }
    #[inline]
    fn each_move(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.here.each_move(visit)
    }
    #[inline]
    fn play(&mut self, m: AnyMove) {
        self.here.play(m);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.here.payoff(seat)
    }
    fn parse(&self, text: &str) -> Result<Disguised, TextError> {
        let mask = &self.dress.mask;
        let here = seen::text(mask, text).and_then(|plain| self.here.parse(&plain).ok());
        // Its facts say nothing that its text does not, and are to agree with it.
        let found = here.filter(|here| seen::shown(mask, here) == text).map(|here| self.with(here));
        found.ok_or_else(|| TextError::new(text, format!("facts and texts as they are written, such as `{self}`")))
    }
    fn weight(&self, outcome: AnyMove) -> u32 {
        self.here.weight(outcome)
    }
    #[inline]
    fn play_from(&mut self, source: &Disguised, m: AnyMove) {
        if !Arc::ptr_eq(&self.dress, &source.dress) {
            self.dress = source.dress.clone();
        }
        self.here.play_from(&source.here, m);
    }
    #[inline]
    fn count(&self) -> usize {
        self.here.count()
    }
    #[inline]
    fn nth(&self, n: usize) -> AnyMove {
        self.here.nth(n)
    }
    #[inline]
    fn is_legal(&self, m: AnyMove) -> bool {
        self.here.is_legal(m)
    }
    #[inline]
    fn draw_move(&self, stream: &mut Stream) -> AnyMove {
        self.here.draw_move(stream)
    }
    fn policy_move(&self, stream: &mut Stream) -> AnyMove {
        self.here.policy_move(stream)
    }
    fn playout(&mut self, stream: &mut Stream) {
        self.here.playout(stream);
    }
    fn key(&self) -> u64 {
        self.here.key()
    }
    fn moves(&self, list: &mut Vec<AnyMove>) {
        self.here.moves(list);
    }
    fn write_move(&self, m: AnyMove, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&self.dress.mask.word(&notation(&self.here, m)))
    }
    fn parse_move(&self, text: &str) -> Option<AnyMove> {
        self.here.parse_move(&self.dress.mask.text(text)?)
    }
    fn picture(&self) -> Picture {
        Picture::from_text(seen::in_lines(&self.to_string()))
    }
    fn picture_for(&self, eye: Eye) -> Picture {
        Picture::from_text(seen::in_lines(&view(self, eye)))
    }
    fn cover(&mut self, eye: Eye) -> bool {
        self.here.cover(eye)
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&seen::facts_and(&self.dress.mask, &self.here.picture_for(eye), &view(&self.here, eye)))
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Disguised {
        self.with(self.here.redeal(seat, stream))
    }
    fn view_key(&self, eye: Eye) -> u64 {
        self.here.view_key(eye)
    }
    fn heuristics(&self) -> &'static [Named] {
        self.here.heuristics()
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        self.here.estimate(heuristic, seat)
    }
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        self.here.keep(heuristic);
    }
    fn each_relevant(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.here.each_relevant(visit)
    }
    fn each_sufficient(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.here.each_sufficient(visit)
    }
    fn each_leaf(
        &self,
        room: &mut Disguised,
        estimator: &Estimator,
        seat: Seat,
        visit: impl FnMut(AnyMove, Leaf) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.here.each_leaf(&mut room.here, estimator, seat, visit)
    }
    fn hint(&self, m: AnyMove) -> i32 {
        self.here.hint(m)
    }
    fn is_forcing(&self, m: AnyMove) -> bool {
        self.here.is_forcing(m)
    }
    fn each_forcing(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.here.each_forcing(visit)
    }
    fn is_forced(&self) -> bool {
        self.here.is_forced()
    }
    fn outcomes_look_alike(&self) -> bool {
        self.here.outcomes_look_alike()
    }
    fn pass(&mut self) -> bool {
        self.here.pass()
    }
    fn present_key(&self) -> u64 {
        self.here.present_key()
    }
    fn bytes(&self) -> usize {
        size_of::<Disguised>() - size_of::<AnyPosition>() + self.here.bytes()
    }
}

impl Explained for Disguised {
    fn rules(&self) -> Option<String> {
        Some(self.dress.told.rules(&self.dress.mask))
    }
    fn remarks(&self) -> Remarks {
        Remarks { is_slow: self.here.remarks().is_slow, ..Remarks::default() }
    }
}

impl Featured for Disguised {
    fn features(&self) -> &'static [Named] {
        self.here.features()
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        self.here.feature_values(seat, values);
    }
    fn feature_units(&self, units: &mut Vec<f64>) {
        self.here.feature_units(units);
    }
}

impl Learnable for Disguised {
    fn numbers(&self) -> u32 {
        self.here.numbers()
    }
    fn number(&self, m: AnyMove) -> u32 {
        self.here.number(m)
    }
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        self.here.states(seat, out)
    }
    fn swaps(&self) -> bool {
        self.here.swaps()
    }
    fn on_turn(&self) -> Seat {
        self.here.on_turn()
    }
    fn secured(&self, seat: Seat) -> f64 {
        self.here.secured(seat)
    }
}

impl Symmetric for Disguised {
    fn symmetries(&self) -> usize {
        self.here.symmetries()
    }
    fn image(&self, symmetry: usize) -> Disguised {
        self.with(self.here.image(symmetry))
    }
    fn image_of_move(&self, m: AnyMove, symmetry: usize) -> AnyMove {
        self.here.image_of_move(m, symmetry)
    }
}
