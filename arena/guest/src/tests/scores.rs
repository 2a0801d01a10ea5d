//! Who is ahead at Go, at any time.

use std::collections::BTreeSet;

use agon_core::{Protocol, Seed};

use super::said;

/// The answers to lines of GTP on a board of five rows, without blank lines.
fn answers(game: &str, lines: &str) -> Vec<String> {
    let text = said(Protocol::Gtp, game, "random", lines);
    text.split("\n\n").filter(|a| !a.trim().is_empty()).map(|a| a.trim().to_owned()).collect()
}

/// Black's area less White's, counted by walking from each point of an answer to `showboard` on its own.
fn slow_area(board: &str) -> i32 {
    let rows: Vec<Vec<&str>> = board
        .lines()
        .map(|line| line.split(' ').collect::<Vec<_>>())
        .filter(|words| words[0].parse::<u8>().is_ok())
        .map(|words| words[1..].to_vec())
        .collect();
    let size = rows.len();
    let mut lead = 0;
    for first in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
        let (mut seen, mut open, mut met) = (BTreeSet::from([first]), vec![first], BTreeSet::new());
        while let Some((row, column)) = open.pop() {
            if rows[row][column] != "." {
                met.insert(rows[row][column]);
                continue;
            }
            let beside =
                [(row + 1, column), (row, column + 1), (row.wrapping_sub(1), column), (row, column.wrapping_sub(1))];
            for next in beside {
                if next.0 < size && next.1 < size && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        lead += match met.into_iter().collect::<Vec<_>>()[..] {
            ["X"] => 1,
            ["O"] => -1,
            _ => 0,
        };
    }
    lead
}

#[test]
fn a_score_is_given_at_any_time_by_the_rules() {
    for (lines, score) in [
        ("", "W+7"),
        ("komi 0", "0"),
        ("komi -0.5", "B+0.5"),
        ("play b C3", "B+18"),
        ("play b C3\nkomi 25", "0"),
        ("play b C3\nkomi 30.5", "W+5.5"),
        ("komi 6\nplay b a1\nplay w c3\nplay b b1", "W+5"),
        ("komi 6\nplay b a1\nplay w c3\nplay b b1\nplay w pass\nplay b pass", "W+5"),
        ("komi 6\nplay b a1\nplay w c3\nplay b b1\nplay w pass\nplay b pass\nplay w a2\nundo", "W+5"),
        ("play w C3\nplay w C4", "W+32"),
        ("play b C3\nplay w pass\nplay b pass\nundo", "B+18"),
    ] {
        let told = answers("go(size=5)", &format!("{lines}\nfinal_score\n"));
        assert_eq!(told.last().unwrap(), &format!("= {score}"), "{lines}");
    }
    for seed in 0..40 {
        let mut stream = Seed(seed).stream(0);
        let komi = f64::from(stream.below(30)) / 2.0 - 3.0;
        let mut lines = format!("komi {komi}\n");
        for _ in 0..30 {
            let colour = ["b", "w"][stream.below(2) as usize];
            let (column, row) = (b"ABCDE"[stream.below(5) as usize], 1 + stream.below(5));
            let play = format!("play {colour} {}{row}\n", char::from(column));
            lines.extend([play.as_str(), "showboard\nfinal_score\n"]);
        }
        let told = answers("go(size=5)", &lines);
        for answers in told[1..].chunks(3) {
            let lead = f64::from(slow_area(&answers[1])) - komi;
            let score = match lead {
                lead if 0.0 < lead => format!("= B+{lead}"),
                lead if lead < 0.0 => format!("= W+{}", -lead),
                _ => "= 0".to_owned(),
            };
            assert_eq!(answers[2], score, "seed {seed}: {}", answers[1]);
        }
    }
    // A game without points is not counted before it is over.
    let told = answers("hex(size=3)", "play b b2\nfinal_score\n");
    assert_eq!(told[1], "? cannot score: the game is not over");
    let over = [
        "play b a1\nplay w c1\nplay b a2\nplay w c2\nplay b a3\n",
        "play b a1\nplay w a3\nplay b b1\nplay w b3\nplay b c1\n",
    ];
    let won = |lines: &&&str| answers("hex(size=3)", &format!("{lines}final_score\n")).pop().unwrap() == "= B+1";
    assert_eq!(over.iter().filter(won).count(), 1, "one of the two lines joins Black's sides");
}
