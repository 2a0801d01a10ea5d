//! Letters made of strokes, so that a drawing with letters needs no font: every machine makes the
//! same pixels, those without fonts too.
//!
//! A letter is four wide and eight high, six from the next; what hangs below goes down to ten.

use std::fmt::Write as _;

/// The height of a letter without what hangs below, as a part of the size of its font.
const HEIGHT: f64 = 0.7;
/// From a letter to the next, as a part of the size of its font.
const STEP: f64 = 0.6;

/// The path of a text on the line y, of whose width a part, `anchor`, stands before x.
pub(super) fn path(text: &str, x: f64, y: f64, size: f64, anchor: f64) -> String {
    let (unit_x, unit_y) = (STEP * size / 6.0, HEIGHT * size / 8.0);
    let width = STEP * size * text.chars().count() as f64 - 2.0 * unit_x;
    let left = x - anchor * width;
    let mut path = String::new();
    for (index, letter) in text.chars().enumerate() {
        // An infinity as narrow as a letter would be two dots.
        let (left, unit_x) = match letter {
            '∞' => (left + STEP * size * index as f64 - unit_x, 1.5 * unit_x),
            _ => (left + STEP * size * index as f64, unit_x),
        };
        for line in strokes(letter).split(' ') {
            for (number, point) in line.as_bytes().chunks(2).enumerate() {
                let [across, down] = [point[0], point[1]].map(digit);
                let (x, y) = (left + across * unit_x, y - (8.0 - down) * unit_y);
                let _ = write!(path, "{}{x:.2} {y:.2}", if number == 0 { 'M' } else { 'L' });
            }
        }
    }
    path
}

fn digit(byte: u8) -> f64 {
    f64::from(if byte.is_ascii_digit() { byte - b'0' } else { byte - b'a' + 10 })
}

/// The strokes of a letter, each a row of points, column and row; a box for one that is not known.
fn strokes(letter: char) -> &'static str {
    if letter == ' ' {
        return "";
    }
    let found = LETTERS.binary_search_by_key(&letter, |&(known, _)| known);
    found.map_or("0040480800", |index| LETTERS[index].1)
}

/// In the order of their numbers.
const LETTERS: &[(char, &str)] = &[
    ('!', "2025 2728"),
    ('#', "1018 3038 0343 0545"),
    ('%', "4008 0001 4748"),
    ('\'', "2022"),
    ('(', "30121638"),
    (')', "10323618"),
    ('*', "2226 1335 3315"),
    ('+', "2226 0444"),
    (',', "2719"),
    ('-', "1434"),
    ('.', "2728"),
    ('/', "4008"),
    ('0', "103041473818070110"),
    ('1', "112028 1838"),
    ('2', "01103041430848"),
    ('3', "0110304143344547381807 1434"),
    ('4', "38300646"),
    ('5', "40000413334447381807"),
    ('6', "413010010718384745341405"),
    ('7', "004018"),
    ('8', "14030110304143341405071838474534"),
    ('9', "071838474130100103143443"),
    (':', "2425 2728"),
    (';', "2425 2719"),
    ('<', "420446"),
    ('=', "0343 0545"),
    ('>', "024406"),
    ('?', "01103041432425 2728"),
    ('A', "082048 1636"),
    ('B', "00304143344547380800 0434"),
    ('C', "4130100107183847"),
    ('D', "00304147380800"),
    ('E', "40000848 0434"),
    ('F', "400008 0434"),
    ('G', "41301001071838474424"),
    ('H', "0008 4048 0444"),
    ('I', "1030 2028 1838"),
    ('J', "4047381807"),
    ('K', "0008 400448"),
    ('L', "000848"),
    ('M', "0800244048"),
    ('N', "08004840"),
    ('O', "103041473818070110"),
    ('P', "08003041433404"),
    ('Q', "103041473818070110 2648"),
    ('R', "08003041433404 2448"),
    ('S', "413010010314344547381807"),
    ('T', "0040 2028"),
    ('U', "000718384740"),
    ('V', "002840"),
    ('W', "0018243840"),
    ('X', "0048 4008"),
    ('Y', "002440 2428"),
    ('Z', "00400848"),
    ('[', "30101838"),
    (']', "10303818"),
    ('_', "0848"),
    ('a', "13334448 45150607183847"),
    ('b', "0008 0413334447381807"),
    ('c', "4433130407183847"),
    ('d', "4048 4433130407183847"),
    ('e', "06464433130407183847"),
    ('f', "41302128 1343"),
    ('g', "4433130407183847 43493a1a09"),
    ('h', "0008 0413334448"),
    ('i', "132328 1838 2021"),
    ('j', "2333392a1a 3031"),
    ('k', "0008 430648"),
    ('l', "10202738"),
    ('m', "0308 04132428 24334448"),
    ('n', "0308 0413334448"),
    ('o', "133344473818070413"),
    ('p', "030a 0413334447381807"),
    ('q', "434a 4433130407183847"),
    ('r', "0308 04133344"),
    ('s', "44331304153647381807"),
    ('t', "20273848 0343"),
    ('u', "0307183847 4348"),
    ('v', "032843"),
    ('w', "0318243843"),
    ('x', "0348 4308"),
    ('y', "0328 431a0a"),
    ('z', "03430848"),
    ('|', "202a"),
    ('~', "05143544"),
    ('±', "2125 0343 0747"),
    ('·', "2425"),
    ('×', "0246 4206"),
    ('α', "4327180704132448"),
    ('β', "0a01103041320433454738180716"),
    ('–', "0444"),
    ('…', "0708 2728 4748"),
    ('√', "05142840"),
    ('∞', "2513040617253344463725"),
    ('≈', "03122332 06152635"),
    ('≤', "410346 0848"),
    ('≥', "014306 0848"),
];

#[cfg(test)]
mod tests {
    use super::{LETTERS, path, strokes};

    #[test]
    fn every_letter_is_found_and_is_made_of_points() {
        for (letter, lines) in LETTERS {
            assert_eq!(strokes(*letter), *lines);
            for line in lines.split(' ') {
                assert!(4 <= line.len() && line.len() % 2 == 0, "{letter}: {line}");
                let is_inside = |point: &[u8]| {
                    matches!(point[0], b'0'..=b'4') && matches!(point[1], b'0'..=b'9' | b'a')
                };
                assert!(line.as_bytes().chunks(2).all(is_inside), "{letter}: {line}");
            }
        }
    }

    #[test]
    fn letters_digits_and_spaces_are_written_where_they_belong() {
        for letter in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
            assert!(LETTERS.iter().any(|(known, _)| *known == letter), "{letter}");
        }
        assert_eq!(path("L", 0.0, 8.0, 10.0, 0.0), "M0.00 1.00L0.00 8.00L4.00 8.00");
        assert_eq!(path(" ", 0.0, 8.0, 10.0, 0.5), "");
    }
}
