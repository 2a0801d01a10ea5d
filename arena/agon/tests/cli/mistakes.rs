//! Typical mistakes, each with its exact answer: the mistake, its place, the accepted form, and a suggestion.

use std::{fmt::Write as _, fs, path::Path, process::Stdio};

use crate::command::{agon_told, command};

/// Command lines, and what they are answered, after `agon: `.
const MISTAKES: &[(&str, &str)] = &[
    (
        "show ches",
        "unknown game `ches`; did you mean `chess`? accepted: 2048, amoba, backgammon, battleship, blotto, breakthrough, checkers, chess, chinese-checkers, connect-four, dark-hex, disguise, dots-and-boxes, einstein, gdl, ghosts, go, goofspiel, grundy, hex, kalah, kuhn, leduc, liars-dice, module, nim, nine-mens-morris, oshi-zumo, othello, pennies, phantom-tic-tac-toe, pig, program, rps, tic-tac-toe, tiny-bridge, tree, whist",
    ),
    ("resume a.journal", "a.journal: there is no such file or folder"),
    ("list games", "there is no command `list`: agon games lists the games, agon players the players"),
    (
        "analyse nim -p mcts(estimate=0.5)",
        "nim: mcts cannot play this game: estimate=0.5 asks for a heuristic, and it has none; learn one, and name its file: heuristic=learned(\"FILE\"); `agon learn GAME` writes such a file",
    ),
    ("shwo chess", "there is no command `shwo`; did you mean `show`? agon --help lists them"),
    ("show", "show needs GAME, as in: agon show nim"),
    ("show nim chess", "show takes no further `chess`; agon show -h says what it takes"),
    (
        "show connect-four(widht=4)",
        "connect-four: unknown option `widht`; did you mean `width`? accepted: width, height, line",
    ),
    ("show connect-four(7,6,4,2)", "connect-four: too many values: it takes width, height, line; `2` is one more"),
    ("show tree([[3,12,8],[2,4,6)", "`tree([[3,12,8],[2,4,6)`, column 22: expected `]` before this `)`"),
    ("show tree([{1/2:1,1/3:2}])", "tree: the probabilities at column 2 add up to 5/6 instead of 1"),
    (
        "show chess --moves e4,e6,Ke3",
        "chess: move 3 of the line, `Ke3`, is not legal in `rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2`; accepted: Na3, Nc3, Qe2, Qf3, Qg4, Qh5, Ke2, Be2, Bd3, Bc4, Bb5, Ba6, Ne2, Nf3, Nh3, a3, a4, b3, b4, c3, c4, d3, d4, f3, f4, g3, g4, h3, h4, e5",
    ),
    (
        "show chess --moves e2e4,e7e6,e1e3",
        "chess: move 3 of the line, `e1e3`, is not legal in `rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2`; did you mean `e1e2`? accepted: b1a3, b1c3, d1e2, d1f3, d1g4, d1h5, e1e2, f1e2, f1d3, f1c4, f1b5, f1a6, g1e2, g1f3, g1h3, a2a3, a2a4, b2b3, b2b4, c2c3, c2c4, d2d3, d2d4, f2f3, f2f4, g2g3, g2g4, h2h3, h2h4, e4e5",
    ),
    ("show nim --to bmp", "--to cannot be `bmp`; accepted: svg, png, pdf, ansi, text"),
    (
        "show nim --out board.bmp",
        "board.bmp: unknown file type .bmp; accepted: .svg, .png, .pdf, .ansi or .txt, or --to FORM",
    ),
    ("show nim --mvoes a1", "show has no option --mvoes; did you mean `--moves`? agon show -h lists them"),
    ("show nim --json --to svg", "--json cannot be given together with --to"),
    ("show nim --moves", "--moves needs a value; agon show -h says which"),
    ("perft nim", "perft needs --depth N, as in: agon perft nim --depth 6"),
    ("perft nim --depth x", "--depth cannot be `x`; accepted: a whole number"),
    ("perft nim --depth 1001", "--depth cannot be `1001`; accepted: a whole number, 0 to 1000"),
    (
        "run -g nim -p random -p greedy --games 10",
        "run has no option --games: -n N (--openings N) says how many openings are played, each once in every seating; -g GAME names a game",
    ),
    (
        "run -g nim -p random -p greedy --depth 4",
        "run has no option --depth: the depth is an option of the player: -p 'alpha-beta(depth=4)'",
    ),
    ("run -g nim -p random --openings 0", "--openings cannot be `0`; accepted: a whole number, at least 1"),
    ("run -g nim -p random --openings many", "--openings cannot be `many`; accepted: a whole number"),
    ("run -g pig -p random --secret xyz", "--secret cannot be `xyz`; accepted: 32 hexadecimal digits, or `none`"),
    ("run -g nim -p random --jobs 0", "--jobs cannot be `0`; accepted: 1 to 4096"),
    (
        "run typo.toml",
        "typo.toml, line 3: unknown key `opennings`; did you mean `openings`? accepted: seed, secret, format, rounds, faults, exclude-after, retries, stop, players, games, skip-unsupported, thoughts, openings, opening-file, opening-order, random-plies, nodes, move-time, time-margin, max-plies, resign, draw, seatings",
    ),
    (
        "run book.toml",
        "book.txt, line 2: neither moves nor a position: move 1 of the line, `a9`, is not legal in `3+5+7 1`; did you mean `a1`? accepted: a1, a2, a3, b1, b2, b3, b4, b5, c1, c2, c3, c4, c5, c6, c7; as a position, `a9` is not a position here; expected heaps and who moves, such as `3+5+7 1`",
    ),
    (
        "run -g chinese-checkers -p minimax",
        "minimax at chinese-checkers: minimax cannot play this game: it is for two seats, and this game has 3; use expectimax, max-n or paranoid (or leave it out: skip-unsupported)",
    ),
    (
        "play chess -p random",
        "chess: here you play yourself, against --against PLAYER or --level LEVEL; `agon watch` lets players (-p) play each other",
    ),
    ("play nim --level hardest", "--level cannot be `hardest`; accepted: easy, medium, hard, strongest"),
    ("play nim --seed -1", "--seed cannot be `-1`; accepted: a whole number from 0 to 2^64-1, or `random`"),
    (
        "play nim --clock 5|3",
        "--clock cannot be `5|3`; did you mean `5+3`? accepted: minutes, and seconds added for every move, as in 5+3, 0.5 or 4:57+3; or such minutes for each seat, as in 4:57/5:00+3",
    ),
    (
        "play nim --clock five",
        "--clock cannot be `five`; accepted: minutes, and seconds added for every move, as in 5+3, 0.5 or 4:57+3; or such minutes for each seat, as in 4:57/5:00+3",
    ),
    (
        "watch nim -p random -p random -p random",
        "nim: --player names 3 players; name 2 (-p A -p B …), or one for every seat",
    ),
    (
        "players minmax",
        "unknown player `minmax`; did you mean `minimax`? accepted: alpha-beta, averaging, best-reply, best-response, epsilon, equilibrium, expectimax, expectiminimax, follow, gomocup, greedy, gtp, human, ismcts, max-n, mcts, minimax, mix, mtd, paranoid, perfect, pimc, pns, process, random, selective, solve, strong, uci, xboard",
    ),
    (
        "solve backgammon --method search",
        "backgammon: chance moves next in `24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X first 0`; add its outcome to the moves, such as 21, or use --method graph",
    ),
    (
        "solve pig --method search --certificate pig.certificate",
        "pig: --certificate where chance draws is of all positions; use --method graph, or iteration where plays go round",
    ),
    (
        "analyse nim",
        "analyse needs --player PLAYER, as in: agon analyse 'tree([[3,12,8],[2,4,6],[14,5,2]])' --player minimax",
    ),
    (
        "tree nim -p alpha-beta -o tree.bmp",
        "tree.bmp: unknown file type .bmp; accepted: .svg, .png, .pdf, .html, .gv, .tex, .json, .ansi, .txt or .md, or --to FORM",
    ),
    ("show nim -o /nonexistent/nim.svg", "/nonexistent/nim.svg cannot be written: there is no folder /nonexistent"),
    ("report league.toml", "league.toml: a tournament file, not a journal; agon run league.toml plays it"),
    ("report book.txt", "book.txt: not a journal, but another kind of file"),
    (
        "compare bad.json league.toml",
        "bad.json is neither a journal nor a document of agon run --json: this is not JSON, from line 2, byte 13 on",
    ),
    (
        "compare league.toml league.toml",
        "league.toml is neither a journal nor a document of agon run --json, but a tournament file: agon run league.toml plays it",
    ),
];

