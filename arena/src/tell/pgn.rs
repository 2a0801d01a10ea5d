//! Games in PGN: tags, numbered moves in score-sheet notation, and the result.
//!
//! The form is that of the standard's export format (S. J. Edwards, *Standard: Portable Game
//! Notation Specification and Implementation Guide*, 1994, section 3.2): the seven tags first and the others in the order of the
//! alphabet (8.1.1), numbers of moves as in 8.2.2.2, results as in 8.2.6, lines of at most 79 signs (8.2.1), none of which
//! begins with `%` (6). Names are in UTF-8, where the standard has ISO 8859/1 (4.1). So programs which read chess
//! read it. Other games have the same form with moves of their own; what their score sheets say is
//! up to them, and nothing here knows one game from another.

use std::io::{self, Write};

use agon_core::{AnyPosition, Node, Position, Trouble, scored};

use crate::{
    play::{
        ending::{Ending, Fault},
        played::Played,
        record::Record,
        thought::MoveThought,
    },
    tell::{export::Export, lines::detail},
};

/// Writes games as PGN: tags, numbered moves, result. Other programs read it for chess; other games
/// have the same form, with their own moves.
#[derive(Default)]
pub struct Pgn {
    /// The event of the games, once it is known.
    event: Option<String>,
}

/// Lines of moves are no longer than this.
const WIDTH: usize = 79;

impl Export for Pgn {
    fn game(&mut self, game: &Played<'_>, out: &mut dyn Write) -> io::Result<()> {
        self.write(game, None, out)
    }
}

impl Pgn {
    /// Writes a game that ends with this word, or with its result.
    pub(super) fn write(&mut self, game: &Played<'_>, end: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        let tournament = game.plan.tournament();
        let (section, record, fixture) = (game.plan.section(game.fixture), game.record, game.fixture);
        let name = |seat: usize| tournament.entries[fixture.seats[seat]].name.as_str();
        let event = self
            .event
            .get_or_insert_with(|| format!("agon {}", tournament.identity().chars().take(12).collect::<String>()));
        let base = game.base();
        let sheet = base.scoresheet();
        let (white, black) = (sheet.white.index(), 1 - sheet.white.index());
        let result = result(record, white);
        // The seven tags that every game has, in the standard's order.
        let mut roster = vec![
            ("Event", event.clone()),
            ("Site", "?".to_owned()),
            ("Date", "????.??.??".to_owned()),
            ("Round", format!("{}.{}", fixture.opening + 1, record.number + 1)),
        ];
        if fixture.seats.len() == 2 {
            roster.push(("White", name(white).to_owned()));
            roster.push(("Black", name(black).to_owned()));
        }
        roster.push(("Result", result.to_owned()));
        // The others, in the order of the alphabet.
        let mut tags = vec![
            ("Game", section.game.term.clone()),
            ("OpeningPlies", record.opening.to_string()),
            ("PlyCount", record.moves.len().to_string()),
            ("Seed", tournament.seed.0.to_string()),
            ("Termination", termination(&record.ending).to_owned()),
        ];
        tags.extend(sheet.tags);
        if let Some(opening) = game.chosen().and_then(|chosen| chosen.name.clone()) {
            tags.push(("Opening", opening));
        }
        if let (Some(position), false) = (game.position(), tags.iter().any(|t| t.0 == "FEN")) {
            tags.push(("Position", position.to_owned()));
        }
        if record.payoffs.len() != 2 {
            tags.push(("Payoffs", format!("{:?}", record.payoffs)));
        }
        // Each tag stands once.
        let named = (0..fixture.seats.len()).map(|n| (format!("Seat{}", n + 1), name(n).to_owned()));
        let seats = named.filter(|_| fixture.seats.len() != 2);
        let mut tags: Vec<(String, String)> =
            tags.into_iter().map(|(tag, value)| (tag.to_owned(), value)).chain(seats).collect();
        tags.sort();
        let roster = roster.into_iter().map(|(tag, value)| (tag.to_owned(), value));
        for (tag, value) in roster.chain(tags) {
            writeln!(out, "[{tag} \"{}\"]", escape(&value))?;
        }
        let mut words = numbered(base, sheet.number, record);
        words.extend(comment(record, &name));
        words.push(end.unwrap_or(result).to_owned());
        for line in wrapped(&words) {
            write!(out, "\n{line}")?;
        }
        out.write_all(b"\n\n")
    }
}

/// The words in lines. None begins with `%`, which would hide it from readers (section 6 of the standard): such a word
/// stays beside the one before.
fn wrapped(words: &[String]) -> Vec<String> {
    let (mut lines, mut rest) = (Vec::<String>::new(), words);
    while let Some((first, others)) = rest.split_first() {
        let beside = others.iter().take_while(|word| word.starts_with('%')).count();
        let (beside, left) = others.split_at(beside);
        let piece = beside.iter().fold(first.clone(), |piece, word| piece + " " + word);
        let width = |text: &str| text.chars().count();
        match lines.last_mut().filter(|line| width(line) + 1 + width(&piece) <= WIDTH) {
            Some(line) => line.extend([" ", &piece]),
            None => lines.push(piece),
        }
        rest = left;
    }
    lines
}

