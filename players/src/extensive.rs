//! Games in extensive form: all plays, with positions grouped by the view of the seat to act; strategies, their values,
//! best responses, and equilibria by counterfactual regret minimisation.
//!
//! This module sees every play with all hidden information: it serves measurements, and players that prepare before a
//! game begins. At the table such a player uses a strategy, which depends on its view alone.

mod asked;
mod cfr;
mod form;
mod learning;
mod response;
mod sampled;

pub use self::{
    asked::{AskError, reached_strategy_of, strategy_of},
    cfr::{Cfr, CfrRule, CfrState},
    form::{ExtensiveForm, InformationSet, TooManyPlays},
    learning::Learning,
    response::BestResponse,
    sampled::{PlaySampling, Sampled, SampledState},
};
pub(crate) use self::{
    asked::{AskedWhere, strategy_until, unforeseen},
    form::{BYTES, PlayWalk},
    learning::BEST_RESPONSE,
    sampled::draw,
};

#[cfg(test)]
pub(crate) mod tests;
