//! Documents for programs agree with docs/formats.md: every key of every document, command by command.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path, process::Stdio};

use serde_json::Value;

use crate::command::command;

/// A command line for every form on the page: its beginning there, the command, and its possible exit codes.
const LINES: &[(&str, &str, &str)] = &[
    ("analyse", "--json", "analyse nim -p alpha-beta(depth=3) --time --json"),
    ("analyse", "--json", "analyse nim -p mcts(iterations=50) --json"),
    ("analyse", "--json", "analyse kuhn --moves 3_1 -p pimc --json"),
    ("analyse", "where chance", "analyse tree({1/2:8,1/2:[3,4]}) -p expectiminimax --time --json"),
    ("analyse", "--static", "analyse amoba --moves e6_f7 --static --json"),
    ("analyse", "--deals", "analyse kuhn --moves 3_1 -p pimc --deals 3 --json"),
    ("analyse", "--exploit", "analyse kuhn --exploit random --json"),
    ("compare", "--json", "compare one.json two.json --json"),
    ("games", "--json", "games chess --json"),
    ("games", "--json", "games --json"),
    ("laws", "--json", "laws nim(1+2) --json"),
    ("laws", "--mutants", "laws nim(1+2) --mutants --json"),
    ("perft", "--json", "perft nim --depth 2 --divide --json"),
    ("players", "--json", "players alpha-beta --json"),
    ("players", "--game", "players strong --game nim --json"),
    ("report", "--json", "report one.journal --json"),
    ("report", "games", "report games one.journal --to jsonl"),
    ("report", "games", "report games dealt.journal --to jsonl"),
    ("report", "progress", "report progress one.journal --json"),
    ("report", "ratings", "report ratings one.journal two.journal --json"),
    ("report", "ratings", "report ratings dealt.journal --json"),
    ("report", "ratings", "report ratings one.journal --to json"),
    ("report", "crosstable", "report crosstable one.journal --to json"),
    ("run", "--json", "run one.journal --json"),
    ("run", "--json", "run dealt.journal --json"),
    ("run", "--json", "run -g nim -g pig(target=5) -p random -p greedy -n 4 --no-journal --json"),
    ("run", "--json", "run -g nim -p random -p greedy -n 40 --stop sprt(0,10) --no-journal --json"),
    ("run", "--json", "run -g nim -p random -p greedy -p perfect --format swiss --rounds 2 -n 2 --no-journal --json"),
    ("run", "--dry-run", "run -g nim -p random -p greedy -n 2 --dry-run --json"),
    ("show", "--json", "show chess --moves e4_e5 --json"),
    ("show", "--json", "show kuhn --moves 3_1 --seat 2 --json"),
    ("solve", "--json", "solve nim(1+2) --strategy --json"),
    ("solve", "where something", "solve kuhn --method cfr -i 20 --strategy --json"),
    ("solve", "where something", "solve kuhn -i 20 --strategy --json"),
    ("solve", "--to", "solve grundy --draw graph --to json"),
    ("tree", "--json", "tree nim(1+2) -p alpha-beta --json"),
    ("tree", "--to words", "tree nim(1+2) -p alpha-beta --to words --json"),
    ("tree", "--stream", "tree nim(1+2) -p alpha-beta --stream"),
    ("tune", "--json", "tune othello(size=4) --player alpha-beta(depth=1) --iterations 2 --pairs 1 --json"),
    ("verify", "--json", "verify one.journal --json"),
];

/// What needs more than a line: a class of submissions, a minute of learning, a session.
const ELSEWHERE: &[(&str, &str)] = &[
    ("class", "--json"),
    ("class", "--games"),
    ("learn", "--json"),
    ("play", "`save"),
    ("show", "--batch"),
    ("show", "--model"),
];