/// The standard's word for the result: of two seats, who got more. White comes first.
fn result(record: &Record, white: usize) -> &'static str {
    let [one, other] = record.payoffs[..] else { return "*" };
    let (one, other) = if white == 0 { (one, other) } else { (other, one) };
    match () {
        () if other < one => "1-0",
        () if one < other => "0-1",
        () => "1/2-1/2",
    }
}

/// The standard's word for how the game ended. Resigning is normal; a player that panics, breaks or is not
/// asked any more abandons the game.
fn termination(ending: &Ending) -> &'static str {
    match ending {
        Ending::Over | Ending::Forfeit(_, Fault::Resigned) => "normal",
        Ending::TooLong | Ending::Agreed(_) => "adjudication",
        Ending::Forfeit(
            _,
            Fault::Illegal(_) | Fault::Overspent { .. } | Fault::Outside(Trouble::NoSuchMove | Trouble::Disagreed, _),
        ) => "rules infraction",
        Ending::Forfeit(
            _,
            Fault::OverTime(_) | Fault::Silent(_) | Fault::Outside(Trouble::TooLate | Trouble::Hung, _),
        ) => "time forfeit",
        Ending::Forfeit(_, Fault::Panic(_) | Fault::Broken(_) | Fault::Excluded(_) | Fault::Outside(..)) => "abandoned",
        Ending::Void(_) => "unterminated",
    }
}

