//! What pages consist of, and that each is answered, packed and sent again only where it has changed.

use std::{collections::BTreeSet, io::Read as _};

use serde_json::json;

use crate::server::{Browser, Server};

/// What can be asked for of these.
fn paths(table: &str, tree: &str, event: &str, of_event: &str) -> Vec<String> {
    let mut paths: Vec<String> = [
        "/",
        "/new?game=chess",
        "/new?game=nim&moves=x",
        "/games/go",
        "/players",
        "/players/mcts",
        "/inside",
        "/inside?game=nim&solve=yes",
        "/lab",
        "/race?game=tree&player=alpha-beta&player=minimax",
        "/race?game=nim&player=alpha-beta",
        "/sketch",
        "/worksheet?player=max-n&difficulty=hard&count=2",
        "/worksheet/tree.svg?game=tree&player=alpha-beta&solved=yes",
        "/tournaments",
        "/wall",
        "/api/v1",
        "/api/v1/games",
        "/api/v1/games/chess",
        "/api/v1/players",
        "/api/v1/players/mcts",
        "/api/v1/position?game=hex",
        "/api/v1/status",
        "/api/v1/tables",
        "/api/v1/tournaments",
        "/api/v1/sketch?tree=%5B3,12%5D&edit=add",
        "/api/v1/sketch/tex?tree=%5B3,12%5D",
        "/api/v1/solved.svg?game=tic-tac-toe&moves=a1+b2+c3",
        "/favicon.ico",
        "/assets/style.css",
        "/api/v1/openapi.json",
    ]
    .map(str::to_owned)
    .to_vec();
    for end in ["", "/saved", "/worth", "/plies/0"] {
        paths.push(format!("/api/v1/tables/{table}{end}"));
    }
    for end in ["", "/picture.svg", "/nodes/0", "/moments/0"] {
        paths.push(format!("/api/v1/trees/{tree}{end}"));
    }
    for end in [
        "",
        "/games",
        "/games/0",
        "/games/0/plies/1",
        "/charts/ratings.svg",
        "/files/games.csv",
        "/files/tournament.journal",
    ] {
        paths.push(format!("{of_event}{end}"));
    }
    for end in ["", "/games", "/games/0", "/wall"] {
        paths.push(format!("/tournaments/{event}{end}"));
    }
    paths.push(format!("/tables/{table}"));
    paths.push(format!("/inside/{tree}?game=nim"));
    paths.push(format!("/compare?one={event}&other={event}"));
    paths
}

/// Styles, scripts, signs and pictures that a page is made of, and what those are made of.
#[test]
fn whatever_a_page_is_made_of_is_there() {
    let server = Server::open("parts");
    let guest = server.guest();
    let new = json!({"game": "nim", "seats": ["me", "me"]});
    let id = server.table(&guest, &new)["id"].as_str().unwrap().to_owned();
    let pages = ["/", "/new?game=nim", "/inside", "/lab", "/sketch", "/worksheet?count=1", "/tournaments", "/wall"];
    let pages = pages.map(str::to_owned).into_iter().chain([format!("/tables/{id}")]);
    let (mut rest, mut seen) = (pages.collect::<Vec<String>>(), BTreeSet::new());
    while let Some(path) = rest.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let answer = server.get(&guest, &path, &[]);
        assert_eq!(answer.status, 200, "{path}");
        let quoted = answer.text.split(['"', '\'']);
        let parts = quoted.filter_map(|text| match text.strip_prefix("./") {
            Some(name) => Some(format!("/assets/{name}")),
            _ => ["/assets/", "/favicon", "/worksheet/"]
                .iter()
                .any(|start| text.starts_with(start))
                .then(|| text.replace("&amp;", "&")),
        });
        rest.extend(parts);
    }
    assert!(20 < seen.len(), "{seen:?}");
}

