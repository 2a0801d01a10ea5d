//! Ending a match early, when its result is clear: `sprt(elo0=0, elo1=5)`.
//!
//! The test is asked after every opening, in the order of the plan, so its verdict and the number
//! of games do not depend on the number of threads.

use agon_core::{OptionSpec, Options, term::Term};

use crate::{
    ask::spec_error::SpecError,
    rating::{Model, Sample, Shares, Sprt, Verdict},
};

/// A rule that ends a match early.
#[derive(Clone, Debug, PartialEq)]
pub struct StopRule {
    /// The canonical text.
    pub term: String,
    /// The test.
    pub sprt: Sprt,
}

/// The state of a stopping rule during a match.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct StopState {
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// The bounds at which the match ends.
    pub bounds: (f64, f64),
    /// Its verdict.
    pub verdict: Verdict,
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::real("elo0", -1000.0..=1000.0, "0", "the Elo difference if the first player is not stronger"),
    OptionSpec::real("elo1", -1000.0..=1000.0, "5", "the Elo difference if it is stronger; more than elo0"),
    OptionSpec::real("alpha", 0.000001..=0.5, "0.05", "the risk of accepting elo1 where elo0 is true"),
    OptionSpec::real("beta", 0.000001..=0.5, "0.05", "the risk of accepting elo0 where elo1 is true"),
    OptionSpec::choice("model", &["normalized", "logistic"], "normalized", "the units of elo"),
];

impl StopRule {
    /// Reads `sprt(elo0=…, elo1=…, alpha=…, beta=…, model=…)`.
    ///
    /// # Errors
    ///
    /// If it is not such a rule.
    pub(crate) fn parse(text: &str) -> Result<StopRule, SpecError> {
        let term = Term::parse(text).map_err(SpecError::new)?;
        if term.name != "sprt" {
            let name = term.name;
            return Err(SpecError::new(format!("unknown stopping rule `{name}`; accepted: sprt(…)")));
        }
        let options = Options::read("sprt", OPTIONS, &term).map_err(SpecError::new)?;
        let sprt = Sprt {
            elo0: options.real("elo0"),
            elo1: options.real("elo1"),
            alpha: options.real("alpha"),
            beta: options.real("beta"),
            model: match options.text("model") {
                "logistic" => Model::Logistic,
                _ => Model::Normalized,
            },
        };
        if sprt.elo1 <= sprt.elo0 {
            return Err(SpecError::new(options.impossible("elo1 must be more than elo0")));
        }
        Ok(StopRule { term: options.term(), sprt })
    }

    /// The rule with both of its differences, also where one is the usual.
    pub(crate) fn in_full(&self) -> String {
        let Sprt { elo0, elo1, alpha, beta, model } = self.sprt;
        let errors = match (alpha, beta) {
            (0.05, 0.05) => String::new(),
            _ => format!(", alpha={alpha}, beta={beta}"),
        };
        let model = if model == Model::Logistic { "logistic" } else { "normalized" };
        format!("sprt(elo0={elo0}, elo1={elo1}{errors}, model={model})")
    }

    /// The state of the rule after a match with these results.
    pub fn state(&self, sample: &Sample) -> StopState {
        self.state_at(self.sprt.ratio(sample))
    }

    /// The same where payoffs decide: see [`Sprt::ratio_of_shares`].
    pub(crate) fn state_by_payoff(&self, shares: &Shares) -> StopState {
        self.state_at(self.sprt.ratio_of_shares(shares))
    }

    fn state_at(&self, ratio: f64) -> StopState {
        StopState { ratio, bounds: self.sprt.bounds(), verdict: self.sprt.verdict_of(ratio) }
    }
}

#[cfg(test)]
mod tests {
    use super::StopRule;

    #[test]
    fn rules_print_canonically_and_impossible_ones_are_refused() {
        assert_eq!(StopRule::parse("sprt(0, 5)").unwrap().term, "sprt");
        let rule = StopRule::parse("sprt(elo1=10, model=logistic)").unwrap();
        assert_eq!(rule.term, "sprt(elo1=10, model=logistic)");
        assert_eq!(rule.in_full(), "sprt(elo0=0, elo1=10, model=logistic)");
        let rule = StopRule::parse("sprt(alpha=0.1)").unwrap();
        assert_eq!(rule.in_full(), "sprt(elo0=0, elo1=5, alpha=0.1, beta=0.05, model=normalized)");
        for (text, message) in [
            ("sprt(elo0=5)", "elo1 must be more than elo0"),
            ("sprt(elo2=5)", "unknown option `elo2`; did you mean `elo0`?"),
            ("stpr", "unknown stopping rule `stpr`; accepted: sprt"),
        ] {
            let error = StopRule::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
