//! The page and the schema tell the truth.

use std::{fs, io::BufReader};

use agon_core::{AnyPosition, Eye, MoveTry, Position, Seat, all_moves, notation, registry, view};
use schemars::SchemaGenerator;
use {agon_chess as _, agon_connect_four as _, agon_kuhn as _, agon_nim as _, agon_pig as _, agon_tic_tac_toe as _};

use crate::{
    Ask, AskedPosition, BadLine, FromArena, FromPlayer, LONGEST_FROM_ARENA, NamedMove, PAGE, RuleBook, SCHEMA,
    Thoughts, Usage, Want, WrongWord, read_line, write_line,
};

/// Whether what a test found is to be written instead of compared.
fn is_to_be_written() -> bool {
    std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always")
}

fn written(message: &FromArena) -> String {
    serde_json::to_string(message).unwrap()
}

/// The answer to a line, as `agon protocol --rules` gives it.
fn answered(rules: &mut RuleBook, line: &str) -> String {
    let mut out = Vec::new();
    rules.respond(line.as_bytes(), &mut out);
    String::from_utf8(out).unwrap().trim_end().to_owned()
}

#[test]
fn the_schema_is_that_of_the_messages() {
    let mut generator = SchemaGenerator::default();
    let from_arena = generator.subschema_for::<FromArena>();
    let from_player = generator.subschema_for::<FromPlayer>();
    let schema = serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of the protocol of Agon",
        "description": "What the arena says (FromArena), or a player (FromPlayer).",
        "anyOf": [from_arena, from_player],
        "$defs": generator.take_definitions(true),
    });
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    if is_to_be_written() {
        fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/schema.json"), &text).unwrap();
    } else {
        assert!(SCHEMA == text, "INSTA_UPDATE=always writes the new one");
    }
}

/// Every transcript of the page is what happens: those of rules are asked again, those of a player
/// are messages, and its moves those of the positions.
#[test]
fn the_transcripts_of_the_page_are_what_happens() {
    let mut page = String::new();
    let mut kind: Option<(String, RuleBook)> = None;
    let mut last = String::new();
    let mut told = Told::default();
    let mut read = 0;
    for line in PAGE.lines() {
        let mut shown = line.to_owned();
        if let Some(info) = line.strip_prefix("```transcript ") {
            let (word, game) = info.split_once(' ').unwrap_or((info, ""));
            let game = (!game.is_empty()).then(|| registry::game(game).unwrap());
            kind = Some((word.to_owned(), RuleBook::of(game)));
        } else if line == "```" {
            kind = None;
        } else if let Some((word, rules)) = &mut kind {
            read += 1;
            match (word.as_str(), &line[..2]) {
                ("rules", "< ") => last = answered(rules, &line[2..]),
                ("rules", "> ") => shown = format!("> {last}"),
                ("player", "< ") => line[2..].clone_into(&mut told.said),
                ("player", "> ") => shown = format!("> {}", told.again(&line[2..])),
                (word, sign) => panic!("{word} {sign}"),
            }
        }
        page += &shown;
        page.push('\n');
    }
    assert!(20 < read, "{read} lines");
    if is_to_be_written() {
        fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/protocol.md"), &page).unwrap();
    } else {
        assert!(PAGE == page, "INSTA_UPDATE=always writes what happens");
    }
}

/// What a player of the page was told and said last.
#[derive(Default)]
struct Told {
    here: Option<AnyPosition>,
    said: String,
}

