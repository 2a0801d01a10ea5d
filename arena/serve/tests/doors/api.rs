//! The description of the API.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::server::Server;

/// All that is referred to in a document.
fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| references(one, found)),
        Value::Object(all) => {
            for (key, one) in all {
                match one.as_str().filter(|_| key == "$ref") {
                    Some(reference) => drop(found.insert(reference.to_owned())),
                    None => references(one, found),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn every_route_of_the_api_is_described_once_and_whole() {
    let server = Server::open("described");
    let description = server.get(&server.guest(), "/api/v1/openapi.json", &[]).json();
    let (mut names, mut streams) = (BTreeSet::new(), 0);
    for (path, operations) in description["paths"].as_object().unwrap() {
        assert!(path.starts_with("/api/v1"), "{path}");
        for (method, operation) in operations.as_object().unwrap() {
            assert!(names.insert(operation["operationId"].to_string()), "{operation}");
            let all = operation["parameters"].as_array().cloned().unwrap_or_default();
            let in_path = all.iter().filter(|one| one["in"] == "path");
            let wanted = path.matches('{').count();
            assert_eq!(in_path.count(), wanted, "{method} {path}");
            for one in &all {
                assert!(one["description"].is_string(), "{method} {path}: {one}");
            }
            let answers = operation["responses"].as_object().unwrap();
            let good: Vec<&String> = answers.keys().filter(|status| status.starts_with('2')).collect();
            // Nothing is answered besides where that can be preferred.
            let is_untold = all.iter().any(|one| one["name"] == "Prefer");
            assert_eq!(good.len(), 1 + usize::from(is_untold), "{method} {path}");
            assert_eq!(is_untold && answers["204"].is_object(), is_untold, "{method} {path}");
            let content = &answers[good[0].as_str()]["content"];
            streams += usize::from(content.get("text/event-stream").is_some());
            assert_eq!(operation["security"].is_array(), method == "post", "{path}");
        }
    }
    let mut found = BTreeSet::new();
    references(&description, &mut found);
    for reference in &found {
        let place = reference.strip_prefix('#').unwrap();
        assert!(description.pointer(place).is_some(), "{reference}");
    }
    let docs = include_str!("../../../../docs/server.md");
    let ends = names.len() - streams;
    assert!(docs.contains(&format!("ask all {ends} operations that end")), "{ends}");
    assert_eq!(streams, 2);
}
