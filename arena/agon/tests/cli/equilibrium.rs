//! `agon solve --method cfr`: resumed files, games too large to walk, and drawings.

use std::{fs, path::PathBuf};

use crate::command::{Answer, agon};

/// A folder that is gone when the test is.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = format!("agon-equilibrium-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).expect("there is room for a folder");
        Scratch(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the folder's name is text").to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn learnt(game: &str, rule: &str, iterations: &str, more: &[&str]) -> Answer {
    let words = ["solve", game, "--method", "cfr", "--rule", rule, "--iterations", iterations];
    agon(&[&words[..], &["--json"], more].concat())
}

#[test]
fn learning_resumed_from_a_file_gives_the_same_result() {
    let scratch = Scratch::new("resume");
    for (number, rule) in ["cfr", "cfr+", "dcfr", "linear", "external", "outcome"].into_iter().enumerate() {
        // The last is too large to walk: sampling has its own names and values there.
        for limit in if number < 4 { &["1000"][..] } else { &["1000", "50"] } {
            let state = scratch.file(&format!("{number}-{limit}"));
            let watched = ["--strategy", "--set", "1?/", "--limit", limit];
            let whole = learnt("kuhn", rule, "130", &watched);
            assert_eq!(whole.code, 0, "{}", whole.err);
            for iterations in ["17", "40", "100", "130", "130"] {
                let part = learnt("kuhn", rule, iterations, &[&watched[..], &["--resume", &state]].concat());
                assert_eq!(part.code, 0, "{rule}: {}", part.err);
                assert_eq!(part.out == whole.out, iterations == "130", "{rule} {limit} {iterations}");
            }
        }
    }
}

#[test]
fn nobody_goes_on_from_another_lesson_or_half_a_file() {
    let scratch = Scratch::new("refused");
    let state = scratch.file("state");
    let on = |game: &str, rule: &str, iterations: &str| learnt(game, rule, iterations, &["--resume", &state]);
    assert_eq!(on("kuhn", "cfr", "20").code, 0);
    let kept = fs::read_to_string(&state).unwrap();
    for (game, rule, iterations, why) in [
        ("leduc", "cfr", "30", "it was saved with `game kuhn`, and this is `game leduc`"),
        ("kuhn", "dcfr", "30", "it was saved with `rule cfr`, and this is `rule dcfr`"),
        ("kuhn", "cfr", "10", "20 iterations are made already"),
    ] {
        let refused = on(game, rule, iterations);
        assert_eq!((refused.code, &*refused.out), (2, ""), "{game} {rule}");
        assert!(refused.err.contains(why), "{}", refused.err);
    }
    for (text, why) in [
        (kept.replacen("\niterations 20\n", "\niterations 21\n", 1), "it is damaged"),
        (kept[..kept.len() / 2].to_owned(), "it is damaged"),
        ("iterations 3\n".to_owned(), "it is no state of agon solve --method cfr"),
    ] {
        fs::write(&state, &text).unwrap();
        let refused = on("kuhn", "cfr", "30");
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains(why), "{}", refused.err);
        assert_eq!(fs::read_to_string(&state).unwrap(), text, "and the file stays");
    }
}

