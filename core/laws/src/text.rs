//! The laws of arbitrary texts: `parse` never panics, and an accepted position can be played.

use agon_core::{AnyPosition, Heuristic, Node, Position, Seed, Stream};

use crate::{
    calm::calm,
    inspection::Inspection,
    site::{Site, demand},
    violation::Violation,
};

const LAW: &str = "any text is read without a panic, and what is accepted can be written, read \
                   again and played to an end within the declared bounds";

/// Texts that are invalid in most games, and that some game failed to expect.
const GARBAGE: [&str; 14] = [
    "",
    " ",
    "\n",
    "0",
    "-1",
    "18446744073709551616",
    "99999999999999999999999999999999999999999 1",
    "nan inf -0",
    "((((((((",
    "/ / / / / / / /",
    "é",
    "\u{202e}\u{0}",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
    "//////////////////////////////////////////////////////////////////////////////",
];

/// Characters used in the texts of positions, and some that are not.
const LETTERS: [char; 32] = [
    '0', '1', '2', '3', '5', '8', '9', 'a', 'b', 'h', 'k', 'K', 'w', 'x', 'X', 'o', 'O', '.', '-', '+', '/', ' ', ':',
    ',', '*', '(', ')', '[', '~', '@', 'é', '\t',
];

/// Tries variations of the texts of reachable positions, and garbage.
pub(super) fn check(walk: &Inspection<'_>) -> Result<(), Box<Violation>> {
    walk.hold(LAW, &[]);
    let mut texts: Vec<String> = GARBAGE.map(str::to_owned).into();
    for play in 0..walk.plays.min(12) {
        let mut stream = Seed(play).stream(3);
        let mut position = walk.start.clone();
        let mut reached = vec![position.to_string()];
        for _ in 0..walk.start.facts().max_plies {
            if position.node() == Node::Terminal || !walk.spend(position.count()) {
                break;
            }
            position.play(position.draw_move(&mut stream));
            reached.push(position.to_string());
        }
        for _ in 0..24 {
            let one = &reached[stream.below(reached.len() as u32) as usize];
            let other = &reached[stream.below(reached.len() as u32) as usize];
            texts.push(spoiled(one, other, &mut stream));
        }
    }
    for (number, text) in texts.iter().enumerate() {
        if !walk.spend(1) {
            walk.allowance.cut(LAW, &format!("{number} of {} texts", texts.len()));
            break;
        }
        let read = |text: &str| calm(|| walk.start.parse(text).ok());
        let found = read(text).and_then(|position| match position {
            Some(position) => calm(|| is_playable(walk, &position, number as u64))?,
            None => Ok(()),
        });
        if let Err(found) = found {
            Site::start(walk.start).broken(walk.term, LAW, &format!("{text:?}: {found}"))?;
        }
    }
    Ok(())
}

/// A text changed in one to three places.
fn spoiled(one: &str, other: &str, stream: &mut Stream) -> String {
    let mut text: Vec<char> = one.chars().collect();
    for _ in 0..=stream.below(3) {
        let at = stream.below(text.len() as u32 + 1) as usize;
        let letter = LETTERS[stream.below(LETTERS.len() as u32) as usize];
        let digits = text.iter().position(char::is_ascii_digit);
        match (stream.below(9), digits) {
            (0, _) => text.truncate(at),
            (1, _) => text.insert(at, letter),
            (2, Some(first)) => {
                let huge = ["18446744073709551615", "4294967296", "65535", "255", "-1"];
                let huge = huge[stream.below(huge.len() as u32) as usize];
                text.splice(first..=first, huge.chars());
            }
            // The end of another position: counters, seats and boards that do not match.
            (3, _) => text = text.into_iter().take(at).chain(other.chars().skip(at)).collect(),
            (4 | 5, _) if at + 1 < text.len() => text.swap(at, at + 1),
            (6, _) if at < text.len() => drop(text.remove(at)),
            // A character that the text already contains is the most likely to be accepted.
            (7, _) if at < text.len() => text[at] = text[stream.below(text.len() as u32) as usize],
            _ if at < text.len() => text[at] = letter,
            _ => text.push(letter),
        }
    }
    text.into_iter().collect()
}

/// Checks that an accepted position keeps every law, and that random plays from it end with payoffs
/// as declared. The text may be of an unreachable position: the bound on plies, which is counted
/// from the start, does not apply here, and longer plays are abandoned.
fn is_playable(walk: &Inspection<'_>, position: &AnyPosition, play: u64) -> Result<(), String> {
    let text = position.to_string();
    let again = walk.start.parse(&text).map_err(|error| format!("accepted, but then {error}"))?;
    demand(again == *position, || format!("accepted as {text}, which reads as {again}"))?;
    let mut stream = Seed(play).stream(4);
    for _ in 0..2 {
        let mut here = position.clone();
        let mut ply = 0;
        loop {
            let kept = (0..here.heuristics().len()).map(|index| {
                let mut kept = here.clone();
                kept.keep(Some(Heuristic(index as u8)));
                kept
            });
            if ply < 2 || here.node() == Node::Terminal {
                let kept = kept.collect();
                walk.spend(here.count());
                let site = Site::at(walk.start.clone(), here.clone(), Vec::new(), kept);
                walk.check_site(&site).map_err(|broken| {
                    format!("accepted as {text}; then at {}: {}: {}", here, broken.law, broken.found)
                })?;
            }
            let is_long = here.facts().max_plies <= ply;
            if here.node() == Node::Terminal || is_long || !walk.spend(here.count()) {
                break;
            }
            here.play(here.draw_move(&mut stream));
            ply += 1;
        }
    }
    Ok(())
}
