//! Documents for programs agree with `agon schema`: every key of every document, command by command.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path, process::Stdio};

use serde_json::Value;

use crate::command::{agon, command};

/// For every document command lines that write it.
const LINES: &[(&str, &str)] = &[
    ("analyse", "analyse nim -p alpha-beta(depth=3) --time --json"),
    ("analyse", "analyse nim -p mcts(iterations=50) --json"),
    ("analyse", "analyse kuhn --moves 3_1 -p pimc --json"),
    ("analyse-draws", "analyse tree({1/2:8,1/2:[3,4]}) -p expectiminimax --time --json"),
    ("analyse-static", "analyse amoba --moves e6_f7 --static --json"),
    ("analyse-deals", "analyse kuhn --moves 3_1 -p pimc --deals 3 --json"),
    ("analyse-exploit", "analyse kuhn --exploit random --json"),
    ("compare", "compare one.json two.json --json"),
    ("games", "games chess --json"),
    ("games", "games --json"),
    ("laws", "laws nim(1+2) --json"),
    ("laws-mutants", "laws nim(1+2) --mutants --json"),
    ("perft", "perft nim --depth 2 --divide --json"),
    ("players", "players alpha-beta --json"),
    ("players-game", "players strong --game nim --json"),
    ("report", "report one.journal --json"),
    ("report-games", "report games one.journal --to jsonl"),
    ("report-games", "report games dealt.journal --to jsonl"),
    ("report-moves", "report moves one.journal --judge solve --json"),
    ("report-moves", "report moves dealt.journal --judge equilibrium --json"),
    ("report-progress", "report progress one.journal --json"),
    ("report-ratings", "report ratings one.journal two.journal --json"),
    ("report-ratings", "report ratings dealt.journal --json"),
    ("report-ratings", "report ratings one.journal --to json"),
    ("report-charts", "report crosstable one.journal --to json"),
    ("run", "run one.journal --json"),
    ("run", "run dealt.journal --json"),
    ("run", "run -g nim -g pig(target=5) -p random -p greedy -n 4 --no-journal --json"),
    ("run", "run -g nim -p random -p greedy -n 40 --stop sprt(0,10) --no-journal --json"),
    ("run", "run -g nim -p random -p greedy -p perfect --format swiss --rounds 2 -n 2 --no-journal --json"),
    ("run-dry-run", "run -g nim -p random -p greedy -n 2 --dry-run --json"),
    ("same", "same nim(1+2) nim(1+2,misere=true) --json"),
    ("show", "show chess --moves e4_e5 --json"),
    ("show", "show kuhn --moves 3_1 --seat 2 --json"),
    ("solve", "solve nim(1+2) --strategy --json"),
    ("solve-cfr", "solve kuhn --method cfr -i 20 --strategy --json"),
    ("solve-cfr", "solve kuhn -i 20 --strategy --json"),
    ("solve-diagram", "solve grundy --draw graph --to json"),
    ("tree", "tree nim(1+2) -p alpha-beta --json"),
    ("tree-words", "tree nim(1+2) -p alpha-beta --to words --json"),
    ("tree-stream", "tree nim(1+2) -p alpha-beta --stream"),
    ("tune", "tune othello(size=4) --player alpha-beta(depth=1) --iterations 2 --pairs 1 --json"),
    ("verify", "verify one.journal --json"),
];

/// What needs more than a line: a class of submissions, a minute of learning, a session.
const ELSEWHERE: &[&str] = &[
    "class",
    "class-games",
    "learn",
    "saved-game",
    "show-refused",
    "show-model",
    "certificate",
    "certificate-claim",
    "certificate-answer",
    "certificate-rounds",
    "certificate-worth",
    "certificate-equilibrium",
    "certificate-set",
    "verify-certificate",
];

/// The documents that `agon schema` lists, with the paths of the keys of each by its schema.
fn told() -> Vec<(String, BTreeSet<String>, Value)> {
    let list = agon(&["schema"]).out;
    let names = list.lines().filter(|line| !line.starts_with(' ')).map(|line| line.split(' ').next().expect("a name"));
    let forms = names.map(|name| {
        let schema: Value = serde_json::from_str(&agon(&["schema", name, "--json"]).out).expect("it is JSON");
        let mut keys = BTreeSet::new();
        paths(&schema, &schema, "", &mut keys, 0);
        assert!(!keys.is_empty(), "{name} has no keys");
        let text = agon(&["schema", name]).out;
        for key in &keys {
            let own = key.rsplit('.').next().expect("a key");
            assert!(text.contains(&format!("`{own}` (")), "{name}: {key} is in the schema alone");
        }
        (name.to_owned(), keys, schema)
    });
    forms.collect()
}

