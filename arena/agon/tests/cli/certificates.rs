//! `agon solve --certificate`, and `agon verify` of what it writes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::command::agon;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("certificates").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made there");
    folder
}

#[test]
fn a_solved_game_is_certified_and_its_certificate_verified_by_the_rules_alone() {
    let path = folder("certified").join("nim.certificate").display().to_string();
    let solved = agon(&["solve", "nim(heaps=1+2)", "--certificate", &path]);
    assert!(solved.out.contains("seat 1 wins"), "{}", solved.out);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["schema"], &lines[0]["position"]), (&"agon.certificate/1".into(), &"1+2 1".into()));
    let rules = agon(&["same", "nim(heaps=1+2)", "--json"]).json();
    assert_eq!(lines[0]["rules"], rules["games"][0]["fingerprint"]);
    assert_eq!(lines[1], serde_json::json!({"seat": 1, "least": 1.0, "answers": 3}));
    let said = agon(&["verify", &path]);
    let expected = "nim(heaps=1+2): `1+2 1`, by its rules alone\n  seat 1 gets at least 1: 3 answers, 5 positions\n";
    assert_eq!((said.code, &*said.out), (0, expected), "{}", said.err);
    let document = agon(&["verify", &path, "--json"]).json();
    assert_eq!(
        document["claims"][0],
        serde_json::json!({"seat": 1, "least": 1.0, "answers": 3, "positions": 5, "endless": null})
    );
    // Both seats of a draw.
    agon(&["solve", "tic-tac-toe", "--certificate", &path]);
    assert_eq!(agon(&["verify", &path]).out.matches("gets at least 0:").count(), 2);
}

#[test]
fn a_damaged_certificate_is_refused_by_line() {
    let path = folder("damaged").join("nim.certificate");
    let name = path.display().to_string();
    agon(&["solve", "nim(heaps=1+2)", "--certificate", &name]);
    let whole = fs::read_to_string(&path).unwrap();
    for (from, to, line, why) in [
        ("\"least\":1.0", "\"least\":2.0", 2, "worth 1, not 2"),
        ("\"answers\":3", "\"answers\":4", 2, "4 are said to follow, and 3 do"),
        ("\"answers\":3", "\"answers\":2", 2, "`1+0 1` has no answer"),
        ("\"seat\":1", "\"seat\":3", 2, "there is no seat 3"),
        ("{\"position\":\"0+1 1\",\"move\":\"b1\"}", "{\"position\":\"0+1 1\",\"move\":\"b2\"}", 4, "`b2` is no move"),
        ("{\"position\":\"0+1 1\",\"move\":\"b1\"}", "{\"position\":\"0+1 1\"}", 4, "missing field `move`"),
        ("{\"position\":\"0+1 1\",\"move\":\"b1\"}", "{\"position\":\"x\",\"move\":\"b1\"}", 4, "x"),
        ("nim(heaps=1+2)", "nim(heaps=1+2, misere=true)", 1, "are not those of the certificate"),
        ("nim(heaps=1+2)", "nimm", 1, "nim"),
        ("\"1+2 1\",\"rules\"", "\"1+x 1\",\"rules\"", 1, "1+x"),
    ] {
        assert!(whole.contains(from), "{from}");
        fs::write(&path, whole.replacen(from, to, 1)).unwrap();
        let said = agon(&["verify", &name]);
        assert_eq!(said.code, 3, "{from} {to}: {}", said.out);
        let place = format!("line {line}: ");
        assert!(said.err.contains(&place) && said.err.contains(why), "{from} {to}: {}", said.err);
    }
    let refused = agon(&["solve", "kuhn", "--method", "graph", "--certificate", &name]);
    assert!(refused.code == 2 && refused.err.contains("use --method cfr"), "{}", refused.err);
    let refused = agon(&["verify", &name, &name]);
    assert!(refused.code == 2 && refused.err.contains("verified alone"), "{}", refused.err);
}

