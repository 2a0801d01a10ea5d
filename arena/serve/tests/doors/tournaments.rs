//! Tournaments that are run from a page, and journals that are looked at.

use std::{fs, io::Read as _, net::Ipv4Addr};

use agon_arena::{ask::read_spec, keep::Reader};
use agon_serve::Settings;
use serde_json::json;

use crate::server::{Browser, Server, settings};

/// Who reads the same file elsewhere has the same tournament, and its results can be held beside these.
#[test]
fn a_tournament_begun_here_is_the_one_that_its_file_says() {
    let server = Server::open("clock");
    let guest = server.guest();
    for more in ["", "nodes = 1000\n", "nodes = 1000000000000\n", "move-time = 100\n", "move-time = 4000000\n"] {
        let file = format!("{more}openings = 1\nplayers = [\"random\", \"minimax\"]\ngames = [\"tic-tac-toe\"]\n");
        let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
        assert_eq!(event.status, 201, "{}", event.text);
        let id = event.json()["id"].as_str().unwrap().to_owned();
        let found = || server.get(&guest, &format!("/api/v1/tournaments/{id}"), &[]).json();
        server.until("it is over", |_| found()["stage"] == "over");
        let journal = server.folder.join(format!("tournaments/{id}.journal"));
        let kept = Reader::open(&journal).unwrap().tournament().unwrap();
        let told = read_spec("test", &file).unwrap().resolve().unwrap();
        assert_eq!(kept.identity(), told.identity(), "{more}");
    }
}

/// A file of `agon run`: of every hundred random beginnings one leaves a game to be played, so that to draw these
/// takes as long as anybody would wait.
const LONG_DRAWN: &str =
    "openings = 65536\nrandom-plies = 11\nplayers = [\"random\", \"greedy\"]\ngames = [\"nim(255)\"]\n";

/// Asks for a tournament, and does not read the answer.
fn begun_by(server: &Server, browser: &Browser, file: &str) -> std::net::TcpStream {
    let mut headers = browser.headers();
    headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
    server.send("POST", "/api/v1/tournaments", &headers, &json!({"file": file}).to_string())
}

#[test]
fn planning_a_tournament_blocks_no_request_and_ends_with_its_guest() {
    let server = Server::open("laid-out");
    let guest = server.guest();
    let asked: Vec<_> = (0..12).map(|_| begun_by(&server, &guest, LONG_DRAWN)).collect();
    server.until("all of them are asked", |server| server.asked() == 12);
    // As many as there are threads that may wait, and more: all of them are still to be laid out.
    for path in ["/", "/tournaments", "/api/v1/tournaments", "/api/v1/games/nim", "/games/nim"] {
        assert_eq!(server.get(&guest, path, &[]).status, 200, "{path}");
    }
    assert_eq!(server.asked(), 12);
    drop(asked);
    server.until("nobody lays anything out", |server| server.load() == (0, 0));
    let all = server.get(&guest, "/api/v1/tournaments", &[]).json();
    assert_eq!(all["tournaments"], json!([]));
}

#[test]
fn a_tournament_that_names_or_draws_too_much_is_refused_before_that_is_done() {
    let server = Server::open("priced");
    let guest = server.guest();
    let file = |more: &str, players: &[String], games: &[String]| {
        format!("{more}\nplayers = {}\ngames = {}\n", json!(players), json!(games))
    };
    let same = |text: &str, times: usize| vec![text.to_owned(); times];
    let swept = |count: usize| {
        let all = (1..=count).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
        format!("mcts(iterations={{{all}}})")
    };
    let (two, nim) = (same("random", 2), same("nim", 1));
    for (text, wanted) in [
        (file("", &same("random", 201), &nim), "201 players"),
        (file("", &same(&swept(1000), 50), &nim), "50000 players"),
        (file("", &two, &same("nim", 101)), "101 games"),
        (file("", &two, &same("hex(size={3,4,5,6,7,8,9,10,11,12})", 30)), "300 games"),
        (file("", &same("random", 100), &same("nim", 21)), "2100 pairs"),
        (file("", &same(&(swept(100) + &" ".repeat(6_000)), 2), &nim), "bytes"),
        (file("openings = 100001", &two, &nim), "200002 games"),
        (file("openings = 281474976710656", &two, &nim), "games"),
        (
            file("openings = 1000\nrandom-plies = 0\nformat = \"swiss\"\nrounds = 10000", &same("random", 4), &nim),
            "games",
        ),
        (file("openings = 60000\nrandom-plies = 40", &two, &same("go", 1)), "2400000 random plies"),
        (file("openings = 1\nrandom-plies = 4000000", &two, &same("go", 1)), "4000000 random plies"),
    ] {
        let answer = server.post(&guest, "/api/v1/tournaments", &json!({"file": text}));
        assert_eq!(answer.status, 400, "{wanted}: {}", answer.text);
        let error = answer.json()["error"].as_str().unwrap().replace([',', '\u{a0}'], "");
        assert!(error.contains(wanted), "{wanted}: {error}");
    }
    assert_eq!(server.get(&guest, "/api/v1/tournaments", &[]).json()["tournaments"], json!([]));
}

