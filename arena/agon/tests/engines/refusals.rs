//! What cannot be played is refused before the first game, soon and with the reason.

use std::{
    process::Output,
    time::{Duration, Instant},
};

use crate::table::{Test, agon, command, mark};

pub(crate) const TESTS: &[Test] = &[
    ("a_program_that_speaks_something_else_is_refused_soon", refused_soon),
    ("what_cannot_be_played_is_refused_before_the_first_game", refused),
    ("what_a_protocol_has_no_word_for_is_refused_before_the_first_game", wordless),
];

/// Not after the ten minutes which a program has here to be ready that says nothing.
fn refused_soon() {
    let script = std::env::temp_dir().join(format!("{}.sh", mark()));
    let text = "#!/bin/sh\nwhile read line; do echo \"Unknown command: $line\"; done\n";
    std::fs::write(&script, text).unwrap();
    for protocol in ["uci", "xboard"] {
        let since = Instant::now();
        let command = format!("sh '{}'", script.display());
        let player = format!("{protocol}(command=\"{command}\", depth=1, startup=600000)");
        refuses("chess", &player, &[], "wrong protocol: ");
        assert!(since.elapsed() < Duration::from_secs(300), "{:?}", since.elapsed());
    }
    std::fs::remove_file(script).unwrap();
}

fn refused() {
    let [blind, greedy] = ["well", "greedy"].map(|how| command("process", how, &mark()));
    refuses("kuhn", &format!("process(\"{blind}\")"), &[], "\"hidden\":true in its `hello`");
    refuses("kuhn", &format!("process(\"{greedy}\")"), &[], "1001 redeals; accepted: up to 1000");
    let [json, draws, newer] = ["declines", "draws", "newer"].map(|how| command("process", how, &mark()));
    let [uci, gtp, slow, banner, exits] =
        [("uci", "well"), ("gtp", "well"), ("uci", "slow"), ("uci", "banner"), ("uci", "exits")]
            .map(|(protocol, how)| command(protocol, how, &mark()));
    for (game, player, message) in [
        ("chess", "uci(command=stockfsh, depth=1)".to_owned(), "there is no program `stockfsh`"),
        ("chess", "uci(command=./nothing, depth=1)".to_owned(), "there is no program `./nothing`"),
        ("chess", format!("uci(command=\"{uci}\")"), "give it a limit: nodes=1000"),
        ("hex", format!("uci(command=\"{uci}\", depth=1)"), "engines for it speak gtp"),
        ("nim", format!("uci(command=\"{uci}\", depth=1)"), "uci is for chess"),
        ("go(size=9)", format!("gtp(\"{gtp}\")"), "`boardsize 9`: unacceptable size"),
        ("amoba(line=4)", format!("gomocup(\"{gtp}\")"), "lines of five only"),
        (
            "chess",
            format!("uci(command=\"{uci}\", depth=1, options=\"Hsah=4\")"),
            "no option `Hsah`; did you mean `Hash`?",
        ),
        ("chess", format!("uci(command=\"{uci}\", depth=1, options=\"Hash=400\")"), "option `Hash` cannot be `400`"),
        ("chess", format!("uci(command=\"{slow}\", depth=1, startup=300)"), "slow start: no answer to `uci`"),
        ("chess", format!("uci(command=\"{banner}\", depth=1, startup=1000)"), "slow start: no answer to `uci`"),
        ("chess", format!("uci(command=\"{exits}\", depth=1)"), "crashed: it ended with exit code 3"),
        ("chess", format!("uci(command=\"{gtp}\", depth=1)"), "wrong protocol: "),
        ("nim", format!("process(\"{json}\")"), "refused: not my game"),
        ("nim", format!("process(\"{draws}\")"), "add random=true to its options"),
        ("nim", format!("process(\"{newer}\")"), "number 2 of the protocol"),
        ("nim", format!("process(\"{uci}\", startup=1000)"), "slow start"),
        ("chess", "uci(command=\"'open\", depth=1)".to_owned(), "every quotation mark closed"),
        ("chess", format!("uci(command=\"{uci}\", clock=x)"), "such as 60+0.6"),
        ("chess", format!("uci(command=\"{uci}\", depth=1, env=\"A\")"), "NAME=VALUE"),
        ("chess", format!("uci(command=\"{uci}\", depth=1, folder=\"/no\")"), "does not exist"),
    ] {
        refuses(game, &player, &[], message);
    }
}

fn wordless() {
    let [xboard, plain, gtp, gomocup] = [("xboard", "well"), ("xboard", "plain"), ("gtp", "well"), ("gomocup", "well")]
        .map(|(protocol, how)| command(protocol, how, &mark()));
    let book = std::env::temp_dir().join(format!("{}.txt", mark()));
    let write = |text: &str| std::fs::write(&book, text).unwrap();
    let elsewhere = ["--opening-file", book.to_str().unwrap()];
    for (game, player, more, message) in [
        ("chess", format!("xboard(\"{xboard}\", depth=2)"), &["--nodes", "9"], "depth=6, movetime"),
        ("go(size=5)", format!("gtp(\"{gtp}\")"), &["--nodes", "9"], "gtp has no word for a limit"),
        ("amoba(size=6)", format!("gomocup(\"{gomocup}\")"), &["--nodes", "9"], "such as alpha-beta(nodes=1000)"),
        (
            "chess",
            format!("xboard(\"{xboard}\", movetime=50)"),
            &["--seed", "9"],
            "no word for 50 ms for a move, but for 1000 ms and more",
        ),
        ("chess", format!("xboard(\"{xboard}\", depth=2)"), &["--move-time", "50"], "for 50 ms"),
        ("chess", format!("xboard(\"{xboard}\", clock=0.5)"), &["--seed", "9"], "for the game"),
        ("go(size=5)", format!("gtp(\"{gtp}\")"), &["--move-time", "50"], "for 50 ms for a move"),
        ("go(size=5)", format!("gtp(\"{gtp}\", movetime=2000)"), &["--seed", "9"], "no command `time_settings`"),
        ("go(size=5)", format!("gtp(\"{gtp}\", clock=60)"), &["--seed", "9"], "no command `time_left`"),
        ("chess", format!("xboard(\"{plain}\", depth=2)"), &elsewhere, "can't be given a position"),
        (
            "chess(fen=8/8/4k3/8/8/4K3/4R3/8 w - - 0 1)",
            format!("xboard(\"{plain}\", depth=2)"),
            &["--seed", "9"],
            "can't be given a position",
        ),
    ] {
        write("e4 e5\n8/8/4k3/8/8/4K3/4R3/8 w - - 0 1\n");
        refuses(game, &player, more, message);
    }
    write("d3\n-------------------X-------XX------XO--------------------------- O\n");
    let any = command("gtp", "any", &mark());
    let message = "no word for where this game begins";
    refuses("othello", &format!("gtp(\"{any}\")"), &elsewhere, message);
    std::fs::remove_file(book).unwrap();
}

/// Nothing is played, and the message says why.
fn refuses(game: &str, player: &str, more: &[&str], message: &str) {
    let mut run = agon(&["run", "-g", game, "-p", player, "-p", "random"]);
    let Output { status, stderr, stdout } = run.args(more).output().unwrap();
    let text = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{player}: {text}");
    assert!(text.contains(message), "{player}: {text}");
    assert!(stdout.is_empty());
}
