//! A program with second tries, as a language model plays: it knows no rules, and errs in one way that its name says.
//!
//! What it names at last depends on the question alone, so that the games are the same however it errs.

use std::{
    io::{BufRead as _, stdin},
    time::Duration,
};

use agon_core::{key_of, registry};
use serde_json::{Value, json};

use crate::rogue::say;

/// What a rambling answer is.
pub(crate) const RAMBLING: &str = "I think Z9 is best, because it takes the centre.";

/// How a babbler errs, if there is one that errs so.
pub(crate) fn is_known(how: &str) -> bool {
    how.starts_with("errs-") || WAYS.contains(&how)
}

/// Those that err at every second question of a game, or where they are slow at every one.
const WAYS: [&str; 16] = [
    "rambles",
    "two-moves",
    "two-messages",
    "twice-named",
    "not-named",
    "long",
    "overlong",
    "no-text",
    "changes-mind",
    "answers-late",
    "talks-on",
    "spends",
    "falls-silent",
    "ponders",
    "no-index",
    "reads-hungarian",
];

/// How long one ponders that ponders, before each answer.
pub(crate) const PONDERED: Duration = Duration::from_millis(1200);

/// Answers one question after another, until it is told to end.
pub(crate) fn run(how: &str) {
    let mut babbler = Babbler { how, question: Value::Null, asked: 0, wrong: 0, words: 0 };
    for line in stdin().lock().lines() {
        let heard: Value = serde_json::from_str(&line.unwrap()).unwrap();
        match heard["type"].as_str().unwrap() {
            "hello" => {
                let mut hello = json!({"type": "hello", "protocol": 1, "name": "Babbler", "rules": true});
                if how == "reads-hungarian" {
                    hello["language"] = "hu-HU".into();
                }
                say(&format!("{hello}\n"));
            }
            "game" => {
                // It has asked for them.
                let rules = heard["rules"].as_str().unwrap();
                let english = registry::game(heard["game"].as_str().unwrap()).unwrap().rules();
                // A build that knows no other language says so by naming none.
                let is_english = how != "reads-hungarian" || cfg!(not(feature = "serve"));
                assert_eq!(rules == english, is_english, "{rules}");
                assert_eq!(heard.get("language"), (!is_english).then_some(&json!("hu")));
                (babbler.asked, babbler.words) = (0, 0);
                say("{\"type\":\"ready\"}\n");
            }
            "choose" => {
                (babbler.asked, babbler.wrong) = (babbler.asked + 1, 0);
                babbler.question = heard;
                babbler.answer();
            }
            "illegal" => {
                assert!(heard["move"].is_string() && heard["why"].is_string(), "{heard}");
                babbler.wrong += 1;
                babbler.answer();
            }
            "quit" => return,
            _ => {}
        }
    }
}

struct Babbler<'a> {
    how: &'a str,
    question: Value,
    asked: u32,
    /// How often it was wrong at this question.
    wrong: u32,
    /// How many words it has said in this game.
    words: u32,
}

impl Babbler<'_> {
    fn answer(&mut self) {
        self.words += 1;
        let right = self.right(&json!({}));
        if let Some(percent) = self.how.strip_prefix("errs-") {
            let percent: u32 = percent.parse().unwrap();
            let errs = percent != 0 && self.words.is_multiple_of(100 / percent);
            let words = [json!({"type": "move", "move": "Z9"}).to_string(), RAMBLING.to_owned()];
            let number = self.words * percent / 100 % 2;
            say(&if errs { format!("{}\n", words[number as usize]) } else { right });
            return;
        }
        let is_slow = ["falls-silent", "ponders"].contains(&self.how);
        let is_time = (is_slow || self.asked.is_multiple_of(2)) && self.wrong == 0;
        let first = self.question["moves"][0].as_str().unwrap();
        let line = |value: Value| format!("{value}\n");
        match self.how {
            "talks-on" => say(&format!("{right}{right}")),
            "spends" => {
                let usage = json!({"output_tokens": 7, "cost": 0.25, "model": "large", "cached": {"tokens": 3}});
                if is_time {
                    say(&line(json!({"type": "move", "move": "Z9", "usage": {"output_tokens": 900}})));
                } else {
                    say(&self.right(&json!({"usage": usage})));
                }
            }
            "ponders" => {
                std::thread::sleep(PONDERED);
                say(&if is_time { line(json!({"type": "move", "move": "Z9"})) } else { right });
            }
            "reads-hungarian" => say(&right),
            _ if !is_time => say(&right),
            "rambles" => say(&format!("{RAMBLING}\n")),
            "two-moves" => say(&line(json!({"type": "move", "move": format!("{first} or {first}")}))),
            "two-messages" => say(&format!("{}{right}", right.trim_end())),
            "twice-named" => say(&line(json!({"type": "move", "move": first, "index": 0}))),
            "not-named" => say(&line(json!({"type": "move"}))),
            "no-index" => say(&line(json!({"type": "move", "index": 99}))),
            "long" => say(&line(json!({"type": "move", "move": "é".repeat(500_000)}))),
            "overlong" => say(&line(json!({"type": "move", "move": "x".repeat(1 << 20)}))),
            "no-text" => {
                use std::io::Write as _;
                std::io::stdout().write_all(b"\xff\xfe a1\n").unwrap();
            }
            "changes-mind" => say(&format!("{right}{}", line(json!({"type": "move", "move": first})))),
            "answers-late" => {
                // It answers the question before once more.
                let before = self.question["ply"].as_u64().unwrap() - 2;
                let late = line(json!({"type": "move", "move": first, "ply": before}));
                say(&format!("{late}{}", self.right(&json!({"ply": before + 2}))));
            }
            "falls-silent" => say(&line(json!({"type": "move", "move": "Z9"}))),
            other => panic!("{other}"),
        }
        if self.how == "falls-silent" && is_time {
            std::thread::sleep(std::time::Duration::from_secs(600));
        }
    }

    /// The move that it names at last, with more keys.
    fn right(&self, more: &Value) -> String {
        let moves = self.question["moves"].as_array().unwrap();
        let key = key_of(&self.question["position"].to_string()) as usize;
        let mut right = json!({"type": "move", "move": moves[key % moves.len()]});
        right.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        format!("{right}\n")
    }
}
