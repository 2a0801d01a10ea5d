//! Files of openings, a line each, read twice: by what reads them, and by a second reader that is written from the help about
//! their form alone, slow and plain. Both accept and refuse the same, in the same line, and find the same openings.

use std::fs;

use agon_arena::{
    ask::{Located, Order, SpecError},
    plan::{BookOpening, read_openings},
};
use agon_core::{
    AnyMove, AnyPosition, Node, Position, Seed, all_moves,
    line::{self, read_move},
    notation,
};

use crate::{game_and_rest, known_plays, scratch};

/// A game, a line break, and a file of openings for it.
pub fn openings(input: &[u8]) -> bool {
    let Some((start, text)) = game_and_rest(input) else { return false };
    let read = |text: &str, order| {
        let path = scratch("openings");
        fs::write(&path, text).expect("there is room for a small file");
        read_openings(&Located::new(path.display().to_string()), &start, order, Seed(1), 1000)
    };
    let found = read(text, Order::Sequential);
    // Byte order marks have tests of their own, as have rules that panic.
    let is_left = text.starts_with('\u{feff}')
        || text.contains('\0')
        || found.as_ref().is_err_and(|error| error.mistake.to_string().contains("the rules panic"));
    let second = second_reader(text, &start);
    if !is_left {
        agree(&found, &second, text);
    }
    let Ok(found) = found else { return false };
    let shuffled = read(text, Order::Random).expect("the order of openings refuses none");
    let names = |openings: &[BookOpening]| {
        let mut names: Vec<_> = openings.iter().map(|opening| written(opening, &start)).collect();
        names.sort();
        names
    };
    assert_eq!(names(&found), names(&shuffled));
    for again in [plainly(&shuffled, &start), decorated(&shuffled, &start)] {
        assert_eq!(read(&again, Order::Sequential).as_ref(), Ok(&shuffled), "{again}");
        assert_eq!(second_reader(&again, &start).as_ref(), Ok(&shuffled), "{again}");
    }
    true
}

/// Whether both found the same, or refused the same line.
fn agree(found: &Result<Vec<BookOpening>, SpecError>, second: &Result<Vec<BookOpening>, Refused>, text: &str) {
    match (found, second) {
        (Ok(found), Ok(second)) => assert_eq!(found, second, "{text}"),
        (Ok(_), Err(refused)) => panic!("it is read, and should not be: {refused:?} in {text}"),
        (Err(error), Ok(_)) => panic!("{error} in {text}"),
        (Err(error), Err(Refused { line, why })) => {
            let place = error.place.as_deref().unwrap_or_default();
            let number = place.rsplit_once(", line ").map(|(_, number)| number.to_owned());
            let expected = line.map(|line| line.to_string());
            assert_eq!(number, expected, "{error}, and by the second reader {why} in {text}");
        }
    }
}

/// The line that is no opening, if one is to blame, and what was expected.
#[derive(Debug, PartialEq)]
struct Refused {
    line: Option<usize>,
    why: &'static str,
}

/// The openings of a text.
fn second_reader(text: &str, start: &AnyPosition) -> Result<Vec<BookOpening>, Refused> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(lines(text)) {
        let line = said(&line);
        if !line.is_empty() {
            let refused = |why| Refused { line: Some(number), why };
            openings.push(opening(&line, start).map_err(refused)?);
        }
    }
    if openings.is_empty() { Err(Refused { line: None, why: "an opening" }) } else { Ok(openings) }
}

/// The lines of a text: they end with a line feed, a carriage return, or both in that order.
fn lines(text: &str) -> Vec<String> {
    let (mut lines, mut was_return) = (vec![String::new()], false);
    for c in text.chars() {
        match c {
            '\n' if was_return => {}
            '\n' | '\r' => lines.push(String::new()),
            c => lines.last_mut().expect("there is one").push(c),
        }
        was_return = c == '\r';
    }
    lines
}

/// A line without its comment, and without blanks around it. A quotation mark that another follows opens a stretch in which no
/// comment begins.
fn said(line: &str) -> String {
    let signs: Vec<char> = line.trim().chars().collect();
    let mut at = 0;
    while at < signs.len() {
        if signs[at] == '"'
            && let Some(length) = signs[at + 1..].iter().position(|&sign| sign == '"')
        {
            at += length + 2;
            continue;
        }
        if signs[at] == '#' && (at == 0 || signs[at - 1].is_whitespace()) {
            break;
        }
        at += 1;
    }
    signs[..at].iter().collect::<String>().trim().to_owned()
}

