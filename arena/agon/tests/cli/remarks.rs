//! Remarks on rules from outside are read wherever a game is shown, checked or played.

use crate::command::{Answer, agon, agon_told};

/// Its second rule asks for `suc`, where `succ` is meant.
const TYPO: &str = r#"gdl(sheet="(role p) (init (s 1)) (succ 1 2);(idle a);(<= (legal p go) (true (s ?x)));(<= (next (s ?y)) (true (s ?x)) (suc ?x ?y));(<= terminal (true (s 2)));(<= (goal p 100) (true (s 2)));(<= (goal p 0) (not (true (s 2))))", plies=5)"#;

const DOUBT: &str = "line 4, column 33: nothing says when `suc` holds, so it never does; did you mean `succ`?";
const ODD: &str = "line 2, column 1: no play needs `idle`";
/// No play needs it any more.
const LEFT: &str = "line 1, column 23: no play needs `succ`";

fn of(line: &[&str]) -> Answer {
    let answer = agon(line);
    assert_eq!(answer.code, 0, "{line:?}: {}", answer.err);
    answer
}

#[test]
fn a_name_that_nothing_defines_is_told_wherever_the_game_is_shown_or_checked() {
    for line in [&["show", TYPO][..], &["games", TYPO], &["laws", TYPO]] {
        let text = of(line).out;
        for remark in [DOUBT, ODD, LEFT] {
            let told = text.lines().filter(|line| line.ends_with(remark)).count();
            assert_eq!(told, 1, "{line:?}, {remark}: {text}");
        }
        assert!(text.contains("laid out as "), "{line:?}: {text}");
        let document = of(&[line, &["--json"]].concat()).json();
        let place = if line[0] == "laws" { &document["looked"][0] } else { &document };
        assert_eq!(place["remarks"][0], DOUBT, "{document}");
        assert_eq!(place["remarks"].as_array().map(Vec::len), Some(3), "{document}");
        assert!(place["known"][0].as_str().is_some_and(|text| text.starts_with("laid out as")));
    }
}

#[test]
fn whoever_plays_is_told_on_standard_error() {
    let played = agon_told(&["play", TYPO, "--against", "human"], "quit\n");
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(played.err.contains(&format!("agon: gdl: {DOUBT}\n")), "{}", played.err);
    assert!(played.err.contains(&format!("agon: gdl: {ODD}\n")) && !played.out.contains("suc`"));
    // A tournament says what is likely wrong, and nothing that is only odd; its result is as it was.
    let line = ["run", "-g", TYPO, "-p", "random", "-n", "1", "--random-plies", "0"];
    let run = of(&line);
    assert_eq!(run.err.matches("nothing says when `suc` holds").count(), 1, "{}", run.err);
    assert!(!run.err.contains("`idle`") && !run.out.contains("suc`"), "{}", run.err);
    let quiet = of(&[&line[..], &["--quiet"]].concat());
    assert_eq!((quiet.err.as_str(), quiet.out), ("", run.out));
}

#[test]
fn games_of_our_own_have_nothing_to_say_of_their_rules() {
    for line in [&["show", "nim", "--json"][..], &["games", "nim", "--json"]] {
        let document = of(line).json();
        assert!(document.get("remarks").is_none() && document.get("known").is_none());
    }
    let text = of(&["show", "nim"]).out;
    assert!(!text.contains("remark") && !text.contains("rules"), "{text}");
}

#[test]
fn names_of_a_sheet_cannot_change_the_terminal() {
    let sheet = TYPO.replace("suc ?x", "\u{202e}suc ?x");
    for line in [&["show", &sheet][..], &["games", &sheet], &["laws", &sheet]] {
        let text = of(line).out;
        let remark = text.lines().find(|line| line.contains("nothing says when"));
        assert!(remark.is_some_and(|line| line.contains("`\\u{202e}suc`")), "{text}");
    }
}

#[test]
fn moves_that_a_sheet_numbers_are_shown_by_their_numbers_and_drawn_as_before() {
    let numbers = (1..=12).map(|n| format!("(k {n})")).collect::<Vec<_>>().concat();
    let game = format!(
        r#"gdl(sheet="(role p){numbers}(init s)(<= (legal p (mark 2 ?k)) (k ?k) (true s))(legal p pass)(<= (next (on ?k)) (does p (mark 2 ?k)))(<= terminal (true (on ?k)))(<= (goal p ?k) (true (on ?k)))")"#
    );
    let text = of(&["show", &game]).out;
    let number = |part: &str| part.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    let shown: Vec<u32> = text.split("mark 2 ").skip(1).filter_map(number).collect();
    assert_eq!(shown, (1..=12).collect::<Vec<u32>>(), "{text}");
    let played = agon_told(&["play", &game, "--against", "human"], "moves\nquit\n").out;
    assert!(played.contains("mark 2 9, mark 2 10, mark 2 11, mark 2 12, pass"), "{played}");
    // Programs see the game's own order.
    let document = of(&["show", &game, "--json"]).json();
    assert_eq!(document["moves"][0], "mark 2 1");
    assert_eq!(document["moves"][1], "mark 2 10");
}
