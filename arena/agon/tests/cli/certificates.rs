//! `agon solve --certificate`, and `agon verify` of what it writes.

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
    assert_eq!(document["claims"][0], serde_json::json!({"seat": 1, "least": 1.0, "answers": 3, "positions": 5}));
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
        ("\"seat\":1", "\"seat\":3", 2, "has no seat 3"),
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
    assert!(refused.code == 2 && refused.err.contains("nothing is hidden"), "{}", refused.err);
    let refused = agon(&["verify", &name, &name]);
    assert!(refused.code == 2 && refused.err.contains("verified alone"), "{}", refused.err);
}
