//! No output costs a game, or anything else that was read.

use std::fs;

use crate::agon::{Folder, subject};

const FEW: &str = "openings = 4\nplayers = ['random', { name = 'b', player = 'random' }]\n\
                   games = ['nim']\n";

/// A folder with a journal, another one, two shards, and links to the first.
fn folder(name: &str) -> Folder {
    let folder = Folder::with(name, FEW);
    folder.done("run t.toml");
    folder.done("run t.toml --seed 9 --journal other.journal");
    folder.done("run t.toml --shard 1/2 --journal 1.j");
    folder.done("run t.toml --shard 2/2 --journal 2.j");
    folder.write("base.json", &folder.done("run t.toml --no-journal --json"));
    fs::hard_link(folder.path("t.journal"), folder.path("hard")).expect("links can be made");
    #[cfg(unix)]
    std::os::unix::fs::symlink("t.journal", folder.path("soft")).expect("links can be made");
    folder
}

#[test]
fn an_output_never_replaces_an_input_or_a_journal_whatever_it_is_called() {
    let folder = folder("outputs");
    let names = ["t.journal", "other.journal", "1.j", "2.j", "t.toml", "base.json"];
    let before = names.map(|name| folder.read(name));
    let mut tried = 0;
    let mut refused = |command: String| {
        let message = folder.fails(2, &command);
        assert!(message.contains("name another") || message.contains("--out"), "{message}");
        assert_eq!(names.map(|name| folder.read(name)), before, "agon {command}");
        tried += 1;
    };
    let links: &[&str] = if cfg!(unix) { &["t.journal", "hard", "soft", "./t.journal"] } else { &["t.journal"] };
    for place in links {
        for form in ["jsonl", "csv", "sqlite", "pgn", "html", "markdown", "latex"] {
            let report = format!("report {}", subject(form));
            refused(format!("{report} t.journal --to {form} -o {place} --force"));
            refused(format!("{report} other.journal --to {form} -o {place}"));
        }
        refused(format!("merge -o {place} 1.j 2.j t.journal --force"));
        refused(format!("merge -o {place} other.journal"));
        refused(format!("merge {place} 1.j 2.j"));
        refused(format!("run t.toml --records {place}"));
        refused(format!("run t.toml --records {place} --no-journal"));
        refused(format!("run t.toml --journal x --records {place}"));
        refused(format!("run t.journal --records {place}"));
        refused(format!("run other.journal --records {place}"));
        refused(format!("compare other.journal t.toml --junit {place}"));
    }
    folder.remove("x");
    refused("run t.toml --journal new --records new".to_owned());
    refused("run t.toml --records t.toml --no-journal".to_owned());
    refused("compare base.json t.toml --junit base.json".to_owned());
    refused("compare base.json t.toml --junit t.toml".to_owned());
    refused("merge 1.j 2.j".to_owned());
    refused("merge 1.j".to_owned());
    assert!(30 < tried);
    let tune = "tune othello(size=4) --player greedy --iterations 1 --pairs 1 --state t.journal";
    folder.fails(2, tune);
    assert_eq!(names.map(|name| folder.read(name)), before);
}

