//! Admission by host name and link, and the privacy of guests.

use std::{fs, net::Ipv4Addr};

use serde_json::json;

use crate::server::{Browser, CLICKED, Server};

#[test]
fn pages_of_other_sites_embed_nothing_and_their_links_are_followed() {
    let server = Server::open("sites");
    let guest = server.guest();
    let paths = [
        "/",
        "/players",
        "/api/v1",
        "/api/v1/solved.svg?game=nim",
        "/api/v1/tournaments",
        "/assets/style.css",
        "/api/v1/token",
    ];
    for site in ["cross-site", "same-site"] {
        for mode in ["no-cors", "cors", "navigate"] {
            for goal in ["image", "script", "iframe", "object", "document", "empty"] {
                for path in paths {
                    let said = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", goal)];
                    let answer = server.get(&guest, path, &said);
                    let is_followed = (mode, goal) == ("navigate", "document") && ["/", "/players"].contains(&path);
                    let wanted = if is_followed { 200 } else { 403 };
                    assert_eq!(answer.status, wanted, "{site} {mode} {goal} {path}");
                    assert!(answer.cookies().is_empty());
                }
            }
        }
    }
    for site in ["same-origin", "none"] {
        for path in paths {
            assert_eq!(server.get(&guest, path, &[("Sec-Fetch-Site", site)]).status, 200, "{path}");
        }
    }
}

#[test]
fn a_link_from_another_site_keeps_the_guests_identity() {
    let server = Server::open("links");
    let mut guest = Browser::default();
    let first = server.get(&guest, "/", &[("Sec-Fetch-Site", "none")]);
    assert!(first.cookies().iter().all(|cookie| cookie.contains("SameSite=Lax")), "{:?}", first.cookies());
    guest.remember(&first);
    // With its cookies it is known.
    let known = server.get(&guest, "/tournaments", CLICKED);
    assert!(known.status == 200 && known.cookies().is_empty());
    // Where a browser keeps them back, nothing is put in their place; it asks again, from here.
    let stranger = Browser::default();
    let shown = server.get(&stranger, "/new?game=nim&moves=x", CLICKED);
    assert_eq!(shown.status, 200);
    assert!(shown.cookies().is_empty(), "{:?}", shown.cookies());
    assert!(shown.text.contains("0; url=/new?game=nim&amp;moves=x"), "{}", shown.text);
    let again = server.get(&stranger, "/new?game=nim&moves=x", &[("Sec-Fetch-Site", "same-origin")]);
    assert!(!again.cookies().is_empty() && !again.text.contains("http-equiv=\"refresh\" content=\"0;"));
    // Nor does it lead anywhere else.
    let astray = server.get(&stranger, "//evil.example/", CLICKED);
    assert!(!astray.text.contains("evil.example"), "{}", astray.text);
}