/// The fields of the forms of a page that ask for a search by a button alone, as they are sent.
fn buttons(page: &str) -> Vec<String> {
    let plain = |text: &str| text.replace("&quot;", "\"").replace("&lt;", "<").replace("&amp;", "&");
    let forms = page.split("<form").skip(1).map(|form| form.split("</form>").next().unwrap());
    let forms = forms.filter(|form| form.contains("action=\"/inside\"") && !form.contains("<label"));
    let fields = |form: &str| {
        let all = form.split("type=\"hidden\" name=\"").skip(1).map(|field| {
            let (name, rest) = field.split_once("\" value=\"").unwrap();
            let value = plain(rest.split('"').next().unwrap());
            let signs = value.bytes().map(|byte| format!("%{byte:02X}"));
            format!("{name}={}", signs.collect::<String>())
        });
        all.filter(|field| !field.starts_with("token=")).collect::<Vec<String>>().join("&")
    };
    forms.map(fields).collect()
}

#[test]
fn each_card_of_the_gallery_opens_its_stage() {
    let server = Server::open("gallery");
    let guest = server.guest();
    let page = server.get(&guest, "/inside", &[]).text;
    let cards = buttons(&page);
    assert!(30 <= cards.len(), "{cards:?}");
    assert!(page.contains("<details class=\"another\">"), "the form is open");
    assert_eq!(page.matches("class=\"small\" aria-hidden=\"true\"><svg").count(), cards.len());
    for card in cards {
        let answer = server.form(&guest, "/inside", &card);
        let place = answer.header("location").unwrap_or_else(|| panic!("{card}: {}", answer.text));
        assert!(answer.status == 303 && place.starts_with("/inside/"), "{card}: {place}");
        let stage = server.get(&guest, place, &[]).text;
        assert!(stage.contains("id=\"stage\""), "{card}: {stage}");
    }
    // Who comes with a question finds the form open.
    let asked = server.get(&guest, "/inside?game=nim", &[]).text;
    assert!(asked.contains("<details class=\"another\" open>"), "{asked}");
}

#[test]
fn the_page_of_a_game_opens_a_search_that_suits_it() {
    let server = Server::open("game-card");
    let guest = server.guest();
    for (game, name, player) in [
        ("hex", "Hex", "alpha-beta"),
        ("pig", "Pig", "expectiminimax"),
        ("chinese-checkers", "Chinese Checkers", "max-n"),
        ("leduc", "Leduc Poker", "ismcts"),
        ("kuhn", "Kuhn Poker", "equilibrium"),
    ] {
        let page = server.get(&guest, &format!("/games/{game}"), &[]).text;
        let cards = buttons(&page);
        assert_eq!(cards.len(), 1, "{game}: {cards:?}");
        assert!(page.contains(&format!("{name} · {player}")), "{game}");
        let answer = server.form(&guest, "/inside", &cards[0]);
        let place = answer.header("location").unwrap_or_else(|| panic!("{game}: {}", answer.text));
        let stage = server.get(&guest, place, &[]).text;
        assert!(answer.status == 303 && stage.contains("id=\"stage\""), "{game}: {stage}");
    }
}

/// The tabs above a stage: whether each is the present one, a link or a button, and what is said there.
fn tabs(page: &str) -> Vec<(&'static str, String)> {
    let row = page.split("<nav class=\"tabs\"").nth(1).unwrap_or("").split("</nav>").next().unwrap();
    // The last leads to a race.
    let row = row.split("<li class=\"race\">").next().unwrap();
    let told = |tab: &str| {
        let texts = tab.split('>').skip(1).map(|part| part.split('<').next().unwrap());
        texts.filter(|text| !text.trim().is_empty()).collect::<Vec<&str>>().join(" | ")
    };
    let kind = |tab: &str| match tab {
        tab if tab.contains("aria-current=\"page\"") => "here",
        tab if tab.contains("<a href=\"/inside/") => "link",
        _ => "button",
    };
    row.split("<li>").skip(1).map(|tab| (kind(tab), told(tab))).collect()
}

