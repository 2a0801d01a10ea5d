//! Methods of computing an equilibrium.

use agon_core::OptionSpec;

use super::{cfr::CfrRule, sampled::PlaySampling};

/// The name of the player that answers another one.
pub(crate) const BEST_RESPONSE: &str = "best-response";

/// A method of computing an equilibrium.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Learning {
    /// All plays in every iteration.
    Whole(CfrRule),
    /// A sample of plays in every iteration.
    Sampled(PlaySampling),
}

impl Learning {
    /// The option that selects the method.
    pub const OPTION: OptionSpec = OptionSpec::choice(
        "rule",
        &["cfr", "cfr+", "dcfr", "linear", "external", "outcome"],
        "cfr+",
        "how regrets are kept: CFR, CFR+, discounted by 3/2, 0 and 2, linear; or by sampling plays",
    );

    /// The method with this name.
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