#[test]
fn an_address_with_the_key_opens_from_anywhere_and_one_without_says_so() {
    let folder = std::env::temp_dir().join(format!("agon-doors-key-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let server = Server::at(folder, Ipv4Addr::UNSPECIFIED, None);
    let key = server.key.clone();
    assert!(key.starts_with("key="), "{key}");
    for (language, word) in [("en", "needs its key"), ("hu", "kulcs"), ("sl", "ključ")] {
        for path in ["/tables/x", "/api/v1/games"] {
            let refused = server.get(&Browser::default(), path, &[("Accept-Language", language)]);
            assert_eq!(refused.status, 401, "{path}");
            assert!(refused.text.contains(word), "{language} {path}: {}", refused.text);
        }
    }
    // Clicked in a mail: shown the threshold, and from there in.
    let mut guest = Browser::default();
    let place = format!("/new?game=nim&{key}&moves=x");
    let clicked = server.get(&guest, &place, CLICKED);
    assert_eq!(clicked.status, 200);
    assert!(clicked.text.contains(&key), "{}", clicked.text);
    for said in [&[("Sec-Fetch-Site", "same-origin")][..], &[]] {
        let opened = server.get(&guest, &place, said);
        assert_eq!(opened.status, 303);
        assert_eq!(opened.header("location"), Some("/new?game=nim&moves=x"));
        guest.remember(&opened);
        assert_eq!(server.get(&guest, "/new?game=nim&moves=x", said).status, 200);
        assert_eq!(server.get(&guest, "/new?game=nim&moves=x", CLICKED).status, 200);
    }
    // Programs are answered where they ask.
    assert_eq!(server.get(&Browser::default(), &format!("/api/v1/status?{key}"), &[]).status, 200);
    let bearer = format!("Bearer {}", key.trim_start_matches("key="));
    assert_eq!(server.get(&Browser::default(), "/api/v1/status", &[("Authorization", &bearer)]).status, 200);
    // Others can open a link that is sent to them.
    let token = server.get(&guest, "/api/v1/token", &[]).json();
    guest.token = token["token"].as_str().unwrap().to_owned();
    let table = server.table(&guest, &json!({"game": "nim", "seats": ["me", "open"]}));
    let page = server.get(&guest, &format!("/tables/{}", table["id"].as_str().unwrap()), &[]);
    assert!(page.text.contains(&format!("/tables/{}?{key}", table["id"].as_str().unwrap())));
}

#[test]
fn one_name_is_called_and_no_way_back_leads_out() {
    let server = Server::open("names");
    let hosts = [("Host", "localhost"), ("Host", "evil.example")];
    for hosts in [hosts, [hosts[1], hosts[0]]] {
        let answer = server.get(&Browser::default(), "/", &hosts);
        assert!([400, 421].contains(&answer.status), "{}", answer.status);
    }
    for back in ["/%09/evil.example/", "//evil.example", "/%5Cevil.example", "%09//evil.example", "/%0a/evil.example"] {
        for path in ["/language/en", "/theme/dark"] {
            let answer = server.get(&Browser::default(), &format!("{path}?back={back}"), &[]);
            assert_eq!(answer.header("location"), Some("/"), "{back}");
        }
    }
    let own = server.get(&Browser::default(), "/language/hu?back=/new?game=nim", &[]);
    assert_eq!(own.header("location"), Some("/new?game=nim"));
}

#[test]
fn the_token_of_a_form_stands_in_it_and_in_no_address() {
    let server = Server::open("tokens");
    let (guest, other) = (server.guest(), server.guest());
    let (own, foreign) = (guest.token.clone(), other.token);
    let table = server.table(&guest, &json!({"game": "nim", "seats": ["me", "open"]}));
    let id = table["id"].as_str().unwrap();
    let event = json!({"file": "openings = 1\nplayers = [\"random\", \"greedy\"]\ngames = [\"nim\"]\n"});
    let event = server.post(&guest, "/api/v1/tournaments", &event).json();
    let event = format!("/tournaments/{}", event["id"].as_str().unwrap());
    let (table, new) = (format!("/tables/{id}"), "/new?game=nim".to_owned());
    for page in
        ["/".to_owned(), "/tables".to_owned(), "/inside".to_owned(), "/tournaments".to_owned(), table, event, new]
    {
        let shown = server.get(&guest, &page, &[]).text;
        let forms = shown.matches("method=\"post\"").count();
        let fields = format!("<input type=\"hidden\" name=\"token\" value=\"{own}\">");
        assert!(0 < forms && shown.matches(&fields).count() == forms, "{page}: {forms} forms");
        assert!(!shown.contains(&format!("token={own}")), "{page}");
        // What changes nothing sends none.
        assert!(!shown.contains("formmethod"), "{page}");
    }
    let post = |fields: &str, kind: &str, path: &str| {
        let mut headers = guest.headers();
        headers.retain(|(name, _)| name != "X-Agon-Token");
        headers.push(("Content-Type".to_owned(), kind.to_owned()));
        server.ask("POST", path, &headers, fields)
    };
    let form = "application/x-www-form-urlencoded";
    for (fields, kind, path, wanted) in [
        (format!("game=nim&token={own}"), form, "/tables", 303),
        (format!("token={own}&game=nim"), "application/x-www-form-urlencoded; charset=utf-8", "/tables", 303),
        ("game=nim".to_owned(), form, "/tables", 403),
        (format!("game=nim&token={foreign}"), form, "/tables", 403),
        (format!("game=nim&x=token={own}"), form, "/tables", 403),
        ("game=nim".to_owned(), form, "/tables?token=", 403),
        (format!("game=nim&token={own}"), "text/plain", "/tables", 403),
        (format!("{{\"game\":\"nim\",\"token\":\"{own}\"}}"), "application/json", "/api/v1/tables", 403),
        (format!("token={own}&game={}", "n".repeat(300_000)), form, "/tables", 413),
    ] {
        let answer = post(&fields, kind, path);
        assert_eq!(answer.status, wanted, "{path} {kind} {}", &fields[..fields.len().min(80)]);
    }
    let in_address = post("game=nim", form, &format!("/tables?token={own}"));
    assert_eq!(in_address.status, 403);
    // Where a form only asks to be shown again the token is left behind.
    for (path, fields) in [("/new", "game=hex&o.size=5"), ("/inside", "game=nim&player=minimax&solve=yes")] {
        let answer = server.form(&guest, path, fields);
        let place = answer.header("location").unwrap();
        assert!(answer.status == 303 && place.starts_with(path) && !place.contains("token"), "{place}");
        assert_eq!(server.get(&guest, place, &[]).status, 200, "{place}");
    }
}

#[test]
fn a_mistake_in_a_form_is_shown_once_beside_its_field() {
    let server = Server::open("beside");
    let guest = server.guest();
    for (path, fields, name) in [
        ("/tables", "game=hex&o.size=99", "o.size"),
        ("/tables", "game=nim&seat2=player&player2=nobody", "player2"),
        ("/tables", "game=nim&seat2=open&seed=3", "seed"),
        ("/tables", "game=nim&moves=z9", "moves"),
        ("/inside", "game=nim&player=nobody", "player"),
        ("/inside", "game=nothing&player=minimax", "game"),
        ("/tournaments", "players=random%0Anobody&games=nim", "players"),
        ("/tournaments", "players=random%0Agreedy&games=nim&openings=200000", "openings"),
        ("/tournaments", "file=players", "file"),
    ] {
        let page = server.form(&guest, path, fields);
        assert_eq!(page.status, 400, "{fields}: {}", page.text);
        let field = page.text.rfind(&format!("name=\"{name}\"")).unwrap_or_else(|| panic!("{fields}"));
        let reasons: Vec<usize> = page.text.match_indices("id=\"wrong\"").map(|(at, _)| at).collect();
        let [reason] = reasons[..] else { panic!("{fields}: {reasons:?}") };
        let next = page.text[field + 6..].find("<label").map_or(usize::MAX, |at| field + 6 + at);
        assert!(field < reason && reason < next, "{fields}: {field} {reason} {next}");
        assert_eq!(page.text.matches("aria-invalid=\"true\"").count(), 1, "{fields}");
    }
    // Where no field is at fault it stands above the form.
    let page = server.form(&guest, "/tournaments", "players=random&games=nim");
    assert!(page.status == 400 && page.text.matches("id=\"wrong\"").count() == 1, "{}", page.text);
}