/// A tournament whose moves end when they are stopped.
const ENDLESS_GAMES: &str =
    "openings = 1\nplayers = [\"alpha-beta(depth=unlimited, nodes=1000000000000)\", \"random\"]\ngames = [\"chess\"]\n";
/// A tournament whose games have so many moves that nobody waits for the end of one.
const LONG_GAMES: &str = "openings = 100\nplayers = [\"random\"]\ngames = ['gdl(sheet=\"(role one) (init (at 0)) (legal one a) (legal one b) (<= (next (at 0)) (true (at 0))) (<= terminal (true (at 9))) (goal one 50)\", plies=1000000)']\n";
const SHORT_GAMES: &str = "openings = 2\nplayers = [\"random\", \"greedy\"]\ngames = [\"tic-tac-toe\"]\n";

#[test]
fn a_tournament_is_stopped_at_once_whether_it_waits_or_is_played() {
    for (number, endless) in [ENDLESS_GAMES, LONG_GAMES].into_iter().enumerate() {
        stopped_at_once(&format!("turns-{number}"), endless);
    }
}

fn stopped_at_once(name: &str, endless: &str) {
    let server = Server::open(name);
    let guest = server.guest();
    let begun = |file: &str| {
        let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
        assert_eq!(event.status, 201, "{}", event.text);
        format!("/api/v1/tournaments/{}", event.json()["id"].as_str().unwrap())
    };
    let stage = |of: &str| server.get(&guest, of, &[]).json()["stage"].clone();
    let order = |of: &str, word: &str| {
        let answer = server.post(&guest, &format!("{of}/{word}"), &json!({}));
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()["stage"].clone()
    };
    let endless = begun(endless);
    server.until("it is played", |_| stage(&endless) == "running");
    let waits = begun(SHORT_GAMES);
    assert_eq!(stage(&waits), "waiting");
    assert_eq!(order(&waits, "stop"), "stopped");
    assert_eq!(stage(&endless), "running");
    assert_eq!(order(&waits, "resume"), "waiting");
    order(&endless, "stop");
    server.until("the endless one has stopped", |_| stage(&endless) == "stopped");
    server.until("the other has had its turn", |_| stage(&waits) == "over");
}

