//! How an equilibrium is looked for, and what the player is called that prepares by all plays.

use agon_core::OptionSpec;

use super::{cfr::CfrRule, sampled::PlaySampling};

/// The player that answers another one.
pub(crate) const BEST_RESPONSE: &str = "best-response";

/// How an equilibrium is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Learning {
    /// By all plays.
    Whole(CfrRule),
    /// By a sample of plays each time.
    Sampled(PlaySampling),
}

impl Learning {
    /// The option by which it is named.
    pub const OPTION: OptionSpec = OptionSpec::choice(
        "rule",
        &["cfr", "cfr+", "dcfr", "linear", "external", "outcome"],
        "cfr+",
        "how regrets are kept: CFR, CFR+, discounted by 3/2, 0 and 2, linear; or by sampling plays",
    );

    /// The rule of that name.
    pub fn named(name: &str) -> Learning {
        match name {
            "cfr" => Learning::Whole(CfrRule::Plain),
            "dcfr" => Learning::Whole(CfrRule::DISCOUNTED),
            "linear" => Learning::Whole(CfrRule::LINEAR),
            "external" => Learning::Sampled(PlaySampling::External),
            "outcome" => Learning::Sampled(PlaySampling::OUTCOME),
            _ => Learning::Whole(CfrRule::Plus),
        }
    }
}
