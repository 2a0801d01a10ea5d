//! The faults that can be planted, one by one.

use agon_core::{Accepted, NameError};

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    Nothing,
    RulesAlone,
    Everything,

    // Rules: one position in so many is concerned, or one end.
    MoveLeftOut(u64),
    MoveDoesAnother(u64),
    OutcomeLeftOut,
    OutcomesEven,
    OverTooEarly(u64),
    PayoffsExchanged(u64),
    DrawWon,
    PayoffsHalved,

    // Promises.
    MovesBackwards,
    MovesGoOn,
    CountOneMore,
    LegalWhateverIsAsked,
    DrawLeansLow,
    PlayoutBeginsOneWay,
    OutcomeWithoutWeight,
    PliesTooFew,
    PliesFarTooMany,
    PayoffsFarTooWide,
    PayoffOutOfBounds,
    KeyOfThirtyTwoBits,
    PresentKeyOfEightBits,
    WordsAlike,
    WordsUnread,
    TextUnread,
    LeadTurned,
    PartsTurned,
    EstimateWithoutEnd,
    SecuredTooMuch,
    RelevantGoesOn,
    SufficientGoesOn,
    SufficientTooFew,
    LeavesGoOn,
    ForcingGoesOn,
    ForcingLeftOut,
    NumbersTooFew,
    StatesOfTheFirst,
    SwapsAlways,
    ChanceTurnTurned,
    ImageForgotten,
    SeesEverything,
    SeesThePublicOnly,
    RedealIsTheTruth,
}

impl Flaw {
    /// Whether it makes another game, which contradicts itself nowhere.
    pub(super) fn is_of_rules(self) -> bool {
        matches!(
            self,
            Flaw::RulesAlone
                | Flaw::MoveLeftOut(_)
                | Flaw::MoveDoesAnother(_)
                | Flaw::OutcomeLeftOut
                | Flaw::OutcomesEven
                | Flaw::OverTooEarly(_)
                | Flaw::PayoffsExchanged(_)
                | Flaw::DrawWon
                | Flaw::PayoffsHalved
        )
    }
}

/// A fault that can be planted in any game.
#[derive(Debug)]
pub struct PlantedFault {
    /// Its name, which is unique.
    pub name: &'static str,
    /// What is wrong, in words.
    pub meaning: &'static str,
    pub(super) flaw: Flaw,
}

/// What of a game a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// Nothing is wrong, or everything: shows whether a check looks at the game at all.
    Control,
    /// The game is another one, and contradicts itself nowhere: no law can find it, only who knows the rules.
    Rules,
    /// A method breaks what it promises: laws should find it.
    Promise,
}

impl PlantedFault {
    /// What it is about.
    pub fn kind(&self) -> FaultKind {
        match self.flaw {
            Flaw::Nothing | Flaw::RulesAlone | Flaw::Everything => FaultKind::Control,
            flaw if flaw.is_of_rules() => FaultKind::Rules,
            _ => FaultKind::Promise,
        }
    }
}

const fn fault(name: &'static str, flaw: Flaw, meaning: &'static str) -> PlantedFault {
    PlantedFault { name, meaning, flaw }
}

/// The control without any fault: what fails here fails for another reason.
pub const UNCHANGED: &PlantedFault = &fault("unchanged", Flaw::Nothing, "nothing is wrong");

/// The control that has the rules and nothing else that follows from them, as all games of other rules have: what fails
/// here would fail with each of these.
pub const RULES_ALONE: &PlantedFault =
    &fault("rules-alone", Flaw::RulesAlone, "nothing is wrong, and what follows from the rules is worked out anew");

/// The control that panics when it is asked for moves or payoffs: what passes here does not look at the game.
pub const BROKEN: &PlantedFault = &fault("broken", Flaw::Everything, "asking for moves or payoffs panics");