/// As browsers without scripts do it: by the forms of the list.
#[test]
fn tournaments_are_deleted_from_the_list_by_their_beginner() {
    let server = Server::open("cleared");
    let (guest, other) = (server.guest(), server.guest());
    let begun = |by: &Browser, name: &str, file: &str| {
        let event = server.post(by, "/api/v1/tournaments", &json!({"name": name, "file": file}));
        assert_eq!(event.status, 201, "{}", event.text);
        event.json()["id"].as_str().unwrap().to_owned()
    };
    let stage = |of: &str| server.get(&guest, &format!("/api/v1/tournaments/{of}"), &[]).json()["stage"].clone();
    let own = ["one", "two", "three"].map(|name| begun(&guest, name, SHORT_GAMES));
    let foreign = begun(&other, "another's", SHORT_GAMES);
    for id in own.iter().chain([&foreign]) {
        server.until("it is over", |_| stage(id) == "over");
    }
    let endless = begun(&guest, "endless", ENDLESS_GAMES);
    server.until("it is played", |_| stage(&endless) == "running");
    let deletes = |by: &Browser| {
        let page = server.get(by, "/tournaments", &[]).text;
        let forms = page.split("action=\"/tournaments/").skip(1);
        let forms = forms.filter_map(|rest| rest.split('"').next()?.strip_suffix("/delete"));
        forms.map(str::to_owned).collect::<Vec<_>>()
    };
    // The latest first, what is played not at all, and at the end all that are over.
    let [one, two, three] = own.each_ref().map(String::as_str);
    assert_eq!(deletes(&guest), [three, two, one, "over"]);
    assert_eq!(deletes(&other), [foreign.as_str(), "over"]);
    assert_eq!(deletes(&server.guest()), [""; 0]);
    let delete = |by: &Browser, id: &str| {
        let path = format!("/tournaments/{id}/delete");
        (server.form(by, &path, "").status, server.ask("POST", &path, &[], "").status)
    };
    assert_eq!(delete(&guest, two), (303, 403));
    assert_eq!(delete(&guest, &foreign), (403, 403));
    assert_eq!(delete(&guest, &endless), (409, 403));
    assert_eq!(deletes(&guest), [three, one, "over"]);
    assert_eq!(delete(&guest, "over"), (303, 403));
    assert_eq!(deletes(&guest), [""; 0]);
    assert_eq!(deletes(&other), [foreign.as_str(), "over"]);
    assert_eq!(stage(&endless), "running");
    // One that is stopped is no longer played, but it is not over.
    let stopped = server.form(&guest, &format!("/tournaments/{endless}/stop"), "");
    assert_eq!(stopped.status, 303);
    server.until("it has stopped", |_| stage(&endless) == "stopped");
    assert_eq!(deletes(&guest), [endless.as_str()]);
    assert_eq!(delete(&guest, "over"), (303, 403));
    assert_eq!(deletes(&guest), [endless.as_str()]);
}

#[test]
fn games_of_a_tournament_are_found_wherever_they_are() {
    let server = Server::open("games");
    let guest = server.guest();
    let file = "openings = 50\nplayers = [\"random\", \"alpha-beta(depth=1)\", \"greedy\"]\n\
                games = [\"tic-tac-toe\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
    assert_eq!(event.status, 201, "{}", event.text);
    let of = format!("/api/v1/tournaments/{}", event.json()["id"].as_str().unwrap());
    // Also while it is played.
    for _ in 0..5 {
        let games = server.get(&guest, &format!("{of}/games?from=0"), &[]);
        assert_eq!(games.status, 200, "{}", games.text);
    }
    server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
    let mut numbers = Vec::new();
    loop {
        let from = numbers.last().map_or(0, |last| last + 1);
        let rows = server.get(&guest, &format!("{of}/games?from={from}"), &[]).json();
        let rows = rows["games"].as_array().unwrap().clone();
        if rows.is_empty() {
            break;
        }
        numbers.extend(rows.iter().map(|row| row["number"].as_u64().unwrap()));
    }
    assert_eq!(numbers, (0..300).collect::<Vec<u64>>());
    for number in [0, 1, 63, 64, 65, 127, 128, 255, 298, 299] {
        let game = server.get(&guest, &format!("{of}/games/{number}"), &[]).json();
        assert_eq!(game["number"], number);
        let last = game["plies"].as_u64().unwrap();
        let there = server.get(&guest, &format!("{of}/games/{number}/plies/{last}"), &[]).json();
        assert_eq!(there["position"], game["last"]["position"]);
    }
    assert_eq!(server.get(&guest, &format!("{of}/games/300"), &[]).status, 404);
    // The games of two, as found by looking at them one by one.
    let seats = |number: &u64| {
        let game = server.get(&guest, &format!("{of}/games/{number}"), &[]).json();
        game["seats"].as_array().unwrap().clone()
    };
    let theirs = |number: &u64| {
        let seats = seats(number);
        seats.contains(&json!("random")) && seats.contains(&json!("alpha-beta(depth=1)"))
    };
    let wanted: Vec<u64> = numbers.iter().copied().filter(theirs).collect();
    assert_eq!(wanted.len(), 100);
    let (mut found, mut from) = (Vec::new(), 0);
    loop {
        let pair = format!("player=alpha-beta%28depth%3D1%29&against=random&game=tic-tac-toe&from={from}");
        let page = server.get(&guest, &format!("{of}/games?{pair}"), &[]).json();
        let rows = page["games"].as_array().unwrap();
        found.extend(rows.iter().map(|row| row["number"].as_u64().unwrap()));
        match page["next"].as_u64() {
            Some(next) => from = next,
            None => break,
        }
    }
    assert_eq!(found, wanted);
    for none in ["player=nobody", "player=random&against=nobody", "game=nim"] {
        let page = server.get(&guest, &format!("{of}/games?{none}"), &[]).json();
        assert_eq!(page["games"], json!([]), "{none}");
    }
}

