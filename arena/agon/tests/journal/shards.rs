//! A plan on many machines.

use crate::agon::{Folder, binary, forged};

/// A tournament of all kinds of pairs.
pub(crate) const SEVERAL: &str = "\
seed = 3
openings = 7
random-plies = 1
players = ['random', { name = 'b', player = 'random' }, { name = 'c', player = 'random' }]
games = ['tic-tac-toe', 'nim(1+2+3)', 'tic-tac-toe(players=3)']
";

#[test]
fn shards_in_any_order_twice_and_killed_merge_to_the_same_bytes() {
    let folder = Folder::with("shards", SEVERAL);
    let expected = folder.done("run t.toml --json");
    let whole = folder.read("t.journal");
    for of in [1, 2, 5, 40] {
        for index in (1..=of).rev() {
            folder.done(&format!("run t.toml --shard {index}/{of} --journal {index}.j"));
            // Every other shard is torn, and run again.
            if index % 2 == 0 {
                let bytes = folder.read(&format!("{index}.j"));
                folder.write(&format!("{index}.j"), &bytes[..bytes.len() * 4 / 5]);
                folder.done(&format!("run t.toml --shard {index}/{of} --journal {index}.j"));
                assert_eq!(folder.read(&format!("{index}.j")), bytes);
            }
        }
        let all: Vec<String> = (1..=of).map(|index| format!("{index}.j")).collect();
        folder.done(&format!("merge -o m.journal {} 1.j", all.join(" ")));
        assert_eq!(folder.read("m.journal"), whole, "{of} shards");
        assert_eq!(folder.done("run m.journal --json"), expected);
        // A merge of a merge is the same again.
        folder.done("merge -o again.journal m.journal 1.j m.journal");
        assert_eq!(folder.read("again.journal"), whole);
        if 1 < of {
            folder.remove("m.journal");
            let message = folder.fails(1, &format!("merge -o m.journal {}", all[1..].join(" ")));
            assert!(message.contains(&format!("missing: shard 1/{of}")), "{message}");
            assert!(!folder.path("m.journal").exists());
        }
        for name in &all {
            folder.remove(name);
        }
    }
}

#[test]
fn shards_that_contradict_each_other_or_are_incomplete_are_named() {
    let folder = Folder::with("contradict", SEVERAL);
    folder.done("run t.toml --shard 1/2 --journal 1.j");
    folder.done("run t.toml --shard 2/2 --journal 2.j");
    let bytes = folder.read("2.j");
    folder.write("short.j", &bytes[..bytes.len() - 100]);
    let message = folder.fails(1, "merge -o m.journal 1.j short.j");
    assert!(message.contains("missing: shard 2/2 after "), "{message}");
    folder.done("run t.toml --seed 4 --shard 2/2 --journal other.j");
    let message = folder.fails(2, "merge -o m.journal 1.j other.j");
    assert!(message.contains("1.j and other.j are journals of different"), "{message}");
    // The same shard with another payoff, and the checksum with it.
    folder.write("forged.j", &forged(&bytes));
    let message = folder.fails(3, "merge -o m.journal 1.j 2.j forged.j");
    assert!(message.contains("conflict: 2.j and forged.j have different records of game "), "{message}");
    let message = folder.fails(3, "verify forged.j");
    assert!(message.contains("expected ") && message.contains(", got "), "{message}");
}

/// Three at two games, in a format whose rounds depend on results.
fn rounds_of(format: &str) -> String {
    let file = SEVERAL.replace(", 'tic-tac-toe(players=3)'", "").replace(
        "players = [",
        "players = ['minimax', { name = 'd', player = 'random' }, { name = 'e', player = 'random' }, ",
    );
    format!("format = '{format}'\n{file}")
}

/// A match that ends when it has shown enough.
const MATCH: &str = "openings = 1000\nrandom-plies = 1\nplayers = ['epsilon(random, 0.2)', 'random']\n\
                     games = ['nim(3+4+5)']\nstop = 'sprt(elo0=0, elo1=80)'\nseed = 4\n";