/// The paths of the keys of a schema; those of definitions stand where they are used.
fn paths(whole: &Value, schema: &Value, above: &str, keys: &mut BTreeSet<String>, depth: usize) {
    assert!(depth < 40, "{above} contains itself");
    if let Some(place) = schema.get("$ref").and_then(Value::as_str) {
        let own = whole.pointer(place.trim_start_matches('#')).unwrap_or_else(|| panic!("{place} leads nowhere"));
        return paths(whole, own, above, keys, depth + 1);
    }
    for part in ["anyOf", "oneOf", "allOf", "prefixItems"] {
        for own in schema.get(part).and_then(Value::as_array).into_iter().flatten() {
            paths(whole, own, above, keys, depth + 1);
        }
    }
    if let Some(items) = schema.get("items") {
        paths(whole, items, above, keys, depth + 1);
    }
    for (name, own) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let path = if above.is_empty() { name.clone() } else { format!("{above}.{name}") };
        paths(whole, own, &path, keys, depth + 1);
        keys.insert(path);
    }
}

/// Why a value is not as the schema says, if it isn't: by its types, what is required, and what may stand where.
fn unfit(whole: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(place) = schema.get("$ref").and_then(Value::as_str) {
        return unfit(whole, whole.pointer(place.trim_start_matches('#'))?, value);
    }
    for part in ["anyOf", "oneOf"] {
        let ways: Vec<&Value> = schema.get(part).and_then(Value::as_array).into_iter().flatten().collect();
        if !ways.is_empty() && ways.iter().all(|own| unfit(whole, own, value).is_some()) {
            return Some(format!("{value} is none of {part}"));
        }
    }
    let kinds = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        Some(kind) => kind.as_str().into_iter().collect(),
        None => Vec::new(),
    };
    let is_of = |kind: &&str| match *kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    };
    let is_allowed = |words: &Value| words.as_array().is_some_and(|words| words.contains(value));
    if !kinds.is_empty() && !kinds.iter().any(is_of)
        || schema.get("const").is_some_and(|word| word != value)
        || schema.get("enum").is_some_and(|words| !is_allowed(words))
    {
        return Some(format!("{value} is no {}", schema["type"]));
    }
    if let Some(fields) = value.as_object() {
        let required = schema.get("required").and_then(Value::as_array);
        let missing = required.into_iter().flatten().find(|name| !fields.contains_key(name.as_str().expect("a name")));
        if let Some(missing) = missing {
            return Some(format!("{missing} is missing"));
        }
        return fields.iter().find_map(|(name, own)| {
            let why = unfit(whole, schema.get("properties")?.get(name)?, own)?;
            Some(format!("{name}: {why}"))
        });
    }
    let items = schema.get("items").filter(|_| schema.get("prefixItems").is_none())?;
    value.as_array()?.iter().find_map(|own| unfit(whole, items, own))
}

/// The keys of a document that its schema lacks. An object without keys there may have any.
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
fn every_key_that_is_written_is_in_the_schema() {
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
    for (of, line) in LINES {
        let at = forms.iter().position(|(name, ..)| name == of);
        let at = at.unwrap_or_else(|| panic!("there is no document {of}"));
        seen.insert(at);
        let (written, mut missing) = (run(line), BTreeSet::new());
        assert!(!written.trim().is_empty(), "{line}: nothing was written");
        for document in serde_json::Deserializer::from_str(&written).into_iter::<Value>() {
            let (document, (_, keys, schema)) = (document.unwrap(), &forms[at]);
            untold(&document, "", keys, &mut missing);
            if let Some(why) = unfit(schema, schema, &document) {
                let _ = writeln!(wrong, "{line}: {why}");
            }
        }
        if !missing.is_empty() {
            let _ = writeln!(wrong, "{line}: {missing:?}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let tried = |at: usize, name: &str| seen.contains(&at) || ELSEWHERE.contains(&name);
    let untried: Vec<&String> =
        forms.iter().enumerate().filter(|(at, (name, ..))| !tried(*at, name)).map(|(_, (name, ..))| name).collect();
    assert!(untried.is_empty(), "no line tries {untried:?}");
}
