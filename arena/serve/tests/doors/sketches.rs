//! Trees that are drawn by hand: asked for, changed, refused, and taken as files.

use serde_json::{Value, json};

use crate::server::Server;

/// What stands in an address.
fn quoted(text: &str) -> String {
    let signs: Vec<String> = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    signs.concat()
}

#[test]
fn a_tree_is_changed_and_drawn_and_nothing_of_it_is_kept() {
    let server = Server::open("sketches");
    let guest = server.guest();
    let ask = |more: &str| -> Value {
        let answer = server.get(&guest, &format!("/api/v1/sketch?{more}"), &[]);
        assert_eq!(answer.status, 200, "{more}");
        answer.json()
    };
    let tree = quoted("[[3,12],{1/2:2,1/2:4}]");
    let told = ask(&format!("tree={tree}"));
    assert_eq!((&told["tree"], &told["at"]), (&json!("[[3,12],{1/2:2,1/2:4}]"), &json!(0)));
    let nodes = told["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 7);
    assert_eq!(nodes[5], json!({"kind": "leaf", "value": "2", "share": "1/2", "above": 4, "below": []}));
    assert_eq!(nodes[4], json!({"kind": "chance", "value": "", "share": null, "above": 0, "below": [5, 6]}));
    let kinds = told["kinds"].as_array().unwrap().iter().map(|kind| kind[0].as_str().unwrap());
    assert_eq!(kinds.collect::<Vec<&str>>(), ["1", "2", "chance", "leaf"]);
    let svg = told["svg"].as_str().unwrap();
    assert!((0..7).all(|node| svg.contains(&format!("data-knot=\"{node}\""))), "{svg}");
    let changed = ask(&format!("tree={tree}&at=4&edit=left"));
    assert_eq!((&changed["tree"], &changed["at"]), (&json!("[{1/2:2,1/2:4},[3,12]]"), &json!(1)));
    let changed = ask(&format!("tree={tree}&at=1&edit=kind&with=leaf"));
    assert_eq!(changed["tree"], "[0,{1/2:2,1/2:4}]");
    assert_eq!(ask(&format!("tree={tree}")), told);
}

#[test]
fn a_text_that_is_no_tree_is_answered_with_its_mistake_and_a_wrong_request_is_refused() {
    let server = Server::open("mistakes");
    let guest = server.guest();
    let large = format!("[{}]", vec!["1"; 300].join(","));
    for (tree, more, mistake) in [
        ("[1,,2]", "", "at letter 4: `,`; accepted: `5` `-1.5`"),
        ("[1,2", "", "ends too early; accepted: `,` `]`"),
        (large.as_str(), "", "at most 300 nodes, 40 levels and 4"),
        (&"9".repeat(50_000), "", "at most 300 nodes"),
        ("[1,2]", "&at=1&edit=value&with=x", "`x`; accepted: `5`"),
        ("[1,2]", "&at=3", "accepted: 0 to 2"),
    ] {
        let answer = server.get(
            &guest,
            &format!("/api/v1/sketch?tree={}{more}", if tree.len() < 9_000 { quoted(tree) } else { tree.to_owned() }),
            &[],
        );
        let told = answer.json();
        let said = told["mistake"].as_str().unwrap_or_else(|| panic!("{told}"));
        assert!(answer.status == 200 && said.contains(mistake) && told.get("svg").is_none(), "{said}");
    }
    let refused = server.get(&guest, "/api/v1/sketch?tree=1&edit=grow", &[]);
    assert!(refused.status == 400 && refused.text.contains("`seats`"), "{}", refused.text);
    assert_eq!(server.get(&guest, "/api/v1/sketch", &[]).status, 400);
    let hungarian = server.get(&guest, "/api/v1/sketch?tree=x", &[("Accept-Language", "hu")]);
    assert!(hungarian.text.contains("hiba"), "{}", hungarian.text);
}

#[test]
fn a_tree_is_a_file_in_each_form_that_is_offered() {
    let server = Server::open("sketched");
    let guest = server.guest();
    let page = server.get(&guest, "/sketch", &[]).text;
    for (form, kind, begins) in [("svg", "image/svg+xml", "<svg"), ("tex", "application/x-tex", "% \\usepackage{tikz}")]
    {
        assert!(page.contains(&format!("data-form=\"{form}\"")), "{form}");
        let file = server.get(&guest, &format!("/api/v1/sketch/{form}?tree={}", quoted("[{1/2:-5,1/2:7},3]")), &[]);
        assert_eq!((file.status, file.header("content-type")), (200, Some(kind)));
        assert!(file.text.starts_with(begins) && file.text.contains("1/2"), "{}", file.text);
        assert!(file.header("content-disposition").is_some_and(|name| name.contains(&format!("tree.{form}"))));
    }
    let none = server.get(&guest, "/api/v1/sketch/gif?tree=1", &[]);
    assert!(none.status == 404 && none.text.contains("svg"), "{}", none.text);
    let wrong = server.get(&guest, "/api/v1/sketch/svg?tree=x", &[]);
    assert!(wrong.status == 400 && wrong.text.contains("letter 1"), "{}", wrong.text);
}