/// The opening of a line.
fn opening(line: &str, start: &AnyPosition) -> Result<BookOpening, &'static str> {
    let (name, rest) = match line.strip_prefix('"') {
        Some(named) => {
            let end = named.find('"').ok_or("a name that ends")?;
            (named[..end].trim(), named[end + 1..].trim())
        }
        None => ("", line),
    };
    let first = rest.split_whitespace().next().unwrap_or_default();
    let behind = rest[first.len()..].trim();
    let parse = |text: &str| start.parse(text).map_err(|_| "a position");
    let (position, moves) = match first {
        "moves" => (None, written_moves(behind, start)?),
        "position" => (Some(parse(behind)?), Vec::new()),
        // What begins with a move of the game is moves; anything else is a position if it is one.
        _ => match (begins_with_move(rest, start), parse(rest)) {
            (false, Ok(position)) => (Some(position), Vec::new()),
            (_, position) => match (written_moves(rest, start), position) {
                (Ok(moves), _) => (None, moves),
                (Err(_), Ok(position)) => (Some(position), Vec::new()),
                (Err(why), Err(_)) => return Err(why),
            },
        },
    };
    let mut end = position.as_ref().unwrap_or(start).clone();
    for m in &moves {
        end.play(*m);
    }
    if end.node() == Node::Terminal {
        return Err("a game to be played");
    }
    Ok(BookOpening {
        name: Some(name.to_owned()).filter(|name| !name.is_empty()),
        position: position.filter(|position| position != start).map(|p| p.to_string()),
        moves,
    })
}

/// The words of a text without the numbers of moves, if a number with its dots begins it; commas are words of their own.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let behind_number = |word: &str| {
        let digits = word.chars().take_while(char::is_ascii_digit).count();
        let dots = word[digits..].chars().take_while(|c| *c == '.').count();
        (0 < digits && 0 < dots).then(|| word[digits + dots..].to_owned())
    };
    if words.first().is_some_and(|word| behind_number(word).is_some()) {
        words = words.iter().map(|word| behind_number(word).unwrap_or(word.clone())).collect();
    }
    pieces(&words.join(" "))
}

/// The words of a text; commas are words of their own.
fn pieces(text: &str) -> Vec<String> {
    text.replace(',', " , ").split_whitespace().map(str::to_owned).collect()
}

/// Whether the first word, or all up to the first comma, is a move as the game writes it.
fn begins_with_move(text: &str, start: &AnyPosition) -> bool {
    let words = words(text);
    let piece: Vec<&str> = words.iter().map(String::as_str).take_while(|w| *w != ",").collect();
    let first = piece.first().copied().unwrap_or_default();
    [first, &piece.join(" ")].iter().any(|text| start.parse_move(text).is_some())
}

/// The moves of a text. Where commas stand, what is between them is one move if it can be; otherwise the fewest words that are a
/// move are the next, and no more of them than a move here has.
fn moves(words: &[String], start: &AnyPosition) -> Result<Vec<AnyMove>, &'static str> {
    let (mut here, mut moves) = (start.clone(), Vec::new());
    for piece in words.split(|word| word == ",") {
        let mut at = 0;
        while at < piece.len() {
            let longest =
                all_moves(&here).iter().map(|m| notation(&here, *m).split_whitespace().count()).max().unwrap_or(1);
            let whole = (at == 0).then_some(piece.len());
            let counts = whole.into_iter().chain(1..=longest.max(1)).filter(|n| at + n <= piece.len());
            let mut found = counts.filter_map(|n| Some((read_move(&here, &piece[at..at + n].join(" "))?, n)));
            let (m, count) = found.next().ok_or("a legal move")?;
            moves.push(m);
            here.play(m);
            at += count;
        }
    }
    Ok(moves)
}

/// The moves of a text: as they stand; without the numbers before them; or where some stand one after the other without a
/// space, if there is only one way to part them.
fn written_moves(text: &str, start: &AnyPosition) -> Result<Vec<AnyMove>, &'static str> {
    moves(&pieces(text), start).or_else(|_| moves(&words(text), start)).or_else(|why| parted(text, start).ok_or(why))
}

fn parted(text: &str, start: &AnyPosition) -> Option<Vec<AnyMove>> {
    let (mut here, mut moves) = (start.clone(), Vec::new());
    for word in words(text).iter().filter(|word| *word != ",") {
        let own = if let Some(m) = read_move(&here, word) {
            vec![m]
        } else {
            let (mut ways, mut looked) = (Vec::new(), 0);
            part(&here, &word.to_lowercase(), &mut Vec::new(), &mut ways, &mut looked);
            // A word that takes too long is refused.
            (looked < 10_000 && ways.len() == 1).then(|| ways.pop())??
        };
        for &m in &own {
            here.play(m);
        }
        moves.extend(own);
    }
    Some(moves)
}

