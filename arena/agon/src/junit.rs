//! The report of `agon compare` for CI, in the form of `JUnit`.

use std::fmt::Write as _;

use agon_arena::{keep::Mismatch, tell::Comparison};

use crate::figure::chance;

/// A `JUnit` report: one case for the moves, where they count, and one for every pair.
pub(crate) fn report(comparison: &Comparison, differences: &[Mismatch], is_exact: bool) -> String {
    let (mut cases, mut tests, mut failures) = (String::new(), 0, 0);
    let is_said = is_exact && !comparison.is_equal
        || !comparison.unmatched.is_empty()
        || comparison.pairs.iter().any(|pair| pair.is_significant);
    let mut case = |name: &str, failure: Option<String>| {
        let name = escaped(name);
        tests += 1;
        let _ = write!(cases, "    <testcase name=\"{name}\" classname=\"agon.compare\"");
        if let Some(message) = failure {
            failures += 1;
            let message = escaped(&message);
            let _ = writeln!(cases, ">\n      <failure message=\"{message}\"/>\n    </testcase>");
        } else {
            cases += "/>\n";
        }
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
        let failure =
            format!("{:.1} % before, {:.1} % now, {}", 100.0 * pair.before, 100.0 * pair.now, chance(pair.probability));
        case(&name, pair.is_significant.then_some(failure));
    }
    for line in &comparison.unmatched {
        case(line, Some("the pair met in one of the results only".to_owned()));
    }
    // What fails the check fails the report.
    if let Some(why) = comparison.failure(is_exact).filter(|_| !is_said) {
        case("the results can be compared", Some(why));
    }
    let counts = format!("name=\"agon compare\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\"");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  <testsuite {counts}>\n{cases}  </testsuite>\n</testsuites>\n"
    )
}

/// A text as the value of an attribute. What XML cannot say, such as most control characters, is left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' | '\r' => escaped.push(' '),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_and_messages_are_values_of_attributes_whatever_is_in_them() {
        let hostile = "mcts(ucb=\"<&>\")\u{1b}[1m\nő";
        assert_eq!(super::escaped(hostile), "mcts(ucb=&quot;&lt;&amp;&gt;&quot;)[1m ő");
    }
}
