//! Programs that may try again: what they say in vain is on record, word for word, and changes no game.

use std::process::{Output, Stdio};
#[cfg(feature = "serve")]
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
};

use serde_json::{Value, json};

use crate::{
    babbler::{PONDERED, RAMBLING},
    started::Started,
    table::{Outcome, Table, Test, agon, mark, rogue},
};

pub(crate) const TESTS: &[Test] = &[
    ("wrong_words_are_counted_exactly_and_change_no_game", counted),
    ("every_wrong_word_is_on_record_and_answered_again", recorded),
    ("without_a_try_left_the_game_is_lost_by_words", exhausted),
    ("a_second_try_has_no_new_time", same_time),
    ("no_silence_and_no_endless_line_is_a_try", no_tries),
    ("without_retries_nothing_is_on_record_that_was_not_before", without),
    ("a_journal_with_tries_goes_on_from_any_cut_and_is_the_same_on_any_threads", resumed),
    ("a_protocol_without_second_tries_refuses_the_option", refused),
    ("a_program_is_told_the_rules_in_its_language_in_every_game", told),
    ("a_tournament_gives_second_tries_to_all_that_have_none_of_their_own", given),
];

/// A babbler that errs so, under a name that is the same in every run.
fn babbler(how: &str, more: &str) -> String {
    rogue("process", how, "agon-babbler", more)
}

/// A tournament of one at a game in which it always has more than one question.
fn played(player: &str, more: &[&str]) -> Outcome {
    let openings: &[&str] = if more.contains(&"--openings") { &[] } else { &["--openings", "3"] };
    let more = [openings, &["--jobs", "1"], more].concat();
    Table { game: "connect-four", players: &[player, "random"], more: &more }.play()
}

/// How many moves of a game were the player's.
fn moves_of(game: &Value, player: &str) -> usize {
    let seat = game["seats"].as_array().unwrap().iter().position(|name| name == player).unwrap();
    let opening = game["opening_plies"].as_u64().unwrap() as usize;
    let plies = game["moves"].as_str().unwrap().split(' ').count();
    (opening..plies).filter(|ply| ply % 2 == seat).count()
}

/// The verdicts and the texts of a game's tries.
fn words(game: &Value) -> Vec<(&str, &str)> {
    let tries = game["tries"].as_array().map_or(&[][..], Vec::as_slice);
    tries.iter().map(|one| (one["verdict"].as_str().unwrap(), one["text"].as_str().unwrap_or_default())).collect()
}

/// The row of a player in the standings.
fn standing<'a>(outcome: &'a Outcome, player: &str) -> &'a Value {
    let mut rows = outcome.result["sections"][0]["standings"].as_array().unwrap().iter();
    rows.find(|row| row["name"] == player).unwrap()
}

fn counted() {
    let mut fingerprints = Vec::new();
    for (percent, every) in [(0, usize::MAX), (10, 10), (50, 2)] {
        let player = babbler(&format!("errs-{percent}"), ", retries=2");
        let outcome = played(&player, &[]);
        assert_eq!(outcome.games.len(), 6);
        for game in &outcome.games {
            assert_eq!(game["ended"], "over", "{game}");
            let moves = moves_of(game, &player);
            // Every tenth or second word is wrong, and one that isn't ends a question.
            let (mut said, mut wrong) = (0, 0);
            while said - wrong < moves {
                said += 1;
                wrong += usize::from(said % every == 0);
            }
            let words = words(game);
            assert_eq!(words.len(), wrong, "{percent} %: {game}");
            let is_of_list = |word: &(&str, &str)| [("illegal", "Z9"), ("unreadable", RAMBLING)].contains(word);
            assert!(words.iter().all(is_of_list), "{words:?}");
        }
        let moves: usize = outcome.games.iter().map(|game| moves_of(game, &player)).sum();
        let tries = moves + outcome.games.iter().map(|game| words(game).len()).sum::<usize>();
        let per_move = tries as f64 / moves as f64;
        let expected = json!({"moves": moves, "tries": tries, "per_move": per_move, "games_lost": 0});
        assert_eq!(standing(&outcome, &player)["tries"], expected);
        assert!(standing(&outcome, "random")["tries"].is_null(), "{}", outcome.result);
        fingerprints.push(outcome.fingerprint);
    }
    assert!(fingerprints.iter().all(|one| *one == fingerprints[0]), "{fingerprints:?}");
}

