//! Engines that take longer than they may, and what a clock is to them.

use std::{process::Output, thread};

use crate::table::{Table, Test, agon, command, mark, rogue};

pub(crate) const TESTS: &[Test] = &[
    ("an_engine_out_of_time_is_too_late_and_results_say_so", late),
    ("the_margin_of_a_tournament_holds_for_engines_and_lateness_is_no_breakdown", margin),
    ("what_is_owed_to_a_clock_is_owed_until_it_is_paid", debt),
    ("a_clock_is_told_as_a_clock", clocked),
    ("a_program_that_has_been_ready_before_may_start_slowly", tired),
];

fn late() {
    for limit in ["movetime=100", "clock=0.1"] {
        let own = command("uci", "late", &mark());
        let player = format!("uci(command=\"{own}\", {limit}, margin=50)");
        let players = [&*player, "random"];
        let more = ["--openings", "1", "--max-plies", "40"];
        let outcome = Table { game: "chess", players: &players, more: &more }.play();
        for (ending, detail) in outcome.endings_of(&player) {
            assert_eq!(ending, "too late", "{detail}");
        }
        let plan = agon(&["run", "--dry-run", "-g", "chess", "-p", &player, "-p", "random"]);
        let Output { stdout, .. } = { plan }.output().unwrap();
        let text = String::from_utf8(stdout).unwrap();
        assert!(text.contains("cannot be reproduced"), "{text}");
    }
}

fn margin() {
    thread::scope(|scope| {
        for (protocol, game) in [("uci", "chess"), ("gomocup", "amoba(size=6)"), ("process", "kalah")] {
            scope.spawn(move || {
                let own = command(protocol, "late", &mark());
                let player = format!("{protocol}(command=\"{own}\")");
                let player = if protocol == "uci" { player.replace(')', ", depth=3)") } else { player };
                let players = [&*player, "random"];
                for (margin, expected) in [("60000", &["over", "too long"][..]), ("0", &["over time"])] {
                    let file = std::env::temp_dir().join(format!("{}.toml", mark()));
                    std::fs::write(&file, format!("time-margin = {margin}\nmax-plies = 12\n")).unwrap();
                    let more = ["--openings", "2", "--move-time", "300", "--no-journal", file.to_str().unwrap()];
                    let outcome = Table { game, players: &players, more: &more }.play();
                    std::fs::remove_file(&file).unwrap();
                    let endings = outcome.endings_of(&player);
                    assert_eq!(endings.len(), 4);
                    for (ending, detail) in endings {
                        assert!(expected.contains(&&*ending), "{protocol} {margin}: {ending}: {detail}");
                    }
                }
            });
        }
    });
}

fn debt() {
    // Each move takes 50 ms more than it is given: all of the clock and of the margin is gone after some.
    for protocol in ["uci", "process"] {
        let own = command(protocol, "sluggish", &mark());
        let player = format!("{protocol}(command=\"{own}\", clock=0.3+0.1, margin=100)");
        let players = [&*player, "random"];
        let more = ["--openings", "1", "--max-plies", "60", "--random-plies", "0"];
        let outcome = Table { game: "chess", players: &players, more: &more }.play();
        for (ending, detail) in outcome.endings_of(&player) {
            assert_eq!(ending, "too late", "{protocol}: {detail}");
        }
    }
}

fn clocked() {
    let own = command("process", "clocked", &mark());
    let player = format!("process(command=\"{own}\", clock=40+1)");
    let players = [&*player, "random"];
    let more = ["--openings", "2", "--max-plies", "20"];
    let outcome = Table { game: "kalah", players: &players, more: &more }.play();
    outcome.is_lawful_for(&player, "");
}

fn tired() {
    let mark = mark();
    let player = rogue("uci", "tired", &mark, ", startup=5000");
    let players = [&*player, "random"];
    let more = ["--openings", "1", "--max-plies", "8", "--jobs", "1"];
    let outcome = Table { game: "chess", players: &players, more: &more }.play();
    std::fs::remove_file(std::env::temp_dir().join(&mark)).unwrap();
    outcome.is_lawful_for(&player, "");
}
