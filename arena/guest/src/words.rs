//! Small texts and numbers that several protocols have in common.

use agon_core::{AnyPosition, Position};

/// The answer to a line that is too long to be read.
pub(crate) const TOO_LONG: &str = "line too long";

/// The next word of `text`, and the rest.
pub(crate) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// A value in payoffs of the game that `position` is of, on a scale where −1 is the least and 1 the greatest.
pub(crate) fn share_of(position: &AnyPosition, value: f64) -> f64 {
    let facts = position.facts();
    let middle = f64::midpoint(facts.min_payoff, facts.max_payoff);
    let half = facts.max_payoff - middle;
    if half <= 0.0 { 0.0 } else { (value - middle) / half }
}

/// A value in payoffs from −1 to 1 as hundredths of a pawn, as chess programs say it: by the scale of our
/// own estimates of chess, on which five pawns are one half.
pub(crate) fn centipawns(share: f64) -> i64 {
    const CERTAIN: f64 = 20_000.0;
    let open = 1.0 - share.abs();
    let hundredths = if open <= 0.0 { CERTAIN * share } else { 500.0 * share / open };
    hundredths.clamp(-CERTAIN, CERTAIN) as i64
}

#[cfg(test)]
mod tests {
    use super::{centipawns, first_word};

    #[test]
    fn values_become_hundredths_of_pawns() {
        for (share, hundredths) in
            [(0.0, 0), (0.5, 500), (-0.5, -500), (1.0, 20_000), (-1.0, -20_000), (0.99999, 20_000)]
        {
            assert_eq!(centipawns(share), hundredths, "{share}");
        }
    }

    #[test]
    fn words_are_taken_from_the_front() {
        assert_eq!(first_word("  go  depth 3 "), ("go", "depth 3"));
        assert_eq!(first_word(""), ("", ""));
    }
}