#[test]
fn blocks_played_in_parts_merge_to_the_bytes_of_one_machine() {
    let rounds = ["swiss", "knockout", "ladder"].map(|format| (format, rounds_of(format), ""));
    let matches = ["", " --block 7", " --block 5000"].map(|block| ("sprt", MATCH.to_owned(), block));
    for (at, (format, file, block)) in rounds.into_iter().chain(matches).enumerate() {
        let folder = Folder::with(&format!("blocks-{at}"), &file);
        let expected = folder.done("run t.toml --journal whole --json");
        let whole = folder.read("whole");
        let (mut parts, mut after, mut blocks) = (Vec::new(), String::new(), 0);
        loop {
            blocks += 1;
            assert!(blocks < 1000, "it never ends");
            let mut new = Vec::new();
            for index in 1..=3 {
                let (part, journal) = (format!("{index}/3"), format!("{blocks}-{index}.j"));
                let run = format!("run t.toml{after}{block} --shard {part} --journal {journal}");
                folder.done(&run);
                if index == 2 {
                    // Killed, and begun again by the same command.
                    let bytes = folder.read(&journal);
                    folder.write(&journal, &bytes[..bytes.len() - 9]);
                    let all = [parts.join(" "), new.join(" "), journal.clone()].join(" ");
                    let message = folder.fails(1, &format!("merge -o none {all}"));
                    assert!(message.contains("are missing: shard 2/3 of games "), "{message}");
                    folder.done(&run);
                    assert_eq!(folder.read(&journal), bytes);
                    folder.done(&format!("verify {journal}"));
                    // Of one part alone, what it has is known.
                    let words = String::from_utf8(folder.done(&format!("report progress {journal}")));
                    assert!(words.unwrap().contains("shard 2/3 of games "), "{format}");
                }
                new.push(journal);
            }
            // All parts together, or the new ones with what was merged before.
            let base = if blocks == 1 { "" } else { "m.journal" };
            parts.extend(new.iter().cloned());
            let merged = folder.done(&format!("merge -o n.journal {base} {}", new.join(" ")));
            folder.done(&format!("merge -o m.journal {}", parts.join(" ")));
            assert_eq!(folder.read("n.journal"), folder.read("m.journal"), "{format} {blocks}");
            folder.remove("n.journal");
            assert!(whole.starts_with(&folder.read("m.journal")), "{format} {blocks}");
            let is_over = folder.agon("report progress --finished m.journal").status.code() == Some(0);
            let merged = String::from_utf8(merged).unwrap();
            assert_eq!(is_over, !merged.contains("--after"), "{merged}");
            if is_over {
                break;
            }
            assert_eq!(folder.agon("report progress --finished m.journal").status.code(), Some(3));
            " --after m.journal".clone_into(&mut after);
        }
        assert_eq!(folder.read("m.journal"), whole, "{format}");
        assert_eq!(folder.done("report m.journal --json"), expected);
        assert!(if block == " --block 5000" { blocks == 1 } else { 1 < blocks }, "{format}: {blocks}");
        // Nothing is left, and nothing is written.
        folder.done("run t.toml --after m.journal --shard 1/3 --journal more.j");
        assert!(!folder.path("more.j").exists());
    }
}