/// The files that they name.
const FILES: &[(&str, &str)] = &[
    ("league.toml", "games = ['nim']\nplayers = ['random', 'greedy']\n"),
    ("typo.toml", "games = ['nim']\nplayers = ['random', 'greedy']\nopennings = 3\n"),
    ("book.toml", "games = ['nim']\nplayers = ['random', 'greedy']\nopening-file = 'book.txt'\n"),
    ("book.txt", "a1 b1\na9\n"),
    ("bad.json", "{\n  \"pairs\": [}\n"),
];

#[test]
fn every_typical_mistake_has_its_exact_answer() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mistakes");
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in FILES {
        fs::write(folder.join(name), text).unwrap();
    }
    let mut wrong = String::new();
    for (line, answer) in MISTAKES {
        let words: Vec<&str> = line.split(' ').collect();
        let output = command(&words).current_dir(&folder).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let code = output.status.code();
        if said != format!("agon: {answer}\n") || !matches!(code, Some(1 | 2)) {
            let _ = writeln!(wrong, "{line:?} ({code:?})\n   {said:?}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Lines typed at a game, and the answers.
const TYPED: &[(&str, &str, &str)] = &[
    ("connect-four", "4", "places are letters here, not numbers: type d\n"),
    ("connect-four", "l", "`l` is neither a move here nor a command; `moves` lists the moves, `help` the commands\n"),
    ("connect-four", "d5", "moves are not written as places here: type d\n"),
    ("connect-four", "UNDO", "there is no earlier choice of yours\n"),
    ("connect-four", "Help", "\n  quit, exit, q     leave the game\n"),
    ("connect-four", "h", "\n  quit, exit, q     leave the game\n"),
    ("connect-four", "analyze", "  move   f\n"),
    ("connect-four", "Q", "seat 1> The game is not over. No result. To go on:\n"),
    ("connect-four", "4 4", "`4 4` is neither a move here nor a command; "),
    ("chess", "e5", "nothing can be played at `e5` now; `moves` lists the moves\n"),
    ("chess", "moevs", "`moevs` is neither a move here nor a command; did you mean `moves`? "),
];

#[test]
fn every_typing_error_at_a_game_has_its_exact_message() {
    let mut wrong = String::new();
    for (game, typed, answer) in TYPED {
        let told = agon_told(&["play", game, "--against", "random", "--seed", "1"], typed);
        if !told.out.contains(answer) {
            let _ = writeln!(wrong, "{game} {typed:?}\n{}", told.out);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Whatever is wrong with a file, by every way to name one: a sentence, and never a number of the system.
#[test]
fn a_mistake_in_a_file_is_described_in_words() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files");
    fs::create_dir_all(folder.join("folder.journal")).unwrap();
    fs::write(folder.join("file"), "x").unwrap();
    let lines = [
        "run {}.toml",
        "report {}.journal",
        "report known {}.journal",
        "verify {}.journal",
        "merge {}.journal -o whole.journal",
        "compare {}.journal {}.journal",
        "show nim --batch {}.journal",
        "play {}.journal",
        "run -g nim -p random -p greedy --openings {}.journal",
        "show nim --out {}.svg",
        "tree nim -p minimax --out {}.svg",
        "run -g nim -p random -p greedy --journal {}.journal",
        "show --model {}",
        "analyse othello -p greedy(heuristic=learned(\"{}\"))",
        "show gdl(sheet=\"{}\")",
        #[cfg(feature = "engines")]
        "analyse nim -p process(\"./{}\")",
        #[cfg(feature = "engines")]
        "analyse nim -p process(\"true\",log=\"{}\")",
        "tune othello(size=4) --player alpha-beta(depth=1) --iterations 1 --pairs 1 --state {}",
    ];
    let kinds = [
        ("missing", "there is no such file or folder"),
        ("no-such-folder/missing", "there is no"),
        ("file/beneath", "a part of the path is a file, not a folder"),
        ("folder", "folder"),
    ];
    let mut said = String::new();
    for (line, (place, _)) in lines.iter().flat_map(|line| kinds.map(|kind| (line, kind))) {
        let line = line.replace("{}", place);
        let words: Vec<&str> = line.split(' ').collect();
        let output = command(&words).current_dir(&folder).stdin(Stdio::null()).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        let _ = writeln!(said, "{line}\n   {err}");
        assert!(!err.contains("os error"), "{line}\n{err}");
        assert!(output.status.code() != Some(101), "{line}\n{err}");
    }
    for (place, words) in kinds {
        assert!(said.contains(words), "{place}\n{said}");
    }
}