#[test]
fn every_algorithm_that_can_search_a_tree_has_a_tab_with_what_it_looks_at() {
    let server = Server::open("tabs");
    let guest = server.guest();
    let opened = |fields: &str| {
        let answer = server.form(&guest, "/inside", fields);
        let place = answer.header("location").unwrap_or_else(|| panic!("{fields}: {}", answer.text));
        server.get(&guest, place, &[]).text
    };
    let game = "game=tree([[3,12,8],[2,4,6],[14,5,2]])";
    let first = opened(&format!("{game}&player=alpha-beta(depth%3D2)"));
    let row = tabs(&first);
    let expected = [
        ("here", "alpha-beta |  1: 3 | 11 of 13 nodes, 15 % saved"),
        ("button", "minimax |  1: 3 | 13 of 13 nodes, 0 % saved"),
        ("button", "averaging |  1: +4.5 | 13 of 13 nodes, 0 % saved"),
    ];
    assert_eq!(row[..3], expected.map(|(kind, text)| (kind, text.to_owned())), "{row:#?}");
    let (_, plays) = row.last().unwrap();
    assert!(plays.starts_with("mcts | ") && plays.ends_with(" plays"), "{plays}");
    // Each keeps the game and the depth, and the row stays as it is: what was searched already is a link.
    let forms = buttons(&first);
    let (mut shown, mut count) = (String::new(), 0);
    for form in forms.iter().filter(|form| form.contains("asked=")) {
        shown = opened(form);
        let now = tabs(&shown);
        let texts = |row: &[(&str, String)]| row.iter().map(|tab| tab.1.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&now), texts(&row), "{form}");
        count += 1;
        assert_eq!(now.iter().position(|tab| tab.0 == "here"), Some(count), "{now:#?}");
        assert_eq!(now[0].0, "link", "{now:#?}");
    }
    assert_eq!(count, row.len() - 1, "{forms:#?}");
    let back = shown.split("href=\"").find(|part| part.starts_with("/inside/")).unwrap();
    let back = back.split('"').next().unwrap().replace("&amp;", "&");
    assert_eq!(tabs(&server.get(&guest, &back, &[]).text)[0].0, "here");
    // A large tree is counted by whoever searches it.
    let large = tabs(&opened("game=chess&player=alpha-beta(depth%3D3)"));
    assert_eq!(large[0].1, "alpha-beta |  d2d4: +0.08 | 2,316 of 9,323 nodes, 75 % saved");
    assert!(large[1..].iter().all(|tab| tab.1.ends_with(" | not searched yet")), "{large:#?}");
    // Where there is chance, others can search.
    let dice = tabs(&opened("game=tree([{1/2:8,1/3:24,1/6:-12},5])&player=expectiminimax"));
    assert_eq!(dice[1].1, "expectimax |  1: 10 | 6 of 6 nodes, 0 % saved", "{dice:#?}");
}