#[test]
fn of_a_large_game_the_first_plies_are_held_to_the_rules() {
    let path = folder("large").join("kings.certificate");
    let name = path.display().to_string();
    let kings = ["--position", "W:WK22,K23:BK32", "--method", "iteration"];
    agon(&[&["solve", "checkers"], &kings[..], &["--certificate", &name]].concat());
    let whole = fs::read_to_string(&path).unwrap();
    let head: Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    let plies = head["plies"].as_u64().unwrap();
    assert!((8..80).contains(&plies) && head["rules"].as_str().unwrap().len() == 64, "{head}");
    let said = agon(&["verify", &name]);
    assert!(said.code == 0 && said.out.contains("seat 2 gets at least 1: 19 answers"), "{}{}", said.out, said.err);
    // There who cannot move wins, and the line is as good in the few plies that it needs.
    let other = whole.replacen("\"checkers\"", "\"checkers(giveaway=true)\"", 1);
    for (from, to) in [(whole.clone(), other), (format!("\"plies\":{plies}"), format!("\"plies\":{}", plies - 1))] {
        fs::write(&path, whole.replacen(&from, &to, 1)).unwrap();
        let said = agon(&["verify", &name]);
        assert!(said.code == 3 && said.err.contains("line 1: the rules of checkers"), "{to}: {}", said.err);
    }
}

