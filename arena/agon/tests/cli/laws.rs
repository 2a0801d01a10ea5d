//! `agon laws`.

use serde_json::json;

use crate::command::agon;

#[test]
fn a_game_is_checked_with_its_options_or_with_every_sample() {
    let one = agon(&["laws", "nim(heaps=1+2)", "--json"]);
    let mut document = one.json();
    let looked = document["looked"].take();
    let expected = json!({
        "player": null, "kept": ["nim(heaps=1+2)"], "looked": null, "refused": [], "broken": null
    });
    assert_eq!((one.code, document), (0, expected));
    // Six positions: 1+2 to 0+0 but 1+2, 0+0 for each seat where both can be.
    assert_eq!((&looked[0]["plays"], &looked[0]["cut"]), (&json!(30), &json!([])), "{looked}");
    assert!((5..20).contains(&looked[0]["near"].as_u64().unwrap_or_default()), "{looked}");
    let all = agon(&["laws", "Nim"]);
    assert_eq!(all.code, 0, "{}", all.err);
    let begins = "nim: every law holds\n  looked at ";
    assert!(all.out.starts_with(begins) && 3 <= all.out.lines().count(), "{}", all.out);
    assert_eq!(agon(&["laws", "nimm(1)"]).code, 2);
    assert_eq!(agon(&["laws"]).code, 2);
}

#[test]
fn a_player_is_checked_at_the_games_it_plays() {
    let found = agon(&["laws", "--player", "alpha-beta(depth=2)", "nim", "pig(target=5, turns=3)"]);
    assert_eq!(found.code, 0, "{}", found.err);
    assert!(found.out.contains("nim: every law holds"), "{}", found.out);
    assert!(found.out.contains("not checked: alpha-beta cannot play this game"), "{}", found.out);
    let nowhere = agon(&["laws", "--player", "alpha-beta(depth=2)", "pig"]);
    assert_eq!(nowhere.code, 2);
}