#[test]
fn two_to_four_searches_race_on_one_clock() {
    let server = Server::open("race");
    let guest = server.guest();
    let raced = |fields: &str| server.get(&guest, &format!("/race?{fields}"), &[]);
    let tree = "game=tree([[3,12,8],[2,4,6],[14,5,2]])";
    let answer = raced(&format!("{tree}&player=alpha-beta&player=minimax(depth%3D2)&player=alpha-beta&player="));
    assert_eq!(answer.status, 200, "{}", answer.text);
    let data = answer.text.split("id=\"race-data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let lanes: Vec<serde_json::Value> = serde_json::from_str(data).unwrap();
    // Each once; the clock of each ends when all of its moments are over.
    let clocks: Vec<usize> = lanes.iter().map(|lane| lane["clock"].as_array().unwrap().len()).collect();
    assert_eq!(clocks, [11, 13]);
    for lane in &lanes {
        let last = lane["clock"].as_array().unwrap().last().unwrap().as_u64();
        assert_eq!(last.map(|last| last + 1), lane["tree"]["moments"].as_u64());
    }
    let found = |part: &str| assert!(answer.text.contains(part), "{part}: {}", answer.text);
    found("<b>1: 3</b> · 11 of 13 nodes, 15 % saved");
    found("<b>1: 3</b> · 13 of 13 nodes, 0 % saved");
    // Who else can search it is offered, and nobody twice.
    found("value=\"averaging(depth=2)\"> ");
    assert_eq!(answer.text.matches("type=\"checkbox\"").count(), 5, "{}", answer.text);
    // Where it was left out there is a form, with what is wrong beside the field that has it.
    assert_eq!(raced("").status, 200);
    for (fields, field, why) in [
        ("game=chesss&player=alpha-beta&player=minimax", "game", "did you mean `chess`?"),
        (&format!("{tree}&player=alpha-beta"), "player", "2 to 4 players"),
        (&format!("{tree}&player=minimax(depth%3D2)&player=minimax(2)"), "player", "2 to 4 players"),
        (&format!("{tree}&player=a&player=b&player=c&player=d&player=e"), "player", "2 to 4 players"),
        (&format!("{tree}&player=alpha-beta&player=minimaxx"), "player", "did you mean `minimax`?"),
        (&format!("{tree}&player=alpha-beta&player=random"), "", "random"),
        (&format!("{tree}&moves=7&player=alpha-beta&player=minimax"), "moves", "`7`, is not legal"),
        (
            "game=tic-tac-toe&player=alpha-beta(depth%3D2)&player=minimax(depth%3D6)",
            "player",
            "more than 10000 positions",
        ),
        ("game=tic-tac-toe&player=alpha-beta(depth%3D2)&player=mcts(iterations%3D10001)", "player", "more than 10000"),
        (&format!("{tree}&seed=x&player=alpha-beta&player=minimax"), "seed", "cannot be `x`"),
    ] {
        let answer = raced(fields);
        assert_eq!(answer.status, 400, "{fields}: {}", answer.text);
        assert!(answer.text.contains(why), "{fields}: {}", answer.text);
        let name = format!("name=\"{field}\" ");
        let tags = answer.text.split(&name).skip(1).map(|tag| tag.split('>').next().unwrap());
        let is_marked = tags.filter(|tag| tag.contains("aria-invalid=\"true\"")).count();
        assert!(field.is_empty() || 0 < is_marked, "{fields}: {}", answer.text);
    }
    // A search leads there, with another that can search the same; one that is too large does not.
    let opened = |fields: &str| {
        let answer = server.form(&guest, "/inside", fields);
        server.get(&guest, answer.header("location").unwrap(), &[]).text
    };
    let page = opened(&format!("{tree}&player=minimax(depth%3D2)"));
    let there = page.split("href=\"/race?").nth(1).unwrap().split('"').next().unwrap().replace("&amp;", "&");
    assert!(there.ends_with("&player=minimax%28depth%3D2%29&player=alpha-beta%28depth%3D2%29"), "{there}");
    assert_eq!(raced(&there).status, 200);
    // What draws draws from the seed of the address, in the race and wherever its links lead.
    let drawn = |seed: u64| {
        let both = format!("game=tic-tac-toe&seed={seed}&player=mcts(iterations%3D30)&player=mcts(iterations%3D40)");
        let page = raced(&both).text;
        let links = page.split("href=\"/inside/").skip(1).map(|link| link.split('"').next().unwrap().to_owned());
        links.collect::<Vec<String>>()
    };
    let links = drawn(7);
    assert!(links.len() == 2 && links.iter().all(|link| link.ends_with("&amp;seed=7")), "{links:?}");
    assert_ne!(links, drawn(8));
    let stage = server.get(&guest, &format!("/inside/{}", links[0].replace("&amp;", "&")), &[]).text;
    assert!(stage.split("href=\"/race?").nth(1).unwrap().split('"').next().unwrap().contains("&amp;seed=7"));
    assert!(!opened("game=tic-tac-toe&player=minimax(depth%3D6)").contains("/race?"));
}

#[test]
fn why_opens_the_stage_where_the_last_move_was_played() {
    let server = Server::open("why");
    let guest = server.guest();
    // Nobody sees the one that scripts show once a move was played.
    let why = |id: &str| {
        let page = server.get(&guest, &format!("/tables/{id}"), &[]).text;
        buttons(&page).split_off(usize::from(page.contains("<div id=\"why\" hidden>")))
    };
    let opened = |fields: &str| {
        let answer = server.form(&guest, "/inside", fields);
        let place = answer.header("location").unwrap_or_else(|| panic!("{}", answer.text));
        server.get(&guest, place, &[]).text
    };
    let new = json!({"game": "nim(heaps=1+2)", "seats": ["me", "me"]});
    let id = server.table(&guest, &new)["id"].as_str().unwrap().to_owned();
    // Nothing was played: only the present is asked about.
    assert_eq!(why(&id).len(), 1);
    for m in ["b1", "a1"] {
        let played = server.post(&guest, &format!("/api/v1/tables/{id}/moves"), &json!({"move": m}));
        assert!(played.status < 300, "{}", played.text);
    }
    let both = why(&id);
    assert_eq!(both.len(), 2, "{both:?}");
    let page = opened(&both[0]);
    assert!(page.contains("nim(heaps=1+2): seat 2 to act in"));
    // What it chooses, and what another move lacks that was played.
    assert!(page.contains("alpha-beta plays a1 and expects b1 then: worth -1 to seat 2. No other move"), "{page}");
    assert!(both[0].contains("played=%61%31"), "{both:?}");
    let other = opened(&both[0].replace("played=%61%31", "played=%62%31"));
    assert!(other.contains("b1 was played: no worse, as far as it looked."), "{other}");
    assert!(opened(&both[1]).contains("nim(heaps=1+2): seat 1 to act in"));
    // After the end the last move is still asked about.
    let played = server.post(&guest, &format!("/api/v1/tables/{id}/moves"), &json!({"move": "b1"}));
    assert!(played.status < 300, "{}", played.text);
    let last = why(&id);
    assert_eq!(last.len(), 1, "{last:?}");
    assert!(opened(&last[0]).contains("nim(heaps=1+2): seat 1 to act in"));
    // The move is named as the list beside it has it.
    let castled = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let new = json!({"game": "chess", "position": castled, "moves": "e1g1", "seats": ["me", "me"]});
    let id = server.table(&guest, &new)["id"].as_str().unwrap().to_owned();
    let page = server.get(&guest, &format!("/tables/{id}"), &[]).text;
    assert!(page.contains("Why O-O?"), "{page}");
}

#[test]
fn every_page_is_answered_without_making_the_others_wait() {
    let server = Server::open("pages");
    let guest = server.guest();
    let table = server.table(&guest, &json!({"game": "tic-tac-toe", "seats": ["me", "random"]}));
    let table = table["id"].as_str().unwrap();
    let tree = server.post(&guest, "/api/v1/trees", &json!({"game": "nim", "player": "alpha-beta"}));
    assert_eq!(tree.status, 201, "{}", tree.text);
    let tree = tree.json()["id"].as_str().unwrap().to_owned();
    let file = "openings = 2\nplayers = [\"random\", \"minimax\"]\ngames = [\"tic-tac-toe\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
    assert_eq!(event.status, 201, "{}", event.text);
    let event = event.json()["id"].as_str().unwrap().to_owned();
    let of_event = format!("/api/v1/tournaments/{event}");
    server.until("a tournament is over", |server| server.get(&guest, &of_event, &[]).json()["stage"] == "over");
    let paths = paths(table, &tree, &event, &of_event);
    for path in paths {
        let answer = server.get(&guest, &path, &[]);
        assert!([200, 400].contains(&answer.status), "{path}: {} {}", answer.status, answer.text);
    }
    for (path, word) in [
        (format!("/tables/{table}/live"), "event: table"),
        (format!("/api/v1/tables/{table}/events"), "event: table"),
        (format!("/tournaments/{event}/live"), "event: now"),
        (format!("{of_event}/events"), "event: tournament"),
    ] {
        let mut stream = server.send("GET", &path, &guest.headers(), "");
        let (mut told, mut bytes) = (String::new(), [0; 4096]);
        while !told.contains(word) {
            let read = stream.read(&mut bytes).unwrap();
            assert!(0 < read, "{path}: {told}");
            told += &String::from_utf8_lossy(&bytes[..read]);
        }
    }
    let deeds = [("moves", json!({"move": "b2"})), ("hint", json!({})), ("undo", json!({})), ("resign", json!({}))];
    for (deed, body) in deeds {
        let answer = server.post(&guest, &format!("/api/v1/tables/{table}/{deed}"), &body);
        assert!([200, 409].contains(&answer.status), "{deed}: {}", answer.text);
    }
    for deed in ["stop", "resume"] {
        let answer = server.post(&guest, &format!("{of_event}/{deed}"), &json!({}));
        assert!([200, 409].contains(&answer.status), "{deed}: {}", answer.text);
    }
    for path in ["/tables", "/inside", "/load", "/tournaments"] {
        let mut headers = guest.headers();
        headers.push(("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned()));
        let answer = server.ask("POST", path, &headers, "game=nim&player=random&saved=x&players=x&games=nim");
        assert!([303, 400, 409].contains(&answer.status), "{path}: {}", answer.status);
    }
}

#[test]
fn a_wrong_form_comes_back_as_it_was_sent_with_the_reason() {
    let server = Server::open("forms");
    let guest = server.guest();
    let mut headers = guest.headers();
    headers.push(("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned()));
    let mctss = "game=nim&seat1=me&seat2=player&player2=mctss";
    let players = "name=Mine&players=a%0Ab&games=nim&openings=3";
    for (path, sent, kept, reason, at_fault) in [
        ("/tables", mctss, "value=\"mctss\"", "mctss", "player2"),
        ("/tables", "game=nim&seat1=open&seat2=me&seed=x", "value=\"x\"", "seed", "seed"),
        ("/tables", "game=connect-four&o.width=0&seat2=level:hard", "value=\"0\"", "width", "o.width"),
        ("/tables", "game=nim&seat1=me&moves=zz", ">zz</textarea>", "zz", "moves"),
        ("/tables", "game=nim&seat1=me&position=zz", "value=\"zz\"", "zz", "position"),
        ("/inside", "game=nim&player=alphabetta", "value=\"alphabetta\"", "alpha-beta", "player"),
        ("/inside", "game=nimm&player=minimax", "value=\"nimm\"", "nim", "game"),
        ("/tournaments", players, "value=\"Mine\"", "unknown player", "players"),
        ("/tournaments", "players=random&games=nimm", "nimm", "nim", "games"),
        ("/tournaments", "player=max-n(depth=2)&game=go&players=nobody", "value=\"go\" checked", "nobody", "players"),
        ("/tournaments", "file=players%20%3D%203", "players = 3", "players", "file"),
    ] {
        let answer = server.ask("POST", path, &headers, sent);
        assert_eq!(answer.status, 400, "{path} {sent}: {}", answer.text);
        assert!(answer.text.contains(kept), "{path} {sent}: not kept");
        let alert = answer.text.split("role=\"alert\"").nth(1).unwrap_or_else(|| panic!("{sent}"));
        assert!(alert.split("</p>").next().unwrap().contains(reason), "{path} {sent}");
        assert!(answer.text.contains("<form"), "{path} {sent}");
        // The field at fault says so, and where the reason stands.
        let field = answer.text.split('<').find(|tag| tag.contains("aria-invalid=\"true\""));
        let field = field.unwrap_or_else(|| panic!("{path} {sent}: no field is at fault"));
        assert!(field.contains(&format!("name=\"{at_fault}\"")), "{path} {sent}: {field}");
        assert!(field.contains("aria-describedby=\"wrong"), "{path} {sent}: {field}");
        assert!(answer.text.contains("id=\"wrong\""), "{path} {sent}");
    }
}

/// Boxes and lines are one list: what is in both stands there once, and what was picked stays so.
#[test]
fn a_tournament_is_begun_by_picking_players_and_games() {
    let server = Server::open("picks");
    let guest = server.guest();
    let boxes = |text: &str| {
        let tags = text.split('<').filter(|tag| tag.starts_with("input type=\"checkbox\"") && tag.contains(" checked"));
        let values = tags.map(|tag| tag.split("value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned());
        values.collect::<Vec<String>>()
    };
    let fresh = server.get(&guest, "/tournaments", &[]);
    assert_eq!(
        boxes(&fresh.text),
        ["random", "alpha-beta(depth=2)", "mcts(iterations=100)", "connect-four", "tic-tac-toe"]
    );
    let sent = "player=random&player=greedy&players=greedy%0A%0Aalpha-beta(depth=3)&game=nim&games=nim(heaps=1%2B2)";
    let begun = server.form(&guest, "/tournaments", &format!("{sent}&openings=1"));
    assert_eq!(begun.status, 303, "{}", begun.text);
    let of = format!("/api/v1{}", begun.header("location").unwrap());
    server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
    let result = server.get(&guest, &format!("{of}/files/result.json"), &[]).json();
    let all = |of: &str, key: &str| {
        result[of].as_array().unwrap().iter().map(|one| one[key].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(all("players", "name"), ["greedy", "alpha-beta(depth=3)", "random"]);
    assert_eq!(all("sections", "game"), ["nim(heaps=1+2)", "nim"]);
    // Nobody at all is refused beside the boxes, and the boxes stay empty.
    let nobody = server.form(&guest, "/tournaments", "game=nim&players=&openings=1");
    assert_eq!(nobody.status, 400);
    assert_eq!(boxes(&nobody.text), ["nim"]);
}

#[test]
fn a_browser_is_sent_again_only_what_has_changed() {
    let server = Server::open("assets");
    let browser = Browser::default();
    for name in ["style.css", "board.js", "board-auto.css"] {
        let path = format!("/assets/{name}");
        let first = server.get(&browser, &path, &[]);
        let tag = first.header("etag").unwrap().to_owned();
        assert_eq!((first.status, first.header("cache-control")), (200, Some("no-cache")));
        for tags in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}")] {
            let again = server.get(&browser, &path, &[("If-None-Match", &tags)]);
            assert_eq!((again.status, again.text.as_str()), (304, ""));
            assert_eq!(again.header("etag"), Some(&*tag));
        }
        assert_eq!(server.get(&browser, &path, &[("If-None-Match", "\"x\"")]).status, 200);
        // By the address of its content it is asked for once, and by that of another content each time.
        for (version, is_fixed) in [(tag.trim_matches('"'), true), ("0123456789abcdef", false)] {
            let found = server.get(&browser, &format!("{path}?{version}"), &[]);
            let lasting = found.header("cache-control").unwrap();
            assert_eq!(lasting.contains("immutable"), is_fixed, "{path}?{version}: {lasting}");
            assert_eq!(found.text, first.text);
        }
    }
    let page = server.get(&browser, "/inside", &[]).text;
    for name in ["style.css", "board-auto.css"] {
        let address = page.split('"').find(|text| text.starts_with(&format!("/assets/{name}?")));
        let found = server.get(&browser, address.unwrap(), &[]);
        assert!(found.header("cache-control").unwrap().contains("immutable"), "{address:?}");
    }
}

/// Over a slow network a page is a tenth of its text; events are sent at once.
#[test]
fn pages_are_packed_for_browsers_that_ask_for_it_and_events_are_not() {
    let server = Server::open("packed");
    let guest = server.guest();
    let packed = [("Accept-Encoding", "gzip, deflate, br")];
    for path in ["/", "/assets/style.css", "/assets/board.js", "/api/v1/games"] {
        let plain = server.get(&guest, path, &[]);
        let mut headers = guest.headers();
        headers.extend(packed.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let mut bytes = Vec::new();
        server.send("GET", path, &headers, "").read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        assert!(head.contains("content-encoding: gzip"), "{path}: {head}");
        assert!(head.contains("vary: accept-encoding"), "{path}: {head}");
        assert_eq!(plain.header("content-encoding"), None);
        assert!((bytes.len() - end) * 5 < plain.text.len() * 2, "{path}: {}", bytes.len());
    }
    let new = json!({"game": "nim", "seats": ["me", "me"]});
    let id = server.table(&guest, &new)["id"].as_str().unwrap().to_owned();
    let mut headers = guest.headers();
    headers.extend(packed.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let mut stream = server.send("GET", &format!("/api/v1/tables/{id}/events"), &headers, "");
    let mut told = String::new();
    while !told.contains("event: ") {
        let mut bytes = [0; 4096];
        let read = stream.read(&mut bytes).unwrap();
        assert!(read != 0, "{told}");
        told += &String::from_utf8_lossy(&bytes[..read]);
    }
    assert!(!told.to_ascii_lowercase().contains("content-encoding"), "{told}");
}

/// The address of a search says all that it was asked, and is found again where it is forgotten.
#[test]
fn a_search_that_is_forgotten_is_searched_again_at_its_address() {
    let server = Server::open("again");
    let guest = server.guest();
    let new = json!({"game": "tic-tac-toe", "player": "alpha-beta(depth=2)", "moves": "b2", "seed": 3});
    let found = server.post(&guest, "/api/v1/trees", &new).json();
    let again = server.post(&server.guest(), "/api/v1/trees", &found["asked"]).json();
    assert_eq!(again["id"], found["id"], "the same has the same name");
    let other = json!({"game": "tic-tac-toe", "player": "alpha-beta(depth=2)", "moves": "b2"});
    let other = server.post(&guest, "/api/v1/trees", &other).json();
    assert_ne!(other["id"], found["id"]);
    // One that this server has never had.
    let address = format!("/inside/{}?game=tic-tac-toe&moves=b2&player=alpha-beta(depth=2)", "0".repeat(32));
    let page = server.get(&guest, &format!("{address}&seed=3"), &[]);
    assert_eq!(page.status, 200);
    assert!(page.text.contains(found["id"].as_str().unwrap()), "{}", page.text);
    // What cannot be searched says why, beside its form; what says nothing of a search is forgotten for good.
    let page = server.get(&guest, &address.replace("depth=2", "depth=nobody"), &[]);
    assert!(page.status == 400 && page.text.contains("`depth` cannot be `nobody`"), "{}", page.text);
    let page = server.get(&guest, address.split('?').next().unwrap(), &[]).text;
    assert!(page.contains("no longer in memory"), "{page}");
}

/// What is odd in rules that somebody brings stands beside them, in English, whatever the language of the page.
#[test]
fn a_page_says_what_is_odd_in_rules_from_outside() {
    let server = Server::open("remarks");
    let guest = server.guest();
    let shown = |game: &str| server.get(&guest, &format!("/new?game={game}"), &[("Accept-Language", "sl")]).text;
    let sheet = shown(
        "gdl%28sheet%3D%22%28role+p%29%28succ+0+1%29%28init+%28at+0%29%29%28leg\
         al+p+go%29%28%3C%3D+%28next+%28at+%3Fy%29%29+%28true+%28at+%3Fx%29%29+%28suc+%3F\
         x+%3Fy%29%29%28%3C%3D+terminal+%28true+%28at+1%29%29%29%28goal+p+100%29%22%29",
    );
    let (_, told) = sheet.split_once("<ul lang=\"en\">").unwrap();
    let (told, _) = told.split_once("</ul>").unwrap();
    assert!(told.contains("suc") && told.contains("succ"), "{told}");
    assert!(sheet.contains("O teh pravilih"), "{sheet}");
    assert!(!shown("nim").contains("O teh pravilih"));
}