/// The certificate of an equilibrium that was learned in so many iterations, and its lines.
fn equilibrium(name: &str, game: &str, iterations: &str) -> (String, Vec<Value>) {
    let path = folder(name).join("x.certificate").display().to_string();
    let solved = agon(&["solve", game, "--method", "cfr", "-i", iterations, "--certificate", &path]);
    assert_eq!(solved.code, 0, "{}", solved.err);
    let text = fs::read_to_string(&path).unwrap();
    (path, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// A fraction as a number.
fn number(value: &Value) -> f64 {
    let text = value.as_str().unwrap();
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap()
}

#[test]
fn an_equilibrium_is_certified_in_exact_fractions() {
    let (path, lines) = equilibrium("rps", "rps", "5");
    let rules = agon(&["same", "rps", "--json"]).json();
    assert_eq!(lines[0]["rules"], rules["games"][0]["fingerprint"]);
    assert_eq!(lines[1], serde_json::json!({"values": ["0", "0"], "nash_conv": "0", "sets": 2}));
    assert_eq!((&lines[2]["seat"], &lines[2]["of"], lines.len()), (&1.into(), &3.into(), 4));
    let said = agon(&["verify", &path]);
    let ends = "  seat 1 gets 0\n  seat 2 gets 0\n  best responses gain at most 0: 2 information sets, 13 positions of \
                all plays\n";
    assert!(said.code == 0 && said.out.ends_with(ends), "{}{}", said.out, said.err);
    for (name, game, sets) in
        [("kuhn", "kuhn", 12), ("three", "kuhn(seats=3)", 48), ("dice", "liars-dice(sides=3)", 192)]
    {
        let (path, lines) = equilibrium(name, game, "200");
        assert_eq!(lines.len(), 2 + sets);
        let checked = agon(&["verify", &path, "--json"]).json();
        assert_eq!(checked["equilibrium"]["values"], lines[1]["values"]);
        assert_eq!(checked["equilibrium"]["gained"], lines[1]["nash_conv"]);
        assert!(checked["claims"].as_array().unwrap().is_empty());
        // What floating numbers say of the same strategies, but for their rounding.
        let learned = agon(&["solve", game, "--method", "cfr", "-i", "200", "--json"]).json();
        assert!((number(&lines[1]["nash_conv"]) - learned["nash_conv"].as_f64().unwrap()).abs() < 1e-7, "{game}");
        for (exact, near) in lines[1]["values"].as_array().unwrap().iter().zip(learned["values"].as_array().unwrap()) {
            assert!((number(exact) - near.as_f64().unwrap()).abs() < 1e-7, "{game}: {exact} {near}");
        }
    }
    let refused = agon(&["solve", "leduc", "--rule", "external", "--limit", "50", "-i", "2", "--certificate", &path]);
    assert!(refused.code == 2 && refused.err.contains("all plays must be walked"), "{}", refused.err);
}

#[test]
fn a_damaged_equilibrium_is_refused_by_line() {
    let (path, whole) = equilibrium("damaged-equilibrium", "kuhn", "100");
    let set =
        |seat: u64, view: &str| whole.iter().position(|line| line["seat"] == seat && line["view"] == view).unwrap();
    // The first seat's worst card after a bet, and the second's best one.
    let (fold, call) = (set(1, "1?/pb"), set(2, "?3/b"));
    let refused = |line: usize, why: &str, damage: &dyn Fn(&mut Vec<Value>)| {
        let mut lines = whole.clone();
        damage(&mut lines);
        // A certificate is known by how it begins.
        let [game, position, rules] = ["game", "position", "rules"].map(|key| &lines[0][key]);
        let head = format!(r#"{{"schema":"agon.certificate/1","game":{game},"position":{position},"rules":{rules}}}"#);
        let text: Vec<String> = [head].into_iter().chain(lines[1..].iter().map(ToString::to_string)).collect();
        fs::write(&path, text.join("\n")).unwrap();
        let said = agon(&["verify", &path]);
        assert_eq!(said.code, 3, "{why}: {}{}", said.out, said.err);
        let place = format!("line {line}: ");
        assert!(said.err.contains(&place) && said.err.contains(why), "{why}: {}", said.err);
    };
    let json = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    refused(2, "more than 0", &|lines| lines[1]["nash_conv"] = "0".into());
    refused(2, "values: seat 2 gets", &|lines| lines[1]["values"][1] = "1/18".into());
    refused(2, "values: 1 are given", &|lines| lines[1]["values"] = json("[\"0\"]"));
    refused(2, "`a third` is no fraction", &|lines| lines[1]["nash_conv"] = "a third".into());
    refused(2, "`1/0` is no fraction", &|lines| lines[1]["values"][0] = "1/0".into());
    refused(2, "13 are said to follow, and 12 do", &|lines| lines[1]["sets"] = 13.into());
    refused(14, "nothing may follow", &|lines| lines[1]["sets"] = 11.into());
    refused(2, "is not said", &|lines| {
        lines.remove(call);
        lines[1]["sets"] = 11.into();
    });
    refused(15, "is said already", &|lines| {
        lines.push(lines[call].clone());
        lines[1]["sets"] = 13.into();
    });
    refused(15, "no play comes to where seat 2 sees `?9/b`", &|lines| {
        lines.push(json(r#"{"seat":2,"view":"?9/b","of":1,"moves":[{"move":"b","parts":1}]}"#));
        lines[1]["sets"] = 13.into();
    });
    refused(2, "values: seat 1 gets", &|lines| {
        lines[call]["moves"] = json(r#"[{"move":"p","parts":1}]"#);
        lines[call]["of"] = 1.into();
    });
    refused(call + 1, "`x` is no move", &|lines| lines[call]["moves"][0]["move"] = "x".into());
    refused(call + 1, "add up to 0 of", &|lines| lines[call]["moves"] = json("[]"));
    refused(call + 1, "add up to 2 of", &|lines| {
        lines[call]["of"] = 3.into();
        lines[call]["moves"] = json(r#"[{"move":"b","parts":2}]"#);
    });
    refused(fold + 1, "invalid value", &|lines| lines[fold]["moves"][0]["parts"] = (-1).into());
    refused(fold + 1, "missing field", &|lines| drop(lines[fold].as_object_mut().unwrap().remove("view")));
    refused(fold + 1, "there is no seat 3", &|lines| lines[fold]["seat"] = 3.into());
    refused(1, "are not those of the certificate", &|lines| lines[0]["rules"] = "00".into());
}