#[test]
fn a_journal_that_the_new_one_begins_with_is_replaced_and_any_other_by_force_only() {
    let folder = folder("replaced");
    let whole = folder.read("t.journal");
    // Merged again, and over a beginning of itself: nothing is lost.
    folder.done("merge -o all.journal 1.j 2.j");
    assert_eq!(folder.read("all.journal"), whole);
    folder.write("all.journal", &whole[..whole.len() - 30]);
    let message = folder.fails(2, "merge -o all.journal other.journal");
    assert!(message.contains("--force"), "{message}");
    assert_eq!(folder.read("all.journal"), whole[..whole.len() - 30]);
    folder.write("all.journal", &whole);
    folder.done("merge -o all.journal 2.j 1.j");
    assert_eq!(folder.read("all.journal"), whole);
    folder.done("merge -o all.journal other.journal --force");
    assert_eq!(folder.read("all.journal"), folder.read("other.journal"));
    let learn = "learn tic-tac-toe --games 16 --unmeasured -o all.journal";
    assert!(folder.fails(2, learn).contains("all.journal"));
    folder.done("report games t.journal --to csv -o all.journal --force");
    assert!(folder.read("all.journal").starts_with(b"number,"));
    // Nothing is left behind by what was refused.
    let names = fs::read_dir(folder.path("")).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = names.filter(|name| name.to_string_lossy().contains("unfin")).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// What each command with --out can read besides; without what names the output.
const READERS: &[(&str, &[&str])] = &[
    ("analyse", &["analyse placed --static --to svg", "analyse placed --static --to text"]),
    // It reads what it writes, and only by another option.
    ("learn", &[]),
    ("merge", &["merge t.journal", "merge 1.j 2.j"]),
    (
        "report",
        &[
            "report results t.journal --to html",
            "report saved --to markdown",
            "report games t.journal --to csv",
            "report games t.journal#1 --to jsonl",
            "report games saved --to pgn",
            "report progress t.journal --to text",
            "report ratings base.json --to svg",
            "report ratings rated.json --to json",
            "report ratings t.journal --to svg",
            "report crosstable base.json --to csv",
            "report crosstable t.journal --to json",
            "report learning curve --to svg",
        ],
    ),
    ("show", &["show saved --to svg", "show saved#1 --to text", "show t.journal#1 --to svg"]),
    (
        "tree",
        &[
            "tree saved -p alpha-beta --to svg",
            "tree saved#1 -p alpha-beta --to json",
            "tree saved -p alpha-beta --stream",
            "tree saved -p alpha-beta --to words",
            "tree grown -p alpha-beta --worksheet 1 --to html",
            "tree grown -p minimax --worksheet 2 --to tex",
        ],
    ),
    (
        "solve",
        &[
            "solve saved --draw tree --to svg",
            "solve saved --draw graph --to dot",
            "solve saved --method cfr -i 5 --draw course --to svg",
            "solve saved --method cfr -i 5 --draw tree --to text",
        ],
    ),
];

/// What was measured of a learning.
const CURVE: &str = "{\"schema\":\"agon.learning-curve/1\",\"game\":\"nim\",\"seed\":1,\"points\":[{\"games\":16,\
\"measured\":[{\"player\":\"greedy\",\"against\":\"random\",\"games\":9,\"value\":0.5,\"low\":0.4,\"high\":0.6}]}]}\n";

/// A game that was saved as it is played.
const SAVED: &str = "{\"schema\":\"agon.play/1\",\"game\":\"nim(heaps=1+2)\",\"position\":null,\
\"seed\":0,\"seats\":[\"random\",\"random\"],\"moves\":\"\",\"payoffs\":[],\"ended\":\"unfinished\"}\n";

/// Games that were saved: of one whose positions are drawn, of one that counts place by place, and of trees.
fn write_saved(folder: &Folder) {
    folder.write("saved", SAVED.as_bytes());
    folder.write("curve", CURVE.as_bytes());
    folder.write("placed", SAVED.replace("nim(heaps=1+2)", "amoba").as_bytes());
    folder.write("grown", SAVED.replace("nim(heaps=1+2)", "tree").as_bytes());
}

#[test]
fn no_command_replaces_what_it_reads_whichever_option_names_the_output() {
    let folder = folder("readers");
    write_saved(&folder);
    folder.write("rated.json", &folder.done("report ratings t.journal --json"));
    let help = String::from_utf8(folder.done("--help")).unwrap();
    let is_command =
        |line: &&str| line.strip_prefix("  ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    let named = help.lines().filter(is_command).filter_map(|line| line.split_whitespace().next());
    let with_out: Vec<&str> = named
        .filter(|name| {
            let said = String::from_utf8(folder.agon(&format!("{name} --help")).stdout).unwrap();
            said.contains("--out <FILE>")
        })
        .collect();
    let mut known: Vec<&str> = READERS.iter().map(|(name, _)| *name).collect();
    for name in &with_out {
        assert!(known.contains(name), "what does `agon {name} --out` read?");
    }
    known.retain(|name| !with_out.contains(name));
    assert!(known.is_empty(), "{known:?} have no --out");
    for (_, lines) in READERS {
        for line in *lines {
            // It can be read, and written elsewhere.
            folder.done(&format!("{line} --out elsewhere"));
            folder.remove("elsewhere");
            let words = line.split(' ').map(|word| word.split('#').next().unwrap());
            let inputs: Vec<&str> = words.filter(|word| folder.path(word).is_file()).collect();
            assert!(!inputs.is_empty(), "{line}");
            for input in inputs {
                let before = folder.read(input);
                for place in [input.to_owned(), format!("./{input}")] {
                    let message = folder.fails(2, &format!("{line} --out {place}"));
                    assert!(message.contains("is an input"), "agon {line}: {message}");
                    assert_eq!(folder.read(input), before, "agon {line}");
                }
            }
        }
    }
}

#[test]
fn a_place_without_a_folder_is_named_as_it_was_given() {
    let folder = folder("nowhere");
    write_saved(&folder);
    let mut commands: Vec<String> = READERS
        .iter()
        .flat_map(|(_, lines)| lines.iter().map(|line| format!("{line} --out nowhere/x.out")))
        .filter(|line| !line.contains("rated.json"))
        .collect();
    commands.push("run t.toml --records nowhere/x.out".to_owned());
    commands.push("report games t.journal --to sqlite --out nowhere/x.out".to_owned());
    for command in commands {
        let message = folder.fails(1, &command);
        assert!(message.contains("nowhere/x.out"), "agon {command}: {message}");
        assert!(!message.contains("unfinished"), "agon {command}: {message}");
    }
}

#[cfg(target_os = "linux")]
fn make_pipe(folder: &Folder) {
    use rustix::fs::{CWD, Mode, mkfifoat};
    mkfifoat(CWD, folder.path("pipe"), Mode::RUSR | Mode::WUSR).expect("there is room for it");
}

#[cfg(target_os = "linux")]
#[test]
fn where_a_plain_file_is_needed_a_pipe_is_refused_before_anybody_reads_it() {
    let folder = folder("pipes");
    make_pipe(&folder);
    let mut commands = vec!["merge 1.j 2.j --out pipe", "merge t.journal --out pipe --force"];
    if cfg!(feature = "sqlite") {
        commands.push("report games t.journal --to sqlite --out pipe");
    }
    for command in commands {
        let output = folder.agon(command);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("plain file"), "{output:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_plain_file_is_neither_a_journal_nor_read_whole() {
    let folder = folder("plain");
    make_pipe(&folder);
    let mut commands = Vec::new();
    for place in ["pipe", "/dev/zero", "/dev/null", "."] {
        commands.extend([
            format!("run t.toml --journal {place}"),
            format!("run {place}"),
            format!("verify {place}"),
            format!("report ratings {place}"),
            format!("report games {place} --to csv"),
            format!("merge -o m.journal {place}"),
            format!("compare {place} t.journal"),
            format!("compare {place} t.toml"),
            format!("run {place} --no-journal"),
            format!("run t.toml --no-journal --opening-file {place}"),
            format!("submit {place} --for slurm"),
            format!("tune othello(size=4) --player greedy --iterations 1 --pairs 1 --state {place}"),
        ]);
    }
    for command in commands {
        let output = folder.agon(&command);
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(1 | 2)), "agon {command}: {err}");
        assert!(err.contains("plain file"), "agon {command}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn names_that_nobody_may_have_are_refused_before_a_journal_is_begun() {
    let folder = Folder::with("names", FEW);
    for name in ["x".repeat(70 << 20), "x".repeat(2000)] {
        let file = FEW.replace("name = 'b'", &format!("name = '{name}'"));
        folder.write("t.toml", file.as_bytes());
        let message = folder.fails(if name.len() < 9999 { 2 } else { 1 }, "run t.toml");
        assert!(message.len() < 1000, "{} bytes", message.len());
        assert!(!folder.path("t.journal").exists());
    }
}