#[test]
fn a_journal_that_grows_is_read_on_and_one_that_is_another_from_its_beginning() {
    let server = Server::open("grows");
    let guest = server.guest();
    let begin = |seed: u64| {
        let file = format!(
            "seed = {seed}\nopenings = 100\nplayers = [\"random\", \"minimax(depth=1)\"]\ngames = [\"tic-tac-toe\"]\n"
        );
        let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file})).json();
        let of = format!("/api/v1/tournaments/{}", event["id"].as_str().unwrap());
        server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
        let path = server.folder.join(format!("tournaments/{}.journal", event["id"].as_str().unwrap()));
        (fs::read(path).unwrap(), server.get(&guest, &format!("{of}/files/result.json"), &[]).json())
    };
    let (first, second) = (begin(1), begin(2));
    let path = server.folder.join("shown.journal");
    fs::write(&path, &first.0[..first.0.len() / 3]).unwrap();
    let folder = server.folder.join("watched");
    let watched = Server::with(Settings { journals: vec![path.clone()], ..settings(folder, Ipv4Addr::LOCALHOST) });
    let of = "/api/v1/tournaments/journal-1";
    let games = |server: &Server| server.get(&guest, of, &[]).json()["games"].as_u64().unwrap();
    let list = watched.get(&guest, "/api/v1/tournaments", &[]).json();
    let few = list["tournaments"][0]["games"].as_u64().unwrap();
    assert!((1..200).contains(&few), "{list}");
    // It grows, to the middle of a record, and to its end.
    fs::write(&path, &first.0[..first.0.len() * 2 / 3]).unwrap();
    watched.until("more games are there", |watched| few < games(watched));
    fs::write(&path, &first.0).unwrap();
    watched.until("all games are there", |watched| games(watched) == 200);
    assert_eq!(watched.get(&guest, &format!("{of}/files/result.json"), &[]).json(), first.1);
    // It is another.
    fs::write(&path, &second.0).unwrap();
    watched.until("the other is shown", |watched| {
        games(watched);
        watched.get(&guest, &format!("{of}/files/result.json"), &[]).json() == second.1
    });
    // It is cut.
    fs::write(&path, &second.0[..second.0.len() / 2]).unwrap();
    watched.until("it is cut", |watched| games(watched) < 200);
    // It is gone.
    fs::remove_file(&path).unwrap();
    watched.until("it is gone", |watched| {
        let failure = watched.get(&guest, of, &[]).json()["failure"].clone();
        failure.as_str().is_some_and(|text| text.starts_with("its journal is gone"))
    });
}

