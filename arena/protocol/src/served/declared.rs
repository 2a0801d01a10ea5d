//! The facts that a game declares, once it was seen that they can be.

use agon_core::{Facts, Sum};

use crate::about::{About, SumWord};

/// The facts that a game declares.
///
/// # Errors
///
/// Which cannot be, or what of it cannot be served.
pub(crate) fn facts(about: &About) -> Result<Facts, String> {
    if about.seats == 0 || about.max_plies == 0 {
        return Err("`seats` and `max_plies` are at least 1".to_owned());
    }
    let (min, max) = (about.min_payoff, about.max_payoff);
    if !(min.is_finite() && max.is_finite() && min < max) {
        return Err(format!("`min_payoff` is less than `max_payoff`, not {min} and {max}"));
    }
    let sum = match (about.sum, about.total) {
        (SumWord::Zero, _) => Sum::Zero,
        (SumWord::General, _) => Sum::General,
        (SumWord::Constant, Some(total)) if total.is_finite() => Sum::Constant(total),
        (SumWord::Constant, _) => {
            return Err("payoffs of a constant `sum` need its `total`".to_owned());
        }
    };
    let facts = Facts::new(about.seats, about.max_plies).with_sum(sum).with_payoffs(min, max);
    let facts = if about.chance { facts.with_chance() } else { facts };
    Ok(if about.hidden { facts.with_hidden() } else { facts })
}