#[test]
fn samples_learn_what_is_too_large_to_be_walked() {
    let large = "goofspiel(cards=5)";
    let refused = learnt(large, "cfr", "3", &["--limit", "1000"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("sample the plays: --rule external"), "{}", refused.err);
    let found = learnt(large, "outcome", "200", &["--strategy"]).json();
    assert!(found["positions"].is_null() && found["nash_conv"].is_null());
    let met: u64 = found["sets"].as_array().unwrap().iter().map(|sets| sets.as_u64().unwrap()).sum();
    assert_eq!(found["strategy"].as_array().unwrap().len() as u64, met);
    let (value, error) = (found["values"][0].as_f64().unwrap(), found["errors"][0].as_f64().unwrap());
    // Nobody is better off before anything is learnt; this is little.
    assert!(0.0 < error && value.abs() < 0.2, "{value} ± {error}");
    // Where it can be walked, the same is learnt whether or not it is.
    let [whole, part] =
        ["1000", "50"].map(|limit| learnt("kuhn", "external", "500", &["--strategy", "--limit", limit]).json());
    let sets = |found: &serde_json::Value| {
        let mut sets: Vec<String> = found["strategy"].as_array().unwrap().iter().map(ToString::to_string).collect();
        sets.sort();
        sets
    };
    assert_eq!(sets(&whole), sets(&part));
    let (exact, played) = (whole["values"][0].as_f64().unwrap(), part["values"][0].as_f64().unwrap());
    assert!((exact - played).abs() < 4.0 * part["errors"][0].as_f64().unwrap(), "{exact} {played}");
}

#[test]
fn the_tree_of_kuhn_is_drawn_with_its_information_sets() {
    let tree = agon(&["solve", "kuhn", "--method", "cfr", "--draw", "tree", "--to", "json"]).json();
    let count = |key: &str| tree[key].as_array().unwrap().len();
    // Twelve sets, each of two positions.
    assert_eq!((count("knots"), count("links"), count("alike")), (58, 57, 12));
    assert!(tree["alike"].as_array().unwrap().iter().all(|set| set.as_array().unwrap().len() == 2));
    let svg = agon(&["solve", "kuhn", "--method", "cfr", "--draw", "tree", "--to", "svg"]).out;
    assert_eq!(svg.matches("stroke-dasharray:7 5").count(), 12);
    assert!(svg.contains("dashes: one information set") && svg.contains("1?/pb"));
    let dot = agon(&["solve", "pennies", "--method", "cfr", "--draw", "tree", "--to", "dot"]).out;
    assert_eq!(dot.matches("constraint=false").count(), 1);
    let large = agon(&["solve", "leduc", "--method", "cfr", "--draw", "tree"]);
    assert_eq!(large.code, 2);
    assert!(large.err.contains("raise --draw-limit"), "{}", large.err);
}

#[test]
fn plots_have_the_numbers_of_the_answer() {
    let words = ["solve", "kuhn", "--method", "cfr", "--rule", "cfr", "--iterations", "200"];
    let found = agon(&[&words[..], &["--json", "--set", "1?/"]].concat()).json();
    let plot = agon(&[&words[..], &["--to", "json"]].concat()).json();
    let points = plot["panels"][0]["series"][0]["points"].as_array().unwrap();
    let course = found["course"].as_array().unwrap();
    assert_eq!(points.len(), 4);
    for (point, stage) in points.iter().zip(course) {
        assert_eq!(point["value"], stage["nash_conv"]);
        assert_eq!(point["at"].as_str().unwrap(), stage["iterations"].to_string());
    }
    assert_eq!(plot["panels"][0]["powers"], true);
    let set = agon(&[&words[..], &["--draw", "set", "--set", "1?/", "--to", "json"]].concat()).json();
    let last = &set["panels"][1]["series"][1]["points"][7];
    assert_eq!(last["value"], found["set"][7]["moves"][1]["regret"]);
    for (more, why) in [
        (&["--draw", "set"][..], "of which information set"),
        (&["--draw", "course", "--to", "dot"], "svg, png, pdf or json"),
        (&["--set", "9?/"], "no seat that is to act sees `9?/`"),
    ] {
        let refused = agon(&[&words[..], more].concat());
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains(why), "{}", refused.err);
    }
}

#[test]
fn without_a_method_it_is_cfr_and_every_option_says_which_method_it_is_for() {
    let now = agon(&["solve", "kuhn", "--method", "cfr", "-i", "50", "--strategy", "--json"]);
    // Without a method it is the same, and the note says how to have the other value.
    let chosen = agon(&["solve", "kuhn", "-i", "50", "--strategy", "--json"]);
    assert_eq!((chosen.code, &chosen.out), (0, &now.out));
    assert!(chosen.err.contains("--method graph, as if every seat saw everything"), "{}", chosen.err);
    // As if every seat saw everything the second seat wins all that is staked.
    for game in ["rps", "pennies", "kuhn"] {
        let document = agon(&["solve", game, "--json"]).json();
        assert_eq!(document["schema"], "agon.equilibrium/1", "{game}");
    }
    for (wrong, what) in [
        (&["--method", "graph", "--rule", "dcfr"][..], "--rule is for --method cfr"),
        (&["--method", "graph", "-i", "9", "--set", "1?/"], "--iterations and --set are for"),
        (&["--method", "cfr", "--table", "1MB"], "--table is not for --method cfr"),
        (
            &["--method", "cfr", "--symmetry", "--count", "--nodes", "9"],
            "--symmetry, --count and --nodes are not for --method cfr",
        ),
        (&["--method", "cfr", "--draw", "labelled"], "--draw labelled is not for --method cfr"),
        (&["--method", "graph", "--draw", "course"], "--draw course is for --method cfr"),
        (&["--method", "graph", "--nodes", "9"], "--nodes is for --method search or pns"),
        (&["--method", "pns", "--symmetry"], "--symmetry is for --method graph"),
    ] {
        let told = agon(&[&["solve", "kuhn"], wrong].concat());
        assert_eq!((told.code, &*told.out), (2, ""), "{wrong:?}: {}", told.err);
        assert!(told.err.contains(what) && told.err.lines().count() == 1, "{}", told.err);
    }
}