fn recorded() {
    let expected = played(&babbler("errs-0", ", retries=3"), &[]).fingerprint;
    let long = "é".repeat(200) + "…";
    for (how, verdict, text) in [
        ("rambles", "unreadable", RAMBLING),
        ("two-moves", "illegal", " or "),
        ("two-messages", "unreadable", "}{\"move\":"),
        ("twice-named", "illegal", "{\"index\":0,\"move\":"),
        ("not-named", "illegal", "{\"type\":\"move\"}"),
        ("no-index", "illegal", "index 99"),
        ("long", "illegal", &long),
        ("changes-mind", "unasked", "{\"move\":"),
        ("answers-late", "unasked", "{\"move\":"),
        ("no-text", "unreadable", "\u{fffd}\u{fffd} a1"),
    ] {
        let player = babbler(how, ", retries=3");
        let outcome = played(&player, &[]);
        for game in &outcome.games {
            assert_eq!(game["ended"], "over", "{how}: {game}");
            let words = words(game);
            // A second answer is heard before the next question, so one to the last question isn't.
            let questions = moves_of(game, &player) - usize::from(how == "changes-mind");
            assert_eq!(words.len(), questions / 2, "{how}: {game}");
            assert!(words.iter().all(|word| word.0 == verdict && word.1.contains(text)), "{how}: {words:?}");
            assert!(game["tries"].as_array().is_none_or(|all| all.iter().all(|one| one["time"].is_null())), "{game}");
        }
        assert_eq!(outcome.fingerprint, expected, "{how}");
    }
    // Two lines for every question, the last of a game too.
    let outcome = played(&babbler("talks-on", ", retries=3"), &[]);
    assert_eq!(outcome.fingerprint, expected);
    // What an answer took is kept beside moves that were right, too.
    let player = babbler("spends", ", retries=3");
    let outcome = played(&player, &[]);
    assert_eq!(outcome.fingerprint, expected);
    for game in &outcome.games {
        let tries = game["tries"].as_array().unwrap();
        let (wrong, right): (Vec<_>, Vec<_>) = tries.iter().partition(|one| one["verdict"] == "illegal");
        assert_eq!((right.len(), wrong.len()), (moves_of(game, &player), moves_of(game, &player) / 2));
        assert!(wrong.iter().all(|one| one["usage"] == json!({"output_tokens": 900.0})), "{game}");
        let took = json!({"cost": 0.25, "output_tokens": 7.0});
        assert!(right.iter().all(|one| one["verdict"] == "legal" && one["usage"] == took), "{game}");
        assert!(right.iter().all(|one| one["text"].is_null()), "{game}");
    }
}

/// It holds each game's rules against the English ones, and ends where they are not as it asked for.
fn told() {
    let outcome = played(&babbler("reads-hungarian", ""), &[]);
    assert!(outcome.games.iter().all(|game| game["ended"] == "over"), "{:?}", outcome.games);
    assert_eq!(outcome.fingerprint, played(&babbler("errs-0", ""), &[]).fingerprint);
}

fn exhausted() {
    // All its words are wrong.
    let player = babbler("errs-100", ", retries=2");
    let outcome = played(&player, &[]);
    for game in &outcome.games {
        assert_eq!(game["ended"], "no such move", "{game}");
        let detail = game["detail"].as_str().unwrap();
        assert!(detail.contains("in the last of 3 tries"), "{detail}");
        let [first, second, third] = words(game)[..] else { panic!("{game}") };
        // By turns, the first by what comes first.
        assert_eq!(
            (first, second),
            (third, if first.1 == "Z9" { ("unreadable", RAMBLING) } else { ("illegal", "Z9") })
        );
        assert!(detail.contains(third.1), "{detail}");
    }
    // To lose by words is no breakdown, so nobody is excluded.
    let expected = json!({"moves": 6, "tries": 18, "per_move": 3.0, "games_lost": 6});
    assert_eq!(standing(&outcome, &player)["tries"], expected);
}

/// Each of two answers would be in time, if time began again; a slow machine makes them later.
fn same_time() {
    let time = PONDERED.as_millis() * 5 / 3;
    for (how, faults) in [("falls-silent", &["hung"][..]), ("ponders", &["too late", "hung"])] {
        let player = babbler(how, &format!(", retries=3, movetime={time}, margin=0"));
        let outcome = played(&player, &["--exclude-after", "never", "--openings", "1"]);
        for game in &outcome.games {
            assert!(faults.contains(&game["ended"].as_str().unwrap()), "{how}: {game}");
            for one in game["tries"].as_array().into_iter().flatten() {
                assert!(one["verdict"] == "illegal" && one["time"].is_u64(), "{game}");
            }
        }
    }
}

