//! Tables over all games, sweeps, and one saved game in the forms of a journal.

use serde_json::Value;

use crate::agon::{Folder, subject};

const SEVERAL: &str = "\
openings = 4
players = ['random', 'greedy', 'mcts(iterations={5,50})', { name = 'looks', player = 'minimax(depth=2)' }]
games = ['tic-tac-toe', 'nim(1+2)', 'pig(target=20, turns=9)']
skip-unsupported = true
max-plies = 90
";

fn text(folder: &Folder, command: &str) -> String {
    String::from_utf8(folder.done(command)).expect("text")
}

#[test]
fn one_table_has_everybody_at_every_game_with_the_mean_of_the_ranks() {
    let folder = Folder::with("overall", SEVERAL);
    let document: Value = serde_json::from_str(&text(&folder, "run t.toml --json")).unwrap();
    let overall = &document["overall"];
    let games: Vec<&str> = overall["games"].as_array().unwrap().iter().map(|g| g.as_str().unwrap()).collect();
    let terms: Vec<&str> =
        document["sections"].as_array().unwrap().iter().map(|s| s["game"].as_str().unwrap()).collect();
    assert_eq!(games, terms);
    let players = overall["players"].as_array().unwrap();
    assert_eq!(players.len(), 5);
    let mut before = 0.0;
    for player in players {
        // Not all play all games, so that ranks are out of four here and of five there.
        assert!(player["mean_rank"].is_null(), "{player}");
        let mean = player["others_ahead"].as_f64().unwrap();
        assert!(before <= mean && mean <= 1.0, "{overall}");
        before = mean;
        let at = player["at"].as_array().unwrap();
        let ahead: Vec<f64> = (0..at.len())
            .filter_map(|game| {
                let others = if games[game].starts_with("pig") { 3.0 } else { 4.0 };
                Some((at[game]["rank"].as_f64()? - 1.0) / others)
            })
            .collect();
        let n = ahead.len() as f64;
        assert!((ahead.iter().sum::<f64>() / n - mean).abs() < 1e-9, "{player}");
        let squares = ahead.iter().map(|own| (own - mean) * (own - mean)).sum::<f64>();
        let error = player["error"].as_f64().unwrap();
        assert!((error * error - squares / (n * (n - 1.0))).abs() < 1e-9, "{player}");
        assert_eq!(ahead.len(), if player["name"] == "looks" { 2 } else { 3 });
    }
    for (index, section) in document["sections"].as_array().unwrap().iter().enumerate() {
        let standings = section["standings"].as_array().unwrap();
        // Ranks add up to what they would without equals, and places are those of the standings.
        let at: Vec<&Value> = players.iter().map(|player| &player["at"][index]).filter(|at| !at.is_null()).collect();
        let n = standings.len() as f64;
        assert_eq!(at.iter().map(|at| at["rank"].as_f64().unwrap()).sum::<f64>(), n * (n + 1.0) / 2.0);
        for standing in standings {
            let player = players.iter().find(|player| player["name"] == standing["name"]).unwrap();
            assert_eq!(player["at"][index]["place"], standing["place"]);
        }
    }
    for command in [
        "report t.journal",
        "report results t.journal --to markdown",
        "report results t.journal --to latex",
        "report results t.journal --to html",
    ] {
        let told = text(&folder, command);
        assert!(told.contains("others ahead") && told.contains("Over all games"), "{command}: {told}");
        assert!(told.contains("looks"), "{command}");
    }
    insta::assert_snapshot!("overall", {
        let report = text(&folder, "report t.journal");
        let table = report.split("\n\n").find(|part| part.starts_with("Over all games")).unwrap().to_owned();
        let ranks = text(&folder, "report results t.journal --to csv").replace("\r\n", "\n");
        format!("{table}\n\n{ranks}")
    });
    // Where all play all games, ranks have a mean.
    let all = Folder::with("overall-all", &SEVERAL.replace(", 'pig(target=20, turns=9)'", ""));
    let document: Value = serde_json::from_str(&text(&all, "run t.toml --json")).unwrap();
    for player in document["overall"]["players"].as_array().unwrap() {
        let (rank, ahead) = (player["mean_rank"].as_f64().unwrap(), player["others_ahead"].as_f64());
        assert!((ahead.unwrap() * 4.0 + 1.0 - rank).abs() < 1e-9, "{player}");
    }
    assert!(text(&all, "report t.journal").contains("mean rank"));
    // Of one game there is nothing to say, but who had which place.
    let one = Folder::with("overall-one", "openings = 2\nplayers = ['random', 'greedy']\ngames = ['nim']\n");
    assert!(!text(&one, "run t.toml").contains("Over all games"));
    let table = text(&one, "report results t.journal --to csv");
    let document: Value = serde_json::from_str(&text(&one, "report t.journal --json")).unwrap();
    let standings = document["sections"][0]["standings"].as_array().unwrap();
    assert_eq!(table.lines().count(), 1 + standings.len(), "{table}");
    for (line, standing) in table.lines().skip(1).zip(standings) {
        let own: Vec<&str> = line.split(',').collect();
        let share = standing["points"].as_f64().unwrap() / standing["games"].as_f64().unwrap();
        let place = standing["place"].to_string();
        assert_eq!((own[0], own[3]), (standing["name"].as_str().unwrap(), &*place), "{table}");
        assert!((own[5].parse::<f64>().unwrap() - share).abs() < 1e-9, "{table}");
    }
    assert!(!text(&one, "report t.journal --json").contains("overall"));
    // One game of a journal is all that is asked for.
    let third: Value = serde_json::from_str(&text(&one, "report t.journal#3 --json")).unwrap();
    assert_eq!((&third["games"], &third["sections"][0]["games"]), (&1.into(), &1.into()));
}

