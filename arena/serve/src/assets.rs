//! What the pages are made of, inside the program: styles, scripts, a sign.

use std::{collections::BTreeMap, fmt::Write as _, sync::OnceLock};

use agon_arena::ask::sha256;
use agon_draw::{Theme as Inks, stage_stylesheet, stylesheet};
use axum::{
    Router,
    extract::{Path, RawQuery},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

use crate::{problem::Problem, view::sizes};

/// The scripts of the pages, by name.
const SCRIPTS: &[(&str, &str)] = &[
    ("bar.js", include_str!("../assets/bar.js")),
    ("board.js", include_str!("../assets/board.js")),
    ("clock.js", include_str!("../assets/clock.js")),
    ("film.js", include_str!("../assets/film.js")),
    ("flight.js", include_str!("../assets/flight.js")),
    ("home.js", include_str!("../assets/home.js")),
    ("keep.js", include_str!("../assets/keep.js")),
    ("live.js", include_str!("../assets/live.js")),
    ("nodes.js", include_str!("../assets/nodes.js")),
    ("page.js", include_str!("../assets/page.js")),
    ("quiz.js", include_str!("../assets/quiz.js")),
    ("race.js", include_str!("../assets/race.js")),
    ("replay.js", include_str!("../assets/replay.js")),
    ("rise.js", include_str!("../assets/rise.js")),
    ("send.js", include_str!("../assets/send.js")),
    ("simulation.js", include_str!("../assets/simulation.js")),
    ("sketch.js", include_str!("../assets/sketch.js")),
    ("sound.js", include_str!("../assets/sound.js")),
    ("source.js", include_str!("../assets/source.js")),
    ("stage.js", include_str!("../assets/stage.js")),
    ("tabs.js", include_str!("../assets/tabs.js")),
    ("tikz.js", include_str!("../assets/tikz.js")),
    ("tree.js", include_str!("../assets/tree.js")),
    ("wall.js", include_str!("../assets/wall.js")),
    ("table.js", include_str!("../assets/table.js")),
];

/// What stands for `source.js` in a page without a server.
const SHELF: &str = include_str!("../assets/shelf.js");

/// The scripts that a folder of files has besides, and those that stand there for others.
const SITE_SCRIPTS: &[(&str, &str)] = &[
    ("boot.js", include_str!("../assets/site/boot.js")),
    ("rounds.js", include_str!("../assets/site/rounds.js")),
    ("send.js", include_str!("../assets/site/send.js")),
    ("theme.js", include_str!("../assets/site/theme.js")),
    ("worker.js", include_str!("../assets/site/worker.js")),
];

/// A file of the pages, as it is sent.
struct Asset {
    kind: &'static str,
    text: String,
    /// What a browser that has it already asks by.
    tag: String,
}

impl Asset {
    fn of(kind: &'static str, text: String) -> Asset {
        let tag = format!("\"{}\"", &sha256(&text)[..16]);
        Asset { kind, text, tag }
    }
}

pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/assets/{name}", get(asset)).route("/favicon.ico", get(sign))
}

async fn sign() -> Response {
    let kind = [(header::CONTENT_TYPE, "image/svg+xml")];
    (kind, include_str!("../assets/sign.svg")).into_response()
}

/// The address of a file as it is in this program: a browser that has it does not ask again.
pub(crate) fn address(name: &str) -> String {
    let tag = assets().get(name).map_or("", |asset| asset.tag.trim_matches('"'));
    format!("/assets/{name}?{tag}")
}

async fn asset(Path(name): Path<String>, RawQuery(version): RawQuery, asked: HeaderMap) -> Response {
    let Some(asset) = assets().get(name.as_str()) else {
        return Problem::missing("no-asset", &[]).into_response();
    };
    // A browser asks each time, and is sent again only what has changed; by the address of its content it asks once.
    let is_fixed = version.is_some_and(|version| version == asset.tag.trim_matches('"'));
    let lasting = if is_fixed { "max-age=31536000, immutable" } else { "no-cache" };
    let known = [(header::CACHE_CONTROL, lasting), (header::ETAG, asset.tag.as_str())];
    let has = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let is_known = |tags: &str| tags.split(',').any(|tag| tag.trim().trim_start_matches("W/") == asset.tag);
    if has.is_some_and(is_known) {
        return (StatusCode::NOT_MODIFIED, known).into_response();
    }
    (known, [(header::CONTENT_TYPE, asset.kind)], asset.text.as_str()).into_response()
}

/// The styles of a page that stands alone, in this theme.
pub(crate) fn style_alone(theme: &str) -> String {
    let inks = match theme {
        "light" => Inks::Light,
        "dark" => Inks::Dark,
        _ => Inks::Screen,
    };
    [include_str!("../assets/style.css"), &drawn(inks)].join("\n")
}

/// The styles of drawings: of boards, and of trees on a stage.
fn drawn(inks: Inks) -> String {
    [stylesheet(inks), stage_stylesheet(inks), sizes()].join("\n")
}

/// A script with all that it imports, in one text, which asks no server for anything: each module in a function of
/// its own, which gives what the module exports.
pub(crate) fn script_alone(name: &str) -> String {
    let mut text = "const modules = {};\n".to_owned();
    bundle(name, &mut text);
    text
}

/// The text of a script.
fn source(name: &str) -> &'static str {
    SCRIPTS.iter().find(|(own, _)| *own == name).map_or("", |&(_, text)| text)
}

/// The text of a script where there is no server.
fn site_source(name: &str) -> &'static str {
    SITE_SCRIPTS.iter().find(|(own, _)| *own == name).map_or_else(|| source(name), |&(_, text)| text)
}