/// All faults, controls aside.
pub const FAULTS: &[PlantedFault] = &[
    fault("move-left-out", Flaw::MoveLeftOut(8), "a move is missing at one position in eight"),
    fault("move-left-out-rarely", Flaw::MoveLeftOut(200), "a move is missing at one position in 200"),
    fault("wrong-effect", Flaw::MoveDoesAnother(8), "a move does what another does at one position in eight"),
    fault("wrong-effect-rarely", Flaw::MoveDoesAnother(200), "a move does what another does at one position in 200"),
    fault("outcome-left-out", Flaw::OutcomeLeftOut, "the last outcome of chance never comes"),
    fault("outcomes-even", Flaw::OutcomesEven, "all outcomes of chance are equally likely"),
    fault("over-too-early", Flaw::OverTooEarly(50), "the game is over, with equal payoffs, at one position in 50"),
    fault("payoffs-exchanged", Flaw::PayoffsExchanged(1), "each seat has the payoff of the next"),
    fault(
        "payoffs-exchanged-rarely",
        Flaw::PayoffsExchanged(20),
        "each seat has the payoff of the next at one end in 20",
    ),
    fault("draw-won", Flaw::DrawWon, "where all payoffs are equal, seat 1 has won"),
    fault("payoffs-halved", Flaw::PayoffsHalved, "payoffs are half of what they should be"),
    fault("moves-backwards", Flaw::MovesBackwards, "moves come in descending order"),
    fault("moves-go-on", Flaw::MovesGoOn, "`each_move` goes on when it is asked to stop"),
    fault("count-one-more", Flaw::CountOneMore, "`count` is one too many"),
    fault("legal-whatever", Flaw::LegalWhateverIsAsked, "`is_legal` accepts every move"),
    fault("draw-leans-low", Flaw::DrawLeansLow, "`draw_move` draws twice and takes the lower move"),
    fault("playout-one-way", Flaw::PlayoutBeginsOneWay, "`playout` begins with the first move, always"),
    fault("outcome-without-weight", Flaw::OutcomeWithoutWeight, "the first outcome of chance has the weight 0"),
    fault("plies-too-few", Flaw::PliesTooFew, "a tenth of the plies is declared"),
    fault("plies-far-too-many", Flaw::PliesFarTooMany, "ten thousand times the plies are declared"),
    fault("payoffs-far-too-wide", Flaw::PayoffsFarTooWide, "payoffs ten thousand times as wide are declared"),
    fault("payoff-out-of-bounds", Flaw::PayoffOutOfBounds, "at one end in ten more is paid than was declared"),
    fault("key-of-32-bits", Flaw::KeyOfThirtyTwoBits, "half of the bits of a key are always 0"),
    fault("present-key-of-8-bits", Flaw::PresentKeyOfEightBits, "the present key has eight bits"),
    fault("words-alike", Flaw::WordsAlike, "all moves are written alike"),
    fault("words-unread", Flaw::WordsUnread, "no move can be read"),
    fault("text-unread", Flaw::TextUnread, "every text is read as the position that is asked"),
    fault("lead-turned", Flaw::LeadTurned, "the lead has the wrong sign"),
    fault("parts-turned", Flaw::PartsTurned, "the parts of an estimate have the wrong sign"),
    fault("estimate-without-end", Flaw::EstimateWithoutEnd, "estimates are infinite"),
    fault("secured-too-much", Flaw::SecuredTooMuch, "more is certain than can be had"),
    fault("relevant-goes-on", Flaw::RelevantGoesOn, "`each_relevant` goes on when it is asked to stop"),
    fault("sufficient-goes-on", Flaw::SufficientGoesOn, "`each_sufficient` goes on when it is asked to stop"),
    fault("sufficient-too-few", Flaw::SufficientTooFew, "only the first move is said to suffice"),
    fault("leaves-go-on", Flaw::LeavesGoOn, "`each_leaf` goes on when it is asked to stop"),
    fault("forcing-goes-on", Flaw::ForcingGoesOn, "`each_forcing` goes on when it is asked to stop"),
    fault("forcing-left-out", Flaw::ForcingLeftOut, "`each_forcing` visits nothing"),
    fault("numbers-too-few", Flaw::NumbersTooFew, "half of the numbers of moves are declared"),
    fault("states-of-the-first", Flaw::StatesOfTheFirst, "every seat is told the places as the first seat sees them"),
    fault("swaps-always", Flaw::SwapsAlways, "what one seat has learned is said to hold for all"),
    fault("chance-turn-turned", Flaw::ChanceTurnTurned, "at chance nodes the next seat is said to be on turn"),
    fault("image-forgotten", Flaw::ImageForgotten, "a symmetry carries moves, and leaves the position as it is"),
    fault("sees-everything", Flaw::SeesEverything, "a seat's view is the whole position"),
    fault("sees-the-public-only", Flaw::SeesThePublicOnly, "a seat's view is that of everybody"),
    fault("redeal-is-the-truth", Flaw::RedealIsTheTruth, "a redeal is the true position"),
];

/// The controls, and all faults.
pub fn all() -> impl Iterator<Item = &'static PlantedFault> {
    [UNCHANGED, RULES_ALONE, BROKEN].into_iter().chain(FAULTS)
}

/// The fault, or the control, with this name.
///
/// # Errors
///
/// If there is none: the nearest name, and all names.
pub fn find(name: &str) -> Result<&'static PlantedFault, NameError> {
    let found = all().find(|fault| fault.name == name);
    found.ok_or_else(|| {
        let accepted = Accepted::new(name, all().map(|fault| fault.name));
        NameError::Unknown { what: "fault", name: name.to_owned(), accepted }
    })
}