#[test]
fn a_sweep_may_stand_wherever_a_player_or_a_game_is_named() {
    let folder = Folder::with(
        "sweeps",
        "openings = 1\nplayers = ['random', 'mcts(iterations={5,9}, exploration={0.5,1.5})']\n\
         [[games]]\ngame = 'nim(heaps={1+2,2+3})'\n\
         [[games]]\ngame = 'tic-tac-toe'\nplayers = ['random', 'alpha-beta(depth={1,2})']\n",
    );
    let plan = text(&folder, "run t.toml --json");
    let document: Value = serde_json::from_str(&plan).unwrap();
    let of = |key: &str, inner: &str| -> Vec<String> {
        document[key].as_array().unwrap().iter().map(|p| p[inner].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(of("sections", "game"), ["nim(heaps=1+2)", "nim(heaps=2+3)", "tic-tac-toe"]);
    assert_eq!(
        of("players", "player"),
        [
            "random",
            "mcts(iterations=5, exploration=0.5)",
            "mcts(iterations=5, exploration=1.5)",
            "mcts(iterations=9, exploration=0.5)",
            "mcts(iterations=9, exploration=1.5)",
            "alpha-beta(depth=1)",
            "alpha-beta(depth=2)",
        ]
    );
    let flags = "run -g nim(heaps={1+4,2+3}) -p random -p mcts(iterations={3,4}) --openings 1 --json";
    let flags: Value = serde_json::from_str(&text(&folder, flags)).unwrap();
    assert_eq!((flags["sections"].as_array().unwrap().len(), flags["players"].as_array().unwrap().len()), (2, 3));
    // A game that has braces of its own keeps them.
    let chance = "run -g tree(root={1/2:[1,-1],1/2:[-1,1]}) -p random -p expectiminimax --openings 1 --json";
    let chance = text(&folder, &format!("{chance} --random-plies 0"));
    let chance: Value = serde_json::from_str(&chance).unwrap();
    assert_eq!(chance["sections"].as_array().unwrap().len(), 1);
    let file = |players: &str, game: &str| format!("players = ['random', {players}]\n[[games]]\ngame = '{game}'\n");
    for (players, game, why) in [
        ("'mcts(iterations={})'", "nim", "line 1: `mcts(iterations={})`, column 17: no value between the braces"),
        ("'mcts(iterations={1,2)'", "nim", "this bracket is never closed by `}`"),
        ("'mcts({1,2})'", "nim", "a list of values stands after `option=`"),
        ("'mcts(iterations={1,x})'", "nim", "`iterations` cannot be `x`"),
        ("'mcts(iteratons={1,2})'", "nim", "did you mean `iterations`?"),
        ("{ name = 'm', player = 'mcts(iterations={1,2})' }", "nim", "`m` cannot be the name of 2 players"),
        ("'greedy'", "nim(heaps={})", "line 3: nim: option `heaps` cannot be `{}`"),
        ("'greedy'", "nim(heaps={1,y})", "line 3: nim: option `heaps` cannot be `y`"),
    ] {
        folder.write("wrong.toml", file(players, game).as_bytes());
        let told = folder.fails(2, "run wrong.toml");
        assert!(told.contains(why), "{players} {game}: {told}");
    }
    let page = include_str!("../../../../docs/tournament.md");
    assert!(page.contains("a value between braces is a sweep"), "{page}");
}

#[test]
fn a_saved_game_is_exported_as_a_journal_is() {
    let folder =
        Folder::with("saved", "openings = 2\nplayers = ['random', 'greedy']\ngames = ['chess']\nmax-plies = 20\n");
    let line = |ended: &str, payoffs: &str, moves: &str| {
        format!(
            "{{\"schema\":\"agon.play/1\",\"game\":\"chess\",\"position\":null,\"seed\":3,\
             \"seats\":[\"human\",\"human\"],\"moves\":\"{moves}\",\"payoffs\":{payoffs},\"ended\":\"{ended}\"}}\n"
        )
    };
    let games = [
        line("unfinished", "[]", "e2e4 b8a6"),
        line("resigned", "[-1.0,1.0]", "e2e4 b8a6 g1f3"),
        line("draw agreed", "[0.0,0.0]", "e2e4"),
        line("over", "[-1.0,1.0]", "f2f3 e7e5 g2g4 d8h4"),
    ];
    folder.write("g.json", games.concat().as_bytes());
    let pgn = |which: &str| text(&folder, &format!("report games {which} --to pgn"));
    assert!(pgn("g.json#1").contains("[Termination \"unterminated\"]"), "{}", pgn("g.json#1"));
    assert!(pgn("g.json#1").contains("\n1. e4 Na6 "));
    assert!(pgn("g.json#2").contains("[Result \"0-1\"]") && pgn("g.json#2").contains("{human: resigned}"));
    assert!(pgn("g.json#3").contains("[Result \"1/2-1/2\"]"));
    assert!(pgn("g.json").contains("1. f3 e5 2. g4 Qh4# 0-1"), "the last is meant: {}", pgn("g.json"));
    assert!(pgn("g.json").contains("[Black \"human #2\"]"));
    for form in ["jsonl", "csv", "html", "markdown", "latex"] {
        let line = format!("report {} g.json --to {form}", subject(form));
        assert!(text(&folder, &line).contains("chess"), "{form}");
    }
    assert!(folder.fails(2, "report games g.json#9 --to pgn").contains("has the games 1 to 4"));
    // Never over an input.
    let before = folder.read("g.json");
    assert!(folder.agon("report games g.json --to csv -o g.json").status.code() != Some(0));
    assert_eq!(folder.read("g.json"), before);
    // One game of a journal.
    folder.done("run t.toml");
    let all = pgn("t.journal");
    let one = pgn("t.journal#2");
    assert!(all.contains(&one) && one.matches("[Event").count() == 1, "{one}");
    assert!(folder.fails(2, "report games t.journal#99 --to pgn").contains("has no game of number 99"));
    // Every verb reads it.
    for command in
        ["show g.json#1", "analyse g.json#1 -p greedy", "tree g.json#1 -p greedy", "watch g.json#4 --delay 0"]
    {
        assert!(!folder.done(command).is_empty(), "{command}");
    }
    for command in ["play g.json#1", "play g.json"] {
        assert_eq!(folder.agon(command).status.code(), Some(0), "{command}");
    }
}

#[test]
fn thoughts_of_later_blocks_are_recorded_too() {
    let folder = Folder::with(
        "after-thoughts",
        "openings = 2\nrounds = 3\nformat = 'swiss'\nthoughts = true\n\
         players = ['random', 'minimax(depth=1)', 'minimax(depth=2)', 'greedy']\ngames = ['tic-tac-toe']\n",
    );
    folder.done("run t.toml --journal whole.journal");
    // Round by round, the flag instead of the key.
    folder
        .write("f.toml", String::from_utf8(folder.read("t.toml")).unwrap().replace("thoughts = true\n", "").as_bytes());
    let play = |after: &str, block: u32| {
        let parts = [1, 2].map(|part| format!("{block}.{part}.journal"));
        for (part, journal) in (1..).zip(&parts) {
            folder.done(&format!("run f.toml --thoughts {after} --shard {part}/2 --journal {journal}"));
        }
        let before = after.strip_prefix("--after ").unwrap_or_default();
        folder.done(&format!("merge -o next.journal {before} {}", parts.join(" ")));
        folder.write("all.journal", &folder.read("next.journal"));
        folder.remove("next.journal");
    };
    play("", 0);
    let thoughts = |journal: &str| {
        let lines = text(&folder, &format!("report games {journal} --to jsonl"));
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["thoughts"].clone()).collect::<Vec<_>>()
    };
    let whole = thoughts("whole.journal");
    for block in 1..3 {
        let so_far = thoughts("all.journal");
        assert_eq!(so_far, whole[..so_far.len()]);
        play("--after all.journal", block);
    }
    assert_eq!(thoughts("all.journal"), whole);
    assert!(whole.iter().all(|of| !of.is_null()), "{whole:?}");
}
