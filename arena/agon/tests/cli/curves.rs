//! The curve of a learning: measured by games, exactly where the game is small, and drawn.

use std::fs;

use crate::{
    command::agon,
    learn::{folder, path},
};

#[test]
fn what_was_measured_on_the_way_is_drawn() {
    let folder = folder("curve");
    let (one, two) = (path(&folder, "one.agon"), path(&folder, "two.agon"));
    let beside = format!("{one}.curve.json");
    let learn = |file: &str, more: &[&str]| {
        let answer = agon(&[&["learn", "tic-tac-toe", "-o", file, "--json"], more].concat());
        assert_eq!(answer.code, 0, "{}", answer.err);
        answer.json()
    };
    let document = learn(&one, &["--games", "320"]);
    assert_eq!(document["curve"].as_str(), Some(beside.as_str()));
    learn(&two, &["--games", "64"]);
    let report = |files: &[&str]| agon(&[&["report", "learning"], files].concat());
    let drawn = report(&[&one]);
    assert_eq!(drawn.code, 0, "{}", drawn.err);
    assert!(drawn.out.starts_with("<svg") && drawn.out.contains("Learning: tic-tac-toe"));
    // Both in one chart, each by its own file or by that of its curve.
    let chart = report(&[&beside, &two, "--json"]).json();
    let panel = &chart["panels"][0];
    assert_eq!((&chart["schema"], &panel["title"]), (&"agon.plot/1".into(), &"greedy against random".into()));
    let measured = &document["strength"]["measured"][0];
    let point = &panel["series"][0]["points"][0];
    assert_eq!(point["at"], "320");
    for end in ["value", "low", "high"] {
        let [told, drawn] = [measured, point].map(|one| one[end].as_f64().expect("a number"));
        assert!((100.0 * told - drawn).abs() < 1e-3, "{end}: {told}, {drawn}");
    }
    let name = |number: usize| panel["series"][number]["name"].as_str();
    assert_eq!((name(0), name(1)), (Some("one.agon"), Some("two.agon")));
    let refused = report(&[&one, "--to", "json", "-o", &beside]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    // What is learned does not depend on it, and it is never of another file than the one it lies beside.
    let bytes = fs::read(&one).expect("it was written");
    assert!(learn(&one, &["--games", "320", "--unmeasured", "--force"])["curve"].is_null());
    assert!(fs::read(&one).ok() == Some(bytes));
    let none = report(&[&one]);
    assert_eq!(none.code, 1);
    assert!(none.err.contains("its learning curve is missing"), "{}", none.err);
}

#[test]
fn curves_that_differ_by_their_seed_alone_become_a_band() {
    let folder = folder("band");
    let learn = |name: &str, more: &[&str]| {
        let file = path(&folder, name);
        let words = ["learn", "tic-tac-toe", "--games", "200", "-o", &file];
        let answer = agon(&[&words[..], more].concat());
        assert_eq!(answer.code, 0, "{}", answer.err);
        file
    };
    let seeds: Vec<String> =
        ["1", "2", "3"].iter().map(|seed| learn(&format!("{seed}.agon"), &["--seed", seed])).collect();
    let other = learn("net.agon", &["--seed", "4", "--model", "net"]);
    let report = |files: &[&str]| {
        let answer = agon(&[&["report", "learning"], files].concat());
        assert_eq!(answer.code, 0, "{}", answer.err);
        answer
    };
    let [one, two, three] = [0, 1, 2].map(|number| seeds[number].as_str());
    let chart = report(&[one, two, &other, three, "--json"]).json();
    let panels = chart["panels"].as_array().expect("a list");
    for panel in panels {
        let series = panel["series"].as_array().expect("a list");
        let names: Vec<_> = series.iter().map(|one| one["name"].as_str().expect("a text")).collect();
        assert_eq!(names, ["tables, 3 seeds", "net.agon"], "{panel}");
        assert!(series[0]["band"] == true && series[1]["band"].is_null(), "{panel}");
        assert!(panel["unit"].as_str().is_some_and(|unit| unit.contains("least and greatest")), "{panel}");
    }
    // Exactly after 64 games: from the three curves themselves.
    let exact: Vec<_> = seeds.iter().map(|file| exact_points(file)).collect();
    let shares: Vec<f64> = exact
        .iter()
        .filter_map(|points| points.iter().find(|point| point.0 == 64))
        .map(|point| 100.0 * point.2)
        .collect();
    assert_eq!(shares.len(), 3);
    let panel = panels.iter().find(|panel| panel["title"] == "best moves chosen by greedy").expect("it is drawn");
    let points = panel["series"][0]["points"].as_array().expect("a list");
    assert_eq!(points.len(), exact[0].len());
    let point = points.iter().find(|point| point["at"] == "64").expect("all have it");
    let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = shares.iter().copied().fold(0.0, f64::max);
    for (key, expected) in [("value", shares.iter().sum::<f64>() / 3.0), ("low", least), ("high", greatest)] {
        let drawn = point[key].as_f64().expect("a number");
        assert!((drawn - expected).abs() < 1e-3, "{key}: {drawn}, {expected}");
    }
    assert!(least < greatest);
    // As a picture and as a table, too.
    assert!(report(&[one, two, three]).out.contains("<path class=\"band s0\""));
    let table = report(&[one, two, three, "--to", "csv"]).out;
    assert!(table.contains(",\"tables, 3 seeds\",64,"), "{table}");
    // The same seed twice is no second one, and a file from before settings were written is like no other.
    let names = |files: &[&str]| {
        let chart = report(&[files, &["--json"]].concat()).json();
        let series = chart["panels"][0]["series"].as_array().expect("a list").clone();
        series.iter().map(|one| one["name"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&[one, two, one]), ["1.agon", "2.agon", "1.agon"]);
    let beside = format!("{two}.curve.json");
    let text = fs::read_to_string(&beside).expect("it was written");
    fs::write(&beside, text.replace("\"model\":\"tables\",", "")).expect("it can be written");
    assert_eq!(names(&[one, two, three]), ["tables, 2 seeds", "2.agon"]);
}

/// The exact points of a curve: by the number of games, the positions, the share of best moves, and the mean regret.
fn exact_points(file: &str) -> Vec<(u64, u64, f64, f64)> {
    let text = fs::read_to_string(format!("{file}.curve.json")).expect("it was written");
    let curve: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let points = curve["points"].as_array().expect("a list").iter();
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let exact = points.filter(|point| !point["exact"].is_null()).map(|point| {
        let exact = &point["exact"];
        let positions = exact["positions"].as_u64().expect("a number");
        let games = point["games"].as_u64().expect("a number");
        (games, positions, number(&exact["optimal"]), number(&exact["regret"]))
    });
    exact.collect()
}

#[test]
fn at_a_small_game_the_curve_is_exact() {
    let folder = folder("exact");
    let (one, two) = (path(&folder, "one.agon"), path(&folder, "two.agon"));
    let learn = |more: &[&str]| {
        let answer = agon(&[&["learn", "tic-tac-toe", "--json"], more].concat());
        assert_eq!(answer.code, 0, "{}", answer.err);
        answer.json()
    };
    let document = learn(&["--games", "300", "-o", &one, "-j", "1"]);
    let points = exact_points(&one);
    let games: Vec<u64> = points.iter().map(|point| point.0).collect();
    assert_eq!(games, [16, 32, 64, 128, 256, 300]);
    assert!(points.iter().all(|point| point.1 == 4520));
    // The last is what the command says.
    let exact = &document["strength"]["exact"];
    let told = (exact["optimal"].as_f64(), exact["regret"].as_f64());
    assert_eq!(points.last().map(|point| (Some(point.2), Some(point.3))), Some(told));
    // In parts, and on other threads, it is the same; where one part ended it has one point more.
    learn(&["--games", "100", "-o", &two, "-j", "2"]);
    let part = exact_points(&two);
    assert_eq!(part.iter().map(|point| point.0).collect::<Vec<_>>(), [16, 32, 64, 100]);
    learn(&["--resume", &two, "--games", "300"]);
    let mut all = exact_points(&two);
    assert_eq!(all.iter().position(|point| point.0 == 100), Some(3));
    assert_eq!(all.remove(3), part[3]);
    assert_eq!(all, points);
    // In words, and drawn in two charts of their own, without intervals.
    let said = agon(&["learn", "tic-tac-toe", "--games", "16", "-o", &path(&folder, "three.agon")]);
    assert!(said.out.contains(" % of all 4,520 positions, and loses "), "{}", said.out);
    let chart = agon(&["report", "learning", &one, &two, "--json"]).json();
    let panels = chart["panels"].as_array().expect("a list");
    let titled = |title: &str| panels.iter().find(|panel| panel["title"] == title);
    for (title, scale, at) in [("best moves chosen by greedy", 100.0, 2), ("mean regret of greedy", 1.0, 3)] {
        let panel = titled(title).expect("it is drawn");
        assert!(panel["unit"].as_str().is_some_and(|unit| unit.contains("all 4,520 positions")));
        let drawn = panel["series"][0]["points"].as_array().expect("a list");
        assert_eq!(drawn.len(), points.len());
        for (drawn, point) in drawn.iter().zip(&points) {
            let value = drawn["value"].as_f64().expect("a number");
            let known = [point.2, point.3][at - 2];
            assert!((value - scale * known).abs() < 1e-4, "{title}: {value}, {known}");
            assert!(drawn["low"].is_null() && drawn["high"].is_null());
        }
    }
    // What was measured against opponents stays in its own charts.
    let random = titled("greedy against random").expect("it is drawn");
    assert_eq!(random["series"][0]["points"].as_array().map(Vec::len), Some(1));
    assert!(agon(&["report", "learning", &one]).out.starts_with("<svg"));
}

#[test]
fn a_large_game_is_measured_by_games_alone() {
    let folder = folder("large");
    let file = path(&folder, "large.agon");
    let words = ["learn", "othello(size=6)", "--games", "16", "-o", &file, "--json"];
    let document = agon(&words).json();
    assert!(document["strength"]["exact"].is_null(), "{document}");
    assert_eq!(exact_points(&file), []);
    let chart = agon(&["report", "learning", &file, "--json"]).json();
    assert_eq!(chart["panels"].as_array().map(Vec::len), Some(2), "{chart}");
}