/// Finds the ways to part a word into moves, two at most; a pass that is forced may be left out.
fn part(here: &AnyPosition, rest: &str, line: &mut Vec<AnyMove>, ways: &mut Vec<Vec<AnyMove>>, looked: &mut u32) {
    if rest.is_empty() {
        ways.push(line.clone());
        return;
    }
    *looked += 1;
    if 10_000 <= *looked || 1 < ways.len() {
        return;
    }
    let moves = all_moves(here);
    for &m in &moves {
        let written = notation(here, m).to_lowercase();
        let is_next = !written.is_empty() && rest.starts_with(&written);
        let is_left_out = moves.len() == 1 && notation(here, m) == "pass";
        if is_next || is_left_out {
            let mut next = here.clone();
            next.play(m);
            line.push(m);
            part(&next, if is_next { &rest[written.len()..] } else { rest }, line, ways, looked);
            line.pop();
        }
    }
}

/// Openings, a line each.
fn plainly(openings: &[BookOpening], start: &AnyPosition) -> String {
    openings.iter().map(|opening| written(opening, start) + "\n").collect()
}

/// The same in other words: with comments, empty lines, blanks, and ends of lines as on other machines.
fn decorated(openings: &[BookOpening], start: &AnyPosition) -> String {
    let mut text = String::from("# \"openings\r\n\r");
    for (number, opening) in openings.iter().enumerate() {
        let line = written(opening, start);
        // A mark that nothing closes would be closed by one in a comment.
        let is_open = line.matches('"').count() % 2 == 1;
        let comment = if is_open { " # no name" } else { "\t# \"a name\" #" };
        text += ["  ", "", "\t"][number % 3];
        text += &line;
        text += if line.trim().is_empty() { "" } else { comment };
        text += ["\r\n", "\r", "\n\n"][number % 3];
    }
    text
}

/// An opening as a line of a file has it.
fn written(opening: &BookOpening, start: &AnyPosition) -> String {
    let name = opening.name.as_ref().map_or(String::new(), |name| format!("\"{name}\" "));
    match &opening.position {
        Some(position) => format!("{name}position {position}"),
        None => format!("{name}moves {}", line::write_line(start, &opening.moves)),
    }
}

/// Openings of every sample of every game, and texts in which a mark means what it means by its place.
pub(crate) fn known_openings() -> Vec<Vec<u8>> {
    let plays = known_plays(|position, m| notation(position, m) + "\n" + &position.to_string());
    let file = |(term, told): (String, Vec<String>)| {
        let (m, _) = told[0].split_once('\n').expect("a move and a position");
        let (_, later) = told[told.len() / 2].split_once('\n').expect("a move and a position");
        format!("{term}\n# known\n\"a name\" {m} # so\nmoves {m}\n\"\" position {later}\n{m}\r\n").into_bytes()
    };
    let own = [
        "chess\n\"A # b\" 4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; id \"# c\"; fmvn 2; # \"d\" #\n1. e4 c5 2.Nf3 #\r\r1. e4, c5 2. Nf3\n",
        "chess\n\"Sicilian\" e4 c5\nposition rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 # x\n\"the start\"\n",
        "nim\na2 b1\n  a2 b1  # two\n\"A name: #1\" a2\n2+2+7 2\n\"x\" position 2+2+7 2\nmoves a1,b2\nmoves\n1. a2 b1 2. c1",
        "backgammon\n31 8/5 6/5\n31, 8/5 6/5\nmoves 31\n\"\t\" 1. 31",
    ];
    let plays = plays.into_iter().filter(|(_, told)| !told.is_empty()).map(file);
    plays.chain(own.map(|text| text.as_bytes().to_vec())).collect()
}

#[cfg(test)]
mod tests {
    use super::{openings, second_reader};
    use agon_core::registry;

    #[test]
    fn the_second_reader_refuses_a_line_by_its_number() {
        let start = registry::game("nim").unwrap().start;
        for (text, line) in [
            ("a2\n\nz9", Some(3)),
            ("a2\r\rz9\r", Some(3)),
            ("a2\r\n# c\r\n\"x a2", Some(3)),
            ("0+0+0 1", Some(1)),
            ("moves 2+2+7 2", Some(1)),
            ("position a2", Some(1)),
            ("# none\n\n", None),
            ("", None),
        ] {
            assert_eq!(second_reader(text, &start).unwrap_err().line, line, "{text:?}");
            assert!(!openings(format!("nim\n{text}").as_bytes()), "{text:?}");
        }
    }
}
