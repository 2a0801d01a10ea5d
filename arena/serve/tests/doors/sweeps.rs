//! A tournament file with sweeps means here what it means to the command, and costs what it stands for.

use agon_arena::{ask::read_spec, play};
use serde_json::json;

use crate::server::Server;

#[test]
fn a_sweep_is_played_as_the_same_file_is_played_elsewhere() {
    let server = Server::open("swept");
    let guest = server.guest();
    for file in [
        "openings = 2\nplayers = [\"random\", \"mcts(iterations={1,2,3})\"]\ngames = [\"tic-tac-toe\"]\n",
        "openings = 1\nplayers = [\"random\", \"greedy\"]\ngames = [\"hex(size={2,3})\"]\n",
        "openings = 1\nplayers = [\"random\"]\n[[games]]\ngame = \"nim\"\n\
         players = [\"random\", \"alpha-beta(depth={1,2})\"]\n",
    ] {
        let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
        assert_eq!(event.status, 201, "{}", event.text);
        let of = format!("/api/v1/tournaments/{}", event.json()["id"].as_str().unwrap());
        server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
        let result = server.get(&guest, &format!("{of}/files/result.json"), &[]).json();
        let elsewhere = play(&read_spec("test", file).unwrap()).unwrap();
        assert_eq!(result["fingerprint"], elsewhere.fingerprint.text(), "{file}");
    }
}

/// Every mistake in a form is shown at its field, without the number of a line that the guest has not written.
#[test]
fn a_mistake_in_a_sweep_is_shown_beside_its_field() {
    let server = Server::open("beside");
    let guest = server.guest();
    let many = (1..=5_000).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let wide = format!("players=mcts(iterations={{{many}}})&games=nim");
    for (sent, reason, at_fault) in [
        ("players=random%0Amcts(iterations={1,x})&games=nim", "cannot be `x`", "players"),
        ("players=random%0Amcts(iterations={1,2)&games=nim", "never closed", "players"),
        (&wide, "more than 1000 combinations", "players"),
        ("players=random%0Amcts(iterations={1,2})%0Auci(command={ls,id},nodes=9)&games=chess", "uci", "players"),
        ("players=random%0Agreedy&games=hex(size={3,x})", "cannot be `x`", "games"),
        ("players=random&games=nim", "only 1 player", "games"),
        ("players=random%0Agreedy&games=nim&openings=-1", "cannot be -1", "openings"),
        ("players=random%0Agreedy&games=nim&seed=x", "", "seed"),
    ] {
        let answer = server.form(&guest, "/tournaments", sent);
        assert!(matches!(answer.status, 400 | 403), "{sent}: {}", answer.text);
        let beside = answer.text.split(&format!(" id=\"{at_fault}\"")).nth(1).unwrap();
        let told = beside.split("</p>").next().unwrap().split("role=\"alert\">").nth(1);
        let told = told.unwrap_or_else(|| panic!("{at_fault}: nothing beside it"));
        let told = told.split("</span>").next().unwrap();
        assert!(told.contains(reason), "{at_fault}: {told}");
        assert!(told.len() < 1_000 && !told.contains("line "), "{at_fault}: {told}");
    }
}

/// Nobody is signed up who must not play here, also where no game is left for it.
#[test]
fn programs_are_refused_even_if_they_play_no_game() {
    let server = Server::open("left-out");
    let guest = server.guest();
    for player in ["uci(command={ls,id}, nodes=9)", "epsilon(uci(command=ls, nodes={9,10}))"] {
        for games in ["games = [\"nim\"]", "[[games]]\ngame = \"nim\"\nplayers = [\"random\", \"greedy\"]"] {
            let players = json!(["random", "greedy", player]);
            let file = format!("skip-unsupported = true\nplayers = {players}\n{games}\n");
            let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
            assert_eq!(event.status, 403, "{file}: {}", event.text);
        }
    }
}

#[test]
fn a_sweep_costs_as_much_as_all_that_it_stands_for() {
    let server = Server::open("swept-price");
    let guest = server.guest();
    let list = |count: usize| (1..=count).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let swept =
        |count: usize, other: usize| format!("mcts(iterations={{{}}}, exploration={{{}}})", list(count), list(other));
    // Of more combinations than a sweep may have nobody says how many there are.
    for (players, games, wanted) in [
        (json!([swept(201, 1)]), json!(["nim"]), "201 players"),
        (json!([swept(100, 10), "random"]), json!(["nim"]), "1001 players"),
        (json!([swept(1000, 1), swept(1, 1000)]), json!(["nim"]), "2000 players"),
        (json!([swept(20, 1)]), json!(["hex(size={3,4,5,6,7})", "nim"]), "games"),
        (json!([swept(100, 2)]), json!(["hex(size={2,3,4,5,6,7,8,9,10,11})", "nim"]), "2200 pairs"),
        (json!([swept(2000, 1)]), json!(["nim"]), "more than 1000 combinations"),
    ] {
        let file = format!("openings = 1000\nplayers = {players}\ngames = {games}\n");
        let answer = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
        assert_eq!(answer.status, 400, "{}", answer.text);
        let error = answer.json()["error"].as_str().unwrap().replace([',', '\u{a0}'], "");
        assert!(error.contains(wanted) && error.len() < 1_000, "{error}");
    }
}
