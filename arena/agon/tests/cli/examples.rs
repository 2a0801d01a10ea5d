//! Every example of every help, run as it is printed, in a folder that has the files which they name.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use crate::{command::agon, started::in_any_shell, terminal::heedful};

/// The file of a tournament, small.
const LEAGUE: &str = "\
games = [\"nim\"]
players = [\"random\", \"greedy\"]
openings = 8
";

/// The commands that make the files which examples name.
const MADE: &str = "
agon run league.toml --journal league.journal
agon run league.toml --journal a.journal --seed 2
agon run league.toml --journal b.journal --seed 3
agon run league.toml --journal old.journal
agon run league.toml --journal new.journal
agon run league.toml --json > old.json
agon run league.toml --shard 1/2 --journal 1-of-2.journal
agon run league.toml --shard 2/2 --journal 2-of-2.journal
mkdir class games
true > questions
mkdir -p arena/site/target/wasm32-unknown-unknown/release
printf '\\0asm' > agon.wasm
cp agon.wasm arena/site/target/wasm32-unknown-unknown/release/agon.wasm
";

/// Lines with these words: how many seconds they are given before they are interrupted, because they wait for somebody
/// or take as long as they are given; or why they are not run.
const EXCEPTIONS: &[(&str, Result<&str, &str>)] = &[
    ("agon play game.json", Err("a game that was saved is needed")),
    ("agon play", Ok("0.5")),
    ("agon watch connect-four", Ok("0.5")),
    ("agon serve --address 192.168.1.7", Err("an address of another machine")),
    ("agon serve --open", Err("it opens a browser")),
    ("agon serve", Ok("0.5")),
    ("agon solve 'connect-four(6, 5)'", Ok("0.5")),
    ("agon laws connect-four", Ok("0.5")),
    ("agon laws my-game", Err("a crate of one's own is needed")),
    ("agon learn", Ok("0.5")),
    ("agon tune", Ok("0.5")),
    ("agon tree 'tree([[3,12,8],[2,4,6],[14,5,2]])' -p alpha-beta --quiz", Err("it asks questions")),
    ("agon merge first.journal", Err("the block before it has other games")),
    ("agon class", Err("it needs bubblewrap, and players")),
    ("agon new", Err("crates are built by a test of their own")),
    ("agon protocol | less", Err("a reader that pages is no part of it")),
    ("agon man tree | man -l -", Err("man is no part of it")),
    ("agon man --completions", Err("folders of a shell")),
];

/// The examples of one help.
fn examples(help: &str) -> Vec<String> {
    let is_example = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("agon ") || line.contains("| agon ")
    };
    let below = help
        .split("xamples:\n")
        .skip(1)
        .flat_map(|part| part.lines().take_while(|line| line.starts_with("  ")).collect::<Vec<_>>());
    // What stands behind it after two spaces is about it.
    let command = |line: &str| line.trim_start().split("  ").next().unwrap().to_owned();
    below.filter(is_example).map(command).collect()
}

/// Runs a line in `folder`; the fault, if it is one.
fn run(line: &str, folder: &Path, seconds: Option<&str>) -> Option<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_agon")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut timeout = in_any_shell(Command::new("timeout"));
    let limit = seconds.unwrap_or("600");
    timeout.args(["--preserve-status", "--signal=INT", "--kill-after=60", limit, "sh", "-c", line]);
    timeout.env("PATH", path).env("HOME", folder);
    let mut heedful = heedful(&timeout);
    let output = heedful.current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let is_right = match output.status.code() {
        Some(130) => seconds.is_some(),
        // By 3 ends what compares, or finds a fault.
        Some(0 | 3) => true,
        _ => false,
    };
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (!is_right).then(|| format!("{line}: {}\n{told}", output.status))
}

#[test]
fn every_example_of_every_help_works_as_it_is_printed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("league.toml"), LEAGUE).unwrap();
    for line in MADE.lines().filter(|line| !line.is_empty()) {
        assert_eq!(run(line, &folder, None), None);
    }
    let all = agon(&["--help"]).out;
    let names = all.lines().filter_map(|line| {
        let line = line.strip_prefix("  ")?;
        let name = line.split(' ').next()?;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase());
        (is_name && name != "agon").then_some(name)
    });
    let mut lines = examples(&all);
    for name in names {
        let own = examples(&agon(&[name, "--help"]).out);
        assert!(!own.is_empty() || name == "help", "agon {name} --help has no example");
        lines.extend(own);
    }
    assert!(60 < lines.len(), "{lines:#?}");
    for (words, _) in EXCEPTIONS {
        assert!(lines.iter().any(|line| line.starts_with(words)), "no example has `{words}`");
    }
    let mut faults = Vec::new();
    for line in &lines {
        // What is merged is written where nothing is.
        if line.starts_with("agon merge") && line.ends_with("-o league.journal") {
            fs::remove_file(folder.join("league.journal")).unwrap();
        }
        let rule = EXCEPTIONS.iter().find(|(words, _)| line.starts_with(words));
        faults.extend(match rule {
            None => run(line, &folder, None),
            Some((_, Ok(seconds))) => run(line, &folder, Some(seconds)),
            Some((_, Err(_))) => None,
        });
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