fn no_tries() {
    for (how, more, fault) in
        [("falls-silent", ", retries=3, patience=1", "hung"), ("overlong", ", retries=3", "flood")]
    {
        let player = babbler(how, more);
        let outcome = played(&player, &["--exclude-after", "never"]);
        assert!(outcome.games.iter().all(|game| game["ended"] == fault), "{how}: {:?}", outcome.games);
    }
}

fn without() {
    for how in ["errs-0", "spends"] {
        let player = babbler(how, "");
        for game in played(&player, &[]).games {
            assert!(game["tries"].is_null(), "{game}");
            let expected = if how == "errs-0" { "over" } else { "no such move" };
            assert_eq!(game["ended"], expected, "{game}");
        }
    }
}

/// The page of the only tournament of a server that shows this journal.
#[cfg(feature = "serve")]
fn served(journal: &str, folder: &str) -> String {
    let mut command = agon(&["serve", journal, "--port", "0", "--folder", folder, "--jobs", "1", "--quiet"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = Started::new(&mut command);
    let mut address = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let site = address.trim().trim_start_matches("http://").trim_end_matches('/');
    let answer = |path: &str| {
        let mut stream = TcpStream::connect(site).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {site}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let all = answer("/tournaments");
    let id = all.split("\"/tournaments/").nth(1).unwrap_or_else(|| panic!("{all}")).split('"').next().unwrap();
    let page = answer(&format!("/tournaments/{id}"));
    server.kill().unwrap();
    server.ended();
    page
}

fn resumed() {
    let folder = std::env::temp_dir().join(mark());
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).display().to_string();
    let player = babbler("errs-50", ", retries=2");
    let run = |journal: &str, jobs: &str| {
        let mut run = agon(&["run", "-n", "2", "--seed", "7", "--json", "-g", "connect-four", "-p", &player]);
        run.args(["-p", "random", "--jobs", jobs, "--journal", &path(journal)]);
        run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Output { status, stdout, stderr } = Started::new(&mut run).output();
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
        (stdout, std::fs::read(path(journal)).unwrap())
    };
    let whole = run("whole", "1");
    assert_eq!(run("other", "3"), whole);
    let told = String::from_utf8_lossy(&whole.1);
    let at = told.find(RAMBLING).expect("it is kept word for word");
    for cut in [at, at + 7, whole.1.len() / 2, whole.1.len() - 40, whole.1.len() - 1] {
        std::fs::write(path("torn"), &whole.1[..cut]).unwrap();
        assert_eq!(run("torn", "2"), whole, "cut at {cut}");
    }
    let said = |line: &[&str]| {
        let mut command = agon(line);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Output { status, stdout, stderr } = Started::new(&mut command).output();
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).unwrap()
    };
    said(&["verify", &path("whole")]);
    // Played in parts, they are the same once these are joined.
    for part in ["1/2", "2/2"] {
        let game = ["run", "-n", "2", "--seed", "7", "-g", "connect-four", "-p", &player, "-p", "random"];
        said(&[&game[..], &["--jobs", "1", "--shard", part, "--journal", &path(&part[..1])]].concat());
    }
    said(&["merge", &path("1"), &path("2"), "-o", &path("joined")]);
    let lines = |journal: &str| said(&["report", "games", &path(journal), "--to", "jsonl"]);
    assert_eq!(lines("joined"), lines("whole"));
    // Whoever reads the journal finds the same sums.
    let result: Value = serde_json::from_slice(&whole.0).unwrap();
    let tries = result["sections"][0]["standings"].as_array().unwrap().iter().find_map(|row| row.get("tries")).unwrap();
    let report = said(&["report", &path("whole")]);
    let per_move = format!("{:.2}", tries["per_move"].as_f64().unwrap());
    assert!(report.contains("  tries  by words") && report.contains(&format!("   {per_move}         0")), "{report}");
    #[cfg(feature = "serve")]
    {
        let page = served(&path("whole"), &path("served"));
        let row = page.split("<tr>").find(|row| row.contains("agon-babbler")).unwrap_or_else(|| panic!("{page}"));
        let per_move = per_move.trim_end_matches('0').trim_end_matches('.');
        assert!(page.contains("Tries a move") && page.contains("Lost by words"), "{page}");
        assert!(row.contains(&format!("<td>{per_move}</td><td>0</td>")), "{row}");
    }
    let csv = said(&["report", "games", &path("whole"), "--to", "csv"]);
    let (head, rows) = csv.split_once("\r\n").unwrap();
    assert!(head.ends_with(",asked,tries"), "{head}");
    let of_babbler =
        rows.lines().map(|row| row.rsplit(',').take(2).map(|n| n.parse().unwrap_or(0)).collect::<Vec<u64>>());
    let sums = of_babbler.fold((0, 0), |sums, row| (sums.0 + row[1], sums.1 + row[0]));
    assert_eq!((sums.0, sums.1), (tries["moves"].as_u64().unwrap(), tries["tries"].as_u64().unwrap()));
    #[cfg(feature = "sqlite")]
    {
        said(&["report", "games", &path("whole"), "--to", "sqlite", "-o", &path("t.db")]);
        let lines = said(&["report", "games", &path("whole"), "--to", "jsonl"]);
        let mut expected = Vec::new();
        for line in lines.lines() {
            let game: Value = serde_json::from_str(line).unwrap();
            expected.extend(
                words(&game)
                    .iter()
                    .map(|&(verdict, text)| (game["number"].as_i64().unwrap(), verdict.to_owned(), text.to_owned())),
            );
        }
        let database = rusqlite::Connection::open(path("t.db")).unwrap();
        let mut rows = database.prepare("SELECT game, verdict, text FROM tries ORDER BY game, number").unwrap();
        let rows = rows.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
        let found: Vec<(i64, String, String)> = rows.collect::<Result<_, _>>().unwrap();
        assert!(!expected.is_empty() && found == expected, "{found:?}\n{expected:?}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

fn refused() {
    for (protocol, game) in [("uci", "chess"), ("xboard", "chess"), ("gtp", "go(size=5)"), ("gomocup", "amoba(size=6)")]
    {
        let player = rogue(protocol, "well", &mark(), ", retries=2");
        let Output { status, stderr, .. } = agon(&["run", "-g", game, "-p", &player, "-p", "random"]).output().unwrap();
        let text = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{text}");
        assert!(text.contains("unknown option `retries`"), "{text}");
    }
    let player = babbler("errs-0", ", retries=101");
    let mut run = agon(&["run", "-g", "nim", "-p", &player, "-p", "random"]);
    let text = String::from_utf8(run.output().unwrap().stderr).unwrap();
    assert!(text.contains("`retries` cannot be `101`") && text.contains("0 to 100"), "{text}");
}

fn given() {
    let folder = std::env::temp_dir().join(mark());
    std::fs::create_dir(&folder).unwrap();
    let run = |keys: &str, players: &[&str], own: &str| {
        let file = folder.join("t.toml");
        // Lists of texts are written in TOML as they are in JSON.
        let text = format!("{keys}\nopenings = 2\nsecret = \"none\"\nplayers = {}\n{own}\n", json!(players));
        std::fs::write(&file, text).unwrap();
        let mut command = agon(&["run", file.to_str().unwrap(), "--json"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Output { status, stdout, stderr } = Started::new(&mut command).output();
        let _ = std::fs::remove_file(folder.join("t.journal"));
        (status.code(), String::from_utf8([stdout, stderr].concat()).unwrap())
    };
    let all = "games = [\"nim\"]";
    let [plain, twice, never] = ["", ", retries=2", ", retries=0"].map(|more| babbler("errs-50", more));
    let expected = run("", &[&twice, "random"], all);
    assert!(expected.0 == Some(0) && expected.1.contains("\"games_lost\": 0"), "{expected:?}");
    assert_eq!(run("retries = 2", &[&plain, "random"], all), expected);
    // A game's own list names it by its name, or by what it was signed up as.
    let own = format!("[[games]]\ngame = \"nim\"\nplayers = {}", json!([plain, "random"]));
    assert_eq!(run("retries = 2", &[&plain, "random"], &own), expected);
    // What says that it has none has none, and loses its games by its words.
    let first = run("", &[&never, "random"], all);
    assert!(first.0 == Some(0) && first.1.contains("\"unreadable\": 3"), "{first:?}");
    assert_eq!(run("retries = 2", &[&never, "random"], all), first);
    for (keys, why) in [
        ("retries = 2", "retries: nobody here may try again; accepted: with `process`"),
        ("retries = 101", "line 1: `retries` cannot be 101; accepted: a whole number from 0 to 100"),
        ("retrys = 2", "did you mean `retries`?"),
    ] {
        let refused = run(keys, &["greedy", "random"], all);
        assert!(refused.0 == Some(2) && refused.1.contains(why), "{refused:?}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