impl Told {
    /// A message to the player, as the rules of its game and what it said make it.
    fn again(&mut self, line: &str) -> String {
        let mut message = FromArena::read(line.as_bytes()).unwrap();
        let said = std::mem::take(&mut self.said);
        if let FromArena::Illegal { left, .. } = message {
            let here = self.here.as_ref().unwrap();
            let wrong = match FromPlayer::read(said.as_bytes()) {
                Ok(FromPlayer::Move { named, .. }) => {
                    assert!(named.find(here).is_err(), "{said}");
                    WrongWord::illegal(&named, &said, here.count())
                }
                Ok(other) => panic!("{other:?}"),
                Err(bad) => WrongWord::unreadable(&said, &bad),
            };
            return written(&wrong.told(left));
        }
        assert!(said.is_empty() || FromPlayer::read(said.as_bytes()).is_ok(), "{said}");
        match &mut message {
            FromArena::Game { about, .. } => {
                *about = crate::About::of(&registry::game(&about.game).unwrap());
            }
            FromArena::Choose { position, view: seen, redeals, moves, codes, seat, .. } => {
                let here = match (position, redeals.as_slice()) {
                    (Some(text), _) => registry::game("nim(1+2)").unwrap().start.parse(text).unwrap(),
                    (None, redeals) => {
                        let kuhn = registry::game("kuhn").unwrap().start;
                        let deals: Vec<_> = redeals.iter().map(|text| kuhn.parse(text).unwrap()).collect();
                        for deal in &deals {
                            let own = view(deal, Eye::Seat(Seat(*seat - 1)));
                            assert_eq!(Some(own), *seen);
                        }
                        deals[0].clone()
                    }
                };
                let list = all_moves(&here);
                *moves = list.iter().map(|&m| notation(&here, m)).collect();
                *codes = list.iter().map(|m| m.0.to_string()).collect();
                self.here = Some(here);
            }
            _ => {}
        }
        written(&message)
    }
}

#[test]
fn lines_are_read_within_bounds() {
    let read = |text: &str, longest| {
        let mut input = BufReader::with_capacity(3, text.as_bytes());
        let (mut line, mut lines) = (Vec::new(), Vec::new());
        loop {
            match read_line(&mut input, &mut line, longest) {
                Ok(true) => lines.push(String::from_utf8(line.clone()).unwrap()),
                Ok(false) => return (lines, None),
                Err(error) => return (lines, Some(error)),
            }
        }
    };
    let (lines, end) = read("one\r\n\ntwo\n", 5);
    assert_eq!(lines, ["one", "", "two"]);
    assert!(end.is_none());
    assert!(matches!(read("12345\n", 5).1, Some(BadLine::TooLong(5))));
    assert!(read("1234\n", 5).1.is_none());
    assert!(matches!(read(&"x".repeat(100), 5).1, Some(BadLine::TooLong(5))));
    let (lines, end) = read("ok\nhal", 5);
    assert_eq!(lines, ["ok"]);
    assert_eq!(end.unwrap().to_string(), "the last line has no end: \"hal\"");
}

