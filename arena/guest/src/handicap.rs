//! The points of handicap stones.

/// The vertices of a fixed handicap of `stones` stones, as the specification of GTP has them; `None`
/// if the board has no room for them.
pub(crate) fn fixed(stones: u32, size: u8) -> Option<Vec<String>> {
    let most = match size {
        ..7 => 0,
        7 => 4,
        size if size.is_multiple_of(2) => 4,
        _ => 9,
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let low = if size < 13 { 3 } else { 4 };
    let (middle, high) = (size.div_ceil(2), size + 1 - low);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let mut found: Vec<(u8, u8)> = corners[..4.min(stones as usize)].to_vec();
    if 4 < stones {
        // With an odd number one stands in the middle.
        found.extend(&sides[..(stones as usize - 4) / 2 * 2]);
        found.extend((stones % 2 == 1).then_some((middle, middle)));
    }
    let letter = |column: u8| char::from(b'A' + column - 1 + u8::from(8 < column));
    Some(found.into_iter().map(|(column, row)| format!("{}{row}", letter(column))).collect())
}

#[cfg(test)]
mod tests {
    use super::fixed;

    #[test]
    fn stones_stand_where_the_specification_puts_them() {
        let on = |stones, size| fixed(stones, size).map(|found| found.join(" "));
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(on(2, 9), text("C3 G7"));
        assert_eq!(on(4, 19), text("D4 Q16 D16 Q4"));
        assert_eq!(on(5, 19), text("D4 Q16 D16 Q4 K10"));
        assert_eq!(on(6, 13), text("D4 K10 D10 K4 D7 K7"));
        assert_eq!(on(9, 19), text("D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"));
        for (stones, size) in [(1, 9), (10, 19), (5, 8), (5, 7), (2, 6), (0, 19)] {
            assert_eq!(on(stones, size), None, "{stones} on {size}");
        }
    }
}
