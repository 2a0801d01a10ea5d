//! Legal moves in the game's notation.

use std::{cmp::Ordering, ops::ControlFlow};

use agon_core::{AnyPosition, Position, notation};

/// The legal moves, or the outcomes of chance, in the game's order.
pub fn moves(position: &AnyPosition) -> Vec<String> {
    let mut words = Vec::with_capacity(position.count());
    let _ = position.each_move(|m| {
        words.push(notation(position, m));
        ControlFlow::Continue(())
    });
    words
}

/// Moves in the order in which people look for them, given in the game's order. A game without an order of its own, such
/// as a sheet of rules, has them by their letters, `10` before `2`; these go by their numbers then, `2` before `10`.
/// Any other order means something and stays.
pub fn by_numbers(mut moves: Vec<String>) -> Vec<String> {
    // Moves of several words stand between parentheses on a sheet, so they come first.
    let is_one = |text: &String| !text.contains(' ');
    if moves.is_sorted() {
        moves.sort_by(|one, other| natural(one, other));
    } else if moves.is_sorted_by_key(|text| (is_one(text), text.clone())) {
        moves.sort_by(|one, other| is_one(one).cmp(&is_one(other)).then_with(|| natural(one, other)));
    }
    moves
}

/// Compares two texts letter by letter, but digits in a row as one number.
fn natural(one: &str, other: &str) -> Ordering {
    let (mut left, mut right) = (one.as_bytes(), other.as_bytes());
    while let ([a, ..], [b, ..]) = (left, right) {
        let (order, lengths) = if a.is_ascii_digit() && b.is_ascii_digit() {
            let number = |text: &[u8]| text.iter().take_while(|c| c.is_ascii_digit()).count();
            let lengths = (number(left), number(right));
            let digits = |text: &'_ [u8], length: usize| {
                text[..length].iter().copied().skip_while(|&c| c == b'0').collect::<Vec<u8>>()
            };
            let (a, b) = (digits(left, lengths.0), digits(right, lengths.1));
            (a.len().cmp(&b.len()).then(a.cmp(&b)), lengths)
        } else {
            (a.cmp(b), (1, 1))
        };
        if order.is_ne() {
            return order;
        }
        (left, right) = (&left[lengths.0..], &right[lengths.1..]);
    }
    left.len().cmp(&right.len()).then_with(|| one.cmp(other))
}

/// Words in a row, with commas where one of them has spaces itself.
pub fn row(words: &[String]) -> String {
    words.join(if words.iter().any(|word| word.contains(' ')) { ", " } else { " " })
}

#[cfg(test)]
mod tests {
    use super::by_numbers;

    #[test]
    fn moves_by_their_letters_are_shown_by_their_numbers_and_any_other_order_stays() {
        for (given, shown) in [
            ("1 10 2", "1 2 10"),
            ("mark 1 10,mark 1 2,mark 10 1,mark 2 1,noop", "mark 1 2,mark 1 10,mark 2 1,mark 10 1,noop"),
            ("mark 10,mark 9,apple", "mark 9,mark 10,apple"),
            ("a007 a07 a7 a8", "a007 a07 a7 a8"),
            ("a10 a9b a9b1", "a9b a9b1 a10"),
            // These mean something.
            ("K Q J 10 9", "K Q J 10 9"),
            ("a1 b1 a2 b2 a10 b10", "a1 b1 a2 b2 a10 b10"),
            ("99999999999999999999999 9999999999999999999999999", "99999999999999999999999 9999999999999999999999999"),
        ] {
            let between = if given.contains(',') { ',' } else { ' ' };
            let words = given.split(between).map(str::to_owned).collect();
            let order = by_numbers(words).join(&between.to_string());
            assert_eq!(order, shown);
        }
    }
}
