//! Lines of moves as people write them down: with or without numbers, with or without spaces.

use std::borrow::Cow;

use agon_core::{
    AnyMove, AnyPosition, Position, all_moves,
    line::{LineError, play_line, read_move},
    notation,
};

/// Plays the moves of a line from `position`, and lists them: as [`play_line`] reads them; with the numbers that score
/// sheets put before them, `1. e4 c5 2.Nf3`; or one after the other without a space, `f5d6c3d3c4`, where there is only
/// one way to read them. Such records leave out passes that are forced.
///
/// # Errors
///
/// The first move that is not legal; `position` is then the one before it.
pub fn play_written(position: &mut AnyPosition, text: &str) -> Result<Vec<AnyMove>, LineError> {
    let mut here = position.clone();
    if let Ok(line) = play_line(&mut here, text) {
        *position = here;
        return Ok(line);
    }
    let (start, text) = (position.clone(), without_numbers(text));
    play_line(position, &text).or_else(|error| {
        let line = cut(&start, &text).ok_or(error)?;
        *position = start;
        for &m in &line {
            position.play(m);
        }
        Ok(line)
    })
}

/// `e4 c5 Nf3` of `1. e4 c5 2.Nf3`; anything else as it is.
pub(super) fn without_numbers(text: &str) -> Cow<'_, str> {
    let after_number = |word: &str| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let dots = rest.trim_start_matches('.');
        (rest.len() < word.len() && dots.len() < rest.len()).then_some(word.len() - dots.len())
    };
    if text.split_whitespace().next().and_then(after_number).is_none() {
        return Cow::Borrowed(text);
    }
    let words = text.split_whitespace().map(|word| &word[after_number(word).unwrap_or(0)..]);
    Cow::Owned(words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
}

/// The moves of words that are moves, or several without a space between them; nothing unless there is exactly one way
/// to cut them.
fn cut(start: &AnyPosition, text: &str) -> Option<Vec<AnyMove>> {
    let (mut here, mut line) = (start.clone(), Vec::new());
    for word in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
        let moves = match read_move(&here, word) {
            Some(m) => vec![m],
            None => Cuts::of(&here, &word.to_lowercase())?,
        };
        for &m in &moves {
            here.play(m);
        }
        line.extend(moves);
    }
    Some(line)
}

/// A search for all ways to cut a word into moves.
struct Cuts {
    /// The moves so far.
    line: Vec<AnyMove>,
    /// The first way.
    found: Option<Vec<AnyMove>>,
    /// How many there are.
    ways: u32,
    /// How many positions may still be looked at.
    left: u32,
}

impl Cuts {
    /// No word is looked at longer.
    const MOST: u32 = 10_000;

    /// The moves of `word`, in small letters, if there is exactly one way to cut it.
    fn of(here: &AnyPosition, word: &str) -> Option<Vec<AnyMove>> {
        let mut cuts = Cuts { line: Vec::new(), found: None, ways: 0, left: Cuts::MOST };
        cuts.seek(here, word);
        cuts.found.filter(|_| cuts.ways == 1 && cuts.left != 0)
    }

    fn seek(&mut self, here: &AnyPosition, rest: &str) {
        if rest.is_empty() {
            self.ways += 1;
            self.found.get_or_insert_with(|| self.line.clone());
            return;
        }
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || 1 < self.ways {
            return;
        }
        let moves = all_moves(here);
        let is_forced_pass = moves.len() == 1 && notation(here, moves[0]) == "pass";
        for m in moves {
            let written = notation(here, m).to_lowercase();
            let after = match rest.strip_prefix(&*written) {
                Some(after) if !written.is_empty() => after,
                _ if is_forced_pass => rest,
                _ => continue,
            };
            let mut next = here.clone();
            next.play(m);
            self.line.push(m);
            self.seek(&next, after);
            self.line.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Node, Position, Seed, all_moves, line::notations, registry};

    use super::play_written;

    #[test]
    fn numbers_and_missing_spaces_change_nothing() {
        for (game, texts) in [
            ("chess", &["e4 e5 Nf3", "1. e4 e5 2. Nf3", "1.e2e4 e7e5 2.g1f3", "e2e4e7e5g1f3"][..]),
            ("othello", &["f5 d6 c3 d3 c4", "1. f5 d6 2. c3 d3 3. c4", "f5d6c3d3c4", "F5D6 c3d3c4"]),
        ] {
            let Ok(game) = registry::game(game) else { continue };
            let mut lines = texts
                .iter()
                .map(|text| play_written(&mut game.start.clone(), text).unwrap_or_else(|e| panic!("{text}: {e}")));
            let first = lines.next().unwrap();
            assert!(lines.all(|line| line == first), "{texts:?}");
        }
    }

    #[test]
    fn records_of_othello_leave_out_passes() {
        let start = registry::game("othello").unwrap().start;
        let mut passed = 0;
        for seed in 0..200 {
            let (mut here, mut line) = (start.clone(), Vec::new());
            let mut stream = Seed(seed).stream(0);
            while here.node() != Node::Terminal {
                let m = here.draw_move(&mut stream);
                here.play(m);
                line.push(m);
            }
            let words = notations(&start, &line);
            passed += words.iter().filter(|word| *word == "pass").count();
            let record: String = words.iter().filter(|w| *w != "pass").map(String::as_str).collect();
            let mut read = start.clone();
            assert_eq!(play_written(&mut read, &record).unwrap(), line, "{record}");
            assert_eq!(read, here);
        }
        assert!(20 < passed, "{passed}");
    }

    #[test]
    fn what_can_be_cut_in_two_ways_is_refused_and_nothing_is_played() {
        let start = registry::game("chess").unwrap().start;
        for text in ["e2e4e7e", "e2e4 e7e5e7e5", "1. e4 e5 2. Nf6"] {
            let mut here = start.clone();
            let error = play_written(&mut here, text).unwrap_err();
            assert_eq!(error.position, here.to_string(), "{text}");
            assert!(!all_moves(&here).is_empty());
        }
    }
}
