//! What the owner of the server sees and does, and that nobody else does it.

use std::{fs, net::Ipv4Addr};

use serde_json::{Value, json};

use crate::server::{Browser, ENDLESS, Server};

const ENDLESS_GAMES: &str =
    "openings = 1\nplayers = [\"alpha-beta(depth=unlimited, nodes=1000000000000)\", \"random\"]\ngames = [\"chess\"]\n";

/// A browser that has opened the printed address.
fn owner(server: &Server) -> Browser {
    let mut owner = server.guest();
    let opened = server.get(&owner, &server.owner, &[]);
    assert_eq!((opened.status, opened.header("location")), (303, Some("/guests")));
    owner.remember(&opened);
    assert_eq!(server.get(&owner, "/guests", &[]).status, 200);
    owner
}

/// What the guests use.
fn uses(server: &Server, owner: &Browser) -> Vec<Value> {
    let told = server.get(owner, "/api/v1/guests", &[]);
    assert_eq!(told.status, 200, "{}", told.text);
    told.json()["guests"].as_array().unwrap().clone()
}

/// A guest with a tournament, a search and a game, all of which go on; the tournament's name.
fn busy(server: &Server) -> (Browser, String) {
    let guest = server.guest();
    let new = json!({ "file": ENDLESS_GAMES });
    let begun = server.post(&guest, "/api/v1/tournaments", &new);
    assert_eq!(begun.status, 201, "{}", begun.text);
    let name = begun.json()["id"].as_str().unwrap().to_owned();
    server.table(&guest, &json!({"game": "nim", "seats": ["me", "me"]}));
    let small = json!({"game": "nim", "player": "alpha-beta(depth=2)"});
    assert_eq!(server.post(&guest, "/api/v1/trees", &small).status, 201);
    (guest, name)
}

#[test]
fn only_the_owner_sees_what_guests_use_and_ends_it() {
    let server = Server::open("owner");
    let (guest, tournament) = busy(&server);
    let mut headers = guest.headers();
    headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
    let search = json!({"game": "chess", "player": ENDLESS}).to_string();
    let asked = server.send("POST", "/api/v1/trees", &headers, &search);
    server.until("it is searched", |server| server.load().0 == 1);

    for (method, path) in [("GET", "/guests"), ("GET", "/api/v1/guests"), ("POST", "/api/v1/guests/x/end")] {
        let refused = server.ask(method, path, &headers, "{}");
        assert_eq!(refused.status, 403, "{method} {path}: {}", refused.text);
        assert!(refused.text.contains("only the owner"), "{}", refused.text);
    }
    assert_eq!(server.form(&guest, "/guests/x/end", "").status, 403);
    let wrong = server.get(&guest, "/guests?owner=00000000000000000000000000000000", &[]);
    assert_eq!((wrong.status, wrong.cookies().len()), (403, 0));

    let owner = owner(&server);
    let told = uses(&server, &owner);
    let own = &told[0];
    for (what, least) in [("threads", 1), ("games", 1), ("searches", 1), ("tournaments", 1)] {
        assert_eq!(own[what], least, "{what}: {own}");
    }
    for what in ["game_bytes", "positions"] {
        assert!(0 < own[what].as_u64().unwrap(), "{what}: {own}");
    }
    // Nothing of it opens what is the guest's.
    let names: Vec<String> = guest.headers().into_iter().map(|(_, value)| value).collect();
    for secret in names.iter().flat_map(|value| value.split(['=', ';', ' '])) {
        assert!(secret.len() < 32 || !own.to_string().contains(secret), "{secret}");
    }
    let page = server.get(&owner, "/guests", &[]).text;
    let name = own["guest"].as_str().unwrap();
    assert!(page.contains(&format!("/guests/{name}/end")), "{page}");

    let ended = server.form(&owner, &format!("/guests/{name}/end"), "");
    assert_eq!((ended.status, ended.header("location")), (303, Some("/guests")));
    server.until("nothing is searched", |server| server.asked() == 0);
    drop(asked);
    let stage =
        |server: &Server| server.get(&guest, &format!("/api/v1/tournaments/{tournament}"), &[]).json()["stage"].clone();
    server.until("the tournament is stopped", |server| stage(server) == "stopped");
    let left = uses(&server, &owner);
    let left = left.iter().find(|own| own["guest"] == name);
    // The search that was stopped is answered as far as it came, and recorded so.
    assert!(left.is_none_or(|own| own["games"] == 0 && own["threads"] == 0), "{left:?}");
    // Nothing that is stored is lost, and the guest may go on.
    assert_eq!(server.get(&guest, "/tables", &[]).text.matches("/tables/").count(), 2);
    let gone = server.post(&owner, &format!("/api/v1/guests/{}/end", "0".repeat(8)), &json!({}));
    assert_eq!(gone.status, 404, "{}", gone.text);
}

#[test]
fn an_address_is_kept_out_until_the_owner_lets_it_in() {
    let folder = std::env::temp_dir().join(format!("agon-doors-out-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let server = Server::at(folder, Ipv4Addr::UNSPECIFIED, None);
    // The owner needs no other key, and those of the server and of programs open it too.
    let mut owner = Browser::default();
    let opened = server.get(&owner, &server.owner, &[]);
    owner.remember(&opened);
    let told = server.get(&owner, "/api/v1/token", &[]).json();
    told["token"].as_str().unwrap().clone_into(&mut owner.token);
    let key = server.owner.split_once("owner=").unwrap().1;
    let program = server.get(&Browser::default(), "/api/v1/guests", &[("X-Agon-Owner", key)]);
    assert_eq!(program.status, 200, "{}", program.text);

    let mut guest = Browser::default();
    guest.remember(&server.get(&guest, &format!("/?{}", server.key), &[]));
    let token = server.get(&guest, "/api/v1/token", &[]).json();
    token["token"].as_str().unwrap().clone_into(&mut guest.token);
    server.table(&guest, &json!({"game": "nim", "seats": ["me", "me"]}));
    let (name, address) = {
        let all = uses(&server, &owner);
        let own = all.iter().find(|own| own["games"] == 1).unwrap();
        (own["guest"].as_str().unwrap().to_owned(), own["address"].as_str().unwrap().to_owned())
    };
    let out = server.post(&owner, &format!("/api/v1/guests/{name}/keep-out"), &json!({}));
    assert_eq!((out.status, &out.json()["out"][0]["minutes"]), (200, &json!(60)), "{}", out.text);
    for path in ["/", "/api/v1/games"] {
        let refused = server.get(&guest, path, &[]);
        assert_eq!(refused.status, 403, "{path}");
        assert!(refused.text.contains("keeps your address out for 60"), "{}", refused.text);
    }
    assert_eq!(server.get(&owner, "/", &[]).status, 200, "the owner's is the same address");
    let page = server.get(&owner, "/guests", &[]).text;
    assert!(page.contains(&format!("/guests/{address}/let-in")), "{page}");
    assert_eq!(server.form(&owner, &format!("/guests/{address}/let-in"), "").status, 303);
    assert_eq!(server.get(&guest, "/", &[]).status, 200);
}