/// The forms on the page, with the paths of the keys of each.
fn told() -> Vec<(String, String, BTreeSet<String>)> {
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md");
    let (mut forms, mut command, mut path) = (Vec::new(), String::new(), Vec::<String>::new());
    let mut elsewhere = Vec::new();
    for line in fs::read_to_string(place).expect("the page is there").lines() {
        if let Some(name) = line.strip_prefix("## agon ") {
            name.clone_into(&mut command);
        } else if let Some(when) = line.strip_prefix("**") {
            forms.push((command.clone(), when.to_owned(), BTreeSet::new()));
        } else if let Some((indent, key)) = line.split_once("- `") {
            path.truncate(indent.len() / 2);
            path.push(key.split('`').next().unwrap_or_default().to_owned());
            forms.last_mut().expect("a key stands below its form").2.insert(path.join("."));
        } else if let Some(named) = line.strip_prefix("The keys of [agon ") {
            elsewhere.push((forms.len() - 1, named.to_owned()));
        }
    }
    for (form, named) in elsewhere {
        let (command, when) = named.split_once("), ").expect("a command, its place and a form");
        let is_home = |(name, at, _): &&(String, String, BTreeSet<String>)| {
            command.starts_with(&format!("{name}]")) && at.starts_with(when)
        };
        let keys = forms.iter().find(is_home).expect("that form is on the page").2.clone();
        assert!(!keys.is_empty(), "{named} has keys of its own");
        forms[form].2 = keys;
    }
    forms
}

/// The keys of a document that the page lacks. An object without keys on the page may have any.
fn untold(value: &Value, above: &str, keys: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| untold(item, above, keys, found)),
        Value::Object(fields) => {
            let within = format!("{above}.");
            if !above.is_empty() && !keys.iter().any(|key| key.starts_with(&within)) {
                return;
            }
            for (name, value) in fields {
                let path = if above.is_empty() { name.clone() } else { format!("{above}.{name}") };
                if !keys.contains(&path) {
                    found.insert(path.clone());
                }
                untold(value, &path, keys, found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_key_that_is_written_is_on_the_page_of_formats() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("formats");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let run = |line: &str| {
        let words: Vec<String> = line.split(' ').map(|word| word.replace('_', " ")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = command(&words).current_dir(&folder).stdin(Stdio::null()).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(0 | 3)), "{line}\n{err}");
        String::from_utf8(output.stdout).unwrap()
    };
    for (name, seed) in [("one", "1"), ("two", "2")] {
        let players = "-p random -p greedy -p perfect";
        let written =
            run(&format!("run -g nim {players} -n 4 --seed {seed} --journal {name}.journal --thoughts --json"));
        fs::write(folder.join(format!("{name}.json")), written).unwrap();
    }
    run("run -g kuhn -p random -p pimc -n 6 --journal dealt.journal");
    let (forms, mut seen, mut wrong) = (told(), BTreeSet::new(), String::new());
    for (of, when, line) in LINES {
        let at = forms.iter().position(|(command, at, _)| command == of && at.starts_with(when));
        let at = at.unwrap_or_else(|| panic!("no form of {of} begins with {when}"));
        seen.insert(at);
        let (written, mut missing) = (run(line), BTreeSet::new());
        assert!(!written.trim().is_empty(), "{line}: nothing was written");
        for document in serde_json::Deserializer::from_str(&written).into_iter::<Value>() {
            untold(&document.unwrap(), "", &forms[at].2, &mut missing);
        }
        if !missing.is_empty() {
            let _ = writeln!(wrong, "{line}: {missing:?}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let tried = |at: usize, (command, when, _): &(String, String, BTreeSet<String>)| {
        seen.contains(&at) || ELSEWHERE.iter().any(|(name, begins)| command == name && when.starts_with(begins))
    };
    let untried = forms.iter().enumerate().filter(|&(at, form)| !tried(at, form));
    let untried: Vec<_> = untried.map(|(_, (command, when, _))| format!("{command}: {when}")).collect();
    assert!(untried.is_empty(), "no line tries {untried:?}");
}