#[test]
fn a_line_that_is_no_message_is_told_why() {
    for (line, why) in [
        ("", "EOF while parsing"),
        ("7", "expected internally tagged enum FromPlayer"),
        ("{}", "missing field `type`"),
        (r#"{"type":"mvoe"}"#, "unknown variant `mvoe`, expected one of `hello`, `ready`, `move`"),
        (r#"{"type":"hello","protocol":1}"#, "missing field `name`"),
        (r#"{"type":"move","index":-1}"#, "invalid value: integer `-1`"),
        ("\u{7f}{", "expected value"),
    ] {
        let error = FromPlayer::read(line.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(why), "{line}: {error}");
    }
    assert!(FromPlayer::read(b"\xff\xfe").unwrap_err().line.starts_with('\u{fffd}'));
    let unknown = r#"{"type":"ready","since":"version 9","nested":{"a":[1]}}"#;
    assert_eq!(FromPlayer::read(unknown.as_bytes()), Ok(FromPlayer::Ready));
}

#[test]
fn a_move_is_named_in_one_of_three_ways() {
    let start = registry::game("chess").unwrap().start;
    let named = |line: &str| match FromPlayer::read(line.as_bytes()).unwrap() {
        FromPlayer::Move { named, thoughts, .. } => {
            named.find(&start).map(|m| (notation(&start, m), thoughts.decide(&start, m)))
        }
        other => panic!("{other:?}"),
    };
    let code = all_moves(&start)[0].0;
    for (line, text) in [
        (r#"{"type":"move","move":"g1f3"}"#.to_owned(), "g1f3"),
        (r#"{"type":"move","move":"Nf3"}"#.to_owned(), "g1f3"),
        (r#"{"type":"move","index":0}"#.to_owned(), "b1a3"),
        (format!(r#"{{"type":"move","code":"{code}"}}"#), "b1a3"),
    ] {
        assert_eq!(named(&line).unwrap().0, text, "{line}");
    }
    for (line, why) in [
        (r#"{"type":"move"}"#, "one of `move`, `code` and `index`"),
        (r#"{"type":"move","move":"e4","index":1}"#, "one of `move`, `code` and `index`"),
        (r#"{"type":"move","move":"e2e5"}"#, "e2e5 is not legal in `rnbq"),
        (r#"{"type":"move","index":20}"#, "index 20 is not legal"),
        (r#"{"type":"move","code":"x"}"#, "code x is not legal"),
        (r#"{"type":"move","code":"18446744073709551615"}"#, "is not legal"),
    ] {
        assert!(named(line).unwrap_err().contains(why), "{line}");
    }
    let thoughts = r#"{"type":"move","move":"e4","value":9,"depth":3,"pv":["e4","e5","e4"]}"#;
    let decision = named(thoughts).unwrap().1;
    assert_eq!((decision.value, decision.depth, decision.pv.len()), (None, Some(3), 2));
    let other = r#"{"type":"move","move":"e4","value":0.5,"pv":["d4"]}"#;
    let decision = named(other).unwrap().1;
    assert_eq!((decision.value, decision.pv.len()), (Some(0.5), 0));
}

/// Whatever stands beside a move, it is the move: what is no number there is passed over, and so is too much.
#[test]
fn what_an_answer_took_is_any_flat_object_of_numbers() {
    let beside = |keys: &str| match FromPlayer::read(format!(r#"{{"type":"move","move":"e4",{keys}}}"#).as_bytes()) {
        Ok(FromPlayer::Move { ply, usage, .. }) => (ply, usage.numbers()),
        other => panic!("{keys}: {other:?}"),
    };
    let usage = |keys: &str| beside(&format!(r#""usage":{keys}"#)).1;
    let told = [("cost".to_owned(), 0.002), ("tokens".to_owned(), 812.0)];
    assert_eq!(usage(r#"{"tokens":812,"cost":0.002}"#), told);
    assert_eq!(usage(r#"{"tokens":812,"model":"m","cost":0.002,"of":{"tokens":7},"list":[1],"none":null}"#), told);
    for nothing in ["null", "7", "[1,2]", "\"much\"", "{}", "true"] {
        assert_eq!(usage(nothing), [], "{nothing}");
    }
    let many: Vec<String> = (10..50).map(|number| format!(r#""n{number}":{number}"#)).collect();
    let kept = usage(&format!("{{{}}}", many.join(",")));
    assert_eq!((kept.len(), &*kept[0].0, &*kept[15].0), (Usage::MOST, "n10", "n25"));
    let name = |length| usage(&format!(r#"{{"{}":1}}"#, "x".repeat(length))).len();
    assert_eq!((name(Usage::LONGEST_NAME), name(Usage::LONGEST_NAME + 1)), (1, 0));
    for (ply, expected) in [("7", Some(7)), ("-1", None), ("\"7\"", None), ("4294967296", None), ("null", None)] {
        assert_eq!(beside(&format!(r#""ply":{ply}"#)).0, expected, "{ply}");
    }
}

#[test]
fn a_wrong_word_is_told_what_is_accepted() {
    let start = registry::game("nim(1+2)").unwrap().start;
    let long = "x".repeat(300);
    for (line, text, why) in [
        (r#"{"type":"move","move":"Z9"}"#, "Z9", "`Z9` is no legal move; accepted: one of the `moves` of the question"),
        (r#"{"type":"move","move":"a1 b1"}"#, "a1 b1", "`a1 b1` is no legal move"),
        (r#"{"type":"move","code":"7"}"#, "code 7", "accepted: one of the `codes` of the question"),
        (r#"{"type":"move","index":3}"#, "index 3", "accepted: an index from 0 to 2"),
        (
            r#"{"type":"move"}"#,
            r#"{"type":"move"}"#,
            "names no move; accepted: exactly one of `move`, `code` and `index`",
        ),
        (&format!(r#"{{"type":"move","move":"{long}"}}"#), &long[..200], "…` is no legal move"),
        ("I think Z9 is best", "I think Z9 is best", "no message: expected value at column 1; accepted: {\"type\":"),
        (r#"{"type":"move","move":"a1","move":"b1"}"#, r#"{"type":"move","move":"a1","move":"b1"}"#, "duplicate field"),
        (r#"{"type":"move","move":"a1"}{"type":"move"}"#, r#"{"type":"move","move":"a1"}{"#, "trailing characters"),
    ] {
        let wrong = match FromPlayer::read(line.as_bytes()) {
            Ok(FromPlayer::Move { named, .. }) => {
                assert!(named.find(&start).is_err(), "{line}");
                WrongWord::illegal(&named, line, start.count())
            }
            Ok(other) => panic!("{other:?}"),
            Err(bad) => WrongWord::unreadable(line, &bad),
        };
        let FromArena::Illegal { r#move: shown, why: told, left: 2 } = wrong.told(2) else { panic!("{wrong:?}") };
        assert!(told.contains(why), "{line}: {told}");
        assert!(shown.starts_with(text) && shown.chars().count() <= MoveTry::MOST_TEXT + 1, "{line}: {shown}");
    }
}

#[test]
fn what_a_decision_says_is_read_back() {
    let start = registry::game("nim(1+2)").unwrap().start;
    let thoughts = Thoughts {
        value: Some(1.0),
        depth: Some(3),
        nodes: Some(7),
        pv: ["b1", "a1", "b1"].map(str::to_owned).to_vec(),
    };
    let m = NamedMove::written("b1").find(&start).unwrap();
    assert_eq!(Thoughts::of(&start, &thoughts.decide(&start, m)), thoughts);
}

#[test]
fn answers_are_never_longer_than_a_line_may_be() {
    let rules = || RuleBook::of(Some(registry::game("chess").unwrap()));
    let ask = |count| Ask {
        id: 1,
        positions: vec![AskedPosition::After { position: None, moves: Vec::new() }; count],
        want: vec![Want::Successors],
        ..Ask::default()
    };
    let mut out = Vec::new();
    assert!(rules().answer(&FromPlayer::Ask(ask(1000)), &mut out));
    assert!((LONGEST_FROM_ARENA / 4..=LONGEST_FROM_ARENA).contains(&out.len()), "{}", out.len());
    assert!(matches!(FromArena::read(&out), Ok(FromArena::Answers { id: 1, answers }) if answers.len() == 1000));
    out.clear();
    assert!(rules().answer(&FromPlayer::Ask(ask(10_000)), &mut out));
    let error = FromArena::read(&out).unwrap();
    let FromArena::Error { id: Some(1), message } = error else { panic!("{error:?}") };
    assert!(message.ends_with("of 10000 positions: ask about fewer at a time"), "{message}");
}

/// Answers are written without a value that stands for them: as that would have been.
#[test]
fn answers_are_what_their_types_would_write() {
    let every = [
        Want::Position,
        Want::Moves,
        Want::Codes,
        Want::Successors,
        Want::Estimates,
        Want::Features,
        Want::Drawing,
        Want::Views,
        Want::Redeals,
    ];
    assert_eq!(every.len(), Want::COUNT);
    let wants = (0..every.len()).map(|number| vec![every[number]]).chain([every.to_vec(), vec![]]);
    for want in wants {
        for game in ["tic-tac-toe", "connect-four", "pig(target=10)", "chess"] {
            let game = registry::game(game).unwrap();
            let estimates = want.contains(&Want::Estimates);
            if estimates && game.start.heuristics().is_empty() {
                continue;
            }
            let (mut here, mut texts) = (game.start.clone(), Vec::new());
            while here.node() != agon_core::Node::Terminal && texts.len() < 60 {
                texts.push(AskedPosition::Text(here.to_string()));
                let moves = vec!["\"\u{7}\\\n".to_owned()];
                texts.push(AskedPosition::After { position: Some(here.to_string()), moves });
                here.play(here.nth(texts.len() * 7 % here.count()));
            }
            texts.push(AskedPosition::After { position: Some(here.to_string()), moves: vec![] });
            let ask = Ask {
                id: 3,
                positions: texts,
                want: want.clone(),
                seat: want.contains(&Want::Redeals).then_some(1),
                seeds: want.iter().filter(|&&want| want == Want::Redeals).map(|_| "7".to_owned()).collect(),
                ..Ask::default()
            };
            let mut out = Vec::new();
            assert!(RuleBook::of(Some(game)).answer(&FromPlayer::Ask(ask), &mut out));
            let read = FromArena::read(&out).unwrap();
            assert!(matches!(read, FromArena::Answers { .. }), "{read:?}");
            let text = String::from_utf8(out).unwrap();
            assert_eq!(blurred(&written(&read)), blurred(text.trim_end()));
        }
    }
}

/// A text whose numbers have nine digits behind the point at most: they are read less exactly than
/// they are written.
fn blurred(text: &str) -> String {
    let mut digits = None;
    let is_kept = |letter: &char| {
        digits = match digits {
            _ if *letter == '.' => Some(0),
            Some(count) if letter.is_ascii_digit() => Some(count + 1),
            _ => None,
        };
        digits.is_none_or(|count| count < 10)
    };
    text.chars().filter(is_kept).collect()
}

/// The texts of a game played through, by asking alone, are those of the game itself.
#[test]
fn who_asks_needs_no_rules() {
    for game in ["tic-tac-toe", "connect-four", "nim", "pig(target=10)", "chess"] {
        let game = registry::game(game).unwrap();
        let (mut here, mut text) = (game.start.clone(), game.start.to_string());
        let mut rules = RuleBook::of(Some(game));
        for ply in 0..30 {
            let ask = Ask {
                positions: vec![AskedPosition::Text(text)],
                want: vec![Want::Moves, Want::Successors],
                ..Ask::default()
            };
            let mut out = Vec::new();
            rules.answer(&FromPlayer::Ask(ask), &mut out);
            let Ok(FromArena::Answers { mut answers, .. }) = FromArena::read(&out) else {
                panic!("{}", String::from_utf8_lossy(&out))
            };
            let answer = answers.pop().unwrap();
            let list = all_moves(&here);
            let written: Vec<String> = list.iter().map(|&m| notation(&here, m)).collect();
            assert_eq!(answer.moves, Some(written));
            let Some(&m) = list.get(ply * 7 % list.len().max(1)) else { break };
            here.play(m);
            text = answer.successors.unwrap()[ply * 7 % list.len()].position.clone();
            assert_eq!(text, here.to_string());
        }
    }
}

#[test]
fn a_written_line_is_one_line() {
    let mut out = Vec::new();
    let message = FromPlayer::Error { message: "a\nb\u{2028}".to_owned() };
    write_line(&mut out, &message).unwrap();
    assert_eq!(String::from_utf8(out.clone()).unwrap().lines().count(), 1);
    assert_eq!(FromPlayer::read(&out), Ok(message));
}