/// How the game ended if not by its rules, as words of a comment.
fn comment<'a>(record: &Record, name: &dyn Fn(usize) -> &'a str) -> Vec<String> {
    let who = match &record.ending {
        Ending::Over => return Vec::new(),
        Ending::Forfeit(seat, _) | Ending::Agreed(Some(seat)) => {
            format!("{}: ", name(seat.index()))
        }
        Ending::Agreed(None) | Ending::TooLong | Ending::Void(_) => String::new(),
    };
    let detail = detail(record).map(|detail| format!(": {detail}")).unwrap_or_default();
    let text = format!("{who}{}{detail}", record.ending.word()).replace('{', "(").replace('}', ")");
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

/// A tag's value: printing characters, quotes and backslashes escaped.
fn escape(value: &str) -> String {
    let printed: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    printed.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The moves, with outcomes of chance and players' thoughts in braces. A number precedes each move of the first seat,
/// and another seat's if it is the first move or follows braces (8.2.2.2 of the standard).
fn numbered(mut position: AnyPosition, first: u32, record: &Record) -> Vec<String> {
    let (mut words, mut number, mut has_begun) = (Vec::new(), first, false);
    // Whether the last word is a move.
    let mut follows = false;
    let mut thoughts = record.thoughts.iter().peekable();
    for (ply, &m) in (0..).zip(&record.moves) {
        let text = scored(&position, m);
        match position.node() {
            Node::Chance => {
                words.push(format!("{{{text}}}"));
                follows = false;
            }
            Node::Decision(seat) => {
                if seat.0 == 0 {
                    number += u32::from(has_begun);
                    words.push(format!("{number}."));
                } else if !follows {
                    words.push(format!("{number}..."));
                }
                (has_begun, follows) = (true, true);
                words.push(text);
            }
            Node::Terminal => break,
        }
        if let Some(thought) = thoughts.next_if(|thought| thought.ply == ply) {
            words.extend(thought_comment(thought));
            follows = false;
        }
        position.play(m);
    }
    words
}

/// A player's thought in the usual form of chess programs: value and depth, the seconds if there is a clock, and nodes:
/// `{+0.31/8 0.250s, 12034 nodes}`. The value is from the player's point of view, in payoffs, or in pawns or as a mate
/// if a program reported it so: `{+2.03/8, …}`, `{+M3/8, …}`; a word at the end marks a bound,
/// `{+0.31/8, 12034 nodes, lower}`, or the mean of a sample.
fn thought_comment(thought: &MoveThought) -> Vec<String> {
    let told = thought.note.as_deref().and_then(told_worth);
    let value = told.or(thought.value.map(|value| format!("{:+.2}", value + 0.0)));
    let depth = thought.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    let time = thought.time.map(|time| format!(" {}.{:03}s", time / 1000, time % 1000));
    let (value, time) = (value.unwrap_or_else(|| "-".to_owned()), time.unwrap_or_default());
    let bound = thought.bound_name().map(|name| format!(", {name}")).unwrap_or_default();
    let text = format!("{{{value}{depth}{time}, {} nodes{bound}", thought.nodes);
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

/// The value that another program reported in a note, in the form of PGN comments: `+2.03 pawns` becomes `+2.03`,
/// `mate in 3` becomes `+M3`, `mated in 2` becomes `-M2`.
fn told_worth(note: &str) -> Option<String> {
    let number = |text: &str| text.parse::<f64>().is_ok().then(|| text.to_owned());
    if let Some(pawns) = note.strip_suffix(" pawns") {
        return number(pawns);
    }
    let mate = |words, sign| Some(format!("{sign}M{}", number(note.strip_prefix(words)?)?));
    mate("mate in ", '+').or_else(|| mate("mated in ", '-'))
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, comment, escape, numbered, result, termination, wrapped};
    use crate::play::{
        ending::{Ending, Fault},
        record::Record,
        thought::MoveThought,
    };
    use agon_core::{Bound, Seat, Seed, Trouble, line::play_line, registry};

    #[test]
    fn endings_have_the_words_of_the_standard_and_a_comment_for_the_rest() {
        let panicked = Fault::Panic("index {3}\nof 2".to_owned());
        for (ending, word, said) in [
            (Ending::Over, "normal", ""),
            (Ending::TooLong, "adjudication", "{too long}"),
            (Ending::Agreed(Some(Seat(1))), "adjudication", "{b: adjudicated loss: of seat 2, by agreed values}"),
            (Ending::Agreed(None), "adjudication", "{adjudicated draw: by agreed values}"),
            (Ending::Void("oh".to_owned()), "unterminated", "{void: oh}"),
            (Ending::Forfeit(Seat(1), Fault::Illegal(7)), "rules infraction", "{b: illegal move: move #7}"),
            (
                Ending::Forfeit(Seat(0), Fault::Overspent { nodes: 9, budget: 5 }),
                "rules infraction",
                "{a: over budget: 9 nodes of 5}",
            ),
            (Ending::Forfeit(Seat(0), Fault::OverTime(10)), "time forfeit", "{a: over time: more than 10 ms}"),
            (Ending::Forfeit(Seat(0), Fault::Resigned), "normal", "{a: resigned}"),
            (
                Ending::Forfeit(Seat(0), Fault::Excluded(3)),
                "abandoned",
                "{a: excluded: no answer, or a breakdown, in 3 earlier games}",
            ),
            (
                Ending::Forfeit(Seat(1), Fault::Outside(Trouble::Disagreed, "no".to_owned())),
                "rules infraction",
                "{b: disagreed: no}",
            ),
            (Ending::Forfeit(Seat(1), panicked), "abandoned", "{b: panic: index (3) of 2}"),
            (Ending::Forfeit(Seat(1), Fault::Broken(String::new())), "abandoned", "{b: broken:}"),
        ] {
            assert_eq!(termination(&ending), word);
            let record = Record { ending, ..Record::default() };
            assert_eq!(comment(&record, &|seat| ["a", "b"][seat]).join(" "), said);
        }
    }

    #[test]
    fn pgn_results_are_for_two_seats_only() {
        for (payoffs, expected) in [
            (&[1.0, -1.0][..], "1-0"),
            (&[-0.5, 0.5], "0-1"),
            (&[0.0, 0.0], "1/2-1/2"),
            (&[], "*"),
            (&[1.0, 0.0, 0.0], "*"),
        ] {
            let record = Record { payoffs: payoffs.to_vec(), ..Record::default() };
            assert_eq!(result(&record, 0), expected);
            let turned = match expected {
                "1-0" => "0-1",
                "0-1" => "1-0",
                other => other,
            };
            assert_eq!(result(&record, 1), turned);
        }
    }

    #[test]
    fn moves_are_numbered_by_the_first_seat_from_the_number_of_the_sheet() {
        for (game, line, expected) in [
            ("chess", "e2e4 e7e5 g1f3", "1. e4 e5 2. Nf3"),
            ("chess(fen=4k3/8/8/8/8/8/4P3/4K3 b - - 0 7)", "e8e7 e2e4 e7e6", "7... Ke7 8. e4 Ke6"),
            ("nim", "a1 b1 a1", "1. a1 b1 2. a1"),
            ("pig", "4 hold 6", "{4} 1. hold {6}"),
            // After braces a number shows whose move it is.
            ("pig", "4 hold 6 roll 3 hold 2", "{4} 1. hold {6} 1... roll {3} 1... hold {2}"),
            ("nim", "a1 b1 b1 c1", "1. a1 b1 2. b1 c1"),
        ] {
            let start = registry::game(game).unwrap().start;
            let moves = play_line(&mut start.clone(), line).unwrap();
            let first = start.scoresheet().number;
            let record = Record { moves, ..Record::default() };
            assert_eq!(numbered(start, first, &record).join(" "), expected);
        }
    }

    #[test]
    fn a_thought_stands_behind_its_move_as_chess_tools_write_it() {
        for (thought, bound, expected) in [
            ((Some(0.3141), Some(8), 12034, None, ""), Bound::Exact, "{+0.31/8, 12034 nodes}"),
            ((Some(-1.0), Some(0), 1, Some(250), ""), Bound::Upper, "{-1.00/0 0.250s, 1 nodes, upper}"),
            ((Some(-0.0), None, 7, None, ""), Bound::Sample, "{+0.00, 7 nodes, sample}"),
            ((None, Some(3), 9, None, ""), Bound::Exact, "{-/3, 9 nodes}"),
            ((Some(0.5), Some(3), 9, None, "+2.03 pawns"), Bound::Exact, "{+2.03/3, 9 nodes}"),
            ((Some(1.0), Some(3), 9, Some(61_005), "mate in 3"), Bound::Exact, "{+M3/3 61.005s, 9 nodes}"),
            ((Some(-1.0), Some(3), 9, None, "mated in 2"), Bound::Exact, "{-M2/3, 9 nodes}"),
            ((Some(0.5), Some(3), 9, None, "so many pawns"), Bound::Exact, "{+0.50/3, 9 nodes}"),
        ] {
            let (value, depth, nodes, time, note) = thought;
            let note = Some(note.to_owned()).filter(|note| !note.is_empty());
            let thoughts = vec![MoveThought { ply: 1, value, bound, depth, nodes, time, note }];
            let start = registry::game("nim").unwrap().start;
            let moves = play_line(&mut start.clone(), "a1 b1 a1").unwrap();
            let record = Record { moves, thoughts, ..Record::default() };
            let words = numbered(start, 1, &record).join(" ");
            assert_eq!(words, format!("1. a1 b1 {expected} 2. a1"));
        }
    }

    #[test]
    fn behind_a_thought_the_second_seat_has_a_number() {
        let thought =
            |ply| MoveThought { ply, value: None, bound: Bound::Exact, depth: None, nodes: 1, time: None, note: None };
        let start = registry::game("chess").unwrap().start;
        let moves = play_line(&mut start.clone(), "e4 e5 Nf3 Nc6").unwrap();
        for (plies, expected) in [
            (&[0, 1][..], "1. e4 {-, 1 nodes} 1... e5 {-, 1 nodes} 2. Nf3 Nc6"),
            (&[1, 2], "1. e4 e5 {-, 1 nodes} 2. Nf3 {-, 1 nodes} 2... Nc6"),
            (&[3], "1. e4 e5 2. Nf3 Nc6 {-, 1 nodes}"),
        ] {
            let thoughts = plies.iter().map(|&ply| thought(ply)).collect();
            let record = Record { moves: moves.clone(), thoughts, ..Record::default() };
            assert_eq!(numbered(start.clone(), 1, &record).join(" "), expected);
        }
    }

    #[test]
    fn no_line_begins_with_a_percent_sign_or_is_longer_than_it_must_be() {
        let mut stream = Seed(5).stream(0);
        for _ in 0..300 {
            // As in a comment: the first word opens it.
            let mut words = vec!["{a".to_owned()];
            for _ in 0..stream.below(60) {
                let sign = if stream.below(3) == 0 { "%" } else { "" };
                words.push(format!("{sign}{}", "x".repeat(1 + stream.below(12) as usize)));
            }
            let lines = wrapped(&words);
            assert_eq!(lines.join(" "), words.join(" "));
            for (n, line) in lines.iter().enumerate() {
                assert!(!line.starts_with('%'), "{lines:?}");
                // A line is too long only where all but its first word must stay beside that.
                let is_one = line.split(' ').skip(1).all(|word| word.starts_with('%'));
                assert!(line.len() <= WIDTH || is_one, "{lines:?}");
                // The next line begins as late as it can.
                let next = lines.get(n + 1).map(|next| {
                    let words = next.split(' ');
                    let beside = words.skip(1).take_while(|word| word.starts_with('%'));
                    let first = next.split(' ').next().map_or(0, str::len);
                    beside.fold(first, |width, word| width + 1 + word.len())
                });
                assert!(next.is_none_or(|next| WIDTH < line.len() + 1 + next), "{lines:?}");
            }
        }
        let ending = Ending::Forfeit(Seat(0), Fault::Panic("x ".repeat(32) + "%d of 7"));
        let record = Record { ending, ..Record::default() };
        let told = wrapped(&comment(&record, &|_| "%a %b"));
        assert!(told[0].starts_with("{%a %b: panic") && told[1].starts_with("x %d"), "{told:?}");
    }

    #[test]
    fn quotes_and_control_characters_never_end_a_tag() {
        assert_eq!(escape("a \"b\" \\ \n]"), "a \\\"b\\\" \\\\  ]");
    }
}