/// A player that wins many small pots and loses large ones is not ahead, on the page as in the tables.
#[test]
fn a_tournament_of_cards_is_shown_by_payoffs() {
    let server = Server::open("payoffs");
    let guest = server.guest();
    let file = "openings = 20\nstop = \"sprt(0, 200)\"\nplayers = [\"random\", \"equilibrium(iterations=20)\"]\ngames = [\"kuhn\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
    assert_eq!(event.status, 201, "{}", event.text);
    let id = event.json()["id"].as_str().unwrap().to_owned();
    let of = format!("/api/v1/tournaments/{id}");
    server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
    let result = server.get(&guest, &of, &[]).json()["result"].to_string();
    assert!(result.contains("payoff_error"), "{result}");
    let page = server.get(&guest, &format!("/tournaments/{id}"), &[]).text;
    assert!(page.contains("<th scope=\"col\">Mean payoff</th>"), "{page}");
    assert!(!page.contains("<th scope=\"col\">Elo</th>"), "{page}");
    assert!(page.contains("by 200 Elo of payoffs?"), "{page}");
    // One gains and the other loses, and each is shown with its error.
    let cells = |sign: &str| page.matches(&format!("<td>{sign}0.")).count();
    assert!(cells("+") == 1 && cells("-") + cells("−") == 1 && page.contains(" ± 0."), "{page}");
    assert!(page.contains("charts/ratings.svg") && !page.contains("charts/history.svg"), "{page}");
    let chart = server.get(&guest, &format!("{of}/charts/ratings.svg"), &[]).text;
    assert!(chart.contains("payoff") && !chart.contains("Elo"), "{chart}");
    let wall = server.get(&guest, &format!("/tournaments/{id}/wall"), &[]).text;
    assert!(wall.contains("Mean payoff") && !wall.contains(">Elo<"), "{wall}");
    // An open game is shown as usual.
    let file = "openings = 1\nplayers = [\"random\", \"greedy\"]\ngames = [\"tic-tac-toe\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file})).json();
    let id = event["id"].as_str().unwrap();
    let of = format!("/api/v1/tournaments/{id}");
    server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
    let page = server.get(&guest, &format!("/tournaments/{id}"), &[]);
    assert!(page.text.contains(">Elo</th>") && !page.text.contains("Mean payoff"), "{}", page.text);
}

/// It has as many openings as a tournament here may have, and ends long before.
#[test]
fn a_match_that_goes_on_until_it_is_clear_is_played_here_too() {
    let server = Server::open("until-clear");
    let guest = server.guest();
    let file = "stop = \"sprt(0, 100)\"\nplayers = [\"random\", \"greedy\"]\ngames = [\"nim\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
    assert_eq!(event.status, 201, "{}", event.text);
    let of = format!("/api/v1/tournaments/{}", event.json()["id"].as_str().unwrap());
    server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
    let result = server.get(&guest, &of, &[]).json()["result"].clone();
    let games = result["games"].as_u64().unwrap();
    assert!((10..10_000).contains(&games), "{result}");
}

#[test]
fn a_few_downloads_at_a_time_are_sent_and_others_are_told_when_to_ask_again() {
    let server = Server::open("downloads");
    let (guest, other) = (server.guest(), server.guest());
    let file = "openings = 1\nplayers = [\"random\", \"greedy\"]\ngames = [\"nim\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file})).json();
    let id = event["id"].as_str().unwrap();
    let of = format!("/api/v1/tournaments/{id}");
    server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
    // So large that no system holds it between two programs.
    let path = server.folder.join(format!("tournaments/{id}.journal"));
    fs::File::options().write(true).open(path).unwrap().set_len(1 << 30).unwrap();
    let place = format!("{of}/files/tournament.journal");
    let begun = |browser: &Browser| {
        let mut stream = server.send("GET", &place, &browser.headers(), "");
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        (stream, String::from_utf8_lossy(&head[9..]).into_owned())
    };
    let mut own: Vec<_> = (0..4).map(|_| begun(&guest)).collect();
    assert!(own.iter().all(|(_, status)| status == "200"), "{own:?}");
    let refused = server.get(&guest, &place, &[]);
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("10")));
    assert!(refused.text.contains("you have 4 downloads in progress"), "{}", refused.text);
    // Others have their part, and whoever leaves makes room.
    let others: Vec<_> = (0..4).map(|_| begun(&other)).collect();
    assert!(others.iter().all(|(_, status)| status == "200"), "{others:?}");
    let refused = server.get(&server.guest(), &place, &[]);
    assert!(refused.status == 429 && refused.text.contains("your address"), "{}", refused.text);
    drop(own.pop());
    server.until("there is room again", |_| begun(&guest).1 == "200");
    // What was made for a download is gone with it.
    let result = server.get(&other, &format!("{of}/files/result.json"), &[]);
    assert_eq!(result.status, 429);
    drop((own, others));
    server.until("all are over", |server| server.get(&other, &format!("{of}/files/result.json"), &[]).status == 200);
    let mut left = fs::read_dir(&server.folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.all(|name| !name.to_string_lossy().ends_with(".made")));
}