/// The loop that docs/machines.md shows, with parts that are killed the first time they are played.
#[cfg(unix)]
#[test]
fn the_loop_of_the_page_plays_all_rounds_and_goes_on_where_it_was_interrupted() {
    use std::{
        env, fs,
        os::unix::fs::PermissionsExt,
        process::{Command, Stdio},
    };

    use crate::started::{Started, in_any_shell};

    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/machines.md"));
    let page = page.unwrap();
    let from = page.find("play() {").expect("the page has the loop");
    let lines = &page[from..from + page[from..].find("```").unwrap()];
    let folder = Folder::with("loop", "");
    let league = rounds_of("swiss").replace("openings = 7", "openings = 2000");
    folder.write("swiss.toml", league.as_bytes());
    folder.done("run swiss.toml --journal whole");
    fs::create_dir(folder.path("bin")).unwrap();
    let dies = format!(
        "#!/bin/sh\ncase \"$*\" in *'--shard 2/3'*) if mkdir \"died$3\" 2> /dev/null; then\n\
         '{agon}' \"$@\" --durable-every 1 --jobs 1 & sleep 0.03; kill -9 $!; exit 1; fi;; esac\n\
         exec '{agon}' \"$@\"\n",
        agon = binary().display()
    );
    folder.write("bin/agon", dies.as_bytes());
    fs::set_permissions(folder.path("bin/agon"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path("bin").display(), env::var("PATH").unwrap());
    let mut times = 0;
    while folder.agon("report progress --finished swiss.journal").status.code() != Some(0) {
        let mut shell = in_any_shell(Command::new("sh"));
        shell.args(["-c", lines]).current_dir(folder.path("")).env("PATH", &path);
        shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let done = Started::new(&mut shell).output();
        times += 1;
        assert!(times < 5, "{}", String::from_utf8_lossy(&done.stderr));
    }
    // It was interrupted in the first round, and in the second.
    assert!(folder.path("died--shard").exists() && folder.path("died--after").exists());
    assert_eq!(folder.read("swiss.journal"), folder.read("whole"));
}

#[test]
fn what_is_no_part_of_what_follows_is_refused() {
    let folder = Folder::with("after", &rounds_of("swiss"));
    folder.done("run t.toml --shard 1/2");
    folder.done("run t.toml --shard 2/2");
    folder.done("merge -o m.journal t.1-of-2.journal t.2-of-2.journal");
    folder.done("run t.toml --after m.journal --shard 1/2");
    folder.done("run t.toml --after m.journal --shard 2/2");
    let late: Vec<_> = std::fs::read_dir(folder.path("")).unwrap().collect();
    let late = late.into_iter().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut late: Vec<String> = late.filter(|name| name.contains("from-")).collect();
    late.sort();
    let late = late.join(" ");
    // The other results of another seed, in the place of those that were merged.
    folder.done("run t.toml --seed 9 --no-journal");
    let plan = "run t.toml --journal o.journal --seed 9";
    folder.done(plan);
    folder.write("u.toml", MATCH.as_bytes());
    folder.write("v.toml", SEVERAL.as_bytes());
    folder.done("run v.toml");
    for (code, command, expected) in [
        (2, "run t.toml --after o.journal --shard 1/2".to_owned(), "another tournament"),
        (2, "run t.toml --after t.1-of-2.journal --shard 1/2".to_owned(), "a part, whose results"),
        (1, "run t.toml --after nothing --shard 1/2".to_owned(), "nothing: there is no such file"),
        (2, "run t.toml --after t.toml --shard 1/2".to_owned(), "not a journal"),
        (2, "run v.toml --after v.journal --shard 1/2".to_owned(), "nothing in this round-robin"),
        (2, "run t.toml --after m.journal --block 3 --shard 1/2".to_owned(), "--block is for"),
        (2, "run u.toml --block 3".to_owned(), "--block is for"),
        (1, format!("merge -o x.journal {late}"), "are missing: games 0 to "),
        (1, format!("merge -o x.journal t.1-of-2.journal {late}"), "missing: shard 2/2 of games 0"),
        (2, format!("merge -o x.journal o.journal {late}"), "different tournaments"),
        (2, "submit t.toml --for slurm".to_owned(), "who meets in the rounds of a swiss"),
        (2, "submit u.toml --for slurm".to_owned(), "a match has that sprt"),
    ] {
        let message = folder.fails(code, &command);
        assert!(message.contains(expected) && message.lines().count() == 1, "{command}: {message}");
        assert!(!folder.path("x.journal").exists());
    }
    assert!(folder.fails(2, "run t.toml --shard 3/2").contains("such as 2/5"));
    // A part that is named twice is one part, and so is what was merged before.
    folder.done(&format!("merge -o x.journal m.journal {late} {late} t.1-of-2.journal"));
    // A shard of another size gets a message with the missing games.
    folder.done("run u.toml --shard 1/2 --block 10 --journal 1.j");
    let message = folder.fails(2, "run u.toml --shard 1/2 --block 12 --journal 1.j");
    assert!(message.contains("of games 0 to 19, this is"), "{message}");
    folder.done("run u.toml --shard 2/2 --block 12 --journal 2.j");
    let message = folder.fails(1, "merge -o y.journal 1.j 2.j");
    assert!(message.contains("are missing: shard 1/2 of games 0 to 23"), "{message}");
}

#[test]
fn a_match_that_stops_merges_with_itself() {
    let file = "openings = 1000\nrandom-plies = 1\nplayers = ['minimax(depth=9)', 'random']\n\
                games = ['nim(3+4+5)']\nstop = 'sprt(elo0=0, elo1=100)'\n";
    let folder = Folder::with("stops", file);
    let document = folder.done("run t.toml --json");
    let games: serde_json::Value = serde_json::from_slice(&document).unwrap();
    let games = games["games"].as_u64().unwrap();
    assert!(games < 2000, "{games}");
    let merged = String::from_utf8(folder.done("merge -o m.journal t.journal t.journal")).unwrap();
    assert!(merged.starts_with(&format!("{games} games in m.journal")), "{merged}");
    assert_eq!(folder.read("m.journal"), folder.read("t.journal"));
    assert_eq!(folder.done("run m.journal --json"), document);
}

/// Whoever may open few files: what reads shards says the same of many as one who may open all.
#[cfg(unix)]
#[test]
fn more_shards_than_files_may_be_open_are_merged_reported_and_verified() {
    use std::process::{Command, Stdio};

    use crate::started::{Started, in_any_shell};

    let folder = Folder::with("limited", SEVERAL);
    folder.done("run t.toml");
    let all: Vec<String> = (1..=40).map(|index| format!("{index}.j")).collect();
    for (index, name) in (1..).zip(&all) {
        folder.done(&format!("run t.toml --shard {index}/40 --journal {name}"));
    }
    let parts = all.join(" ");
    let limited = |arguments: &str| {
        let mut shell = in_any_shell(Command::new("sh"));
        shell.args(["-c", "ulimit -n 32; exec \"$0\" \"$@\""]).arg(binary()).args(arguments.split_whitespace());
        shell.current_dir(folder.path("")).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = Started::new(&mut shell).output();
        assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    limited(&format!("merge -o m.journal {parts}"));
    assert_eq!(folder.read("m.journal"), folder.read("t.journal"));
    let subjects = [
        "report --json",
        "report progress --json",
        "report ratings --json",
        "report games --to jsonl",
        "verify --json",
    ];
    for subject in subjects {
        let (command, rest) = subject.split_once(" -").unwrap();
        let command = format!("{command} {parts} -{rest}");
        assert_eq!(limited(&command), folder.done(&command), "{subject}");
    }
}
