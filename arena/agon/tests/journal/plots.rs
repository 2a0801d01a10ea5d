//! `agon report ratings`, `crosstable` and `sweep`: charts of journals and documents.

use serde_json::Value;

use crate::agon::Folder;

const SWEPT: &str = "\
seed = 3
openings = 6
players = ['random', 'mcts(iterations={5,20,80})', 'alpha-beta(depth={1,2})']
games = ['tic-tac-toe', 'nim(2+3)']
";

fn text(folder: &Folder, command: &str) -> String {
    String::from_utf8(folder.done(command)).expect("text")
}

fn complaint(folder: &Folder, command: &str) -> String {
    let output = folder.agon(command);
    assert_eq!(output.status.code(), Some(2), "{command}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn ratings_pairs_and_sweeps_are_drawn_with_the_numbers_that_rate_tells() {
    let folder = Folder::with("plots", SWEPT);
    folder.done("run t.toml");
    folder.write("rated.json", &folder.done("report ratings t.journal --json"));
    let rated: Value = serde_json::from_slice(&folder.read("rated.json")).unwrap();
    for chart in ["ratings", "crosstable", "sweep --option iterations"] {
        // A journal, and the document that rate writes of it, are one.
        // Of ratings there is a document of its own.
        for form in if chart == "ratings" { &["svg", "csv"][..] } else { &["svg", "csv", "json"] } {
            let drawn = text(&folder, &format!("report {chart} t.journal --to {form}"));
            assert_eq!(drawn, text(&folder, &format!("report {chart} rated.json --to {form}")));
            folder.done(&format!("report {chart} t.journal --out drawn.{form}"));
            assert_eq!(drawn.as_bytes(), folder.read(&format!("drawn.{form}")));
        }
        let svg = text(&folder, &format!("report {chart} t.journal --to svg"));
        for game in ["tic-tac-toe", "nim(heaps=2+3)"] {
            assert!(svg.contains(&format!(">{game}</text>")), "{chart}: {game}");
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{chart}");
    }
    // The document of the result says as much.
    folder.write("result.json", &folder.done("report t.journal --json"));
    for chart in ["ratings", "crosstable", "sweep --option iterations"] {
        // Games stand in the order of the tournament, and the ends of an interval are rounded once more.
        let values = |file: &str| {
            let csv = text(&folder, &format!("report {chart} {file} --to csv"));
            let columns = if chart == "ratings" { 3 } else { 4 };
            let first = |line: &str| line.split(',').take(columns).collect::<Vec<_>>().join(",");
            let mut lines: Vec<String> = csv.lines().map(first).collect();
            lines.sort();
            lines
        };
        assert_eq!(values("t.journal"), values("result.json"), "{chart}");
    }
    // Every pair of rate stands in the crosstable, from both sides.
    let csv = text(&folder, "report crosstable t.journal --to csv");
    let mut lines = 1;
    for game in rated["games"].as_array().unwrap() {
        for pair in game["pairs"].as_array().unwrap() {
            let share = (1e4 * pair["score"].as_f64().unwrap()).round() / 1e4;
            let (one, other) = (&pair["one"], &pair["other"]);
            let found = csv.lines().filter(|line| {
                line.contains(one.as_str().unwrap())
                    && line.contains(&format!(",{share},"))
                    && line.contains(other.as_str().unwrap())
            });
            assert!(0 < found.count(), "{pair}: {csv}");
            lines += 2;
        }
    }
    assert_eq!(csv.lines().count(), lines);
    // A sweep has its values in order.
    let document: Value =
        serde_json::from_str(&text(&folder, "report sweep t.journal --option iterations --to json")).unwrap();
    assert_eq!(
        (&document["schema"], &document["title"]),
        (&Value::from("agon.plot/1"), &Value::from("Strength over an option: nim(heaps=2+3), tic-tac-toe"),)
    );
    let series = document["panels"][1]["series"].as_array().unwrap();
    assert_eq!((series.len(), &series[0]["name"]), (1, &Value::from("mcts")));
    let at: Vec<&str> = series[0]["points"].as_array().unwrap().iter().map(|p| p["at"].as_str().unwrap()).collect();
    assert_eq!(at, ["5", "20", "80"]);
}

#[test]
fn a_result_has_a_crosstable_and_what_cannot_be_drawn_is_said() {
    let folder = Folder::with("plots-wrong", SWEPT);
    folder.write("result.json", &folder.done("run t.toml --json"));
    let csv = |file: &str| text(&folder, &format!("report crosstable {file} --to csv"));
    assert_eq!(csv("result.json").lines().count(), csv("t.journal").lines().count());
    folder.write("text", b"no document");
    for (command, why) in [
        ("sweep t.journal", "say --option depth, or --option iterations"),
        ("sweep t.journal --option iteration", "did you mean `iterations`?"),
        ("ratings t.journal --option depth", "report ratings has no option --option"),
        ("ratings t.journal -g tictactoo", "did you mean `tic-tac-toe`?"),
        ("ratings text", "not a journal"),
        (
            "sweep t.journal --option depth --out x.jpg",
            "unknown file type .jpg; accepted: .svg, .png, .pdf, .csv or .json",
        ),
    ] {
        let told = complaint(&folder, &format!("report {command}"));
        assert!(told.contains(why), "{command}: {told}");
    }
    folder.fails(1, "report ratings nowhere.journal --to svg");
    let three = Folder::with(
        "plots-three",
        "players = ['random', 'greedy', 'max-n']\ngames = ['tic-tac-toe(players=3)']\nopenings = 2\n",
    );
    three.write("result.json", &three.done("run t.toml --json"));
    let drawn = text(&three, "report ratings result.json --to svg");
    assert!(drawn.contains(">max-n</text>"), "three seats are rated too: {drawn}");
    let alone =
        Folder::with("plots-alone", "players = ['random', 'greedy']\ngames = ['2048']\nmax-plies = 9\nopenings = 2\n");
    alone.done("run t.toml");
    // Who has no opponent has a mean payoff.
    let drawn = text(&alone, "report ratings t.journal --to svg");
    assert!(drawn.contains("mean payoff, with 95 % intervals over openings"), "{drawn}");
    assert!(complaint(&alone, "report sweep t.journal").contains("no two players differ in one option alone"));
}

/// Written anew with `AGON_PICTURES=write`.
#[test]
fn the_charts_of_the_readme_are_what_is_drawn() {
    let pictures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");
    let folder = Folder::with(
        "plots-readme",
        "seed = 7\nopenings = 12\ngames = ['connect-four']\n\
         players = ['random', 'mcts(iterations={10,30,100,300})']\n",
    );
    folder.done("run t.toml");
    for chart in ["crosstable", "sweep"] {
        let (file, drawn) = (format!("{pictures}/{chart}.svg"), text(&folder, &format!("report {chart} t.journal")));
        if std::env::var_os("AGON_PICTURES").is_some() {
            std::fs::write(&file, &drawn).unwrap();
        }
        assert!(std::fs::read_to_string(&file).unwrap() == drawn, "{file}: AGON_PICTURES=write");
    }
}