/// Adds a script, after those that it imports, unless it is there.
fn bundle(name: &str, text: &mut String) {
    let head = format!("modules['{name}'] = ");
    if text.contains(&head) {
        return;
    }
    let script = if name == "source.js" { SHELF } else { source(name) };
    let (mut body, mut exports) = (String::new(), Vec::new());
    for line in script.lines() {
        if let Some((names, from)) = imported(line) {
            bundle(from, text);
            let _ = writeln!(body, "const {{ {names} }} = modules['{from}'];");
            continue;
        }
        let own = line.strip_prefix("export ").inspect(|own| {
            let words = own.split(|c: char| !c.is_ascii_alphanumeric());
            let kinds = ["async", "function", "class", "const"];
            exports.extend(words.into_iter().find(|word| !kinds.contains(word)));
        });
        body.extend([own.unwrap_or(line), "\n"]);
    }
    let exports = exports.join(", ");
    let _ = writeln!(text, "{head}await (async () => {{\n{body}return {{ {exports} }};\n}})();");
}

/// What a line imports, and from which script.
fn imported(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import { ")?.split_once(" } from './")?;
    Some((names, from.strip_suffix("';")?))
}

/// Adds a script, after those that it imports, each of which it names by the address of its content.
fn fix(name: &'static str, source: fn(&str) -> &'static str, all: &mut BTreeMap<&'static str, Asset>) {
    if all.contains_key(name) {
        return;
    }
    let mut text = String::new();
    for line in source(name).lines() {
        match imported(line) {
            Some((names, from)) => {
                fix(from, source, all);
                let tag = all[from].tag.trim_matches('"');
                let _ = writeln!(text, "import {{ {names} }} from './{from}?{tag}';");
            }
            None => text.extend([line, "\n"]),
        }
    }
    all.insert(name, Asset::of("text/javascript; charset=utf-8", text));
}

/// All of them, by name.
fn assets() -> &'static BTreeMap<&'static str, Asset> {
    static ALL: OnceLock<BTreeMap<&'static str, Asset>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = BTreeMap::new();
        for (name, _) in SCRIPTS {
            fix(name, source, &mut all);
        }
        all.extend(sheets());
        all
    })
}

/// Those of a folder of files.
fn site_assets() -> &'static BTreeMap<&'static str, Asset> {
    static ALL: OnceLock<BTreeMap<&'static str, Asset>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = BTreeMap::new();
        for (name, _) in SCRIPTS.iter().chain(SITE_SCRIPTS) {
            fix(name, site_source, &mut all);
        }
        all.extend(sheets());
        let sign = include_str!("../assets/sign.svg").to_owned();
        all.insert("sign.svg", Asset::of("image/svg+xml", sign));
        all
    })
}

/// The files of a folder of files, each with its name and its text.
pub(crate) fn site_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    site_assets().iter().map(|(name, asset)| (*name, asset.text.as_str()))
}

/// The address of a file in a folder of files.
pub(crate) fn site_address(name: &str) -> String {
    let tag = site_assets().get(name).map_or("", |asset| asset.tag.trim_matches('"'));
    format!("/assets/{name}?{tag}")
}

/// The styles, by name.
fn sheets() -> impl Iterator<Item = (&'static str, Asset)> {
    const SHEET: &str = "text/css; charset=utf-8";
    let inks = [("board-auto.css", Inks::Screen), ("board-light.css", Inks::Light), ("board-dark.css", Inks::Dark)];
    // What drawings look like, in each theme.
    let inks = inks.map(|(name, inks)| (name, SHEET, drawn(inks)));
    let own = [("style.css", SHEET, include_str!("../assets/style.css").to_owned())];
    inks.into_iter().chain(own).map(|(name, kind, text)| (name, Asset::of(kind, text)))
}

#[cfg(test)]
mod tests {
    use super::{SCRIPTS, SHELF, script_alone};

    #[test]
    fn scripts_import_and_export_as_they_are_bundled() {
        for (name, script) in SCRIPTS.iter().copied().chain([("shelf.js", SHELF)]) {
            for line in script.lines().filter(|line| line.starts_with("import ")) {
                let (names, from) = super::imported(line).unwrap_or_else(|| panic!("{name}: {line}"));
                assert!(!names.contains(" as "), "{name}: {line}");
                assert!(SCRIPTS.iter().any(|(own, _)| *own == from), "{name}: {line}");
            }
            assert!(!script.contains("export {") && !script.contains("export default"), "{name}");
            assert!(!script.contains("</script"), "{name}");
        }
        let whole = script_alone("tree.js");
        assert!(!whole.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
        for name in ["page.js", "nodes.js", "source.js", "stage.js", "film.js", "tree.js"] {
            assert_eq!(whole.matches(&format!("modules['{name}'] = ")).count(), 1, "{name}");
        }
        assert!(!whole.contains("fetch(address)"), "it asks a server");
    }

    #[test]
    fn a_script_names_those_that_it_imports_by_their_content() {
        let all = super::assets();
        let mut count = 0;
        for &(name, script) in SCRIPTS {
            assert_eq!(all[name].text.lines().count(), script.lines().count(), "{name}");
            for line in all[name].text.lines().filter(|line| line.starts_with("import ")) {
                let address = line.split('\'').nth(1).unwrap().trim_start_matches('.');
                let (own, _) = address.trim_start_matches('/').split_once('?').unwrap();
                assert_eq!(format!("/assets{address}"), super::address(own), "{name}");
                count += 1;
            }
        }
        assert!(20 < count, "{count}");
    }

    #[test]
    fn scripts_are_small() {
        let all: usize = SCRIPTS.iter().map(|(_, script)| script.len()).sum();
        assert!(all < 141_000, "{all} bytes");
    }
}
