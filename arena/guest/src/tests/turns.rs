//! Colours that play out of turn, undo, and passes.

use agon_core::{AnyMove, Node, Position, Protocol, Seat, Seed, registry};

use super::said;

/// The answers to lines of GTP, without blank lines.
fn answers(game: &str, lines: &str) -> Vec<String> {
    let text = said(Protocol::Gtp, game, "greedy", lines);
    text.split("\n\n").filter(|a| !a.trim().is_empty()).map(|a| a.trim().to_owned()).collect()
}

/// The stones of an answer to `showboard`.
fn stones(answer: &str) -> String {
    answer.lines().filter(|line| !line.contains("komi")).collect()
}

/// A corner, where stones are soon taken, and points elsewhere.
const POINTS: [&str; 8] = ["A1", "A2", "B1", "B2", "C3", "D4", "E5", "A3"];

/// A command that may be sent at any time: plays of either colour, some of them illegal, and questions between
/// them.
fn command(stream: &mut agon_core::Stream) -> String {
    let colour = ["b", "w"][stream.below(2) as usize];
    match stream.below(20) {
        0..7 => "undo".to_owned(),
        7..10 => format!("play {colour} pass"),
        10..16 => format!("play {colour} {}", POINTS[stream.below(8) as usize]),
        16 => format!("komi {}.5", stream.below(9)),
        17 => format!("reg_genmove {colour}"),
        18 => format!("genmove {colour}"),
        _ => "final_score".to_owned(),
    }
}

#[test]
fn one_undo_takes_back_one_play_and_one_pass_is_one() {
    let told = answers("go(size=9)", "play b C3\nplay b D4\nundo\nundo\nshowboard\nundo\nshowboard\n");
    assert_eq!(told[2..4], ["=", "="]);
    assert!(!told[4].contains('X'), "{}", told[4]);
    assert_eq!((&*told[5], &told[6]), ("? cannot undo", &told[4]));
    // One pass was played, so that the game goes on.
    for lines in ["play w pass\ngenmove b\n", "play b D4\nplay b pass\ngenmove w\n", "play b pass\ngenmove b\n"] {
        let told = answers("go(size=9)", lines).pop().unwrap();
        assert!(told != "= pass" && told.starts_with("= "), "{lines}: {told}");
    }
    let told = answers("go(size=9)", "play b pass\nplay w pass\ngenmove b\nundo\nundo\nundo\nundo\n");
    assert_eq!(told[2..], ["= pass", "=", "=", "=", "? cannot undo"]);
    // Whatever is played and taken back: the board is what it was before as many plays.
    for seed in 0..60 {
        let mut stream = Seed(seed).stream(0);
        let commands: Vec<String> = (0..80).map(|_| command(&mut stream)).collect();
        let lines: String = commands.iter().flat_map(|command| [command.as_str(), "\nshowboard\n"]).collect();
        let told = answers("go(size=5)", &format!("showboard\n{lines}"));
        let mut boards = vec![stones(&told[0])];
        for (command, told) in commands.iter().zip(told[1..].chunks(2)) {
            let (is_done, board) = (told[0].starts_with('='), stones(&told[1]));
            if command == "undo" {
                assert_eq!(is_done, 1 < boards.len(), "seed {seed}: {lines}");
                boards.truncate(1.max(boards.len() - usize::from(is_done)));
            } else if is_done && (command.starts_with("play") || command.starts_with("genmove")) {
                boards.push(board.clone());
            }
            assert!(is_done || !command.contains("pass"), "seed {seed}: {command}: {told:?}");
            assert_eq!(boards.last(), Some(&board), "seed {seed}: {command} in {lines}");
        }
    }
}

#[test]
fn a_pass_that_must_be_is_taken_back_with_the_play_behind_it() {
    let mut passes = 0;
    for seed in 0..20 {
        let mut here = registry::game("othello").unwrap().start;
        let mut stream = Seed(seed).stream(0);
        let (mut lines, mut plays, mut is_pass) = (String::new(), 0, false);
        while let Node::Decision(seat) = here.node() {
            let m: AnyMove = here.draw_move(&mut stream);
            let mut text = String::new();
            here.write_foreign(m, Protocol::Gtp, &mut text).unwrap();
            is_pass = text.eq_ignore_ascii_case("pass");
            if !is_pass {
                let colour = if seat == Seat(0) { "b" } else { "w" };
                lines.extend(["play ", colour, " ", &text, "\n"]);
                plays += 1;
            }
            passes += usize::from(is_pass);
            here.play(m);
        }
        assert!(!is_pass, "the game is over before");
        let undone = "undo\n".repeat(plays);
        let told = answers("othello", &format!("showboard\n{lines}{undone}showboard\nundo\n"));
        let [first, between @ .., last, none] = &told[..] else { panic!("{told:?}") };
        assert!(between.iter().all(|told| told == "="), "seed {seed}: {told:?}");
        assert_eq!((first, &**none), (last, "? cannot undo"), "seed {seed}");
    }
    assert!(0 < passes, "somebody had to pass");
}

#[test]
fn another_komi_leaves_the_stones_behind_two_passes() {
    let lines = "play b d4\nplay w pass\nplay b pass\nplay w e5\nkomi 5.5\nfinal_status_list alive\nundo\n\
        final_status_list alive\nprintsgf\n";
    let told = answers("go(size=9)", lines);
    assert_eq!(told[5].split_whitespace().skip(1).collect::<Vec<_>>(), ["E5", "D4"]);
    assert_eq!(told[7], "= D4");
    assert_eq!(told[8], "= (;GM[1]FF[4]SZ[9]KM[5.5];B[df];W[];B[])");
}
