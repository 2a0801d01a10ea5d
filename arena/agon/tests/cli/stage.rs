//! A search as a page that stands alone: `agon tree … --to html`.

use serde_json::Value;

use crate::command::agon;

const TREE: &str = "tree([[3,12,8],[2,4,6],[14,5,2]])";

fn page(more: &[&str]) -> String {
    let page = agon(&[&["tree", TREE, "-p", "alpha-beta", "--to", "html"], more].concat());
    assert_eq!(page.code, 0, "{}", page.err);
    page.out
}

/// What lies ready in a page under that name.
fn data(page: &str, name: &str) -> Value {
    let begin = format!("<script type=\"application/json\" id=\"{name}\">");
    let text = page.split(&begin).nth(1).expect("it is there");
    serde_json::from_str(text.split("</script>").next().unwrap_or_default()).expect("it is JSON")
}

#[test]
fn a_search_is_one_page_that_asks_for_nothing() {
    for language in ["en", "hu", "sl"] {
        let page = page(&["--language", language, "--theme", "dark"]);
        let head = format!("<html lang=\"{language}\" data-theme=\"dark\">");
        assert!(page.contains(&head), "{language}");
        for asking in [" src=", "<link", "url(", "@import", "fetch(address)", "http://", "https://"] {
            let found = page.match_indices(asking).map(|(at, _)| &page[at..(at + 60).min(page.len())]);
            // The name of what a drawing is made of is no address.
            let found: Vec<&str> = found.filter(|text| !text.contains("w3.org/2000/svg")).collect();
            assert!(found.is_empty(), "{language}: {found:?}");
        }
    }
}

#[test]
fn the_page_has_the_positions_of_the_document_and_their_boards() {
    let document = agon(&["tree", TREE, "-p", "alpha-beta", "--to", "json"]).json();
    let shelf = data(&page(&[]), "shelf");
    let positions = |value: &Value| -> Vec<Value> {
        let nodes = value["nodes"].as_array().expect("nodes");
        nodes.iter().map(|node| node["position"].clone()).collect()
    };
    assert_eq!(positions(&shelf), positions(&document));
    let boards = shelf["boards"].as_object().expect("boards");
    let drawn = positions(&shelf).iter().all(|own| boards.contains_key(own.as_str().unwrap_or("")));
    assert!(drawn, "{:?}", boards.keys());
    assert!(data(&page(&["--boards", "never"]), "shelf")["boards"].as_object().expect("boards").is_empty());
}

#[test]
fn the_second_sentence_is_in_the_language_of_the_page() {
    let said = |language| data(&page(&["--language", language]), "shelf")["moments"][1]["sentence"].clone();
    assert_eq!(said("en"), "After 1 seat 2 is to act; it looks for the smallest value.");
    assert_eq!(said("hu"), "1 után lép: 2. játékos, aki a legkisebb értéket keresi.");
    assert_eq!(said("sl"), "Po 1 je na potezi igralec 2; išče najmanjšo vrednost.");
}

#[test]
fn impossible_pages_are_refused_without_output() {
    for (more, said) in [
        (&["--search", "9"][..], "say 1 to 1"),
        (&["--language", "de"][..], "en, hu, sl"),
        (&["--stream"][..], "--stream"),
    ] {
        let page = agon(&[&["tree", TREE, "-p", "alpha-beta", "--to", "html"], more].concat());
        assert_eq!((page.code, page.out.as_str()), (2, ""), "{more:?}");
        assert!(page.err.contains(said), "{more:?}: {}", page.err);
    }
}
