//! The report of `agon check` for CI, in the form of `JUnit`.

use std::fmt::Write as _;

use agon_arena::{keep::Mismatch, tally::Comparison};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::figure::chance;

/// A `JUnit` report: one case for the moves, where they count, and one for every pair.
pub(crate) fn report(comparison: &Comparison, differences: &[Mismatch], is_exact: bool) -> String {
    let mut suite = TestSuite::new("agon check");
    let is_said = is_exact && !comparison.is_equal
        || !comparison.unmatched.is_empty()
        || comparison.pairs.iter().any(|pair| pair.is_significant);
    let mut case = |name: &str, failure: Option<String>| {
        let mut status = TestCaseStatus::success();
        if let Some(message) = failure {
            status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(message);
        }
        let mut case = TestCase::new(name, status);
        case.set_classname("agon.check");
        suite.add_test_case(case);
    };
    if is_exact {
        let (before, now) = &comparison.fingerprints;
        let mut failure = format!("fingerprint {before} before, {now} now");
        for difference in differences {
            let _ = write!(failure, "; {difference}");
        }
        case("every move is equal", (!comparison.is_equal).then_some(failure));
    }
    for pair in &comparison.pairs {
        let name = format!("{}: {} against {}", pair.game, pair.one, pair.other);
        let failure = format!(
            "{:.1} % before, {:.1} % now, {}",
            100.0 * pair.before,
            100.0 * pair.now,
            chance(pair.probability)
        );
        case(&name, pair.is_significant.then_some(failure));
    }
    for line in &comparison.unmatched {
        case(line, Some("the pair met in one of the results only".to_owned()));
    }
    // What fails the check fails the report.
    if let Some(why) = comparison.failure(is_exact).filter(|_| !is_said) {
        case("the results can be compared", Some(why));
    }
    let mut report = Report::new("agon check");
    report.add_test_suite(suite);
    report.to_string().expect("a string takes any text")
}
