//! The words of a recorded game: results, and moves without the signs around them.
//!
//! The sections are those of the standards that `pgn_games` names.

/// The standard by which games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GamesForm {
    /// Of chess, and of whatever has no standard of its own.
    Pgn,
    /// Of draughts.
    Pdn,
}

/// Whether a word is a result (8.2.6), with the strokes and halves that people write.
pub(super) fn is_result(word: &str) -> bool {
    let word = word.replace(['–', '—', '−'], "-").replace('½', "1/2");
    ["1-0", "0-1", "1/2-1/2", "1/2:1/2", "1/2", "*"].contains(&&*word)
}

/// The bytes of a result that begins the text, where blanks stand beside its stroke or its colon: `1 - 0`, `1/2 : 1/2`.
pub(super) fn spaced_result(text: &str) -> Option<usize> {
    let halves = ["1/2", "½", "1", "0"];
    let first = halves.iter().find(|half| text.starts_with(**half))?.len();
    let rest = text[first..].trim_start_matches([' ', '\t']);
    let behind = rest.strip_prefix(['-', '–', '—', '−', ':'])?.trim_start_matches([' ', '\t']);
    let last = halves.iter().find(|half| behind.starts_with(**half))?.len();
    let length = text.len() - behind.len() + last;
    let (result, rest) = text.split_at(length);
    let is_spaced = result.contains([' ', '\t']);
    let is_end = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '/' || c == '-' || c == '.');
    let plain = result.replace([' ', '\t'], "").replace(':', "-");
    (is_spaced && is_end && is_result(&plain)).then_some(length)
}

/// Whether a word is a result of draughts: as in chess, in halves of points, or lost by both.
pub(super) fn is_draughts_result(word: &str) -> bool {
    is_result(word) || ["2-0", "1-1", "0-2", "0-0"].contains(&&*word.replace(['–', '—', '−'], "-"))
}

/// The bytes of a move that begins the text, behind its number if it has one, with blanks beside the signs between its
/// squares: `11 - 15`. None without such blanks.
pub(super) fn spaced_move(text: &str) -> Option<usize> {
    let digits = |at: usize| text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let blanks = |at: usize| text[at..].bytes().take_while(|b| b" \t".contains(b)).count();
    let dots = text[digits(0)..].bytes().take_while(|&b| b == b'.').count();
    let begin = if dots == 0 { 0 } else { digits(0) + dots };
    let (mut end, mut is_spaced, mut squares) = (begin, false, 0);
    loop {
        let figures = digits(end);
        if !(1..=2).contains(&figures) {
            return None;
        }
        end += figures;
        squares += 1;
        let sign = end + blanks(end);
        if !text[sign..].starts_with(['-', 'x', ':']) {
            return (is_spaced && 1 < squares).then_some(end);
        }
        let next = sign + 1 + blanks(sign + 1);
        is_spaced |= end + 1 < next;
        end = next;
    }
}

/// The move of a word and how many bytes stand before it, if there is one: behind a number and its dots, before signs that
/// tell how good it was. A word of signs alone, such as `+-` or `=`, is none.
pub(super) fn a_move(word: &str, form: GamesForm) -> Option<(usize, &str)> {
    let word = word.trim_end_matches(|c| STRENGTHS.contains(&c) || c == '*' && form == GamesForm::Pdn);
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if form == GamesForm::Pdn && digits.is_empty() {
        // Four figures are two squares, and no game has as many moves.
        return (4 <= word.len()).then_some((0, word));
    }
    let dots = digits.trim_start_matches(['.', '…']);
    // Digits without a dot may begin a move: of castling in noughts, or of another game.
    let body = if dots.len() < digits.len() || digits.is_empty() { dots } else { word };
    let m = body.strip_suffix("e.p.").unwrap_or(body);
    let tells = |c: char| c.is_alphanumeric() || c == '-' && m == "--" || c == '@';
    m.contains(tells).then_some((word.len() - body.len(), m))
}

/// A move of chess without what may stand behind it to say that it captures in passing: `exf6ep`, `exf6/e.p.`. Empty for a
/// word that is only that, or a remark: that the move before it is new, or that a diagram shows where it leads.
pub(super) fn without_remark(word: &str) -> &str {
    if ["N", "TN", "D"].contains(&word) {
        return "";
    }
    let checked = word.trim_end_matches(['+', '#']);
    match ["e.p.", "e.p", "ep"].iter().find_map(|sign| checked.strip_suffix(sign)) {
        Some(m) => m.strip_suffix('/').unwrap_or(m),
        None => word,
    }
}

/// Signs that tell how good a move was, or how the game stands behind it.
const STRENGTHS: &[char] = &['!', '?', '‼', '⁇', '⁈', '⁉', '±', '∓', '∞', '⩲', '⩱', '□'];
