//! What `agon report ratings` says of journals, end to end.

use serde_json::Value;

use crate::agon::Folder;

/// The first seat always wins.
const FIRST_WINS: &str = "\
openings = 1
random-plies = 0
seatings = 'fixed'
players = ['random', { name = 'b', player = 'random' }]
games = ['nim(1)']
";

/// Three seats, four openings of one ply, and players that always play alike.
const THREE: &str = "\
openings = 4
random-plies = 1
players = ['max-n', 'paranoid', 'greedy']
games = ['tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)],[(5,1,7),(1,5,2)],[(7,7,1),(5,2,5)]])']
";

fn rate(folder: &Folder, arguments: &str) -> Value {
    let said = folder.done(&format!("report ratings --json {arguments}"));
    serde_json::from_slice(&said).expect("it is JSON")
}

fn text(folder: &Folder, arguments: &str) -> String {
    String::from_utf8(folder.done(&format!("report ratings {arguments}"))).expect("it is UTF-8")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn close(found: &Value, expected: f64) {
    assert!((number(found) - expected).abs() < 0.01, "{found}, not {expected}");
}

#[test]
fn parts_that_nobody_has_merged_are_rated_as_the_whole_in_any_order() {
    let file = "seed = 3\nopenings = 9\nrandom-plies = 1\ngames = ['tic-tac-toe', 'nim(1+2+3)', \
                'tic-tac-toe(players=3)']\nplayers = ['random', { name = 'b', player = 'random' }, \
                { name = 'c', player = 'random' }]\n";
    let folder = Folder::with("rated-parts", file);
    folder.done("run t.toml");
    for index in 1..=3 {
        folder.done(&format!("run t.toml --shard {index}/3 --journal {index}.j"));
    }
    folder.done("run t.toml --seed 4 --journal other.j");
    for system in ["", " --system glicko-2"] {
        let whole = rate(&folder, &format!("t.journal{system}"));
        assert_eq!(rate(&folder, &format!("3.j 1.j 2.j 1.j{system}")), whole);
        // Beside another journal, too.
        let whole = rate(&folder, &format!("t.journal other.j{system}"));
        assert_eq!(rate(&folder, &format!("2.j other.j 3.j 1.j{system}")), whole);
    }
    let some = rate(&folder, "3.j 1.j");
    assert_ne!(some, rate(&folder, "t.journal"));
}

/// One game between two newcomers, by the formulas of M. Glickman, *Example of the Glicko-2 system*
/// (2013): φ = 350/173.7178 = 2.0148, g² = 1/(1 + 3φ²/π²) = 0.44765, v = 4/g² = 8.9355,
/// φ* = √(φ² + 0.06²), φ′ = 1/√(1/φ*² + 1/v) = 1.6712, μ′ = φ′²·g/2 = 0.9343: 1500 ± 162.31 with
/// deviation 290.32, which is ± 569.01.
#[test]
fn glicko_2_rates_one_game_as_on_paper() {
    let folder = Folder::with("glicko", FIRST_WINS);
    folder.done("run t.toml");
    let rated = rate(&folder, "t.journal --system glicko-2");
    assert_eq!(rated["games"][0]["system"], "glicko-2");
    let group = &rated["games"][0]["groups"][0];
    assert_eq!((&group[0]["name"], &group[1]["name"]), (&"random".into(), &"b".into()));
    close(&group[0]["elo"], 1662.31);
    close(&group[1]["elo"], 1337.69);
    close(&group[0]["error"], 569.01);
    let anchored = rate(&folder, "t.journal --system glicko-2 --anchor b=1000");
    close(&anchored["games"][0]["groups"][0][0]["elo"], 1324.62);
    close(&anchored["games"][0]["groups"][0][1]["elo"], 1000.0);
    assert!(text(&folder, "t.journal --system glicko-2").contains("+1662.3 ± 569.0"));
}

/// One game between two newcomers, by algorithm 1 of R. Weng and C.-J. Lin, *A Bayesian
/// approximation method for online ranking* (2011): c² = 2·(25/3)² + 2·(25/6)² = 173.61,
/// ω = σ²/c/2 = 2.6352, σ′² = σ²·(1 − (σ/c)³/4) = 65.052, so 25 ± 2.6352 with deviation 8.0655.
#[test]
fn weng_and_lin_rate_one_game_as_on_paper() {
    let folder = Folder::with("weng", FIRST_WINS);
    folder.done("run t.toml");
    let rated = rate(&folder, "t.journal --system weng-lin");
    let group = &rated["games"][0]["groups"][0];
    close(&group[0]["elo"], 27.635);
    close(&group[1]["elo"], 22.365);
    close(&group[0]["error"], 15.808);
    let anchored = rate(&folder, "t.journal --system weng-lin --anchor b=0");
    close(&anchored["games"][0]["groups"][0][0]["elo"], 5.270);
}

#[test]
fn three_seats_are_rated_by_weng_and_lin_and_not_by_glicko() {
    let folder = Folder::with("weng-three", THREE);
    folder.done("run t.toml");
    let rated = rate(&folder, "t.journal --system weng-lin");
    let group = rated["games"][0]["groups"][0].as_array().expect("a list");
    assert_eq!(group.len(), 3);
    let sum: f64 = group.iter().map(|player| number(&player["elo"])).sum();
    assert!((sum - 75.0).abs() < 1.0, "nobody gains what nobody loses: {sum}");
    assert!(group.iter().all(|player| number(&player["error"]) < 16.0), "{group:?}");
    assert!(number(&group[2]["elo"]) < number(&group[0]["elo"]));
    let none = rate(&folder, "t.journal --system glicko-2");
    assert_eq!(none["games"][0]["groups"], Value::Array(Vec::new()));
    assert!(text(&folder, "t.journal --system glicko-2").contains("try --system weng-lin"));
}

#[test]
fn openings_that_repeat_change_no_rating_and_no_interval() {
    let folder = Folder::with("repeated", THREE);
    folder.done("run t.toml --journal once.journal");
    folder.done("run t.toml --journal thrice.journal --openings 12");
    for system in ["likelihood", "weng-lin"] {
        let once = rate(&folder, &format!("once.journal --system {system}"));
        let thrice = rate(&folder, &format!("thrice.journal --system {system}"));
        let (once, thrice) = (&once["games"][0], &thrice["games"][0]);
        assert_eq!((&once["played"], &once["copies"]), (&24.into(), &0.into()));
        assert_eq!((&thrice["played"], &thrice["copies"]), (&72.into(), &48.into()));
        for key in ["groups", "pairs", "above"] {
            assert_eq!(once[key], thrice[key], "{key}");
        }
    }
    assert!(text(&folder, "thrice.journal").contains("48 of them copies of earlier ones"));
}

#[test]
fn results_of_openings_that_repeat_have_the_error_of_one_of_each() {
    let two = "random-plies = 1\nopenings = 3\nplayers = ['minimax', 'greedy']\ngames = ['nim(3)']\n";
    for (name, file) in [("three", THREE.to_owned()), ("two", two.to_owned())] {
        for seatings in ["all", "fixed"] {
            let file = format!("seatings = '{seatings}'\n{file}");
            let folder = Folder::with(&format!("effective-{name}-{seatings}"), &file);
            let result = |openings: u32| {
                let said = folder.done(&format!("run t.toml --json --no-journal --openings {openings}"));
                folder.write(&format!("{openings}.json"), &said);
                serde_json::from_slice::<Value>(&said).expect("it is JSON")
            };
            let openings = if name == "two" { 2 } else { 4 };
            let (once, more) = (result(openings), result(5 * openings));
            let (once, more) = (&once["sections"][0], &more["sections"][0]);
            assert_eq!(number(&more["copies"]), 4.0 * number(&once["games"]));
            for (one, other) in once["pairs"].as_array().unwrap().iter().zip(more["pairs"].as_array().unwrap()) {
                for key in ["units", "share", "error"] {
                    assert_eq!(one[key], other[key], "{name}, {seatings}: {key}");
                }
                assert_eq!(one["units"], openings);
            }
            assert_eq!(once["first_seat"], more["first_seat"]);
            let is_told = (name, seatings) == ("two", "all");
            assert_eq!(once["first_seat"].is_object(), is_told, "{name}, {seatings}");
            // More copies of the same are no change.
            let said = folder.agon(&format!("compare {openings}.json {}.json --json", 5 * openings));
            let compared: Value = serde_json::from_slice(&said.stdout).expect("it is JSON");
            for pair in compared["pairs"].as_array().unwrap() {
                assert_eq!(pair["probability"], 1.0, "{pair}");
            }
        }
    }
}

#[test]
fn a_test_that_stops_counts_no_copies() {
    let match_of_two = "random-plies = 1\nplayers = ['minimax', 'greedy']\ngames = ['nim(3)']\n\
                        stop = 'sprt(elo0=0, elo1=100)'\n";
    for seatings in ["all", "fixed"] {
        let file = format!("seatings = '{seatings}'\n{match_of_two}");
        let folder = Folder::with(&format!("stop-copies-{seatings}"), &file);
        let result = |openings: u32| {
            let said = folder.done(&format!("run t.toml --json --no-journal --openings {openings}"));
            serde_json::from_slice::<Value>(&said).expect("it is JSON")
        };
        // How many repeat others is told apart.
        let [once, more] = [(3, 1), (3000, 2998)].map(|(openings, repeated)| {
            let mut stop = result(openings)["stop"].take();
            assert_eq!(stop.as_object_mut().unwrap().remove("repeated"), Some(repeated.into()));
            stop
        });
        assert_eq!(once, more);
        assert_eq!(once["verdict"], "undecided");
    }
}

#[test]
fn one_journal_twice_is_one_journal() {
    let file = "openings = 20\nrandom-plies = 1\nplayers = ['random', 'greedy']\ngames = ['nim']\n";
    let folder = Folder::with("twice", file);
    folder.done("run t.toml");
    folder.done("run t.toml --journal other.journal --seed 2");
    folder.done("run t.toml --journal 1.journal --shard 1/2");
    folder.done("run t.toml --journal 2.journal --shard 2/2");
    let once = rate(&folder, "t.journal");
    for journals in ["t.journal t.journal", "1.journal t.journal 2.journal"] {
        let again = rate(&folder, journals);
        assert_eq!(once["games"][0]["pairs"], again["games"][0]["pairs"]);
        assert_eq!(once["games"][0]["groups"], again["games"][0]["groups"]);
        assert_eq!(again["games"][0]["copies"], 40);
    }
    // Another seed of players that draw is another sample.
    let both = rate(&folder, "t.journal other.journal");
    assert_eq!((&both["games"][0]["played"], &both["games"][0]["copies"]), (&80.into(), &0.into()));
}

#[test]
fn players_that_never_met_are_in_separate_groups_and_a_constant_winner_is_above() {
    let file =
        |players: &str| format!("openings = 5\nrandom-plies = 1\nplayers = [{players}]\ngames = ['nim(3+4+5)']\n");
    let folder = Folder::with("apart", &file("'minimax', 'greedy'"));
    folder.done("run t.toml --journal a.journal");
    folder.write("t.toml", file("'random', { name = 'b', player = 'random' }").as_bytes());
    folder.done("run t.toml --journal b.journal");
    let rated = rate(&folder, "a.journal b.journal");
    let (groups, above) = (&rated["games"][0]["groups"], &rated["games"][0]["above"]);
    let names = |group: usize| groups[group].as_array().unwrap().len();
    assert_eq!([0, 1, 2].map(names), [1, 2, 1], "{rated}");
    assert_eq!(groups[0][0]["name"], "minimax");
    assert_eq!(groups[0][0]["elo"], Value::Null);
    assert_eq!(*above, serde_json::json!([[2], [], []]));
    let said = text(&folder, "a.journal b.journal");
    assert!(said.contains("Group 1: above 3; cannot be compared with 2\n"), "{said}");
    assert!(said.contains("minimax against greedy: 100.0 % (openings by points 0 ½ 1 1½ 2: 0 0 0 0 5), at least"));
    // 0.05^(1/5) = 0.5493: 34.4 Elo; and above 1000 that is 1034.35.
    assert!(said.contains("at least +34.4 Elo (95 %, one-sided), stronger with a chance of 98.4 %"), "{said}");
    let anchored = rate(&folder, "a.journal b.journal --anchor greedy=1000");
    close(&anchored["games"][0]["groups"][0][0]["at_least"], 1034.35);
    close(&anchored["games"][0]["groups"][2][0]["elo"], 1000.0);
    for infinite in ["inf", "NaN", "nan"] {
        assert!(!said.contains(infinite), "{said}");
    }
}

#[test]
fn one_name_for_two_players_is_pointed_out() {
    let file = |depth: u32| {
        format!(
            "openings = 4\nrandom-plies = 1\ngames = ['nim']\nplayers = ['random', {{ name = 'deep', \
             player = 'minimax(depth={depth})' }}]\n"
        )
    };
    let folder = Folder::with("several", &file(1));
    folder.done("run t.toml --journal 2.journal");
    assert!(!text(&folder, "2.journal").contains("Different players"));
    folder.write("t.toml", file(2).as_bytes());
    folder.done("run t.toml --journal 3.journal");
    let said = text(&folder, "2.journal 3.journal");
    assert!(said.contains("Different players are called deep: minimax(depth=1), minimax(depth=2)\n"), "{said}");
}

#[test]
fn reports_of_few_or_no_games_say_so() {
    let folder = Folder::with("few", FIRST_WINS);
    folder.done("run t.toml");
    let said = text(&folder, "t.journal");
    assert!(said.starts_with("nim(heaps=1)  1 game\n"), "{said}");
    let expected = "random against b: 100.0 % (games lost, drawn, won: 0 0 1), at least -511.5 Elo \
                    (95 %, one-sided), stronger with a chance of 75.0 %";
    assert!(said.contains(expected), "{said}");
    // The header alone.
    let whole = folder.read("t.journal");
    let header = u32::from_le_bytes(whole[15..19].try_into().unwrap()) as usize;
    folder.write("empty.journal", &whole[..15 + 8 + header]);
    let empty = rate(&folder, "empty.journal");
    assert_eq!((&empty["games"][0]["played"], &empty["games"][0]["pairs"]), (&0.into(), &serde_json::json!([])));
    let said = text(&folder, "empty.journal");
    assert!(said.contains("  Group 1: cannot be compared with 2\n      random\n"), "{said}");
    folder.write("nothing.journal", b"");
    assert!(folder.fails(1, "report ratings nothing.journal").contains("holds no game"));
    folder.fails(1, "report ratings nowhere.journal");
}

#[test]
fn draws_alone_say_that_two_are_equal_and_how_surely() {
    let file = "openings = 3\nrandom-plies = 0\nplayers = ['random', { name = 'b', player = 'random' }]\n\
                games = ['tree([0,0])']\n";
    let folder = Folder::with("drawn", file);
    folder.done("run t.toml");
    let rated = rate(&folder, "t.journal");
    let game = &rated["games"][0];
    assert_eq!(game["pairs"][0]["counts"], serde_json::json!([0, 0, 3, 0, 0]));
    // 0.05^(1/3) = 0.3684: a share between 0.1842 and 0.8158.
    close(&game["pairs"][0]["high"], 258.51);
    close(&game["pairs"][0]["low"], -258.51);
    assert_eq!(game["groups"][0][0]["elo"], 0.0);
    assert_eq!(game["groups"][0][0]["superiority"], serde_json::json!([0.5, 0.5]));
    let error = number(&game["groups"][0][0]["error"]);
    assert!(100.0 < error && error < 400.0, "{error}");
}

#[test]
fn names_are_taken_as_they_are() {
    let file = "openings = 5\nplayers = [{ name = 'a=b', player = 'random' }, { name = ' \"ü\" ', player \
                = 'random' }]\ngames = ['nim']\n";
    let folder = Folder::with("names", file);
    folder.done("run t.toml");
    let output = folder.command("report ratings t.journal --json --anchor").arg("a=b = 7").output().unwrap();
    let rated: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let group = rated["games"][0]["groups"][0].as_array().unwrap();
    let anchor = group.iter().find(|player| player["name"] == "a=b").expect("it is there");
    close(&anchor["elo"], 7.0);
    assert_eq!(number(&anchor["error"]), 0.0);
    assert!(group.iter().any(|player| player["name"] == " \"ü\" "));
    for (name, shown) in [("a\\nb", "a\\nb"), ("\u{202e}a", "\\u{202e}a"), ("a\u{200b}", "a\\u{200b}")] {
        let broken = format!("players = [{{ name = \"{name}\", player = 'random' }}, 'random']\ngames = ['nim']\n");
        folder.write("t.toml", broken.as_bytes());
        let message = folder.fails(2, "run t.toml --no-journal");
        assert!(message.contains(&format!("`{shown}`: a name is one line of visible text")), "{message}");
    }
}

/// Two openings of one game each: half of the 95 % interval of a mean is 12.7062 times half of their difference.
const GRADED: &str = "\
seed = 3
openings = 2
random-plies = 2
seatings = 'fixed'
players = ['alpha-beta(depth=2)', 'random']
games = ['othello(size=4, payoff=discs)']
";

#[test]
fn payoffs_of_open_games_stand_with_their_error_beside_points_and_elo() {
    let folder = Folder::with("graded", GRADED);
    let text = String::from_utf8(folder.done("run t.toml --records g.jsonl")).unwrap();
    let lines = String::from_utf8(folder.read("g.jsonl")).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let paid: Vec<f64> = lines.map(|game| number(&game["payoffs"][0])).collect();
    let [one, other] = paid[..] else { panic!("{paid:?}") };
    let (mean, error) = (f64::midpoint(one, other), 12.7062 * (one - other).abs() / 2.0);
    assert!(error != 0.0, "{paid:?}");
    let document: Value = serde_json::from_slice(&folder.done("report t.journal --json")).unwrap();
    let section = &document["sections"][0];
    // Points decide, as ever.
    assert_eq!(section["places_by"][0], "points", "{section}");
    assert!(section.get("payoffs").is_none() || section["payoffs"].is_null(), "{section}");
    let first = section["standings"].as_array().unwrap();
    let first = first.iter().find(|one| one["name"] == "alpha-beta(depth=2)").unwrap();
    close(&first["mean_payoff"], mean);
    close(&first["payoff_error"], error);
    assert_eq!(first["deals"], 2);
    assert!(text.contains(&format!("{mean:+.3} ± ")), "{text}");
    assert!(text.contains("Mean payoff: with 95 % intervals over openings"), "{text}");
    // Of journals and of documents alike.
    folder.write("d.json", document.to_string().as_bytes());
    for of in ["t.journal", "d.json"] {
        let rated = &rate(&folder, of)["games"][0];
        assert_eq!(rated["system"], "likelihood", "{rated}");
        assert!(!rated["groups"].as_array().unwrap().is_empty(), "{rated}");
        let paid = rated["payoffs"].as_array().unwrap();
        let own = paid.iter().find(|one| one["name"] == "alpha-beta(depth=2)").unwrap();
        close(&own["mean"], mean);
        close(&own["error"], error);
        let made = number(&rated["pairs"][0]["payoff"]["mean"]);
        assert!((made.abs() - mean.abs()).abs() < 0.01, "{rated}");
        let told = self::text(&folder, of);
        assert!(told.contains("Mean payoff ± 95 % over openings"), "{told}");
        assert!(told.contains("stronger with a chance of") && told.contains("; payoff "), "{told}");
    }
    let page = String::from_utf8(folder.done("report t.journal --to html")).unwrap();
    assert!(page.contains("Elo and mean payoff, with 95 % intervals over openings"), "{page}");
}

#[test]
fn one_seat_games_have_a_mean_payoff_with_its_error() {
    let file = "openings = 3\nplayers = ['random', 'greedy']\nmax-plies = 200\ngames = ['2048']\n";
    let folder = Folder::with("alone", file);
    folder.done("run t.toml");
    let rated = &rate(&folder, "t.journal")["games"][0];
    assert_eq!(rated["payoffs"].as_array().unwrap().len(), 2, "{rated}");
    let told = text(&folder, "t.journal");
    assert!(told.contains("One seat: there are no opponents"), "{told}");
    assert!(told.contains("Mean payoff ± 95 % over openings") && told.contains("3 openings"), "{told}");
}

/// Documents of every shape are read as the journals that they are of: groups of several, bounds, single games, three
/// seats.
#[test]
fn documents_tell_the_ratings_of_their_journals() {
    let file = |rest: &str| format!("seed = 3\n{rest}\n");
    let won = "players = ['random', 'perfect']\ngames = ['nim']\nopenings = 10\nformat = 'match'";
    let files = [
        ("won", file(won)),
        ("games", file(&format!("seatings = 'fixed'\n{won}"))),
        ("three", file(THREE)),
        ("mixed", file("players = ['random', 'pimc', 'ismcts(iterations=20)']\ngames = ['nim', 'kuhn']")),
        (
            "swiss",
            file(
                "players = ['random', 'greedy', 'perfect', 'minimax(depth=2)']\nopenings = 2\n\
                        games = ['nim']\nformat = 'swiss'\nrounds = 2",
            ),
        ),
        (
            "knockout",
            file(
                "players = ['random', 'greedy', 'perfect', 'minimax(depth=2)']\nopenings = 2\n\
                           games = ['nim']\nformat = 'knockout'",
            ),
        ),
    ];
    for (name, file) in files {
        let folder = Folder::with(&format!("documents-{name}"), &file);
        folder.write("d.json", &folder.done("run t.toml --json"));
        let (journal, document) = (rate(&folder, "t.journal"), rate(&folder, "d.json"));
        let (one, other) = (journal["games"].as_array().unwrap(), document["games"].as_array().unwrap());
        assert_eq!(one.len(), other.len());
        for one in one {
            let other = other.iter().find(|other| other["game"] == one["game"]).unwrap();
            let names = |of: &Value| {
                let group = |group: &Value| -> Vec<Value> {
                    group.as_array().unwrap().iter().map(|player| player["name"].clone()).collect()
                };
                of["groups"].as_array().unwrap().iter().map(group).collect::<Vec<_>>()
            };
            assert_eq!(names(one), names(other), "{name}");
            if 1 < names(one).len() {
                assert_eq!(one["above"], other["above"], "{name}");
            }
            let counts = |of: &Value| {
                // Either of the two may be named first.
                let pair = |pair: &Value| {
                    let (one, other) = (pair["one"].to_string(), pair["other"].to_string());
                    let mut counts = pair["counts"].as_array().unwrap().clone();
                    if other < one {
                        counts.reverse();
                    }
                    (one.clone().min(other.clone()), one.max(other), pair["units"].clone(), counts)
                };
                let mut all: Vec<_> = of["pairs"].as_array().unwrap().iter().map(pair).collect();
                all.sort_by_key(|(one, other, ..)| (one.clone(), other.clone()));
                all
            };
            let known = counts(one);
            let told = counts(other);
            for ((one, other, units, count), (_, _, of, its)) in known.iter().zip(&told) {
                assert_eq!((units, count), (of, its), "{name}: {one} against {other}");
            }
        }
        let said = text(&folder, "d.json");
        assert!(!said.contains("units"), "{said}");
        // What a document was not rated by cannot be asked of it.
        for option in ["--system glicko-2", "--anchor random=1000"] {
            let message = folder.fails(2, &format!("report ratings d.json {option}"));
            assert!(message.contains("d.json is a document"), "{message}");
        }
    }
}

/// A bound is one end of an interval, and no value.
#[test]
fn bounds_of_perfect_scores_are_never_values() {
    let lines = |folder: &Folder, of: &str| -> Vec<Vec<String>> {
        let said = text(folder, &format!("{of} --to csv"));
        let rows = said.lines().skip(1);
        rows.map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let whole = "players = ['random', 'perfect']\ngames = ['nim']\nformat = 'match'\n";
    let folder = Folder::with("won-whole", whole);
    folder.write("d.json", &folder.done("run t.toml --json"));
    for source in ["t.journal", "d.json"] {
        let rows = lines(&folder, source);
        let of = |name: &str| &rows.iter().find(|row| row[1] == name).expect("it has a row")[2..];
        // Ten units won: 182.7 between the two.
        assert_eq!(of("perfect"), ["", "91.4", ""], "{rows:?}");
        assert_eq!(of("random"), ["", "", "-91.4"], "{rows:?}");
        let said = text(&folder, source);
        assert!(said.contains("perfect  at least +91.4 (95 %, one-sided; relative to the mean of the two)"), "{said}");
    }
    let some = "players = ['random', 'greedy', 'perfect']\ngames = ['nim']\n";
    let folder = Folder::with("won-some", some);
    folder.done("run t.toml");
    let rows = lines(&folder, "t.journal");
    assert_eq!(rows.len(), 3, "{rows:?}");
    for row in rows {
        assert_eq!(row[2].is_empty(), row[1] == "perfect", "{row:?}");
        assert_eq!(row[4].is_empty(), row[1] == "perfect", "{row:?}");
    }
    // A strict order of three is a scale for no chart, and the message does not say that they never met.
    let order = Folder::with(
        "won-order",
        "players = ['greedy', 'random', 'perfect']\ngames = ['nim(1)']\nseatings = 'fixed'\nrandom-plies = 0\n",
    );
    order.done("run t.toml");
    let message = order.fails(2, "report ratings t.journal --to csv");
    assert!(message.contains("every pair was won whole"), "{message}");
}

/// Few or no lost games, nothing but draws, and a first seat that wins: the same share is the same difference, in the table, in
/// the line of the match, in the pair of the ratings, and in their document.
#[test]
fn one_share_is_one_difference_everywhere() {
    let file = "openings = 40\nrandom-plies = 0\nplayers = ['epsilon(perfect,0.01)', 'epsilon(perfect,0.05)']\n\
                games = ['tic-tac-toe']\n";
    // 11 won and none lost, 12 won and one lost: 45.5 of 80 points.
    for seed in [2, 11] {
        let folder = Folder::with(&format!("share-{seed}"), file);
        let said = String::from_utf8(folder.done(&format!("run t.toml --seed {seed}"))).unwrap();
        assert!(said.contains("45.5     80"), "{said}");
        assert!(said.contains("+24 ± ") && said.contains("-24 ± "), "{said}");
        let line = said.lines().find(|line| line.starts_with("Difference: ")).expect("a line");
        assert!(line.contains(": +48.1 Elo, 95 % from +"), "{line}");
        assert!(line.ends_with(" %, over 40 openings"), "{line}");
        let (journal, words) = (rate(&folder, "t.journal"), text(&folder, "t.journal"));
        let told = line.split(": ").nth(2).unwrap().trim_end_matches(", over 40 openings");
        assert!(words.contains(told), "{words}");
        let game = &journal["games"][0];
        let elo = |at: usize| number(&game["groups"][0][at]["elo"]);
        close(&game["pairs"][0]["elo"], elo(0) - elo(1));
        let of_seat = said.lines().find(|line| line.starts_with("First seat: ")).expect("a line");
        assert!(words.contains(of_seat), "{words}");
        let result: Value = serde_json::from_slice(&folder.done("report t.journal --json")).unwrap();
        assert_eq!(result["sections"][0]["first_seat"], game["first_seat"]);
    }
}

/// What a player made of all is what its ratings expect of all; of each it may differ, and the sum of the differences is
/// nothing.
#[test]
fn made_minus_expected_is_told_of_every_pair_in_a_field() {
    let file = "openings = 12\nplayers = ['random', 'greedy', 'minimax(depth=2)', 'mcts(iterations=20)']\n\
                games = ['tic-tac-toe']\nseed = 5\n";
    let folder = Folder::with("expected", file);
    folder.write("d.json", &folder.done("run t.toml --json"));
    let (journal, document) = (rate(&folder, "t.journal"), rate(&folder, "d.json"));
    let game = &journal["games"][0];
    assert_eq!(game["groups"].as_array().unwrap().len(), 1, "{game}");
    let mut left = std::collections::BTreeMap::new();
    for pair in game["pairs"].as_array().unwrap() {
        let units: u64 = pair["counts"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
        let more = units as f64 * (number(&pair["score"]) - number(&pair["expected"]));
        *left.entry(pair["one"].to_string()).or_insert(0.0) += more;
        *left.entry(pair["other"].to_string()).or_insert(0.0) -= more;
    }
    assert!(left.len() == 4 && left.values().all(|sum: &f64| sum.abs() < 1e-6), "{left:?}");
    let fit = &game["fit"];
    // Six pairs, of which three numbers are fitted.
    assert_eq!(fit["pairs"], 3, "{fit}");
    assert!((0.0..=1.0).contains(&number(&fit["probability"])), "{fit}");
    for (key, of) in [("fit", &document["games"][0]), ("first_seat", &document["games"][0])] {
        assert_eq!(of[key], game[key], "{key}");
    }
    for of in ["t.journal", "d.json"] {
        let said = text(&folder, of);
        assert_eq!(said.matches(", expected ").count(), 6, "{said}");
        assert_eq!(said.matches("\n  Fit: ").count(), 1, "{said}");
    }
    assert_eq!(document["games"][0]["pairs"].as_array().unwrap().len(), 6);
}
