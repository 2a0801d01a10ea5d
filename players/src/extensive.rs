//! Games in extensive form: every play walked, positions gathered by what the seat to act sees; strategies,
//! their values, best responses, and equilibria by counterfactual regrets.
//!
//! It looks at every play, with all that is hidden: it is for measuring, and for players that prepare before
//! a game begins. What a player asks at the table is a strategy, by its view alone.

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
    learning::BEST_RESPONSE,
    sampled::draw,
};

#[cfg(test)]
pub(crate) mod tests;
